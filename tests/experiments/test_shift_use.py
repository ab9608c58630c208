"""Scores that depend on the offset alone are explained in full; others are not."""

import numpy as np
import pytest

from pe_reference.experiments import _shift_use


@pytest.mark.parametrize("arm", ["untrained", "trained at random offsets", "rotary"])
def test_what_is_measured(arm, measured):
    got = measured(_shift_use, arm, length=16)
    assert all(len(each) == 2 for each in got.values())
    assert all(0 <= each <= 1 for each in (*got["inside"], *got["beyond"]))
    assert all(each <= best + 1e-9 for each, best in zip(got["carried"], got["beyond"], strict=True))
    if arm == "rotary":
        assert min(min(each) for each in got.values()) > 0.999


def test_offsets_that_decide_are_explained_at_any_place():
    at = np.arange(40)
    exact = np.cos(at[:, None] - at)[None]
    inside, beyond = (_shift_use._by_offset(exact, first, 8) for first in (8, 32))
    assert inside.shape == (1, 8, 8)
    means = inside.mean(axis=1, keepdims=True)
    assert _shift_use._explained(beyond, means) == pytest.approx([1.0])
    shifted = _shift_use._by_offset(exact + at[:, None], 8, 8)
    assert np.allclose(shifted, inside)
    chance = np.random.default_rng(0).standard_normal((1, 40, 40))
    rows = _shift_use._by_offset(chance, 8, 8)
    assert _shift_use._explained(rows, rows.mean(axis=1, keepdims=True))[0] < 0.4
