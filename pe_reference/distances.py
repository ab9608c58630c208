"""The one place with a sign: how far the key is from the query."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks

__all__ = ["relative_position"]


def relative_position(query_positions: ArrayLike, key_positions: ArrayLike) -> NDArray[np.float64]:
    r"""Return key minus query, for every pair.

    .. math:: r_{ij} = p^{key}_j - p^{query}_i

    Parameters
    ----------
    query_positions : array-like, shape ``(*batch, query)``
        Positions in tokens: any real numbers up to 2**53 in size.
    key_positions : array-like, shape ``(*batch, key)``
        Positions in tokens. The batch axes broadcast against those of `query_positions`.

    Returns
    -------
    float64 array, shape ``(*batch, query, key)``
        Distances in tokens, negative where the key lies before the query. Integers are exact up to 2**53.

    Raises
    ------
    TypeError
        If the positions are not real numbers.
    ValueError
        If there are no positions, if they have no axis, are not finite, above 2**53 in size or too many for any
        memory, or if the batch axes do not fit.

    Notes
    -----
    The sign is that of T5 :cite:p:`raffel2020`. ALiBi :cite:p:`press2022` and a rotary score depend on the same
    number; papers that write query minus key have the other sign.

    Examples
    --------
    >>> relative_position([4], range(6))
    array([[-4., -3., -2., -1.,  0.,  1.]])
    """
    query, key = _axis("query_positions", query_positions), _axis("key_positions", key_positions)
    _checks.room("key_positions", key.size, "query_positions.shape[-1]", query.shape[-1])
    _checks.together("key_positions.shape[:-1]", key.shape[:-1], "query_positions.shape[:-1]", query.shape[:-1])
    return key[..., None, :] - query[..., :, None]


def _axis(name: str, value: ArrayLike) -> NDArray[np.float64]:
    array = _checks.positions(name, value)
    if array.ndim == 0:
        raise ValueError(f"`{name}` must have at least 1 axis, got 0")
    return array.astype(np.float64)
