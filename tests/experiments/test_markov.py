"""The source has the entropy that it says, and its sentences come from the middle of a text."""

import numpy as np
import torch

from pe_reference.experiments import _markov


def test_the_entropy_is_that_of_long_text():
    source = _markov.Source(4)
    a, b, c = source.tokens(torch.Generator().manual_seed(0), 2000, 50).unfold(1, 3, 1).reshape(-1, 3).T.numpy()
    counts = np.zeros((4, 4, 4))
    np.add.at(counts, (a, b, c), 1)
    assert np.allclose(source.next.sum(axis=-1), 1)
    shares = counts / counts.sum(axis=-1, keepdims=True)
    often = counts.sum(axis=-1) > 500
    assert np.abs(shares - source.next)[often].max() < 0.05
    assert abs(-np.log(source.next[a, b, c]).mean() - source.entropy) < 0.01
    assert abs(np.bincount(a).max() / a.size - source.chance) < 0.01


def test_the_first_pair_is_as_frequent_as_a_later_one():
    tokens = _markov.Source(4).tokens(torch.Generator().manual_seed(1), 20_000, 12)
    first, last = (np.bincount(4 * tokens[:, t] + tokens[:, t + 1], minlength=16) for t in (0, 10))
    assert np.abs(first - last).max() < 500
