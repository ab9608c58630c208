"""Key minus query."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import distances

integers = st.lists(st.integers(-(2**52), 2**52), min_size=1, max_size=8)


@given(integers, integers)
def test_is_key_minus_query_for_every_pair(query, key):
    got = distances.relative_position(query, key)
    assert got.dtype == np.float64
    assert got.tolist() == [[k - q for k in key] for q in query]


@given(integers, integers)
def test_changes_its_sign_when_the_two_change_places(query, key):
    there, back = distances.relative_position(query, key), distances.relative_position(key, query)
    np.testing.assert_array_equal(there, -back.T)


def test_is_negative_for_what_came_before():
    past = distances.relative_position(range(5), range(5))[np.tril_indices(5, -1)]
    assert past.max() == -1


def test_batch_axes_broadcast():
    query, key = np.arange(12).reshape(4, 1, 3), np.arange(10).reshape(2, 5)
    got = distances.relative_position(query, key)
    assert got.shape == (4, 2, 3, 5)
    assert got[3, 1, 2, 4] == key[1, 4] - query[3, 0, 2]


@pytest.mark.parametrize(
    ("query", "key", "kind", "message"),
    [
        ([True], [0], TypeError, "`query_positions` must be real numbers, got bool values"),
        ([0], ["a"], TypeError, "`key_positions` must be real numbers, got <U1 values"),
        ([], [0], ValueError, r"`query_positions` must hold at least one number, got shape \(0,\)"),
        ([0], [np.nan], ValueError, "`key_positions` must be finite, got nan"),
        ([np.inf], [0], ValueError, "`query_positions` must be finite, got inf"),
        ([2**60], [0], ValueError, r"`query_positions` must be at most 2\*\*53 in size, got 1152921504606846976"),
        (
            range(2**20),
            range(2**20),
            ValueError,
            r"`key_positions` must hold at most 32768 positions at query_positions.shape\[-1\] = 1048576, got",
        ),
        (3, [0], ValueError, "`query_positions` must have at least 1 axis, got 0"),
        ([0], 3, ValueError, "`key_positions` must have at least 1 axis, got 0"),
        (
            np.zeros((2, 3)),
            np.zeros((4, 3)),
            ValueError,
            r"`key_positions.shape\[:-1\]` must be .* query_positions.shape\[:-1\] = \(2,\), got \(4,\)",
        ),
    ],
)
def test_refusals(query, key, kind, message):
    with pytest.raises(kind, match=message):
        distances.relative_position(query, key)
