"""Pairs of a tensor turned by finished cosines and sines, about as fast as memory allows."""

import torch
from torch import Tensor
from torch.autograd import forward_ad

from pe_reference.rotations.rotary import Pairing

__all__ = ["factors", "turned"]

AT_ONCE = 131_072  # numbers of a block: what is read twice is still in the cache


def factors(rows: Tensor, pairing: Pairing) -> Tensor:
    """Return what :func:`turned` multiplies by.

    Parameters
    ----------
    rows : tensor, shape ``(seq, rotary_dim)`` or ``(batch, seq, rotary_dim)``
        Cosines and sines: in turns if interleaved, the cosines first if half.
    pairing : {"interleaved", "half"}
        As in ``pe_reference.rotations.rotary.rotate``.

    Returns
    -------
    tensor, shape ``(seq, *)`` or ``(batch, 1, seq, *)``
        Interleaved, a view as complex numbers; the compiler knows none, so not there.
    """
    if rows.ndim == 3:
        rows = rows[:, None]
    if pairing == "half" or torch.compiler.is_compiling():
        return rows
    return torch.view_as_complex(torch.unflatten(rows, -1, (-1, 2)))


def turned(x: Tensor, by: Tensor, rotary_dim: int, pairing: Pairing) -> Tensor:
    """Return `x`, ``(batch, heads, seq, head_dim)``, with its first numbers turned, in its own dtype.

    Computed in the wider of the two dtypes and rounded once.
    """
    if rotary_dim == x.shape[-1]:
        return _turned(x, by, pairing)
    return torch.cat((_turned(x[..., :rotary_dim], by, pairing), x[..., rotary_dim:]), dim=-1)


def _turned(x: Tensor, by: Tensor, pairing: Pairing) -> Tensor:
    if torch.compiler.is_compiling():
        return _compiled(x, by, pairing)
    turn = _halves if pairing == "half" else _complex
    dtype = torch.promote_types(x.dtype, by.dtype.to_real())
    narrow = x.dtype != dtype
    if x.numel() <= AT_ONCE or (pairing == "interleaved" and not narrow) or _followed(x) or _followed(by):
        return turn(x.to(dtype), by).to(x.dtype) if narrow else turn(x, by)
    out = torch.empty_like(x)
    step = max(1, AT_ONCE * x.shape[-2] // x.numel())
    for some, into, row in zip(*(torch.split(each, step, -2) for each in (x, out, by)), strict=True):
        if narrow:
            into.copy_(turn(some.to(dtype), row))
        else:
            _halves_into(into, some, row)
    return out


def _followed(x: Tensor) -> bool:
    """Whether a gradient, a tangent or a transform of torch.func follows `x`, which writing into memory would lose."""
    if (x.requires_grad and torch.is_grad_enabled()) or (
        forward_ad.unpack_dual(x).tangent is not None  # type: ignore[no-untyped-call]  # torch leaves it without types
    ):
        return True
    try:
        x.untyped_storage()
    except NotImplementedError:  # torch.func wraps it
        return True
    return False


def _complex(x: Tensor, by: Tensor) -> Tensor:
    """Multiply neighbours as complex numbers: one pass over the memory."""
    pairs = torch.unflatten(x, -1, (-1, 2))
    try:
        numbers = torch.view_as_complex(pairs)
    except RuntimeError:  # a view in which they do not lie side by side
        numbers = torch.view_as_complex(pairs.contiguous())
    return torch.view_as_real(numbers * by).flatten(-2)


def _compiled(x: Tensor, by: Tensor, pairing: Pairing) -> Tensor:
    """Turn in real numbers, rounded before they are joined: the compiler makes one pass of it."""
    wide = x.to(torch.promote_types(x.dtype, by.dtype))
    if pairing == "half":
        first, second = _products(*wide.chunk(2, -1), *by.chunk(2, -1))
        return torch.cat((first.to(x.dtype), second.to(x.dtype)), dim=-1)
    first, second = _products(wide[..., 0::2], wide[..., 1::2], by[..., 0::2], by[..., 1::2])
    return torch.stack((first.to(x.dtype), second.to(x.dtype)), dim=-1).flatten(-2)


def _halves(x: Tensor, by: Tensor) -> Tensor:
    return torch.cat(_products(*x.chunk(2, -1), *by.chunk(2, -1)), dim=-1)


def _products(a: Tensor, b: Tensor, cosines: Tensor, sines: Tensor) -> tuple[Tensor, Tensor]:
    return torch.addcmul(a * cosines, b, sines, value=-1), torch.addcmul(b * cosines, a, sines)


def _halves_into(out: Tensor, x: Tensor, by: Tensor) -> None:
    """Do the same, to the last bit, without memory of its own."""
    (into_a, into_b), (a, b), (cosines, sines) = out.chunk(2, -1), x.chunk(2, -1), by.chunk(2, -1)
    torch.mul(a, cosines, out=into_a).addcmul_(b, sines, value=-1)
    torch.mul(b, cosines, out=into_b).addcmul_(a, sines)
