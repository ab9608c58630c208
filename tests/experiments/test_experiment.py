"""Arms are found by their whole name or its last part."""

import pytest

from pe_reference.experiments import catalogue


def test_arms_are_chosen_by_name():
    ladder = catalogue.experiment("ladder")
    assert list(ladder.chosen("alibi")) == ["recall/alibi", "markov/alibi"]
    assert list(ladder.chosen("recall/t5")) == ["recall/t5"]
    assert ladder.chosen(None) == ladder.arms
    with pytest.raises(ValueError, match=r"`arm` must be one of recall/none, .*, got 'alib'"):
        ladder.chosen("alib")


def test_a_rehearsal_has_fewer_steps():
    short = catalogue.experiment("shift_use").with_steps(5)
    assert {plan.steps for plan in short.arms.values()} == {0, 5}
