"""Cases about learned tables."""

import numpy as np
import pytest
import torch
from field.cases import field_case, reproduced, same

from pe_reference import distances
from pe_reference.embeddings import learned
from pe_reference.nn import Learned


@field_case("L02")
def test_left_padding_takes_no_position(case):
    mask = case.given.attention_mask
    ids = distances.positions_from_mask(mask)
    assert ids.tolist() == case.expected.position_ids
    assert sum(mask) == case.expected.next_decode_position
    reproduced(np.arange(len(mask)), ids, case.wrong.position_ids)
    layer = Learned(8, max_seq_len=16, std=1.0)
    tokens = torch.randn(1, 5, 8)
    alone = layer(tokens)
    for pads in (1, 3, 9):
        padded = torch.cat([torch.zeros(1, pads, 8), tokens], dim=1)
        ids = torch.from_numpy(distances.positions_from_mask([[0] * pads + [1] * 5]))
        assert 0 <= ids.min() <= ids.max() < 16
        torch.testing.assert_close(layer(padded, ids)[:, pads:], alone, rtol=0, atol=0)
        assert not torch.allclose(layer(padded)[:, pads:], alone)


@field_case("L03")
def test_a_size_is_asked_for_and_no_factor(case):
    side, target = case.given.table_side, case.given.target_side
    got = learned.interpolate_grid(np.ones((side, side, 1)), target, target, align_corners=False)
    assert got.shape[:2] == (case.expected.output_side,) * 2
    reproduced(int(side * (target / side)), len(got), case.wrong.output_side)
    for old, new in ((37, 39), (37, 43), (14, 61), (14, 115), (16, 5), (7, 7)):
        table = np.arange(old * old * 2.0).reshape(old, old, 2)
        for kind in ("linear", "cubic"):
            got = learned.interpolate_grid(table, new, new, align_corners=False, kind=kind)
            assert got.shape == (new, new, 2)
        step = np.diff(learned.interpolate_grid(table, new, new, align_corners=False, kind="linear")[0, :, 0])
        np.testing.assert_allclose(step[new // 4 : -new // 4], 2 * old / new, rtol=1e-9)  # no 0.1 is added


@field_case("L04")
def test_corners_are_aligned_or_not_by_name(case):
    at, wanted = case.given, case.expected
    table = np.array(at.src, float)[:, None]
    same(learned.interpolate(table, at.n, align_corners=True, kind=at.mode)[:, 0], wanted.align_corners_true)
    same(learned.interpolate(table, at.n, align_corners=False, kind=at.mode)[:, 0], wanted.align_corners_false)
    with pytest.raises(TypeError, match="align_corners"):
        learned.interpolate(table, at.n)
    ramp = np.arange(16.0)[:, None]
    apart = [
        np.ptp([learned.interpolate(ramp, size, align_corners=either)[1, 0] for either in (True, False)])
        for size in (17, 24, 64)
    ]
    assert np.all(np.diff(apart) > 0)  # more, the larger the image


@field_case("L05")
def test_every_way_to_lengthen_has_its_name(case):
    at, wanted = case.given, case.expected
    number = len(at.src) * at.factor
    ways = {
        "interpolate_keep_stride_tail_repeat": learned.keep_stride(at.src, number),
        "linspace_ends_fixed": learned.interpolate(at.src, number, align_corners=True),
        "repeat_last": learned.repeat_last(at.src, number),
        "tile": learned.tile(at.src, number),
    }
    assert vars(wanted).keys() == ways.keys()
    for name, table in ways.items():
        same(table[:, 0], getattr(wanted, name))
    table = np.random.default_rng(0).normal(size=(5, 16))
    longer = [
        learned.keep_stride(table, 15),
        learned.interpolate(table, 15, align_corners=True),
        learned.interpolate(table, 15, align_corners=False),
        learned.repeat_last(table, 15),
        learned.tile(table, 15),
    ]
    for i, one in enumerate(longer):
        assert one.shape == (15, 16)
        assert all(np.abs(one - other).max() > 0.1 for other in longer[:i])


@field_case("L07")
def test_a_crop_beyond_the_table_is_refused(case):
    at = case.given
    assert at.side // 2 - at.grid // 2 == case.expected.start_would_be < 0
    table = np.zeros((at.side, at.side, 2))
    for rows, columns, name in ((at.grid, 5, "num_rows"), (5, at.grid, "num_columns"), (at.side + 1, 5, "num_rows")):
        with pytest.raises(ValueError, match=f"`{name}` must be from 1 to {at.side}, got {max(rows, columns)}"):
            learned.centred_crop(table, rows, columns)
    assert learned.interpolate_grid(table, at.grid, at.grid, align_corners=False).shape == (at.grid, at.grid, 2)
    places = np.arange(96)[:, None, None] + np.zeros((1, 96, 1))
    for rows in (1, 2, 95, 96):
        crop = learned.centred_crop(places, rows, 96)
        assert crop[0, 0, 0] == 48 - rows // 2
        assert crop[-1, 0, 0] < 96
