"""The module against its NumPy namesake, under everything that is done to modules."""

import copy
import io
import pickle

import numpy as np
import pytest
import torch
from torch.export import Dim, export

from pe_reference.embeddings import sinusoidal
from pe_reference.nn import Sinusoidal, _rounding

D_MODEL, ROWS = 16, 64
TABLE = sinusoidal.table(range(ROWS), D_MODEL)
X = torch.randn(3, 7, D_MODEL, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
IDS = torch.tensor([[0, 1, 2, 3, 4, 5, 6], [9, 9, 0, 1, 2, 3, 4], [63, 5, 4, 3, 2, 1, 0]])


def layer(**options):
    return Sinusoidal(D_MODEL, **{"max_seq_len": ROWS} | options)


def added(module, x=X, *args, **options):
    return (module(x, *args, **options) - x).detach().numpy()


class TestForward:
    def test_adds_the_rows_of_the_table(self):
        np.testing.assert_allclose(added(layer().double()), np.broadcast_to(TABLE[:7], X.shape), atol=1e-15)

    def test_sequence_first(self):
        got = layer(batch_first=False).double()(X.transpose(0, 1)).transpose(0, 1)
        torch.testing.assert_close(got, layer().double()(X), rtol=0, atol=0)

    @pytest.mark.parametrize("batch_first", [True, False])
    def test_position_ids_are_per_sample_or_shared(self, batch_first):
        module = layer(batch_first=batch_first).double()
        x = X if batch_first else X.transpose(0, 1)
        for ids in (IDS, IDS.int(), IDS[1]):
            got = module(x, ids) if batch_first else module(x, ids).transpose(0, 1)
            expected = X.numpy() + TABLE[ids.numpy()]
            np.testing.assert_array_equal(got.numpy(), expected)

    def test_offset_continues_where_a_cache_ends(self):
        module, whole = layer(), layer()(X)
        steps = [module(X[:, i : i + 1], offset=i) for i in range(7)]
        torch.testing.assert_close(torch.cat(steps, dim=1), whole, rtol=0, atol=0)
        assert np.array_equal(
            added(layer().double(), torch.zeros(1, 7, D_MODEL), offset=57)[0], TABLE[57:].astype("f4")
        )

    @pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
    @pytest.mark.parametrize("table", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
    def test_output_has_the_dtype_of_x(self, table, dtype):
        got = layer().to(table)(X.to(dtype))
        assert got.dtype == dtype
        np.testing.assert_allclose(got.double(), X.numpy() + TABLE[:7], atol=0.04)

    def test_does_not_depend_on_what_was_called_before(self):
        module = layer()
        first = module(X)
        module(X[:, :2], IDS[:, :2])
        module(torch.zeros(1, ROWS, D_MODEL))
        torch.testing.assert_close(module(X), first, rtol=0, atol=0)

    def test_conventions_are_passed_through(self):
        options = {"base": 500.0, "grid": "tensor2tensor", "layout": "concatenated"}
        expected = sinusoidal.table(range(ROWS), D_MODEL, **options)
        np.testing.assert_array_equal(layer(**options).double().table.numpy(), expected)

    def test_odd_width(self):
        x = torch.zeros(2, 3, 5, dtype=torch.float64)
        np.testing.assert_array_equal(Sinusoidal(5, max_seq_len=4).double()(x)[1], sinusoidal.table(range(3), 5))

    def test_dropout_in_training_only(self):
        module = layer(dropout=0.5)
        torch.manual_seed(0)
        zeros = (module(X) == 0).double().mean()
        assert 0.3 < zeros < 0.7
        torch.testing.assert_close(module.eval()(X), layer()(X), rtol=0, atol=0)

    def test_gradient_goes_through_to_x(self):
        x = X.clone().requires_grad_()
        layer()(x).sum().backward()
        assert (x.grad == 1).all()

    def test_empty_batch(self):
        assert layer()(X[:0]).shape == (0, 7, D_MODEL)
        assert layer()(X[:, :0], IDS[:, :0]).shape == (3, 0, D_MODEL)


class TestBuffer:
    def test_float32_is_rounded_once(self):
        np.testing.assert_array_equal(layer().table.numpy(), TABLE.astype(np.float32))
        np.testing.assert_array_equal(layer().table.numpy(), sinusoidal.table(range(ROWS), D_MODEL, dtype=np.float32))

    @pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64, torch.float32])
    def test_is_rounded_from_float64_whatever_it_was_before(self, dtype):
        module = torch.nn.Sequential(layer()).to(torch.bfloat16).half().to(dtype)
        torch.testing.assert_close(module[0].table, _rounding.rounded(TABLE, dtype), rtol=0, atol=0)

    def test_bfloat16_is_not_torch_s_two_roundings(self):
        rows = torch.from_numpy(sinusoidal.table(range(5000), 128))
        module = Sinusoidal(128).to(torch.bfloat16)
        ours, theirs = ((table.double() - rows).abs().sum() for table in (module.table, rows.to(torch.bfloat16)))
        assert ours <= theirs

    def test_is_neither_trained_nor_saved(self):
        module = layer()
        assert not list(module.parameters())
        assert not module.state_dict()
        assert dict(module.named_buffers()).keys() == {"table"}
        module.load_state_dict({})

    def test_follows_the_default_dtype(self):
        torch.set_default_dtype(torch.float64)
        try:
            assert layer().table.dtype == torch.float64
        finally:
            torch.set_default_dtype(torch.float32)

    def test_is_filled_in_when_it_leaves_meta(self):
        with torch.device("meta"):
            module = layer()
        assert module.table.is_meta
        assert module.half().table.is_meta
        np.testing.assert_array_equal(module.to_empty(device="cpu").table.numpy(), TABLE.astype(np.float16))

    def test_reset_table_computes_it_anew(self):
        module = layer().to(torch.bfloat16)
        module.table.zero_()
        module.reset_table()
        torch.testing.assert_close(module.table, _rounding.rounded(TABLE, torch.bfloat16), rtol=0, atol=0)

    def test_is_left_alone_where_the_dtype_stays(self):
        module = layer()
        before = module.table
        assert module.to("cpu").float().table is before

    def test_copies_and_pickles(self):
        module = layer(dropout=0.1).to(torch.bfloat16).eval()
        saved = io.BytesIO()
        torch.save(module, saved)
        saved.seek(0)
        for twin in (copy.deepcopy(module), pickle.loads(pickle.dumps(module)), torch.load(saved, weights_only=False)):
            torch.testing.assert_close(twin(X), module(X), rtol=0, atol=0)
            torch.testing.assert_close(twin.double().table.numpy(), TABLE, rtol=0, atol=0)


