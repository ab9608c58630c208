"""The module against its NumPy namesake, under everything that is done to modules."""

import copy

import numpy as np
import pytest
import torch
from torch.export import Dim, export

from pe_reference.biases import shaw
from pe_reference.nn import Shaw

HEAD_DIM, HEADS, MOST = 8, 3, 2
GENERATOR = torch.Generator().manual_seed(0)
QUERY = torch.randn(2, HEADS, 5, HEAD_DIM, generator=GENERATOR, dtype=torch.float64)
WEIGHTS = torch.randn(2, HEADS, 5, 9, generator=GENERATOR, dtype=torch.float64).softmax(-1)
IDS = torch.tensor([[0, 1, 2, 3, 4], [0, 0, 0, 1, 2]])
KEYS = torch.arange(9).expand(2, 9).clone()
CALLS = [  # number of queries, arguments, options, positions of queries, positions of keys
    (5, (None,), {}, range(5), range(5)),
    (1, (None,), {"offset": 4}, [4], range(5)),
    (2, (None, 9), {"offset": 3}, [3, 4], range(9)),
    (1, (None, 9), {"offset": torch.tensor([8, 2])}, [[8], [2]], range(9)),
    (5, (IDS,), {}, IDS.numpy(), IDS.numpy()),
    (5, (IDS[1].int(), KEYS), {}, IDS[1].numpy(), KEYS.numpy()),
]


def layer():
    torch.manual_seed(0)
    return Shaw(HEAD_DIM, max_distance=MOST)


def index(query, key):
    where = shaw.index(query, key, max_distance=MOST)
    return where if where.ndim == 2 else where[:, None]


def numbers(embeddings):
    return embeddings.detach().double().numpy()


def close(got, expected, atol=1e-15):
    torch.testing.assert_close(got, torch.as_tensor(expected), rtol=0, atol=atol)


class TestForward:
    @torch.no_grad()
    @pytest.mark.parametrize(("count", "arguments", "options", "query", "key"), CALLS)
    def test_is_that_of_numpy(self, count, arguments, options, query, key):
        module, x, where = layer().double(), QUERY[:, :, :count], index(query, key)
        close(module(x, *arguments, **options), shaw.bias(x, numbers(module.key_embeddings), where))
        weights = WEIGHTS[:, :, :count, : where.shape[-1]]
        got = module.values(weights, *arguments, **options)
        close(got, shaw.values(weights, numbers(module.value_embeddings), where))

    @torch.no_grad()
    @pytest.mark.parametrize(("dtype", "atol"), [(torch.float32, 1e-6), (torch.float16, 2e-3), (torch.bfloat16, 2e-2)])
    def test_output_has_the_dtype_of_x(self, dtype, atol):
        for module in (layer(), layer().to(dtype)):
            got, values = module(QUERY.to(dtype)), module.values(WEIGHTS[..., :5].to(dtype))
            assert got.dtype == values.dtype == dtype
            close(got.double(), layer().double()(QUERY), atol=atol)
            close(values.double(), layer().double().values(WEIGHTS[..., :5]), atol=atol)

    @torch.no_grad()
    def test_compiles_without_a_break(self):
        torch._dynamo.reset()
        module = layer().double()
        compiled = torch.compile(module, backend="eager", fullgraph=True)
        values = torch.compile(module.values, backend="eager", fullgraph=True)
        for count, arguments, options, *_ in CALLS:
            x = QUERY[:, :, :count]
            close(compiled(x, *arguments, **options), module(x, *arguments, **options))
            weights = WEIGHTS[:, :, :count, : module(x, *arguments, **options).shape[-1]]
            close(values(weights, *arguments, **options), module.values(weights, *arguments, **options))

    @torch.no_grad()
    def test_exports_with_a_dynamic_length(self):
        module = layer().double()
        shapes = {"query": {0: Dim("batch"), 2: Dim("seq")}}
        program = export(module, (QUERY,), dynamic_shapes=shapes).module()
        longer = torch.randn(4, HEADS, 11, HEAD_DIM, dtype=torch.float64)
        close(program(longer), module(longer))


class TestState:
    def test_vectors_are_trained_and_saved_and_nothing_else(self):
        module, names = layer(), {"key_embeddings", "value_embeddings"}
        assert dict(module.named_parameters()).keys() == module.state_dict().keys() == names
        assert not list(module.buffers())
        (module(QUERY.float()).sum() + module.values(WEIGHTS[..., :5].float()).sum()).backward()
        assert all((vectors.grad != 0).all() for vectors in module.parameters())

    def test_vectors_start_within_glorot_s_bound(self):
        bound = np.sqrt(6 / (2 * MOST + 1 + HEAD_DIM))
        for vectors in layer().parameters():
            assert 0.8 * bound < vectors.abs().max() <= bound

    def test_copies_loads_and_leaves_meta(self):
        module = layer()
        close(copy.deepcopy(module)(QUERY), module(QUERY))
        with torch.device("meta"):
            empty = Shaw(HEAD_DIM, max_distance=MOST)
        empty.to_empty(device="cpu").load_state_dict(module.state_dict())
        close(empty(QUERY), module(QUERY))
        torch.manual_seed(0)
        empty.reset_parameters()
        close(empty(QUERY), module(QUERY))


def test_prints_its_arguments():
    assert str(layer()) == "Shaw(8, max_distance=2)"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"head_dim": 0}, "`head_dim` must be from 1 to 1048576, got 0"),
        ({"max_distance": -1}, "`max_distance` must be from 0 to 1048576, got -1"),
        (
            {"head_dim": 2**20, "max_distance": 2**20},
            "`max_distance` must hold at most 32768 positions at head_dim = 1048576, got 2097153",
        ),
    ],
)
def test_refused_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        Shaw(**{"head_dim": HEAD_DIM, "max_distance": MOST} | options)


@pytest.mark.parametrize(
    ("name", "arguments", "kind", "message"),
    [
        ("forward", (QUERY.long(),), TypeError, "`query` must be a floating-point tensor, got torch.int64"),
        ("forward", (QUERY[0],), ValueError, r"`query` must have the shape \(batch, num_heads, query, head_dim\)"),
        ("forward", (QUERY[..., :4],), ValueError, r"`query\.shape\[-1\]` must be head_dim = 8, got 4"),
        ("forward", (QUERY, IDS[:, :2]), ValueError, r"`query_positions\.shape\[-1\]` must be .* = 5, got 2"),
        ("forward", (QUERY, IDS[[0, 1, 1]]), ValueError, "`positions` must be those of 1 or batch = 2 .*, got 3"),
        ("values", (WEIGHTS.long(),), TypeError, "`weights` must be a floating-point tensor, got torch.int64"),
        ("values", (WEIGHTS[0],), ValueError, r"`weights` must have the shape \(batch, num_heads, query, key\)"),
        ("values", (WEIGHTS,), ValueError, r"`weights\.shape\[-1\]` must be the number of key positions = 5, got 9"),
    ],
)
def test_refused_calls(name, arguments, kind, message):
    with pytest.raises(kind, match=message):
        getattr(layer(), name)(*arguments)
