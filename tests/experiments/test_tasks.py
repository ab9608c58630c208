"""Answers are right, ignored where there are none, and the same for the same seed; chance and floor are known."""

import math

import pytest
import torch

from pe_reference.experiments import tasks

ALL = {
    "recall": (tasks.recall(), 12),
    "itself": (tasks.recall(back=0), 12),
    "who": (tasks.order(), 4),
    "whether": (tasks.order(asked="whether"), 4),
    "reversal": (tasks.reversal(), 8),
    "copy": (tasks.copy(), 8),
    "probe": (tasks.probe(length=8), 8),
    "marked": (tasks.probe(length=8, start=True), 8),
    "markov": (tasks.markov(), 12),
}


def drawn(name, sentences=64, seed=0):
    task, length = ALL[name]
    return task.batch(torch.Generator().manual_seed(seed), sentences, length)


@pytest.mark.parametrize("name", ALL)
def test_a_batch_has_its_shape_and_range_and_depends_on_the_seed_alone(name):
    task, length = ALL[name]
    inputs, targets = drawn(name)
    assert inputs.shape == targets.shape == (64, length)
    assert inputs.dtype == targets.dtype == torch.int64
    assert inputs.min() >= 0 and inputs.max() < task.vocab_size
    asked = targets[targets != tasks.IGNORED]
    assert asked.numel() and asked.min() >= 0 and asked.max() < task.num_classes
    assert all(map(torch.equal, (inputs, targets), drawn(name)))
    assert not torch.equal(inputs, drawn(name, seed=1)[0])


@pytest.mark.parametrize("name", [name for name in ALL if name != "markov"])
def test_answers_are_about_equally_frequent(name):
    task, _ = ALL[name]
    asked = drawn(name, 4000)[1]
    share = torch.bincount(asked[asked != tasks.IGNORED], minlength=task.num_classes).double()
    assert share.div(share.sum()).sub(task.chance).abs().max() < 0.15 * task.chance
    assert (task.uniform, task.floor) == (pytest.approx(-math.log(task.chance)), 0.0)


def test_recall_asks_for_what_stood_before():
    inputs, targets = drawn("recall")
    assert torch.equal(targets[:, 3:], inputs[:, :-3]) and (targets[:, :3] == tasks.IGNORED).all()
    inputs, targets = drawn("itself")
    assert torch.equal(targets, inputs)


def test_order_is_told_by_the_place_of_the_noun_alone():
    inputs, targets = drawn("who", 500)
    first, verb, second, asked = inputs.unbind(1)
    assert (first != second).all() and (first < 8).all() and (verb >= 8).all()
    assert torch.equal(targets[:, 3], (asked == first).long())
    assert ((asked == first) | (asked == second)).all()
    assert (targets[:, :3] == tasks.IGNORED).all()


def test_whether_needs_no_place():
    inputs, targets = drawn("whether", 500)
    occurs = (inputs[:, :3] == inputs[:, 3:]).any(dim=1)
    assert torch.equal(targets[:, 3], occurs.long())
    present = inputs[occurs]
    assert 0.3 < (present[:, 0] == present[:, 3]).double().mean() < 0.7


def test_reversal_and_copy():
    inputs, targets = drawn("reversal")
    assert torch.equal(targets, inputs.flip(1))
    inputs, targets = drawn("copy")
    assert (inputs[:, 4] == 10).all() and torch.equal(targets[:, 4:], inputs[:, :4])
    assert torch.equal(inputs[:, 5:], inputs[:, :3]) and (targets[:, :4] == tasks.IGNORED).all()


def test_the_probe_asks_for_the_position():
    assert torch.equal(drawn("probe")[1][0], torch.arange(8))
    inputs, _ = drawn("marked")
    assert (inputs[:, 0] == 16).all() and (inputs[:, 1:] < 16).all()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: tasks.recall(back=-1), "`back` must be"),
        (lambda: tasks.recall(symbols=1), "`symbols` must be"),
        (lambda: tasks.order(asked="when"), "`asked` must be one of who, whether, got 'when'"),
        (lambda: tasks.order(nouns=2), "`nouns` must be"),
        (lambda: tasks.probe(length=1), "`length` must be"),
        (lambda: tasks.markov(symbols=1), "`symbols` must be from 2"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ValueError, match=words):
        call()
