"""A vector for each clipped distance."""

import numpy as np
import oracle
import oracle_biases
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import attention, distances
from pe_reference.biases import shaw

integers = st.lists(st.integers(-50, 50), min_size=1, max_size=6)
RNG = np.random.default_rng(0)
QUERY, KEY, VALUE = RNG.normal(size=(2, 3, 5, 8)), RNG.normal(size=(2, 3, 7, 8)), RNG.normal(size=(2, 3, 7, 6))
VECTORS, OF_VALUES = RNG.normal(size=(3, 5, 8)), RNG.normal(size=(3, 5, 6))  # a table for each of three heads
INDEX = shaw.index(range(2, 7), range(7), max_distance=2)


class TestIndex:
    @given(integers, integers, st.integers(0, 60))
    def test_is_the_clipped_distance_from_zero(self, query, key, limit):
        got = shaw.index(query, key, max_distance=limit)
        assert got.dtype == np.int64
        assert got.tolist() == [[sorted([-limit, k - q, limit])[1] + limit for k in key] for q in query]

    def test_rises_with_the_key(self):
        assert shaw.index([2], range(6), max_distance=2).tolist() == [[0, 1, 2, 3, 4, 4]]

    def test_knows_one_vector_when_nothing_is_near(self):
        assert not shaw.index(range(4), range(4), max_distance=0).any()

    @pytest.mark.parametrize(
        ("query", "limit", "kind", "message"),
        [
            ([0.5], 2, ValueError, "`key_positions - query_positions` must be whole numbers, got -0.5"),
            ([0], -1, ValueError, "`max_distance` must be from 0 to 1048576, got -1"),
            ([0], 2.0, TypeError, "`max_distance` must be an integer, got 2.0"),
        ],
    )
    def test_refusals(self, query, limit, kind, message):
        with pytest.raises(kind, match=message):
            shaw.index(query, [0], max_distance=limit)


class TestBiasAndValues:
    def test_bias_is_the_formula(self):
        query, vectors = RNG.normal(size=(3, 8)), RNG.normal(size=(9, 8))
        place, keys = [0, 4, 11], [0, 3, 5, 20]
        relative = distances.relative_position(place, keys).astype(int)
        got = shaw.bias(query, vectors, shaw.index(place, keys, max_distance=4))
        exact = oracle.array(got.shape, lambda i, j: oracle_biases.shaw(query[i], vectors, relative[i, j], 4))
        assert oracle.distance(got, exact) < 1e-14

    def test_both_are_attention_with_vectors_added_to_every_key_and_value(self):
        keys = KEY[..., None, :, :] + VECTORS[:, INDEX]  # a key of its own for every query
        logits = np.einsum("bhqw,bhqkw->bhqk", QUERY, keys) / np.sqrt(8)
        ahead = distances.relative_position(range(2, 7), range(7)) > 0
        weights = attention.softmax(np.where(ahead, -np.inf, logits))
        output = np.einsum("bhqk,bhqkw->bhqw", weights, VALUE[..., None, :, :] + OF_VALUES[:, INDEX])

        bias = np.where(ahead, -np.inf, shaw.bias(QUERY, VECTORS, INDEX))
        got = attention.softmax(attention.scores(QUERY, KEY, bias=bias))
        np.testing.assert_allclose(got, weights, atol=1e-14)
        got = attention.attend(QUERY, KEY, VALUE, bias=bias) + shaw.values(got, OF_VALUES, INDEX)
        np.testing.assert_allclose(got, output, atol=1e-14)

    def test_one_table_serves_all_heads(self):
        weights = RNG.random((2, 3, 5, 7))
        for table in (OF_VALUES[:1], OF_VALUES[0]):
            got = shaw.values(weights, table, INDEX)
            np.testing.assert_allclose(got[:, 1], shaw.values(weights[:, 1], OF_VALUES[0], INDEX), atol=1e-14)
        got = shaw.bias(QUERY, VECTORS[0], INDEX)
        np.testing.assert_allclose(got[1, 2], shaw.bias(QUERY[1, 2], VECTORS[0], INDEX), atol=1e-14)

    def test_positions_differ_within_a_batch(self):
        place = distances.positions_from_mask([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]])
        index = shaw.index(place, place, max_distance=2)[:, None]
        bias, weights = shaw.bias(QUERY, VECTORS, index), RNG.random((2, 3, 5, 5))
        values = shaw.values(weights, OF_VALUES, index)
        for sample in range(2):
            alone = shaw.bias(QUERY[sample], VECTORS, index[sample])
            np.testing.assert_allclose(bias[sample], alone, atol=1e-14)
            alone = shaw.values(weights[sample], OF_VALUES, index[sample])
            np.testing.assert_allclose(values[sample], alone, atol=1e-14)

    def test_the_index_may_have_batch_axes_of_its_own(self):
        index = np.stack([INDEX, 4 - INDEX])
        assert shaw.bias(QUERY[0, 0], VECTORS[0], index).shape == (2, 5, 7)
        assert shaw.values(np.ones((5, 7)), OF_VALUES[0], index).shape == (2, 5, 6)
        got = shaw.values(np.ones((5, 7)), OF_VALUES, index[:, None])
        assert got.shape == (2, 3, 5, 6)
        np.testing.assert_allclose(got[1, 2], OF_VALUES[2, index[1]].sum(-2), atol=1e-14)

    @pytest.mark.parametrize(
        ("change", "kind", "message"),
        [
            ({"embeddings": VECTORS[:, :4]}, ValueError, "`embeddings` must have an odd number of rows, .*, got 4"),
            ({"index": INDEX + 1}, ValueError, r"`index` must be from 0 to embeddings.shape\[-2\] - 1 = 4, got 5"),
            ({"index": INDEX - 1}, ValueError, r"`index` must be from 0 to embeddings.shape\[-2\] - 1 = 4, got -1"),
            ({"index": INDEX.astype(float)}, TypeError, "`index` must be integers, got float64 values"),
            ({"index": INDEX[0]}, ValueError, r"`index` must have at least 2 axes \(..., query, key\), got 1"),
            ({"embeddings": np.full((3, 5, 8), np.nan)}, ValueError, "`embeddings` must be finite, got nan"),
            ({"index": INDEX[:3]}, ValueError, r"`index.shape\[-2:?\]` must be .* got"),
            ({"index": np.zeros((4, 1, 5, 7), int)}, ValueError, r"`index.shape\[:-2\]` must be broadcastable with"),
            ({"embeddings": VECTORS[:2]}, ValueError, r"`embeddings.shape\[:-2\]` must be broadcastable with"),
        ],
    )
    def test_refusals(self, change, kind, message):
        given = {"embeddings": VECTORS, "index": INDEX} | change
        for function, first in (shaw.bias, QUERY), (shaw.values, np.ones((2, 3, 5, 7))):
            with pytest.raises(kind, match=message):
                function(first, **given)

    def test_refuses_a_query_of_another_width(self):
        with pytest.raises(ValueError, match=r"^`embeddings.shape\[-1\]` must be query.shape\[-1\] = 6, got 8$"):
            shaw.bias(QUERY[..., :6], VECTORS, INDEX)
