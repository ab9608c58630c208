"""The module against its NumPy namesake, under everything that is done to modules."""

import copy
import io
import pickle

import numpy as np
import pytest
import torch
from torch.export import Dim, export

from pe_reference import frequencies
from pe_reference.nn import Rotary, _rounding
from pe_reference.rotations import rotary

HEAD_DIM, ROWS, PAIRINGS = 16, 64, ["interleaved", "half"]
GENERATOR = torch.Generator().manual_seed(0)
QUERY = torch.randn(3, 8, 7, HEAD_DIM, generator=GENERATOR, dtype=torch.float64)
KEY = torch.randn(3, 2, 7, HEAD_DIM, generator=GENERATOR, dtype=torch.float64)
IDS = torch.tensor([[0, 1, 2, 3, 4, 5, 6], [9, 9, 0, 1, 2, 3, 4], [63, 5, 4, 3, 2, 1, 0]])


def layer(**options):
    return Rotary(HEAD_DIM, **{"max_seq_len": ROWS} | options)


def turned(x, positions, *, pairing="interleaved", spectrum=None, factor=1.0):
    positions = np.asarray(positions)
    cos, sin = frequencies.cos_sin(positions, rotary.spectrum(HEAD_DIM) if spectrum is None else spectrum)
    if positions.ndim == 2:
        cos, sin = cos[:, None], sin[:, None]
    return torch.from_numpy(rotary.turn(x.double().numpy(), factor * cos, factor * sin, pairing=pairing))


def close(got, expected, atol=1e-14):
    torch.testing.assert_close(got, expected, rtol=0, atol=atol)


def same(got, expected):
    for one, other in zip(got, expected, strict=True):
        close(one, other, atol=0)


@pytest.mark.parametrize("pairing", PAIRINGS)
class TestForward:
    def test_turns_query_and_key_by_their_positions(self, pairing):
        for x, got in zip((QUERY, KEY), layer(pairing=pairing).double()(QUERY, KEY), strict=True):
            close(got, turned(x, range(7), pairing=pairing))

    def test_position_ids_are_per_sample_or_shared(self, pairing):
        module = layer(pairing=pairing).double()
        for ids in (IDS, IDS.int(), IDS[1]):
            for x, got in zip((QUERY, KEY), module(QUERY, KEY, ids), strict=True):
                close(got, turned(x, ids.numpy(), pairing=pairing))

    def test_offset_continues_where_a_cache_ends(self, pairing):
        module = layer(pairing=pairing)
        whole = module(QUERY, KEY)
        for kind in (int, torch.tensor):
            steps = [module(QUERY[:, :, i : i + 1], KEY[:, :, i : i + 1], offset=kind(i)) for i in range(7)]
            same([torch.cat(each, dim=2) for each in zip(*steps, strict=True)], whole)
        starts = torch.tensor([0, 57, 3])
        same(module(QUERY, KEY, offset=starts), module(QUERY, KEY, starts[:, None] + torch.arange(7)))

    @pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
    def test_output_has_the_dtype_of_each(self, pairing, dtype):
        query, key = layer(pairing=pairing)(QUERY.to(dtype), KEY)
        assert (query.dtype, key.dtype) == (dtype, torch.float64)
        close(query.double(), turned(QUERY.to(dtype), range(7), pairing=pairing), atol=2e-2)
        close(key, turned(KEY, range(7), pairing=pairing), atol=1e-6)

    def test_any_spectrum(self, pairing):
        scaled = rotary.spectrum(HEAD_DIM, base=500_000.0)
        for spectrum in (scaled, scaled.hi, list(scaled.hi)):
            module = layer(pairing=pairing, spectrum=spectrum, attention_factor=1.25).double()
            expected = turned(QUERY, range(7), pairing=pairing, spectrum=spectrum, factor=1.25)
            close(module(QUERY, KEY)[0], expected)
        same(layer(base=500_000.0)(QUERY, KEY), layer(spectrum=scaled)(QUERY, KEY))

    def test_partial_width(self, pairing):
        module = layer(pairing=pairing, rotary_dim=8).double()
        close(module(QUERY, KEY)[0], turned(QUERY, range(7), pairing=pairing, spectrum=rotary.spectrum(8)))
        same(layer(spectrum=rotary.spectrum(8), pairing=pairing).double()(QUERY, KEY), module(QUERY, KEY))
        close(module(QUERY, KEY)[1][..., 8:], KEY[..., 8:], atol=0)

    def test_does_not_depend_on_what_was_called_before(self, pairing):
        module = layer(pairing=pairing)
        first = module(QUERY, KEY)
        module(QUERY[:, :, :2].bfloat16(), KEY[:, :, :2].half(), offset=50)
        module(*torch.zeros(2, 1, 1, ROWS, HEAD_DIM))
        same(module(QUERY, KEY), first)

    def test_products_depend_on_the_distance_alone(self, pairing):
        module = Rotary(HEAD_DIM, max_seq_len=2**17, pairing=pairing).double()
        near, far = (module(QUERY[:, :2], KEY, offset=offset) for offset in (0, 2**17 - 7))
        close(near[0] @ near[1].mT, far[0] @ far[1].mT, atol=1e-13)

    def test_gradient_turns_back(self, pairing):
        x = QUERY.clone().requires_grad_()
        module = layer(pairing=pairing).double()
        module(x, KEY)[0].backward(module(QUERY, KEY)[0])
        close(x.grad, QUERY)

    def test_nothing_to_turn(self, pairing):
        module = layer(pairing=pairing)
        assert module(QUERY[:0], KEY[:0])[0].shape == (0, 8, 7, HEAD_DIM)
        assert module(QUERY[:, :, :0], KEY[:, :, :0])[1].shape == (3, 2, 0, HEAD_DIM)


