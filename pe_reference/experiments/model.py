"""One small transformer into which every encoding of the package, and none, enters by its name."""

import math
from typing import Literal, cast, final

import torch
from torch import Tensor, nn
from torch.nn import functional

from pe_reference import _checks
from pe_reference.experiments import _encodings
from pe_reference.nn import _inputs
from pe_reference.nn.alibi import ALiBi
from pe_reference.nn.rotary import Rotary
from pe_reference.nn.shaw import Shaw
from pe_reference.nn.t5 import T5Bias

__all__ = ["NAMES", "Norm", "Transformer"]

Norm = Literal["pre", "post"]
NORMS = ("pre", "post")
NAMES = _encodings.NAMES


@final
class Transformer(nn.Module):
    r"""Predict a class for every token, with or without positions.

    .. math:: y = \operatorname{head}(\operatorname{layers}(s\,E_{token} + w\,t_{position}))

    for an encoding that is added, a table :math:`t`; one that turns queries and keys or adds to the logits does so in
    every layer.

    Parameters
    ----------
    vocab_size, num_classes : int
        How many tokens and how many answers there are.
    encoding : str
        One of ``NAMES``: a module of this package, ``"article"`` for the article's loop, or ``"none"``.
    max_seq_len : int
        Positions from 0 to ``max_seq_len - 1``.
    length : int
        Longest length of the training: where the spectra of an extended context start from.
    causal : bool
        Whether a token sees none of those that come after it.
    norm : {"pre", "post"}
        LayerNorm before each part of a layer, and once at the end, or after each sum.
    d_model, num_heads, num_layers : int
        Widths and depth; the feed-forward part is twice as wide.
    embedding_std : float
        Standard deviation of the initial embedding, and of learned positions: they start as loud as tokens, as in
        BERT.
    embedding_scale : float
        :math:`s`, which multiplies embeddings; ``d_model ** 0.5`` in the article's layer.
    encoding_weight : float
        :math:`w`, which multiplies what an encoding adds.
    first_position : int
        Position of the first token where none are given.
    rounded : bool
        Whether sums of embeddings and encodings are rounded to bfloat16.

    Raises
    ------
    TypeError, ValueError
        For an argument that is not of its kind or out of range, or if `num_heads` does not divide `d_model`.

    Notes
    -----
    Without dropout, so that a training has no other chance than its initial weights and its batches.

    Examples
    --------
    >>> model = Transformer(16, 16, encoding="alibi", max_seq_len=32, length=8, causal=True)
    >>> model(torch.zeros(2, 8, dtype=torch.int64)).shape
    torch.Size([2, 8, 16])
    """

    def __init__(
        self,
        vocab_size: int,
        num_classes: int,
        *,
        encoding: str,
        max_seq_len: int,
        length: int,
        causal: bool,
        norm: Norm = "pre",
        d_model: int = 64,
        num_heads: int = 4,
        num_layers: int = 2,
        embedding_std: float = 1.0,
        embedding_scale: float = 1.0,
        encoding_weight: float = 1.0,
        first_position: int = 0,
        rounded: bool = False,
    ) -> None:
        super().__init__()
        _checks.one_of("norm", norm, NORMS)
        self.length = _checks.integer("length", length)
        self.max_seq_len = _checks.integer("max_seq_len", max_seq_len, least=self.length)
        if _checks.integer("d_model", d_model) % _checks.integer("num_heads", num_heads):
            raise ValueError(f"`d_model` must be a multiple of num_heads = {num_heads}, got {d_model}")
        self.causal = _checks.flag("causal", causal)
        self.embedding_scale = _checks.finite("embedding_scale", embedding_scale)
        self.encoding_weight = _checks.finite("encoding_weight", encoding_weight)
        self.first_position = _checks.integer("first_position", first_position, least=0)
        self.rounded = _checks.flag("rounded", rounded)
        for name, count in (("vocab_size", vocab_size), ("num_classes", num_classes), ("num_layers", num_layers)):
            _checks.integer(name, count)
        _checks.at_least("embedding_std", embedding_std, 0)
        self.embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.embedding.weight, std=embedding_std)
        sizes = (d_model, num_heads, max_seq_len)
        parts = _encodings.build(encoding, *sizes, causal=causal, length=length, std=embedding_std)
        self.added, self.turned, self.bias, self.related = parts.added, parts.turned, parts.bias, parts.related
        self.layers = nn.ModuleList(_Layer(d_model, num_heads, norm) for _ in range(num_layers))
        self.last_norm = nn.LayerNorm(d_model) if norm == "pre" else nn.Identity()
        self.head = nn.Linear(d_model, num_classes)

    def forward(self, token_ids: Tensor, position_ids: Tensor | None = None) -> Tensor:
        """Return logits.

        Parameters
        ----------
        token_ids : int64 tensor, shape ``(batch, seq)``
            From 0 to ``vocab_size - 1``.
        position_ids : int64 tensor, shape ``(seq,)`` or ``(batch, seq)``, optional
            From 0 to ``max_seq_len - 1``; by default they count up from `first_position`.

        Returns
        -------
        tensor, shape ``(batch, seq, num_classes)``
            In float32.
        """
        batch, seq = token_ids.shape
        if position_ids is None:
            position_ids = torch.arange(self.first_position, self.first_position + seq)
        _inputs.shape("position_ids", position_ids, {"(seq,)": (seq,), "(batch, seq)": (batch, seq)})
        _inputs.indices("position_ids", position_ids, "max_seq_len", self.max_seq_len)
        x = self.embedded(token_ids, position_ids)
        bias = torch.full((seq, seq), -torch.inf).triu(1) if self.causal else torch.zeros(seq, seq)
        if isinstance(self.bias, ALiBi | T5Bias):
            bias = bias + self.bias(position_ids, position_ids)
        elif self.bias is not None:
            bias = bias + self.bias(position_ids)
        for layer in self.layers:
            x = layer(x, bias, position_ids, self.turned, self.related)
        logits: Tensor = self.head(self.last_norm(x))
        return logits.float()

    def embedded(self, token_ids: Tensor, position_ids: Tensor) -> Tensor:
        """Return what the first layer reads: embeddings, with what the encoding adds, if it adds anything.

        Parameters
        ----------
        token_ids, position_ids
            As for :meth:`forward`.

        Returns
        -------
        tensor, shape ``(batch, seq, d_model)``
            In float32.
        """
        x: Tensor = self.embedding(token_ids) * self.embedding_scale
        if self.added is not None:
            x = x + self.encoding_weight * self.added(torch.zeros_like(x), position_ids)
        return x.bfloat16().float() if self.rounded else x

    def first_logits(self, x: Tensor, position_ids: Tensor) -> Tensor:
        """Return the products of queries and keys in the first layer, turned by a rotary encoding, without a bias.

        Parameters
        ----------
        x : tensor, shape ``(batch, seq, d_model)``
            As :meth:`embedded` returns it.
        position_ids : int64 tensor, shape ``(seq,)``
            Where the tokens stand.

        Returns
        -------
        tensor, shape ``(batch, heads, query, key)``
            Divided as for the softmax; future keys too.
        """
        layer = cast("_Layer", self.layers[0])
        query, key, _ = layer.query_key(layer.norms[0](x) if layer.norm == "pre" else x)
        if self.turned is not None:
            query, key = self.turned(query, key, position_ids)
        return query @ key.mT * layer.scale

    def respectrum(self, name: str, *, factor: float | None = None) -> None:
        """Give a trained rotary model another spectrum, without training.

        Parameters
        ----------
        name : {"rotary", "position_interpolation", "ntk", "yarn"}
            Which.
        factor : float, optional
            By how much the length of the training is stretched, by default up to `max_seq_len`.

        Raises
        ------
        ValueError
            If the model does not turn its queries and keys, or there is no such spectrum.
        """
        _checks.one_of("name", name, _encodings.SPECTRA)
        if not isinstance(self.turned, Rotary):
            raise ValueError("`encoding` must be a rotary one to take another spectrum, got one without `Rotary`")
        if factor is not None:
            _checks.positive("factor", factor)
        self.turned = _encodings.turned(name, self.turned.head_dim, self.max_seq_len, length=self.length, factor=factor)


