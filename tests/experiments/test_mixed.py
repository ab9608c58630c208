"""Three ways of training, the same question."""

import pytest

from pe_reference.experiments import _mixed


@pytest.mark.parametrize("arm", ["fixed/rotary", "mixed/learned", "shifted/sinusoidal"])
def test_long_texts_and_far_ones(arm, measured):
    got = measured(_mixed, arm)
    assert len(got["accuracy"]) == 8 and 0 <= got["far_accuracy"] <= 1
