"""The module against its NumPy namesake, under everything that is done to modules."""

import copy
import pickle

import numpy as np
import pytest
import torch
from torch.export import Dim, export

from pe_reference.biases import alibi
from pe_reference.nn import ALiBi

HEADS = 6
IDS = torch.tensor([[0, 1, 2, 3, 4], [0, 0, 0, 1, 2]])
CALLS = [  # arguments, options, positions of queries, positions of keys
    ((5,), {}, range(5), range(5)),
    ((1,), {"offset": 4}, [4], range(5)),
    ((2, 9), {"offset": 3}, [3, 4], range(9)),
    ((1, 9), {"offset": torch.tensor([8, 2])}, [[8], [2]], range(9)),
    ((IDS,), {}, IDS.numpy(), IDS.numpy()),
    ((IDS[:, -1:].int(), IDS), {}, IDS[:, -1:].numpy(), IDS.numpy()),
]


def close(got, expected, atol=0.0):
    torch.testing.assert_close(got, torch.as_tensor(expected), rtol=0, atol=atol)


@pytest.mark.parametrize("causal", [True, False])
class TestForward:
    @pytest.mark.parametrize(("arguments", "options", "query", "key"), CALLS)
    def test_is_that_of_numpy(self, causal, arguments, options, query, key):
        expected = alibi.bias(query, key, alibi.slopes(HEADS), causal=causal)
        close(ALiBi(HEADS, causal=causal).double()(*arguments, **options), expected)
        single = ALiBi(HEADS, causal=causal)(*arguments, **options)
        assert single.dtype == torch.float32
        torch.testing.assert_close(single.double(), torch.from_numpy(expected), rtol=2**-23, atol=0)

    @pytest.mark.parametrize(("dtype", "rounding"), [(torch.bfloat16, 2**-8), (torch.float16, 2**-11)])
    def test_narrow_results_come_from_wide_numbers(self, causal, dtype, rounding):
        got = ALiBi(HEADS, causal=causal).to(dtype)(1, offset=4095)
        assert got.dtype == dtype
        expected = torch.from_numpy(alibi.bias([4095], range(4096), alibi.slopes(HEADS), causal=causal))
        torch.testing.assert_close(got.double(), expected, rtol=rounding * 1.001, atol=0)

    def test_share_of_a_rank(self, causal):
        shares = [ALiBi(HEADS, causal=causal, rank=rank, world_size=3)(4) for rank in range(3)]
        close(torch.cat(shares), ALiBi(HEADS, causal=causal)(4))

    def test_compiles_without_a_break(self, causal):
        torch._dynamo.reset()
        module = ALiBi(HEADS, causal=causal)
        compiled = torch.compile(module, backend="eager", fullgraph=True)
        for arguments, options, *_ in CALLS:
            close(compiled(*arguments, **options), module(*arguments, **options))

    def test_exports_with_a_dynamic_length(self, causal):
        module, free = ALiBi(HEADS, causal=causal), {0: Dim.DYNAMIC, 1: Dim.DYNAMIC}
        program = export(module, (IDS, IDS), dynamic_shapes={"query_positions": free, "key_positions": free}).module()
        longer = torch.arange(27).reshape(3, 9)
        close(program(longer, longer), module(longer))


class TestSlopes:
    def test_are_rounded_once_and_stay_wide(self):
        module = ALiBi(HEADS, causal=True)
        slopes = alibi.slopes(HEADS)
        for convert in (module.half, module.bfloat16, module.float):
            np.testing.assert_array_equal(convert().slopes.flatten().numpy(), slopes.astype(np.float32))
        np.testing.assert_array_equal(module.double().slopes.flatten().numpy(), slopes)

    def test_results_follow_the_last_conversion(self):
        module = torch.nn.Sequential(ALiBi(HEADS, causal=True))
        for dtype in (torch.bfloat16, torch.float32, torch.float64, torch.float16, torch.float32):
            assert module.to(dtype)[0](3).dtype == dtype
        torch.set_default_dtype(torch.bfloat16)
        try:
            assert ALiBi(HEADS, causal=True)(3).dtype == torch.bfloat16
        finally:
            torch.set_default_dtype(torch.float32)

    def test_are_neither_trained_nor_saved(self):
        module = ALiBi(HEADS, causal=True)
        assert not list(module.parameters()) and not module.state_dict()
        assert dict(module.named_buffers()).keys() == {"slopes"}

    def test_are_filled_in_when_they_leave_meta(self):
        with torch.device("meta"):
            module = ALiBi(HEADS, causal=True).bfloat16()
        assert module.slopes.is_meta
        close(module.to_empty(device="cpu")(5), ALiBi(HEADS, causal=True).bfloat16()(5))
        module.slopes.zero_()
        module.reset_slopes()
        close(module(5), ALiBi(HEADS, causal=True).bfloat16()(5))

    def test_are_copied(self):
        module = ALiBi(HEADS, causal=True).bfloat16()
        for twin in (copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
            close(twin(5), module(5))


def test_prints_its_arguments():
    assert str(ALiBi(8, causal=True, world_size=2)) == "ALiBi(8, causal=True, rank=0, world_size=2)"


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"num_heads": 0}, ValueError, "`num_heads` must be from 1 to 4096, got 0"),
        ({"causal": 1}, TypeError, "`causal` must be True or False, got 1"),
        ({"world_size": 4}, ValueError, "`num_heads` must be divisible by world_size = 4, got 6"),
        ({"rank": 1}, ValueError, "`rank` must be from 0 to 0, got 1"),
    ],
)
def test_refused_arguments(options, kind, message):
    with pytest.raises(kind, match=message):
        ALiBi(**{"num_heads": HEADS, "causal": True} | options)


def test_refused_calls():
    with pytest.raises(ValueError, match="`offset` must be 0 where `query_positions` are a tensor, got 1"):
        ALiBi(HEADS, causal=True)(IDS, offset=1)