class _Layer(nn.Module):
    """Attention and a feed-forward part."""

    def __init__(self, d_model: int, num_heads: int, norm: Norm) -> None:
        super().__init__()
        self.num_heads, self.norm = num_heads, norm
        self.scale = 1 / math.sqrt(d_model // num_heads)
        self.inputs = nn.Linear(d_model, 3 * d_model)
        self.outputs = nn.Linear(d_model, d_model)
        self.wider, self.narrower = nn.Linear(d_model, 2 * d_model), nn.Linear(2 * d_model, d_model)
        self.norms = nn.ModuleList((nn.LayerNorm(d_model), nn.LayerNorm(d_model)))

    def forward(
        self,
        x: Tensor,
        bias: Tensor,
        position_ids: Tensor,
        turned: nn.Module | None,
        related: Shaw | None,
    ) -> Tensor:
        if self.norm == "pre":
            x = x + self._attend(self.norms[0](x), bias, position_ids, turned, related)
            return x + self._feed(self.norms[1](x))
        x = self.norms[0](x + self._attend(x, bias, position_ids, turned, related))
        out: Tensor = self.norms[1](x + self._feed(x))
        return out

    def query_key(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return queries, keys and values, ``(batch, heads, seq, head_dim)``."""
        query, key, value = self.inputs(x).unflatten(-1, (3, self.num_heads, -1)).permute(2, 0, 3, 1, 4)
        return query, key, value

    def _attend(
        self,
        x: Tensor,
        bias: Tensor,
        position_ids: Tensor,
        turned: nn.Module | None,
        related: Shaw | None,
    ) -> Tensor:
        query, key, value = self.query_key(x)
        if turned is not None:
            query, key = turned(query, key, position_ids)
        logits = query @ key.mT * self.scale + bias
        if related is not None:
            logits = logits + related(query, position_ids, position_ids)
        weights = logits.softmax(dim=-1)
        mixed = weights @ value
        if related is not None:
            mixed = mixed + related.values(weights, position_ids, position_ids)
        projected: Tensor = self.outputs(mixed.transpose(1, 2).flatten(2))
        return projected

    def _feed(self, x: Tensor) -> Tensor:
        fed: Tensor = self.narrower(functional.relu(self.wider(x)))
        return fed
