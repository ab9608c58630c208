import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import ntk
from pe_reference.spectra import _brackets

LENGTHS = (2048, 2049, 4096, 4097)


def test_case_c04_stepped_and_linear():
    stepped = [ntk.alpha(length, original_max_seq_len=2048, bracket="stepped") for length in LENGTHS]
    linear = [ntk.alpha(length, original_max_seq_len=2048, factor=2) for length in LENGTHS]
    assert stepped == [1, 3, 3, 7] and linear == [1, 1.0009765625, 3, 3.0009765625]


@given(st.integers(1, 2**40), st.integers(1, 2**20))
def test_the_stepped_one_is_qwen_s_rule(seq_len, trained):
    exact = 2 ** (math.ceil(Fraction(seq_len, trained)) - 1).bit_length()
    assert exact / 2 < Fraction(seq_len, trained) <= exact or seq_len <= trained
    got = ntk.alpha(seq_len, original_max_seq_len=trained, bracket="stepped")
    assert got == (2 * exact - 1 if seq_len > trained else 1)


@given(st.integers(1, 2**40), st.integers(1, 2**20), st.floats(1, 1e6))
def test_the_linear_one_is_correctly_rounded(seq_len, trained, factor):
    exact = max(Fraction(factor) * seq_len / trained - Fraction(factor) + 1, Fraction(1))
    got = ntk.alpha(seq_len, original_max_seq_len=trained, factor=factor)
    assert got == float(exact) >= 1


@given(st.integers(1, 2**40), st.integers(1, 2**20))
def test_the_ratio_is_a_linear_one_with_a_factor_of_one(seq_len, trained):
    ratio = ntk.alpha(seq_len, original_max_seq_len=trained, bracket="ratio")
    assert ratio == ntk.alpha(seq_len, original_max_seq_len=trained, factor=1) == max(1, seq_len / trained)


def test_the_linear_and_the_ratio_start_where_the_training_ends():
    at = [ntk.alpha(length, original_max_seq_len=10**6, bracket="ratio") for length in (10**6, 10**6 + 1)]
    np.testing.assert_allclose(at, [1, 1 + 1e-6], rtol=1e-15)


@pytest.mark.parametrize(
    ("chosen", "error", "words"),
    [
        ({"bracket": "qwen"}, ValueError, "`bracket` must be one of linear, stepped, ratio, got 'qwen'"),
        ({}, ValueError, "`factor` must be given with bracket = 'linear', got None"),
        ({"bracket": "ratio", "factor": 2}, ValueError, "`factor` must be left out with bracket = 'ratio', got 2"),
        ({"bracket": "stepped", "factor": 1}, ValueError, "`factor` must be left out with bracket = 'stepped', got 1"),
        ({"factor": 0.5}, ValueError, "`factor` must be at least 1, got 0.5"),
        ({"factor": 2, "seq_len": 0}, ValueError, "`seq_len` must be from 1 to 9007199254740992, got 0"),
        ({"factor": 2, "seq_len": 8.5}, TypeError, "`seq_len` must be an integer, got 8.5"),
        (
            {"factor": 2, "original_max_seq_len": 0},
            ValueError,
            "`original_max_seq_len` must be from 1 to 9007199254740992, got 0",
        ),
    ],
)
def test_what_gives_no_factor_is_refused(chosen, error, words):
    with pytest.raises(error) as caught:
        _brackets.alpha(**{"seq_len": 9, "original_max_seq_len": 8, "factor": None, "bracket": "linear", **chosen})
    assert str(caught.value) == words
