"""A function of the distance as a share of the way to the first token."""

import itertools

import numpy as np
import oracle
import oracle_biases
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference.biases import alibi, fire, kerple, t5

C, THRESHOLD = 0.5, 64.0
scales = st.floats(2.0**-400, 2.0**400, allow_subnormal=False)
places = st.lists(st.floats(0, 2.0**53), min_size=1, max_size=6)


def tokens(share):
    """Distance in tokens, for queries up to the threshold."""
    return np.expm1(share * np.log1p(C * THRESHOLD)) / C


class TestDistance:
    def test_is_the_formula(self):
        query, key = [0, 7, 20.5, 2**20], [0, 3, 6, 20.5, 2**19]
        got = fire.distance(query, key, c=0.1, threshold=16.0)
        assert got.dtype == np.float64
        exact = oracle.array(got.shape, lambda i, j: oracle_biases.fire(query[i], min(key[j], query[i]), 0.1, 16.0))
        assert oracle.distance(got, exact) < 1e-15

    @given(places, places, scales, scales)
    def test_is_from_zero_to_one(self, query, key, c, threshold):
        got = fire.distance(query, key, c=c, threshold=threshold)
        assert got.min() >= 0
        assert got.max() <= 1

    def test_of_the_first_token_is_one_from_the_threshold_on(self):
        np.testing.assert_array_equal(fire.distance([4, 5, 1000], [0], c=C, threshold=4.0), 1.0)
        assert fire.distance([3], [0], c=C, threshold=4.0) < 1

    def test_depends_on_the_query_beyond_the_threshold_only(self):
        before = fire.distance([10, 64], [9, 63], c=C, threshold=THRESHOLD)
        assert before[0, 0] == before[1, 1]
        beyond = fire.distance([65, 400], [64, 399], c=C, threshold=THRESHOLD)
        assert beyond[0, 0] > beyond[1, 1] * 1.1

    @pytest.mark.parametrize(
        ("change", "kind", "message"),
        [
            ({"query_positions": [-1]}, ValueError, "`query_positions` must be at least 0, got -1.0"),
            ({"key_positions": [3, -0.5]}, ValueError, "`key_positions` must be at least 0, got -0.5"),
            ({"query_positions": 3}, ValueError, "`query_positions` must have at least 1 axis, got 0"),
            ({"c": 0}, ValueError, "`c` must be positive, got 0.0"),
            ({"c": np.nan}, ValueError, "`c` must be finite, got nan"),
            ({"c": 1e300}, ValueError, r"`c` must be from 2\*\*-400 to 2\*\*400, got 1e\+300"),
            ({"threshold": -4.0}, ValueError, "`threshold` must be positive, got -4.0"),
            ({"threshold": 1e-300}, ValueError, r"`threshold` must be from 2\*\*-400 to 2\*\*400, got 1e-300"),
            ({"threshold": "4"}, TypeError, "`threshold` must be a real number, got '4'"),
        ],
    )
    def test_refusals(self, change, kind, message):
        given = {"query_positions": [0], "key_positions": [0], "c": 1.0, "threshold": 4.0} | change
        with pytest.raises(kind, match=message):
            fire.distance(**given)


class TestBias:
    @pytest.mark.parametrize("queries", [range(64), [63], [5, 64]])
    def test_is_that_of_the_others_up_to_the_threshold(self, queries):
        rng, slopes = np.random.default_rng(0), alibi.slopes(6)
        r1, r2, weights = rng.random(6) + 0.1, rng.random(6) + 0.1, rng.normal(size=(32, 6))
        others = {
            "alibi": (lambda x: -slopes * tokens(x), alibi.bias(queries, range(64), slopes, causal=True)),
            "kerple": (
                lambda x: -r1 * np.log1p(r2 * tokens(x)),
                kerple.bias(queries, range(64), r1=r1, r2=r2, causal=True),
            ),
            "t5": (
                lambda x: weights[t5.bucket(-np.rint(tokens(x[..., 0])), bidirectional=False)],
                t5.bias(queries, range(64), weights, bidirectional=False),
            ),
        }
        for name, (function, other) in others.items():
            got = fire.bias(queries, range(64), c=C, threshold=THRESHOLD, function=function)
            seen = np.isfinite(got)
            np.testing.assert_allclose(got[seen], other[seen], atol=1e-11, err_msg=name)
            assert (~seen == (np.arange(64) > np.array(queries)[:, None])).all()

    def test_is_no_longer_that_of_the_others_beyond_the_threshold(self):
        got = fire.bias([128], range(129), c=C, threshold=THRESHOLD, function=lambda x: -tokens(x))
        assert np.abs(got - alibi.bias([128], range(129), [1.0], causal=True)).max() > 60

    @pytest.mark.parametrize(
        ("function", "kind", "message"),
        [
            (None, TypeError, "`function` must be callable, got None"),
            (lambda x: x[..., 0], ValueError, r"`function\(distance\).shape\[:-1\]` must be distance.shape"),
            (lambda x: 1.0, ValueError, r"must be distance.shape = \(1, 4\), got \(\)"),
            (lambda x: x * np.nan, ValueError, r"`function\(distance\)` must be finite, got nan"),
            (lambda x: x > 0, TypeError, r"`function\(distance\)` must be real numbers, got bool values"),
        ],
    )
    def test_refusals(self, function, kind, message):
        with pytest.raises(kind, match=message):
            fire.bias([3], range(4), c=1.0, threshold=4.0, function=function)


class TestMlp:
    def test_is_the_formula(self):
        rng = np.random.default_rng(0)
        sizes = (1, 16, 8, 3)
        layers = [(rng.normal(size=size), rng.normal(size=size[1])) for size in itertools.pairwise(sizes)]
        x = rng.random((5, 4, 1))
        got = fire.mlp(x, layers)
        exact = [[oracle_biases.mlp(point, layers) for point in row] for row in x.tolist()]
        assert oracle.distance(got, exact) < 1e-13
        bias = fire.bias(range(7), range(7), c=C, threshold=4.0, function=lambda x: fire.mlp(x, layers))
        share = fire.distance(range(7), range(7), c=C, threshold=4.0)
        np.testing.assert_allclose(bias[:, 6, 2], fire.mlp([[share[6, 2]]], layers)[0], rtol=1e-12)

    @pytest.mark.parametrize(
        ("layers", "kind", "message"),
        [
            ([], ValueError, "`layers` must hold at least one layer, got 0"),
            (3, TypeError, r"`layers` must be a sequence of pairs \(weights, biases\), got 3"),
            ([[[1.0]]], TypeError, r"`layers` must be a sequence of pairs \(weights, biases\), got \[\[\[1.0\]\]\]"),
            ([([[1.0], [1.0]], [0.0])], ValueError, r"`weights.shape` must be \(in, out\) = \(1, 1\), got \(2, 1\)"),
            ([([[1.0, 1.0]], [0.0])], ValueError, r"`biases.shape` must be \(out,\) = \(2,\), got \(1,\)"),
            ([([[np.inf]], [0.0])], ValueError, "`weights` must be finite, got inf"),
        ],
    )
    def test_refusals(self, layers, kind, message):
        with pytest.raises(kind, match=message):
            fire.mlp([[0.5]], layers)