def table(pairing="interleaved", factor=1.0):
    both = np.stack(frequencies.cos_sin(range(ROWS), rotary.spectrum(HEAD_DIM)), axis=-1)
    both = both if pairing == "interleaved" else both.swapaxes(-1, -2)
    return factor * both.reshape(ROWS, HEAD_DIM)


class TestTable:
    @pytest.mark.parametrize("pairing", PAIRINGS)
    def test_is_rounded_once(self, pairing):
        module = layer(pairing=pairing, attention_factor=1.1)
        np.testing.assert_array_equal(module.table.numpy(), table(pairing, 1.1).astype(np.float32))
        np.testing.assert_array_equal(module.double().table.numpy(), table(pairing, 1.1))

    @pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32])
    def test_stays_wide(self, dtype):
        module = torch.nn.Sequential(layer()).to(dtype)
        assert module[0].table.dtype == torch.float32
        same(module[0](QUERY, KEY), layer()(QUERY, KEY))
        close(module.double().to(dtype)[0].table, _rounding.rounded(table(), torch.float32), atol=0)

    def test_is_real_and_neither_trained_nor_saved(self):
        module = layer()
        assert not list(module.parameters()) and not module.state_dict()
        assert dict(module.named_buffers()).keys() == {"table"} and not module.table.is_complex()
        module.load_state_dict({})

    @pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
    def test_follows_the_default_dtype_but_is_never_narrow(self, dtype):
        torch.set_default_dtype(dtype)
        try:
            assert layer().table.dtype == (torch.float64 if dtype == torch.float64 else torch.float32)
        finally:
            torch.set_default_dtype(torch.float32)

    def test_is_filled_in_when_it_leaves_meta(self):
        with torch.device("meta"):
            module = layer()
        assert module.half().table.is_meta and module.table.dtype == torch.float32
        np.testing.assert_array_equal(module.to_empty(device="cpu").table.numpy(), table().astype(np.float32))
        assert layer().to("meta").table.is_meta

    def test_reset_table_computes_it_anew(self):
        module = layer().to(torch.bfloat16)
        module.table.zero_()
        module.reset_table()
        same(module(QUERY, KEY), layer()(QUERY, KEY))

    def test_is_left_alone_where_nothing_changes(self):
        module = layer()
        before = module.table
        assert module.to("cpu").float().bfloat16().half().table is before

    def test_keeps_a_spectrum_of_its_own(self):
        inv_freq = rotary.inv_freq(HEAD_DIM).copy()
        module = layer(spectrum=inv_freq)
        inv_freq[:] = 0
        module.reset_table()
        close(module.table, layer(spectrum=rotary.inv_freq(HEAD_DIM)).table, atol=0)

    def test_copies_and_pickles(self):
        module = layer(pairing="half", attention_factor=1.5).to(torch.bfloat16)
        saved = io.BytesIO()
        torch.save(module, saved)
        saved.seek(0)
        for twin in (copy.deepcopy(module), pickle.loads(pickle.dumps(module)), torch.load(saved, weights_only=False)):
            same(twin(QUERY, KEY), module(QUERY, KEY))
            np.testing.assert_array_equal(twin.double().table.numpy(), table("half", 1.5))


