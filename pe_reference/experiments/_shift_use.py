"""Whether a trained query-key map scores by the offset alone, inside the training range and beyond."""

import dataclasses

import numpy as np
import torch
from numpy.typing import NDArray

from pe_reference.experiments import _ladder
from pe_reference.experiments._experiment import Experiment, Measures
from pe_reference.experiments._plans import Plan
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.training import Course

__all__ = ["EXPERIMENT"]


def _measured(plan: Plan, model: Transformer, course: Course) -> Measures:
    """Return, for each head, what share of the variance of scores the offset explains.

    Offsets reach back half a training length. ``inside``: rows of the second half of the training range, by their own
    means for each offset. ``next`` and ``beyond``: the same of as many rows right after it, and at the last positions.
    ``next_carried`` and ``carried``: those by the means of the rows inside, below 0 where one number for all does
    better.
    """
    scores, half = _position_scores(model, plan.max_seq_len), plan.length // 2
    inside, next_ones, beyond = (
        _by_offset(scores, first, half) for first in (half, plan.length, plan.max_seq_len - half)
    )
    means = inside.mean(axis=1, keepdims=True)
    return {
        "inside": _explained(inside, means),
        "next": _explained(next_ones, next_ones.mean(axis=1, keepdims=True)),
        "beyond": _explained(beyond, beyond.mean(axis=1, keepdims=True)),
        "next_carried": _explained(next_ones, means),
        "carried": _explained(beyond, means),
    }


def _position_scores(model: Transformer, positions: int) -> NDArray[np.float64]:
    """Return the logits of the first layer for the mean token at every position, ``(heads, query, key)``."""
    with torch.no_grad():
        tokens = torch.zeros(1, positions, dtype=torch.int64)
        mean = model.embedding.weight.mean(dim=0) * model.embedding_scale
        at = torch.arange(positions)
        x = model.embedded(tokens, at) - model.embedding(tokens) * model.embedding_scale + mean
        logits: NDArray[np.float64] = model.first_logits(x, at)[0].double().numpy()
    return logits


def _by_offset(scores: NDArray[np.float64], first: int, count: int) -> NDArray[np.float64]:
    """Return `count` rows of scores from query `first` on, by offsets from 0 to ``count - 1`` back.

    Each row is less its mean, which the softmax does not see.
    """
    rows = first + np.arange(count)
    found: NDArray[np.float64] = scores[:, rows[:, None], rows[:, None] - np.arange(count)]
    found -= found.mean(axis=-1, keepdims=True)
    return found


def _explained(scores: NDArray[np.float64], means: NDArray[np.float64]) -> list[float]:
    rest = ((scores - means) ** 2).mean(axis=(1, 2))
    explained: list[float] = (1 - rest / scores.var(axis=(1, 2))).tolist()
    return explained


EXPERIMENT = Experiment(
    question="Does a trained model use the linear shift?",
    arms={
        "trained": _ladder.plan("recall", "sinusoidal"),
        "trained on text": _ladder.plan("markov", "sinusoidal"),
        "trained at random offsets": dataclasses.replace(_ladder.plan("recall", "sinusoidal"), shifted=True),
        "untrained": dataclasses.replace(_ladder.plan("recall", "sinusoidal"), steps=0),
        "learned rows": _ladder.plan("recall", "learned"),
        "rotary": _ladder.plan("recall", "rotary"),
    },
    measured=_measured,
    cheapest=("untrained", "trained"),
)
