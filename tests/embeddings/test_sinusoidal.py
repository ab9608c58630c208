import math

import numpy as np
import oracle
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import pe_reference as pe

sinusoidal = pe.sinusoidal

LAYOUTS = ("interleaved", "concatenated", "cosine_first")
POSITIONS = [0, 1, 2, -1, 255, 256, 0.5, -300.25, 4095, 2**17 + 1, 2**20 - 1, -(2**20) + 1, 2**20 - 0.375]
SPACING = {"float64": 0.0, "float32": 2.0**-25, "float16": 2.0**-12}  # half a unit in the last place, below 1

places = st.floats(-(2.0**20), 2.0**20)
halves = st.integers(2, 12)
choices = st.fixed_dictionaries(
    {
        "base": st.sampled_from([10_000, 2.0, 500_000.0]),
        "grid": st.sampled_from(["paper", "tensor2tensor"]),
        "layout": st.sampled_from(LAYOUTS),
    }
)


class TestTable:
    @pytest.mark.parametrize("layout", LAYOUTS)
    @pytest.mark.parametrize("d_model", [8, 16, 5, 7, 1])
    def test_is_the_paper_s_formula(self, d_model, layout):
        exact = [[oracle.entry(p, column, d_model, layout=layout) for column in range(d_model)] for p in POSITIONS]
        for dtype, half_unit in SPACING.items():
            table = sinusoidal.table(POSITIONS, d_model, layout=layout, dtype=dtype)
            assert table.dtype == dtype
            assert oracle.distance(table, exact) < half_unit + 3e-16

    @pytest.mark.parametrize("d_model", [8, 16])
    @pytest.mark.parametrize("base", [500_000.0, 2, 0.5])
    def test_is_exact_on_the_other_grid_and_bases(self, d_model, base):
        exact = oracle.array(
            (300, d_model), lambda p, column: oracle.entry(p, column, d_model, base=base, grid="tensor2tensor")
        )
        table = sinusoidal.table(range(300), d_model, base=base, grid="tensor2tensor")
        assert oracle.distance(table, exact) < 3e-16

    @given(st.floats(-(2.0**20), 2.0**20) | st.integers(0, 2**20), st.integers(0, 511))
    def test_is_exact_wherever_one_looks(self, position, column):
        entry = sinusoidal.table(position, 512)[column]
        assert oracle.distance(entry, oracle.entry(position, column, 512)) < 3e-16

    @given(places, halves, choices)
    def test_every_row_has_the_norm_of_sqrt_half_d(self, position, half, chosen):
        row = sinusoidal.table(position, 2 * half, **chosen)
        np.testing.assert_allclose(np.linalg.norm(row), math.sqrt(half), rtol=1e-15)

    @given(st.integers(-(2**19), 2**19), st.integers(-(2**19), 2**19), halves, choices)
    def test_a_shift_is_a_matrix(self, position, offset, half, chosen):
        shift = sinusoidal.shift_matrix(offset, 2 * half, **chosen)
        moved = sinusoidal.table(position, 2 * half, **chosen) @ shift.T
        np.testing.assert_allclose(sinusoidal.table(position + offset, 2 * half, **chosen), moved, rtol=0, atol=1e-15)

    @given(st.integers(-(2**19), 2**19), halves, choices)
    def test_case_s13_the_gram_matrix_is_toeplitz(self, start, half, chosen):
        table = sinusoidal.table(range(start, start + 9), 2 * half, **chosen)
        of_choice = {name: chosen[name] for name in ("base", "grid")}
        between = np.subtract.outer(np.arange(9), np.arange(9))
        expected = sinusoidal.similarity(between, 2 * half, **of_choice)
        np.testing.assert_allclose(table @ table.T, expected, rtol=0, atol=half * 2e-15)

    @given(places, st.integers(1, 40))
    def test_layouts_are_permutations_of_each_other(self, position, d_model):
        row, concatenated, cosine_first = (sinusoidal.table(position, d_model, layout=layout) for layout in LAYOUTS)
        np.testing.assert_array_equal(concatenated, np.concatenate([row[0::2], row[1::2]]))
        np.testing.assert_array_equal(cosine_first, np.concatenate([row[1::2], row[0::2]]))

    def test_shapes_follow_the_positions(self):
        table = sinusoidal.table(range(30), 14)
        for shape in ((30,), (5, 6), (2, 3, 5)):
            np.testing.assert_array_equal(sinusoidal.table(np.arange(30).reshape(shape), 14), table.reshape(*shape, 14))
        assert sinusoidal.table(3, 14).shape == sinusoidal.table(np.int8(3), 14).shape == (14,)


