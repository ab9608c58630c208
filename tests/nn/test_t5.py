"""The module against its NumPy namesake, under everything that is done to modules."""

import copy

import numpy as np
import pytest
import torch
from torch.export import Dim, export

from pe_reference.biases import t5
from pe_reference.nn import T5Bias

HEADS = 3
IDS = torch.tensor([[0, 1, 2, 3, 4], [0, 0, 0, 1, 2]])
CALLS = [  # arguments, options, positions of queries, positions of keys
    ((150,), {}, range(150), range(150)),
    ((1,), {"offset": 140}, [140], range(141)),
    ((2, 9), {"offset": 3}, [3, 4], range(9)),
    ((1, 9), {"offset": torch.tensor([8, 2])}, [[8], [2]], range(9)),
    ((IDS,), {}, IDS.numpy(), IDS.numpy()),
    ((IDS[:, -1:].int(), IDS), {}, IDS[:, -1:].numpy(), IDS.numpy()),
]


def bias(**options):
    torch.manual_seed(0)
    return T5Bias(HEADS, **options)


def expected(module, query, key):
    weights = module.weights.detach().double().numpy()
    options = {"max_distance": module.max_distance, "bidirectional": module.bidirectional}
    return torch.from_numpy(t5.bias(query, key, weights, **options))


def close(got, other):
    torch.testing.assert_close(got, other, rtol=0, atol=0)


@pytest.mark.parametrize("bidirectional", [True, False])
class TestForward:
    @pytest.mark.parametrize(("arguments", "options", "query", "key"), CALLS)
    def test_is_that_of_numpy(self, bidirectional, arguments, options, query, key):
        module = bias(bidirectional=bidirectional)
        for dtype in (torch.float64, torch.float32, torch.bfloat16):
            got = module.to(dtype)(*arguments, **options)
            assert got.dtype == dtype
            close(got.double(), expected(module, query, key))

    @pytest.mark.parametrize(("num_buckets", "max_distance"), [(4, 3), (8, 20), (64, 800), (128, 129)])
    def test_any_buckets(self, bidirectional, num_buckets, max_distance):
        module = bias(bidirectional=bidirectional, num_buckets=num_buckets, max_distance=max_distance).double()
        positions = np.arange(0, 2 * max_distance)
        close(module(len(positions)), expected(module, positions, positions))

    def test_compiles_without_a_break(self, bidirectional):
        torch._dynamo.reset()
        module = bias(bidirectional=bidirectional)
        compiled = torch.compile(module, backend="eager", fullgraph=True)
        for arguments, options, *_ in CALLS:
            close(compiled(*arguments, **options), module(*arguments, **options))

    def test_exports_with_a_dynamic_length(self, bidirectional):
        module, free = bias(bidirectional=bidirectional), {0: Dim.DYNAMIC, 1: Dim.DYNAMIC}
        program = export(module, (IDS, IDS), dynamic_shapes={"query_positions": free, "key_positions": free}).module()
        longer = torch.arange(27).reshape(3, 9)
        close(program(longer, longer), module(longer))


class TestState:
    def test_weights_are_trained_and_saved_and_nothing_else(self):
        module = bias()
        assert dict(module.named_parameters()).keys() == module.state_dict().keys() == {"weights"}
        module(4).sum().backward()
        used = np.bincount(t5.bucket(np.arange(4) - np.arange(4)[:, None]).ravel(), minlength=32)
        close(module.weights.grad, torch.from_numpy(used).float()[:, None].expand(32, HEADS))

    def test_weights_start_within_glorot_s_bound(self):
        bound = np.sqrt(6 / (32 + HEADS))
        assert 0.9 * bound < bias().weights.abs().max() <= bound

    def test_copies_loads_and_leaves_meta(self):
        module = bias()
        close(copy.deepcopy(module)(9), module(9))
        with torch.device("meta"):
            empty = T5Bias(HEADS)
        assert empty.first_distances.is_meta
        empty.to_empty(device="cpu").load_state_dict(module.state_dict())
        close(empty(200), module(200))
        torch.manual_seed(0)
        empty.reset_parameters()
        close(empty(200), module(200))
        assert empty.bfloat16().first_distances.dtype == torch.int64


def test_prints_its_arguments():
    assert str(bias()) == "T5Bias(3, num_buckets=32, max_distance=128, bidirectional=True)"


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"num_heads": 0}, ValueError, "`num_heads` must be from 1 to 1048576, got 0"),
        ({"num_buckets": 1}, ValueError, "`num_buckets` must be from 4 to 2048, got 1"),
        ({"num_buckets": 33}, ValueError, "`num_buckets` must be even when bidirectional, got 33"),
        ({"max_distance": 8}, ValueError, "`max_distance` must be above the 8 distances .*, got 8"),
        ({"bidirectional": 1}, TypeError, "`bidirectional` must be True or False, got 1"),
    ],
)
def test_refused_arguments(options, kind, message):
    with pytest.raises(kind, match=message):
        T5Bias(**{"num_heads": HEADS} | options)


def test_refused_calls():
    with pytest.raises(TypeError, match="`key_positions` must be an int64 or int32 tensor, got"):
        bias()(3, torch.ones(3))
