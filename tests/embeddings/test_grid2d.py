"""Tables of two axes."""

import numpy as np
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference.embeddings import grid2d, sinusoidal


@given(
    st.lists(st.integers(0, 50), min_size=1, max_size=3),
    st.lists(st.integers(0, 50), min_size=1, max_size=4),
    st.integers(1, 4).map(lambda quarter: 4 * quarter),
    st.sampled_from(["concatenated", "interleaved", "cosine_first"]),
    st.sampled_from(["column", "row"]),
)
def test_is_that_of_the_oracle(rows, columns, d_model, layout, first):
    got = grid2d.table(rows, columns, d_model, layout=layout, first=first, base=500)
    half = d_model // 2

    def entry(patch, channel):
        place = rows[patch // len(columns)], columns[patch % len(columns)]
        at = place[(channel < half) == (first == "column")]
        return oracle.entry(at, channel % half, half, base=500, layout=layout)

    assert oracle.distance(got, oracle.array(got.shape, entry)) < 3e-16


def mae(d_model, side):
    """The computation of the masked autoencoders, in float64."""
    omega = 1 / 10_000 ** (np.arange(d_model // 4) / (d_model / 4))
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)))
    parts = [axis.reshape(-1, 1) * omega for axis in grid]
    return np.concatenate([wave(part) for part in parts for wave in (np.sin, np.cos)], axis=1)


def test_defaults_are_those_of_masked_autoencoders():
    np.testing.assert_allclose(grid2d.table(range(14), range(14), 768), mae(768, 14), atol=1e-14)


def test_every_norm_is_the_same():
    norms = np.linalg.norm(grid2d.table(range(14), range(14), 768), axis=1)
    np.testing.assert_allclose(norms, 384**0.5, rtol=1e-14)
    assert norms[0].round(3) == 19.596


def test_dot_products_depend_on_both_offsets_alone():
    table = grid2d.table(range(5), range(7), 16).reshape(5, 7, 16)
    gram = np.einsum("abi,cdi->abcd", table, table)
    a, b, c, d = np.ogrid[:5, :7, :5, :7]
    wanted = sinusoidal.similarity(c - a, 8) + sinusoidal.similarity(d - b, 8)
    np.testing.assert_allclose(gram, wanted, atol=1e-13)


def test_first_swaps_the_halves():
    column, row = (grid2d.table(range(3), range(4), 16, first=first) for first in ("column", "row"))
    np.testing.assert_array_equal(row, np.roll(column, 8, axis=1))
    assert (column[:4, 8:] == column[0, 8:]).all()
    assert (column[::4, :8] == column[0, :8]).all()


def test_cls_is_a_row_of_zeros_in_front():
    with_cls, without = (grid2d.table(range(3), range(4), 16, cls=cls) for cls in (True, False))
    assert with_cls.shape == (13, 16)
    assert not with_cls[0].any()
    np.testing.assert_array_equal(with_cls[1:], without)


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"d_model": 6}, ValueError, "`d_model` must be a multiple of 4, got 6"),
        ({"d_model": 7}, ValueError, "`d_model` must be a multiple of 4, got 7"),
        ({"rows": 3}, ValueError, "`rows` must have 1 axis, got 0"),
        ({"columns": [[1]]}, ValueError, "`columns` must have 1 axis, got 2"),
        ({"columns": []}, ValueError, "`columns` must hold at least one number"),
        ({"first": "height"}, ValueError, "`first` must be one of column, row, got 'height'"),
        ({"cls": 1}, TypeError, "`cls` must be True or False, got 1"),
        ({"layout": "mae"}, ValueError, "`layout` must be one of"),
        ({"grid": "tensor2tensor", "d_model": 4}, ValueError, "`d_model` must be even and at least 4"),
        ({"rows": range(2**17), "columns": range(2**17)}, ValueError, r"`columns` must hold at most .* positions"),
    ],
)
def test_refusals(arguments, kind, message):
    arguments = {"rows": range(2), "columns": range(2), "d_model": 8, **arguments}
    with pytest.raises(kind, match=message):
        grid2d.table(arguments.pop("rows"), arguments.pop("columns"), arguments.pop("d_model"), **arguments)
