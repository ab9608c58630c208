"""A number for each property, on tables whose answer is known."""

import math
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pe_reference.analysis import properties
from pe_reference.embeddings import naive, sinusoidal

ROWS = np.random.default_rng(0).normal(size=(40, 8))
tables = arrays.arrays(
    np.float64, arrays.array_shapes(min_dims=2, max_dims=2, max_side=9), elements=st.floats(-1e3, 1e3)
)


class TestBounds:
    @given(tables)
    def test_value_range(self, table):
        assert properties.value_range(table) == (min(table.flat), max(table.flat))

    def test_still_dimensions_counts_below_not_at(self):
        table = np.outer(range(5), [0, 0.01, 0.1, 1])
        assert properties.still_dimensions(table) == 1
        assert properties.still_dimensions(table, below=0.05) == 2
        assert properties.still_dimensions(table, below=100) == 4


class TestGram:
    @given(tables)
    def test_holds_dot_products(self, table):
        got = properties.gram(table)
        np.testing.assert_allclose(got, np.einsum("pi,qi->pq", table, table), rtol=1e-12, atol=1e-9)
        np.testing.assert_array_equal(got, got.T)

    def test_of_a_sinusoidal_table_depends_on_the_offset_alone(self):
        gram = properties.gram(sinusoidal.table(range(100), 16))
        assert properties.toeplitz_deviation(gram) < 1e-13
        np.testing.assert_allclose(gram[20, 20:], sinusoidal.similarity(range(80), 16), atol=1e-13)


class TestToeplitzDeviation:
    @given(arrays.arrays(np.int64, 17, elements=st.integers(-9, 9)))
    def test_is_0_where_diagonals_are_constant(self, values):
        offsets = np.subtract.outer(range(9), range(9)) + 8
        assert properties.toeplitz_deviation(values[offsets]) == 0

    @given(arrays.arrays(np.float64, (6, 6), elements=st.floats(-1e3, 1e3)))
    def test_is_the_largest_difference_along_a_diagonal(self, matrix):
        pairs = [(i, j, k) for i in range(6) for j in range(6) for k in range(6) if max(i, j) + k < 6]
        assert properties.toeplitz_deviation(matrix) == max(
            abs(matrix[i, j] - matrix[i + k, j + k]) for i, j, k in pairs
        )

    def test_takes_a_thousand_positions(self):
        start = time.perf_counter()
        properties.toeplitz_deviation(np.zeros((1000, 1000)))
        assert time.perf_counter() - start < 5


class TestFitShift:
    def test_finds_the_exact_map_where_the_window_is_long_enough(self):
        fit = properties.fit_shift(sinusoidal.table(range(512), 16), 3)
        assert fit.rank == 16
        assert fit.residual < 1e-11
        np.testing.assert_allclose(fit.matrix, sinusoidal.shift_matrix(3, 16), atol=1e-8)

    def test_is_exact_inside_and_wrong_outside_where_it_is_not(self):
        table = sinusoidal.table(range(403), 64)
        fit = properties.fit_shift(table[:50], 3)
        assert 15 < fit.rank < 30
        assert fit.residual < 1e-11
        assert np.abs(table[200:400] @ fit.matrix.T - table[203:]).max(axis=1).min() > 0.5

    def test_counts_singular_values_above_the_cutoff(self):
        table = np.diag([1.0, 1e-3, 1e-6, 1e-9])[[0, 1, 2, 3, 0]]
        assert [properties.fit_shift(table, 1, rcond=cutoff).rank for cutoff in (0, 1e-8, 1e-5, 1e-2)] == [4, 3, 2, 1]

    def test_says_which_cutoff_it_took(self):
        assert properties.fit_shift(ROWS, 3).cutoff == 37 * np.finfo(float).eps
        assert properties.fit_shift(ROWS[:5], 3).cutoff == 8 * np.finfo(float).eps
        assert properties.fit_shift(ROWS, 3, rcond=1e-6).cutoff == 1e-6

    def test_tells_the_triangle_wave_from_the_sinusoid(self):
        assert properties.fit_shift(naive.triangle(range(400), 16), 3).residual > 0.1

    def test_of_zeros_is_zero(self):
        fit = properties.fit_shift(np.zeros((5, 3)), 1, rcond=0.0)
        assert (fit.rank, fit.residual) == (0, 0)
        assert not fit.matrix.any()