class TestField:
    def test_case_s01_and_s11_and_s12_rows_0_and_1(self):
        row = [0.841470984808, 0.540302305868, 0.00999983333417, 0.999950000417]
        np.testing.assert_allclose(sinusoidal.table(range(2), 4), [[0, 1, 0, 1], row], atol=1e-12)

    def test_case_s09_one_dot_product_in_any_layout(self):
        for layout in LAYOUTS:
            one, other = sinusoidal.table([3, 5], 8, layout=layout)
            np.testing.assert_allclose(one @ other, 2.56371774796, rtol=1e-11)

    def test_case_s10_odd_widths(self):
        row = [0.841470984808, 0.540302305868, 0.0251162229098, 0.999684537915, 0.000630957302615]
        np.testing.assert_allclose(sinusoidal.table(1, 5), row, rtol=1e-11)

    def test_case_s13_neighbours(self):
        gram = sinusoidal.table(range(4), 4) @ sinusoidal.table(range(4), 4).T
        np.testing.assert_allclose(np.diagonal(gram, 1), 1.54025230628, rtol=1e-11)

    def test_case_s14_and_s15_size_of_a_row(self):
        np.testing.assert_allclose(np.linalg.norm(sinusoidal.table(1, 8)), 2, rtol=1e-15)
        np.testing.assert_allclose(sinusoidal.table(77, 512).std() ** 2 + sinusoidal.table(77, 512).mean() ** 2, 0.5)

    def test_case_s20_the_shift_of_three(self):
        np.testing.assert_allclose(sinusoidal.table(8, 2), [0.989358246623, -0.145500033809], rtol=1e-11)
        expected = [[-0.9899924966, 0.14112000806], [-0.14112000806, -0.9899924966]]
        np.testing.assert_allclose(sinusoidal.shift_matrix(3, 2), expected, rtol=1e-10)

    def test_case_s21_and_s22_channels_that_hardly_move(self):
        assert (np.ptp(sinusoidal.table(range(50), 512), axis=0) < 0.1).sum() == 208


