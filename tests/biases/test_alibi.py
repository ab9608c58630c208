"""A penalty that grows with the distance."""

import numpy as np
import oracle
import oracle_biases
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import attention
from pe_reference.biases import alibi

places = st.lists(st.floats(-(2.0**20), 2.0**20), min_size=1, max_size=6)


class TestSlopes:
    @pytest.mark.parametrize("num_heads", [*range(1, 33), 40, 56, 64, 71, 112, 128, 1000])
    def test_are_those_of_the_authors_recursion_correctly_rounded(self, num_heads):
        got = alibi.slopes(num_heads)
        assert got.dtype == np.float64
        assert got.tolist() == [float(slope) for slope in oracle_biases.slopes(num_heads)]

    @pytest.mark.parametrize(
        ("num_heads", "start", "printed"),
        [
            (8, 0, [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]),
            (6, 0, [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125]),
            (10, 8, [0.707106781187, 0.353553390593]),
            (12, 8, [0.707106781187, 0.353553390593, 0.176776695297, 0.0883883476483]),
        ],
    )
    def test_are_the_printed_ones(self, num_heads, start, printed):
        np.testing.assert_allclose(alibi.slopes(num_heads)[start:], printed, rtol=5e-12)

    def test_are_no_single_series_when_the_heads_are_no_power_of_two(self):
        single = 2.0 ** (-8 * np.arange(1, 7) / 6)
        assert np.abs(np.sort(alibi.slopes(6)) - np.sort(single)).max() > 0.1

    @given(st.integers(1, 12), st.integers(1, 6))
    def test_of_the_ranks_are_those_of_the_whole(self, share, world_size):
        parts = [alibi.slopes(share * world_size, rank=rank, world_size=world_size) for rank in range(world_size)]
        np.testing.assert_array_equal(np.concatenate(parts), alibi.slopes(share * world_size))

    @pytest.mark.parametrize(
        ("given", "kind", "message"),
        [
            ({"num_heads": 0}, ValueError, "`num_heads` must be from 1 to 4096, got 0"),
            ({"num_heads": 2**13}, ValueError, "`num_heads` must be from 1 to 4096, got 8192"),
            ({"num_heads": 8.0}, TypeError, "`num_heads` must be an integer, got 8.0"),
            (
                {"num_heads": 6, "world_size": 4},
                ValueError,
                "`num_heads` must be divisible by world_size = 4, got 6",
            ),
            ({"num_heads": 8, "world_size": 0}, ValueError, "`world_size` must be from 1 to 4096, got 0"),
            ({"num_heads": 8, "rank": 1}, ValueError, "`rank` must be from 0 to 0, got 1"),
            ({"num_heads": 8, "rank": -1, "world_size": 2}, ValueError, "`rank` must be from 0 to 1, got -1"),
        ],
    )
    def test_refusals(self, given, kind, message):
        with pytest.raises(kind, match=message):
            alibi.slopes(**given)


class TestBias:
    @pytest.mark.parametrize("causal", [False, True])
    def test_is_the_formula(self, causal):
        query, key, slopes = [0, 3, -7, 2.5, 2**20], [4, 0, 3, 1.25, -(2**20), 7], alibi.slopes(12)
        got = alibi.bias(query, key, slopes, causal=causal)
        assert got.dtype == np.float64
        ahead = np.subtract.outer(key, query).T > 0
        exact = oracle.array(got.shape, lambda h, i, j: oracle_biases.alibi(query[i], key[j], slopes[h]))
        size = np.abs(got[np.isfinite(got)]).max()
        assert oracle.distance(np.where(ahead & causal, np.array(exact, float), got), exact) < 2.0**-53 * size
        assert (got[:, ahead] == -np.inf).all() == causal

    @given(places, places)
    def test_is_symmetric_when_it_is_not_causal(self, query, key):
        there = alibi.bias(query, key, [0.5, 0.3], causal=False)
        back = alibi.bias(key, query, [0.5, 0.3], causal=False)
        np.testing.assert_array_equal(there, back.swapaxes(-1, -2))

    @given(places, st.integers(0, 2**20))
    def test_moves_with_the_text(self, places, offset):
        places = np.rint(places)
        here = alibi.bias(places, places, [0.5], causal=True)
        np.testing.assert_array_equal(alibi.bias(places + offset, places + offset, [0.5], causal=True), here)

    def test_of_one_token_alone_is_that_of_its_distance(self):
        bias = alibi.bias([3], range(4), [0.5], causal=True)
        assert bias.tolist() == [[[-1.5, -1.0, -0.5, 0.0]]]
        printed = [0.101536324092, 0.167405097278, 0.276004344707, 0.455054233923]
        np.testing.assert_allclose(attention.softmax(bias)[0, 0], printed, rtol=1e-11)

    def test_has_no_negative_zero(self):
        assert not np.signbit(alibi.bias([1], [0, 1], [0.0], causal=False)).any()

    def test_alone_leaves_the_nearest_four_keys_the_printed_share(self):
        weights = attention.softmax(alibi.bias([15], range(16), alibi.slopes(4), causal=True))
        np.testing.assert_allclose(weights[:, 0, -4:].sum(-1), [0.644, 0.350, 0.274, 0.256], atol=5e-4)

    def test_refuses_wrong_slopes_and_flags(self):
        for slopes, message in ([-0.5], "at least 0, got -0.5"), ([np.nan], "finite, got nan"):
            with pytest.raises(ValueError, match=f"^`slopes` must be {message}$"):
                alibi.bias([0], [0], slopes, causal=True)
        with pytest.raises(TypeError, match=r"^`causal` must be True or False, got 1$"):
            alibi.bias([0], [0], [0.5], causal=1)


class TestRowBias:
    def test_has_the_softmax_of_the_whole_bias_under_a_causal_mask(self):
        rng, slopes = np.random.default_rng(0), alibi.slopes(6)
        query, key = rng.normal(size=(2, 6, 9, 8)), rng.normal(size=(2, 6, 9, 8))
        row = attention.softmax(attention.scores(query, key, bias=alibi.row_bias(range(9), slopes), causal=True))
        whole = attention.softmax(
            attention.scores(query, key, bias=alibi.bias(range(9), range(9), slopes, causal=True))
        )
        np.testing.assert_allclose(row, whole, atol=1e-15)

    def test_is_another_encoding_without_the_mask(self):
        row = attention.softmax(alibi.row_bias(range(9), [0.5]))
        whole = attention.softmax(alibi.bias(range(9), range(9), [0.5], causal=False))
        assert np.abs(row - whole).max() > 0.1

    def test_gives_the_printed_weights(self):
        printed = [0.186323723226, 0.307195885718, 0.506480391056]
        np.testing.assert_allclose(attention.softmax(alibi.row_bias(range(3), [0.5])).ravel(), printed, rtol=1e-11)
        last = alibi.bias([2], range(3), [0.5], causal=True)
        np.testing.assert_allclose(attention.softmax(last).ravel(), printed, rtol=1e-11)
