"""Cases about figures."""

import runpy
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from field.cases import field_case, same

from pe_reference import plotting
from pe_reference.embeddings import sinusoidal

GALLERY = Path(__file__).parents[2] / "gallery"


@field_case("P02")
def test_position_0_is_drawn_first_and_axes_have_names(case, monkeypatch):
    mpl.use("agg")
    table = sinusoidal.table(range(4), 4)
    same(table[0], case.expected.row0)
    with mpl.rc_context():
        plotting.use()
        for shape in ((4, 4), (100, 16), (7, 256)):
            values = sinusoidal.table(range(shape[0]), shape[1])
            image, _ = plotting.heatmap(plt.figure().add_subplot(), values)
            bottom, top = image.axes.get_ylim()
            assert top < 0 < bottom  # row 0 is the first from above
            assert image.get_extent()[:2] == [-0.5, shape[1] - 0.5]
            np.testing.assert_array_equal(image.get_array()[0], values[0])
        plt.close("all")
        monkeypatch.setattr(plt, "show", lambda: None)
        drawn = runpy.run_path(str(GALLERY / "07_looking_at_it" / "plot_1_table.py"))
        for axes in drawn["axes"]:
            image = axes.get_images()[0].get_array()
            assert axes.get_xlabel() == "position"
            assert image.shape == (drawn["d_model"], drawn["seq_len"])
        assert drawn["axes"][0].get_ylabel() == "dimension"
        same(drawn["axes"][0].get_images()[0].get_array()[:, 0], drawn["paper"][0])
        plt.close("all")
