"""Cases about the sinusoidal table."""

import math

import numpy as np
import pytest
from field.cases import field_case, reproduced, same

from pe_reference import frequencies, layouts
from pe_reference.analysis import properties
from pe_reference.biases import alibi
from pe_reference.embeddings import sinusoidal

LAYOUTS = ("interleaved", "concatenated", "cosine_first")


@field_case("S01")
def test_exponents_are_not_doubled(case):
    at = case.given
    row = sinusoidal.table(at.pos, at.d_model, base=at.base, layout=at.layout)
    same(row, case.expected.row)
    doubled = [
        (math.cos if channel % 2 else math.sin)(at.pos / at.base ** (2 * channel / at.d_model))
        for channel in range(at.d_model)
    ]
    reproduced(doubled, row, case.wrong.row)
    for width in (8, 16, 512):
        pairs = sinusoidal.table([1, 7], width).reshape(2, -1, 2)
        same((pairs**2).sum(axis=-1), 1)  # sine and cosine of one angle
        same(frequencies.inv_freq(width)[1], 10_000 ** (-2 / width))


@field_case("S05")
def test_exponents_are_not_whole(case):
    rates = frequencies.inv_freq(case.given.d_model)
    same(rates[case.given.k], case.expected.freq_k1)
    assert len(np.unique(rates)) == case.expected.number_of_distinct_freqs
    truncated = 10_000.0 ** -(2 * np.arange(64) // case.given.d_model)
    reproduced(truncated[case.given.k], rates[case.given.k], case.wrong.freq_k1)
    assert len(np.unique(truncated)) == case.wrong.number_of_distinct_freqs
    for dtype in (np.int64, np.int32, np.uint8):
        np.testing.assert_array_equal(
            frequencies.inv_freq(dtype(128), base=dtype(100)), frequencies.inv_freq(128, base=100.0)
        )


@field_case("S07")
def test_no_step_is_more_than_a_radian(case):
    at = case.given
    angle = frequencies.angles(at.pos, frequencies.inv_freq(at.C, base=at.base))[at.k]
    same(angle, case.expected.angle)
    reproduced(at.pos * 1000 * 2 * at.k / at.C, angle, case.wrong.angle)
    for width in (2, 8, 64, 512):
        for base in (2.0, 10_000.0, 1e6):
            steps = np.diff(frequencies.angles(range(50), frequencies.inv_freq(width, base=base)), axis=0)
            assert steps.min() > 0
            assert steps.max() <= 1


@field_case("S08")
def test_both_grids_have_a_name(case):
    at, wanted = case.given, case.expected
    for grid in ("paper", "tensor2tensor"):
        same(frequencies.inv_freq(at.d, base=at.base, grid=grid), getattr(wanted, grid))
        last = frequencies.inv_freq(512, base=at.base, grid=grid)[-1]
        same(last, getattr(wanted, f"last_freq_d512_{grid}"), atol=1e-16)
    assert frequencies.inv_freq(2).tolist() == [1.0]
    for width in (1, 2, 3, 7):
        with pytest.raises(
            ValueError, match=f"`dim` must be even and at least 4 on the tensor2tensor grid, got {width}"
        ):
            frequencies.inv_freq(width, grid="tensor2tensor")


@field_case("S09")
def test_layouts_are_permutations_of_each_other(case):
    first, second = case.given.positions
    width, wanted = case.given.d, case.expected
    for layout in LAYOUTS:
        table = sinusoidal.table([first, second], width, layout=layout)
        same(table[0] @ table[1], wanted.dot_any_layout)
    to_blocks = wanted.permutation_concat_from_interleaved
    back = wanted.permutation_interleaved_from_concat
    assert layouts.permutation(width, source="interleaved", target="concatenated").tolist() == to_blocks
    assert layouts.permutation(width, source="concatenated", target="interleaved").tolist() == back
    for width in (8, 16, 512):  # at 4 the two are one, at 8 one twice is the other
        tables = {layout: sinusoidal.table(range(9), width, layout=layout) for layout in LAYOUTS}
        for source in LAYOUTS:
            for target in LAYOUTS:
                moved = layouts.convert_table(tables[source], source=source, target=target)
                np.testing.assert_array_equal(moved, tables[target])
                assert source == target or np.abs(tables[source] - tables[target]).max() > 0.5


@field_case("S10")
def test_odd_widths_have_one_sine_more(case):
    same(sinusoidal.table(case.given.pos, case.given.d_model), case.expected.row)
    for width in (1, 3, 5, 7, 65):
        angle = frequencies.angles([0, 1, 9], 10_000.0 ** (-2 * np.arange((width + 1) // 2) / width))
        for layout in LAYOUTS:
            table = sinusoidal.table([0, 1, 9], width, layout=layout)
            assert table.shape == (3, width)
            same(np.sort(table), np.sort(np.concatenate([np.sin(angle), np.cos(angle[:, : width // 2])], axis=1)))


@field_case("S12")
def test_position_0_is_no_row_of_zeros(case):
    row = sinusoidal.table(case.given.pos, case.given.d)
    same(row, case.expected.row)
    same(np.linalg.norm(row), case.expected.norm)
    reproduced(np.zeros(4), row, case.wrong.row)
    for width in (2, 8, 512):
        for layout in LAYOUTS:
            norms = np.linalg.norm(sinusoidal.table([-3, 0, 1, 0.5, 10**6], width, layout=layout), axis=1)
            same(norms, math.sqrt(width / 2))


@field_case("S14")
def test_another_library_is_a_grid_a_layout_and_a_scale(case):
    at, wanted = case.given, case.expected
    same(np.linalg.norm(sinusoidal.table(at.pos, at.d)), wanted.paper_row_norm)
    scale = math.sqrt(2 / at.d)
    same(scale, wanted.mlx_scale)
    row = scale * sinusoidal.table(at.pos, at.d, grid="tensor2tensor", layout="concatenated")
    same(np.linalg.norm(row), wanted.mlx_row_norm)
    assert row.shape == (at.d,)
    ends = frequencies.inv_freq(at.d, grid="tensor2tensor")[[0, -1]]
    same(ends, wanted.mlx_freqs_endpoints)


@field_case("S14")
def test_what_is_zero_is_not_missing(case):
    assert not (0.0 * sinusoidal.table(case.given.pos, case.given.d)).any()
    assert not alibi.bias([3], range(4), [0.0], causal=False).any()
    np.testing.assert_array_equal(sinusoidal.shift_matrix(0, 8), np.eye(8))
    np.testing.assert_array_equal(sinusoidal.table(0.0, 8), sinusoidal.table(0, 8))
    table = sinusoidal.table(range(64), 8)
    assert properties.fit_shift(table, 1, rcond=0.0).cutoff == 0.0 != properties.fit_shift(table, 1).cutoff
