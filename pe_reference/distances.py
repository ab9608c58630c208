"""Positions from a mask, and the one place with a sign: how far the key is from the query."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks

__all__ = ["positions_from_mask", "relative_position"]


def positions_from_mask(attention_mask: ArrayLike) -> NDArray[np.int64]:
    r"""Return the position of every token when padding takes none.

    .. math:: p_i = \max\Big(\sum_{j \le i} a_j - 1, \, 0\Big)

    Parameters
    ----------
    attention_mask : array-like, shape ``(*batch, seq)``
        1 or True for a token, 0 or False for padding, on either side or between.

    Returns
    -------
    int64 array, shape ``(*batch, seq)``
        Positions in tokens, from 0. Padding has some position in this range: it is to be masked, and what it reads
        does not matter. The next token to decode has the position ``attention_mask.sum()``.

    Raises
    ------
    TypeError
        If the mask holds neither numbers nor truth values.
    ValueError
        If it is empty, has no axis, or holds another number, as one that is added to the logits does.

    Notes
    -----
    With padding on the left and no such positions, a model that reads the column number reads the wrong row of its
    table for every token.

    Examples
    --------
    >>> positions_from_mask([0, 0, 1, 1, 1, 1])
    array([0, 0, 0, 1, 2, 3])
    """
    mask = _checks.binary("attention_mask", attention_mask)
    if mask.ndim == 0:
        raise ValueError("`attention_mask` must have at least 1 axis, got 0")
    return np.maximum(np.cumsum(mask, axis=-1) - 1, 0)


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
