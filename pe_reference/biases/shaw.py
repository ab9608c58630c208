r"""Shaw, Uszkoreit and Vaswani: a learned vector for each clipped distance, for keys and for values."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks
from pe_reference.biases import _pairs

__all__ = ["bias", "index", "values"]


def index(query_positions: ArrayLike, key_positions: ArrayLike, *, max_distance: int) -> NDArray[np.int64]:
    r"""Return which of the :math:`2k + 1` vectors belongs to each pair.

    .. math:: \operatorname{index}_{ij} = \max(-k, \min(k, \, p^{key}_j - p^{query}_i)) + k

    Parameters
    ----------
    query_positions : array-like, shape ``(*batch, query)``
        Positions in tokens. For decoding, the last ones alone.
    key_positions : array-like, shape ``(*batch, key)``
        Positions in tokens, whole numbers apart from those of the queries. Batch axes broadcast.
    max_distance : int
        :math:`k` in tokens, from 0: all that is farther shares a vector on each side.

    Returns
    -------
    int64 array, shape ``(*batch, query, key)``
        From 0 (long before the query) over :math:`k` (the query itself) to :math:`2k` (long after it).

    Raises
    ------
    TypeError
        If an argument is not of its kind.
    ValueError
        If there are no positions, they are not finite or too large, a distance is no whole number, the batch axes do
        not fit, or `max_distance` is negative.

    Notes
    -----
    Of :cite:t:`shaw2018`, section 3.2.

    Examples
    --------
    >>> index([2], range(7), max_distance=2)
    array([[0, 1, 2, 3, 4, 4, 4]])
    """
    max_distance = _checks.integer("max_distance", max_distance, least=0)
    relative = _pairs.whole("key_positions - query_positions", _pairs.relative(query_positions, key_positions, 1))
    return np.clip(relative[..., 0, :, :], -max_distance, max_distance).astype(np.int64) + max_distance


def bias(query: ArrayLike, embeddings: ArrayLike, index: ArrayLike) -> NDArray[np.float64]:
    r"""Return what is added to the logits: the part of the keys, divided like the logits.

    .. math:: b_{ij} = \frac{q_i \cdot a^K_{\operatorname{index}_{ij}}}{\sqrt{width}}

    Parameters
    ----------
    query : array-like, shape ``(*batch, query, width)``
        Real, finite, at most 2**400 in size.
    embeddings : array-like, shape ``(*batch, 2 * k + 1, width)``
        :math:`a^K`, one table or one for each head; likewise.
    index : array-like of integers, shape ``(*batch, query, key)``
        Of :func:`index`. All batch axes broadcast.

    Returns
    -------
    float64 array, shape ``(*batch, query, key)``
        With :func:`pe_reference.attention.scores` it gives :math:`q_i \cdot (k_j + a^K_{ij}) / \sqrt{width}`.

    Raises
    ------
    TypeError
        If an array does not hold real numbers, or `index` no integers.
    ValueError
        If an array is empty, not finite, too large, has too few axes or a shape that does not fit, the number of
        vectors is even, or an index has no vector.

    Notes
    -----
    Of :cite:t:`shaw2018`, equation 4.

    Examples
    --------
    >>> vectors = [[1.0, 0, 0, 0], [0, 0, 0, 0], [0, 4, 0, 0]]
    >>> bias([[2.0, 1, 0, 0]], vectors, index([1], range(4), max_distance=1))
    array([[1., 0., 2., 2.]])
    """
    query, (vectors, where) = _checks.vectors("query", query), _chosen(embeddings, index)
    _checks.same("embeddings.shape[-1]", vectors.shape[-1], "query.shape[-1]", query.shape[-1])
    _checks.same("index.shape[-2]", where.shape[-2], "query.shape[-2]", query.shape[-2])
    _checks.together("embeddings.shape[:-2]", vectors.shape[:-2], "query.shape[:-2]", query.shape[:-2])
    products = query @ np.swapaxes(vectors, -1, -2) / np.sqrt(query.shape[-1])
    batch = _checks.together("index.shape[:-2]", where.shape[:-2], "the batch axes", products.shape[:-2])
    products = np.broadcast_to(products, (*batch, *products.shape[-2:]))
    return np.take_along_axis(products, np.broadcast_to(where, (*batch, *where.shape[-2:])), axis=-1)


def values(weights: ArrayLike, embeddings: ArrayLike, index: ArrayLike) -> NDArray[np.float64]:
    r"""Return what is added to the output of attention: the part of the values.

    .. math:: y_i = \sum_j w_{ij} \, a^V_{\operatorname{index}_{ij}}

    Parameters
    ----------
    weights : array-like, shape ``(*batch, query, key)``
        Attention weights; real, finite, at most 2**400 in size.
    embeddings : array-like, shape ``(*batch, 2 * k + 1, value_width)``
        :math:`a^V`, one table or one for each head; likewise.
    index : array-like of integers, shape ``(*batch, query, key)``
        Of :func:`index`. All batch axes broadcast.

    Returns
    -------
    float64 array, shape ``(*batch, query, value_width)``
        With :func:`pe_reference.attention.attend` it gives :math:`\sum_j w_{ij} (v_j + a^V_{ij})`.

    Raises
    ------
    TypeError, ValueError
        As in :func:`bias`.

    Notes
    -----
    Of :cite:t:`shaw2018`, equation 3.

    Examples
    --------
    >>> vectors = [[1.0, 0], [0, 0], [0, 4]]
    >>> values([[0.5, 0.25, 0.25, 0]], vectors, index([1], range(4), max_distance=1))
    array([[0.5, 1. ]])
    """
    weights, (vectors, where) = _checks.vectors("weights", weights), _chosen(embeddings, index)
    _checks.same("index.shape[-2:]", where.shape[-2:], "weights.shape[-2:]", weights.shape[-2:])
    batch = _checks.together("index.shape[:-2]", where.shape[:-2], "weights.shape[:-2]", weights.shape[:-2])
    _checks.together("embeddings.shape[:-2]", vectors.shape[:-2], "the batch axes", batch)
    shape, count = (*batch, *where.shape[-2:]), vectors.shape[-2]
    rows = np.arange(math.prod(shape[:-1])).reshape(*shape[:-1], 1) * count
    flat = (rows + np.broadcast_to(where, shape)).ravel()
    totals = np.bincount(flat, np.broadcast_to(weights, shape).ravel(), minlength=math.prod(shape[:-1]) * count)
    return totals.reshape(*shape[:-1], count) @ vectors


def _chosen(embeddings: ArrayLike, index: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    vectors, where = _checks.vectors("embeddings", embeddings), _checks.real_array("index", index)
    count = vectors.shape[-2]
    if count % 2 == 0:
        raise ValueError(f"`embeddings` must have an odd number of rows, 2 * max_distance + 1, got {count}")
    if where.dtype.kind not in "iu":
        raise TypeError(f"`index` must be integers, got {where.dtype} values")
    if where.ndim < 2:
        raise ValueError(f"`index` must have at least 2 axes (..., query, key), got {where.ndim}")
    if where.min() < 0 or where.max() >= count:
        worst = where.min() if where.min() < 0 else where.max()
        raise ValueError(f"`index` must be from 0 to embeddings.shape[-2] - 1 = {count - 1}, got {worst}")
    return vectors, where.astype(np.int64)
