import math

import numpy as np
import oracle_rotary
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import frequencies, llama3, rotary, yarn

FAR = [1, 100.5, 4095, 2**17 + 1, 2**20 - 1]
ENDS = [(truncate, clamp) for truncate in (True, False) for clamp in ("width", "pairs")]


class TestSpectrum:
    @pytest.mark.parametrize("head_dim", [8, 16, 66])
    @pytest.mark.parametrize(("factor", "length", "base"), [(4, 2048, 10_000), (32, 4096, 150_000.0), (1.5, 64, 500)])
    @pytest.mark.parametrize(("truncate", "clamp"), ENDS)
    def test_is_the_code_s_formula(self, head_dim, factor, length, base, truncate, clamp):
        chosen = {"truncate": truncate, "clamp": clamp}
        spectrum = yarn.spectrum(head_dim, factor=factor, original_max_seq_len=length, base=base, **chosen)

        def exact(index):
            return oracle_rotary.yarn_code(index, head_dim, factor=factor, length=length, base=base, **chosen)

        assert oracle_rotary.relative_error(spectrum, exact) < 1e-30
        assert oracle_rotary.worst_angle(FAR, frequencies.cos_sin(FAR, spectrum), exact) < 3.2e-16

    @pytest.mark.parametrize("head_dim", [2, 8, 16, 66])
    @pytest.mark.parametrize(("factor", "length", "base"), [(4, 2048, 10_000), (32, 4096, 150_000.0), (1.5, 64, 500)])
    @pytest.mark.parametrize(("slow", "fast"), [(1, 32), (0.75, 1.25)])
    def test_is_the_paper_s_formula(self, head_dim, factor, length, base, slow, fast):
        spectrum = yarn.spectrum(
            head_dim,
            factor=factor,
            original_max_seq_len=length,
            base=base,
            beta_slow=slow,
            beta_fast=fast,
            ramp="rotations",
        )

        def exact(index):
            return oracle_rotary.yarn_paper(
                index, head_dim, factor=factor, length=length, base=base, alpha=slow, beta=fast
            )

        assert oracle_rotary.relative_error(spectrum, exact) < 1e-30
        assert oracle_rotary.worst_angle(FAR, frequencies.cos_sin(FAR, spectrum), exact) < 3.2e-16

    @pytest.mark.parametrize("ramp", ["index", "rotations"])
    @pytest.mark.parametrize(("truncate", "clamp"), ENDS)
    @given(half=st.integers(8, 64), length=st.integers(2048, 8192))
    def test_a_factor_of_one_changes_nothing(self, ramp, truncate, clamp, half, length):
        chosen = {"ramp": ramp, "truncate": truncate, "clamp": clamp}
        spectrum = yarn.spectrum(2 * half, factor=1, original_max_seq_len=length, **chosen)
        np.testing.assert_array_equal(spectrum, rotary.spectrum(2 * half))

    @pytest.mark.parametrize("ramp", ["index", "rotations"])
    @given(half=st.integers(8, 64), factor=st.floats(1, 1000), length=st.integers(1024, 32_768))
    def test_the_first_pair_stays_and_the_last_is_interpolated(self, ramp, half, factor, length):
        got = yarn.spectrum(2 * half, factor=factor, original_max_seq_len=length, ramp=ramp)
        assert (got.hi[0], got.lo[0]) == (1, 0)
        if yarn.ramp_values(2 * half, original_max_seq_len=length, ramp=ramp)[-1] == 1:
            np.testing.assert_allclose(got.hi[-1], rotary.inv_freq(2 * half)[-1] / factor, rtol=3e-16)

    def test_inv_freq_is_the_first_part(self):
        for chosen in (
            {"ramp": "rotations", "beta_fast": 8.0},
            {"truncate": False, "base": 150_000.0, "beta_slow": 2.0},
            {"clamp": "pairs"},
        ):
            at = {"factor": 4, "original_max_seq_len": 2048, **chosen}
            np.testing.assert_array_equal(yarn.inv_freq(64, **at), yarn.spectrum(64, **at).hi)

    def test_case_c05_the_range_of_gpt_oss_is_not_rounded(self):
        at = {"original_max_seq_len": 4096, "base": 150_000.0}
        got = {}
        for truncate, ramp, twelfth, seventeenth in (
            (False, 0.419894449031, 0.00679495948973, 0.000129318701245),
            (True, 0.4, 0.0070157139105, 0.000227947795795),
        ):
            inv_freq = got[truncate] = yarn.inv_freq(64, factor=32, truncate=truncate, **at)
            np.testing.assert_allclose(yarn.ramp_values(64, truncate=truncate, **at)[12], ramp, rtol=1e-11)
            np.testing.assert_allclose(inv_freq[[12, 17]], [twelfth, seventeenth], rtol=1e-11)
        np.testing.assert_allclose(np.abs(got[True] / got[False] - 1).max(), 0.762682377726, rtol=1e-11)

    def test_paper_and_code_differ_as_the_literature_says(self):
        for factor, worst in ((2, 1.31), (4, 1.73), (8, 2.305), (16, 3.04), (32, 3.96)):
            at = {"factor": factor, "original_max_seq_len": 4096}
            ratio = yarn.inv_freq(128, **at) / yarn.inv_freq(128, **at, ramp="rotations")
            digits = 3 if factor == 8 else 2
            assert round(max(ratio.max(), 1 / ratio.min()), digits) == worst
            if factor == 8:
                assert ratio.argmax() == 36

    def test_in_rotations_it_is_llama3(self):
        at = {"factor": 8, "original_max_seq_len": 8192, "base": 500_000.0}
        same = yarn.spectrum(128, **at, beta_slow=1, beta_fast=4, ramp="rotations")
        np.testing.assert_array_equal(same, llama3.spectrum(128))


