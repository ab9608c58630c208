"""Key minus query, and positions from a mask."""

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


class TestPositionsFromMask:
    def test_counts_the_tokens_and_not_the_padding(self):
        got = distances.positions_from_mask([[0, 0, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0], [1, 0, 1, 0, 1, 1]])
        assert got.dtype == np.int64
        assert got.tolist() == [[0, 0, 0, 1, 2, 3], [0, 1, 2, 3, 3, 3], [0, 0, 1, 1, 2, 3]]

    def test_differs_from_the_column(self):
        mask = np.array([0, 0, 1, 1, 1])
        got = distances.positions_from_mask(mask)
        assert got.tolist() == [0, 0, 0, 1, 2] != list(range(5))
        np.testing.assert_array_equal(got, (mask.cumsum() - 1) * mask)

    @given(st.lists(st.booleans(), min_size=1, max_size=12))
    def test_is_the_same_for_truth_values_and_numbers_of_any_type(self, mask):
        expected = distances.positions_from_mask(mask)
        for dtype in (bool, np.uint8, np.int64, np.float16):
            np.testing.assert_array_equal(distances.positions_from_mask(np.array(mask, dtype)), expected)
        tokens = expected[np.array(mask)]
        assert tokens.tolist() == list(range(len(tokens)))
        assert 0 <= expected.min() <= expected.max() <= max(sum(mask) - 1, 0)

    @pytest.mark.parametrize(
        ("mask", "kind", "message"),
        [
            ([], ValueError, r"`attention_mask` must hold at least one number, got shape \(0,\)"),
            (1, ValueError, "`attention_mask` must have at least 1 axis, got 0"),
            ([0, 2], ValueError, "`attention_mask` must be 0 or 1, got 2"),
            ([1.0, 0.5], ValueError, "`attention_mask` must be 0 or 1, got 0.5"),
            ([0.0, -np.inf], ValueError, "`attention_mask` must be finite, got -inf"),
            (["a"], TypeError, "`attention_mask` must be real numbers, got <U1 values"),
            ([[1], [1, 1]], TypeError, "`attention_mask` must be an array of real numbers, got"),
            (
                np.ma.masked_array([True, True], [0, 1]),
                ValueError,
                "`attention_mask` must be without masked entries, got",
            ),
        ],
    )
    def test_refusals(self, mask, kind, message):
        with pytest.raises(kind, match=message):
            distances.positions_from_mask(mask)
