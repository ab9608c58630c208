import decimal
from decimal import Decimal

import numpy as np
import oracle
import oracle_rotary
import pytest

from pe_reference import llama3, longrope, ntk, position_interpolation, yarn
from pe_reference.spectra import _scaled

ASKS = {
    "position_interpolation": lambda head_dim, **chosen: position_interpolation.spectrum(
        head_dim, **{"factor": 2, **chosen}
    ),
    "yarn": lambda head_dim, **chosen: yarn.spectrum(head_dim, **{"factor": 2, "original_max_seq_len": 2048, **chosen}),
    "yarn_paper": lambda head_dim, **chosen: yarn.spectrum(
        head_dim, **{"factor": 2, "original_max_seq_len": 2048, "ramp": "rotations", **chosen}
    ),
    "llama3": llama3.spectrum,
}

every = pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)


@every
@pytest.mark.parametrize(
    ("head_dim", "chosen", "error", "words"),
    [
        (65, {}, ValueError, "`head_dim` must be even, got 65"),
        (1, {}, ValueError, "`head_dim` must be from 2 to 1048576, got 1"),
        (0, {}, ValueError, "`head_dim` must be from 2 to 1048576, got 0"),
        (8.0, {}, TypeError, "`head_dim` must be an integer, got 8.0"),
        (8, {"factor": 0.999}, ValueError, r"`factor` must be at least 1, got 0.999"),
        (8, {"factor": 0}, ValueError, r"`factor` must be at least 1, got 0.0"),
        (8, {"factor": float("inf")}, ValueError, "`factor` must be finite, got inf"),
        (8, {"factor": "4"}, TypeError, "`factor` must be a real number, got '4'"),
        (8, {"base": 0}, ValueError, r"`base` must be positive, got 0.0"),
        (8, {"factor": 1e307}, ValueError, r"`factor` must give frequencies from 2\*\*-1000 to 2\*\*53, got 1e\+307"),
    ],
)
def test_what_all_refuse(ask, head_dim, chosen, error, words):
    with pytest.raises(error, match=words):
        ask(head_dim, **chosen)


@every
def test_none_depends_on_the_caller_s_decimal_context(ask):
    usual = ask(16)
    with decimal.localcontext(decimal.Context(prec=3)):
        np.testing.assert_array_equal(ask(16), usual)


def test_attention_factors_do_not_either():
    usual = [yarn.attention_factor(8), longrope.attention_factor(8, 4096), ntk.base(8, factor=3)]
    with decimal.localcontext(decimal.Context(prec=3)):
        again = [yarn.attention_factor(8), longrope.attention_factor(8, 4096), ntk.base(8, factor=3)]
    assert again == usual


def test_turns():
    turns = _scaled.turns(_scaled.plain(8, 10_000.0), 4096)
    for index, got in enumerate(turns):
        exact = 4096 * oracle.frequency(index, 8) / (2 * oracle.mp.pi)
        assert abs(oracle.mp.mpf(str(got)) / exact - 1) < 1e-31


def test_ramp_is_clipped_and_may_fall():
    up = _scaled.ramp(range(5), Decimal(1), Decimal(3))
    assert up == [0, 0, Decimal("0.5"), 1, 1]
    assert _scaled.ramp(range(5), Decimal(3), Decimal(1)) == up[::-1]


def test_stretched_ends_at_the_factor():
    plain = _scaled.plain(8, 10_000.0)
    got = _scaled.stretched(plain, Decimal(8))
    exact = [oracle.frequency(index, 8) / oracle.mp.mpf(8) ** (oracle.mp.mpf(index) / 3) for index in range(4)]
    assert oracle_rotary.relative_error(got, lambda index: exact[index]) < 1e-31


def test_frequencies_too_fast_are_refused():
    with pytest.raises(ValueError, match=r"`it` must give frequencies from 2\*\*-1000 to 2\*\*53, got 7"):
        _scaled.times(_scaled.plain(4, 10_000.0), [Decimal(10) ** 17, Decimal(1)], "it", Decimal(7))
