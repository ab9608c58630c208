"""The smallest float64 attention that an encoding can enter."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, distances

__all__ = ["Layer", "attend", "random_layers", "scores", "softmax", "stack"]

WIDEST, DEEPEST = 2**13, 2**7  # of random layers: 2 GiB each


class Layer(NamedTuple):
    """Weights of one layer, each ``(d_model, d_model)``, applied as ``x @ weight``.

    Examples
    --------
    >>> random_layers(8, 1, seed=0)[0].query.shape
    (8, 8)
    """

    query: NDArray[np.float64]
    key: NDArray[np.float64]
    value: NDArray[np.float64]
    feedforward: NDArray[np.float64]


def scores(
    query: ArrayLike, key: ArrayLike, *, bias: ArrayLike | None = None, causal: bool = False
) -> NDArray[np.float64]:
    r"""Return the logits of scaled dot-product attention.

    .. math:: s_{ij} = \frac{q_i \cdot k_j}{\sqrt{width}} + b_{ij}

    Parameters
    ----------
    query : array-like, shape ``(*batch, query, width)``
        Real, finite, at most 2**400 in size.
    key : array-like, shape ``(*batch, key, width)``
        Likewise. Batch axes broadcast.
    bias : array-like, broadcastable to ``(*batch, query, key)``, optional
        Added after the scaling. ``-inf`` hides a key from a query.
    causal : bool
        Hide the keys that come after the query; both are counted from 0.

    Returns
    -------
    float64 array, shape ``(*batch, query, key)``
        ``-inf`` where a key is hidden.

    Raises
    ------
    TypeError
        If an array does not hold real numbers, or `causal` is not a bool.
    ValueError
        If an array is empty, not finite (`bias`: NaN or ``+inf``), has too few axes, or a shape that does not fit.

    Notes
    -----
    The formula of :cite:t:`vaswani2017`, section 3.2.1.

    Examples
    --------
    >>> scores([[1.0, 0.0], [0.0, 2.0]], [[4.0, 0.0], [0.0, 4.0]], causal=True).round(3)
    array([[2.828,  -inf],
           [0.   , 5.657]])
    """
    query, key = _checks.vectors("query", query), _checks.vectors("key", key)
    _checks.same("key.shape[-1]", key.shape[-1], "query.shape[-1]", query.shape[-1])
    _checks.together("key.shape[:-2]", key.shape[:-2], "query.shape[:-2]", query.shape[:-2])
    _checks.room("key", math.prod(key.shape[:-1]), "query.shape[-2]", query.shape[-2])
    logits: NDArray[np.float64] = query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])
    if bias is not None:
        bias = _checks.real_array("bias", bias, masked=True)
        shape = _checks.together("bias.shape", bias.shape, "the shape of the logits", logits.shape)
        _checks.same("bias.shape", shape[-2:], "(query, key)", logits.shape[-2:])
        logits = logits + bias
    if _checks.flag("causal", causal):
        ahead = distances.relative_position(range(query.shape[-2]), range(key.shape[-2])) > 0
        logits = np.where(ahead, -np.inf, logits)
    return logits


def softmax(logits: ArrayLike) -> NDArray[np.float64]:
    r"""Return weights that sum to one along the last axis.

    .. math:: w_j = \frac{e^{s_j}}{\sum_k e^{s_k}}

    Parameters
    ----------
    logits : array-like, shape ``(*batch, key)``
        Real numbers; ``-inf`` gets the weight 0.

    Returns
    -------
    float64 array, shape ``(*batch, key)``
        From 0 to 1. A row of nothing but ``-inf`` has nothing to weigh: it gives zeros, never NaN.

    Raises
    ------
    TypeError
        If the logits are not real numbers.
    ValueError
        If there are none, if they have no axis, or one is NaN or ``+inf``.

    Examples
    --------
    >>> softmax([[0.0, 0.0], [5.0, -float("inf")], [-float("inf"), -float("inf")]])
    array([[0.5, 0.5],
           [1. , 0. ],
           [0. , 0. ]])
    """
    array = _checks.real_array("logits", logits, masked=True).astype(np.float64)
    if array.ndim == 0:
        raise ValueError("`logits` must have at least 1 axis, got 0")
    top = array.max(axis=-1, keepdims=True)
    with np.errstate(over="ignore"):
        weights = np.exp(array - np.where(top == -np.inf, 0.0, top))
    total = weights.sum(axis=-1, keepdims=True)
    weights /= np.where(total == 0, 1.0, total)
    return weights


def attend(
    query: ArrayLike, key: ArrayLike, value: ArrayLike, *, bias: ArrayLike | None = None, causal: bool = False
) -> NDArray[np.float64]:
    r"""Return the values averaged by the attention weights.

    .. math:: y_i = \sum_j \operatorname{softmax}(s_i)_j \, v_j

    Parameters
    ----------
    query, key, bias, causal
        As in :func:`scores`.
    value : array-like, shape ``(*batch, key, value_width)``
        Real, finite, at most 2**400 in size; a row for each key.

    Returns
    -------
    float64 array, shape ``(*batch, query, value_width)``
        A query that may see no key gets zeros.

    Raises
    ------
    TypeError, ValueError
        As in :func:`scores`, and for a `value` that does not fit to `key`.

    Examples
    --------
    >>> attend([[0.0], [0.0]], [[1.0], [2.0]], [[10.0], [30.0]], causal=True)
    array([[10.],
           [20.]])
    """
    weights = softmax(scores(query, key, bias=bias, causal=causal))
    value = _checks.vectors("value", value)
    _checks.same("value.shape[-2]", value.shape[-2], "key.shape[-2]", weights.shape[-1])
    _checks.together("value.shape[:-2]", value.shape[:-2], "the batch axes of the logits", weights.shape[:-2])
    return weights @ value


def stack(x: ArrayLike, layers: Sequence[Layer], *, causal: bool = False) -> NDArray[np.float64]:
    r"""Return `x` after every layer: residual attention with one head, then a residual tanh map.

    .. math:: x \leftarrow x + \operatorname{attend}(x W_q, x W_k, x W_v), \qquad x \leftarrow x + \tanh(x W_f)

    Parameters
    ----------
    x : array-like, shape ``(*batch, seq, d_model)``
        Real, finite, at most 2**400 in size.
    layers : sequence of Layer
        At least one, each of width `d_model`.
    causal : bool
        Hide what comes later.

    Returns
    -------
    float64 array, shape ``(*batch, seq, d_model)``
        No normalisation, no dropout, no positions: those are in `x`, or nowhere.

    Raises
    ------
    TypeError
        If an array does not hold real numbers, `layers` is no sequence of Layer, or `causal` is not a bool.
    ValueError
        If there is no layer, an array is not finite, or a weight is not ``(d_model, d_model)``.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(5, 8))
    >>> layers = random_layers(8, 2, seed=1)
    >>> turned = stack(x[::-1], layers)[::-1]
    >>> bool(np.abs(turned - stack(x, layers)).max() < 1e-12)
    True
    """
    x = _checks.vectors("x", x)
    if not isinstance(layers, Sequence) or not all(isinstance(layer, Layer) for layer in layers):
        raise TypeError(f"`layers` must be a sequence of Layer, got {_checks.shown(layers)}")
    if not layers:
        raise ValueError("`layers` must hold at least one layer, got 0")
    for layer in layers:
        for name in Layer._fields:
            weight = _checks.vectors(f"layer.{name}", getattr(layer, name))
            _checks.same(f"layer.{name}.shape", weight.shape, "(d_model, d_model)", (x.shape[-1],) * 2)
        x = x + attend(x @ layer.query, x @ layer.key, x @ layer.value, causal=causal)
        x = x + np.tanh(x @ layer.feedforward)
    return x


def random_layers(d_model: int, num_layers: int, *, seed: int) -> list[Layer]:
    r"""Return layers with independent weights drawn from :math:`N(0, 1/d_{model})`.

    Parameters
    ----------
    d_model : int
        Width, from 1 to 8192.
    num_layers : int
        From 1 to 128.
    seed : int
        Of NumPy's default generator, at least 0: the same seed gives the same layers.

    Returns
    -------
    list of Layer
        Float64 weights.

    Raises
    ------
    TypeError
        If an argument is not an integer.
    ValueError
        If an argument is too small or too large.

    Examples
    --------
    >>> len(random_layers(16, 2, seed=0))
    2
    """
    d_model = _checks.integer("d_model", d_model, most=WIDEST)
    num_layers = _checks.integer("num_layers", num_layers, most=DEEPEST)
    rng = np.random.default_rng(_checks.integer("seed", seed, least=0, most=2**63 - 1))
    return [Layer(*rng.normal(0, d_model**-0.5, (4, d_model, d_model))) for _ in range(num_layers)]
