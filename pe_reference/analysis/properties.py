"""Boundedness, Gram matrix, shift map, uniqueness, decay: a number each.

A table is an array of shape ``(positions, d_model)``, a row for each position, with real, finite entries of at most
2**400 in size. Everything else is refused: a TypeError for what is not real numbers, a ValueError for the rest.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks

__all__ = [
    "ShiftFit",
    "first_rise",
    "fit_shift",
    "gram",
    "nearest",
    "smallest_distance",
    "still_dimensions",
    "toeplitz_deviation",
    "value_range",
]

MOST_ROWS = 2**17  # of which a memory may hold the dot products of all pairs


class ShiftFit(NamedTuple):
    """What :func:`fit_shift` found."""

    matrix: NDArray[np.float64]
    rank: int
    residual: float
    cutoff: float


def value_range(table: ArrayLike) -> tuple[float, float]:
    """Return the least and the greatest entry: the bounds.

    Parameters
    ----------
    table : array-like, shape ``(positions, d_model)``

    Returns
    -------
    tuple of two floats

    Raises
    ------
    TypeError, ValueError
        If `table` is not a table.

    Examples
    --------
    >>> value_range([[0.0, 1.0], [9.0, -9.0]])
    (-9.0, 9.0)
    """
    rows = _checks.table("table", table)
    return float(rows.min()), float(rows.max())


def gram(table: ArrayLike) -> NDArray[np.float64]:
    r"""Return the dot products of all pairs of rows, :math:`g_{pq} = t_p \cdot t_q`.

    Parameters
    ----------
    table : array-like, shape ``(positions, d_model)``

    Returns
    -------
    float64 array, shape ``(positions, positions)``
        Symmetric; squared lengths on the diagonal.

    Raises
    ------
    TypeError, ValueError
        If `table` is not a table.

    Examples
    --------
    >>> gram([[1.0, 0.0], [1.0, 2.0]])
    array([[1., 1.],
           [1., 5.]])
    """
    rows = _checks.table("table", table, most=MOST_ROWS)
    return rows @ rows.T


def toeplitz_deviation(matrix: ArrayLike) -> float:
    """Return the largest entry minus the least along any one diagonal: 0 where entries depend on the offset alone.

    Parameters
    ----------
    matrix : array-like, shape ``(positions, positions)``
        A Gram matrix, or logits.

    Returns
    -------
    float
        In units of the entries; rounding leaves a few units in their last place.

    Raises
    ------
    TypeError, ValueError
        If `matrix` is not a table, or not square.

    Examples
    --------
    >>> toeplitz_deviation([[2.0, 1.0], [1.0, 2.0]]), toeplitz_deviation([[2.0, 1.0], [1.0, 5.0]])
    (0.0, 3.0)
    """
    square = _checks.table("matrix", matrix)
    _checks.same("matrix.shape[1]", square.shape[1], "matrix.shape[0]", square.shape[0])
    return max(float(np.ptp(np.diagonal(square, k))) for k in range(1 - len(square), len(square)))


def fit_shift(table: ArrayLike, offset: int, *, rcond: float | None = None) -> ShiftFit:
    r"""Return the smallest T of least :math:`\sum_p \lVert t_{p+k} - T t_p \rVert^2`, the fitted shift map.

    Parameters
    ----------
    table : array-like, shape ``(positions, d_model)``
        At least 2 rows; row numbers are the positions.
    offset : int
        How many rows to shift by, from 1 to ``positions - 1``.
    rcond : float, optional
        Singular values of the fitted rows below `rcond` times the largest count as zero: at least 0 and below 1, by
        default the spacing of float64 at 1 times the larger of the number of fitted rows and `d_model`.

    Returns
    -------
    ShiftFit
        `matrix`, float64 ``(d_model, d_model)``, with ``table[offset:] ~ table[:-offset] @ matrix.T``; `rank`, the
        number of singular values that count; `residual`, the largest entry of the error on the fitted rows;
        `cutoff`, the `rcond` that was used.

    Raises
    ------
    TypeError, ValueError
        If `table` is not a table of 2 rows, `offset` leaves none, `rcond` is out of range, or no float64 holds the map.

    Notes
    -----
    The exact map of a sinusoidal table is :func:`pe_reference.embeddings.sinusoidal.shift_matrix`. A map of lower rank
    than `d_model` need not hold for other rows.

    Examples
    --------
    >>> fit = fit_shift([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]], 1)
    >>> fit.rank, (fit.matrix.round(12) + 0.0).tolist()
    (2, [[1.0, 0.0], [1.0, 1.0]])
    """
    rows = _checks.table("table", table, rows=2)
    offset = _checks.integer("offset", offset, most=len(rows) - 1)
    before, after = rows[:-offset], rows[offset:]
    limit = np.finfo(np.float64).eps * max(before.shape) if rcond is None else _checks.probability("rcond", rcond)
    if limit == 1:
        raise ValueError("`rcond` must be below 1, got 1.0")
    solution, _, rank, _ = np.linalg.lstsq(before, after, rcond=limit)
    with np.errstate(over="ignore", invalid="ignore"):
        residual = float(np.abs(before @ solution - after).max())
    if not math.isfinite(residual):
        raise ValueError(f"`table` must have a shift map that float64 holds, got {np.abs(solution).max()} in it")
    return ShiftFit(np.asarray(solution.T, np.float64), int(rank), residual, float(limit))


def smallest_distance(table: ArrayLike, *, block: int = 1024) -> float:
    """Return the smallest Euclidean distance between two rows: above 0 where every position has its own vector.

    Parameters
    ----------
    table : array-like, shape ``(positions, d_model)``
        At least 2 rows.
    block : int
        Rows that are compared at a time: it sets the memory, not the result.

    Returns
    -------
    float
        Exactly 0 if, and only if, two rows are equal. Which of several pairs closer than 1e-8 of their length is the
        closest is not told for sure.

    Raises
    ------
    TypeError, ValueError
        If `table` is not a table of 2 rows, or `block` not a positive integer.

    Examples
    --------
    >>> smallest_distance([[0.0, 0.0], [3.0, 4.0], [3.0, 5.0]])
    1.0
    """
    given = _checks.table("table", table, rows=2)
    block = _checks.integer("block", block)
    if len(np.unique(given + 0.0, axis=0)) < len(given):
        return 0.0
    rows = given / np.abs(given).max()  # so that no square is too small for float64
    best = np.inf
    for start in range(0, len(rows) - 1, block):
        some, norm = rows[start : start + block], (rows[start:] ** 2).sum(1)
        squared = norm[: len(some), None] + norm - 2 * some @ rows[start:].T
        squared[np.tril_indices(len(some))] = np.inf
        a, b = np.unravel_index(squared.argmin(), squared.shape)
        best = min(best, math.dist(given[start + a], given[start + b]))
    return best


def nearest(row: ArrayLike, table: ArrayLike) -> tuple[int, float]:
    r"""Return which row of `table` points most nearly the way of `row`, and the cosine between the two.

    Parameters
    ----------
    row : array-like, shape ``(d_model,)``
        Not all zero.
    table : array-like, shape ``(positions, d_model)``
        Without a row of zeros.

    Returns
    -------
    tuple of int and float
        Index of the row (the first of equals), cosine from -1 to 1.

    Raises
    ------
    TypeError, ValueError
        If `table` and `row` are not a table and a row that fits, or a row has no direction.

    Examples
    --------
    >>> nearest([2.0, 0.0], [[0.0, 1.0], [3.0, 4.0]])
    (1, 0.6)
    """
    rows = _checks.table("table", table)
    one = _checks.real_array("row", row)
    _checks.same("row.shape", one.shape, "table.shape[1:]", rows.shape[1:])
    rows, one = _checks.directions("table", rows), _checks.directions("row", one[None])
    cosine = (rows * one).sum(axis=1)
    return int(cosine.argmax()), float(np.clip(cosine.max(), -1, 1))


def still_dimensions(table: ArrayLike, *, below: float = 0.01) -> int:
    """Return how many dimensions hardly move: their greatest entry minus their least is less than `below`.

    Parameters
    ----------
    table : array-like, shape ``(positions, d_model)``
    below : float
        Positive, in units of the entries.

    Returns
    -------
    int
        From 0 to `d_model`.

    Raises
    ------
    TypeError, ValueError
        If `table` is not a table, or `below` not positive.

    Examples
    --------
    >>> still_dimensions([[0.0, 1.0], [0.5, 1.001]])
    1
    """
    rows = _checks.table("table", table)
    return int((np.ptp(rows, axis=0) < _checks.positive("below", below)).sum())


def first_rise(curve: ArrayLike) -> int | None:
    """Return the first k with ``curve[k + 1] > curve[k]``: how far a similarity falls without a break.

    Parameters
    ----------
    curve : array-like, shape ``(offsets,)``
        At the offsets 0, 1, 2, ...

    Returns
    -------
    int or None
        None where the curve never rises.

    Raises
    ------
    TypeError, ValueError
        If the curve is empty, not real and finite, or has not 1 axis.

    Examples
    --------
    >>> first_rise([4.0, 2.0, 1.0, 3.0]), first_rise([4.0, 2.0])
    (2, None)
    """
    values = _checks.real_array("curve", curve)
    if values.ndim != 1:
        raise ValueError(f"`curve` must have 1 axis, got {values.ndim}")
    rises = np.flatnonzero(values[1:] > values[:-1])
    return int(rises[0]) if rises.size else None
