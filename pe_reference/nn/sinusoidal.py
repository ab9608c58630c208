"""Torch module over :func:`pe_reference.embeddings.sinusoidal.table`."""

from collections.abc import Callable
from typing import Any, Self, final

import torch
from torch import Tensor, nn

from pe_reference import _checks
from pe_reference.embeddings import sinusoidal
from pe_reference.embeddings.sinusoidal import Layout
from pe_reference.frequencies import Grid
from pe_reference.nn import _positions, _rounding

__all__ = ["Sinusoidal"]


@final
class Sinusoidal(nn.Module):
    r"""Add sinusoidal positions to embeddings, then apply dropout.

    .. math:: y_{b,\,s} = \operatorname{dropout}(x_{b,\,s} + t_{p(b,\,s)})

    The rows are those of :func:`pe_reference.embeddings.sinusoidal.table`, computed by NumPy in float64 and rounded
    once to the dtype of the buffer, also after ``.to(torch.bfloat16)``, ``.half()`` and ``.double()``.

    Parameters
    ----------
    d_model : int
        Width of the model, at least 1.
    max_seq_len : int
        Rows of the table: positions from 0 to ``max_seq_len - 1``.
    base, grid, layout
        As in :func:`pe_reference.embeddings.sinusoidal.table`.
    dropout : float
        Probability of setting an entry of the sum to zero in training, from 0 to 1.
    batch_first : bool
        Whether `x` is ``(batch, seq, d_model)`` or ``(seq, batch, d_model)``.

    Attributes
    ----------
    table : tensor, shape ``(max_seq_len, d_model)``
        In torch's default dtype and device until the module is moved. A buffer that follows the module and stays out
        of its ``state_dict``.

    Raises
    ------
    TypeError, ValueError
        For an argument that is not of its kind, out of range, or not one of the choices.

    Notes
    -----
    The encoding of :cite:t:`vaswani2017`, section 3.5. On the ``meta`` device the table has no values; ``to_empty``
    from there fills it in, and :meth:`reset_table` does so at any time.

    Examples
    --------
    >>> layer = Sinusoidal(4, max_seq_len=16)
    >>> layer(torch.zeros(1, 2, 4))
    tensor([[[0.0000, 1.0000, 0.0000, 1.0000],
             [0.8415, 0.5403, 0.0100, 0.9999]]])
    >>> bool((layer(torch.zeros(1, 1, 4), offset=1) == layer.table[1]).all())
    True
    """

    table: Tensor

    def __init__(
        self,
        d_model: int,
        *,
        max_seq_len: int = 5000,
        base: float = 10_000.0,
        grid: Grid = "paper",
        layout: Layout = "interleaved",
        dropout: float = 0.0,
        batch_first: bool = True,
    ) -> None:
        super().__init__()
        self.d_model = _checks.integer("d_model", d_model)
        self.max_seq_len = _checks.integer("max_seq_len", max_seq_len)
        _checks.room("max_seq_len", self.max_seq_len, "d_model", self.d_model)
        self.base, self.grid, self.layout = base, grid, layout
        self.batch_first = _checks.flag("batch_first", batch_first)
        self.dropout = nn.Dropout(_checks.probability("dropout", dropout))
        rows = self._rows(torch.get_default_dtype()).to(torch.get_default_device())
        self.register_buffer("table", rows, persistent=False)

    def forward(self, x: Tensor, position_ids: Tensor | None = None, *, offset: int | Tensor = 0) -> Tensor:
        """Return `x` plus the rows of its positions.

        Parameters
        ----------
        x : floating tensor, shape ``(batch, seq, d_model)``, or ``(seq, batch, d_model)`` if not `batch_first`
            Embeddings.
        position_ids : int64 or int32 tensor, shape ``(seq,)`` or ``(batch, seq)``, optional
            Position of each token, from 0 to ``max_seq_len - 1``: for packed or left-padded sentences. By default
            they count up from `offset`.
        offset : int, or int64 or int32 tensor, shape ``()`` or ``(batch,)``
            Position of the first token, at least 0: how many a cache holds already. Not with `position_ids`.

        Returns
        -------
        tensor, shape and dtype of `x`
            Summed in the wider of the dtypes of `x` and the table, then rounded to that of `x`.

        Raises
        ------
        TypeError
            If `x` is not a floating tensor, `position_ids` not an integer one or `offset` not an integer.
        ValueError
            If a shape does not fit, or a position is negative or not below `max_seq_len`. Values of `position_ids` are
            looked at on the CPU and outside compiled code only.
        """
        summed = _positions.added(x, self.table, position_ids, offset, batch_first=self.batch_first)
        dropped: Tensor = self.dropout(summed)
        return dropped

    def reset_table(self) -> None:
        """Compute the table anew, in its present dtype and on its present device.

        Examples
        --------
        >>> layer = Sinusoidal(8, max_seq_len=16)
        >>> layer.table.zero_().any()
        tensor(False)
        >>> layer.reset_table()
        >>> layer.table[0]
        tensor([0., 1., 0., 1., 0., 1., 0., 1.])
        """
        self.table = self._rows(self.table.dtype).to(self.table.device)

    def extra_repr(self) -> str:
        """Return the arguments, for ``print``."""
        return (
            f"d_model={self.d_model}, max_seq_len={self.max_seq_len}, base={self.base}, grid={self.grid!r}, "
            f"layout={self.layout!r}, batch_first={self.batch_first}"
        )

    def _rows(self, dtype: torch.dtype) -> Tensor:
        positions = range(self.max_seq_len)
        rows = sinusoidal.table(positions, self.d_model, base=self.base, grid=self.grid, layout=self.layout)
        return _rounding.rounded(rows, dtype)

    def _apply(self, fn: Callable[..., Any], recurse: bool = True) -> Self:
        """Round anew from float64 where a conversion changed the dtype; fill in where it left ``meta``."""
        before = self.table
        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]  # torch leaves it without types
        if self.table.dtype != before.dtype or (before.is_meta and not self.table.is_meta):
            self.reset_table()
        return self
