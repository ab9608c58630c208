"""Every refusal and its wording: `` `name` must be ..., got ... ``."""

import contextlib
import math
import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "above",
    "at_least",
    "binary",
    "directions",
    "even",
    "finite",
    "flag",
    "integer",
    "listed",
    "on_grid",
    "one_of",
    "positions",
    "positive",
    "probability",
    "reach",
    "real_array",
    "room",
    "rotary",
    "same",
    "shown",
    "span",
    "table",
    "together",
    "vectors",
]

LARGEST_POSITION = 2**53
LARGEST_ENTRY = 2.0**400
MOST_POSITIONS = 2**31
MOST_AXES = 28  # NumPy has 32 or more; a function may add a few
MOST_BYTES = 2**38
NO_NUMBERS = (bool, np.bool_, np.timedelta64)  # though Python or NumPy counts them among the integers


def integer(name: str, value: Any, *, least: int = 1, most: int = 2**20) -> int:
    """Return `value` as an int between `least` and `most`."""
    if isinstance(value, NO_NUMBERS) or not isinstance(value, numbers.Integral):
        raise TypeError(f"`{name}` must be an integer, got {shown(value)}")
    number = int(value)
    if not least <= number <= most:
        raise ValueError(f"`{name}` must be from {least} to {most}, got {shown(number)}")
    return number


def even(name: str, value: Any, *, least: int = 2, most: int = 2**20) -> int:
    """Return `value` as an even int from `least` to `most`."""
    number = integer(name, value, least=least, most=most)
    if number % 2:
        raise ValueError(f"`{name}` must be even, got {number}")
    return number


def rotary(head_dim: Any, rotary_dim: Any) -> int:
    """Return how many of `head_dim` numbers are turned: `rotary_dim`, or all of them if it is None."""
    width = even("head_dim", head_dim)
    if rotary_dim is None:
        return width
    turned = even("rotary_dim", rotary_dim)
    if turned > width:
        raise ValueError(f"`rotary_dim` must be at most head_dim = {width}, got {turned}")
    return turned


def on_grid(name: str, width: int, grid: str) -> None:
    """Refuse a `width` for which `grid` has no frequencies."""
    if grid == "tensor2tensor" and (width % 2 or width < 4):
        raise ValueError(f"`{name}` must be even and at least 4 on the tensor2tensor grid, got {width}")


def finite(name: str, value: Any) -> float:
    """Return `value` as a finite float."""
    if isinstance(value, NO_NUMBERS) or not isinstance(value, numbers.Real):
        raise TypeError(f"`{name}` must be a real number, got {shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"`{name}` must be finite, got {shown(value)}")
    return number


def positive(name: str, value: Any) -> float:
    """Return `value` as a finite float above zero."""
    number = finite(name, value)
    if number <= 0:
        raise ValueError(f"`{name}` must be positive, got {number}")
    return number


def at_least(name: str, value: Any, least: float) -> float:
    """Return `value` as a finite float from `least` on."""
    number = finite(name, value)
    if number < least:
        raise ValueError(f"`{name}` must be at least {least}, got {number}")
    return number


def above(name: str, value: float, other: str, bound: float) -> float:
    """Return `value` if it is above `bound`, which is called `other`."""
    if value <= bound:
        raise ValueError(f"`{name}` must be above {other} = {bound}, got {value}")
    return value


def probability(name: str, value: Any) -> float:
    """Return `value` as a float from 0 to 1."""
    number = finite(name, value)
    if not 0 <= number <= 1:
        raise ValueError(f"`{name}` must be from 0 to 1, got {number}")
    return number


def flag(name: str, value: Any) -> bool:
    """Return `value` if it is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"`{name}` must be True or False, got {shown(value)}")
    return bool(value)


def one_of(name: str, value: Any, choices: Sequence[str]) -> str:
    """Return `value` if it is one of `choices`."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"`{name}` must be one of {', '.join(choices)}, got {shown(value)}")
    return str(value)


def real_array(name: str, value: Any, *, masked: bool = False) -> NDArray[Any]:
    """Return `value` as an array of at least one real, finite number; `masked` lets -inf through."""
    if isinstance(value, range):
        span(name, value)
        value = listed(value)
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, RuntimeError, OverflowError) as error:
        raise TypeError(f"`{name}` must be an array of real numbers, got {shown(value)}") from error
    if array is not value and np.ma.is_masked(value):
        raise ValueError(f"`{name}` must be without masked entries, got {shown(value)}")
    if array.dtype == object and array.size and all(type(entry) is int for entry in array.flat):
        finite(name, max(array.flat, key=abs))
        array = array.astype(np.float64)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"`{name}` must be real numbers, got {array.dtype} values")
    if array.dtype.itemsize > 8:
        raise TypeError(f"`{name}` must be numbers of at most 64 bits, got {array.dtype} values")
    if array.size == 0:
        raise ValueError(f"`{name}` must hold at least one number, got shape {array.shape}")
    if array.ndim > MOST_AXES:
        raise ValueError(f"`{name}` must have at most {MOST_AXES} axes, got {array.ndim}")
    wrong = np.isnan(array) | (array == np.inf) if masked else ~np.isfinite(array)
    if wrong.any():
        raise ValueError(f"`{name}` must be finite{' or -inf' if masked else ''}, got {array[wrong][0]}")
    return array


