"""What a causal mask alone can tell."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import attention
from pe_reference.analysis import nope
from pe_reference.biases import alibi


@given(st.integers(1, 200))
def test_a_head_that_counts_tells_one_over_t(seq_len):
    np.testing.assert_allclose(nope.counting_head(seq_len), 1 / np.arange(1, seq_len + 1), rtol=1e-14)
    np.testing.assert_allclose(nope.counting_head(seq_len, causal=False), 1 / seq_len, rtol=1e-14)


@given(st.integers(1, 100))
def test_a_head_that_knows_positions_has_the_scores_of_alibi(seq_len):
    got = nope.distance_scores(seq_len)
    t, i = np.ogrid[:seq_len, :seq_len]
    np.testing.assert_array_equal(got, np.where(i > t, -np.inf, i - t))
    np.testing.assert_array_equal(got, alibi.bias(range(seq_len), range(seq_len), [1.0], causal=True)[0])


class TestPrefix:
    @given(st.permutations(range(9)), st.integers(0, 9))
    def test_one_layer_sees_a_set(self, order, seed):
        x = np.random.default_rng(seed).normal(size=(10, 16))
        assert nope.prefix_change(x, attention.random_layers(16, 1, seed=seed), order) < 1e-13

    def test_two_layers_see_an_order(self):
        x = np.random.default_rng(0).normal(size=(10, 16))
        changes = [
            nope.prefix_change(x, attention.random_layers(16, 2, seed=seed), range(8, -1, -1)) for seed in range(5)
        ]
        assert min(changes) > 0.01

    def test_not_where_all_tokens_are_the_same(self):
        layers = attention.random_layers(16, 4, seed=0)
        same = np.tile(np.random.default_rng(0).normal(size=16), (10, 1))
        rows = attention.stack(same, layers, causal=True)
        assert np.ptp(rows, axis=0).max() < 1e-12
        assert nope.prefix_change(same, layers, range(8, -1, -1)) == 0

    def test_is_0_where_nothing_moves(self):
        x = np.random.default_rng(0).normal(size=(5, 8))
        assert nope.prefix_change(x, attention.random_layers(8, 2, seed=0), range(4)) == 0

    @pytest.mark.parametrize("order", [[0, 1], [0, 0, 1], [1, 2, 3], [[0, 1, 2]], [0.5, 1, 2]])
    def test_refuses_what_is_no_permutation(self, order):
        with pytest.raises(ValueError, match="`order` must be the numbers 0 to 2 in any order, got"):
            nope.prefix_change(np.ones((4, 8)), attention.random_layers(8, 1, seed=0), order)


@given(st.integers(1, 40))
def test_a_random_probe_is_off_by_the_mean_distance(seq_len):
    pairs = itertools.product(range(seq_len), repeat=2)
    mean = sum(abs(i - j) for i, j in pairs) / seq_len**2
    assert nope.random_probe_error(seq_len) == pytest.approx(mean, rel=1e-13)


def test_a_random_probe_of_1024():
    assert round(nope.random_probe_error(1024), 2) == 341.33


class TestVariance:
    def test_falls_as_one_over_the_position(self):
        variance = nope.initial_variance(256, 256, num_heads=8, std=0.02, batch=8, seed=0)
        assert -1.05 < nope.variance_slope(variance) < -0.93
        ratio = variance / nope.uniform_variance(256, 256, std=0.02)
        assert 0.8 < ratio.min() < ratio.max() < 1.3

    def test_of_the_paper(self):
        variance = nope.initial_variance(512, 768, num_heads=12, batch=2, seed=0)
        assert -1.06 < nope.variance_slope(variance) < -0.92

    def test_is_flat_where_weights_are_large(self):
        """Each token looks at one key: the variance tells nothing of the position."""
        variance = nope.initial_variance(64, 64, num_heads=1, std=3.0, batch=16, seed=0)
        assert abs(nope.variance_slope(variance)) < 0.1

    def test_depends_on_the_seed_alone(self):
        one, again, other = (nope.initial_variance(8, 8, num_heads=2, batch=1, seed=seed) for seed in (3, 3, 4))
        np.testing.assert_array_equal(one, again)
        assert (one != other).all()

    @given(st.integers(1, 50), st.integers(1, 999), st.floats(0.01, 2))
    def test_of_equal_weights(self, seq_len, d_model, std):
        variance = nope.uniform_variance(seq_len, d_model, std=std)
        np.testing.assert_allclose(variance, [d_model**2 * std**4 / m for m in range(1, seq_len + 1)], rtol=1e-14)

    @given(st.floats(-3, 3), st.floats(0.1, 10), st.integers(2, 99))
    def test_slope_is_that_of_a_power(self, power, size, seq_len):
        slope = nope.variance_slope(size * np.arange(1.0, seq_len + 1) ** power)
        assert slope == pytest.approx(power, abs=1e-10)

    @pytest.mark.parametrize(
        ("variance", "message"),
        [
            ([1.0], r"`variance` must have the shape \(seq_len,\) of 2 or more, got \(1,\)"),
            ([[1.0, 2.0]], r"`variance` must have the shape \(seq_len,\) of 2 or more, got \(1, 2\)"),
            ([1.0, 0.0], "`variance` must be positive, got 0.0"),
        ],
    )
    def test_slope_refuses(self, variance, message):
        with pytest.raises(ValueError, match=message):
            nope.variance_slope(variance)

    def test_refuses_heads_that_do_not_divide_the_width(self):
        with pytest.raises(ValueError, match="`d_model` must be a multiple of num_heads = 3, got 8"):
            nope.initial_variance(4, 8, num_heads=3, seed=0)
