"""Whether runs of one kind lie above runs of another by more than chance explains."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks

__all__ = ["lead"]


def lead(more: ArrayLike, less: ArrayLike) -> NDArray[np.float64]:
    r"""Return by how much `more` lies above `less`, beyond twice the wider range of their seeds.

    .. math:: \overline{more} - \overline{less} - 2 \max(\operatorname{range} more, \operatorname{range} less)

    Where it is positive, "more" is what the runs say, whichever seed is asked.

    Parameters
    ----------
    more, less : array-like, shape ``(seeds,)`` or ``(seeds, ...)``
        A measure of two arms; a number, such as the chance level, has no range.

    Returns
    -------
    ndarray of float64, shape ``()`` or ``(...)``
        In the unit of the measure.

    Raises
    ------
    TypeError, ValueError
        If an argument is not an array of finite real numbers, or is empty.

    Examples
    --------
    >>> print(f"{lead([0.9, 1.0, 0.95], [0.1, 0.2, 0.15]):.2f}")
    0.60
    >>> print(lead([0.9, 0.3, 0.6], 0.0625) > 0)
    False
    """
    above, below = (
        np.atleast_1d(_checks.real_array(*each)).astype(np.float64) for each in (("more", more), ("less", less))
    )
    if above.ndim > 1 and below.ndim > 1:
        _checks.same("less.shape[1:]", below.shape[1:], "more.shape[1:]", above.shape[1:])
    spread = np.maximum(np.ptp(above, axis=0), np.ptp(below, axis=0))
    return np.asarray(above.mean(axis=0) - below.mean(axis=0) - 2 * spread)