def binary(name: str, value: Any) -> NDArray[np.int64]:
    """Return `value` as an array of zeros and ones, at least one of either; truth values count as such."""
    if not isinstance(value, range):
        with contextlib.suppress(TypeError, ValueError, RuntimeError, OverflowError):  # worded by real_array
            truths = np.asanyarray(value)
            value = truths.astype(np.int8) if truths.dtype == np.bool_ else value
    array = real_array(name, value)
    wrong = (array != 0) & (array != 1)
    if wrong.any():
        raise ValueError(f"`{name}` must be 0 or 1, got {array[wrong][0]}")
    return array.astype(np.int64)


def positions(name: str, value: Any, other: str = "width", width: int = 1) -> NDArray[Any]:
    """Return `value` as an array of at least one real position, few enough for `width` numbers each."""
    if isinstance(value, range):
        room(name, span(name, value), other, width)
    array = real_array(name, value)
    room(name, array.size, other, width)
    for extreme in (array.max().item(), array.min().item()):
        if not -LARGEST_POSITION <= extreme <= LARGEST_POSITION:
            raise ValueError(f"`{name}` must be at most 2**53 in size, got {extreme}")
    return array


def span(name: str, value: range) -> int:
    """Return how many positions the range `value` holds."""
    count = (value[-1] - value[0]) // value.step + 1 if value else 0
    if count > MOST_POSITIONS:
        raise ValueError(f"`{name}` must hold at most {MOST_POSITIONS} positions, got a range of {shown(count)}")
    positions(name, [value[0], value[-1]] if value else [])
    return count


def listed(value: range) -> NDArray[np.int64]:
    """Return the numbers of a range that is not empty, however far its step or stop is."""
    step = (value[-1] - value[0]) // max(1, len(value) - 1) or 1
    return np.arange(value[0], value[-1] + step, step, dtype=np.int64)


def room(name: str, count: int, other: str, width: int, *, itemsize: int = 8) -> None:
    """Refuse `count` rows of `width` numbers when no memory holds them."""
    most = MOST_BYTES // (width * itemsize)
    if count > most:
        raise ValueError(f"`{name}` must hold at most {most} positions at {other} = {width}, got {count}")


def reach(name: str, value: Any, other: str, rates: NDArray[np.float64]) -> None:
    """Refuse positions whose angles at the frequencies `rates` are too large to be told apart."""
    ends = [value[0], value[-1]] if isinstance(value, range) else value
    largest = float(np.abs(ends).max()) * float(np.abs(rates).max())
    if largest > LARGEST_POSITION:
        raise ValueError(f"`{name}` must give angles of at most 2**53 with `{other}`, got {largest}")


def vectors(name: str, value: Any) -> NDArray[np.float64]:
    """Return `value` as float64 rows of at least one number, in an array of two axes or more."""
    array = real_array(name, value).astype(np.float64, copy=False)
    if array.ndim < 2:
        raise ValueError(f"`{name}` must have at least 2 axes (..., positions, width), got {array.ndim}")
    if np.abs(array).max() > LARGEST_ENTRY:
        raise ValueError(f"`{name}` must be at most 2**400 in size, got {np.abs(array).max()}")
    return array


def table(name: str, value: Any, *, rows: int = 1, most: int = MOST_POSITIONS) -> NDArray[np.float64]:
    """Return `value` as a float64 matrix of at least `rows` and at most `most` rows."""
    array = real_array(name, value)
    if array.ndim != 2:
        raise ValueError(f"`{name}` must have 2 axes (positions, d_model), got {array.ndim}")
    if len(array) < rows:
        raise ValueError(f"`{name}` must have at least {rows} rows, got {len(array)}")
    if len(array) > most:
        raise ValueError(f"`{name}` must have at most {most} rows, got {len(array)}")
    return vectors(name, array)


def directions(name: str, value: Any) -> NDArray[np.float64]:
    """Return the rows of a table at length 1."""
    rows = table(name, value)
    largest = np.abs(rows).max(axis=1, keepdims=True)
    if not largest.all():
        raise ValueError(f"`{name}` must have a direction, got a row of zeros")
    rows = rows / largest  # so that no square is too small for float64
    unit: NDArray[np.float64] = rows / np.sqrt((rows**2).sum(axis=1, keepdims=True))
    return unit


def same(name: str, got: Any, other: str, expected: Any) -> None:
    """Refuse when two sizes that must agree do not."""
    if got != expected:
        raise ValueError(f"`{name}` must be {other} = {expected}, got {got}")


def together(name: str, got: tuple[int, ...], other: str, expected: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape that two shapes broadcast to; refuse when there is none."""
    try:
        return np.broadcast_shapes(got, expected)
    except ValueError:
        raise ValueError(f"`{name}` must be broadcastable with {other} = {expected}, got {got}") from None


def shown(value: Any) -> str:
    """Return `value` as a few words."""
    if isinstance(value, int) and abs(value) > LARGEST_POSITION * 2**11:
        return f"an integer of {value.bit_length()} bits"
    try:
        words = " ".join(repr(value).split())
    except ValueError:  # Python does not print an integer of thousands of digits
        return f"a {type(value).__name__} of huge integers"
    return words if len(words) <= 60 else f"{words[:56]} ..."
