"""From NumPy's float64 to a torch dtype with one rounding: torch's own way to a half precision has two."""

from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

__all__ = ["kept_wide", "rounded", "wide"]


def rounded(values: NDArray[np.float64], dtype: torch.dtype) -> Tensor:
    """Return the values of `dtype` nearest to `values`, ties to even.

    Narrow types go through a float32 that is rounded to odd: it keeps a trace of what was cut off, so that torch's
    rounding of the float32 is that of the float64.

    Parameters
    ----------
    values : float64 array
        Finite.
    dtype : torch.dtype
        A floating type.

    Returns
    -------
    tensor of `dtype`
        In the shape of `values`, on the CPU, in memory of torch's own: aligned for its widest loads, as NumPy's is not.

    Examples
    --------
    >>> just_above_a_tie = np.array([1 + 2.0**-8 + 2.0**-40])
    >>> rounded(just_above_a_tie, torch.bfloat16)
    tensor([1.0078], dtype=torch.bfloat16)
    >>> torch.as_tensor(just_above_a_tie).to(torch.bfloat16)
    tensor([1.], dtype=torch.bfloat16)
    """
    if dtype == torch.float64:
        return torch.from_numpy(values).clone()
    near = values.astype(np.float32)
    if dtype != torch.float32:
        inexact_even = (near != values) & (near.view(np.int32) % 2 == 0)
        towards = np.where(values > near, np.inf, -np.inf).astype(np.float32)
        near = np.where(inexact_even, np.nextafter(near, towards), near)
    return torch.from_numpy(near).to(dtype, copy=True)


def wide(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype of finished values that a module of `dtype` computes with: float32 or float64.

    Examples
    --------
    >>> wide(torch.bfloat16)
    torch.float32
    """
    return torch.float64 if dtype == torch.float64 else torch.float32


def kept_wide(before: Tensor, after: Tensor, compute: Callable[[torch.dtype], Tensor]) -> Tensor:
    """Return the values of a buffer that a conversion took from `before` to `after`, never narrower than float32.

    Parameters
    ----------
    before, after : tensor
        The buffer before and after the conversion.
    compute : callable
        Takes float32 or float64 and returns the values, rounded once. It is called where they widen and where they
        leave the ``meta`` device.

    Returns
    -------
    tensor
        On the device of `after`.

    Examples
    --------
    >>> third = torch.tensor([1 / 3])
    >>> kept_wide(third, third.half(), lambda dtype: torch.tensor([1 / 3], dtype=dtype)) is third
    True
    """
    dtype = wide(after.dtype)
    if dtype != before.dtype or (before.is_meta and not after.is_meta):
        return compute(dtype).to(after.device)
    return after if after.dtype == dtype else before.to(after.device)
