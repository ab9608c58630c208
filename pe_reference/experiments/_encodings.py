"""Every encoding of the package by its name, as the parts through which it enters a transformer."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from pe_reference import _checks, article
from pe_reference.embeddings import naive, sinusoidal
from pe_reference.nn.alibi import ALiBi
from pe_reference.nn.learned import Learned
from pe_reference.nn.rotary import Rotary
from pe_reference.nn.shaw import Shaw
from pe_reference.nn.t5 import T5Bias
from pe_reference.rotations import xpos
from pe_reference.spectra import ntk, position_interpolation, yarn

__all__ = ["ADDED", "BIASES", "NAMES", "SPECTRA", "TURNED", "Parts", "build", "turned"]

ADDED = ("sinusoidal", "article", "triangle", "learned", "integer", "linear")
SPECTRA = ("rotary", "position_interpolation", "ntk", "yarn")
TURNED = (*SPECTRA, "xpos")
BIASES = ("t5", "alibi", "kerple", "fire", "shaw")
NAMES = ("none", *ADDED, *TURNED, *BIASES)


@dataclass
class Parts:
    """Where an encoding enters: added to the embeddings, applied to queries and keys, or added to the logits."""

    added: nn.Module | None = None
    turned: nn.Module | None = None
    bias: nn.Module | None = None
    related: Shaw | None = None


def build(name: str, d_model: int, num_heads: int, max_seq_len: int, *, causal: bool, length: int, std: float) -> Parts:
    """Return the parts of the encoding `name`.

    `length` is that of the training, from which extensions start; `std` that of learned rows before it.
    """
    _checks.one_of("encoding", name, NAMES)
    head_dim = d_model // num_heads
    if name in ADDED:
        return Parts(added=_added(name, d_model, max_seq_len, std))
    if name in TURNED:
        return Parts(turned=turned(name, head_dim, max_seq_len, length=length))
    biases: dict[str, Callable[[], nn.Module]] = {
        "t5": lambda: T5Bias(num_heads, bidirectional=not causal),
        "alibi": lambda: ALiBi(num_heads, causal=causal),
        "kerple": lambda: _Kerple(num_heads),
        "fire": lambda: _Fire(num_heads, threshold=length),
    }
    if name in biases:
        return Parts(bias=biases[name]())
    return Parts(related=Shaw(head_dim, max_distance=16) if name == "shaw" else None)


def turned(name: str, head_dim: int, max_seq_len: int, *, length: int, factor: float | None = None) -> nn.Module:
    """Return what turns queries and keys; the extended spectra stretch `length` by `factor`, or to `max_seq_len`."""
    if name == "xpos":
        return _XPos(head_dim, max_seq_len)
    factor = max_seq_len / length if factor is None else factor
    if name == "position_interpolation":
        spectrum = position_interpolation.spectrum(head_dim, factor=factor)
    elif name == "ntk":
        spectrum = ntk.spectrum(head_dim, factor=factor)
    elif name == "yarn":
        spectrum = yarn.spectrum(head_dim, factor=factor, original_max_seq_len=length)
    else:
        return Rotary(head_dim, max_seq_len=max_seq_len)
    attention_factor = yarn.attention_factor(factor) if name == "yarn" else 1.0
    return Rotary(head_dim, max_seq_len=max_seq_len, spectrum=spectrum, attention_factor=attention_factor)


def _added(name: str, d_model: int, max_seq_len: int, std: float) -> nn.Module:
    if name == "learned":
        return Learned(d_model, max_seq_len=max_seq_len, std=std)
    positions = range(max_seq_len)
    tables: dict[str, Callable[[], NDArray[np.float64]]] = {
        "sinusoidal": lambda: sinusoidal.table(positions, d_model),
        "article": lambda: article.table(max_seq_len, d_model),
        "triangle": lambda: naive.triangle(positions, d_model),
        "linear": lambda: naive.linear(positions, d_model),
        "integer": lambda: np.pad(naive.integer(positions), ((0, 0), (0, d_model - 1))),
    }
    return _Table(tables[name]())


class _Table(nn.Module):
    """Adds the rows of a fixed table."""

    rows: Tensor

    def __init__(self, rows: NDArray[np.float64]) -> None:
        super().__init__()
        self.register_buffer("rows", torch.from_numpy(rows).float(), persistent=False)

    def forward(self, x: Tensor, position_ids: Tensor) -> Tensor:
        return x + functional.embedding(position_ids, self.rows)


class _XPos(nn.Module):
    """Turns queries and keys, then scales them against each other."""

    scale: Tensor

    def __init__(self, head_dim: int, max_seq_len: int) -> None:
        super().__init__()
        self.rotary = Rotary(head_dim, max_seq_len=max_seq_len)
        scale = np.repeat(xpos.scale(range(max_seq_len), head_dim), 2, axis=-1)
        self.register_buffer("scale", torch.from_numpy(scale).float(), persistent=False)

    def forward(self, query: Tensor, key: Tensor, position_ids: Tensor) -> tuple[Tensor, Tensor]:
        query, key = self.rotary(query, key, position_ids)
        scale = functional.embedding(position_ids, self.scale)
        scale = scale[:, None] if scale.ndim == 3 else scale
        return query * scale, key / scale


class _Kerple(nn.Module):
    """The logarithmic penalty with two learned numbers for each head; its NumPy namesake is the formula's home."""

    def __init__(self, num_heads: int) -> None:
        super().__init__()
        self.r1 = nn.Parameter(torch.ones(num_heads, 1, 1))
        self.r2 = nn.Parameter(torch.ones(num_heads, 1, 1))

    def forward(self, position_ids: Tensor) -> Tensor:
        distance = (position_ids[..., None, :] - position_ids[..., :, None]).abs()[..., None, :, :]
        return -self.r1.clamp(min=0.01) * torch.log1p(self.r2.clamp(min=0.01) * distance)


class _Fire(nn.Module):
    """A small network of the logarithmic share of the distance; its NumPy namesake is the formula's home."""

    def __init__(self, num_heads: int, *, threshold: int, width: int = 32) -> None:
        super().__init__()
        self.threshold = math.log1p(threshold)
        self.layers = nn.Sequential(nn.Linear(1, width), nn.ReLU(), nn.Linear(width, num_heads))

    def forward(self, position_ids: Tensor) -> Tensor:
        distance = (position_ids[..., :, None] - position_ids[..., None, :]).clamp(min=0)
        reach = torch.log1p(position_ids.float()).clamp(min=self.threshold)[..., :, None]
        bias: Tensor = self.layers((torch.log1p(distance) / reach)[..., None])
        return bias.movedim(-1, -3)
