"""The article's own code, kept as it stands, to compare with."""

import numpy as np
from numpy.typing import DTypeLike, NDArray

__all__ = ["table", "vectorised"]


def table(seq_len: int, d_model: int) -> NDArray[np.float64]:
    """Return the table of the article's loop: `i` steps by two and is doubled once more (claim 2.5)."""
    pe = np.zeros((seq_len, d_model))
    for pos in range(seq_len):
        for i in range(0, d_model, 2):
            pe[pos, i] = np.sin(pos / (10000 ** (2 * i / d_model)))
            if i + 1 < d_model:
                pe[pos, i + 1] = np.cos(pos / (10000 ** (2 * i / d_model)))
    return pe


def vectorised(max_len: int, d_model: int, dtype: DTypeLike = np.float32) -> NDArray:
    """Return the table of the article's PyTorch layer, shape ``(1, max_len, d_model)``, operation for operation."""
    pe = np.zeros((max_len, d_model), dtype)
    position = np.arange(max_len, dtype=dtype)[:, None]
    div_term = np.exp(np.arange(0, d_model, 2).astype(dtype) * dtype(-np.log(10000.0) / d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe[None]
