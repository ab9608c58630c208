"""Every refusal and its wording: `` `name` must be ..., got ... ``."""

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["finite", "integer", "one_of", "positions", "positive", "same", "table"]

LARGEST_POSITION = 2**53


def integer(name: str, value: Any, *, least: int = 1, most: int = 2**20) -> int:
    """Return `value` as an int between `least` and `most`."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Integral):
        raise TypeError(f"`{name}` must be an integer, got {value!r}")
    if not least <= value <= most:
        raise ValueError(f"`{name}` must be from {least} to {most}, got {value}")
    return int(value)


def even(name: str, value: Any, *, least: int = 2) -> int:
    """Return `value` as an even int of at least `least`."""
    if integer(name, value, least=least) % 2:
        raise ValueError(f"`{name}` must be even, got {value}")
    return int(value)


def finite(name: str, value: Any) -> float:
    """Return `value` as a finite float."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise TypeError(f"`{name}` must be a real number, got {value!r}")
    if not np.isfinite(value):
        raise ValueError(f"`{name}` must be finite, got {value}")
    return float(value)


def positive(name: str, value: Any) -> float:
    """Return `value` as a finite float above zero."""
    if finite(name, value) <= 0:
        raise ValueError(f"`{name}` must be positive, got {value}")
    return float(value)


def one_of(name: str, value: Any, choices: Sequence[str]) -> str:
    """Return `value` if it is one of `choices`."""
    if value not in choices:
        raise ValueError(f"`{name}` must be one of {', '.join(choices)}, got {value!r}")
    return str(value)


def real_array(name: str, value: ArrayLike) -> NDArray[Any]:
    """Return `value` as a real, finite array."""
    array = np.asarray(value)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"`{name}` must be real numbers, got {array.dtype} values")
    if not np.isfinite(array).all():
        raise ValueError(f"`{name}` must be finite, got {array[~np.isfinite(array)][0]}")
    return array


def positions(name: str, value: ArrayLike) -> NDArray[Any]:
    """Return `value` as an array of at least one real position."""
    array = real_array(name, value)
    if array.size == 0:
        raise ValueError(f"`{name}` must hold at least one position, got shape {array.shape}")
    if np.abs(array).max() > LARGEST_POSITION:
        raise ValueError(f"`{name}` must be at most 2**53 in size, got {np.abs(array).max()}")
    return array


def table(name: str, value: ArrayLike, *, rows: int = 1) -> NDArray[np.float64]:
    """Return `value` as a float64 matrix of at least `rows` rows."""
    array = real_array(name, value)
    if array.ndim != 2:
        raise ValueError(f"`{name}` must have 2 axes (positions, d_model), got {array.ndim}")
    if len(array) < rows or array.shape[1] == 0:
        raise ValueError(f"`{name}` must have at least {rows} rows and 1 column, got shape {array.shape}")
    return array.astype(np.float64, copy=False)


def same(name: str, got: Any, other: str, expected: Any) -> None:
    """Refuse when two sizes that must agree do not."""
    if got != expected:
        raise ValueError(f"`{name}` must be {other} = {expected}, got {got}")