class TestAttentionFactor:
    def test_case_c08_mscale(self):
        for factor, mscale in (
            (4, 1.13862943611),
            (16, 1.27725887222),
            (32, 1.34657359028),
            (40, 1.36888794541),
            (64, 1.41588830834),
            (128, 1.48520302639),
        ):
            np.testing.assert_allclose(yarn.attention_factor(factor), mscale, rtol=1e-11)

    def test_case_c08_an_explicit_one_is_final(self):
        for given_ in (1.0, 1.41588830834, 0.878248856287, 0.0, 1):
            assert yarn.attention_factor(64, given=given_) == given_
            assert yarn.attention_factor(64, mscale=0.5, mscale_all_dim=0.7, given=given_) == given_

    def test_case_c08_deepseek(self):
        softmax = [yarn.attention_factor(40, mscale=mscale) ** 2 for mscale in (0.707, 1.0)]
        np.testing.assert_allclose(softmax, [1.58962616512, 1.87385420709], rtol=1e-11)
        assert yarn.attention_factor(40, mscale=0.707, mscale_all_dim=0.707) == 1.0
        np.testing.assert_allclose(1 / yarn.attention_factor(4), 0.878248856287, rtol=1e-11)
        ratio = yarn.attention_factor(40, mscale=1.0, mscale_all_dim=0.8)
        assert ratio == (0.1 * math.log(40) + 1) / (0.08 * math.log(40) + 1)

    def test_a_stated_zero_is_no_default(self):
        assert yarn.attention_factor(40, mscale=0.0) == 1.0
        assert yarn.attention_factor(40, mscale_all_dim=0.0) == yarn.attention_factor(40)

    @given(st.floats(1, 1e6), st.floats(0, 10))
    def test_of_a_factor_of_one_it_is_one(self, factor, mscale):
        assert yarn.attention_factor(1, mscale=mscale) == 1.0
        np.testing.assert_allclose(yarn.attention_factor(factor), 0.1 * math.log(factor) + 1, rtol=1e-15)

    def test_it_scales_the_logits_by_its_square(self):
        x, (cos, sin) = np.ones((1, 8)), frequencies.cos_sin([3], rotary.spectrum(8))
        by = yarn.attention_factor(8)
        once, plain = rotary.turn(x, by * cos, by * sin), rotary.turn(x, cos, sin)
        np.testing.assert_allclose(once @ once.T, 1.459 * plain @ plain.T, rtol=1e-3)

    @pytest.mark.parametrize(
        ("factor", "chosen", "words"),
        [
            (0.25, {}, "`factor` must be at least 1, got 0.25"),
            (4, {"mscale": -1}, "`mscale` must be at least 0, got -1.0"),
            (4, {"mscale_all_dim": -1}, "`mscale_all_dim` must be at least 0, got -1.0"),
            (4, {"given": -0.5}, "`given` must be at least 0, got -0.5"),
            (4, {"given": math.nan}, "`given` must be finite, got nan"),
        ],
    )
    def test_what_is_none_is_refused(self, factor, chosen, words):
        with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
            yarn.attention_factor(factor, **chosen)
        assert str(caught.value) == words
