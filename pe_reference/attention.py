"""The smallest float64 attention that an encoding can enter."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, distances

__all__ = ["Layer", "attend", "random_layers", "scores", "softmax", "stack"]


class Layer(NamedTuple):
    """Weights of one layer, each ``(d_model, d_model)``, applied as ``x @ w``."""

    query: NDArray[np.float64]
    key: NDArray[np.float64]
    value: NDArray[np.float64]
    feedforward: NDArray[np.float64]


def scores(
    query: ArrayLike, key: ArrayLike, *, bias: ArrayLike | None = None, causal: bool = False
) -> NDArray[np.float64]:
    """Return the logits ``query @ key.T / sqrt(width) + bias``, shape ``(..., query, key)``."""
    query, key = np.asarray(query, float), np.asarray(key, float)
    _checks.same("key", key.shape[-1], "the width of `query`", query.shape[-1])
    logits = query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])
    if bias is not None:
        logits = logits + bias
    if causal:
        ahead = distances.relative_position(range(query.shape[-2]), range(key.shape[-2])) > 0
        logits = np.where(ahead, -np.inf, logits)
    return logits


def softmax(logits: ArrayLike) -> NDArray[np.float64]:
    """Return weights that sum to one along the last axis."""
    logits = np.asarray(logits, float)
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def attend(
    query: ArrayLike, key: ArrayLike, value: ArrayLike, *, bias: ArrayLike | None = None, causal: bool = False
) -> NDArray[np.float64]:
    """Return the values averaged by the attention weights, shape ``(..., query, width)``."""
    return softmax(scores(query, key, bias=bias, causal=causal)) @ np.asarray(value, float)


def stack(x: ArrayLike, layers: list[Layer], *, causal: bool = False) -> NDArray[np.float64]:
    """Return `x` after residual attention and a residual tanh map for each layer."""
    x = np.asarray(x, float)
    for layer in layers:
        x = x + attend(x @ layer.query, x @ layer.key, x @ layer.value, causal=causal)
        x = x + np.tanh(x @ layer.feedforward)
    return x


def random_layers(d_model: int, num_layers: int, *, seed: int) -> list[Layer]:
    """Return layers with weights drawn from N(0, 1 / d_model)."""
    rng = np.random.default_rng(seed)
    return [Layer(*rng.normal(0, d_model**-0.5, (4, d_model, d_model))) for _ in range(num_layers)]
