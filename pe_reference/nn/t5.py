"""Torch module over :mod:`pe_reference.biases.t5`."""

from collections.abc import Callable
from typing import Any, Self, final

import torch
from torch import Tensor, nn
from torch.nn import functional

from pe_reference import _checks
from pe_reference.biases import t5
from pe_reference.nn import _positions

__all__ = ["T5Bias"]


@final
class T5Bias(nn.Module):
    r"""Return a learned number for each head and bucket of distances, to be added to the logits.

    .. math:: b_{hij} = w_{\operatorname{bucket}(p^{key}_j - p^{query}_i),\, h}

    Parameters
    ----------
    num_heads : int
        Heads, at least 1.
    num_buckets, max_distance, bidirectional
        As in :func:`pe_reference.biases.t5.bucket`. T5 has True in its encoder and False in its decoder.

    Attributes
    ----------
    weights : torch.nn.Parameter, shape ``(num_buckets, num_heads)``
        As T5 stores them. Trained and saved.
    first_distances : int64 tensor
        Where each bucket of one direction begins, from :func:`pe_reference.biases.t5.first_distances`: whole numbers,
        so that every edge is exact. A buffer, out of the ``state_dict``.

    Raises
    ------
    TypeError, ValueError
        For an argument that is not of its kind or out of range, and for buckets that are refused by
        :func:`pe_reference.biases.t5.first_distances`.

    Notes
    -----
    Of :cite:t:`raffel2020`. One module serves all layers of a stack; attention from decoder to encoder has none; and
    T5 does not divide its logits by :math:`\sqrt{width}`. The weights start as Glorot's uniform draws, the default
    of TensorFlow, for the authors' code :cite:p:`mesh_tensorflow` names no other. On the ``meta`` device nothing has
    values: ``to_empty`` from there fills in the buffer, :meth:`reset_parameters` draws the weights, unless weights are
    loaded.

    Examples
    --------
    >>> bias = T5Bias(2)
    >>> bias(5).shape, bias(1, offset=4).shape
    (torch.Size([2, 5, 5]), torch.Size([2, 1, 5]))
    >>> bool((bias(1, offset=4) == bias(5)[:, 4:]).all())
    True
    """

    first_distances: Tensor

    def __init__(
        self, num_heads: int, *, num_buckets: int = 32, max_distance: int = 128, bidirectional: bool = True
    ) -> None:
        super().__init__()
        self.num_heads = _checks.integer("num_heads", num_heads)
        self.num_buckets, self.max_distance, self.bidirectional = num_buckets, max_distance, bidirectional
        first = self._first().to(torch.get_default_device())
        self.register_buffer("first_distances", first, persistent=False)
        self.weights = nn.Parameter(torch.empty(self.num_buckets, self.num_heads))
        self.reset_parameters()

    def forward(
        self,
        query_positions: int | Tensor,
        key_positions: int | Tensor | None = None,
        *,
        offset: int | Tensor = 0,
    ) -> Tensor:
        """Return what is added to the logits of each head.

        Parameters
        ----------
        query_positions, key_positions, offset
            As in :meth:`pe_reference.nn.alibi.ALiBi.forward`.

        Returns
        -------
        tensor, shape ``(heads, query, key)``, or ``(batch, heads, query, key)`` where positions are per sample
            In the dtype of the weights. Nothing is hidden: a decoder needs its causal mask as well.

        Raises
        ------
        TypeError
            If positions are not integers.
        ValueError
            If a shape does not fit, a number is negative, or it is not said how many keys there are.
        """
        relative = _positions.relative(query_positions, key_positions, offset, self.weights.device)
        distance = relative.abs() if self.bidirectional else (-relative).clamp(min=0)
        bucket = torch.bucketize(distance, self.first_distances, right=True) - 1
        if self.bidirectional:
            bucket = bucket + (relative > 0) * (self.num_buckets // 2)
        return functional.embedding(bucket, self.weights).movedim(-1, -3)

    def reset_parameters(self) -> None:
        """Draw the weights anew."""
        nn.init.xavier_uniform_(self.weights)

    def extra_repr(self) -> str:
        """Return the arguments, for ``print``."""
        return (
            f"{self.num_heads}, num_buckets={self.num_buckets}, max_distance={self.max_distance}, "
            f"bidirectional={self.bidirectional}"
        )

    def _first(self) -> Tensor:
        return torch.from_numpy(
            t5.first_distances(
                num_buckets=self.num_buckets, max_distance=self.max_distance, bidirectional=self.bidirectional
            )
        )

    def _apply(self, fn: Callable[..., Any], recurse: bool = True) -> Self:
        """Fill in the buffer where it left ``meta``."""
        was_meta = self.first_distances.is_meta
        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]  # torch leaves it without types
        if was_meta and not self.first_distances.is_meta:
            self.first_distances = self._first().to(self.first_distances.device)
        return self
