r"""Sines and cosines of geometrically falling frequency, added to the embeddings (Vaswani et al. 2017)."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from pe_reference import _checks, frequencies
from pe_reference.frequencies import Grid

__all__ = ["shift_matrix", "similarity", "table"]

Layout = Literal["interleaved", "concatenated", "cosine_first"]
LAYOUTS = ("interleaved", "concatenated", "cosine_first")


def table(
    positions: ArrayLike,
    d_model: int,
    *,
    base: float = 10_000.0,
    grid: Grid = "paper",
    layout: Layout = "interleaved",
    dtype: DTypeLike = np.float64,
    out: NDArray | None = None,
) -> NDArray:
    r"""Return one row of sines and cosines for each position."""
    d_model = _checks.integer("d_model", d_model)
    _checks.one_of("layout", layout, LAYOUTS)
    cos, sin = frequencies.cos_sin(positions, frequencies.spectrum(d_model, base=base, grid=grid))
    rows = np.empty((*sin.shape[:-1], d_model), dtype) if out is None else out
    sines, cosines = places(d_model, layout)
    rows[..., sines] = sin
    rows[..., cosines] = cos[..., : d_model // 2]
    return rows


def shift_matrix(
    offset: float,
    d_model: int,
    *,
    base: float = 10_000.0,
    grid: Grid = "paper",
    layout: Layout = "interleaved",
) -> NDArray[np.float64]:
    r"""Return the matrix that moves every row by `offset` positions: ``table(p + offset) = table(p) @ T.T``."""
    d_model = _checks.even("d_model", d_model)
    _checks.one_of("layout", layout, LAYOUTS)
    offset = _checks.finite("offset", offset)
    cos, sin = frequencies.cos_sin(offset, frequencies.spectrum(d_model, base=base, grid=grid))
    matrix = np.zeros((d_model, d_model))
    index = np.arange(d_model)
    sines, cosines = (index[where] for where in places(d_model, layout))
    matrix[sines, sines] = cos
    matrix[sines, cosines] = sin
    matrix[cosines, sines] = -sin
    matrix[cosines, cosines] = cos
    return matrix


def similarity(
    offset: ArrayLike, d_model: int, *, base: float = 10_000.0, grid: Grid = "paper"
) -> NDArray[np.float64]:
    r"""Return the dot product of two rows `offset` positions apart."""
    d_model = _checks.even("d_model", d_model)
    cos, _ = frequencies.cos_sin(offset, frequencies.spectrum(d_model, base=base, grid=grid))
    return cos.sum(axis=-1)


def places(d_model: int, layout: Layout) -> tuple[slice, slice]:
    """Return where the sines and where the cosines stand in a row."""
    half = (d_model + 1) // 2
    if layout == "interleaved":
        return slice(0, None, 2), slice(1, None, 2)
    if layout == "concatenated":
        return slice(0, half), slice(half, None)
    return slice(d_model // 2, None), slice(0, d_model // 2)
