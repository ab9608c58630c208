r"""FIRE: a learned function of the distance as a share of the way to the first token."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, distances

__all__ = ["bias", "distance", "mlp"]


def distance(
    query_positions: ArrayLike, key_positions: ArrayLike, *, c: float, threshold: float
) -> NDArray[np.float64]:
    r"""Return the distance on a logarithmic scale, from 0 for the query itself to 1 for the first token.

    With :math:`i = p^{query}`, :math:`j = p^{key}` and :math:`\psi(x) = \ln(1 + c x)`,

    .. math:: x_{ij} = \frac{\psi(\max(i - j, 0))}{\psi(\max(i, L))}

    Parameters
    ----------
    query_positions : array-like, shape ``(*batch, query)``
        Positions in tokens, counted from the first token: any real numbers from 0 to 2**53. For decoding, the last
        ones alone.
    key_positions : array-like, shape ``(*batch, key)``
        Likewise. Batch axes broadcast.
    c : float
        How much the scale spreads near distances, for one token; from 2**-400 to 2**400. Learned.
    threshold : float
        :math:`L` in tokens, likewise: queries before it divide by the same number. Learned.

    Returns
    -------
    float64 array, shape ``(*batch, query, key)``
        From 0 to 1; 0 for keys after the query, which are not defined.

    Raises
    ------
    TypeError
        If positions, `c` or `threshold` are not real numbers.
    ValueError
        If there are no positions, one is negative, not finite or too large, `c` or `threshold` is out of its range, or
        the batch axes do not fit.

    Notes
    -----
    Of :cite:t:`li2024`. It is no function of key minus query alone, once the query is beyond the threshold. Code in
    use adds a small number to the divisor; here the divisor is never 0.

    Examples
    --------
    >>> distance([7], [0, 4, 6, 7], c=1.0, threshold=4.0).round(3)
    array([[1.   , 0.667, 0.333, 0.   ]])
    """
    query, key = _from_zero("query_positions", query_positions), _from_zero("key_positions", key_positions)
    c, threshold = _scale("c", c), _scale("threshold", threshold)
    past = np.maximum(-distances.relative_position(query, key), 0)
    farthest = np.log1p(c * np.maximum(query, threshold))
    return np.log1p(c * past) / farthest[..., None]


def bias(
    query_positions: ArrayLike,
    key_positions: ArrayLike,
    *,
    c: float,
    threshold: float,
    function: Callable[[NDArray[np.float64]], ArrayLike],
) -> NDArray[np.float64]:
    r"""Return what is added to the logits of each head.

    .. math:: b_{hij} = f_h(x_{ij}) \quad (j \le i), \qquad b_{hij} = -\infty \quad (j > i)

    Parameters
    ----------
    query_positions, key_positions, c, threshold
        As in :func:`distance`.
    function : callable
        :math:`f`: takes the distances, float64 of shape ``(*batch, query, key, 1)``, and returns a finite number for
        each head, ``(*batch, query, key, heads)``. :func:`mlp` with its layers is one.

    Returns
    -------
    float64 array, shape ``(*batch, heads, query, key)``
        Causal: ``-inf`` where the key comes after the query.

    Raises
    ------
    TypeError
        If `function` cannot be called, what it returns are not real numbers, or as in :func:`distance`.
    ValueError
        If what `function` returns has the wrong shape or is not finite, or as in :func:`distance`.

    Notes
    -----
    Of :cite:t:`li2024`. Up to the threshold a function can be the bias of T5, ALiBi or KERPLE exactly.

    Examples
    --------
    >>> bias([2], range(4), c=1.0, threshold=7.0, function=lambda x: 1 - 6 * x).round(3)
    array([[[-2.17, -1.  ,  1.  ,  -inf]]])
    """
    if not callable(function):
        raise TypeError(f"`function` must be callable, got {_checks.shown(function)}")
    share = distance(query_positions, key_positions, c=c, threshold=threshold)
    got = _checks.real_array("function(distance)", function(share[..., None])).astype(np.float64)
    _checks.same("function(distance).shape[:-1]", got.shape[:-1], "distance.shape", share.shape)
    ahead = distances.relative_position(query_positions, key_positions) > 0
    return np.where(ahead[..., None, :, :], -np.inf, np.moveaxis(got, -1, -3))


def mlp(x: ArrayLike, layers: Sequence[tuple[ArrayLike, ArrayLike]]) -> NDArray[np.float64]:
    r"""Return the output of a network with rectified hidden layers, the function that FIRE learns.

    .. math:: x \leftarrow \max(x W + v, 0) \text{ for each layer but the last}, \qquad y = x W + v

    Parameters
    ----------
    x : array-like, shape ``(*batch, 1)``
        Real, finite, at most 2**400 in size.
    layers : sequence of pairs
        Weights ``(in, out)`` and biases ``(out,)`` of each layer; the first `in` is the last axis of `x`.

    Returns
    -------
    float64 array, shape ``(*batch, out)``
        Not activated.

    Raises
    ------
    TypeError
        If an array does not hold real numbers, or `layers` is no sequence of pairs.
    ValueError
        If there is no layer, or an array is empty, not finite, too large or of a shape that does not fit.

    Examples
    --------
    >>> layers = [([[1.0, -1.0]], [0.0, 0.5]), ([[1.0], [2.0]], [-1.0])]
    >>> mlp([[0.0], [0.25], [1.0]], layers)
    array([[ 0.  ],
           [-0.25],
           [ 0.  ]])
    """
    if not isinstance(layers, Sequence) or not all(isinstance(layer, tuple) and len(layer) == 2 for layer in layers):
        raise TypeError(f"`layers` must be a sequence of pairs (weights, biases), got {_checks.shown(layers)}")
    if not layers:
        raise ValueError("`layers` must hold at least one layer, got 0")
    values = _checks.vectors("x", x)
    for number, (weights, biases) in enumerate(layers):
        matrix, shift = _checks.vectors("weights", weights), _checks.real_array("biases", biases)
        _checks.same("weights.shape", matrix.shape, "(in, out)", (values.shape[-1], matrix.shape[-1]))
        _checks.same("biases.shape", shift.shape, "(out,)", matrix.shape[-1:])
        values = (values if number == 0 else np.maximum(values, 0)) @ matrix + shift
    return values


def _from_zero(name: str, value: ArrayLike) -> NDArray[np.float64]:
    array = _checks.positions(name, value).astype(np.float64)
    if array.min() < 0:
        raise ValueError(f"`{name}` must be at least 0, got {array.min()}")
    return array


def _scale(name: str, value: float) -> float:
    number = _checks.positive(name, value)
    if not 1 / _checks.LARGEST_ENTRY <= number <= _checks.LARGEST_ENTRY:
        raise ValueError(f"`{name}` must be from 2**-400 to 2**400, got {number}")
    return number
