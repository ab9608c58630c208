import numpy as np
import pytest

from pe_reference import scaling, yarn


def test_case_c09_the_explicit_factor_wins():
    got = scaling.factor(factor=4, max_seq_len=40_960, original_max_seq_len=32_768)
    assert got == 4.0 and isinstance(got, float)
    np.testing.assert_allclose(yarn.attention_factor(got), 1.13862943611, rtol=1e-11)
    assert scaling.max_seq_len(32_768, factor=got) == 131_072


def test_case_c09_without_one_the_lengths_decide():
    got = scaling.factor(max_seq_len=40_960, original_max_seq_len=32_768)
    assert got == 1.25
    np.testing.assert_allclose(yarn.attention_factor(got), 1.02231435513, rtol=1e-11)


def test_an_explicit_factor_needs_no_lengths():
    assert scaling.factor(factor=1) == 1.0
    assert scaling.factor(factor=2, max_seq_len=100) == 2.0
    assert scaling.factor(factor=2, max_seq_len=100, original_max_seq_len=200) == 2.0


def test_case_c14_a_cache_holds_the_extended_length():
    assert scaling.max_seq_len(2048, factor=2) == 4096
    assert scaling.max_seq_len(2048, factor=1) == 2048
    assert scaling.max_seq_len(10, factor=1.25) == 12


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"factor": 0.25}, "`factor` must be at least 1, got 0.25"),
        ({"factor": 0}, "`factor` must be at least 1, got 0.0"),
        (
            {"max_seq_len": 2048, "original_max_seq_len": 4096},
            "`max_seq_len` must be at least original_max_seq_len = 4096, got 2048",
        ),
        ({}, "`max_seq_len` must be given without `factor`, got None"),
        ({"max_seq_len": 8}, "`original_max_seq_len` must be given without `factor`, got None"),
        ({"original_max_seq_len": 8}, "`max_seq_len` must be given without `factor`, got None"),
        ({"factor": 2, "max_seq_len": 0}, "`max_seq_len` must be from 1 to 9007199254740992, got 0"),
    ],
)
def test_what_gives_no_factor_is_refused(chosen, words):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        scaling.factor(**chosen)
    assert str(caught.value) == words


def test_lengths_beyond_reach_are_refused():
    with pytest.raises(ValueError, match=r"`factor` must give at most 2\*\*53 positions, got 2"):
        scaling.max_seq_len(2**53, factor=2)
    with pytest.raises(ValueError, match=r"`factor` must be at least 1, got 0.5"):
        scaling.max_seq_len(8, factor=0.5)
    with pytest.raises(TypeError, match=r"`original_max_seq_len` must be an integer, got 8.0"):
        scaling.max_seq_len(8.0, factor=2)
