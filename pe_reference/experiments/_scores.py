"""What a trained model does on fresh sentences, position by position."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from pe_reference.experiments import tasks, training
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.tasks import Task

__all__ = ["Scores", "bag", "by_segment", "score"]

FRESH = 2**31 + 1  # the seed of the sentences that every model is asked; torch keeps 32 bits, and no training has these


class Scores(NamedTuple):
    """Means over sentences, ``(length,)``: NaN where no answer is asked for. `distance` is between classes."""

    accuracy: NDArray[np.float64]
    loss: NDArray[np.float64]
    distance: NDArray[np.float64]


def score(task: Task, model: Transformer, *, length: int, sentences: int, first: int | None = None) -> Scores:
    """Ask `model` about sentences whose first token stands at position `first`, by default where it was trained."""
    generator = torch.Generator().manual_seed(FRESH)
    positions = None if first is None else torch.arange(first, first + length)
    sums = torch.zeros(4, length, dtype=torch.float64)
    with torch.no_grad(), training.single_thread():
        for begin in range(0, sentences, 32):
            inputs, targets = task.batch(generator, min(32, sentences - begin), length)
            logits, asked = model(inputs, positions), targets != tasks.IGNORED
            loss = functional.cross_entropy(logits.mT, targets, ignore_index=tasks.IGNORED, reduction="none")
            said = logits.argmax(dim=-1)
            each = (asked, asked & (said == targets), loss.double(), asked * (said - targets).abs())
            sums += torch.stack([what.double().sum(dim=0) for what in each])
    counts, *totals = sums.numpy()
    with np.errstate(invalid="ignore"):
        return Scores(*(total / counts for total in totals))


def by_segment(values: NDArray[np.float64], edges: Sequence[int]) -> list[float]:
    """Return the mean between each two edges, leaving out what is NaN."""
    return [float(np.nanmean(values[low:high])) for low, high in pairwise(edges)]


def bag(tokens: int, symbols: int) -> float:
    """Return the accuracy of who knows which `tokens` occur, and not where: the expected share of the most frequent.

    The counts of random tokens are multinomial. The largest is at most ``m`` with a probability of ``tokens! / symbols
    ** tokens`` times the coefficient of ``x ** tokens`` in the power `symbols` of the sum of ``x ** i / i!`` up to
    ``m``.
    """
    weights = np.array([1 / math.factorial(i) for i in range(tokens + 1)])
    expected = float(tokens)
    for most in range(tokens):
        power = np.eye(1, tokens + 1)[0]
        for _ in range(symbols):
            power = np.convolve(power, weights[: most + 1])[: tokens + 1]
        expected -= power[tokens] * math.factorial(tokens) / symbols**tokens
    return expected / tokens
