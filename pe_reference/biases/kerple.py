r"""KERPLE: a penalty with two learned numbers for each head, from conditionally positive definite kernels."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks
from pe_reference.biases import _pairs

__all__ = ["Kind", "bias"]

Kind = Literal["log", "power"]
KINDS = ("log", "power")


def bias(
    query_positions: ArrayLike,
    key_positions: ArrayLike,
    *,
    r1: ArrayLike,
    r2: ArrayLike,
    kind: Kind = "log",
    causal: bool,
) -> NDArray[np.float64]:
    r"""Return what is added to the logits of each head.

    With :math:`d = |p^{key}_j - p^{query}_i|`,

    .. math::

        b_{hij} = -r_{1,h} \ln(1 + r_{2,h} \, d) \quad \text{(log)}, \qquad
        b_{hij} = -r_{1,h} \, d^{\,r_{2,h}} \quad \text{(power)}

    Parameters
    ----------
    query_positions : array-like, shape ``(*batch, query)``
        Positions in tokens: any real numbers up to 2**53 in size. For decoding, the last ones alone.
    key_positions : array-like, shape ``(*batch, key)``
        Positions in tokens. Batch axes broadcast.
    r1 : array-like, shape ``(heads,)``
        How strong the penalty is; above 0.
    r2 : array-like, shape ``(heads,)``
        Log: how soon it flattens, for one token of distance; above 0. Power: the exponent; above 0, at most 2.
    kind : {"log", "power"}
        Power with exponent 1 is the formula of ALiBi.
    causal : bool
        True: ``-inf`` where the key comes after the query. False: the same penalty on both sides.

    Returns
    -------
    float64 array, shape ``(*batch, heads, query, key)``
        At most 0.

    Raises
    ------
    TypeError
        If an array does not hold real numbers, or `causal` is not a bool.
    ValueError
        If an array is empty, not finite or too large, `r1` or `r2` is out of its range, the axes do not fit, or there
        is no such `kind`.

    Notes
    -----
    Of :cite:t:`chi2022`. Both are conditionally positive definite: a large enough constant, which the softmax does
    not see, makes them a kernel. Beyond the exponent 2 the power is none. The authors' code keeps the learned numbers
    at 0.01 or above.

    Examples
    --------
    >>> bias([3], range(4), r1=[1.0], r2=[2.0], kind="power", causal=True)
    array([[[-9., -4., -1.,  0.]]])
    >>> bias([3], range(4), r1=[1.0], r2=[2.0], causal=True).round(3)
    array([[[-1.946, -1.609, -1.099,  0.   ]]])
    """
    strength, shape = _parameter("r1", r1), _parameter("r2", r2)
    _checks.same("r2.shape", (shape.size,), "r1.shape", (strength.size,))
    if _checks.one_of("kind", kind, KINDS) == "power" and shape.max() > 2:
        raise ValueError(f"`r2` must be at most 2 for the power, got {shape.max()}")
    relative = _pairs.relative(query_positions, key_positions, strength.size)
    distance = np.abs(relative)
    growth = np.log1p(shape * distance) if kind == "log" else distance**shape
    penalty: NDArray[np.float64] = 0.0 - strength * growth  # 0 - 0 is 0, while -0 prints its sign
    return np.where(relative > 0, -np.inf, penalty) if _checks.flag("causal", causal) else penalty


def _parameter(name: str, value: ArrayLike) -> NDArray[np.float64]:
    array = _pairs.heads(name, value)
    if array.min() == 0:
        raise ValueError(f"`{name}` must be positive, got {array.min()}")
    return array