class TestSmallestDistance:
    @given(tables.filter(lambda table: len(table) > 1), st.integers(1, 10))
    def test_is_that_of_all_pairs(self, table, block):
        pairs = [(p, q) for p in range(len(table)) for q in range(p)]
        expected = min(math.dist(table[p], table[q]) for p, q in pairs)
        got = properties.smallest_distance(table, block=block)
        assert got == pytest.approx(expected, abs=1e-3 * 2**-20)
        assert (got == 0) == (expected == 0)

    def test_of_two_equal_rows_is_0_wherever_they_are(self):
        rows = np.vstack([ROWS, -0.0 * ROWS[:1], 0.0 * ROWS[:1]])
        assert properties.smallest_distance(rows, block=7) == 0

    def test_is_told_apart_however_small(self):
        assert properties.smallest_distance(np.array([[0.0], [3.0], [4.0]]) * 1e-200) == pytest.approx(1e-200)
        assert properties.smallest_distance([[0.0], [5e-324]]) == 5e-324

    def test_is_seen_across_blocks(self):
        rows = np.vstack([ROWS, ROWS[:1] + 1e-3])
        assert properties.smallest_distance(rows, block=8) == pytest.approx(math.sqrt(8) * 1e-3, rel=1e-9)


class TestNearest:
    def test_is_the_direction_not_the_distance(self):
        assert properties.nearest([1.0, 0.1], [[1.0, 1.0], [100.0, 1.0], [0.5, 0.1]])[0] == 1

    @given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 99))
    def test_is_the_first_of_equals_with_a_cosine_of_at_most_1(self, count, width, seed):
        row = np.random.default_rng(seed).normal(size=width)
        index, cosine = properties.nearest(row, np.tile(row, (count, 1)) * 2.0 ** np.arange(count)[:, None])
        assert index == 0
        assert 1 - 1e-15 < cosine <= 1

    def test_does_not_depend_on_the_length(self):
        assert properties.nearest([1e-200, 0], [[0, 1], [1e-300, 1e-300], [1e100, 0]]) == (2, 1.0)

    def test_finds_a_row_of_the_table(self):
        index, cosine = properties.nearest(3 * ROWS[17], ROWS)
        assert index == 17
        assert cosine == pytest.approx(1, abs=1e-15)


class TestFirstRise:
    @given(st.lists(st.integers(-3, 3), min_size=1))
    def test_is_the_first_step_up(self, curve):
        steps = [k for k in range(len(curve) - 1) if curve[k + 1] > curve[k]]
        assert properties.first_rise(curve) == (steps[0] if steps else None)

    def test_takes_unsigned_integers(self):
        assert properties.first_rise(np.array([3, 1, 2], np.uint8)) == 1

    def test_of_the_sinusoidal_similarity(self):
        rises = [properties.first_rise(sinusoidal.similarity(range(100), width)) for width in (64, 128, 256, 512)]
        assert rises == [5, 11, 24, 43]


ONE_TABLE = {
    "value_range": properties.value_range,
    "gram": properties.gram,
    "fit_shift": lambda table: properties.fit_shift(table, 1),
    "smallest_distance": properties.smallest_distance,
    "nearest": lambda table: properties.nearest([1.0, 0.0], table),
    "still_dimensions": properties.still_dimensions,
}


@pytest.mark.parametrize("function", ONE_TABLE)
@pytest.mark.parametrize(
    ("table", "kind", "message"),
    [
        ([[True, False]], TypeError, "`table` must be real numbers, got bool values"),
        ([[None, 1.0]], TypeError, "`table` must be real numbers, got object values"),
        ([[1j, 0]], TypeError, "`table` must be real numbers, got complex128 values"),
        ([["a", "b"]], TypeError, "`table` must be real numbers, got <U1 values"),
        ([[1.0], [1.0, 2.0]], TypeError, "`table` must be an array of real numbers, got "),
        ([[1.0, np.nan]], ValueError, "`table` must be finite, got nan"),
        ([[1.0, -np.inf]], ValueError, "`table` must be finite, got -inf"),
        ([[1e200, 0.0]] * 2, ValueError, r"`table` must be at most 2\*\*400 in size, got 1e\+200"),
        ([1.0, 2.0], ValueError, r"`table` must have 2 axes \(positions, d_model\), got 1"),
        ([[[1.0]]], ValueError, r"`table` must have 2 axes \(positions, d_model\), got 3"),
        (np.zeros((0, 4)), ValueError, r"`table` must hold at least one number, got shape \(0, 4\)"),
        (np.zeros((4, 0)), ValueError, r"`table` must hold at least one number, got shape \(4, 0\)"),
    ],
)
def test_refused_tables(function, table, kind, message):
    with pytest.raises(kind, match=message):
        ONE_TABLE[function](table)


