import decimal
import math
import re

import numpy as np
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pe_reference as pe
from pe_reference import frequencies

GRIDS = ("paper", "tensor2tensor")
POSITIONS = [0, 1, -1, 7, 0.5, -3.25, 4095, 2**17 + 1, 2**20 - 1, -(2**20) + 1, 2**20 - 0.375]


class TestSpectrum:
    @pytest.mark.parametrize("dim", [8, 16, 66])
    @pytest.mark.parametrize("base", [10_000, 500_000.0, 2, 0.5])
    @pytest.mark.parametrize("grid", GRIDS)
    def test_is_exact_to_both_parts(self, dim, base, grid):
        hi, lo = frequencies.spectrum(dim, base=base, grid=grid)
        assert hi.shape == lo.shape == (dim // 2,)
        assert hi.dtype == lo.dtype == np.float64
        for index, (one, rest) in enumerate(zip(hi, lo, strict=True)):
            exact = oracle.frequency(index, dim, base=base, grid=grid)
            assert abs((oracle.mp.mpf(float(one)) + float(rest)) / exact - 1) < 2.0**-105
            assert float(one) == float(exact)

    @pytest.mark.parametrize("dim", [1, 5, 7, 17])
    def test_odd_widths_have_a_frequency_for_every_sine(self, dim):
        exact = [oracle.frequency(index, dim) for index in range((dim + 1) // 2)]
        np.testing.assert_array_equal(frequencies.inv_freq(dim), [float(omega) for omega in exact])

    def test_does_not_depend_on_the_caller_s_decimal_context(self):
        usual = frequencies.spectrum(16)
        with decimal.localcontext(decimal.Context(prec=3)):
            np.testing.assert_array_equal(frequencies.spectrum(16), usual)


class TestInvFreq:
    def test_case_s05_no_two_are_equal(self):
        inv_freq = frequencies.inv_freq(128)
        np.testing.assert_allclose(inv_freq[1], 0.86596432336, rtol=1e-11)
        assert len(np.unique(inv_freq)) == 64

    def test_case_s08_the_two_grids(self):
        np.testing.assert_allclose(frequencies.inv_freq(8), [1, 0.1, 0.01, 0.001], rtol=1e-15)
        t2t = [1, 0.0464158883361, 0.00215443469003, 1e-4]
        np.testing.assert_allclose(frequencies.inv_freq(8, grid="tensor2tensor"), t2t, rtol=1e-11)
        np.testing.assert_allclose(frequencies.inv_freq(512)[-1], 0.000103663292844, rtol=1e-11)
        np.testing.assert_array_equal(frequencies.inv_freq(2), [1])

    def test_case_s21_wavelengths(self):
        wavelengths = 2 * np.pi / frequencies.inv_freq(512)
        np.testing.assert_allclose(wavelengths[[0, -1]], [6.28318530718, 60611.4771663], rtol=1e-11)

    def test_rounding_alone_moves_angles_at_a_million(self):
        assert 5e-11 < np.abs(frequencies.spectrum(512).lo).max() * 10**6 < 6e-11

    def test_case_s25_power_and_exponential_are_the_same(self):
        exponent = np.arange(0, 512, 2) / 512
        np.testing.assert_allclose(frequencies.inv_freq(512), 10_000.0**-exponent, rtol=1e-14)
        np.testing.assert_allclose(frequencies.inv_freq(512), np.exp(-exponent * math.log(10_000)), rtol=1e-14)

    @given(st.integers(2, 40), st.floats(1e-3, 1e9))
    def test_the_tensor2tensor_grid_ends_at_the_base(self, half, base):
        last = frequencies.inv_freq(2 * half, base=base, grid="tensor2tensor")[-1]
        assert last == float(1 / oracle.mp.mpf(base))

    @given(st.integers(1, 40), st.floats(1e-3, 1e9))
    def test_the_paper_grid_stops_short_of_the_base_by_one_step(self, half, base):
        last = frequencies.inv_freq(2 * half, base=base)[-1]
        np.testing.assert_allclose(last * base ** (-1 / half), 1 / base, rtol=1e-12)


class TestAngles:
    def test_is_the_plain_product(self):
        np.testing.assert_array_equal(frequencies.angles([[0, 3]], [1.0, 0.5, 0.1]), [[[0, 0, 0], [3, 1.5, 3 * 0.1]]])
        assert frequencies.angles(2, [1.0, 0.5]).shape == (2,)

    def test_plain_products_are_off_near_two_to_the_twenty(self):
        positions, spectrum = np.arange(2**20 - 2000, 2**20), frequencies.spectrum(512)
        _, sin = frequencies.cos_sin(positions, spectrum)
        assert 1e-10 < np.abs(np.sin(frequencies.angles(positions, spectrum.hi)) - sin).max() < 1.2e-10

    def test_case_s07_never_more_than_a_radian_a_step(self):
        angles = frequencies.angles(range(3), frequencies.inv_freq(64))
        np.testing.assert_allclose(angles[1, 1], 0.749894209332, rtol=1e-11)
        assert np.diff(angles, axis=0).max() <= 1


class TestCosSin:
    @pytest.mark.parametrize(
        ("dim", "grid"), [(5, "paper"), (7, "paper"), *[(dim, grid) for dim in (8, 16) for grid in GRIDS]]
    )
    def test_is_exact(self, dim, grid):
        cos, sin = frequencies.cos_sin(POSITIONS, frequencies.spectrum(dim, grid=grid))
        for measured, formula in ((cos, oracle.mp.cos), (sin, oracle.mp.sin)):
            exact = [
                [formula(p * oracle.frequency(i, dim, grid=grid)) for i in range((dim + 1) // 2)] for p in POSITIONS
            ]
            assert oracle.distance(measured, exact) < 6e-17

    def test_takes_float64_frequencies_as_they_stand(self):
        inv_freq = frequencies.inv_freq(16)
        _, sin = frequencies.cos_sin(POSITIONS, inv_freq)
        exact = [[oracle.mp.sin(oracle.mp.mpf(p) * float(omega)) for omega in inv_freq] for p in POSITIONS]
        assert oracle.distance(sin, exact) < 6e-17
        assert np.abs(sin - frequencies.cos_sin(POSITIONS, frequencies.spectrum(16))[1]).max() > 1e-12

    @given(st.integers(0, 2**53))
    def test_far_positions_stay_within_three_units(self, position):
        _, sin = frequencies.cos_sin(position, frequencies.spectrum(8))
        exact = [oracle.mp.sin(position * oracle.frequency(index, 8)) for index in range(4)]
        assert oracle.distance(sin, exact) < 3e-16

    @given(st.floats(-(2.0**20), 2.0**20))
    def test_cosine_is_even_and_sine_odd_in_every_bit(self, position):
        (cos, other_cos), (sin, other_sin) = frequencies.cos_sin([position, -position], frequencies.spectrum(16))
        np.testing.assert_array_equal(cos, other_cos)
        np.testing.assert_array_equal(sin, -other_sin)

    def test_shapes(self):
        for shape in ((), (1,), (3, 5), (2, 3, 5)):
            cos, sin = frequencies.cos_sin(np.ones(shape), frequencies.spectrum(14))
            assert cos.shape == sin.shape == (*shape, 7)

    def test_many_and_wide_give_what_few_and_narrow_do(self):
        positions = np.arange(3000.0)
        spectrum = frequencies.spectrum(20_000)
        cos, _ = frequencies.cos_sin(positions[:3], spectrum)
        narrow = frequencies.Spectrum(spectrum.hi[:4], spectrum.lo[:4])
        np.testing.assert_array_equal(frequencies.cos_sin(positions, narrow)[0][:3], cos[:, :4])


@pytest.mark.parametrize("dim", [0, -2, 2**40, 10**30])
def test_widths_out_of_range_are_refused(dim):
    with pytest.raises(ValueError, match="`dim` must be from 1 to 1048576, got"):
        frequencies.inv_freq(dim)


@pytest.mark.parametrize("dim", [math.nan, 8.0, True, "8", None, np.ones(2)])
def test_widths_that_are_no_integers_are_refused(dim):
    with pytest.raises(TypeError, match="`dim` must be an integer, got"):
        frequencies.spectrum(dim)


@pytest.mark.parametrize(
    ("base", "words"),
    [
        (0, "positive, got 0"),
        (-1.0, "positive, got -1"),
        (math.nan, "finite, got nan"),
        (math.inf, "finite, got inf"),
        (10**400, "finite"),
    ],
)
def test_bases_out_of_range_are_refused(base, words):
    with pytest.raises(ValueError, match=f"`base` must be {words}"):
        frequencies.spectrum(8, base=base)


@pytest.mark.parametrize("base", [True, "10000", None, 1j, [10_000]])
def test_bases_that_are_no_numbers_are_refused(base):
    with pytest.raises(TypeError, match="`base` must be a real number, got"):
        frequencies.spectrum(8, base=base)


@pytest.mark.parametrize("base", [1e308, 5e-324])
def test_bases_that_float64_cannot_follow_are_refused(base):
    with pytest.raises(
        ValueError, match=r"`base` must give frequencies from 2\*\*-1000 to 2\*\*53, got .* at dim = 512"
    ):
        frequencies.inv_freq(512, base=base)


@pytest.mark.parametrize("dim", [1, 2, 5, 7])
def test_tensor2tensor_needs_two_pairs(dim):
    with pytest.raises(ValueError, match=f"`dim` must be even and at least 4 on the tensor2tensor grid, got {dim}"):
        frequencies.inv_freq(dim, grid="tensor2tensor")


@pytest.mark.parametrize("grid", ["fairseq", "", None, 1, ["paper"]])
def test_unknown_grids_are_refused(grid):
    with pytest.raises(ValueError, match="`grid` must be one of paper, tensor2tensor, got"):
        frequencies.spectrum(8, grid=grid)


@pytest.mark.parametrize("ask", [frequencies.angles, frequencies.cos_sin])
@pytest.mark.parametrize(
    ("positions", "error", "words"),
    [
        ([], ValueError, "hold at least one number, got shape"),
        (range(0), ValueError, "hold at least one number, got shape"),
        ([0, math.nan], ValueError, "be finite, got nan"),
        ([math.inf], ValueError, "be finite, got inf"),
        ([True], TypeError, "be real numbers, got bool"),
        ("12", TypeError, "be real numbers, got"),
        ([1j], TypeError, "be real numbers, got complex"),
        ([[1], [2, 3]], TypeError, "be an array of real numbers, got"),
        (None, TypeError, "be real numbers, got object"),
        (2**53 + 2, ValueError, r"be at most 2\*\*53 in size, got"),
        (-(2.0**60), ValueError, r"be at most 2\*\*53 in size, got"),
        (range(10**15), ValueError, "hold at most 2147483648 positions, got a range of 1000000000000000"),
        (range(10**30), ValueError, "hold at most 2147483648 positions, got a range of"),
    ],
)
def test_positions_are_checked(ask, positions, error, words):
    with pytest.raises(error, match=f"`positions` must {words}"):
        ask(positions, [1.0, 0.5])


@pytest.mark.parametrize(
    ("inv_freq", "error", "words"),
    [
        ([], ValueError, "hold at least one number"),
        ([math.nan], ValueError, "be finite, got nan"),
        (["1"], TypeError, "be real numbers"),
        (1.0, ValueError, "have 1 axis, got 0"),
        ([[1.0]], ValueError, "have 1 axis, got 2"),
        ([[1.0], [1.0, 2.0]], TypeError, "be an array of real numbers"),
        ([1e300], ValueError, r"be at most 2\*\*53 in size, got 1e\+300"),
    ],
)
def test_frequencies_are_checked(inv_freq, error, words):
    with pytest.raises(error, match=f"`inv_freq` must {words}"):
        frequencies.angles([1], inv_freq)
    with pytest.raises(error, match=f"`spectrum` must {words}"):
        frequencies.cos_sin([1], inv_freq)


def test_the_two_parts_must_agree():
    with pytest.raises(ValueError, match=r"`spectrum.lo.shape` must be spectrum.hi.shape = \(2,\), got \(1,\)"):
        frequencies.cos_sin([1], frequencies.Spectrum(np.ones(2), np.zeros(1)))


@pytest.mark.parametrize("lo", [1.0, -1e-15, 2.0**-51])
def test_the_second_part_must_be_the_smaller(lo):
    with pytest.raises(
        ValueError, match=f"`spectrum.lo` must be less than the last place of spectrum.hi, got {re.escape(str(lo))}"
    ):
        frequencies.cos_sin([1], frequencies.Spectrum(np.ones(2), np.array([0, lo])))


def test_angles_too_large_to_be_exact_are_refused():
    with pytest.raises(ValueError, match=r"`positions` must give angles of at most 2\*\*53 with `spectrum`, got 1.8"):
        frequencies.cos_sin([2**53], [2.0])


def test_more_than_memory_holds_is_refused():
    with pytest.raises(
        ValueError, match="`positions` must hold at most 65536 positions at spectrum = 524288, got 100000"
    ):
        pe.frequencies.cos_sin(range(100_000), np.ones(2**19))
    with pytest.raises(ValueError, match="`positions` must hold at most 65536 positions at inv_freq = 524288"):
        pe.frequencies.angles(range(2**31), np.ones(2**19))
