"""What a module asks of its tensors."""

import re

import pytest
import torch

from pe_reference.nn import _inputs


@pytest.mark.parametrize(
    ("check", "arguments", "kind", "message"),
    [
        ("floating", ([1.0],), TypeError, "`x` must be a tensor, got [1.0]"),
        (
            "floating",
            (torch.ones(2, dtype=torch.int64),),
            TypeError,
            "`x` must be a floating-point tensor, got torch.int64",
        ),
        ("boolean", ([True],), TypeError, "`x` must be a tensor, got [True]"),
        ("boolean", (torch.ones(2),), TypeError, "`x` must be a boolean tensor, got torch.float32"),
        ("axes", (torch.ones(2, 3), "(a, b, c)"), ValueError, "`x` must have the shape (a, b, c), got (2, 3)"),
        ("shape", ([1], {"(a,)": (1,)}), TypeError, "`x` must be a tensor, got [1]"),
        (
            "shape",
            (torch.ones(3, 2), {"(a,)": (2,), "(a, b)": (2, 3)}),
            ValueError,
            "`x` must have the shape (a,) = (2,) or (a, b) = (2, 3), got (3, 2)",
        ),
        ("indices", ([0], "most", 4), TypeError, "`x` must be a tensor, got [0]"),
        ("indices", (torch.ones(2), "most", 4), TypeError, "`x` must be an int64 or int32 tensor, got torch.float32"),
        (
            "indices",
            (torch.ones(2, dtype=torch.bool), "most", 4),
            TypeError,
            "`x` must be an int64 or int32 tensor, got torch.bool",
        ),
        ("indices", (torch.tensor([9, -1]), "most", 4), ValueError, "`x` must be from 0 to most - 1 = 3, got -1"),
        ("indices", (torch.tensor([0, 4]), "most", 4), ValueError, "`x` must be from 0 to most - 1 = 3, got 4"),
    ],
)
def test_refusals(check, arguments, kind, message):
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        getattr(_inputs, check)("x", *arguments)


def test_what_fits_passes():
    _inputs.floating("x", torch.ones(2, dtype=torch.bfloat16))
    _inputs.boolean("x", torch.ones(2, dtype=torch.bool))
    _inputs.axes("x", torch.ones(2, 3), "(a, b)")
    _inputs.shape("x", torch.ones(2, 3), {"(a,)": (2,), "(a, b)": (2, 3)})
    _inputs.indices("x", torch.tensor([0, 3], dtype=torch.int32), "most", 4)
    _inputs.indices("x", torch.empty(0, dtype=torch.int64), "most", 4)


class TestWindow:
    def test_is_one_row_for_each_token(self):
        assert _inputs.window(3, 4, 7) == slice(3, 7)

    @pytest.mark.parametrize(
        ("offset", "kind", "message"),
        [
            (4, ValueError, "`max_seq_len` must be at least offset + seq = 8, got 7"),
            (-1, ValueError, f"`offset` must be from 0 to {2**53}, got -1"),
            (True, TypeError, "`offset` must be an integer, got True"),
            (1.0, TypeError, "`offset` must be an integer, got 1.0"),
        ],
    )
    def test_refusals(self, offset, kind, message):
        with pytest.raises(kind, match=f"^{re.escape(message)}$"):
            _inputs.window(offset, 4, 7)


def test_values_of_another_device_are_left_alone():
    _inputs.indices("x", torch.empty(3, dtype=torch.int64, device="meta"), "most", 4)
    _inputs.windows(torch.empty(3, dtype=torch.int64, device="meta"), 3, 5, 4)
    assert not _inputs.visible(torch.empty(3, device="meta"))
