"""Boundedness, Gram matrix, shift map, uniqueness, decay: a number each."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks

__all__ = [
    "ShiftFit", "fit_shift", "first_rise", "gram", "nearest", "smallest_distance", "still_dimensions", "toeplitz_deviation",
    "value_range",
]


class ShiftFit(NamedTuple):
    """Least-squares map from each row to the row `offset` further."""

    matrix: NDArray[np.float64]
    rank: int
    residual: float


def value_range(table: ArrayLike) -> tuple[float, float]:
    """Return the least and the greatest entry."""
    rows = _checks.table("table", table)
    return float(rows.min()), float(rows.max())


def gram(table: ArrayLike) -> NDArray[np.float64]:
    """Return the dot products of all pairs of rows."""
    rows = _checks.table("table", table)
    return rows @ rows.T


def toeplitz_deviation(matrix: ArrayLike) -> float:
    """Return the largest spread along any diagonal: 0 where entries depend on j - i alone."""
    square = _checks.table("matrix", matrix)
    _checks.same("matrix columns", square.shape[1], "its rows", square.shape[0])
    return max(float(np.ptp(np.diagonal(square, k))) for k in range(1 - len(square), len(square)))


def fit_shift(table: ArrayLike, offset: int, *, rcond: float | None = None) -> ShiftFit:
    """Return the least-squares `matrix` with ``table[offset:] ~ table[:-offset] @ matrix.T``.

    Singular values below `rcond` times the largest count as zero (float64 eps times the larger side by default);
    `rank` is the number of the others, `residual` the largest entry of the error on the rows that were fitted.
    """
    rows = _checks.table("table", table, rows=2)
    offset = _checks.integer("offset", offset, most=len(rows) - 1)
    before, after = rows[:-offset], rows[offset:]
    solution, _, rank, _ = np.linalg.lstsq(before, after, rcond=rcond)
    return ShiftFit(solution.T, int(rank), float(np.abs(before @ solution - after).max()))


def smallest_distance(table: ArrayLike, *, block: int = 1024) -> float:
    """Return the smallest Euclidean distance between two rows: above 0 where every position has its own vector."""
    rows = _checks.table("table", table, rows=2)
    best = np.inf
    for start in range(0, len(rows), block):
        some, norm = rows[start : start + block], (rows[start:] ** 2).sum(1)
        squared = norm[: len(some), None] + norm - 2 * some @ rows[start:].T
        i, j = np.tril_indices(len(some))
        squared[i, j] = np.inf
        a, b = np.unravel_index(squared.argmin(), squared.shape)
        best = min(best, float(np.linalg.norm(some[a] - rows[start + b])))
    return best


def nearest(row: ArrayLike, table: ArrayLike) -> tuple[int, float]:
    """Return the index of the row of `table` with the greatest cosine similarity to `row`, and that cosine."""
    rows, one = _checks.table("table", table), np.asarray(row, float)
    _checks.same("row", one.shape, "one row of `table`, shape", rows.shape[1:])
    cosine = rows @ one / np.linalg.norm(rows, axis=1) / np.linalg.norm(one)
    return int(cosine.argmax()), float(cosine.max())


def still_dimensions(table: ArrayLike, *, below: float = 0.01) -> int:
    """Return how many dimensions move by less than `below` over the rows of the table."""
    rows = _checks.table("table", table)
    return int((np.ptp(rows, axis=0) < _checks.positive("below", below)).sum())


def first_rise(curve: ArrayLike) -> int | None:
    """Return the first k with ``curve[k + 1] > curve[k]``, or None where the curve never rises."""
    values = _checks.real_array("curve", curve)
    rises = np.flatnonzero(np.diff(values) > 0)
    return int(rises[0]) if rises.size else None
