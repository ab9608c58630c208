import numpy as np
import oracle
import oracle_rotary
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import frequencies, llama3, rotary

FAR = [1, 100.5, 4095, 2**17 + 1, 2**20 - 1]


@pytest.mark.parametrize("head_dim", [2, 8, 16, 66])
@pytest.mark.parametrize(
    ("chosen", "formula"),
    [
        ({}, {}),
        ({"factor": 32}, {"factor": 32}),
        (
            {"factor": 3.5, "low_freq_factor": 0.5, "high_freq_factor": 2.5, "original_max_seq_len": 2048, "base": 1e4},
            {"factor": 3.5, "low": 0.5, "high": 2.5, "length": 2048, "base": 10_000},
        ),
    ],
)
def test_is_exact_to_both_parts(head_dim, chosen, formula):
    spectrum = llama3.spectrum(head_dim, **chosen)

    def exact(index):
        return oracle_rotary.llama3(index, head_dim, **formula)

    assert oracle_rotary.relative_error(spectrum, exact) < 1e-30
    assert oracle_rotary.worst_angle(FAR, frequencies.cos_sin(FAR, spectrum), exact) < 3.2e-16
    np.testing.assert_array_equal(llama3.inv_freq(head_dim, **chosen), spectrum.hi)


def test_case_c11_the_three_bands():
    inv_freq, plain = llama3.inv_freq(128), rotary.inv_freq(128, base=500_000)
    right = {
        28: 0.00321144599475,
        29: 0.0021665707635,
        31: 0.00085675141292,
        34: 0.000178507812768,
        35: 9.55621235396e-05,
        63: 3.06892598891e-07,
    }
    np.testing.assert_allclose(inv_freq[list(right)], list(right.values()), rtol=1e-11)
    unscaled, divided = inv_freq == plain, inv_freq == plain / 8
    assert unscaled.sum() == divided.sum() == 29
    assert np.flatnonzero(~unscaled & ~divided).tolist() == [29, 30, 31, 32, 33, 34]
    ratios = (inv_freq / plain)[29:35].round(3).tolist()
    assert ratios == [0.828, 0.644, 0.494, 0.371, 0.271, 0.190]


def test_case_c11_the_blend_is_not_reversed_and_in_frequency():
    wrong = {29: 0.000344360512219, 34: 0.000346883793537}
    inv_freq = llama3.inv_freq(128)
    assert all(abs(inv_freq[index] / number - 1) > 0.4 for index, number in wrong.items())


@given(st.integers(1, 40), st.floats(1.5, 1e7), st.integers(1, 10**6))
def test_a_factor_of_one_changes_nothing(half, base, length):
    spectrum = llama3.spectrum(2 * half, factor=1, base=base, original_max_seq_len=length)
    np.testing.assert_array_equal(spectrum, rotary.spectrum(2 * half, base=base))


@given(st.integers(20, 64), st.floats(1, 100))
def test_the_first_pair_stays_and_the_last_is_interpolated(half, factor):
    got, plain = llama3.inv_freq(2 * half, factor=factor), rotary.inv_freq(2 * half, base=500_000)
    assert got[0] == 1
    np.testing.assert_allclose(got[-1], plain[-1] / factor, rtol=3e-16)


@pytest.mark.parametrize(("wavelength", "kept"), [(2048, 1), (8192, 1 / 8)])
def test_case_c11_is_continuous_at_both_edges(wavelength, kept):
    got = []
    for nudge in (1 - 1e-9, 1 + 1e-9):  # width 4: the second frequency is base ** -0.5
        base = float((wavelength * nudge / (2 * oracle.mp.pi)) ** 2)
        got.append(llama3.inv_freq(4, base=base)[1] / rotary.inv_freq(4, base=base)[1])
    np.testing.assert_allclose(got, kept, rtol=1e-7)
    outside = got[0] if kept == 1 else got[1]
    np.testing.assert_allclose(outside, kept, rtol=3e-16)


@pytest.mark.parametrize(
    ("chosen", "error", "words"),
    [
        ({"high_freq_factor": 1}, ValueError, "`high_freq_factor` must be above low_freq_factor = 1.0, got 1.0"),
        ({"low_freq_factor": 5}, ValueError, "`high_freq_factor` must be above low_freq_factor = 5.0, got 4.0"),
        ({"low_freq_factor": 0}, ValueError, "`low_freq_factor` must be positive, got 0.0"),
        ({"high_freq_factor": "4"}, TypeError, "`high_freq_factor` must be a real number, got '4'"),
        (
            {"original_max_seq_len": 0},
            ValueError,
            "`original_max_seq_len` must be from 1 to 9007199254740992, got 0",
        ),
    ],
)
def test_what_leaves_no_bands_is_refused(chosen, error, words):
    for ask in (llama3.spectrum, llama3.inv_freq):
        with pytest.raises(error) as caught:
            ask(128, **chosen)
        assert str(caught.value) == words
