"""The look of every figure, decided once. Needs the extra ``gallery``.

A script calls :func:`use` first, draws in light ink, and gives its figure two attributes: ``fig.alt`` (what a reader
who does not see it must know) and ``fig.caption`` (what to see). Data colours are the same in light and dark.
"""

import html
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources, util
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.colorbar import Colorbar
from matplotlib.colors import LinearSegmentedColormap, ListedColormap
from matplotlib.image import AxesImage
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

__all__ = ["BLUE", "LIGHT", "PLUM", "SLATE", "TEAL", "VERMILION", "Table", "heatmap", "note", "runs", "use"]

BLUE, VERMILION, TEAL, PLUM, SLATE = "#356dd3", "#d9500f", "#16a386", "#9a4aa0", "#737f8c"
LIGHT = {
    "ink": "#1a2027",
    "muted": "#56616d",
    "axis": "#8a95a1",
    "grid": "#e4e8ed",
    "page": "#ffffff",
    "wash": "#eef1f5",
}
LABEL = {BLUE: "#2a5cc0", VERMILION: "#b8400a", TEAL: "#0b7a63", PLUM: "#87408d"}
LEVELS = 192  # of a colour map: with its words, a figure fits into a palette of 256
WIDEST = 88  # columns of a table as text; a wider one is written cell by cell
STOPS = {
    "pe_diverging": "1846a0 3f72c8 7ea7e3 bed4f1 f6f3f1 f2c6b0 e38869 c04429 8d1b14",
    "pe_sequential": "101c42 19306e 244797 3163b7 4982c9 62a4d0 7bc6d5 a7e4cb f7f4b9",
}


def use() -> None:
    """Apply the style: colour maps, typeface (Source Sans Pro where it is installed), sizes.

    It changes matplotlib's settings for the rest of the process.

    Examples
    --------
    >>> use()
    >>> mpl.rcParams["image.cmap"]
    'pe_sequential'
    """
    for name, stops in STOPS.items():
        if name not in mpl.colormaps:
            colours = [f"#{stop}" for stop in stops.split()]
            smooth = LinearSegmentedColormap.from_list(name, colours, LEVELS)(range(LEVELS))[:, :3]
            steps = (np.floor(smooth * 255) + 0.25) / 255  # images are cut to bytes, colour bars rounded: the same now
            mpl.colormaps.register(ListedColormap(steps, name))
    plt.style.use(Path(__file__).with_name("light.mplstyle"))
    family = "DejaVu Sans"
    if util.find_spec("font_source_sans_pro"):
        family = "Source Sans Pro"
        for face in ("Regular", "It", "Semibold"):
            with resources.as_file(resources.files("font_source_sans_pro") / f"files/SourceSansPro-{face}.ttf") as path:
                font_manager.fontManager.addfont(path)
    styles = {"rm": "", "it": ":italic", "bf": ":weight=600", "bfit": ":italic", "cal": "", "sf": ""}
    plt.rc("font", family=family)
    plt.rc("mathtext", fontset="custom", **{key: family + style for key, style in styles.items()})


def heatmap(
    ax: Axes, values: ArrayLike, *, cmap: str = "pe_diverging", bar: bool = True, **image: Any
) -> tuple[AxesImage, Colorbar | None]:
    """Draw `values` with row 0 on top and, unless `bar` is False, a slim colour bar.

    Parameters
    ----------
    ax : matplotlib axes
    values : array-like, shape ``(rows, columns)``
    cmap : str
        ``"pe_diverging"`` for signed values, from -1 to 1 unless told otherwise; ``"pe_sequential"`` for the rest.
    bar : bool
        Panels on one scale share the last one's bar.
    **image
        As ``Axes.imshow`` takes them.

    Returns
    -------
    tuple of image and colour bar
        None in place of the bar where there is none.

    Examples
    --------
    >>> use()
    >>> image, colour_bar = heatmap(plt.figure().add_subplot(), [[0.0, 1.0], [-1.0, 0.0]])
    >>> image.get_clim()
    (-1.0, 1.0)
    >>> plt.close()
    """
    signed = cmap == "pe_diverging"
    image = {"aspect": "auto", "origin": "upper"} | ({"vmin": -1, "vmax": 1} if signed else {}) | image
    drawn = ax.imshow(values, cmap=cmap, **image)
    ax.grid(False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(6, integer=True))
    if not bar:
        return drawn, None
    side = ax.figure.colorbar(drawn, ax=ax, pad=0.02, aspect=6.2 * ax.figure.bbox.height / ax.figure.dpi, fraction=0.06)
    side.outline.set_visible(False)
    side.ax.tick_params(length=0, pad=4)
    side.ax.grid(False)
    if signed and (drawn.norm.vmin, drawn.norm.vmax) == (-1, 1):
        side.set_ticks([-1, 0, 1])
    return drawn, side


