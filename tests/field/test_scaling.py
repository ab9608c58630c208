"""Cases about extended contexts."""

import itertools
import math

import numpy as np
import pytest
import torch
from field.cases import field_case, reproduced, same

from pe_reference import frequencies
from pe_reference.nn import Rotary
from pe_reference.rotations import rotary
from pe_reference.spectra import llama3, ntk, position_interpolation, scaling, yarn


def base_of(rates):
    """The base that frequencies were made with."""
    return rates[1] ** (-len(rates))


@field_case("C01")
def test_keys_in_a_cache_turn_by_the_base_of_now(case):
    at, wanted = case.given, case.expected
    sizes = {"original_max_seq_len": at.L0, "factor": at.factor, "base": at.base}
    now, then = (ntk.dynamic_inv_freq(at.d, seq_len=n, **sizes) for n in (at.len_now, at.len_when_key_written))
    np.testing.assert_allclose(base_of(now), wanted.base_now, rtol=1e-11)
    angle = (at.query_pos - at.key_pos) * now[at.pair]
    same([angle, math.cos(angle)], [wanted.angle, wanted.cos])
    mixed = at.query_pos * now[at.pair] - at.key_pos * then[at.pair]
    reproduced([mixed, math.cos(mixed)], [angle, math.cos(angle)], [case.wrong.angle, case.wrong.cos])
    query, key = np.random.default_rng(0).normal(size=(2, 1, at.d))

    def score(m, n, of_query, of_key):
        turned = [rotary.turn(x, *frequencies.cos_sin([p], s)) for x, p, s in ((query, m, of_query), (key, n, of_key))]
        return (turned[0] @ turned[1].T)[0, 0]

    for bracket in ("linear", "stepped", "ratio"):
        factor = {"factor": at.factor} if bracket == "linear" else {}
        one, other = (
            ntk.dynamic_spectrum(at.d, seq_len=n, original_max_seq_len=at.L0, bracket=bracket, **factor)
            for n in (4097, 9000)
        )
        np.testing.assert_allclose(score(4000, 3000, other, other), score(1000, 0, other, other), atol=1e-11)
        assert abs(score(4000, 3000, other, one) - score(1000, 0, other, one)) > 0.1


@field_case("C02")
def test_a_spectrum_does_not_remember(case):
    at = case.given
    sizes = {"original_max_seq_len": at.L0, "factor": at.factor}
    long, short = (ntk.dynamic_inv_freq(at.d, seq_len=n, **sizes) for n in at.calls)
    np.testing.assert_allclose(base_of(short), case.expected.base_second_call, rtol=1e-11)
    reproduced(base_of(long), base_of(short), case.wrong.base_second_call)
    lengths = (1, 1000, at.L0, at.L0 + 1, 3000, 4096)
    first = {n: ntk.dynamic_inv_freq(at.d, seq_len=n, **sizes) for n in lengths}
    for order in itertools.permutations(lengths, 3):
        for n in order:
            np.testing.assert_array_equal(ntk.dynamic_inv_freq(at.d, seq_len=n, **sizes), first[n])
    for n in lengths[:3]:
        np.testing.assert_array_equal(first[n], rotary.inv_freq(at.d))
    for n in lengths[3:]:
        assert (first[n][1:] < rotary.inv_freq(at.d)[1:]).all()


@field_case("C04")
def test_steps_and_a_line_have_a_name(case):
    at, wanted = case.given, case.expected
    stepped = [ntk.alpha(n, original_max_seq_len=at.L, bracket="stepped") for n in at.n]
    assert stepped == wanted.qwen_alpha
    linear = [ntk.alpha(n, original_max_seq_len=at.L, factor=2, bracket="linear") for n in at.n]
    same(linear, wanted.linear_bracket_factor2)
    for n in range(1, 20_000, 61):
        alpha = ntk.alpha(n, original_max_seq_len=2048, bracket="stepped")
        assert alpha == max(2 ** math.ceil(math.log2(n / 2048) + 1) - 1, 1)
    jumps = [
        ntk.alpha(n + 1, original_max_seq_len=2048, bracket="stepped")
        / ntk.alpha(n, original_max_seq_len=2048, bracket="stepped")
        for n in (2048, 4096, 8192)
    ]
    np.testing.assert_allclose(jumps, [3, 7 / 3, 15 / 7])


