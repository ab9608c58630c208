"""The look: what a figure holds, read from its artists."""

import io
import re

import matplotlib as mpl
import numpy as np
import pytest

from pe_reference import plotting

mpl.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture
def ax():
    with mpl.rc_context():
        plotting.use()
        figure, axes = plt.subplots()
        yield axes
        plt.close(figure)


class TestUse:
    def test_can_be_called_twice(self, ax):
        plotting.use()
        assert mpl.rcParams["image.cmap"] == "pe_sequential"

    def test_maps_run_from_stop_to_stop(self, ax):
        for name, stops in plotting.STOPS.items():
            first, *_, last = stops.split()
            colours = mpl.colormaps[name]
            assert mpl.colors.to_hex(colours(0.0)) == f"#{first}"
            assert mpl.colors.to_hex(colours(1.0)) == f"#{last}"

    @pytest.mark.parametrize("installed", [True, False])
    def test_typeface_is_the_site_s_where_it_is_installed(self, ax, monkeypatch, installed):
        if installed:
            pytest.importorskip("font_source_sans_pro")
        else:
            monkeypatch.setattr(plotting.util, "find_spec", lambda name: None)
        plotting.use()
        family = "Source Sans Pro" if installed else "DejaVu Sans"
        assert mpl.rcParams["font.family"] == [family]
        assert mpl.rcParams["mathtext.it"] == f"{family}:italic"
        assert mpl.font_manager.findfont(family, fallback_to_default=False)


class TestHeatmap:
    def test_draws_row_0_on_top(self, ax):
        values = np.linspace(-1, 1, 12).reshape(3, 4)
        image, _ = plotting.heatmap(ax, values)
        np.testing.assert_array_equal(image.get_array(), values)
        assert image.get_extent() == [-0.5, 3.5, 2.5, -0.5]

    def test_signed_values_span_minus_one_to_one(self, ax):
        image, bar = plotting.heatmap(ax, [[0.0, 0.5]])
        assert image.get_clim() == (-1, 1)
        assert image.get_cmap().name == "pe_diverging"
        assert bar.get_ticks().tolist() == [-1, 0, 1]

    def test_limits_can_be_given(self, ax):
        image, bar = plotting.heatmap(ax, [[0.0, 0.5]], vmin=-3, vmax=3)
        assert image.get_clim() == (-3, 3)
        assert bar.get_ticks().tolist() != [-1, 0, 1]

    def test_sequential_values_span_what_they_hold(self, ax):
        image, bar = plotting.heatmap(ax, [[2.0, 7.0]], cmap="pe_sequential", aspect="equal")
        assert image.get_clim() == (2, 7)
        assert bar is not None

    def test_bar_can_be_left_out(self, ax):
        assert plotting.heatmap(ax, [[0.0]], bar=False)[1] is None
        assert len(ax.figure.axes) == 1


class TestNote:
    def test_is_written_in_the_ink_of_its_data(self, ax):
        for colour, ink in plotting.LABEL.items():
            assert plotting.note(ax, 1, 2, "here", colour).get_color() == ink
        assert plotting.note(ax, 1, 2, "here").get_color() == plotting.LIGHT["muted"]

    def test_stands_where_it_is_put(self, ax):
        text = plotting.note(ax, 1, 2, "here", ha="right")
        assert (text.get_position(), text.get_text()) == ((1, 2), "here")
        assert (text.get_ha(), text.get_va()) == ("right", "center")


class TestRuns:
    SEEDS = np.array([[1.0, 2.0, 6.0], [3.0, 2.0, 3.0], [2.0, 2.0, 3.0]])

    def test_a_line_has_a_band(self, ax):
        plotting.runs(ax, [0, 1, 2], self.SEEDS, plotting.TEAL, ls="--")
        (line,), (band,) = ax.lines, ax.collections
        assert line.get_ydata().tolist() == [2, 2, 4] and line.get_linestyle() == "--"
        corners = band.get_paths()[0].vertices
        assert {(0, 1), (0, 3), (1, 2), (2, 3), (2, 6)} <= set(map(tuple, corners))

    def test_marks_have_bars(self, ax):
        plotting.runs(ax, [0, 1, 2], self.SEEDS, plotting.TEAL, ls="", marker="o")
        marks, *bars = ax.lines
        assert marks.get_ydata().tolist() == [2, 2, 4] and marks.get_marker() == "o"
        assert [bar.get_ydata().tolist() for bar in bars] == [[1, 3], [2, 2], [3, 6]]


class TestTable:
    def test_prints_as_text_and_as_html(self):
        table = plotting.Table(["a", "b<c"], [[1, "x & y"], [2.5, None]])
        assert str(table) == "a    b<c\n1    x & y\n2.5  None"
        page = table._repr_html_()
        assert '<th scope="col">b&lt;c</th>' in page
        assert re.findall(r"<td[^>]*>([^<]*)</td>", page) == ["1", "x &amp; y", "2.5", "None"]

    def test_what_is_too_wide_is_written_cell_by_cell(self):
        lines = str(plotting.Table(["name", "words"], [["one", "word " * 40], ["two", "short"]])).splitlines()
        assert lines[0] == "name: one" and lines[-2:] == ["name: two", "words: short"]
        assert lines[1].startswith("words: word") and lines[2].startswith("    word")
        assert max(map(len, lines)) <= plotting.WIDEST

    @pytest.mark.parametrize(("terminal", "own"), [(True, True), (True, False), (False, True)])
    def test_shows_itself_in_a_terminal_alone(self, monkeypatch, terminal, own):
        screen = io.StringIO()
        monkeypatch.setattr(screen, "isatty", lambda: terminal)
        monkeypatch.setattr("sys.stdout", screen)
        monkeypatch.setattr("sys.__stdout__", screen if own else io.StringIO())
        table = plotting.Table(["a"], [[1]])
        assert screen.getvalue() == (f"{table}\n" if terminal and own else "")
