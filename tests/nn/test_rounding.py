"""One rounding, to nearest, ties to even: against every neighbour."""

from functools import cache

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_reference.nn import _rounding

NARROW = [torch.bfloat16, torch.float16, torch.float8_e4m3fn]
CODES = {
    torch.bfloat16: (torch.int16, range(-(2**15), 2**15)),
    torch.float16: (torch.int16, range(-(2**15), 2**15)),
    torch.float8_e4m3fn: (torch.uint8, range(256)),
}


@cache
def grid(dtype):
    """All finite values of a dtype up to 1.5, sorted, each with whether its last bit is 0."""
    whole, codes = CODES[dtype]
    every = torch.tensor(list(codes), dtype=whole).view(dtype).double().numpy()
    even = np.array(codes) % 2 == 0
    kept = np.isfinite(every) & (np.abs(every) <= 1.5) & ~(np.signbit(every) & (every == 0))
    order = np.argsort(every[kept])
    return every[kept][order], even[kept][order]


@pytest.mark.parametrize("dtype", NARROW)
class TestNarrow:
    def test_ties_go_to_even_and_what_is_beside_a_tie_to_its_side(self, dtype):
        values, even = grid(dtype)
        ties = (values[:-1] + values[1:]) / 2
        nearest = np.where(even[:-1], values[:-1], values[1:])
        np.testing.assert_array_equal(_rounding.rounded(ties, dtype).double(), nearest)
        for towards, expected in ((-np.inf, values[:-1]), (np.inf, values[1:])):
            got = _rounding.rounded(np.nextafter(ties, towards), dtype)
            np.testing.assert_array_equal(got.double(), expected)

    @given(values=st.lists(st.floats(-1.5, 1.5), min_size=1))
    def test_is_as_near_as_any(self, dtype, values):
        got = _rounding.rounded(np.array(values), dtype)
        assert got.dtype == dtype
        least = [np.abs(grid(dtype)[0] - value).min() for value in values]
        np.testing.assert_array_equal(np.abs(got.double().numpy() - values), least)


def test_float16_is_numpy_s():
    values = np.random.default_rng(0).normal(size=10_000)
    np.testing.assert_array_equal(_rounding.rounded(values, torch.float16).numpy(), values.astype(np.float16))


def test_wide_types_are_numpy_s():
    values = np.random.default_rng(0).normal(size=(2, 3))
    for dtype, name in ((torch.float64, np.float64), (torch.float32, np.float32)):
        got = _rounding.rounded(values, dtype)
        assert got.dtype == dtype
        np.testing.assert_array_equal(got.numpy(), values.astype(name))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_memory_is_aligned_and_its_own(dtype):
    values = np.ones(2**16 + 1)[1:]
    got = _rounding.rounded(values, dtype)
    values[:] = 0
    assert got.data_ptr() % 64 == 0 and (got == 1).all()


class TestKeptWide:
    TABLE = np.random.default_rng(0).normal(size=(2, 3))

    def rows(self, dtype):
        return _rounding.rounded(self.TABLE, dtype)

    def test_narrow_conversions_change_nothing(self):
        before = self.rows(torch.float32)
        for dtype in (*NARROW, torch.float32):
            assert _rounding.kept_wide(before, before.to(dtype), self.rows) is before

    def test_wider_and_back(self):
        double = _rounding.kept_wide(self.rows(torch.float32), torch.empty(2, 3).double(), self.rows)
        torch.testing.assert_close(double, self.rows(torch.float64), rtol=0, atol=0)
        for dtype in (torch.float32, torch.float16):
            single = _rounding.kept_wide(double, double.to(dtype), self.rows)
            torch.testing.assert_close(single, self.rows(torch.float32), rtol=0, atol=0)

    def test_from_meta_and_to_it(self):
        empty = torch.empty(2, 3, device="meta")
        torch.testing.assert_close(_rounding.kept_wide(empty, torch.empty(2, 3), self.rows), self.rows(torch.float32))
        assert _rounding.kept_wide(self.rows(torch.float32), empty.half(), self.rows).is_meta
