"""Scores that depend on the offset alone are explained in full; others are not."""

import numpy as np
import pytest

from pe_reference.experiments import _shift_use


@pytest.mark.parametrize("arm", ["untrained", "trained at random offsets"])
def test_what_is_measured(arm, measured):
    got = measured(_shift_use, arm, length=16)
    assert all(len(each) == 2 for each in got.values())
    assert all(0 <= each <= 1 for each in (*got["inside"], *got["beyond"]))
    assert all(each <= best for each, best in zip(got["carried"], got["beyond"], strict=True))


def test_offsets_that_decide_are_explained_at_any_place():
    at = np.arange(40)
    exact = np.cos(at[:, None] - at)[None]
    inside, beyond = (_shift_use._by_offset(exact, first, 8) for first in (8, 32))
    assert inside.shape == (1, 8, 8)
    means = inside.mean(axis=1, keepdims=True)
    assert _shift_use._explained(beyond, means) == pytest.approx([1.0])
    place = _shift_use._by_offset(np.broadcast_to(at[:, None], (40, 40))[None], 8, 8).astype(float)
    assert _shift_use._explained(place, place.mean(axis=1, keepdims=True)) == pytest.approx([0.0])
