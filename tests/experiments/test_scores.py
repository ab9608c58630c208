"""Means over fresh sentences, by position."""

import numpy as np
import torch

from pe_reference.experiments import _scores, catalogue, tasks


class Knows:
    """Answers right up to position 5, and 0 from there on."""

    def __call__(self, inputs, positions):
        targets = inputs.roll(2, dims=1)
        targets[:, 5:] = 0
        self.positions = positions
        return 50 * torch.nn.functional.one_hot(targets, 4).float()


def test_accuracy_loss_and_distance_by_position():
    task, model = tasks.recall(back=2, symbols=4), Knows()
    scores = _scores.score(task, model, length=8, sentences=300)
    assert np.isnan(scores.accuracy[:2]).all() and (scores.accuracy[2:5] == 1).all()
    assert np.abs(scores.accuracy[5:] - 0.25).max() < 0.1
    assert scores.loss[2:5].max() < 1e-6 and np.abs(scores.loss[5:] - 37.5).max() < 5
    assert (scores.distance[2:5] == 0).all() and np.abs(scores.distance[5:] - 1.5).max() < 0.2
    assert model.positions is None
    again = _scores.score(task, model, length=8, sentences=300, first=4)
    assert np.array_equal(again.loss, scores.loss, equal_nan=True) and model.positions.tolist() == list(range(4, 12))


def test_no_training_has_the_sentences_that_are_asked():
    def draws(seed):
        return torch.rand(8, generator=torch.Generator().manual_seed(seed)).tolist()

    trained = [draws(seed) for found in catalogue.EXPERIMENTS.values() for seed in found.seeds]
    assert len(trained) >= 24 and draws(_scores.FRESH) not in trained
    assert draws(2**40) in trained  # of a seed torch keeps 32 bits


def test_segments_leave_out_what_is_not_asked():
    assert _scores.by_segment(np.array([np.nan, 1.0, 2.0, 4.0]), [0, 2, 4]) == [1.0, 3.0]


def test_who_knows_the_bag_says_the_most_frequent_token():
    assert _scores.bag(1, 16) == 1.0
    assert _scores.bag(2, 2) == 0.75
    draws = np.random.default_rng(0).multinomial(15, np.full(10, 0.1), size=20_000)
    assert abs(_scores.bag(15, 10) - draws.max(axis=1).mean() / 15) < 0.003
