"""Cases in words: each question answered by numbers that fail where the misbelief holds."""

import itertools
import math

import numpy as np
from field.cases import field_case, same

from pe_reference import attention, frequencies
from pe_reference.analysis import nope, properties
from pe_reference.biases import alibi
from pe_reference.embeddings import sinusoidal


def rms(values):
    return math.sqrt(np.mean(np.square(values)))


@field_case("S15")
def test_the_root_of_the_width_balances_one_table_and_drowns_the_other(case):
    width, wanted = case.given.d_model, case.expected
    same(math.sqrt(width), wanted.sqrt_d)
    positions = rms(sinusoidal.table(range(1000), width))
    same(positions, wanted.pe_rms)
    drawn = np.random.default_rng(0).normal(size=(1000, width))
    for std, name in ((1, "std1"), (width**-0.5, "std_1_over_sqrt_d")):
        for scale, how in ((math.sqrt(width), "scaled"), (1, "unscaled")):
            ratio = wanted.pe_to_token_rms[f"{name}_{how}"]
            same(positions / (std * scale), ratio)
            assert abs(positions / rms(scale * std * drawn) / ratio - 1) < 0.01


@field_case("S20")
def test_a_sine_alone_has_no_matrix_that_shifts_it(case):
    at = case.given
    matrix = sinusoidal.shift_matrix(at.shift, at.d)
    same(matrix, case.expected.shift_matrix)
    same(sinusoidal.table(at.pos, at.d) @ matrix.T, case.expected.PE_8)
    same(sinusoidal.table(at.pos + at.shift, at.d), case.expected.PE_8)
    for width in (2, 8, 16):
        table = sinusoidal.table(range(2000), width, layout="concatenated")
        assert properties.fit_shift(table, at.shift).residual < 1e-11
        assert properties.fit_shift(table[:, : width // 2], at.shift).residual > 0.1
    sines = sinusoidal.table([math.pi / 3, math.pi * 2 / 3], 2)[:, 0]
    same(sines[0], sines[1])  # one value for two positions


@field_case("S21")
def test_the_base_is_no_greatest_length(case):
    at, wanted = case.given, case.expected
    waves = 2 * math.pi / frequencies.inv_freq(at.d, base=at.base)
    same(waves[[0, -1]], [wanted.shortest_wavelength, wanted.longest_wavelength])
    same(2 * math.pi * at.base, wanted.limit_wavelength)
    slow = properties.still_dimensions(sinusoidal.table(range(50), at.d, base=at.base), below=0.1)
    assert slow == wanted.channels_varying_less_than_0p1_over_50_positions
    rows = sinusoidal.table(range(at.base - 1000, at.base + 3000), at.d, base=at.base)
    assert properties.smallest_distance(rows) > 3.7  # beyond the base as before it
    for base in (10, 100, 10**6):
        assert properties.smallest_distance(sinusoidal.table(range(3000), 64, base=base)) > 0.5


@field_case("S22")
def test_adding_is_concatenating_with_tied_weights(case):
    assert vars(case.given) == {}
    rng = np.random.default_rng(0)
    tokens, positions = rng.normal(size=(7, 16)), sinusoidal.table(range(7), 16)
    of_tokens, of_positions = rng.normal(size=(2, 16, 12))
    joined = np.concatenate([tokens, positions], axis=1)
    same(joined @ np.concatenate([of_tokens, of_positions]), tokens @ of_tokens + positions @ of_positions)
    same(joined @ np.concatenate([of_tokens, of_tokens]), (tokens + positions) @ of_tokens)
    slow = properties.still_dimensions(sinusoidal.table(range(50), 512), below=0.1)
    assert (slow, 512 - slow) == (208, 304)  # much room that positions hardly use


@field_case("S23")
def test_a_longer_table_changes_no_row(case):
    at = case.given
    short, long = (sinusoidal.table(range(length), at.d) for length in (at.n1, at.n2))
    assert np.array_equal(long[: at.n1], short) == case.expected.prefix_equal
    for width, layout in itertools.product((7, 16, 128), ("interleaved", "concatenated")):
        longest = sinusoidal.table(range(5000), width, layout=layout)
        for length in (1, 2, 63, 64, 1000):
            np.testing.assert_array_equal(sinusoidal.table(range(length), width, layout=layout), longest[:length])
    assert properties.smallest_distance(long) == properties.smallest_distance(long[:2000])


@field_case("S25")
def test_the_exponential_of_a_logarithm_is_the_power(case):
    at, wanted = case.given, case.expected
    twice = np.arange(0, at.d, 2)
    power, by_log = 1 / 10_000.0 ** (twice / at.d), np.exp(twice * -(math.log(10_000.0) / at.d))
    for rates in (power, by_log):
        assert np.abs(rates / frequencies.inv_freq(at.d) - 1).max() < wanted.max_relative_difference_float64_below
    exact = sinusoidal.table(range(at.T), at.d, layout="concatenated")
    places, one = np.arange(at.T, dtype=np.float32)[:, None], np.float32
    single = {
        "pow": 1 / one(10_000) ** (twice.astype(one) / one(at.d)),
        "explog": np.exp(twice.astype(one) * one(-math.log(10_000.0) / at.d)),
    }
    for name, rates in single.items():
        table = np.concatenate([np.sin(places * rates), np.cos(places * rates)], axis=1)
        assert table.dtype == one
        about = getattr(wanted, f"max_abs_table_error_float32_{name}_about")
        assert about / 10 < np.abs(table - exact).max() < about * 10
    ours = sinusoidal.table(range(at.T), at.d, layout="concatenated", dtype=one)
    assert np.abs(ours - exact).max() <= np.finfo(one).eps / 4


@field_case("N01")
def test_a_causal_mask_counts_and_no_mask_does_not(case):
    seq_len = len(case.given.t)
    same(nope.counting_head(seq_len), case.expected.head_output)
    assert len(np.unique(nope.counting_head(500))) == 500  # each token, not the first alone
    layers = attention.random_layers(16, 2, seed=0)
    x = np.random.default_rng(0).normal(size=(4, 16))
    plain = attention.stack(x, layers)
    bias = alibi.bias(range(4), range(4), [0.5], causal=False)[0]
    biased = attention.attend(x, x, x, bias=bias)
    blind = []
    for order in itertools.permutations(range(4)):
        moved = x[list(order)]
        np.testing.assert_allclose(attention.stack(moved, layers), plain[list(order)], atol=1e-12)
        if np.allclose(attention.attend(moved, moved, moved, bias=bias), biased[list(order)]):
            blind.append(order)
    assert blind == [(0, 1, 2, 3), (3, 2, 1, 0)]  # ALiBi takes a sentence for its mirror image, and no more
