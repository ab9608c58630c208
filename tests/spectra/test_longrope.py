import math

import numpy as np
import oracle
import oracle_rotary
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import frequencies, longrope, position_interpolation, rotary

FAR = [1, 100.5, 4095, 2**17 + 1, 2**20 - 1]
SHORT = [1.0, 1.05, 1.1, 1.0, 1.2, 1.3, 1.25, 0.99]
LONG = [1.07, 1.3, 2.1, 4.0, 9.5, 23.25, 31.9, 32.0]
LISTS = {"short_factors": SHORT, "long_factors": LONG}


@pytest.mark.parametrize(
    ("seq_len", "factors"), [(1, SHORT), (4095, SHORT), (4096, SHORT), (4097, LONG), (2**20, LONG)]
)
@pytest.mark.parametrize("base", [10_000, 500_000.0])
def test_is_exact_to_both_parts(seq_len, factors, base):
    chosen = {**LISTS, "seq_len": seq_len, "original_max_seq_len": 4096, "base": base}
    spectrum = longrope.spectrum(16, **chosen)

    def exact(index):
        return oracle.frequency(index, 16, base=base) / oracle.mp.mpf(factors[index])

    assert oracle_rotary.relative_error(spectrum, exact) < 1e-30
    assert oracle_rotary.worst_angle(FAR, frequencies.cos_sin(FAR, spectrum), exact) < 3.2e-16
    np.testing.assert_array_equal(longrope.inv_freq(16, **chosen), spectrum.hi)


def test_a_short_sequence_after_a_long_one_is_what_it_was():
    at = {**LISTS, "original_max_seq_len": 4096}
    first = longrope.spectrum(16, seq_len=100, **at)
    longrope.spectrum(16, seq_len=10_000, **at)
    np.testing.assert_array_equal(longrope.spectrum(16, seq_len=100, **at), first)


@given(st.integers(1, 40), st.floats(1, 1e4))
def test_equal_factors_are_position_interpolation(half, factor):
    at = {"short_factors": np.ones(half), "long_factors": np.full(half, factor), "original_max_seq_len": 8}
    np.testing.assert_array_equal(longrope.spectrum(2 * half, seq_len=8, **at), rotary.spectrum(2 * half))
    np.testing.assert_array_equal(
        longrope.spectrum(2 * half, seq_len=9, **at), position_interpolation.spectrum(2 * half, factor=factor)
    )


class TestAttentionFactor:
    def test_figures_of_the_literature(self):
        assert round(longrope.attention_factor(8, 4096), 3) == 1.118
        assert round(longrope.attention_factor(32, 4096), 3) == 1.190
        np.testing.assert_allclose(longrope.attention_factor(32, 4096), 1.1902380714238083, rtol=1e-15)

    @given(st.floats(1, 1e6), st.integers(2, 2**40))
    def test_is_its_formula(self, factor, length):
        right = math.sqrt(1 + math.log(factor) / math.log(length))
        np.testing.assert_allclose(longrope.attention_factor(factor, length), right, rtol=1e-15)
        assert longrope.attention_factor(1, length) == 1.0

    @pytest.mark.parametrize("stated", [1.0, 0.0, 1.19, 2])
    def test_an_explicit_one_is_final(self, stated):
        assert longrope.attention_factor(32, 4096, given=stated) == stated

    @pytest.mark.parametrize(
        ("factor", "length", "given_", "words"),
        [
            (0.25, 4096, None, "`factor` must be at least 1, got 0.25"),
            (8, 1, None, "`original_max_seq_len` must be from 2 to 9007199254740992, got 1"),
            (8, 4096, -1, "`given` must be at least 0, got -1.0"),
        ],
    )
    def test_what_is_none_is_refused(self, factor, length, given_, words):
        with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
            longrope.attention_factor(factor, length, given=given_)
        assert str(caught.value) == words


@pytest.mark.parametrize(
    ("chosen", "error", "words"),
    [
        ({"short_factors": [1] * 7}, ValueError, "`short_factors.shape` must be (head_dim / 2,) = (8,), got (7,)"),
        ({"long_factors": [1] * 9}, ValueError, "`long_factors.shape` must be (head_dim / 2,) = (8,), got (9,)"),
        ({"long_factors": [LONG]}, ValueError, "`long_factors.shape` must be (head_dim / 2,) = (8,), got (1, 8)"),
        ({"long_factors": 8}, ValueError, "`long_factors.shape` must be (head_dim / 2,) = (8,), got ()"),
        ({"short_factors": [*SHORT[:7], 0]}, ValueError, "`short_factors` must be positive, got 0.0"),
        ({"long_factors": [*LONG[:7], -2]}, ValueError, "`long_factors` must be positive, got -2.0"),
        ({"long_factors": [*LONG[:7], math.nan]}, ValueError, "`long_factors` must be finite, got nan"),
        ({"long_factors": ["1"] * 8}, TypeError, "`long_factors` must be real numbers, got <U1 values"),
        ({"seq_len": 0}, ValueError, "`seq_len` must be from 1 to 9007199254740992, got 0"),
        ({"original_max_seq_len": 0}, ValueError, "`original_max_seq_len` must be from 1 to 9007199254740992, got 0"),
        (
            {"long_factors": [1e307] * 8},
            ValueError,
            "`long_factors` must give frequencies from 2**-1000 to 2**53, got 1e+307",
        ),
    ],
)
def test_what_does_not_fit_is_refused(chosen, error, words):
    with pytest.raises(error) as caught:
        longrope.spectrum(16, **{**LISTS, "seq_len": 9000, "original_max_seq_len": 4096, **chosen})
    assert str(caught.value) == words
    with pytest.raises(ValueError, match="`head_dim` must be even, got 17"):
        longrope.spectrum(17, **LISTS, seq_len=9, original_max_seq_len=8)