@pytest.mark.parametrize("pairing", PAIRINGS)
class TestCompiled:
    @pytest.fixture(autouse=True)
    def no_graphs_yet(self):
        torch._dynamo.reset()

    def test_compiles_without_a_break(self, pairing):
        module = layer(pairing=pairing, rotary_dim=8)
        compiled = torch.compile(module, backend="eager", fullgraph=True)
        for args, options in [
            ((QUERY, KEY), {}),
            ((QUERY, KEY, IDS), {}),
            ((QUERY.bfloat16(), KEY.half(), IDS[1]), {}),
            ((QUERY, KEY), {"offset": 57}),
            ((QUERY, KEY), {"offset": torch.tensor(9)}),
            ((QUERY, KEY), {"offset": torch.tensor([9, 0, 57])}),
        ]:
            for got, expected in zip(compiled(*args, **options), module(*args, **options), strict=True):
                close(got, expected, atol=1e-6 if expected.dtype.itemsize > 2 else 2e-2)

    def test_two_graphs_for_five_lengths(self, pairing):
        module = layer(pairing=pairing)
        graphs = []
        compiled = torch.compile(module, backend=lambda graph, _: graphs.append(graph) or graph, fullgraph=True)
        for seq in (2, 7, 3, 5, 4):
            compiled(QUERY[:, :, :seq].contiguous(), KEY[:, :, :seq].contiguous())
        assert len(graphs) <= 2

    def test_compiled_code_does_not_read_past_the_table(self, pairing):
        compiled = torch.compile(layer(pairing=pairing), backend="eager", fullgraph=True)
        with pytest.raises(Exception, match="max_seq_len"):
            compiled(QUERY, KEY, offset=60)
        with pytest.raises(IndexError):
            compiled(QUERY, KEY, IDS + 1)

    def test_exports_with_a_dynamic_length(self, pairing):
        module = layer(pairing=pairing)
        sizes = {0: Dim("batch"), 2: Dim("seq", min=2, max=ROWS)}
        program = export(module, (QUERY, KEY), dynamic_shapes={"query": sizes, "key": sizes}).module()
        longer = torch.randn(2, 2, 8, ROWS, HEAD_DIM, dtype=torch.float64)
        longer = (longer[0], longer[1, :, :2])
        for got, expected in zip(program(*longer), module(*longer), strict=True):
            close(got, expected, atol=1e-14)

    def test_exports_with_position_ids(self, pairing):
        module, free = layer(pairing=pairing), Dim.DYNAMIC
        shapes = {"query": {0: free, 2: free}, "key": {0: free, 2: free}, "position_ids": {0: free, 1: free}}
        program = export(module, (QUERY, KEY, IDS), dynamic_shapes=shapes).module()
        some = (QUERY[:2, :, :3], KEY[:2, :, :3], IDS[1:, :3])
        for got, expected in zip(program(*some), module(*some), strict=True):
            close(got, expected, atol=1e-14)


def test_prints_its_arguments():
    assert str(layer()) == (
        "Rotary(head_dim=16, max_seq_len=64, base=10000.0, rotary_dim=16, pairing='interleaved', attention_factor=1.0)"
    )
    assert "spectrum=..., rotary_dim=8" in str(layer(spectrum=rotary.spectrum(8)))
