"""The smallest attention: against its formula written out, and what it refuses."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pe_reference import attention

rng = np.random.default_rng(0)
QUERY, KEY, VALUE = rng.normal(size=(2, 3, 5, 8)), rng.normal(size=(2, 3, 7, 8)), rng.normal(size=(2, 3, 7, 16))
matrices = arrays.arrays(np.float64, arrays.array_shapes(min_dims=2, max_dims=3), elements=st.floats(-1e3, 1e3))


class TestScores:
    def test_are_scaled_dot_products(self):
        got = attention.scores(QUERY, KEY)
        assert got.shape == (2, 3, 5, 7)
        one = sum(QUERY[1, 2, 3, i] * KEY[1, 2, 4, i] for i in range(8)) / math.sqrt(8)
        assert got[1, 2, 3, 4] == pytest.approx(one, abs=1e-14)

    def test_bias_is_added_after_the_scaling(self):
        bias = rng.normal(size=(3, 5, 7))
        got = attention.scores(QUERY, KEY, bias=bias)
        np.testing.assert_array_equal(got, attention.scores(QUERY, KEY) + bias)

    def test_the_largest_numbers_do_not_overflow(self):
        most = np.finfo(np.float64).max
        for sign in (1, -1):
            got = attention.scores(np.full((1, 8), sign * 2.0**400), np.full((1, 8), 2.0**400), bias=sign * most)
            assert got == sign * most

    def test_bias_may_bring_the_heads(self):
        assert attention.scores(QUERY[0, 0], KEY[0, 0], bias=np.zeros((4, 5, 7))).shape == (4, 5, 7)

    def test_causal_hides_what_comes_later(self):
        hidden = attention.scores(QUERY, KEY, causal=True) == -np.inf
        np.testing.assert_array_equal(hidden, np.broadcast_to(np.triu(np.ones((5, 7), bool), 1), hidden.shape))


class TestSoftmax:
    @given(matrices)
    def test_rows_sum_to_one(self, logits):
        weights = attention.softmax(logits)
        assert weights.min() >= 0
        np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-14)

    @given(st.lists(st.floats(-30, 30), min_size=1, max_size=8))
    def test_is_the_formula(self, logits):
        total = math.fsum(math.exp(s) for s in logits)
        np.testing.assert_allclose(attention.softmax(logits), [math.exp(s) / total for s in logits], rtol=1e-13)

    def test_does_not_overflow(self):
        assert attention.softmax([1e308, -1e308]).tolist() == [1, 0]

    def test_a_fully_masked_row_is_zeros(self):
        got = attention.softmax([[-np.inf, -np.inf, -np.inf], [-np.inf, 7.0, -np.inf]])
        assert got.tolist() == [[0, 0, 0], [0, 1, 0]]


class TestAttend:
    def test_is_the_average_by_the_weights(self):
        weights = attention.softmax(attention.scores(QUERY, KEY))
        got = attention.attend(QUERY, KEY, VALUE)
        assert got.shape == (2, 3, 5, 16)
        np.testing.assert_allclose(got, np.einsum("bhqk,bhkd->bhqd", weights, VALUE), atol=1e-14)

    def test_keys_may_be_shared_between_heads(self):
        shared = attention.attend(QUERY, KEY[:, :1], VALUE[:, :1])
        np.testing.assert_allclose(shared[:, 2], attention.attend(QUERY[:, 2], KEY[:, 0], VALUE[:, 0]), atol=1e-14)

    def test_a_query_that_sees_no_key_gets_zeros(self):
        got = attention.attend(QUERY, KEY, VALUE, bias=np.where(np.arange(5) == 2, -np.inf, 0)[:, None])
        assert not got[:, :, 2].any()
        assert got[:, :, 1].any()


class TestStack:
    def test_without_positions_an_encoder_permutes_along(self):
        layers, x, order = attention.random_layers(16, 2, seed=0), rng.normal(size=(3, 9, 16)), rng.permutation(9)
        got = attention.stack(x[:, order], layers)
        np.testing.assert_allclose(got, attention.stack(x, layers)[:, order], atol=1e-13)

    def test_causal_shows_the_order_of_the_prefix_from_two_layers_on(self):
        layers, x = attention.random_layers(16, 2, seed=0), rng.normal(size=(9, 16))
        swapped = x[[1, 0, *range(2, 9)]]
        change = [
            np.abs(attention.stack(x, some, causal=True) - attention.stack(swapped, some, causal=True))[-1].max()
            for some in (layers[:1], layers)
        ]
        assert change[0] < 1e-14
        assert change[1] > 1e-4

    def test_is_residual_attention_then_a_residual_map(self):
        layers, x = attention.random_layers(8, 1, seed=3), rng.normal(size=(5, 8))
        query, key, value, feedforward = layers[0]
        x_after = x + attention.attend(x @ query, x @ key, x @ value)
        np.testing.assert_array_equal(attention.stack(x, layers), x_after + np.tanh(x_after @ feedforward))


def test_random_layers_have_the_scale_and_the_seed_that_they_are_asked_for():
    layers = attention.random_layers(64, 3, seed=5)
    assert len(layers) == 3
    assert np.std(layers) == pytest.approx(1 / 8, rel=0.02)
    np.testing.assert_array_equal(layers, attention.random_layers(64, 3, seed=5))
    assert not np.array_equal(layers[0], layers[1])


NAN, INF = np.full((5, 8), np.nan), np.full((5, 8), np.inf)


@pytest.mark.parametrize(
    ("changed", "kind", "message"),
    [
        ({"query": NAN}, ValueError, "`query` must be finite, got nan"),
        ({"key": INF}, ValueError, "`key` must be finite, got inf"),
        ({"value": NAN}, ValueError, "`value` must be finite, got nan"),
        ({"query": np.full((5, 8), 1e200)}, ValueError, r"`query` must be at most 2\*\*400 in size, got 1e\+200"),
        ({"query": np.ones(8)}, ValueError, "`query` must have at least 2 axes .*, got 1"),
        ({"key": np.ones((0, 8))}, ValueError, r"`key` must hold at least one number, got shape \(0, 8\)"),
        ({"key": np.ones((7, 4))}, ValueError, r"`key.shape\[-1\]` must be query.shape\[-1\] = 8, got 4"),
        (
            {"key": np.ones((2, 7, 8))},
            ValueError,
            r"`key.shape\[:-2\]` must be .*query.shape\[:-2\] = \(3,\), got \(2,\)",
        ),
        ({"value": np.ones((6, 8))}, ValueError, r"`value.shape\[-2\]` must be key.shape\[-2\] = 7, got 6"),
        ({"value": np.ones((2, 7, 8))}, ValueError, r"`value.shape\[:-2\]` must be .* = \(3,\), got \(2,\)"),
        ({"value": np.ones((7, 8), bool)}, TypeError, "`value` must be real numbers, got bool values"),
        ({"query": np.ones((5, 8), complex)}, TypeError, "`query` must be real numbers, got complex128 values"),
        ({"bias": np.nan}, ValueError, "`bias` must be finite or -inf, got nan"),
        ({"bias": np.inf}, ValueError, "`bias` must be finite or -inf, got inf"),
        ({"bias": np.ones((6, 7))}, ValueError, r"`bias.shape` must be .* = \(3, 5, 7\), got \(6, 7\)"),
        (
            {"bias": np.ones((7, 7)), "query": np.ones((1, 8))},
            ValueError,
            r"`bias.shape` must be .* = \(1, 7\), got \(7, 7\)",
        ),
        (
            {"key": np.ones((2**20, 8)), "query": np.ones((2**20, 8))},
            ValueError,
            r"`key` must hold at most 32768 positions at query.shape\[-2\] = 1048576, got 1048576",
        ),
        ({"causal": 1}, TypeError, "`causal` must be True or False, got 1"),
    ],
)
def test_attend_refuses(changed, kind, message):
    arguments = {"query": np.ones((3, 5, 8)), "key": np.ones((7, 8)), "value": np.ones((7, 8))} | changed
    with pytest.raises(kind, match=message):
        attention.attend(**arguments)


@pytest.mark.parametrize(
    ("logits", "kind", "message"),
    [
        ([0.0, np.nan], ValueError, "`logits` must be finite or -inf, got nan"),
        ([0.0, np.inf], ValueError, "`logits` must be finite or -inf, got inf"),
        (np.ones((2, 0)), ValueError, r"`logits` must hold at least one number, got shape \(2, 0\)"),
        (0.0, ValueError, "`logits` must have at least 1 axis, got 0"),
        (["a"], TypeError, "`logits` must be real numbers, got <U1 values"),
    ],
)
def test_softmax_refuses(logits, kind, message):
    with pytest.raises(kind, match=message):
        attention.softmax(logits)


def test_stack_refuses():
    layers = attention.random_layers(8, 1, seed=0)
    with pytest.raises(ValueError, match="`layers` must hold at least one layer, got 0"):
        attention.stack(np.ones((5, 8)), [])
    with pytest.raises(ValueError, match=r"`layer.query.shape` must be \(d_model, d_model\) = \(4, 4\), got \(8, 8\)"):
        attention.stack(np.ones((5, 4)), layers)
    with pytest.raises(ValueError, match=r"`layer.feedforward` must be finite, got nan"):
        attention.stack(np.ones((5, 8)), [layers[0]._replace(feedforward=np.full((8, 8), np.nan))])
    for no_layers in (None, 5, ["layer"], layers[0], iter(layers), np.ones((1, 4, 8, 8))):
        with pytest.raises(TypeError, match="`layers` must be a sequence of Layer, got "):
            attention.stack(np.ones((5, 8)), no_layers)
    with pytest.raises(ValueError, match="`x` must have at least 2 axes"):
        attention.stack(np.ones(8), layers)


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ((0, 1, 0), ValueError, "`d_model` must be from 1 to 8192, got 0"),
        ((8, -1, 0), ValueError, "`num_layers` must be from 1 to 128, got -1"),
        ((8, 1, -1), ValueError, "`seed` must be from 0 to 9223372036854775807, got -1"),
        ((8.0, 1, 0), TypeError, "`d_model` must be an integer, got 8.0"),
        ((8, True, 0), TypeError, "`num_layers` must be an integer, got True"),
        ((8, 1, None), TypeError, "`seed` must be an integer, got None"),
    ],
)
def test_random_layers_refuses(arguments, kind, message):
    with pytest.raises(kind, match=message):
        attention.random_layers(*arguments[:2], seed=arguments[2])