@field_case("C05")
def test_the_range_of_the_ramp_is_truncated_or_not(case):
    at, wanted = case.given, case.expected
    sizes = {"original_max_seq_len": at.L0, "base": at.base, "beta_fast": at.beta_fast, "beta_slow": at.beta_slow}
    same(yarn.correction_range(at.d, truncate=False, **sizes), wanted.low_high)
    assert list(yarn.correction_range(at.d, truncate=True, **sizes)) == wanted.low_high_truncated
    ramps = [yarn.ramp_values(at.d, truncate=truncate, **sizes) for truncate in (False, True)]
    rates = [yarn.inv_freq(at.d, factor=at.factor, truncate=truncate, **sizes) for truncate in (False, True)]
    interpolated = [ramp[12] for ramp in ramps]
    same(interpolated if interpolated[0] < 0.5 else np.subtract(1, interpolated), wanted.ramp12)
    same([rate[12] for rate in rates], wanted.inv_freq12)
    same([rate[17] for rate in rates], wanted.inv_freq17)
    same(np.max(rates[1] / rates[0] - 1), wanted.max_relative_difference_trunc_over_exact)
    for width, base, length in ((128, 1e4, 4096), (128, 5e5, 8192), (64, 1e6, 32_768)):
        both = [
            yarn.inv_freq(width, factor=8, original_max_seq_len=length, base=base, truncate=truncate)
            for truncate in (True, False)
        ]
        assert 1.002 < np.max(both[0] / both[1]) < 2.5
        for each in both:  # the ends are the same: untouched, and divided by the factor
            plain = rotary.inv_freq(width, base=base)
            np.testing.assert_allclose(each[[0, -1]], [plain[0], plain[-1] / 8], rtol=1e-14)
            assert (np.diff(each) < 0).all()


@field_case("C08")
def test_the_attention_factor_is_applied_once_and_a_given_one_is_final(case):
    wanted = case.expected
    for factor in case.given.factors:
        ours = yarn.attention_factor(factor)
        same(ours, wanted.mscale[str(factor)])
        for given in (1.0, 0.5, ours, 1):
            assert yarn.attention_factor(factor, given=given) == given
            assert yarn.attention_factor(factor, mscale=0.7, mscale_all_dim=0.7, given=given) == given
    same(yarn.attention_factor(40, mscale=0.707) ** 2, wanted.dsv2_softmax_multiplier_0p707_at_40)
    same(yarn.attention_factor(40, mscale=1.0) ** 2, wanted.dsv3_softmax_multiplier_at_40)
    for m in (0.707, 1.0, 3.0):
        same(yarn.attention_factor(40, mscale=m, mscale_all_dim=m), wanted.ratio_when_mscale_equals_all_dim)
    same(1 / yarn.attention_factor(4), wanted.reciprocal_factor4)
    once = yarn.attention_factor(64)
    reproduced(0.1 * once * math.log(64) + 1, once, case.wrong.fed_back_as_mscale_64)
    reproduced(yarn.attention_factor(128) ** 2, yarn.attention_factor(128), case.wrong.squared_128)
    assert yarn.attention_factor(1) == 1
    x = torch.randn(1, 2, 5, 16, dtype=torch.float64)
    plain, scaled = Rotary(16).double(), Rotary(16, attention_factor=once).double()
    torch.testing.assert_close(scaled(x, x)[0], once * plain(x, x)[0], rtol=1e-14, atol=0)
    logits = [query @ key.mT for query, key in (scaled(x, x), plain(x, x))]
    torch.testing.assert_close(logits[0], once**2 * logits[1], rtol=1e-13, atol=1e-13)


@field_case("C09")
def test_an_explicit_factor_wins(case):
    at, wanted = case.given, case.expected
    lengths = {
        "max_seq_len": at.max_position_embeddings,
        "original_max_seq_len": at.original_max_position_embeddings,
    }
    used = scaling.factor(factor=at.factor, **lengths)
    assert used == wanted.factor_used
    same(yarn.attention_factor(used), wanted.mscale)
    assert scaling.max_seq_len(at.original_max_position_embeddings, factor=used) == wanted.extended_length
    ratio = scaling.factor(**lengths)
    reproduced([ratio, yarn.attention_factor(ratio)], [used, wanted.mscale], list(vars(case.wrong).values()))
    for factor in (1, 1.0, 2.5, 64):
        for served in (1024, 2048, 2**17):
            assert scaling.factor(factor=factor, max_seq_len=served, original_max_seq_len=1024) == factor


