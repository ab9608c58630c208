r"""Sines and cosines of geometrically falling frequency, added to the embeddings (Vaswani et al. 2017)."""

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from pe_reference import _checks, frequencies
from pe_reference.embeddings import _blocks
from pe_reference.frequencies import Grid

__all__ = ["shift_matrix", "similarity", "table"]

Layout = Literal["interleaved", "concatenated", "cosine_first"]
LAYOUTS = ("interleaved", "concatenated", "cosine_first")
WIDEST_MATRIX = 2**17
DTYPES = ("float64", "float32", "float16")


def table(
    positions: ArrayLike,
    d_model: int,
    *,
    base: float = 10_000.0,
    grid: Grid = "paper",
    layout: Layout = "interleaved",
    dtype: DTypeLike | None = None,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]:
    r"""Return one row of sines and cosines for each position.

    .. math:: PE_{p,2j} = \sin(p \, b^{-2j/d}), \qquad PE_{p,2j+1} = \cos(p \, b^{-2j/d})

    This is the formula of :cite:t:`vaswani2017`, section 3.5, as `grid` and `layout` have it by default.

    Parameters
    ----------
    positions : array-like of any shape
        Positions in tokens, of either sign, whole or not; a number alone is one position, so a table of 100 rows is
        that of ``range(100)``. A `range` is the fastest; an array of the same positions gives the same bits. A row
        depends on its position alone: a table is the start of every longer one.
    d_model : int
        Width :math:`d`. An odd one has a sine more than cosines, on the paper grid.
    base, grid
        The frequencies, as for :func:`pe_reference.frequencies.spectrum`.
    layout : {"interleaved", "concatenated", "cosine_first"}
        ``sin cos sin cos`` as in the paper, all sines then all cosines as in the authors' code
        :cite:p:`tensor2tensor`, or all cosines then all sines.
    dtype : {float64, float32, float16}, optional
        That of `out`, or float64. Numbers are rounded to it once.
    out : array, shape ``(*positions, d_model)``, optional
        Where to write. It need not be contiguous.

    Returns
    -------
    array, shape ``(*positions, d_model)``
        `out`, if given. Entries are within 3e-16 of the formula below position 2**20, before the rounding to `dtype`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `out` has another shape or dtype or is read-only, or no memory holds the
        table.

    See Also
    --------
    shift_matrix : what moves a row by so many positions.

    Examples
    --------
    >>> table(range(3), 4).round(4)
    array([[ 0.    ,  1.    ,  0.    ,  1.    ],
           [ 0.8415,  0.5403,  0.01  ,  1.    ],
           [ 0.9093, -0.4161,  0.02  ,  0.9998]])
    >>> table(1, 4, layout="concatenated").round(4)
    array([0.8415, 0.01  , 0.5403, 1.    ])
    """
    d_model = _checks.integer("d_model", d_model)
    _checks.one_of("layout", layout, LAYOUTS)
    where: range | NDArray[np.float64]
    shape: tuple[int, ...]
    if isinstance(positions, range):
        where, shape = positions, (_checks.span("positions", positions), d_model)
    else:
        array = _checks.positions("positions", positions)
        where, shape = array.astype(np.float64).reshape(-1), (*array.shape, d_model)
    out = _ready(out, dtype, shape)
    _checks.on_grid("d_model", d_model, grid)
    spectrum = frequencies.spectrum(d_model, base=base, grid=grid)
    _checks.reach("positions", where, "base", spectrum.hi)
    flat = np.asarray(out).reshape(-1, d_model)
    at_sines, at_cosines = _places(d_model, layout)
    in_pairs = (at_sines, at_cosines) == (slice(0, None, 2), slice(1, None, 2)) and d_model % 2 == 0
    sines_and_cosines = flat.reshape(len(flat), -1, 2) if in_pairs else flat
    sines, cosines = flat[:, at_sines], flat[:, at_cosines]
    for rows, pairs, tile in _blocks.tiles(where, spectrum):
        if in_pairs:
            sines_and_cosines[rows, pairs] = tile
        else:
            sines[rows, pairs] = tile[..., 0]
            cosines[rows, pairs] = tile[:, : d_model // 2 - pairs.start, 1]
    if not np.may_share_memory(flat, out):
        out[...] = flat.reshape(shape)
    return out


def shift_matrix(
    offset: float,
    d_model: int,
    *,
    base: float = 10_000.0,
    grid: Grid = "paper",
    layout: Layout = "interleaved",
) -> NDArray[np.float64]:
    r"""Return the matrix :math:`T(k)` that moves every row by `offset` positions, whatever the position.

    .. math::

        PE_{p+k} = T(k) \, PE_p, \qquad
        T(k) = \bigoplus_j
        \begin{pmatrix} \cos k\omega_j & \sin k\omega_j \\ -\sin k\omega_j & \cos k\omega_j \end{pmatrix}

    It is orthogonal, and :math:`T(k) \, T(m) = T(k + m)`. :cite:t:`vaswani2017`, section 3.5, give its existence as the
    reason for the formula.

    Parameters
    ----------
    offset : float
        How many positions further, :math:`k`; negative goes back.
    d_model : int
        Width, even: a sine without its cosine has no such matrix.
    base, grid, layout
        As for :func:`table`.

    Returns
    -------
    float64 array, shape ``(d_model, d_model)``
        To be applied to a column; for tables, ``table(p + offset) = table(p) @ T.T``.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `d_model` is odd, or the matrix is too large for any memory.

    Examples
    --------
    >>> shift_matrix(3, 2).round(4)
    array([[-0.99  ,  0.1411],
           [-0.1411, -0.99  ]])
    >>> bool(np.allclose(table(8, 2), table(5, 2) @ shift_matrix(3, 2).T))
    True
    """
    d_model = _checks.even("d_model", d_model, most=WIDEST_MATRIX)
    _checks.one_of("layout", layout, LAYOUTS)
    step = _checks.positions("offset", _checks.finite("offset", offset))
    _checks.on_grid("d_model", d_model, grid)
    spectrum = frequencies.spectrum(d_model, base=base, grid=grid)
    _checks.reach("offset", step, "base", spectrum.hi)
    cos, sin = frequencies.cos_sin(step, spectrum)
    matrix = np.zeros((d_model, d_model))
    index = np.arange(d_model)
    sines, cosines = (index[where] for where in _places(d_model, layout))
    matrix[sines, sines] = cos
    matrix[sines, cosines] = sin
    matrix[cosines, sines] = -sin
    matrix[cosines, cosines] = cos
    return matrix


def similarity(offset: ArrayLike, d_model: int, *, base: float = 10_000.0, grid: Grid = "paper") -> NDArray[np.float64]:
    r"""Return the dot product of two rows that are `offset` positions apart, whatever the positions.

    .. math:: PE_p \cdot PE_{p+k} = \sum_j \cos k\omega_j

    Parameters
    ----------
    offset : array-like of any shape
        Distances :math:`k` in positions, of either sign.
    d_model : int
        Width, even.
    base, grid
        As for :func:`table`. The layout does not matter.

    Returns
    -------
    float64 array, shape of `offset`
        At most ``d_model / 2``, which is reached at 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, or `d_model` is odd.

    Notes
    -----
    The formula follows from that of :cite:t:`vaswani2017`, section 3.5, by the angle addition theorem.

    Examples
    --------
    >>> similarity([0, 1, -1, 100], 8).round(4)
    array([4.    , 3.5353, 3.5353, 1.5586])
    """
    d_model = _checks.even("d_model", d_model)
    offset = _checks.positions("offset", offset, "d_model", d_model)
    _checks.on_grid("d_model", d_model, grid)
    spectrum = frequencies.spectrum(d_model, base=base, grid=grid)
    _checks.reach("offset", offset, "base", spectrum.hi)
    cos, _ = frequencies.cos_sin(offset, spectrum)
    return np.asarray(cos.sum(axis=-1))


def _places(d_model: int, layout: Layout) -> tuple[slice, slice]:
    """Return where the sines and where the cosines stand in a row."""
    half = (d_model + 1) // 2
    if layout == "interleaved":
        return slice(0, None, 2), slice(1, None, 2)
    if layout == "concatenated":
        return slice(0, half), slice(half, None)
    return slice(d_model // 2, None), slice(0, d_model // 2)


def _ready(out: NDArray[Any] | None, dtype: DTypeLike | None, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return the array to write into."""
    kinds = DTYPES if dtype is None else (_checks.one_of("dtype", _name(dtype), DTYPES),)
    if out is None:
        kind = np.dtype(kinds[0])
        _checks.room("positions", math.prod(shape[:-1]), "d_model", shape[-1], itemsize=kind.itemsize)
        return np.empty(shape, kind)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"`out` must be a NumPy array, got {type(out).__name__}")
    _checks.one_of("out.dtype", _name(out.dtype), kinds)
    _checks.same("out.shape", out.shape, "(*positions, d_model)", shape)
    if not out.flags.writeable:
        raise ValueError("`out` must be writeable, got a read-only array")
    return out


def _name(dtype: DTypeLike) -> str:
    """Return the name of a dtype, whatever it is given as."""
    try:
        kind = np.dtype(dtype)
    except (TypeError, ValueError):
        return _checks.shown(dtype)
    return kind.name if kind.isnative else str(kind)
