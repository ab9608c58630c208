"""Torch module over :mod:`pe_reference.biases.shaw`."""

import math
from typing import final

import torch
from torch import Tensor, nn

from pe_reference import _checks
from pe_reference.nn import _inputs, _positions

__all__ = ["Shaw"]


@final
class Shaw(nn.Module):
    r"""Return what learned vectors of clipped distances add to the logits, and with :meth:`values` to the output.

    .. math::

        b_{ij} = \frac{q_i \cdot a^K_{c(j, i)}}{\sqrt{head\_dim}}, \qquad
        y_i = \sum_j w_{ij} \, a^V_{c(j, i)}, \qquad
        c(j, i) = \max(-k, \min(k, \, p^{key}_j - p^{query}_i)) + k

    Parameters
    ----------
    head_dim : int
        Width of a query and of a value.
    max_distance : int
        :math:`k` in tokens, from 0: all that is farther shares a vector on each side.

    Attributes
    ----------
    key_embeddings, value_embeddings : torch.nn.Parameter, shape ``(2 * max_distance + 1, head_dim)``
        :math:`a^K` and :math:`a^V`, for all heads of a layer. Trained and saved.

    Raises
    ------
    TypeError, ValueError
        For an argument that is not of its kind or out of range.

    Notes
    -----
    Of :cite:t:`shaw2018`. The vectors start as Glorot's uniform draws, the initialiser that the authors' code
    :cite:p:`tensor2tensor` gives all its variables. After ``to_empty`` from the ``meta`` device,
    :meth:`reset_parameters` draws them, unless weights are loaded.

    Examples
    --------
    >>> shaw = Shaw(8, max_distance=4)
    >>> query, key, value = torch.randn(3, 1, 2, 5, 8).unbind()
    >>> logits = query @ key.mT / 8**0.5 + shaw(query)
    >>> weights = logits.softmax(dim=-1)
    >>> (weights @ value + shaw.values(weights)).shape
    torch.Size([1, 2, 5, 8])
    """

    def __init__(self, head_dim: int, *, max_distance: int) -> None:
        super().__init__()
        self.head_dim = _checks.integer("head_dim", head_dim)
        self.max_distance = _checks.integer("max_distance", max_distance, least=0)
        count = 2 * self.max_distance + 1
        _checks.room("max_distance", count, "head_dim", self.head_dim)
        self.scale = 1 / math.sqrt(self.head_dim)
        self.key_embeddings = nn.Parameter(torch.empty(count, self.head_dim))
        self.value_embeddings = nn.Parameter(torch.empty(count, self.head_dim))
        self.reset_parameters()

    def forward(
        self,
        query: Tensor,
        query_positions: Tensor | None = None,
        key_positions: int | Tensor | None = None,
        *,
        offset: int | Tensor = 0,
    ) -> Tensor:
        """Return what is added to the logits: the part of the keys, divided like the logits.

        Parameters
        ----------
        query : floating tensor, shape ``(batch, num_heads, query, head_dim)``
            As it meets the keys.
        query_positions : int64 or int32 tensor, shape ``(query,)`` or ``(batch, query)``, optional
            Position of each query. By default they count up from `offset`.
        key_positions, offset
            As in :meth:`pe_reference.nn.alibi.ALiBi.forward`.

        Returns
        -------
        tensor, shape ``(batch, num_heads, query, key)``
            In the dtype of `query`. Nothing is hidden.

        Raises
        ------
        TypeError
            If `query` is not a floating tensor, or positions are not integers.
        ValueError
            If a shape does not fit, a number is negative, or it is not said how many keys there are.
        """
        _inputs.floating("query", query)
        _inputs.axes("query", query, "(batch, num_heads, query, head_dim)")
        batch, heads, count, width = query.shape
        _checks.same("query.shape[-1]", width, "head_dim", self.head_dim)
        index = self._index(batch, count, query_positions, key_positions, offset)
        products = query @ self.key_embeddings.to(query.dtype).mT * self.scale
        return products.gather(-1, index.expand(batch, heads, -1, -1))

    def values(
        self,
        weights: Tensor,
        query_positions: Tensor | None = None,
        key_positions: int | Tensor | None = None,
        *,
        offset: int | Tensor = 0,
    ) -> Tensor:
        """Return what is added to the output of attention: the part of the values.

        Parameters
        ----------
        weights : floating tensor, shape ``(batch, num_heads, query, key)``
            Attention weights, after the softmax.
        query_positions, key_positions, offset
            As in :meth:`forward`.

        Returns
        -------
        tensor, shape ``(batch, num_heads, query, head_dim)``
            In the dtype of `weights`.

        Raises
        ------
        TypeError, ValueError
            As in :meth:`forward`, and if there is another number of keys than weights.
        """
        _inputs.floating("weights", weights)
        _inputs.axes("weights", weights, "(batch, num_heads, query, key)")
        batch, heads, count, keys = weights.shape
        index = self._index(batch, count, query_positions, key_positions, offset)
        _checks.same("weights.shape[-1]", keys, "the number of key positions", index.shape[-1])
        totals = weights.new_zeros(batch, heads, count, self.value_embeddings.shape[0])
        totals = totals.scatter_add(-1, index.expand(batch, heads, -1, -1), weights)
        return totals @ self.value_embeddings.to(weights.dtype)

    def reset_parameters(self) -> None:
        """Draw the vectors anew."""
        nn.init.xavier_uniform_(self.key_embeddings)
        nn.init.xavier_uniform_(self.value_embeddings)

    def extra_repr(self) -> str:
        """Return the arguments, for ``print``."""
        return f"{self.head_dim}, max_distance={self.max_distance}"

    def _index(
        self,
        batch: int,
        count: int,
        query_positions: Tensor | None,
        key_positions: int | Tensor | None,
        offset: int | Tensor,
    ) -> Tensor:
        """Return which vector belongs to each pair, ``(1, 1, query, key)`` or ``(batch, 1, query, key)``."""
        queries = count if query_positions is None else query_positions
        relative = _positions.relative(queries, key_positions, offset, self.key_embeddings.device)
        if relative.ndim == 2:
            relative = relative[None]
        _checks.same("query_positions.shape[-1]", relative.shape[1], "the number of queries", count)
        if relative.shape[0] not in (1, batch):
            raise ValueError(f"`positions` must be those of 1 or batch = {batch} sentences, got {relative.shape[0]}")
        return (relative.clamp(-self.max_distance, self.max_distance) + self.max_distance)[:, None]
