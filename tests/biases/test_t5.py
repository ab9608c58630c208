"""Buckets of distances."""

import numpy as np
import oracle_biases
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import distances
from pe_reference.biases import t5

CONFIGURATIONS = [
    (2, 2), (2, 3), (3, 9), (3, 16), (4, 3), (4, 4), (5, 7), (5, 54), (6, 24), (7, 81), (8, 5), (8, 64), (8, 324),
    (10, 160), (16, 128), (20, 21), (32, 17), (32, 128), (32, 256), (32, 1024), (64, 128), (128, 128), (320, 800),
]  # fmt: skip


def rule(num_buckets, max_distance, bidirectional):
    return {"num_buckets": num_buckets, "max_distance": max_distance, "bidirectional": bidirectional}


class TestBucket:
    @pytest.mark.parametrize(("num_buckets", "max_distance"), CONFIGURATIONS)
    def test_is_the_logarithm_with_exact_ties(self, num_buckets, max_distance):
        reach = max_distance + 3
        some = sorted({*range(-min(reach, 300), min(reach, 300)), *range(-reach, reach, 7), -(2**53), 2**53})
        for bidirectional in (False, True):
            buckets = rule(num_buckets * (2 if bidirectional else 1), max_distance, bidirectional)
            exact = [oracle_biases.bucket(relative, **buckets) for relative in some]
            got = t5.bucket(some, **buckets)
            assert got.dtype == np.int64
            assert got.tolist() == exact

    @pytest.mark.parametrize("bidirectional", [False, True])
    def test_agrees_with_a_rounded_logarithm_that_is_nudged_over_the_ties(self, bidirectional):
        for buckets in range(2, 41):
            own = buckets // 2
            for max_distance in {own + 1, own + 5, 4 * own, 128, 1000, 4096} - set(range(own + 1)):
                distance = np.arange(own, 5000)
                share = np.log(distance / own) / np.log(max_distance / own) * (buckets - own)
                large = np.minimum(own + np.floor(share + 1e-9).astype(int), buckets - 1)
                exact = rule(buckets * (1 + bidirectional), max_distance, bidirectional)
                np.testing.assert_array_equal(t5.bucket(-distance, **exact), large)

    @pytest.mark.parametrize(
        ("num_buckets", "max_distance", "distance"), [(60, 16384, 10763), (118, 16384, 6945), (512, 131072, 58650)]
    )
    def test_is_right_where_a_float32_logarithm_is_not(self, num_buckets, max_distance, distance):
        own = num_buckets // 2
        logarithms = [np.float32(np.log(reach / own)) for reach in (distance, max_distance)]  # correctly rounded
        rounded = own + int(logarithms[0] / logarithms[1] * np.float32(num_buckets - own))
        buckets = rule(num_buckets, max_distance, False)
        assert t5.bucket(-distance, **buckets) == oracle_biases.bucket(-distance, **buckets) == rounded - 1

    def test_follows_the_sign_of_key_minus_query(self):
        assert t5.bucket([1, -1]).tolist() == [17, 1]
        assert t5.bucket([8, 91, 90, -8, 10**9]).tolist() == [24, 31, 30, 8, 31]

    def test_differs_between_encoder_and_decoder(self):
        assert t5.bucket([-20, 5], bidirectional=False).tolist() == [17, 0]
        assert t5.bucket([-20, 5]).tolist() == [10, 21]

    def test_gives_the_matrix_of_the_thread(self):
        matrix = t5.bucket(distances.relative_position(range(10), range(10)))
        assert matrix[0].tolist() == [0, 17, 18, 19, 20, 21, 22, 23, 24, 24]
        assert matrix[9].tolist() == [8, 8, 7, 6, 5, 4, 3, 2, 1, 0]

    def test_leaves_one_bucket_of_the_bidirectional_ones_unused(self):
        assert set(range(32)) - set(t5.bucket(range(-200, 201)).tolist()) == {16}

    @given(st.integers(-(2**53), 2**53))
    def test_takes_whole_numbers_of_any_type_and_shape(self, relative):
        assert t5.bucket(relative).shape == ()
        assert t5.bucket([[float(relative)]]).tolist() == [[t5.bucket(relative).item()]]
        assert t5.bucket(np.array([relative], np.int64), bidirectional=False).shape == (1,)

    @pytest.mark.parametrize("extreme", [np.iinfo(np.int64).min, np.iinfo(np.int64).max])
    def test_holds_for_the_largest_integers(self, extreme):
        assert t5.bucket(np.array([extreme])) == (31 if extreme > 0 else 15)

    def test_refuses_what_is_no_whole_number(self):
        with pytest.raises(ValueError, match=r"^`relative_position` must be whole numbers, got -0.5$"):
            t5.bucket([1.0, -0.5])
        with pytest.raises(TypeError, match=r"^`relative_position` must be real numbers, got bool values$"):
            t5.bucket([True])
        with pytest.raises(ValueError, match=r"^`relative_position` must hold at least one number, got shape \(0,\)$"):
            t5.bucket([])


