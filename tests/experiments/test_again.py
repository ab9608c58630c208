"""What is made anew has to lie as near to the seeds as they lie to one another."""

import dataclasses

import pytest

from pe_reference.experiments import _again
from pe_reference.experiments.records import Record, Run


def record(*accuracies):
    run = Run("x", 0, {}, 1, 1.0, {}, {}, 0.1, 2.3, 0.0)
    runs = (
        dataclasses.replace(run, seed=seed, measures={"accuracy": [each, 1.0]}) for seed, each in enumerate(accuracies)
    )
    return Record("order", "?", "", {}, {}, tuple(runs))


@pytest.mark.parametrize("value", [0.30, 0.5, 0.6, 0.79])
def test_near_values_are_fine(value):
    assert _again.differences(record(0.5, 0.6), record(value)) == [] or value in (0.30, 0.79)


@pytest.mark.parametrize("value", [0.30, 0.79])
def test_far_values_are_named(value):
    words = f"order, x, seed 0: accuracy is {value:.4g}, not from 0.5 to 0.6"
    assert _again.differences(record(0.5, 0.6), record(value)) == [words]


def test_the_same_is_the_same_in_every_digit_but_for_the_seconds():
    kept = record(0.5, 0.6)
    new = dataclasses.replace(kept, runs=(dataclasses.replace(kept.runs[1], seconds=9.0),))
    assert _again.same(kept, new) and not _again.same(kept, record(0.5000001))


def test_what_is_no_number_is_named():
    found = _again.differences(record(0.5, 0.6), record(float("nan")))
    assert found == ["order, x, seed 0: accuracy is nan, not from 0.5 to 0.6"]


def test_another_question_setting_or_arm_is_not_the_same():
    kept = record(0.5, 0.6)
    other = dataclasses.replace(kept.runs[0], arm="y")
    for change in ({"question": "!"}, {"settings": {"edges": [1]}}, {"runs": (*kept.runs, other)}):
        new = dataclasses.replace(kept, **change)
        assert not _again.same(kept, new) and not _again.same(new, kept)
