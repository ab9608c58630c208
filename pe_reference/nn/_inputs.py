"""What a module asks of the tensors that it is called with. Values are looked at where that is cheap: on the CPU."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from pe_reference import _checks

__all__ = ["axes", "boolean", "floating", "indices", "integers", "shape", "visible", "window", "windows"]


def floating(name: str, value: Any) -> None:
    """Refuse what is not a floating-point tensor."""
    if not isinstance(value, Tensor):
        raise TypeError(f"`{name}` must be a tensor, got {_checks.shown(value)}")
    if not value.is_floating_point():
        raise TypeError(f"`{name}` must be a floating-point tensor, got {value.dtype}")


def boolean(name: str, value: Any) -> None:
    """Refuse what is not a boolean tensor."""
    if not isinstance(value, Tensor):
        raise TypeError(f"`{name}` must be a tensor, got {_checks.shown(value)}")
    if value.dtype != torch.bool:
        raise TypeError(f"`{name}` must be a boolean tensor, got {value.dtype}")


def axes(name: str, value: Tensor, wanted: str) -> None:
    """Refuse another number of axes than `wanted` names."""
    if value.ndim != wanted.count(",") + 1:
        raise ValueError(f"`{name}` must have the shape {wanted}, got {tuple(value.shape)}")


def shape(name: str, value: Any, wanted: Mapping[str, tuple[int, ...]]) -> None:
    """Refuse a shape that is none of `wanted`, which maps words to sizes."""
    if not isinstance(value, Tensor):
        raise TypeError(f"`{name}` must be a tensor, got {_checks.shown(value)}")
    if all(tuple(value.shape) != sizes for sizes in wanted.values()):
        either = " or ".join(f"{words} = {sizes}" for words, sizes in wanted.items())
        raise ValueError(f"`{name}` must have the shape {either}, got {tuple(value.shape)}")


def integers(name: str, value: Any) -> None:
    """Refuse what is not a tensor of int64 or int32."""
    if not isinstance(value, Tensor):
        raise TypeError(f"`{name}` must be a tensor, got {_checks.shown(value)}")
    if value.dtype not in (torch.int64, torch.int32):
        raise TypeError(f"`{name}` must be an int64 or int32 tensor, got {value.dtype}")


def indices(name: str, value: Any, bound_name: str, bound: int) -> None:
    """Refuse what is not a tensor of integers from 0 to `bound` - 1."""
    integers(name, value)
    if visible(value):
        low, high = _ends(value)
        if low < 0 or high >= bound:
            worst = low if low < 0 else high
            raise ValueError(f"`{name}` must be from 0 to {bound_name} - 1 = {bound - 1}, got {worst}")


def window(offset: int, seq: int, max_seq_len: int) -> slice:
    """Return the rows from `offset` on, one for each token; refuse where the table ends before."""
    if not torch.compiler.is_compiling():
        offset = _checks.integer("offset", offset, least=0, most=_checks.LARGEST_POSITION)
    if offset < 0 or offset + seq > max_seq_len:
        raise ValueError(f"`max_seq_len` must be at least offset + seq = {offset + seq}, got {max_seq_len}")
    return slice(offset, offset + seq)


def windows(offset: Tensor, batch: int, seq: int, max_seq_len: int) -> None:
    """Refuse a tensor of offsets from which on the table has no row for each token."""
    integers("offset", offset)
    shape("offset", offset, {"()": (), "(batch,)": (batch,)})
    if visible(offset):
        low, high = _ends(offset)
        if low < 0:
            raise ValueError(f"`offset` must be at least 0, got {low}")
        if high + seq > max_seq_len:
            raise ValueError(f"`max_seq_len` must be at least offset + seq = {high + seq}, got {max_seq_len}")


def visible(value: Tensor) -> bool:
    """Whether the values of a tensor can be looked at without waiting for a device or breaking a compiled graph."""
    return not torch.compiler.is_compiling() and value.device.type == "cpu" and value.numel() > 0


def _ends(value: Tensor) -> tuple[int, int]:
    """Return the smallest and the largest value."""
    if value.numel() == 1:
        return int(value), int(value)
    low, high = torch.aminmax(value)
    return int(low), int(high)
