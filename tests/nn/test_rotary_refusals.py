"""What the module refuses."""

import numpy as np
import pytest
import torch

from pe_reference.frequencies import Spectrum
from pe_reference.nn import Rotary

HEAD_DIM, ROWS = 16, 64
QUERY, KEY = torch.zeros(3, 8, 7, HEAD_DIM), torch.zeros(3, 2, 7, HEAD_DIM)
IDS = torch.tensor([[0, 1, 2, 3, 4, 5, 6], [9, 9, 0, 1, 2, 3, 4], [63, 5, 4, 3, 2, 1, 0]])


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"head_dim": 7}, ValueError, "`head_dim` must be even, got 7"),
        ({"head_dim": 8.0}, TypeError, r"`head_dim` must be an integer, got 8\.0"),
        ({"rotary_dim": 3}, ValueError, "`rotary_dim` must be even, got 3"),
        ({"rotary_dim": 0}, ValueError, "`rotary_dim` must be from 2 to 1048576, got 0"),
        ({"rotary_dim": 18}, ValueError, "`rotary_dim` must be at most head_dim = 16, got 18"),
        ({"spectrum": [1.0] * 9}, ValueError, "`rotary_dim` must be at most head_dim = 16, got 18"),
        (
            {"spectrum": [1.0, 0.1], "rotary_dim": 8},
            ValueError,
            "`spectrum` must be rotary_dim / 2 = 4 frequencies, got 2 frequencies",
        ),
        (
            {"spectrum": [1.0], "base": 1e4},
            ValueError,
            r"`base` must be left out where `spectrum` is given, got 10000\.0",
        ),
        ({"spectrum": [[1.0]]}, ValueError, "`spectrum` must have 1 axis, got 2"),
        ({"spectrum": Spectrum(np.ones(2), np.ones(2))}, ValueError, r"`spectrum\.lo` must be less than"),
        ({"base": -1.0}, ValueError, r"`base` must be positive, got -1\.0"),
        ({"max_seq_len": 0}, ValueError, "`max_seq_len` must be from 1 to 1048576, got 0"),
        (
            {"head_dim": 2**20, "max_seq_len": 2**20, "rotary_dim": 2**18},
            ValueError,
            "`max_seq_len` must hold at most 131072 positions at rotary_dim = 262144, got 1048576",
        ),
        ({"pairing": "neox"}, ValueError, "`pairing` must be one of interleaved, half, got 'neox'"),
        ({"attention_factor": 0}, ValueError, r"`attention_factor` must be positive, got 0\.0"),
    ],
)
def test_refused_arguments(options, kind, message):
    with pytest.raises(kind, match=message):
        Rotary(**{"head_dim": HEAD_DIM, "max_seq_len": ROWS} | options)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (
            {"query": QUERY[0]},
            ValueError,
            r"`query` must have the shape \(batch, num_heads, seq, head_dim\), got \(8, 7, 16\)",
        ),
        (
            {"key": KEY[0]},
            ValueError,
            r"`key` must have the shape \(batch, num_kv_heads, seq, head_dim\), got \(2, 7, 16\)",
        ),
        ({"query": QUERY.long()}, TypeError, r"`query` must be a floating-point tensor, got torch\.int64"),
        ({"key": KEY.numpy()}, TypeError, "`key` must be a tensor, got array"),
        ({"query": QUERY[..., :8]}, ValueError, r"`query\.shape\[-1\]` must be head_dim = 16, got 8"),
        ({"key": KEY[..., :8]}, ValueError, r"`key\.shape\[-1\]` must be head_dim = 16, got 8"),
        ({"key": KEY[:1]}, ValueError, r"`key\.shape\[0\]` must be query\.shape\[0\] = 3, got 1"),
        ({"key": KEY[:, :, :3]}, ValueError, r"`key\.shape\[2\]` must be query\.shape\[2\] = 7, got 3"),
        ({"offset": 60}, ValueError, r"`max_seq_len` must be at least offset \+ seq = 67, got 64"),
        ({"offset": -1}, ValueError, "`offset` must be from 0 to .*, got -1"),
        ({"offset": torch.tensor([0, 0, 60])}, ValueError, r"at least offset \+ seq = 67, got 64"),
        ({"offset": 3, "position_ids": IDS}, ValueError, "`offset` must be 0 where `position_ids` are given, got 3"),
        ({"position_ids": IDS.T}, ValueError, r"`position_ids` must have the shape .*, got \(7, 3\)"),
        ({"position_ids": IDS + 1}, ValueError, "`position_ids` must be from 0 to max_seq_len - 1 = 63, got 64"),
        ({"position_ids": IDS - 1}, ValueError, "`position_ids` must be from 0 to max_seq_len - 1 = 63, got -1"),
    ],
)
def test_refused_calls(call, kind, message):
    with pytest.raises(kind, match=message):
        Rotary(HEAD_DIM, max_seq_len=ROWS)(**{"query": QUERY, "key": KEY} | call)