@pytest.mark.parametrize(
    ("function", "call", "kind", "message"),
    [
        (
            "toeplitz_deviation",
            lambda function: function(ROWS),
            ValueError,
            r"`matrix.shape\[1\]` must be matrix.shape\[0\] = 40, got 8",
        ),
        ("toeplitz_deviation", lambda function: function([[np.nan]]), ValueError, "`matrix` must be finite, got nan"),
        (
            "fit_shift",
            lambda function: function([[1e-300], [1e100]], 1),
            ValueError,
            "`table` must have a shift map that float64 holds, got inf in it",
        ),
        (
            "gram",
            lambda function: function(np.ones((2**17 + 1, 1))),
            ValueError,
            "`table` must have at most 131072 rows, got 131073",
        ),
        ("fit_shift", lambda function: function(ROWS, 40), ValueError, "`offset` must be from 1 to 39, got 40"),
        ("fit_shift", lambda function: function(ROWS, 0), ValueError, "`offset` must be from 1 to 39, got 0"),
        ("fit_shift", lambda function: function(ROWS, -3), ValueError, "`offset` must be from 1 to 39, got -3"),
        ("fit_shift", lambda function: function(ROWS, 3.0), TypeError, "`offset` must be an integer, got 3.0"),
        ("fit_shift", lambda function: function(ROWS, True), TypeError, "`offset` must be an integer, got True"),
        ("fit_shift", lambda function: function(ROWS[:1], 1), ValueError, "`table` must have at least 2 rows, got 1"),
        (
            "fit_shift",
            lambda function: function(ROWS, 3, rcond=-1e-6),
            ValueError,
            "`rcond` must be from 0 to 1, got -1e-06",
        ),
        ("fit_shift", lambda function: function(ROWS, 3, rcond=1), ValueError, "`rcond` must be below 1, got 1.0"),
        (
            "fit_shift",
            lambda function: function(ROWS, 3, rcond=math.nan),
            ValueError,
            "`rcond` must be finite, got nan",
        ),
        (
            "fit_shift",
            lambda function: function(ROWS, 3, rcond="auto"),
            TypeError,
            "`rcond` must be a real number, got 'auto'",
        ),
        (
            "smallest_distance",
            lambda function: function(ROWS[:1]),
            ValueError,
            "`table` must have at least 2 rows, got 1",
        ),
        (
            "smallest_distance",
            lambda function: function(ROWS, block=0),
            ValueError,
            "`block` must be from 1 to 1048576, got 0",
        ),
        (
            "nearest",
            lambda function: function(ROWS[0, :4], ROWS),
            ValueError,
            r"`row.shape` must be table.shape\[1:\] = \(8,\), got \(4,\)",
        ),
        (
            "nearest",
            lambda function: function(ROWS[:2], ROWS),
            ValueError,
            r"`row.shape` must be table.shape\[1:\] = \(8,\), got \(2, 8\)",
        ),
        ("nearest", lambda function: function([np.nan] * 8, ROWS), ValueError, "`row` must be finite, got nan"),
        (
            "nearest",
            lambda function: function([0] * 8, ROWS),
            ValueError,
            "`row` must have a direction, got a row of zeros",
        ),
        (
            "nearest",
            lambda function: function([1], [[2], [0]]),
            ValueError,
            "`table` must have a direction, got a row of zeros",
        ),
        ("still_dimensions", lambda function: function(ROWS, below=0), ValueError, "`below` must be positive, got 0.0"),
        (
            "still_dimensions",
            lambda function: function(ROWS, below=False),
            TypeError,
            "`below` must be a real number, got False",
        ),
        (
            "first_rise",
            lambda function: function([]),
            ValueError,
            r"`curve` must hold at least one number, got shape \(0,\)",
        ),
        ("first_rise", lambda function: function(ROWS), ValueError, "`curve` must have 1 axis, got 2"),
        ("first_rise", lambda function: function([1.0, np.nan]), ValueError, "`curve` must be finite, got nan"),
    ],
)
def test_refusals(function, call, kind, message):
    with pytest.raises(kind, match=message):
        call(getattr(properties, function))
