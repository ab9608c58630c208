import math
from decimal import Decimal

import numpy as np
import oracle
import oracle_rotary
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import yarn
from pe_reference.spectra import _scaled

MODES = {
    "index": {"ramp": "index", "original_max_seq_len": 4096},
    "exact": {"ramp": "index", "truncate": False, "original_max_seq_len": 4096},
    "rotations": {"ramp": "rotations", "original_max_seq_len": 4096},
}


class TestRange:
    @pytest.mark.parametrize(
        ("at", "exact", "whole"),
        [
            ({"original_max_seq_len": 2048}, (16.13, 40.21), (16, 41)),
            ({"original_max_seq_len": 4096}, (20.94, 45.03), (20, 46)),
            ({"original_max_seq_len": 8192, "base": 500_000.0}, (18.08, 34.98), (18, 35)),
        ],
    )
    def test_ranges_of_the_literature(self, at, exact, whole):
        assert yarn.correction_range(128, **at) == whole
        assert tuple(round(end, 2) for end in yarn.correction_range(128, truncate=False, **at)) == exact

    def test_case_c05(self):
        at = {"original_max_seq_len": 4096, "base": 150_000.0}
        low_high = yarn.correction_range(64, truncate=False, **at)
        np.testing.assert_allclose(low_high, [8.09277911551, 17.3980245016], rtol=1e-11)
        assert yarn.correction_range(64, **at) == (8, 18)

    @given(st.integers(8, 64), st.integers(1024, 10**6), st.floats(500, 1e7), st.booleans())
    def test_is_the_code_s_formula(self, half, length, base, truncate):
        for clamp in ("width", "pairs"):
            chosen = {"truncate": truncate, "clamp": clamp}
            low, high = oracle_rotary.yarn_range(2 * half, length=length, base=base, **chosen)
            if low >= high:
                continue
            got = yarn.correction_range(2 * half, original_max_seq_len=length, base=base, **chosen)
            assert got == (float(low), float(high))

    def test_the_clamps(self):
        at = {"original_max_seq_len": 10**6, "base": 10_000.0}
        assert yarn.correction_range(128, **at) == (59, 84)
        assert yarn.correction_range(128, clamp="pairs", **at) == (59, 63)
        assert yarn.correction_range(128, original_max_seq_len=10**9)[1] == 127
        assert yarn.correction_range(128, original_max_seq_len=150)[0] == 0

    @pytest.mark.parametrize(
        ("at", "words"),
        [
            ({"original_max_seq_len": 6}, "`beta_slow` must end the ramp after beta_fast begins it, got pairs 0 to 0"),
            ({"original_max_seq_len": 3}, "`beta_slow` must end the ramp after beta_fast begins it, got pairs 0 to -5"),
            (
                {"original_max_seq_len": 2**40},
                "`beta_slow` must end the ramp after beta_fast begins it, got pairs 155 to 127",
            ),
            (
                {"original_max_seq_len": 2**21, "clamp": "pairs"},
                "`beta_slow` must end the ramp after beta_fast begins it, got pairs 64 to 63",
            ),
        ],
    )
    def test_a_range_that_collapses_is_refused(self, at, words):
        for ask in (yarn.correction_range, yarn.ramp_values):
            with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
                ask(128, **at)
            assert str(caught.value) == words


class TestValues:
    def test_case_c05(self):
        at = {"original_max_seq_len": 4096, "base": 150_000.0}
        np.testing.assert_allclose(yarn.ramp_values(64, **at)[[8, 12, 18]], [0, 0.4, 1], rtol=1e-15)

    def test_in_rotations_it_is_one_minus_gamma(self):
        omega = [oracle.frequency(index, 16) for index in range(8)]
        turns = [4096 * each / (2 * oracle.mp.pi) for each in omega]
        gamma = [min(max((each - 1) / 31, 0), 1) for each in turns]
        got = yarn.ramp_values(16, original_max_seq_len=4096, ramp="rotations")
        np.testing.assert_allclose(got, [float(1 - each) for each in gamma], rtol=1e-15, atol=1e-16)

    @pytest.mark.parametrize("chosen", MODES.values(), ids=MODES)
    @given(half=st.integers(8, 64), base=st.floats(1000, 1e7))
    def test_never_fall(self, chosen, half, base):
        values = yarn.ramp_values(2 * half, base=base, **chosen)
        assert values.shape == (half,)
        assert values[0] == 0 and (np.diff(values) >= 0).all() and values[-1] <= 1

    @pytest.mark.parametrize("edge", [32.0, 1.0])
    def test_in_rotations_they_are_continuous_at_both_edges(self, edge):
        base = 10_000.0
        trained = _scaled.plain(128, base)
        turns = _scaled.turns(trained, 4096)
        pair = min(range(64), key=lambda index: abs(turns[index] - Decimal(edge)))
        here = float(turns[pair])
        got = []
        for nudge in (1 - 1e-9, 1 + 1e-9):
            betas = {"beta_fast": here * nudge if edge == 32 else 32, "beta_slow": here * nudge if edge == 1 else 1}
            got.append(yarn.ramp_values(128, original_max_seq_len=4096, ramp="rotations", **betas)[pair])
        assert abs(got[0] - got[1]) < 1e-7
        assert min(abs(value - (0 if edge == 32 else 1)) for value in got) == 0


@pytest.mark.parametrize("ramp", ["index", "rotations"])
@pytest.mark.parametrize(
    ("chosen", "error", "words"),
    [
        ({"beta_fast": 1}, ValueError, "`beta_fast` must be above beta_slow = 1.0, got 1.0"),
        ({"beta_fast": 1, "beta_slow": 32}, ValueError, "`beta_fast` must be above beta_slow = 32.0, got 1.0"),
        ({"beta_slow": 0}, ValueError, "`beta_slow` must be positive, got 0.0"),
        ({"beta_fast": math.inf}, ValueError, "`beta_fast` must be finite, got inf"),
        (
            {"original_max_seq_len": 0},
            ValueError,
            "`original_max_seq_len` must be from 1 to 9007199254740992, got 0",
        ),
        ({"original_max_seq_len": 4096.0}, TypeError, "`original_max_seq_len` must be an integer, got 4096.0"),
        ({"truncate": 1}, TypeError, "`truncate` must be True or False, got 1"),
        ({"clamp": "d-1"}, ValueError, "`clamp` must be one of width, pairs, got 'd-1'"),
    ],
)
def test_choices_are_checked(ramp, chosen, error, words):
    with pytest.raises(error) as caught:
        yarn.ramp_values(64, ramp=ramp, **{"original_max_seq_len": 4096, **chosen})
    assert str(caught.value) == words


def test_ramps_are_checked():
    for ramp in ("linear", None):
        with pytest.raises(ValueError, match="`ramp` must be one of index, rotations, got"):
            yarn.ramp_values(64, original_max_seq_len=4096, ramp=ramp)


@pytest.mark.parametrize("base", [1, 0.5])
def test_the_index_needs_wavelengths_that_grow(base):
    with pytest.raises(ValueError, match=f"`base` must be above 1 for a ramp in the index, got {base}"):
        yarn.correction_range(64, original_max_seq_len=4096, base=base)
    assert yarn.ramp_values(64, original_max_seq_len=4096, base=base, ramp="rotations").shape == (32,)
