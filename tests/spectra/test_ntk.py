import numpy as np
import oracle_rotary
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import frequencies, ntk, position_interpolation, rotary

FAR = [1, 100.5, 4095, 2**17 + 1, 2**20 - 1]


@pytest.mark.parametrize("head_dim", [4, 8, 16, 66])
@pytest.mark.parametrize("factor", [1, 4, 1.25, 1e6])
@pytest.mark.parametrize("base", [10_000, 500_000.0])
def test_is_exact_to_both_parts(head_dim, factor, base):
    spectrum = ntk.spectrum(head_dim, factor=factor, base=base)

    def exact(index):
        return oracle_rotary.ntk(index, head_dim, factor=factor, base=base)

    assert oracle_rotary.relative_error(spectrum, exact) < 1e-30
    assert oracle_rotary.worst_angle(FAR, frequencies.cos_sin(FAR, spectrum), exact) < 3.2e-16
    np.testing.assert_array_equal(ntk.inv_freq(head_dim, factor=factor, base=base), spectrum.hi)


@given(st.integers(2, 40), st.floats(1, 1e4), st.floats(1.5, 1e7))
def test_the_first_pair_stays_and_the_last_is_interpolated(half, factor, base):
    spectrum = ntk.spectrum(2 * half, factor=factor, base=base)
    assert spectrum.hi[0] == 1 and spectrum.lo[0] == 0
    last = position_interpolation.spectrum(2 * half, factor=factor, base=base)
    assert spectrum.hi[-1] == last.hi[-1]


@given(st.integers(2, 40), st.floats(1.5, 1e7), st.integers(1, 2048))
def test_a_factor_of_one_changes_nothing(half, base, seq_len):
    plain = rotary.spectrum(2 * half, base=base)
    np.testing.assert_array_equal(ntk.spectrum(2 * half, factor=1, base=base), plain)
    within = {"seq_len": seq_len, "original_max_seq_len": 2048, "base": base}
    for chosen in ({"factor": 8}, {"bracket": "stepped"}, {"bracket": "ratio"}):
        np.testing.assert_array_equal(ntk.dynamic_spectrum(2 * half, **within, **chosen), plain)


def test_bases_of_the_literature():
    got = [round(ntk.base(128, factor=factor), 2) for factor in (2, 4, 8)]
    assert got == [20221.26, 40889.94, 82684.62]


def test_the_base_is_that_of_the_spectrum():
    again = frequencies.inv_freq(128, base=ntk.base(128, factor=8))
    np.testing.assert_allclose(ntk.inv_freq(128, factor=8), again, rtol=1e-15)


@pytest.mark.parametrize(
    ("factor", "seq_len", "base"), [(1, 4096, 20221), (2, 4096, 30528), (2, 8192, 72196), (4, 8192, 135402)]
)
def test_dynamic_bases_of_the_literature(factor, seq_len, base):
    alpha = ntk.alpha(seq_len, original_max_seq_len=2048, factor=factor)
    assert round(ntk.base(128, factor=alpha)) == base
    now = {"seq_len": seq_len, "original_max_seq_len": 2048}
    got = ntk.dynamic_inv_freq(128, **now, factor=factor)
    np.testing.assert_allclose(got, ntk.inv_freq(128, factor=alpha), rtol=1e-15)


def test_case_c01_query_and_key_by_the_base_of_now():
    inv_freq = ntk.dynamic_inv_freq(128, seq_len=4096, original_max_seq_len=2048, factor=2)
    angle = (4095 - 2048) * inv_freq[20]
    np.testing.assert_allclose([angle, np.cos(angle)], [81.2177170381, 0.894407357894], rtol=1e-11)
    then = ntk.dynamic_inv_freq(128, seq_len=2049, original_max_seq_len=2048, factor=2)
    mixed = 4095 * inv_freq[20] - 2048 * then[20]
    np.testing.assert_allclose(np.cos(mixed), -0.976028517153, rtol=1e-10)


def test_case_c02_a_long_sequence_leaves_nothing_behind():
    at = {"original_max_seq_len": 2048, "factor": 2}
    first = ntk.dynamic_spectrum(128, seq_len=1000, **at)
    ntk.dynamic_spectrum(128, seq_len=4096, **at)
    np.testing.assert_array_equal(ntk.dynamic_spectrum(128, seq_len=1000, **at), first)
    np.testing.assert_array_equal(first, rotary.spectrum(128))


@pytest.mark.parametrize(
    ("chosen", "alpha"),
    [({"factor": 3.5}, 3.5 * 2.5 - 2.5), ({"bracket": "stepped"}, 7), ({"bracket": "ratio"}, 2.5)],
)
def test_dynamic_is_exact_to_both_parts(chosen, alpha):
    spectrum = ntk.dynamic_spectrum(16, seq_len=5120, original_max_seq_len=2048, base=5e5, **chosen)
    assert oracle_rotary.relative_error(spectrum, lambda i: oracle_rotary.ntk(i, 16, factor=alpha, base=5e5)) < 1e-30


ASKS = {
    "base": lambda head_dim, **chosen: ntk.base(head_dim, **{"factor": 2, **chosen}),
    "spectrum": lambda head_dim, **chosen: ntk.spectrum(head_dim, **{"factor": 2, **chosen}),
    "inv_freq": lambda head_dim, **chosen: ntk.inv_freq(head_dim, **{"factor": 2, **chosen}),
    "dynamic": lambda head_dim, **chosen: ntk.dynamic_spectrum(
        head_dim, **{"factor": 2, "seq_len": 9, "original_max_seq_len": 8, **chosen}
    ),
}


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
@pytest.mark.parametrize(
    ("head_dim", "chosen", "words"),
    [
        (1, {}, "`head_dim` must be from 4 to 1048576, got 1"),
        (2, {}, "`head_dim` must be from 4 to 1048576, got 2"),
        (65, {}, "`head_dim` must be even, got 65"),
        (8, {"factor": 0.5}, r"`factor` must be at least 1, got 0.5"),
        (8, {"factor": float("nan")}, "`factor` must be finite, got nan"),
        (8, {"base": -1}, r"`base` must be positive, got -1.0"),
    ],
)
def test_what_has_no_larger_base_is_refused(ask, head_dim, chosen, words):
    with pytest.raises(ValueError, match=words):
        ask(head_dim, **chosen)


def test_bases_beyond_float64_are_refused():
    with pytest.raises(ValueError, match=r"`factor` must give a finite base, got 1e\+200 at head_dim = 4"):
        ntk.base(4, factor=1e200)
    with pytest.raises(ValueError, match=r"`factor` must give frequencies from 2\*\*-1000 to 2\*\*53, got 1e\+308"):
        ntk.spectrum(4, factor=1e308)
