"""Torch module over :func:`pe_reference.embeddings.sinusoidal.table`."""

from typing import final

import torch
from torch import Tensor, nn

from pe_reference.embeddings import sinusoidal

__all__ = ["Sinusoidal"]


@final
class Sinusoidal(nn.Module):
    """Add sinusoidal positions to embeddings, then apply dropout."""

    table: Tensor

    def __init__(
        self,
        d_model: int,
        *,
        max_seq_len: int = 5000,
        base: float = 10_000.0,
        grid: sinusoidal.Grid = "paper",
        layout: sinusoidal.Layout = "interleaved",
        dropout: float = 0.0,
        batch_first: bool = True,
    ) -> None:
        super().__init__()
        rows = sinusoidal.table(range(max_seq_len), d_model, base=base, grid=grid, layout=layout)
        self.register_buffer("table", torch.as_tensor(rows, dtype=torch.float32), persistent=False)
        self.dropout = nn.Dropout(dropout)
        self.batch_first = batch_first

    def forward(self, x: Tensor, position_ids: Tensor | None = None, *, offset: int = 0) -> Tensor:
        """Return `x` plus the rows of its positions."""
        length = x.shape[1] if self.batch_first else x.shape[0]
        rows = self.table[offset : offset + length] if position_ids is None else self.table[position_ids]
        if not self.batch_first:
            rows = rows[:, None] if position_ids is None else rows.transpose(0, 1)
        return self.dropout(x + rows.to(x.dtype))
