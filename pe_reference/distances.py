"""The one place with a sign: how far the key is from the query."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks

__all__ = ["relative_position"]


def relative_position(query_positions: ArrayLike, key_positions: ArrayLike) -> NDArray[np.float64]:
    """Return key minus query.

    Parameters
    ----------
    query_positions : array-like, shape ``(*batch, query)``
        Positions in tokens.
    key_positions : array-like, shape ``(*batch, key)``
        Positions in tokens.

    Returns
    -------
    float64 array, shape ``(*batch, query, key)``
        Negative where the key lies before the query.

    Raises
    ------
    TypeError, ValueError
        If the positions are not finite real numbers, or not at least one.

    Examples
    --------
    >>> relative_position([4], range(6))
    array([[-4., -3., -2., -1.,  0.,  1.]])
    """
    query = _checks.positions("query_positions", query_positions).astype(np.float64)
    key = _checks.positions("key_positions", key_positions).astype(np.float64)
    return key[..., None, :] - query[..., :, None]
