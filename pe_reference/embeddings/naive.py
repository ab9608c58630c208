"""Codes that come to mind first: linear, integer, one-hot, triangle wave."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, frequencies

__all__ = ["integer", "linear", "one_hot", "triangle"]


def linear(positions: ArrayLike, d_model: int) -> NDArray[np.float64]:
    """Return rows that hold the position in every dimension, shape ``(*positions, d_model)``."""
    d_model = _checks.integer("d_model", d_model)
    return np.repeat(integer(positions), d_model, axis=-1)


def integer(positions: ArrayLike) -> NDArray[np.float64]:
    """Return rows that hold the position as their one number, shape ``(*positions, 1)``."""
    return _checks.positions("positions", positions).astype(np.float64)[..., None]


def one_hot(positions: ArrayLike, num_positions: int) -> NDArray[np.float64]:
    """Return rows of zeros with a one at the position, shape ``(*positions, num_positions)``."""
    num_positions = _checks.integer("num_positions", num_positions)
    where = _checks.positions("positions", positions)
    if where.dtype.kind not in "iu":
        raise TypeError(f"`positions` must be integers for a one-hot code, got {where.dtype} values")
    if where.min() < 0 or where.max() >= num_positions:
        worst = where.min() if where.min() < 0 else where.max()
        raise ValueError(f"`positions` must be from 0 to num_positions - 1 = {num_positions - 1}, got {worst}")
    return (where[..., None] == np.arange(num_positions)).astype(np.float64)


def triangle(positions: ArrayLike, d_model: int, *, base: float = 10_000.0) -> NDArray[np.float64]:
    """Return the sinusoidal layout with triangle waves of the same periods, shape ``(*positions, d_model)``."""
    d_model = _checks.even("d_model", d_model)
    turns = frequencies.angles(positions, frequencies.inv_freq(d_model, base=base)) / (2 * np.pi)
    rows = np.empty((*turns.shape[:-1], d_model))
    rows[..., 0::2] = 4 * np.abs((turns - 0.25) % 1 - 0.5) - 1
    rows[..., 1::2] = 4 * np.abs(turns % 1 - 0.5) - 1
    return rows
