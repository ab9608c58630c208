r"""A sinusoidal table of two axes, for the patches of an image: half of the width for each."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks
from pe_reference.embeddings import sinusoidal
from pe_reference.embeddings.sinusoidal import Layout
from pe_reference.frequencies import Grid

__all__ = ["table"]


def table(
    rows: ArrayLike,
    columns: ArrayLike,
    d_model: int,
    *,
    base: float = 10_000.0,
    grid: Grid = "paper",
    layout: Layout = "concatenated",
    first: Literal["column", "row"] = "column",
    cls: bool = False,
) -> NDArray[np.float64]:
    r"""Return one row of the table for each patch, patches read like text.

    .. math:: t_{(y, x)} = [\, PE_x \; ; \; PE_y \,], \qquad PE \text{ of width } d/2

    Parameters
    ----------
    rows, columns : array-like, shape ``(number,)``
        Positions :math:`y` and :math:`x` of the rows and columns of patches: any real numbers, so that an image of
        another size may keep the span of the trained one.
    d_model : int
        Width :math:`d`, a multiple of 4.
    base, grid, layout
        As for :func:`pe_reference.embeddings.sinusoidal.table`, of width ``d_model / 2`` on each axis.
    first : {"column", "row"}
        Which axis has the first half of the width.
    cls : bool
        Put a row of zeros in front, for a token that is no patch.

    Returns
    -------
    float64 array, shape ``(cls + rows * columns, d_model)``
        Every patch has the norm ``sqrt(d_model / 2)``; dot products depend on the offsets of row and column alone.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `d_model` no multiple of 4, or `rows` or `columns` have not 1 axis.

    Notes
    -----
    The defaults are those of the code of :cite:t:`he2022`, which names its axes height and width, gives the first
    half to the column all the same, and computes in float32.

    Examples
    --------
    >>> table(range(2), range(2), 4).round(4)
    array([[0.    , 1.    , 0.    , 1.    ],
           [0.8415, 0.5403, 0.    , 1.    ],
           [0.    , 1.    , 0.8415, 0.5403],
           [0.8415, 0.5403, 0.8415, 0.5403]])
    >>> table(range(14), range(14), 768, cls=True).shape
    (197, 768)
    """
    d_model = _checks.integer("d_model", d_model)
    if d_model % 4:
        raise ValueError(f"`d_model` must be a multiple of 4, got {d_model}")
    _checks.one_of("first", first, ("column", "row"))
    y, x = (_checks.positions(name, value) for name, value in (("rows", rows), ("columns", columns)))
    for name, value in (("rows", y), ("columns", x)):
        if value.ndim != 1:
            raise ValueError(f"`{name}` must have 1 axis, got {value.ndim}")
    _checks.room("columns", len(x), "len(rows) * d_model", len(y) * d_model)
    halves = [sinusoidal.table(axis, d_model // 2, base=base, grid=grid, layout=layout) for axis in (y, x)]
    by_row, by_column = np.repeat(halves[0], len(x), axis=0), np.tile(halves[1], (len(y), 1))
    patches = np.concatenate([by_column, by_row] if first == "column" else [by_row, by_column], axis=-1)
    return np.concatenate([np.zeros((1, d_model)), patches]) if _checks.flag("cls", cls) else patches
