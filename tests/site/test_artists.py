"""Figures 7.1 to 7.3: what the downloaded scripts draw, against the formulas written out here."""

import runpy

import matplotlib.pyplot as plt
import numpy as np
import pytest
import reading

SCRIPTS = {path.stem: path for path in reading.downloads() if path.suffix == ".py"}


def formula(seq_len, d_model, exponent):
    """Sines at even dimensions and cosines at odd ones; `exponent` is 2 in the paper and 4 in the article's loop."""
    pair = np.arange(d_model // 2)
    angles = np.arange(seq_len)[:, None] / 10_000.0 ** (exponent * pair / d_model)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(seq_len, d_model)


@pytest.fixture
def axes():
    """Give the panels that a script draws in figure `number`, without colour bars."""

    def draw(stem, number=1):
        runpy.run_path(str(SCRIPTS[stem]))
        return [ax for ax in plt.figure(number).axes if ax.get_label() != "<colorbar>"]

    plt.close("all")
    with plt.rc_context():
        yield draw
    plt.close("all")


def drawn(ax):
    """Return the array, the extent and the colour limits of the one image of a panel."""
    (image,) = ax.images
    return np.asarray(image.get_array()), image.get_extent(), image.get_clim()


def check_heatmap(ax, array, limits):
    rows, columns = array.shape
    seen, extent, clim = drawn(ax)
    np.testing.assert_allclose(seen, array, rtol=0, atol=1e-11)
    assert tuple(extent) == (-0.5, columns - 0.5, rows - 0.5, -0.5)
    assert clim == limits


def named(panels):
    return {ax.get_title(loc="left") or ax.get_title(): ax for ax in panels}


def test_figure_7_1_the_table(axes):
    panels = named(axes("plot_1_table"))
    for name, exponent in (("Paper's formula", 2), ("Article's loop", 4)):
        check_heatmap(panels[name], formula(100, 256, exponent).T, (-1, 1))
        assert panels[name].get_xlabel() == "position"
    assert panels["Paper's formula"].get_ylabel() == "dimension"


def test_figure_7_2a_dot_products(axes):
    panels = named(axes("plot_2_dot_products"))
    for name, exponent in (("Paper's formula", 2), ("Article's loop", 4)):
        table = formula(100, 256, exponent)
        check_heatmap(panels[name], (table @ table.T)[:50, :50], (64, 128))
        assert panels[name].get_aspect() == 1


def test_figure_7_2b_one_row(axes):
    (ax,) = axes("plot_3_one_row")
    lines = {(line.get_linestyle(), line.get_marker()): np.asarray(line.get_xydata()) for line in ax.lines}
    for style, exponent in (("-", 2), ("--", 4)):
        table = formula(100, 256, exponent)
        expected = np.column_stack([np.arange(100), table @ table[20]])
        np.testing.assert_allclose(lines[style, "None"], expected, rtol=0, atol=1e-11)
    np.testing.assert_allclose(lines["None", "o"], [[20, 128]], rtol=0, atol=1e-11)
    assert (lines[":", "None"][:, 0] == 20).all()


def test_figure_7_3_three_codes(axes):
    panels = named(axes("plot_4_three_codes"))
    check_heatmap(panels["One-hot"], np.eye(10), (0, 1))
    check_heatmap(panels["Sinusoidal"], formula(10, 16, 2)[:, :8].T, (-1, 1))
    (points,) = panels["Integer"].lines
    assert np.array_equal(points.get_xydata(), np.column_stack([np.arange(10), np.zeros(10)]))
    assert points.get_linestyle() == "None" and points.get_marker() == "o"


def test_figure_7_3_the_same_panel_with_each_formula(axes):
    panels = named(axes("plot_4_three_codes", 2))
    for name, exponent in (("Paper's formula", 2), ("Article's loop", 4)):
        check_heatmap(panels[name], formula(10, 16, exponent)[:, :8].T, (-1, 1))
