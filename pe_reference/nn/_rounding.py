"""From NumPy's float64 to a torch dtype with one rounding: torch's own way to a half precision has two."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

__all__ = ["rounded"]


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
        In the shape of `values`, on the CPU.

    Examples
    --------
    >>> just_above_a_tie = np.array([1 + 2.0**-8 + 2.0**-40])
    >>> rounded(just_above_a_tie, torch.bfloat16)
    tensor([1.0078], dtype=torch.bfloat16)
    >>> torch.as_tensor(just_above_a_tie).to(torch.bfloat16)
    tensor([1.], dtype=torch.bfloat16)
    """
    if dtype == torch.float64:
        return torch.from_numpy(values)
    near = values.astype(np.float32)
    if dtype != torch.float32:
        inexact_even = (near != values) & (near.view(np.int32) % 2 == 0)
        towards = np.where(values > near, np.inf, -np.inf).astype(np.float32)
        near = np.where(inexact_even, np.nextafter(near, towards), near)
    return torch.from_numpy(near).to(dtype)
