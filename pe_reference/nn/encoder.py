"""The article's small encoder as a real module."""

from typing import final

from torch import Tensor, nn

from pe_reference.nn.sinusoidal import Sinusoidal

__all__ = ["Encoder"]


@final
class Encoder(nn.Module):
    """Embed tokens, scale by sqrt(d_model), add positions, run torch's TransformerEncoder."""

    def __init__(
        self,
        vocab_size: int,
        d_model: int,
        num_heads: int,
        num_layers: int,
        max_seq_len: int,
        *,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.scale = float(d_model) ** 0.5
        self.positions = Sinusoidal(d_model, max_seq_len=max_seq_len, dropout=dropout)
        layer = nn.TransformerEncoderLayer(d_model, num_heads, dropout=dropout, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, num_layers, enable_nested_tensor=False)

    def forward(self, token_ids: Tensor, *, padding_mask: Tensor | None = None) -> Tensor:
        """Return one vector per token, shape ``(batch, seq, d_model)``."""
        x = self.positions(self.embedding(token_ids) * self.scale)
        return self.layers(x, src_key_padding_mask=padding_mask)
