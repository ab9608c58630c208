"""Every encoding once: its torch module, what NumPy says that it does, and why a check has no case."""

from dataclasses import dataclass

import numpy as np
import pytest
import torch

from pe_reference import frequencies, nn
from pe_reference.biases import alibi, shaw, t5
from pe_reference.embeddings import sinusoidal
from pe_reference.rotations import rotary
from pe_reference.spectra import llama3, longrope, ntk, position_interpolation, yarn

D_MODEL, NUM_HEADS, NUM_KV_HEADS, HEAD_DIM, MAX_SEQ_LEN = 32, 4, 2, 8, 64
LONG = {"short_factors": [1.0, 1.1, 1.3, 1.6], "long_factors": [1.0, 1.5, 3.0, 4.0]}
LENGTHS = {"seq_len": 4096, "original_max_seq_len": 1024}
TURNS = {  # what Rotary is made with
    "rotary-interleaved": {"spectrum": rotary.spectrum(HEAD_DIM)},
    "rotary-half": {"spectrum": rotary.spectrum(HEAD_DIM), "pairing": "half"},
    "rotary-partial": {"spectrum": rotary.spectrum(HEAD_DIM, rotary_dim=4), "pairing": "half"},
    "position_interpolation": {"spectrum": position_interpolation.spectrum(HEAD_DIM, factor=4)},
    "ntk": {"spectrum": ntk.spectrum(HEAD_DIM, factor=4), "pairing": "half"},
    "yarn": {
        "spectrum": yarn.spectrum(HEAD_DIM, factor=4, original_max_seq_len=1024),
        "attention_factor": yarn.attention_factor(4),
        "pairing": "half",
    },
    "llama3": {"spectrum": llama3.spectrum(HEAD_DIM)},
    "longrope": {
        "spectrum": longrope.spectrum(HEAD_DIM, **LONG, **LENGTHS),
        "attention_factor": longrope.attention_factor(4, 1024),
        "pairing": "half",
    },
}
MODULES = {
    "sinusoidal": lambda: nn.Sinusoidal(D_MODEL, max_seq_len=MAX_SEQ_LEN),
    "learned": lambda: nn.Learned(D_MODEL, max_seq_len=MAX_SEQ_LEN, std=1.0),
    **{name: lambda made=made: nn.Rotary(HEAD_DIM, max_seq_len=MAX_SEQ_LEN, **made) for name, made in TURNS.items()},
    "shaw": lambda: nn.Shaw(HEAD_DIM, max_distance=3),
    "t5-causal": lambda: nn.T5Bias(NUM_HEADS, num_buckets=8, max_distance=20, bidirectional=False),
    "t5-bidirectional": lambda: nn.T5Bias(NUM_HEADS, num_buckets=8, max_distance=20),
    "alibi-causal": lambda: nn.ALiBi(NUM_HEADS, causal=True),
    "alibi-symmetric": lambda: nn.ALiBi(NUM_HEADS, causal=False),
}
NUMPY_ALONE = {  # encodings that enter no model of ours
    "xpos": "no module: NumPy alone",
    "kerple": "no module: NumPy alone",
    "fire": "no module: NumPy alone",
    "grid2d": "no module: NumPy alone",
}
NO_CASE = {"grid2d": "no module: patches of an image are neither decoded nor padded"}


def cells(check, *, but=None, of=MODULES):
    """Parametrise a test by every encoding: the modules in `of`, and a reason for each of `but` that has none."""
    excused = NUMPY_ALONE if but is None else but
    named = [pytest.param(name, id=f"{name}-{check}") for name in of]
    reasons = [(name, pytest.mark.skip(reason=reason)) for name, reason in excused.items()]
    return pytest.mark.parametrize(
        "name", [*named, *(pytest.param(name, id=f"{name}-{check}", marks=mark) for name, mark in reasons)]
    )


def module(name):
    """Return the module, with the same draws every time."""
    torch.manual_seed(0)
    return MODULES[name]()


@dataclass
class Inputs:
    """What modules are called with: embeddings, queries, keys, attention weights and positions."""

    x: torch.Tensor
    query: torch.Tensor
    key: torch.Tensor
    weights: torch.Tensor
    ids: torch.Tensor


def inputs(dtype=torch.float64, batch=3, seq=7):
    """Return random numbers of a dtype, and positions of each sample that begin at different ones."""
    generator = torch.Generator().manual_seed(seq)
    shapes = [(seq, D_MODEL), (NUM_HEADS, seq, HEAD_DIM), (NUM_KV_HEADS, seq, HEAD_DIM), (NUM_HEADS, seq, seq)]
    x, query, key, weights = (torch.randn(batch, *shape, generator=generator).to(dtype) for shape in shapes)
    ids = torch.arange(seq) + torch.arange(0, 20 * batch, 20)[:, None]
    return Inputs(x, query, key, weights.double().softmax(-1).to(dtype), ids)


def applied(module, given, call=None):
    """Return all that a module gives for inputs; `call` is the module compiled or exported."""
    call = module if call is None else call
    if isinstance(module, nn.Rotary):
        return call(given.query, given.key, given.ids)
    if isinstance(module, nn.Shaw):
        return call(given.query, given.ids), module.values(given.weights, given.ids)
    if isinstance(module, nn.ALiBi | nn.T5Bias):
        return (call(given.ids, given.ids),)
    return (call(given.x, given.ids),)


def expected(name, module, given):
    """Return the same by NumPy in float64, with what is learned taken from the module."""
    ids = given.ids.numpy()
    x, query, key, weights = (numbers(each) for each in (given.x, given.query, given.key, given.weights))
    if name in TURNS:
        made = {"pairing": "interleaved", "attention_factor": 1.0} | TURNS[name]
        factors = [made["attention_factor"] * each[:, None] for each in frequencies.cos_sin(ids, made["spectrum"])]
        return [rotary.turn(each, *factors, pairing=made["pairing"]) for each in (query, key)]
    if name == "shaw":
        index = shaw.index(ids, ids, max_distance=module.max_distance)[:, None]
        key_part = shaw.bias(query, numbers(module.key_embeddings), index)
        return [key_part, shaw.values(weights, numbers(module.value_embeddings), index)]
    if isinstance(module, nn.T5Bias):
        options = {"max_distance": module.max_distance, "bidirectional": module.bidirectional}
        return [t5.bias(ids, ids, numbers(module.weights), **options)]
    if isinstance(module, nn.ALiBi):
        return [alibi.bias(ids, ids, alibi.slopes(NUM_HEADS), causal=module.causal)]
    table = sinusoidal.table(range(MAX_SEQ_LEN), D_MODEL) if name == "sinusoidal" else numbers(module.table)
    return [x + table[ids]]


def numbers(tensor):
    """Return a tensor's values in float64."""
    return tensor.detach().double().numpy()


def assert_near(got, exact, relative):
    """Compare what a module gives with float64 numbers, as a share of the largest finite one."""
    for one, other in zip(got, exact, strict=True):
        largest = np.abs(other[np.isfinite(other)]).max()
        np.testing.assert_allclose(numbers(one), other, rtol=0, atol=relative * largest)
