"""A learned table at other lengths, against torch where torch has it."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from pe_reference.embeddings import learned

corners = pytest.mark.parametrize("align_corners", [True, False])
kinds = pytest.mark.parametrize(("kind", "mode"), [("linear", "bilinear"), ("cubic", "bicubic")])
lengths = st.integers(1, 12)
ROWS = np.random.default_rng(0).normal(size=(5, 8))
PATCHES = np.random.default_rng(1).normal(size=(6, 7, 8))


@corners
@given(length=lengths, number=st.integers(1, 40))
def test_interpolate_is_that_of_torch(length, number, align_corners):
    table = np.random.default_rng(length).normal(size=(length, 3))
    wanted = functional.interpolate(
        torch.tensor(table.T[None]), size=number, mode="linear", align_corners=align_corners
    )
    got = learned.interpolate(table, number, align_corners=align_corners)
    np.testing.assert_allclose(got, wanted[0].numpy().T, atol=1e-12)


@kinds
@corners
@given(old=st.tuples(lengths, lengths), new=st.tuples(lengths, lengths))
def test_interpolate_grid_is_that_of_torch(old, new, align_corners, kind, mode):
    table = np.random.default_rng(old).normal(size=(*old, 3))
    wanted = functional.interpolate(
        torch.tensor(np.moveaxis(table, -1, 0)[None]), size=new, mode=mode, align_corners=align_corners
    )
    got = learned.interpolate_grid(table, *new, align_corners=align_corners, kind=kind)
    assert got.shape == (*new, 3)
    np.testing.assert_allclose(got, np.moveaxis(wanted[0].numpy(), 0, -1), atol=1e-11)


@pytest.mark.parametrize("kind", ["linear", "cubic"])
@corners
def test_the_same_length_is_the_same_table(align_corners, kind):
    choices = {"align_corners": align_corners, "kind": kind}
    np.testing.assert_allclose(learned.interpolate(ROWS, 5, **choices), ROWS, atol=1e-15)
    np.testing.assert_allclose(learned.interpolate_grid(PATCHES, 6, 7, **choices), PATCHES, atol=1e-15)


@pytest.mark.parametrize("kind", ["linear", "cubic"])
@given(length=lengths, number=st.integers(2, 40))
def test_corners_are_kept_where_they_are_aligned(kind, length, number):
    table = np.random.default_rng(length).normal(size=(length, 3))
    got = learned.interpolate(table, number, align_corners=True, kind=kind)
    np.testing.assert_allclose(got[[0, -1]], table[[0, -1]], atol=1e-14)


@given(lengths, st.integers(0, 30))
def test_what_lengthens_keeps_the_old_rows(length, more):
    table = np.random.default_rng(length).normal(size=(length, 3))
    for lengthen in (learned.repeat_last, learned.tile):
        got = lengthen(table, length + more)
        assert got.shape == (length + more, 3)
        np.testing.assert_array_equal(got[:length], table)
    np.testing.assert_array_equal(learned.repeat_last(table, length + more)[length:], np.tile(table[-1], (more, 1)))
    np.testing.assert_array_equal(learned.tile(table, 3 * length), np.concatenate([table] * 3))


@given(lengths, st.integers(1, 9))
def test_keep_stride_keeps_them_so_many_apart(length, factor):
    table = np.random.default_rng(length).normal(size=(length, 3))
    got = learned.keep_stride(table, factor * length)
    np.testing.assert_allclose(got[::factor], table, atol=1e-14)
    np.testing.assert_array_equal(got[-factor:], np.tile(table[-1], (factor, 1)))


def test_centred_crop_is_the_middle():
    np.testing.assert_array_equal(learned.centred_crop(PATCHES, 6, 7), PATCHES)
    np.testing.assert_array_equal(learned.centred_crop(PATCHES, 2, 3), PATCHES[2:4, 2:5])
    crop = learned.centred_crop(PATCHES, 1, 1)
    np.testing.assert_array_equal(crop, PATCHES[3:4, 3:4])
    crop[:] = 0
    assert PATCHES[3, 3].all()


REFUSED = [
    (learned.interpolate, (ROWS, 0), ValueError, "`num_positions` must be from 1 to 1048576, got 0"),
    (learned.interpolate, (ROWS, 2.5), TypeError, "`num_positions` must be an integer, got 2.5"),
    (learned.interpolate, (PATCHES, 3), ValueError, r"`table` must have 2 axes \(positions, d_model\), got 3"),
    (learned.interpolate_grid, (ROWS, 3, 3), ValueError, r"`table` must have 3 axes \(rows, columns, d_model\), got 2"),
    (learned.interpolate_grid, (PATCHES, 3, -1), ValueError, "`num_columns` must be from 1 to 1048576, got -1"),
    (learned.keep_stride, (ROWS, 4), ValueError, "`num_positions` must be from 5 to 1048576, got 4"),
    (learned.repeat_last, (ROWS, 4), ValueError, "`num_positions` must be from 5 to 1048576, got 4"),
    (learned.tile, (ROWS, 4), ValueError, "`num_positions` must be from 5 to 1048576, got 4"),
    (learned.centred_crop, (PATCHES, 7, 1), ValueError, "`num_rows` must be from 1 to 6, got 7"),
    (learned.centred_crop, (PATCHES, 1, 8), ValueError, "`num_columns` must be from 1 to 7, got 8"),
    (learned.centred_crop, (ROWS, 1, 1), ValueError, r"`table` must have 3 axes \(rows, columns, d_model\), got 2"),
]


@pytest.mark.parametrize(("function", "arguments", "kind", "message"), REFUSED)
def test_refusals(function, arguments, kind, message):
    choices = {"align_corners": True} if "interpolate" in function.__name__ else {}
    with pytest.raises(kind, match=message):
        function(*arguments, **choices)


def test_choices_are_refused():
    with pytest.raises(ValueError, match="`kind` must be one of linear, cubic, got 'area'"):
        learned.interpolate(ROWS, 3, align_corners=True, kind="area")
    with pytest.raises(TypeError, match="`align_corners` must be True or False, got None"):
        learned.interpolate(ROWS, 3, align_corners=None)


def test_long_tables_take_no_more_memory_than_they_have_numbers():
    for lengthen in (learned.keep_stride, learned.repeat_last, learned.tile):
        with pytest.raises(
            ValueError, match=r"`num_positions` must hold at most .* at table.shape\[1\] = 1048576, got 65536"
        ):
            lengthen(np.zeros((1, 2**20)), 2**16)
    with pytest.raises(ValueError, match=r"`num_rows` must hold at most .* at table.size / 1 = 1048576, got 1048576"):
        learned.interpolate_grid(np.zeros((1, 2**10, 2**10)), 2**20, 1, align_corners=True)
    assert learned.interpolate(np.ones((512, 4)), 2**18, align_corners=False).shape == (2**18, 4)
