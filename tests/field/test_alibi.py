"""Cases about ALiBi."""

import itertools

import numpy as np
import torch
from field.cases import field_case, reproduced, same

from pe_reference import attention, distances
from pe_reference.biases import alibi
from pe_reference.nn import ALiBi


@field_case("A01")
def test_slopes_are_in_the_order_of_the_authors(case):
    wanted = case.expected
    same(alibi.slopes(6), wanted.slopes6)
    same(alibi.slopes(10)[-2:], wanted.slopes10_last2)
    same(alibi.slopes(12)[-4:], wanted.slopes12_last4)
    reproduced(2.0 ** (-8 * np.arange(1, 7) / 6), alibi.slopes(6), case.wrong.single_series6)
    for heads in range(1, 130):
        below = 1 << (heads.bit_length() - 1)
        both = np.concatenate(
            [2.0 ** (-8 * np.arange(1, below + 1) / below), 2.0 ** (-4 * np.arange(1, 2 * below, 2) / below)]
        )
        np.testing.assert_allclose(alibi.slopes(heads), both[:heads], rtol=1e-15)
        if heads & (heads - 1):
            assert np.any(np.diff(alibi.slopes(heads)) > 0)  # two series, not sorted into one


@field_case("A02")
def test_no_slope_is_1(case):
    slopes = alibi.slopes(case.given.heads)
    same(slopes[[0, -1]], [case.expected.first, case.expected.last])
    from_0 = 2.0 ** -np.arange(case.given.heads)
    reproduced(from_0[[0, -1]], slopes[[0, -1]], [case.wrong.first, case.wrong.last])
    for heads in (1, 2, 4, 16, 32, 64, 128):
        same(alibi.slopes(heads)[[0, -1]], [2.0 ** (-8 / heads), 2.0**-8])


@field_case("A03")
def test_one_row_for_all_queries_has_the_same_softmax(case):
    at = case.given
    distance_form = alibi.bias([at.query], range(at.T), [at.slope], causal=True)[0, 0]
    row_form = alibi.row_bias(range(at.T), [at.slope])[0, 0]
    same(attention.softmax(at.scores + distance_form), case.expected.softmax)
    same(attention.softmax(at.scores + row_form), case.expected.softmax_other_form)
    rng = np.random.default_rng(0)
    query, key, value = rng.normal(size=(3, 6, 9, 16))
    for slopes in (alibi.slopes(6), 10 * alibi.slopes(6)):
        two, one = alibi.bias(range(9), range(9), slopes, causal=True), alibi.row_bias(range(9), slopes)
        shifted = alibi.row_bias(range(-8, 1), slopes)
        paper = attention.attend(query, key, value, bias=two)
        for row in (one, shifted):
            np.testing.assert_allclose(attention.attend(query, key, value, bias=row, causal=True), paper, atol=1e-13)
            open_to_both = alibi.bias(range(9), range(9), slopes, causal=False)
            whole = attention.attend(query, key, value, bias=open_to_both)
            assert np.abs(attention.attend(query, key, value, bias=row) - whole).max() > 0.01  # without the mask


@field_case("A05")
def test_one_query_has_the_distances_of_its_position(case):
    at = case.given
    bias = alibi.bias([at.query_pos], range(at.kv_len), [at.slope], causal=True)[0, 0]
    same(bias, case.expected.bias)
    weights = attention.softmax(bias)
    same(weights, case.expected.softmax_of_zero_scores)
    of_length_1 = np.broadcast_to(alibi.bias(range(at.q_len), range(at.q_len), [at.slope], causal=True)[0, 0], 4)
    reproduced(of_length_1, bias, case.wrong.bias)
    reproduced(attention.softmax(of_length_1), weights, case.wrong.softmax)
    query, key, value = np.random.default_rng(0).normal(size=(3, 6, 7, 8))
    slopes = alibi.slopes(6)
    whole = attention.attend(query, key, value, bias=alibi.bias(range(7), range(7), slopes, causal=True))
    for start, count in itertools.product(range(7), (1, 2, 3)):
        now = slice(start, min(start + count, 7))
        seen = slice(0, now.stop)
        step = alibi.bias(range(now.start, now.stop), range(now.stop), slopes, causal=True)
        got = attention.attend(query[:, now], key[:, seen], value[:, seen], bias=step)
        np.testing.assert_allclose(got, whole[:, now], atol=1e-14)
        module = ALiBi(6, causal=True).double()
        np.testing.assert_array_equal(module(now.stop - now.start, offset=now.start), step)


@field_case("A07")
def test_distances_come_from_the_mask(case):
    mask = case.given.attention_mask
    positions = distances.positions_from_mask(mask)
    assert positions.tolist() == case.expected.key_positions
    reproduced(np.arange(len(mask)), positions, case.wrong.key_positions)
    slopes = alibi.slopes(6)
    query, key, value = np.random.default_rng(0).normal(size=(3, 2, 6, 4, 8))
    for causal in (True, False):
        alone = attention.attend(query, key, value, bias=alibi.bias(range(4), range(4), slopes, causal=causal))
        for pads in (1, 3):
            masks = np.array([[0] * pads + [1] * 4, [0] * pads + [1] * 4])
            places = distances.positions_from_mask(masks)
            hidden = np.where(masks, 0.0, -np.inf)[:, None, None, :]
            padded = [np.concatenate([np.ones((2, 6, pads, 8)), x], axis=2) for x in (query, key, value)]
            bias = alibi.bias(places, places, slopes, causal=causal) + hidden
            np.testing.assert_allclose(attention.attend(*padded, bias=bias)[:, :, pads:], alone, atol=1e-14)
            of_module = ALiBi(6, causal=causal).double()(torch.from_numpy(places))
            np.testing.assert_array_equal(of_module, alibi.bias(places, places, slopes, causal=causal))
    gap = distances.positions_from_mask([1, 1, 0, 1])
    assert (
        np.abs(alibi.bias(gap, gap, [1.0], causal=False) - alibi.bias(range(4), range(4), [1.0], causal=False)).max()
        == 1
    )
