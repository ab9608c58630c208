r"""ALiBi: a penalty that grows with the distance, with a slope for each head."""

import decimal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks
from pe_reference.biases import _pairs

__all__ = ["bias", "row_bias", "slopes"]

MOST_HEADS = 2**12


def slopes(num_heads: int, *, rank: int = 0, world_size: int = 1) -> NDArray[np.float64]:
    r"""Return the slope of every head, in the order of the authors' code.

    With :math:`c` the largest power of two that is at most :math:`n` = `num_heads`, and :math:`h = 0, 1, \dots`,

    .. math:: m_h = 2^{-8(h+1)/c} \quad (h < c), \qquad m_h = 2^{-4(2(h-c)+1)/c} \quad (h \ge c)

    Parameters
    ----------
    num_heads : int
        Heads :math:`n` of the whole layer, from 1 to 4096.
    rank : int
        Which process asks, when the heads are split evenly among several: from 0 to ``world_size - 1``.
    world_size : int
        How many processes there are; divides `num_heads`.

    Returns
    -------
    float64 array, shape ``(num_heads // world_size,)``
        Correctly rounded, for the heads of this rank. Not sorted when `num_heads` is no power of two: loaded weights
        expect this order.

    Raises
    ------
    TypeError
        If an argument is not an integer.
    ValueError
        If there are no heads, `world_size` does not divide them, or there is no such rank.

    Notes
    -----
    The paper :cite:p:`press2022` prints the first series, the authors' code :cite:p:`alibi_code` adds the second one:
    every other slope of the series for :math:`2c` heads.

    Examples
    --------
    >>> slopes(4)
    array([0.25      , 0.0625    , 0.015625  , 0.00390625])
    >>> slopes(6)[4:]
    array([0.5  , 0.125])
    >>> slopes(8, rank=1, world_size=4)
    array([0.125 , 0.0625])
    """
    num_heads = _checks.integer("num_heads", num_heads, most=MOST_HEADS)
    world_size = _checks.integer("world_size", world_size, most=MOST_HEADS)
    rank = _checks.integer("rank", rank, least=0, most=world_size - 1)
    if num_heads % world_size:
        raise ValueError(f"`num_heads` must be divisible by world_size = {world_size}, got {num_heads}")
    power = 1 << (num_heads.bit_length() - 1)
    eighths = [*range(2, 2 * power + 1, 2), *range(1, 2 * power, 2)]  # of the exponent -8, times 2 * power
    share = num_heads // world_size
    with decimal.localcontext(decimal.Context(prec=50)):
        exponents = [decimal.Decimal(-4 * each) / power for each in eighths[rank * share : (rank + 1) * share]]
        return np.array([float(decimal.Decimal(2) ** exponent) for exponent in exponents])


def bias(
    query_positions: ArrayLike, key_positions: ArrayLike, slopes: ArrayLike, *, causal: bool
) -> NDArray[np.float64]:
    r"""Return what is added to the logits of each head.

    .. math:: b_{hij} = -m_h \, |p^{key}_j - p^{query}_i|

    Parameters
    ----------
    query_positions : array-like, shape ``(*batch, query)``
        Positions in tokens: any real numbers up to 2**53 in size. For decoding, the last ones alone.
    key_positions : array-like, shape ``(*batch, key)``
        Positions in tokens; with padding, those of :func:`pe_reference.distances.positions_from_mask`. Batch axes
        broadcast.
    slopes : array-like, shape ``(heads,)``
        :math:`m_h`, for one token of distance; at least 0.
    causal : bool
        True: ``-inf`` where the key comes after the query. False: the same penalty on both sides.

    Returns
    -------
    float64 array, shape ``(*batch, heads, query, key)``
        At most 0. Padding is not hidden: it has positions, no mask.

    Raises
    ------
    TypeError
        If positions or slopes are not real numbers, or `causal` is not a bool.
    ValueError
        If an array is empty, not finite or too large, a slope is negative, or the axes do not fit.

    Notes
    -----
    Of :cite:t:`press2022`, who define it for the past alone. It is added after the division by
    :math:`\sqrt{width}` and is not divided itself; nothing is added to the token embeddings.

    Examples
    --------
    >>> bias([3], range(5), slopes=[0.5, 0.25], causal=True)
    array([[[-1.5 , -1.  , -0.5 ,  0.  ,  -inf]],
    <BLANKLINE>
           [[-0.75, -0.5 , -0.25,  0.  ,  -inf]]])
    """
    each = _pairs.heads("slopes", slopes)
    relative = _pairs.relative(query_positions, key_positions, each.size)
    penalty: NDArray[np.float64] = 0.0 - each * np.abs(relative)  # 0 - 0 is 0, while -0 prints its sign
    return np.where(relative > 0, -np.inf, penalty) if _checks.flag("causal", causal) else penalty


def row_bias(key_positions: ArrayLike, slopes: ArrayLike) -> NDArray[np.float64]:
    r"""Return the one row for all queries that some models add in its place.

    .. math:: b_{hj} = m_h \, p^{key}_j

    Parameters
    ----------
    key_positions : array-like, shape ``(*batch, key)``
        Positions in tokens: any real numbers up to 2**53 in size.
    slopes : array-like, shape ``(heads,)``
        As in :func:`bias`.

    Returns
    -------
    float64 array, shape ``(*batch, heads, 1, key)``
        Under a causal mask the softmax is that of :func:`bias`: a query at :math:`p_i` has
        :math:`-m_h (p_i - p_j) = m_h p_j - m_h p_i`, and the last term is the same for all its keys. Without the
        mask it is another encoding: it favours late keys.

    Raises
    ------
    TypeError
        If positions or slopes are not real numbers.
    ValueError
        If an array is empty, not finite or too large, the positions have no axis, or a slope is negative.

    Examples
    --------
    >>> row_bias(range(4), slopes=[0.5])
    array([[[0. , 0.5, 1. , 1.5]]])
    """
    each = _pairs.heads("slopes", slopes)
    return each * _pairs.relative([0], key_positions, each.size)