class TestCompiled:
    def test_compiles_without_a_break(self):
        module = layer()
        compiled = torch.compile(module, backend="eager", fullgraph=True)
        calls = [(X,), (X[:, :5],), (X, IDS), (X[:2, :3], IDS[:2, :3])]
        for call in calls:
            torch.testing.assert_close(compiled(*call), module(*call), rtol=0, atol=0)
        for offset in (0, 3, 57):
            torch.testing.assert_close(compiled(X, offset=offset), module(X, offset=offset), rtol=0, atol=0)

    def test_compiled_code_does_not_read_past_the_table(self):
        compiled = torch.compile(layer(), backend="eager", fullgraph=True)
        with pytest.raises(Exception, match="max_seq_len"):
            compiled(X, offset=60)
        with pytest.raises(IndexError):
            compiled(X, IDS + 1)

    def test_exports_with_a_dynamic_length(self):
        shapes = {"x": {0: Dim("batch"), 1: Dim("seq", max=ROWS)}}
        program = export(layer(), (X,), dynamic_shapes=shapes).module()
        longer = torch.zeros(2, ROWS, D_MODEL, dtype=torch.float64)
        torch.testing.assert_close(program(longer), layer()(longer), rtol=0, atol=0)

    def test_exports_with_position_ids(self):
        free = {0: Dim.DYNAMIC, 1: Dim.DYNAMIC}
        program = export(layer(), (X, IDS), dynamic_shapes={"x": free, "position_ids": free}).module()
        torch.testing.assert_close(program(X[:2, :3], IDS[:2, :3]), layer()(X[:2, :3], IDS[:2, :3]), rtol=0, atol=0)


