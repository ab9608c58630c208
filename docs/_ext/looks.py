"""The other forms of a figure: dark, narrow for phones, bare for a thumbnail."""

from typing import Any

import numpy as np
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec

from pe_reference import plotting

DARK = {
    "ink": "#e3e7ec",
    "muted": "#9ba6b2",
    "axis": "#6d7885",
    "grid": "#2a3139",
    "page": "#14181d",
    "wash": "#20262d",
}
DARK_LABEL = {"#2a5cc0": "#82a9f2", "#b8400a": "#f08a55", "#0b7a63": "#3cc7a8", "#87408d": "#cf8fd4"}
TWIN = {light: DARK[name] for name, light in plotting.LIGHT.items()} | DARK_LABEL
INKS = ("color", "edgecolor", "facecolor", "markerfacecolor", "markeredgecolor")
PANEL = (2.7, 4.4)
ROWS = 128  # as many as a thumbnail has room for


def dark(fig: Figure) -> None:
    """Give every ink of `fig` its dark twin; data colours stay."""
    for artist in fig.findobj():
        for ink in INKS:
            if hasattr(artist, f"get_{ink}") and hasattr(artist, f"set_{ink}"):
                _swap(artist, ink)
    for ax in fig.axes:
        for axis in (ax.xaxis, ax.yaxis):
            style = axis.get_tick_params()
            axis.set_tick_params(
                **{key: twin for key in ("color", "labelcolor", "grid_color") if (twin := _twin(style.get(key)))}
            )


def _swap(artist: Any, ink: str) -> None:
    value = getattr(artist, f"get_{ink}")()
    if isinstance(value, np.ndarray) and value.ndim == 2:
        if len(value) == 1 and (twin := _twin(value[0])):
            getattr(artist, f"set_{ink}")([twin])
    elif twin := _twin(value):
        getattr(artist, f"set_{ink}")(twin)


def _twin(colour: Any) -> Any:
    try:
        rgba = to_rgba(colour)
    except (ValueError, TypeError):
        return None
    twin = TWIN.get(to_hex(rgba)) if rgba[3] else None
    return to_rgba(twin, rgba[3]) if twin else None


def narrow(fig: Figure, width: float = 3.6) -> None:
    """Put the panels of `fig` below one another."""
    panels = [ax for ax in fig.axes if ax.get_label() != "<colorbar>"]
    height = float(np.clip(0.72 * fig.get_figheight(), *PANEL))
    for ax, cell in zip(panels, GridSpec(len(panels), 1, figure=fig), strict=True):
        ax.set_subplotspec(cell)
    even = (round(100 * height * len(panels)) + 0.1) / 100  # of pixels, at twice 100 to the inch
    fig.set_size_inches(width, even)


def crisp(fig: Figure, dpi: float) -> None:
    """Draw every cell of a heat map in its own colour where it has room; only smaller ones are blended."""
    for ax in fig.axes:
        box = ax.get_window_extent().transformed(fig.dpi_scale_trans.inverted())
        for image in ax.images:
            rows, columns = image.get_array().shape[:2]
            if min(box.width / columns, box.height / rows) * dpi >= 2:
                image.set_interpolation("nearest")


def bare(fig: Figure) -> None:
    """Strip `fig` to its data: a thumbnail without words that fits both themes."""
    fig.set_layout_engine("none")
    fig.set_size_inches(6.4, 4.0)
    fig.set_facecolor("none")
    for ax in [ax for ax in fig.axes if ax.get_label() == "<colorbar>"]:
        ax.remove()
    for number, ax in enumerate(fig.axes):
        ax.set_axis_off()
        ax.set_title("", loc="left")
        for artist in [*ax.texts, *(patch for patch in ax.patches if to_hex(patch.get_facecolor()) in TWIN)]:
            artist.remove()
        for line in ax.lines:
            line.set_linewidth(line.get_linewidth() * 2)
            line.set_markersize(line.get_markersize() * 1.8)
        inset, gap, share = 0 if ax.images else 0.05, 0.012 * (number > 0), 1 / len(fig.axes)
        if ax.images:
            ax.set_aspect("auto")
            bottom, top = ax.get_ylim()
            ax.set_ylim(top + (bottom - top) * min(1, ROWS / ax.images[0].get_array().shape[0]), top)
        ax.set_position([(number + inset) * share + gap, inset * 1.6, share * (1 - 2 * inset) - gap, 1 - 3.2 * inset])
