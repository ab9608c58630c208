"""The article's small encoder as a real module."""

import math
from typing import final

import torch
from torch import Tensor, nn

from pe_reference import _checks
from pe_reference.nn import _inputs, sinusoidal

__all__ = ["Encoder"]


@final
class Encoder(nn.Module):
    r"""Embed tokens, scale by :math:`\sqrt{d_{model}}`, add positions, run torch's ``TransformerEncoder``.

    Parameters
    ----------
    vocab_size : int
        Number of tokens.
    d_model : int
        Width of the model, at least 1; a multiple of `num_heads`.
    num_heads : int
        Attention heads of each layer.
    num_layers : int
        Layers, at least 1; post-norm, with relu, as torch makes them.
    max_seq_len : int
        Positions that the table has.
    dropout : float
        Probability from 0 to 1, for the embeddings and in every layer.
    dim_feedforward : int
        Inner width of each layer's feed-forward part.
    positions : bool
        False leaves the positions out: the model is then blind to order.
    causal : bool
        True hides from every token those that come after it.
    embedding_std : float, optional
        Standard deviation of the initial embedding. By default torch's 1; ``d_model ** -0.5`` is the one that the
        factor :math:`\sqrt{d_{model}}` was made for.

    Attributes
    ----------
    embedding : torch.nn.Embedding
        Rows of the tokens, before the factor.
    positions : Sinusoidal or None
        What is added.
    layers : torch.nn.TransformerEncoder
        What follows.

    Raises
    ------
    TypeError, ValueError
        For an argument that is not of its kind or out of range, or if `num_heads` does not divide `d_model`.

    Notes
    -----
    The model of the article's section 8.2, after :cite:t:`vaswani2017`, with a padding mask. The layers start as copies
    of one another, as in torch.

    Examples
    --------
    >>> model = Encoder(vocab_size=100, d_model=16, num_heads=2, num_layers=1, max_seq_len=32).eval()
    >>> model(torch.tensor([[5, 17, 42], [8, 3, 0]])).shape
    torch.Size([2, 3, 16])
    """

    positions: sinusoidal.Sinusoidal | None

    def __init__(
        self,
        vocab_size: int,
        d_model: int,
        num_heads: int,
        num_layers: int,
        max_seq_len: int,
        *,
        dropout: float = 0.1,
        dim_feedforward: int = 2048,
        positions: bool = True,
        causal: bool = False,
        embedding_std: float | None = None,
    ) -> None:
        super().__init__()
        self.vocab_size = _checks.integer("vocab_size", vocab_size)
        d_model, num_heads = _checks.integer("d_model", d_model), _checks.integer("num_heads", num_heads)
        if d_model % num_heads:
            raise ValueError(f"`d_model` must be a multiple of num_heads = {num_heads}, got {d_model}")
        dropout = _checks.probability("dropout", dropout)
        self.causal = _checks.flag("causal", causal)
        self.scale = math.sqrt(d_model)
        self.embedding = nn.Embedding(self.vocab_size, d_model)
        if embedding_std is not None:
            nn.init.normal_(self.embedding.weight, std=_checks.positive("embedding_std", embedding_std))
        self.positions = None
        if _checks.flag("positions", positions):
            self.positions = sinusoidal.Sinusoidal(d_model, max_seq_len=max_seq_len)
        self.dropout = nn.Dropout(dropout)
        inner = _checks.integer("dim_feedforward", dim_feedforward)
        layer = nn.TransformerEncoderLayer(d_model, num_heads, inner, dropout, batch_first=True)
        num_layers = _checks.integer("num_layers", num_layers)
        self.layers = nn.TransformerEncoder(layer, num_layers, enable_nested_tensor=False)

    def forward(
        self, token_ids: Tensor, *, padding_mask: Tensor | None = None, position_ids: Tensor | None = None
    ) -> Tensor:
        """Return one vector for each token.

        Parameters
        ----------
        token_ids : int64 or int32 tensor, shape ``(batch, seq)``
            From 0 to ``vocab_size - 1``.
        padding_mask : boolean tensor, shape ``(batch, seq)``, optional
            True marks padding, which no token attends to. The rows at padding itself mean nothing.
        position_ids : int64 or int32 tensor, shape ``(seq,)`` or ``(batch, seq)``, optional
            As in :meth:`pe_reference.nn.sinusoidal.Sinusoidal.forward`; needed where padding is on the left.

        Returns
        -------
        tensor, shape ``(batch, seq, d_model)``
            In the dtype of the parameters.

        Raises
        ------
        TypeError
            If a tensor has a dtype that is not its own.
        ValueError
            If a shape does not fit, a token or position is out of range, or padding leaves a token nothing to attend
            to: a sentence of padding alone, or, if `causal`, one that begins with it. Values are looked at on the CPU
            and outside compiled code only.
        """
        _inputs.indices("token_ids", token_ids, "vocab_size", self.vocab_size)
        _inputs.axes("token_ids", token_ids, "(batch, seq)")
        if padding_mask is not None:
            self._check_padding(padding_mask, token_ids)
        x = self.embedding(token_ids) * self.scale
        if self.positions is not None:
            x = self.positions(x, position_ids)
        elif position_ids is not None:
            raise ValueError("`position_ids` must be left out in a model without positions, got some")
        ahead = None
        if self.causal:
            seq = token_ids.shape[1]
            ahead = torch.ones(seq, seq, dtype=torch.bool, device=x.device).triu(1)
        encoded: Tensor = self.layers(self.dropout(x), ahead, padding_mask, is_causal=self.causal)
        return encoded

    def _check_padding(self, padding_mask: Tensor, token_ids: Tensor) -> None:
        _inputs.boolean("padding_mask", padding_mask)
        _inputs.shape("padding_mask", padding_mask, {"(batch, seq)": tuple(token_ids.shape)})
        if _inputs.visible(padding_mask):
            blind = padding_mask[:, 0] if self.causal else padding_mask.all(dim=1)
            if blind.any():
                what = "the first token" if self.causal else "at least one token"
                raise ValueError(
                    f"`padding_mask` must leave {what} of each sentence, got none in {int(blind.int().argmax())}"
                )
