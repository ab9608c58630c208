"""Cases about rotary positions."""

import math

import numpy as np
import pytest
import torch
from field.cases import field_case, reproduced, same

from pe_reference import distances, frequencies, layouts
from pe_reference.nn import Rotary
from pe_reference.rotations import rotary

PAIRINGS = ("interleaved", "half")


def turned(x, positions, pairing="interleaved", **choices):
    """Rows turned on the exact path, each by its position."""
    x = np.atleast_2d(np.asarray(x, float))
    cos, sin = frequencies.cos_sin(np.atleast_1d(positions), rotary.spectrum(x.shape[-1], **choices))
    return rotary.turn(x, cos, sin, pairing=pairing)


def score(query, key, m, n, pairing="interleaved"):
    return float((turned(query, m, pairing) @ turned(key, n, pairing).T)[0, 0])


@field_case("R01")
def test_both_pairings_have_a_name(case, rng):
    at, wanted = case.given, case.expected
    for pairing in PAIRINGS:
        same(turned(at.x, at.pos, pairing, base=at.base)[0], getattr(wanted, pairing))
        angles = frequencies.angles([at.pos], rotary.inv_freq(4, base=at.base))
        same(rotary.rotate([at.x], angles, pairing=pairing)[0], getattr(wanted, pairing))
    for width in (8, 16, 128):  # at 4 a wrong direction of the permutation cannot be seen
        x, places = rng.normal(size=(5, width)), [0, 1, 7, 100, 4095]
        order = layouts.permutation(width, source="interleaved", target="concatenated")
        moved = turned(x, places)[:, order]
        np.testing.assert_allclose(turned(x[:, order], places, "half"), moved, atol=1e-13)
        assert np.abs(turned(x, places, "half") - turned(x, places)).max() > 0.5


@field_case("R03")
def test_query_and_key_turn_the_same_way(case, rng):
    at = case.given
    ours = score(at.q, at.k, at.m, at.n)
    same(ours, case.expected.score)
    reproduced(score(at.q, at.k, at.m, -at.n), ours, case.wrong.score_if_k_negated)
    query, key = rng.normal(size=(2, 16))
    for pairing in PAIRINGS:
        for n in (0, 3, 50, 1000, 100_000):
            np.testing.assert_allclose(
                score(query, key, n + 7, n, pairing), score(query, key, 7, 0, pairing), atol=1e-12
            )
        other_way = [score(query, key, n + 7, -n, pairing) for n in (0, 3)]
        assert abs(other_way[0] - other_way[1]) > 0.01  # a sum of positions, not a difference


@field_case("R04")
def test_the_rotation_is_counter_clockwise(case, rng):
    at = case.given
    ours = score(at.q, at.k, at.m, at.n)
    same(ours, case.expected.score)
    reproduced(score(at.q, at.k, -at.m, -at.n), ours, case.wrong.score)
    x = rng.normal(size=16)
    same(score(x, x, 5, 3), score(x, x, -5, -3))  # equal query and key do not show it
    for width in (2, 8, 64):
        for pairing in PAIRINGS:
            query, key = rng.normal(size=(2, width))
            there, back = score(query, key, 3, 0, pairing), score(query, key, -3, 0, pairing)
            assert abs(there - back) > 1e-3
            same(turned(turned(query, 9, pairing), -9, pairing)[0], query)


