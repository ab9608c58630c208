r"""T5: a learned number for each head and bucket of distances."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks
from pe_reference.biases import _pairs

__all__ = ["bias", "bucket", "first_distances"]

MOST_BUCKETS = 2**11


def first_distances(*, num_buckets: int = 32, max_distance: int = 128, bidirectional: bool = True) -> NDArray[np.int64]:
    r"""Return the first distance of every bucket of one direction.

    With :math:`n` buckets for one direction, :math:`e = \lfloor n/2 \rfloor` and :math:`m` = `max_distance`, bucket
    :math:`k` begins at :math:`k` up to :math:`e`, and after it at the smallest whole number :math:`d` with

    .. math:: d^{\,n-e} \ge m^{\,k-e} \, e^{\,n-k}

    which says :math:`(n - e) \ln(d/e) / \ln(m/e) \ge k - e` in whole numbers, without a rounding.

    Parameters
    ----------
    num_buckets : int
        From 2 to 2048; for both directions together, and then even and at least 4, when `bidirectional`.
    max_distance : int
        In tokens, above :math:`e` and at most 2**31. The last bucket begins before it: at 91 or 113 for 128.
    bidirectional : bool
        Whether half of the buckets are for keys after the query.

    Returns
    -------
    int64 array, shape ``(num_buckets,)`` or ``(num_buckets // 2,)``
        Distances in tokens, from 0, never falling. Two equal ones: the bucket of the former stays empty.

    Raises
    ------
    TypeError
        If an argument is not an integer, or `bidirectional` is not a bool.
    ValueError
        If there are too few buckets, an odd number for two directions, or `max_distance` is not above :math:`e`.

    Notes
    -----
    Of :cite:t:`raffel2020`, section 2.1, with the logarithm of the authors' code :cite:p:`mesh_tensorflow`. For 32
    buckets and 128 tokens a rounded logarithm gives the same. For wide ranges it may not: in float32 the bucket that
    begins at 10764 in the second example begins a token early.

    Examples
    --------
    >>> first_distances()
    array([ 0,  1,  2,  3,  4,  5,  6,  7,  8, 12, 16, 23, 32, 46, 64, 91])
    >>> first_distances(num_buckets=60, max_distance=16384, bidirectional=False)[57:]
    array([ 8724, 10764, 13280])
    """
    sides = 2 if _checks.flag("bidirectional", bidirectional) else 1
    num_buckets = _checks.integer("num_buckets", num_buckets, least=2 * sides, most=MOST_BUCKETS)
    if num_buckets % sides:
        raise ValueError(f"`num_buckets` must be even when bidirectional, got {num_buckets}")
    count = num_buckets // sides
    exact = count // 2
    max_distance = _checks.integer("max_distance", max_distance, most=_checks.MOST_POSITIONS)
    if max_distance <= exact:
        raise ValueError(
            f"`max_distance` must be above the {exact} distances with a bucket of their own at num_buckets = "
            f"{num_buckets}, got {max_distance}"
        )
    steps = count - exact
    return np.array([*range(exact), *(_first(step, steps, exact, max_distance) for step in range(steps))])


def _first(step: int, steps: int, exact: int, max_distance: int) -> int:
    """Return the smallest d with d**steps >= max_distance**step * exact**(steps - step)."""
    bound = max_distance**step * exact ** (steps - step)
    first: int = round(exact * (max_distance / exact) ** (step / steps))
    while first**steps >= bound:
        first -= 1
    while first**steps < bound:
        first += 1
    return first


def bucket(
    relative_position: ArrayLike, *, num_buckets: int = 32, max_distance: int = 128, bidirectional: bool = True
) -> NDArray[np.int64]:
    r"""Return the bucket of every relative position, exact at every edge.

    With :math:`r = p^{key} - p^{query}`, and :math:`k(d)` the last bucket that begins at :math:`d` or before,

    .. math::

        \operatorname{bucket}(r) = k(|r|) + [r > 0] \, n \quad \text{(bidirectional, } n \text{ for each direction)},
        \qquad \operatorname{bucket}(r) = k(\max(-r, 0)) \quad \text{(causal)}

    Parameters
    ----------
    relative_position : array-like, shape ``(*shape,)``
        Key minus query in tokens, whole numbers of any numeric type: a fraction has no bucket.
    num_buckets, max_distance, bidirectional
        As in :func:`first_distances`. T5 has True in its encoder and False in its decoder.

    Returns
    -------
    int64 array, shape ``(*shape,)``
        From 0 to ``num_buckets - 1``. Causal: every key after the query is in bucket 0. Bidirectional: bucket
        ``num_buckets // 2`` is never used, because 0 is in bucket 0.

    Raises
    ------
    TypeError
        If an argument is not of its kind.
    ValueError
        If there are no relative positions, one is not a whole number, or the buckets are refused by
        :func:`first_distances`.

    Notes
    -----
    Of :cite:t:`raffel2020`, section 2.1. Papers that write query minus key have the other sign: with it the tables of
    past and future change places.

    Examples
    --------
    >>> bucket([-20, -1, 0, 1, 5])
    array([10,  1,  0, 17, 21])
    >>> bucket([-20, -1, 0, 1, 5], bidirectional=False)
    array([17,  1,  0,  0,  0])
    """
    first = first_distances(num_buckets=num_buckets, max_distance=max_distance, bidirectional=bidirectional)
    relative = _pairs.whole("relative_position", relative_position)
    distance = np.abs(relative) if bidirectional else np.maximum(-relative, 0)
    found = np.searchsorted(first, distance, side="right") - 1
    return np.asarray(found + np.where(relative > 0, num_buckets - len(first), 0), dtype=np.int64)


def bias(
    query_positions: ArrayLike,
    key_positions: ArrayLike,
    weights: ArrayLike,
    *,
    max_distance: int = 128,
    bidirectional: bool = True,
) -> NDArray[np.float64]:
    r"""Return what is added to the logits of each head.

    .. math:: b_{hij} = w_{\operatorname{bucket}(p^{key}_j - p^{query}_i),\, h}

    Parameters
    ----------
    query_positions : array-like, shape ``(*batch, query)``
        Positions in tokens. For decoding, the last ones alone.
    key_positions : array-like, shape ``(*batch, key)``
        Positions in tokens, whole numbers apart from those of the queries. Batch axes broadcast.
    weights : array-like, shape ``(num_buckets, heads)``
        The learned numbers, as T5 stores them; real, finite, at most 2**400 in size.
    max_distance, bidirectional
        As in :func:`first_distances`.

    Returns
    -------
    float64 array, shape ``(*batch, heads, query, key)``
        Nothing is hidden: a decoder needs its causal mask as well.

    Raises
    ------
    TypeError
        If an argument is not of its kind.
    ValueError
        If an array is empty, not finite or too large, the axes do not fit, a distance is no whole number, or the
        buckets are refused by :func:`first_distances`.

    Notes
    -----
    T5 :cite:p:`raffel2020` adds one bias, shared by all layers, to logits that are not divided by
    :math:`\sqrt{width}`. Its attention from decoder to encoder has none.

    Examples
    --------
    >>> weights = np.arange(8.0).reshape(4, 2)
    >>> bias([2], range(4), weights, max_distance=4, bidirectional=False)
    array([[[4., 2., 0., 0.]],
    <BLANKLINE>
           [[5., 3., 1., 1.]]])
    """
    table = _checks.vectors("weights", weights)
    if table.ndim != 2:
        raise ValueError(f"`weights` must have 2 axes (num_buckets, heads), got {table.ndim}")
    num_buckets, num_heads = table.shape
    relative = _pairs.relative(query_positions, key_positions, num_heads)[..., 0, :, :]
    where = bucket(relative, num_buckets=num_buckets, max_distance=max_distance, bidirectional=bidirectional)
    return np.moveaxis(table[where], -1, -3)