def note(ax: Axes, x: float, y: float, text: str, colour: str = SLATE, **style: Any) -> Text:
    """Write `text` beside the data, in place of a legend.

    Parameters
    ----------
    ax : matplotlib axes
    x, y : float
        Where, in the units of the data.
    text : str
    colour : str
        The data colour that the text speaks of; it is written in the darker ink that belongs to it.
    **style
        As ``Axes.text`` takes them.

    Returns
    -------
    matplotlib text

    Examples
    --------
    >>> note(plt.figure().add_subplot(), 0.5, 0.5, "here", BLUE).get_color() == LABEL[BLUE]
    True
    >>> plt.close()
    """
    plain: dict[str, Any] = {"fontsize": 11, "ha": "left", "va": "center"}
    return ax.text(x, y, text, color=LABEL.get(colour, LIGHT["muted"]), **(plain | style))


def runs(ax: Axes, x: ArrayLike, values: ArrayLike, colour: str, **line: Any) -> None:
    """Draw the mean over seeds, and their range: a band along a line, or a bar at each mark where no line is drawn.

    Parameters
    ----------
    ax : matplotlib axes
    x : array-like, shape ``(points,)``
    values : array-like, shape ``(seeds, points)``
    colour : str
    **line
        As ``Axes.plot`` takes them; ``ls=""`` draws marks alone.

    Examples
    --------
    >>> ax = plt.figure().add_subplot()
    >>> runs(ax, [0, 1], [[1.0, 2.0], [3.0, 2.0]], BLUE)
    >>> ax.lines[0].get_ydata()
    array([2., 2.])
    >>> plt.close()
    """
    places, seeds = np.asarray(x), np.asarray(values)
    span = np.stack((seeds.min(axis=0), seeds.max(axis=0)))
    ax.plot(places, seeds.mean(axis=0), color=colour, **line)
    if line.get("ls") == "":
        ax.plot(np.stack((places, places)), span, color=colour, lw=3, alpha=0.45, zorder=1.5)
    else:
        ax.fill_between(places, *span, color=colour, alpha=0.2, lw=0)


@dataclass(frozen=True)
class Table:
    """A table: HTML on a page and in a notebook, text where it is printed, and at once in a terminal.

    Parameters
    ----------
    head : sequence of str
        Names of the columns.
    rows : sequence of sequences
        Cells, shown by ``str``.

    Examples
    --------
    >>> print(Table(["d_model", "norm"], [[8, 2.0], [32, 4.0]]))
    d_model  norm
    8        2.0
    32       4.0
    """

    head: Sequence[str]
    rows: Sequence[Sequence[object]]

    def __post_init__(self) -> None:
        if sys.stdout.isatty() and sys.stdout is sys.__stdout__:  # a script in a terminal: nobody else shows it
            print(self)

    def __str__(self) -> str:
        rows = [[str(cell) for cell in row] for row in (self.head, *self.rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        if sum(widths) + 2 * len(widths) <= WIDEST:
            return "\n".join(
                "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
            )
        cells = (zip(rows[0], row, strict=True) for row in rows[1:])
        return "\n\n".join("\n".join(_wrapped(f"{name}: {cell}") for name, cell in row) for row in cells)

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in self.head)
        body = "".join(f"<tr>{self._cells(row)}</tr>" for row in self.rows)
        return f'<table class="pe-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'

    def _cells(self, row: Sequence[object]) -> str:
        named = zip(self.head, row, strict=True)
        return "".join(f'<td data-label="{html.escape(name)}">{html.escape(str(cell))}</td>' for name, cell in named)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDEST, subsequent_indent="    ")