@field_case("R06")
def test_a_cast_to_half_precision_does_not_touch_the_table(case):
    at, wanted = case.given, case.expected
    spectrum = rotary.spectrum(at.dim, base=at.base)
    same(frequencies.angles(at.pos, spectrum.hi)[at.k], wanted.angle)
    ours = frequencies.cos_sin(at.pos, spectrum)[0][at.k]
    same(ours, wanted.cos)
    with np.errstate(over="ignore"):
        half = np.float16(at.pos) * spectrum.hi.astype(np.float16)[at.k]
    assert half == case.wrong.angle_fp16
    reproduced(math.cos(half), ours, case.wrong.cos_fp16)
    products = np.arange(2048, dtype=np.float16)[:, None] * spectrum.hi.astype(np.float16)
    exact = frequencies.cos_sin(range(2048), spectrum)[0]
    assert abs(np.cos(products.astype(float)) - exact).max() > wanted.max_cos_error_if_fp16_T2048 - 1e-3
    wide = torch.tensor(rotary.inv_freq(128))
    loss = (wide - wide.bfloat16().double()).abs().max().item()
    for position, error in wanted.bf16_phase_error_rad.items():
        np.testing.assert_allclose(int(position) * loss, error, rtol=1e-9)
    for dtype in (torch.float16, torch.bfloat16):
        for pairing in PAIRINGS:
            module = Rotary(at.dim, max_seq_len=2048, pairing=pairing)
            before = module.table.clone()
            module.to(dtype)
            torch.testing.assert_close(module.table, before, rtol=0, atol=0)
            one = torch.zeros(1, 1, 1, at.dim, dtype=dtype)
            one[..., 2 * at.k if pairing == "interleaved" else at.k] = 1
            query, _ = module(one, one, offset=at.pos)
            assert query.dtype == dtype
            assert abs(query.double().max().item() - math.sin(wanted.angle)) < torch.finfo(dtype).eps
            assert module.float().table.equal(before)


@field_case("R07")
def test_no_two_positions_are_one(case):
    wanted, places = case.expected, torch.arange(32_768)
    for dtype, name in ((torch.float32, "float32"), (torch.float16, "fp16"), (torch.bfloat16, "bf16")):
        assert len(places.to(dtype).unique()) == getattr(wanted, f"distinct_{name}")
    last = places.half()[-8:]
    assert (last == case.wrong.last_8_positions_fp16).all()
    for dtype in (torch.float16, torch.bfloat16):
        module = Rotary(4, max_seq_len=32_768).to(dtype)
        assert len(module.table.unique(dim=0)) == 32_768
        assert (module.table[1:] != module.table[:-1]).any(dim=1).all()
        x = torch.ones(1, 1, 8, 4, dtype=dtype)
        with pytest.raises(TypeError, match="`position_ids` must be an int64 or int32 tensor, got torch"):
            module(x, x, last)