def test_prints_its_arguments():
    assert "d_model=16, max_seq_len=64, base=10000.0, grid='paper', layout='interleaved', batch_first=True" in str(
        layer()
    )


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"d_model": 0}, ValueError, "`d_model` must be from 1 to 1048576, got 0"),
        ({"d_model": 8.0}, TypeError, r"`d_model` must be an integer, got 8\.0"),
        ({"max_seq_len": 0}, ValueError, "`max_seq_len` must be from 1 to 1048576, got 0"),
        (
            {"max_seq_len": 2**20, "d_model": 2**20},
            ValueError,
            "`max_seq_len` must hold at most 32768 positions at d_model = 1048576, got 1048576",
        ),
        ({"max_seq_len": True}, TypeError, "`max_seq_len` must be an integer, got True"),
        ({"base": -1.0}, ValueError, r"`base` must be positive, got -1\.0"),
        ({"grid": "fairseq"}, ValueError, "`grid` must be one of paper, tensor2tensor, got 'fairseq'"),
        ({"layout": "half"}, ValueError, "`layout` must be one of .*, got 'half'"),
        ({"dropout": 1.5}, ValueError, r"`dropout` must be from 0 to 1, got 1\.5"),
        ({"dropout": float("nan")}, ValueError, "`dropout` must be finite, got nan"),
        ({"batch_first": "yes"}, TypeError, "`batch_first` must be True or False, got 'yes'"),
    ],
)
def test_refused_arguments(options, kind, message):
    with pytest.raises(kind, match=message):
        Sinusoidal(**{"d_model": D_MODEL, "max_seq_len": ROWS} | options)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        ({"x": X[0]}, ValueError, r"`x` must have the shape \(batch, seq, d_model\), got \(7, 16\)"),
        ({"x": X[..., :8]}, ValueError, r"`x\.shape\[-1\]` must be d_model = 16, got 8"),
        ({"x": X.long()}, TypeError, r"`x` must be a floating-point tensor, got torch\.int64"),
        ({"x": X.numpy()}, TypeError, "`x` must be a tensor, got array"),
        ({"x": torch.zeros(1, 65, 16)}, ValueError, r"`max_seq_len` must be at least offset \+ seq = 65, got 64"),
        ({"offset": 60}, ValueError, r"`max_seq_len` must be at least offset \+ seq = 67, got 64"),
        ({"offset": -1}, ValueError, "`offset` must be from 0 to .*, got -1"),
        ({"offset": True}, TypeError, "`offset` must be an integer, got True"),
        ({"offset": 3, "position_ids": IDS}, ValueError, "`offset` must be 0 where `position_ids` are given, got 3"),
        (
            {"offset": None, "position_ids": IDS},
            ValueError,
            "`offset` must be 0 where `position_ids` are given, got None",
        ),
        (
            {"position_ids": IDS.T},
            ValueError,
            r"`position_ids` must have the shape \(seq,\) = \(7,\) or .*, got \(7, 3\)",
        ),
        ({"position_ids": IDS.double()}, TypeError, r"`position_ids` must be an int64 .*, got torch\.float64"),
        ({"position_ids": IDS + 1}, ValueError, "`position_ids` must be from 0 to max_seq_len - 1 = 63, got 64"),
        ({"position_ids": IDS - 1}, ValueError, "`position_ids` must be from 0 to max_seq_len - 1 = 63, got -1"),
        ({"position_ids": [0, 1]}, TypeError, "`position_ids` must be a tensor, got "),
    ],
)
def test_refused_calls(call, kind, message):
    with pytest.raises(kind, match=message):
        layer()(**{"x": X} | call)


def test_sequence_first_names_its_own_axes():
    with pytest.raises(ValueError, match=r"`x` must have the shape \(seq, batch, d_model\), got \(7, 16\)"):
        layer(batch_first=False)(X[0])
