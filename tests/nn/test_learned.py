"""A table that is trained."""

import copy

import numpy as np
import pytest
import torch
from torch.export import Dim, export

from pe_reference.nn import Learned

D_MODEL, ROWS = 16, 64
X = torch.randn(3, 7, D_MODEL, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
IDS = torch.tensor([[0, 1, 2, 3, 4, 5, 6], [9, 9, 0, 1, 2, 3, 4], [63, 5, 4, 3, 2, 1, 0]])


def layer(**options):
    torch.manual_seed(0)
    return Learned(D_MODEL, **{"max_seq_len": ROWS} | options)


class TestForward:
    def test_adds_the_rows_of_the_positions(self):
        module = layer().double()
        for offset in (0, 57, torch.tensor(57)):
            start = int(offset)
            torch.testing.assert_close(module(X, offset=offset), X + module.table[start : start + 7], rtol=0, atol=0)
        for ids in (IDS, IDS.int(), IDS[1]):
            torch.testing.assert_close(module(X, ids), X + module.table[ids], rtol=0, atol=0)

    def test_sequence_first(self):
        module, other = layer().double(), layer(batch_first=False).double()
        torch.testing.assert_close(other(X.transpose(0, 1), IDS).transpose(0, 1), module(X, IDS), rtol=0, atol=0)
        torch.testing.assert_close(other(X.transpose(0, 1)).transpose(0, 1), module(X), rtol=0, atol=0)

    @pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
    def test_output_has_the_dtype_of_x(self, dtype):
        got = layer()(X.to(dtype))
        assert got.dtype == dtype
        torch.testing.assert_close(got.double(), X + layer().table[:7].double(), rtol=0, atol=0.02)

    def test_dropout_in_training_only(self):
        module = layer(dropout=0.5)
        assert 0.3 < (module(X) == 0).double().mean() < 0.7
        torch.testing.assert_close(module.eval()(X), layer()(X), rtol=0, atol=0)


class TestTable:
    def test_starts_as_normal_draws(self):
        torch.manual_seed(0)
        for std in (0.01, 2.0):
            table = Learned(128, max_seq_len=512, std=std).table.detach()
            assert table.std().item() == pytest.approx(std, rel=0.02)
            assert abs(table.mean().item()) < 0.02 * std

    def test_is_trained_and_saved(self):
        module = layer()
        assert dict(module.named_parameters()).keys() == module.state_dict().keys() == {"table"}
        module(X.float(), IDS).sum().backward()
        used = torch.bincount(IDS.flatten(), minlength=ROWS).float()
        torch.testing.assert_close(module.table.grad, used[:, None].expand(ROWS, D_MODEL))

    def test_copies_and_loads(self):
        module = layer()
        torch.testing.assert_close(copy.deepcopy(module)(X), module(X))
        with torch.device("meta"):
            empty = Learned(D_MODEL, max_seq_len=ROWS)
        empty.to_empty(device="cpu").load_state_dict(module.state_dict())
        torch.testing.assert_close(empty(X), module(X))
        torch.manual_seed(0)
        empty.reset_parameters()
        torch.testing.assert_close(empty(X), module(X))

    def test_is_made_from_another(self):
        rows = np.random.default_rng(0).normal(size=(9, D_MODEL))
        module = Learned.from_table(rows, dropout=0.1)
        np.testing.assert_array_equal(module.table.detach().numpy(), rows.astype(np.float32))
        assert module.max_seq_len == 9 and module.dropout.p == 0.1
        twin = Learned.from_table(module.bfloat16().table)
        torch.testing.assert_close(twin.table, module.table.float(), rtol=0, atol=0)
        assert twin.table.requires_grad


class TestCompiled:
    def test_compiles_without_a_break(self):
        module = layer()
        compiled = torch.compile(module, backend="eager", fullgraph=True)
        for call in [(X,), (X[:, :5],), (X, IDS), (X[:2, :3], IDS[:2, :3])]:
            torch.testing.assert_close(compiled(*call), module(*call), rtol=0, atol=0)
        for offset in (3, 57, torch.tensor(4), torch.tensor([1, 2, 3])):
            torch.testing.assert_close(compiled(X, offset=offset), module(X, offset=offset), rtol=0, atol=0)

    def test_exports_with_a_dynamic_length(self):
        shapes = {"x": {0: Dim("batch"), 1: Dim("seq", max=ROWS)}}
        program = export(layer(), (X,), dynamic_shapes=shapes).module()
        longer = torch.zeros(2, ROWS, D_MODEL, dtype=torch.float64)
        torch.testing.assert_close(program(longer), layer()(longer), rtol=0, atol=0)


def test_prints_its_arguments():
    assert str(layer()).startswith("Learned(\n  d_model=16, max_seq_len=64, std=0.01, batch_first=True")


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"d_model": 0}, ValueError, "`d_model` must be from 1 to 1048576, got 0"),
        ({"max_seq_len": 0}, ValueError, "`max_seq_len` must be from 1 to 1048576, got 0"),
        (
            {"max_seq_len": 2**20, "d_model": 2**20},
            ValueError,
            "`max_seq_len` must hold at most 32768 positions at d_model = 1048576, got 1048576",
        ),
        ({"std": 0}, ValueError, r"`std` must be positive, got 0\.0"),
        ({"dropout": 1.5}, ValueError, r"`dropout` must be from 0 to 1, got 1\.5"),
        ({"batch_first": "yes"}, TypeError, "`batch_first` must be True or False, got 'yes'"),
    ],
)
def test_refused_arguments(options, kind, message):
    with pytest.raises(kind, match=message):
        Learned(**{"d_model": D_MODEL, "max_seq_len": ROWS} | options)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        ({"x": X[0]}, ValueError, r"`x` must have the shape \(batch, seq, d_model\), got \(7, 16\)"),
        ({"x": X[..., :8]}, ValueError, r"`x\.shape\[-1\]` must be d_model = 16, got 8"),
        ({"x": X.long()}, TypeError, r"`x` must be a floating-point tensor, got torch\.int64"),
        ({"x": torch.zeros(1, 65, 16)}, ValueError, r"`max_seq_len` must be at least offset \+ seq = 65, got 64"),
        ({"position_ids": IDS + 1}, ValueError, "`position_ids` must be from 0 to max_seq_len - 1 = 63, got 64"),
    ],
)
def test_refused_calls(call, kind, message):
    with pytest.raises(kind, match=message):
        layer()(**{"x": X} | call)


@pytest.mark.parametrize("table", [[1.0, 2.0], [[float("nan"), 0.0]], torch.zeros(2, 2, 2)])
def test_refused_tables(table):
    with pytest.raises(ValueError, match="`table` must "):
        Learned.from_table(table)