class TestOut:
    @pytest.mark.parametrize("dtype", list(SPACING))
    @pytest.mark.parametrize("layout", LAYOUTS)
    @pytest.mark.parametrize("d_model", [7, 8])
    def test_is_filled_and_returned(self, dtype, layout, d_model):
        expected = sinusoidal.table(range(300), d_model, layout=layout, dtype=dtype)
        out = np.full((300, d_model), 7, dtype)
        assert sinusoidal.table(range(300), d_model, layout=layout, out=out) is out
        assert sinusoidal.table(range(300), d_model, layout=layout, dtype=dtype, out=out) is out
        np.testing.assert_array_equal(out, expected)

    @pytest.mark.parametrize(
        "out",
        [
            np.zeros((3, 5, 16))[..., ::2],
            np.zeros((3, 5, 8), order="F"),
            np.zeros((8, 5, 3)).T,
            np.zeros((6, 10, 8))[::-2, ::2],
            np.frombuffer(bytearray(3 * 5 * 8 * 8 + 1), offset=1).reshape(3, 5, 8),
        ],
        ids=["gaps", "columns first", "transposed", "backwards", "off a boundary"],
    )
    def test_need_not_be_contiguous(self, out):
        positions = np.arange(15).reshape(3, 5)
        assert sinusoidal.table(positions, 8, out=out) is out
        np.testing.assert_array_equal(out, sinusoidal.table(positions, 8))

    @pytest.mark.filterwarnings("ignore:the matrix subclass")
    def test_may_be_a_subclass_or_hold_the_positions(self):
        expected = sinusoidal.table(range(3), 8)
        assert np.array_equal(sinusoidal.table(range(3), 8, out=np.matrix(np.zeros((3, 8)))), expected)
        out = np.zeros((3, 8))
        out[:, 0] = range(3)
        assert np.array_equal(sinusoidal.table(out[:, 0], 8, out=out), expected)

    def test_of_one_position_is_one_row(self):
        out = np.zeros((8, 2))[:, 1]
        np.testing.assert_array_equal(sinusoidal.table(5, 8, out=out), sinusoidal.table(5, 8))
        np.testing.assert_array_equal(out, sinusoidal.table(5, 8))

    @pytest.mark.parametrize(
        ("out", "chosen", "error", "words"),
        [
            ([0.0] * 8, {}, TypeError, "`out` must be a NumPy array, got list"),
            (
                np.zeros((2, 8)),
                {},
                ValueError,
                r"`out.shape` must be \(\*positions, d_model\) = \(3, 8\), got \(2, 8\)",
            ),
            (
                np.zeros((3, 8), int),
                {},
                ValueError,
                "`out.dtype` must be one of float64, float32, float16, got 'int64'",
            ),
            (
                np.zeros((3, 8), ">f4"),
                {},
                ValueError,
                "`out.dtype` must be one of float64, float32, float16, got '>f4'",
            ),
            (np.zeros((3, 8)), {"dtype": "float32"}, ValueError, "`out.dtype` must be one of float32, got 'float64'"),
            (np.broadcast_to(0.0, (3, 8)), {}, ValueError, "`out` must be writeable, got a read-only array"),
        ],
    )
    def test_that_does_not_fit_is_refused(self, out, chosen, error, words):
        with pytest.raises(error, match=words):
            sinusoidal.table(range(3), 8, out=out, **chosen)


class TestShiftMatrix:
    @pytest.mark.parametrize("layout", LAYOUTS)
    @pytest.mark.parametrize("d_model", [8, 16])
    @pytest.mark.parametrize("grid", ["paper", "tensor2tensor"])
    def test_is_the_formula(self, d_model, layout, grid):
        exact = oracle.array(
            (d_model, d_model), lambda row, column: oracle.shift(-11.5, row, column, d_model, grid=grid, layout=layout)
        )
        assert oracle.distance(sinusoidal.shift_matrix(-11.5, d_model, grid=grid, layout=layout), exact) < 1e-16

    @given(places, halves, choices)
    def test_is_orthogonal_and_its_transpose_goes_back(self, offset, half, chosen):
        shift = sinusoidal.shift_matrix(offset, 2 * half, **chosen)
        np.testing.assert_allclose(shift @ shift.T, np.eye(2 * half), rtol=0, atol=1e-15)
        np.testing.assert_array_equal(sinusoidal.shift_matrix(-offset, 2 * half, **chosen), shift.T)

    @given(st.integers(-(2**19), 2**19), st.integers(-(2**19), 2**19), halves, choices)
    def test_shifts_are_a_group(self, one, other, half, chosen):
        first, second, both = (sinusoidal.shift_matrix(k, 2 * half, **chosen) for k in (one, other, one + other))
        np.testing.assert_allclose(first @ second, both, rtol=0, atol=1e-15)
        np.testing.assert_array_equal(sinusoidal.shift_matrix(0, 2 * half, **chosen), np.eye(2 * half))


class TestSimilarity:
    @pytest.mark.parametrize("d_model", [8, 16])
    @pytest.mark.parametrize("grid", ["paper", "tensor2tensor"])
    def test_is_the_formula(self, d_model, grid):
        exact = [oracle.similarity(offset, d_model, grid=grid) for offset in POSITIONS]
        assert oracle.distance(sinusoidal.similarity(POSITIONS, d_model, grid=grid), exact) < d_model * 1e-16

    @given(places, halves)
    def test_is_even_and_largest_at_zero(self, offset, half):
        assume(offset)
        one, other, none = sinusoidal.similarity([offset, -offset, 0], 2 * half)
        assert one == other <= none == half

    def test_shapes_follow_the_offset(self):
        assert sinusoidal.similarity(3, 8).shape == ()
        assert sinusoidal.similarity(np.ones((2, 3, 5)), 8).shape == (2, 3, 5)
