"""Pairs of a query and a key, one number for each head."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, distances

__all__ = ["heads", "relative", "whole"]


def relative(query_positions: ArrayLike, key_positions: ArrayLike, num_heads: int) -> NDArray[np.float64]:
    """Return key minus query, ``(*batch, 1, query, key)``, if there is room for `num_heads` such arrays."""
    query = _checks.positions("query_positions", query_positions)
    key = _checks.positions("key_positions", key_positions)
    _checks.room("key_positions", key.size, "heads times queries", num_heads * math.prod(query.shape[-1:]))
    return np.expand_dims(distances.relative_position(query, key), -3)


def heads(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Return a finite number of at least 0 for each head, ``(heads, 1, 1)``."""
    array = _checks.real_array(name, value).astype(np.float64)
    if array.ndim != 1:
        raise ValueError(f"`{name}` must have 1 axis (heads), got {array.ndim}")
    if array.min() < 0:
        raise ValueError(f"`{name}` must be at least 0, got {array.min()}")
    if array.max() > _checks.LARGEST_ENTRY:
        raise ValueError(f"`{name}` must be at most 2**400, got {array.max()}")
    return array[:, None, None]


def whole(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Return numbers without a fraction, of any numeric type."""
    array = _checks.real_array(name, value).astype(np.float64)
    fractions = array != np.trunc(array)
    if fractions.any():
        raise ValueError(f"`{name}` must be whole numbers, got {array[fractions][0]}")
    return array
