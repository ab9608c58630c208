"""The ways to turn a tensor: each against NumPy, and against one another."""

from functools import partial

import numpy as np
import pytest
import torch
from torch.autograd import forward_ad

from pe_reference import frequencies
from pe_reference.nn import _turning
from pe_reference.rotations import rotary

PAIRINGS = ["interleaved", "half"]
HEAD_DIM, SEQ = 16, 9
COS, SIN = frequencies.cos_sin(range(SEQ), rotary.spectrum(HEAD_DIM))


def rows(pairing, dtype=torch.float64):
    table = np.stack((COS, SIN), axis=-1 if pairing == "interleaved" else -2).reshape(SEQ, HEAD_DIM)
    return torch.from_numpy(table).to(dtype)


def turned(x, pairing, table=None):
    table = rows(pairing) if table is None else table
    return _turning.turned(x, _turning.factors(table, pairing), table.shape[-1], pairing)


def normal(*shape, dtype=torch.float64):
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(0)).to(dtype)


def expected(x, pairing):
    return rotary.turn(x.double().numpy(), COS, SIN, pairing=pairing)


@pytest.mark.parametrize("pairing", PAIRINGS)
class TestTurned:
    def test_is_that_of_numpy(self, pairing):
        x = normal(2, 3, SEQ, HEAD_DIM)
        np.testing.assert_allclose(turned(x, pairing), expected(x, pairing), rtol=0, atol=1e-15)

    def test_by_rows_of_each_sample(self, pairing):
        x, order = normal(2, 3, SEQ, HEAD_DIM), torch.stack((torch.arange(SEQ), torch.arange(SEQ).flip(0)))
        got = turned(x, pairing, rows(pairing)[order])
        np.testing.assert_allclose(got[0], expected(x, pairing)[0], rtol=0, atol=1e-15)
        back = rotary.turn(x[1].numpy(), COS[::-1], SIN[::-1], pairing=pairing)
        np.testing.assert_allclose(got[1], back, rtol=0, atol=1e-15)

    def test_leaves_what_lies_beyond(self, pairing):
        x = normal(2, 3, SEQ, HEAD_DIM + 6)
        got = turned(x, pairing)
        np.testing.assert_allclose(got[..., :HEAD_DIM], expected(x[..., :HEAD_DIM], pairing), rtol=0, atol=1e-15)
        torch.testing.assert_close(got[..., HEAD_DIM:], x[..., HEAD_DIM:], rtol=0, atol=0)

    @pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
    def test_large_tensors_give_the_bits_of_small_ones(self, pairing, dtype, monkeypatch):
        x, table = normal(3, 4, SEQ, HEAD_DIM, dtype=dtype), rows(pairing, torch.float32)
        whole = turned(x, pairing, table)
        assert whole.dtype == dtype
        for most in (1, 3 * 4 * HEAD_DIM * 2, 3 * 4 * HEAD_DIM * 4):
            monkeypatch.setattr(_turning, "AT_ONCE", most)
            torch.testing.assert_close(turned(x, pairing, table), whole, rtol=0, atol=0)
            each = turned(x, pairing, table.expand(3, SEQ, HEAD_DIM))
            torch.testing.assert_close(each, whole, rtol=0, atol=0)
            with_gradient = turned(x.clone().requires_grad_(), pairing, table)
            torch.testing.assert_close(with_gradient.detach(), whole, rtol=0, atol=0)

    @pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # forward mode's own
    @pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
    def test_transforms_of_torch_func_pass_through_large_tensors(self, pairing, dtype, monkeypatch):
        monkeypatch.setattr(_turning, "AT_ONCE", 1)
        x, tangent = normal(2, 2, 1, 4, SEQ, HEAD_DIM, dtype=dtype)
        turn = partial(turned, pairing=pairing, table=rows(pairing, torch.float32))
        close = partial(torch.testing.assert_close, rtol=0, atol=1e-6)
        close(torch.func.vmap(turn)(x), turn(x.flatten(0, 1)).unflatten(0, (2, 1)))
        close(torch.func.jvp(turn, (x[0],), (tangent[0],))[1], turn(tangent[0]))
        with forward_ad.dual_level():
            close(forward_ad.unpack_dual(turn(forward_ad.make_dual(x[0], tangent[0]))).tangent, turn(tangent[0]))

    @pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
    def test_halves_are_rounded_once(self, pairing, dtype):
        x = normal(2, 3, SEQ, HEAD_DIM, dtype=dtype)
        exact = torch.from_numpy(expected(x, pairing))
        got = turned(x, pairing, rows(pairing, torch.float32)).double()
        least = (exact.to(dtype).double() - exact).abs()
        assert ((got - exact).abs() <= least + 2**-21).all()

    def test_views_are_turned_like_copies(self, pairing):
        wide = normal(2, SEQ, 3, 2 * HEAD_DIM + 1)
        for view in (wide[..., :HEAD_DIM], wide[..., 1 : HEAD_DIM + 1], wide[..., : 2 * HEAD_DIM : 2]):
            x = view.transpose(1, 2)
            torch.testing.assert_close(turned(x, pairing), turned(x.contiguous(), pairing), rtol=0, atol=0)

    def test_gradient_turns_back(self, pairing):
        x = normal(2, 3, SEQ, HEAD_DIM).requires_grad_()
        turned(x, pairing).backward(turned(x.detach(), pairing))
        torch.testing.assert_close(x.grad, x.detach(), rtol=0, atol=1e-14)

    def test_compiled_code_has_the_same_formula(self, pairing):
        x = normal(2, 3, SEQ, HEAD_DIM + 2)
        compiled = torch.compile(turned, backend="eager", fullgraph=True)
        torch.testing.assert_close(compiled(x, pairing), turned(x, pairing), rtol=0, atol=1e-15)
