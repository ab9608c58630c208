"""A language of random tokens in which the next one depends on the last two."""

from typing import final

import numpy as np
import torch
from torch import Generator, Tensor

__all__ = ["Source"]


@final
class Source:
    """Probabilities drawn once, their entropy in nats, and the accuracy of always saying the most frequent token."""

    def __init__(self, symbols: int, *, sharpness: float = 2.5, seed: int = 0, rounds: int = 500) -> None:
        logits = sharpness * np.random.default_rng(seed).standard_normal((symbols, symbols, symbols))
        weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
        self.next = weights / weights.sum(axis=-1, keepdims=True)
        pairs = np.full((symbols, symbols), symbols**-2.0)
        for _ in range(rounds):
            pairs = np.einsum("ab,abc->bc", pairs, self.next)
        self.entropy = float(-(pairs[..., None] * self.next * np.log(self.next)).sum())
        self.chance = float(pairs.sum(axis=0).max())
        self.pairs = torch.from_numpy(pairs.ravel().cumsum())
        self.rows = torch.from_numpy(self.next.cumsum(axis=-1))

    def tokens(self, generator: Generator, batch_size: int, length: int) -> Tensor:
        """Return sentences from the middle of a long text, int64 ``(batch_size, length)``."""
        symbols = len(self.rows)
        drawn = torch.rand(batch_size, length, generator=generator, dtype=torch.float64)
        pair = torch.searchsorted(self.pairs, drawn[:, 0].contiguous()).clamp(max=symbols**2 - 1)
        tokens = torch.empty(batch_size, length, dtype=torch.int64)
        tokens[:, 0], tokens[:, 1] = pair // symbols, pair % symbols
        for t in range(2, length):
            rows = self.rows[tokens[:, t - 2], tokens[:, t - 1]]
            tokens[:, t] = (rows < drawn[:, t, None]).sum(dim=-1).clamp(max=symbols - 1)
        return tokens