@field_case("C11")
def test_the_middle_band_is_continuous_at_both_edges(case):
    at, wanted = case.given, case.expected
    sizes = {"low_freq_factor": at.low_freq_factor, "high_freq_factor": at.high_freq_factor}
    ours = llama3.inv_freq(at.d, factor=at.factor, original_max_seq_len=at.L0, base=at.base, **sizes)
    plain = rotary.inv_freq(at.d, base=at.base)
    ratio = plain / ours
    assert np.sum(np.abs(ratio - 1) < 1e-12) == wanted.n_unscaled
    assert np.sum(np.abs(ratio - at.factor) < 1e-12) == wanted.n_divided
    middle = np.flatnonzero((ratio > 1 + 1e-12) & (ratio < at.factor - 1e-12))
    assert middle.tolist() == wanted.middle_pairs
    for pair, rate in wanted.inv_freq.items():
        same(ours[int(pair)], rate, atol=1e-18)
    for pair, rate in case.wrong.reversed_period_blend.items():
        wave = 2 * math.pi / plain[int(pair)]
        longest, shortest = at.L0 / at.low_freq_factor, at.L0 / at.high_freq_factor
        reverse = (longest - wave) / (longest - shortest)
        fault = 2 * math.pi / ((1 - reverse) * wave + reverse * at.factor * wave)
        np.testing.assert_allclose(fault, rate, rtol=1e-9)
        assert abs(ours[int(pair)] / rate - 1) > 0.2
    for edge, ratio_there in ((at.L0 / at.high_freq_factor, 1), (at.L0 / at.low_freq_factor, at.factor)):
        for nudge in (1 - 1e-6, 1 + 1e-6):
            base = (edge * nudge / (2 * math.pi)) ** (16 / 14)  # the last of 8 pairs has this wavelength
            got = llama3.inv_freq(16, factor=at.factor, original_max_seq_len=at.L0, base=base, **sizes)
            np.testing.assert_allclose(rotary.inv_freq(16, base=base)[-1] / got[-1], ratio_there, rtol=1e-4)


@field_case("C12")
def test_the_factor_is_the_one_above_1(case):
    at = case.given
    cos, sin = frequencies.cos_sin([at.pos], position_interpolation.spectrum(at.d, factor=at.factor))
    ours = rotary.turn([at.x], cos, sin)[0]
    same(ours, case.expected.out)
    cos, sin = frequencies.cos_sin([at.pos], at.factor * rotary.inv_freq(at.d))
    reproduced(rotary.turn([at.x], cos, sin)[0], ours, case.wrong.out)
    for wrong in (1 / at.factor, 0.99, 0.0):
        for refused in (
            lambda wrong=wrong: position_interpolation.inv_freq(8, factor=wrong),
            lambda wrong=wrong: ntk.inv_freq(8, factor=wrong),
            lambda wrong=wrong: llama3.inv_freq(8, factor=wrong),
            lambda wrong=wrong: yarn.inv_freq(128, factor=wrong, original_max_seq_len=4096),
            lambda wrong=wrong: yarn.attention_factor(wrong),
        ):
            with pytest.raises(ValueError, match=rf"`factor` must be at least 1, got {wrong}"):
                refused()
    for factor in (1, 2.5, 8):
        np.testing.assert_allclose(
            position_interpolation.inv_freq(64, factor=factor), rotary.inv_freq(64) / factor, rtol=1e-15
        )


@field_case("C14")
def test_the_table_is_as_long_as_the_extended_context(case):
    at = case.given
    rows = scaling.max_seq_len(at.L0, factor=at.factor)
    assert rows >= case.expected.cache_rows_at_least
    assert case.wrong.cache_rows == at.L0 < rows
    spectrum = position_interpolation.spectrum(16, factor=at.factor)
    x = torch.ones(1, 1, 1, 16)
    long, short = (Rotary(16, spectrum=spectrum, max_seq_len=length) for length in (rows, at.L0))
    assert long(x, x, offset=at.pos)[0].isfinite().all()
    for refused in (lambda: short(x, x, offset=at.pos), lambda: long(x, x, offset=rows)):
        with pytest.raises(ValueError, match=r"`max_seq_len` must be at least offset \+ seq = \d+, got \d+"):
            refused()
    with pytest.raises(
        ValueError, match=f"`position_ids` must be from 0 to max_seq_len - 1 = {at.L0 - 1}, got {at.pos}"
    ):
        short(x, x, torch.tensor([at.pos]))
    for factor, length in ((4, 32_768), (1.5, 2048), (8, 8192)):
        assert scaling.max_seq_len(length, factor=factor) == factor * length
