"""Learned positions: a table that is trained."""

from typing import Self, final

import torch
from numpy.typing import ArrayLike
from torch import Tensor, nn

from pe_reference import _checks
from pe_reference.nn import _positions, _rounding

__all__ = ["Learned"]


@final
class Learned(nn.Module):
    r"""Add learned positions to embeddings, then apply dropout.

    .. math:: y_{b,\,s} = \operatorname{dropout}(x_{b,\,s} + t_{p(b,\,s)})

    Parameters
    ----------
    d_model : int
        Width of the model, at least 1.
    max_seq_len : int
        Rows of the table: positions from 0 to ``max_seq_len - 1``. There is nothing beyond it: a longer table is made
        by :mod:`pe_reference.embeddings.learned` and :meth:`from_table`.
    std : float
        Standard deviation of the initial table.
    dropout : float
        Probability of setting an entry of the sum to zero in training, from 0 to 1.
    batch_first : bool
        Whether `x` is ``(batch, seq, d_model)`` or ``(seq, batch, d_model)``.

    Attributes
    ----------
    table : torch.nn.Parameter, shape ``(max_seq_len, d_model)``
        Trained and saved.

    Raises
    ------
    TypeError, ValueError
        For an argument that is not of its kind or out of range.

    Notes
    -----
    Of :cite:t:`gehring2017`, :cite:t:`devlin2019` and the GPT models. The table starts as independent draws from
    :math:`N(0, 0.01^2)`, those of the code of :cite:t:`gpt2`; BERT has 0.02, cut off at two standard deviations. After
    ``to_empty`` from the ``meta`` device, :meth:`reset_parameters` draws it, unless weights are loaded.

    Examples
    --------
    >>> layer = Learned(8, max_seq_len=16)
    >>> added = layer(torch.zeros(2, 3, 8), offset=5)
    >>> bool((added == layer.table[5:8]).all())
    True
    """

    def __init__(
        self, d_model: int, *, max_seq_len: int, std: float = 0.01, dropout: float = 0.0, batch_first: bool = True
    ) -> None:
        super().__init__()
        self.d_model = _checks.integer("d_model", d_model)
        self.max_seq_len = _checks.integer("max_seq_len", max_seq_len)
        _checks.room("max_seq_len", self.max_seq_len, "d_model", self.d_model)
        self.std = _checks.positive("std", std)
        self.batch_first = _checks.flag("batch_first", batch_first)
        self.dropout = nn.Dropout(_checks.probability("dropout", dropout))
        self.table = nn.Parameter(torch.empty(self.max_seq_len, self.d_model))
        self.reset_parameters()

    @classmethod
    def from_table(cls, table: Tensor | ArrayLike, *, dropout: float = 0.0, batch_first: bool = True) -> Self:
        """Return a module that starts with the rows given: loaded ones, or those of a shorter module, lengthened.

        Parameters
        ----------
        table : tensor or array-like, shape ``(max_seq_len, d_model)``
            Finite numbers; copied. They are rounded once, to torch's default dtype.
        dropout, batch_first
            As for the class.

        Returns
        -------
        Learned
            With a Parameter of its own.

        Raises
        ------
        TypeError, ValueError
            If the table does not hold finite real numbers or has another number of axes than two.

        Examples
        --------
        >>> Learned.from_table([[0.0, 1.0], [2.0, 3.0]])(torch.zeros(1, 2, 2)).detach()
        tensor([[[0., 1.],
                 [2., 3.]]])
        """
        values = table.detach().cpu().double().numpy() if isinstance(table, Tensor) else table
        rows = _checks.table("table", values)
        made = cls(rows.shape[1], max_seq_len=rows.shape[0], dropout=dropout, batch_first=batch_first)
        with torch.no_grad():
            made.table.copy_(_rounding.rounded(rows, made.table.dtype))
        return made

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
            If `x` is not a floating tensor, or positions are not integers.
        ValueError
            If a shape does not fit, or a position is negative or not below `max_seq_len`. Values of tensors of
            positions are looked at on the CPU and outside compiled code only.
        """
        summed = _positions.added(x, self.table, position_ids, offset, batch_first=self.batch_first)
        dropped: Tensor = self.dropout(summed)
        return dropped

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        nn.init.normal_(self.table, std=self.std)

    def extra_repr(self) -> str:
        """Return the arguments, for ``print``."""
        return f"d_model={self.d_model}, max_seq_len={self.max_seq_len}, std={self.std}, batch_first={self.batch_first}"