class TestFirstDistances:
    def test_are_the_printed_ones(self):
        later = [8, 12, 16, 23, 32, 46, 64, 91]
        assert t5.first_distances().tolist() == [*range(8), *later]
        later = [16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]
        assert t5.first_distances(bidirectional=False).tolist() == [*range(16), *later]

    @given(st.integers(2, 60), st.integers(2, 5000), st.booleans())
    def test_are_the_first_of_their_bucket(self, buckets, max_distance, bidirectional):
        given = rule(buckets * (1 + bidirectional), max(max_distance, buckets // 2 + 1), bidirectional)
        first = t5.first_distances(**given)
        assert first.dtype == np.int64
        assert (np.diff(first) >= 0).all()
        used = np.flatnonzero(np.diff(first, append=2**40))
        assert t5.bucket(-first[used], **given).tolist() == used.tolist()
        assert (t5.bucket(1 - first[used[1:]], **given) < used[1:]).all()

    def test_leave_buckets_unused_when_the_distances_do_not_suffice(self):
        assert (np.diff(t5.first_distances(num_buckets=128, bidirectional=False)) == 0).sum() == 5

    def test_do_not_depend_on_a_rounded_first_guess(self):
        first = t5.first_distances(num_buckets=7, max_distance=2**31, bidirectional=False).tolist()
        steps, own, largest = 4, 3, 2**31
        for step in range(steps):
            bound = largest**step * own ** (steps - step)
            assert (first[own + step] - 1) ** steps < bound <= first[own + step] ** steps

    @pytest.mark.parametrize(
        ("given", "kind", "message"),
        [
            ((1, 128, False), ValueError, "`num_buckets` must be from 2 to 2048, got 1"),
            ((2, 128, True), ValueError, "`num_buckets` must be from 4 to 2048, got 2"),
            ((0, 128, True), ValueError, "`num_buckets` must be from 4 to 2048, got 0"),
            ((33, 128, True), ValueError, "`num_buckets` must be even when bidirectional, got 33"),
            ((4096, 8192, True), ValueError, "`num_buckets` must be from 4 to 2048, got 4096"),
            ((32.0, 128, True), TypeError, "`num_buckets` must be an integer, got 32.0"),
            ((32, 8, True), ValueError, "must be above the 8 distances .* at num_buckets = 32, got 8"),
            ((32, 16, False), ValueError, "must be above the 16 distances .* at num_buckets = 32, got 16"),
            ((32, 4, True), ValueError, "`max_distance` must be above the 8 .*, got 4"),
            ((32, 0, True), ValueError, "`max_distance` must be from 1 to 2147483648, got 0"),
            ((32, 2**32, True), ValueError, "`max_distance` must be from 1 to 2147483648, got 4294967296"),
            ((32, 128, 1), TypeError, "`bidirectional` must be True or False, got 1"),
        ],
    )
    def test_refusals(self, given, kind, message):
        for function in (lambda **given: t5.bucket([0], **given), t5.first_distances):
            with pytest.raises(kind, match=message):
                function(**rule(*given))


class TestBias:
    @pytest.mark.parametrize("bidirectional", [False, True])
    def test_looks_up_the_bucket_of_every_pair(self, bidirectional):
        weights = np.random.default_rng(0).normal(size=(8, 3))
        query, key = [0, 7, 40], [0, 3, 9, 50]
        got = t5.bias(query, key, weights, max_distance=20, bidirectional=bidirectional)
        for i, p in enumerate(query):
            for j, r in enumerate(key):
                row = oracle_biases.bucket(r - p, num_buckets=8, max_distance=20, bidirectional=bidirectional)
                np.testing.assert_array_equal(got[:, i, j], weights[row])

    def test_takes_fractions_that_are_whole_numbers_apart(self):
        weights = np.random.default_rng(0).normal(size=(32, 2))
        halves = np.arange(5) + 0.5
        np.testing.assert_array_equal(t5.bias(halves, halves, weights), t5.bias(range(5), range(5), weights))

    @pytest.mark.parametrize(
        ("weights", "message"),
        [
            (np.ones(32), r"`weights` must have at least 2 axes \(..., positions, width\), got 1"),
            (np.ones((1, 32, 2)), r"`weights` must have 2 axes \(num_buckets, heads\), got 3"),
            (np.full((32, 2), np.nan), "`weights` must be finite, got nan"),
            (np.ones((33, 2)), "`num_buckets` must be even when bidirectional, got 33"),
        ],
    )
    def test_refuses_wrong_weights(self, weights, message):
        with pytest.raises(ValueError, match=message):
            t5.bias([0], [0], weights)
