"""Cases about the torch module."""

import copy

import pytest
import torch
from field.cases import field_case, reproduced, same

from pe_reference.embeddings import sinusoidal
from pe_reference.nn import Learned, Rotary, Sinusoidal


@field_case("S11")
def test_every_sample_has_the_same_rows(case):
    wanted = case.expected.out_b0_t1
    layer = Sinusoidal(4, max_seq_len=16).double()
    zeros = torch.zeros(2, 3, 4, dtype=torch.float64)
    ours = layer(zeros).numpy()
    same(ours[0, 1], wanted)
    by_sample = Sinusoidal(4, max_seq_len=16, batch_first=False).double()(zeros).numpy()
    reproduced(by_sample[0, 1], ours[0, 1], case.wrong.out_b0_t1)
    for batch, seq, width in ((2, 3, 4), (5, 7, 16), (7, 5, 16), (1, 9, 6)):
        table = torch.from_numpy(sinusoidal.table(range(seq), width))
        got = Sinusoidal(width, max_seq_len=16).double()(torch.zeros(batch, seq, width, dtype=torch.float64))
        assert got.equal(table.expand(batch, seq, width))
    with pytest.raises(ValueError, match=r"`x` must have the shape \(batch, seq, d_model\), got \(3, 4\)"):
        layer(torch.zeros(3, 4))


@field_case("S17")
def test_the_table_is_a_buffer_that_is_not_saved(case):
    wanted = case.expected
    for layer, name in ((Sinusoidal(4, max_seq_len=8), "table"), (Rotary(4, max_seq_len=8), "table")):
        assert (name in dict(layer.named_buffers())) == wanted.in_named_buffers
        assert (name in layer.state_dict()) == wanted.in_state_dict
        assert sum(p.numel() for p in layer.parameters() if p.requires_grad) == wanted.trainable_parameters
        assert (copy.deepcopy(layer).to("meta").table.device.type == "meta") == wanted.follows_to_device
        again = copy.deepcopy(layer).to("meta").to_empty(device="cpu")
        assert again.table.equal(layer.table)
        assert not layer.table.is_complex()
    for dtype in (torch.float64, torch.float32, torch.bfloat16, torch.float16):
        for moved in (False, True):
            layers = [Sinusoidal(4, max_seq_len=8), Learned(4, max_seq_len=8)]
            for layer in [layer.to(dtype) for layer in layers] if moved else layers:
                assert layer(torch.zeros(2, 3, 4, dtype=dtype)).dtype == dtype
    assert set(Learned(4, max_seq_len=8).state_dict()) == {"table"}  # what is learned is saved


@field_case("S24")
def test_one_switch_for_both_orders(case):
    assert vars(case.expected) == {}
    x = torch.randn(2, 5, 16)
    mask_ids = torch.tensor([[0, 0, 0, 1, 2], [0, 1, 2, 3, 4]])
    learned = {either: Learned(16, max_seq_len=9, batch_first=either) for either in (True, False)}
    learned[False].load_state_dict(learned[True].state_dict())
    plain = {either: Sinusoidal(16, max_seq_len=9, batch_first=either) for either in (True, False)}
    for layers in (plain, learned):
        for arguments in ({}, {"offset": 3}, {"position_ids": mask_ids}, {"position_ids": mask_ids[0]}):
            first = layers[True](x, **arguments)
            second = layers[False](x.transpose(0, 1), **arguments)
            assert second.shape == (5, 2, 16)
            assert second.transpose(0, 1).equal(first)
