"""Losses and gradients of every code, norm and dtype."""

import pytest

from pe_reference.experiments import _stability


@pytest.mark.parametrize("arm", ["float32/post/linear", "bfloat16/pre/integer", "from 1000/pre/sinusoidal"])
def test_what_is_measured(arm, measured):
    got = measured(_stability, arm)
    assert got["largest_gradient"] >= got["median_gradient"] > 0
    assert got["largest_loss"] >= got["first_loss"] > 0 and got["last_loss"] > 0


def test_the_code_times_its_weight():
    arms = _stability.EXPERIMENT.arms
    assert arms["float32/pre/linear times sqrt(d_model)"].encoding_weight == 8.0
    assert arms["float32/pre/linear over length"].encoding_weight == 1 / 32
    assert arms["from 1000/post/linear"].max_seq_len == 1032