@field_case("R08")
def test_odd_rotary_widths_are_refused_at_once(case):
    for width in (*case.given.rotary_dim, 1, 7, int(4 * 0.75), 12 // 4):
        for name, refused in (
            ("head_dim", lambda width=width: Rotary(width)),
            ("head_dim", lambda width=width: rotary.spectrum(width)),
            ("rotary_dim", lambda width=width: Rotary(128, rotary_dim=width)),
            ("rotary_dim", lambda width=width: rotary.inv_freq(128, rotary_dim=width)),
            (r"x.shape\[-1\]", lambda width=width: rotary.rotate(np.ones((2, width)), [[0.0], [0.0]])),
        ):
            with pytest.raises(ValueError, match=rf"`{name}` must be (even|from 2 to 1048576), got {width}"):
                refused()
    with pytest.raises(ValueError, match="`rotary_dim` must be at most head_dim = 64, got 66"):
        Rotary(64, rotary_dim=66)


@field_case("R10")
def test_the_base_is_the_one_given(case):
    at = case.given
    for base, rate, angle in zip(at.bases, case.expected.inv_freq, case.expected.angle, strict=True):
        same(rotary.inv_freq(at.d, base=base)[at.k], rate, atol=1e-20)
        same(frequencies.angles(at.pos, rotary.inv_freq(at.d, base=base))[at.k], angle)
        module = Rotary(at.d, base=base, max_seq_len=at.pos + 1).double()
        row = module.table[at.pos].reshape(-1, 2)[at.k].numpy()
        np.testing.assert_allclose(row, [math.cos(angle), math.sin(angle)], atol=1e-10)
        assert f"base={base}" in repr(module)


@field_case("R11")
def test_a_step_with_a_cache_is_at_its_position(case):
    at = case.given
    ours = turned(at.x, at.absolute_pos)[0]
    same(ours, case.expected.out)
    reproduced(turned(at.x, 0)[0], ours, case.wrong.out)
    module = Rotary(at.d, max_seq_len=8).double()
    one = torch.tensor(at.x, dtype=torch.float64)[None, None, None]
    same(module(one, one, offset=at.absolute_pos)[0][0, 0, 0], case.expected.out)
    query, key = torch.randn(2, 2, 6, 9, 16, dtype=torch.float64)
    for pairing in PAIRINGS:
        module = Rotary(16, max_seq_len=9, pairing=pairing).double()
        whole = module(query, key[:, :2])
        for length in (1, 2, 4):  # steps of several tokens too, in any order
            for start in (*range(0, 9 - length), 0):
                some = slice(start, start + length)
                step = module(query[:, :, some], key[:, :2, some], offset=start)
                for got, wanted in zip(step, whole, strict=True):
                    torch.testing.assert_close(got, wanted[:, :, some], rtol=0, atol=1e-15)


@field_case("R13")
def test_a_module_from_the_meta_device_has_its_table(case):
    assert vars(case.given) == {}
    for choices in ({}, {"pairing": "half", "base": 5e5}, {"rotary_dim": 8}):
        wanted = Rotary(16, max_seq_len=32, **choices)
        assert not wanted.state_dict()
        with torch.device("meta"):
            model = torch.nn.Sequential(Rotary(16, max_seq_len=32, **choices), torch.nn.Linear(4, 4))
        model.to_empty(device="cpu")
        old = {**torch.nn.Linear(4, 4).state_dict(prefix="1."), "0.inv_freq": torch.zeros(8)}
        model.load_state_dict(old, strict=True)
        assert "0.inv_freq" in old
        torch.testing.assert_close(model[0].table, wanted.table, rtol=0, atol=0)
        model[0].table.zero_()
        model[0].reset_table()
        assert model[0].table.equal(wanted.table)
        assert (model[0].table[1:] != model[0].table[:-1]).any(dim=1).all()


@field_case("R14")
def test_tables_are_rounded_once_from_the_exact_numbers(case):
    at = case.given
    cos, sin = frequencies.cos_sin(range(at.T), rotary.spectrum(at.d))
    exact = torch.from_numpy(np.concatenate([cos, sin], axis=-1))
    for make in (torch.get_default_device(), torch.device("cpu"), torch.device("meta")):
        with make:
            module = Rotary(at.d, max_seq_len=at.T, pairing="half")
        module = module.to_empty(device="cpu") if make.type == "meta" else module
        assert module.table.equal(exact.float())
        assert module.double().table.equal(exact)
    off = (exact.float().double() - exact).abs()
    assert (off <= torch.finfo(torch.float32).eps / 2 * exact.abs() + 1e-45).all()  # half a unit in the last place


@field_case("R15")
def test_left_padding_matters_where_offsets_differ(case):
    at = case.given
    for (m, n), wanted in zip(at.pairs, case.expected.scores, strict=True):
        same(score(at.q, at.k, m, n, at.pairing), wanted)
    (m, n), ours = at.pairs[0], case.expected.scores[0]
    reproduced(score(at.q, at.k, m + 5, n, at.pairing), ours, case.wrong.score_if_q_offset_by_5)
    query, key = torch.randn(2, 2, 6, 7, 16, dtype=torch.float64)
    module = Rotary(16, max_seq_len=64).double()
    turned_query, turned_key = module(query, key)
    plain = turned_query @ turned_key.mT
    for pads in (1, 5, 40):
        shifted_query, shifted_key = module(query, key, offset=pads)  # columns as positions, pads cut off
        torch.testing.assert_close(shifted_query @ shifted_key.mT, plain, rtol=0, atol=1e-12)
        ids = torch.from_numpy(distances.positions_from_mask([0] * pads + [1] * 7))[pads:]
        torch.testing.assert_close(module(query, key, ids)[0], turned_query, rtol=0, atol=0)
        assert (shifted_query @ turned_key.mT - plain).abs().max() > 0.1
