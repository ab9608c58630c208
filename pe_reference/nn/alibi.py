"""Torch module over :mod:`pe_reference.biases.alibi`."""

from collections.abc import Callable
from typing import Any, Self, final

import torch
from torch import Tensor, nn

from pe_reference import _checks
from pe_reference.biases import alibi
from pe_reference.nn import _positions, _rounding

__all__ = ["ALiBi"]


@final
class ALiBi(nn.Module):
    r"""Return a penalty for the logits that grows with the distance.

    .. math:: b_{hij} = -m_h \, |p^{key}_j - p^{query}_i|

    Parameters
    ----------
    num_heads : int
        Heads of the whole layer, from 1 to 4096.
    causal : bool
        True: ``-inf`` where the key comes after the query. False: the same penalty on both sides.
    rank, world_size : int
        Which share of the heads, as in :func:`pe_reference.biases.alibi.slopes`.

    Attributes
    ----------
    slopes : tensor, shape ``(num_heads // world_size, 1, 1)``
        :math:`m_h`, rounded once from float64. A buffer, out of the ``state_dict``, that follows the device. It is
        never narrower than float32, so that distances are not either.
    dtype : torch.dtype
        Of the results: torch's default dtype, then that which the module is converted to.

    Raises
    ------
    TypeError, ValueError
        For an argument that is not of its kind or out of range, and if `world_size` does not divide `num_heads`.

    Notes
    -----
    Of :cite:t:`press2022`. On the ``meta`` device the slopes have no values; ``to_empty`` from there fills them in,
    and :meth:`reset_slopes` does so at any time.

    Examples
    --------
    >>> alibi = ALiBi(2, causal=True)
    >>> alibi(3)[0]
    tensor([[ 0.0000,    -inf,    -inf],
            [-0.0625,  0.0000,    -inf],
            [-0.1250, -0.0625,  0.0000]])
    >>> alibi(1, offset=2)[0]
    tensor([[-0.1250, -0.0625,  0.0000]])
    """

    slopes: Tensor

    def __init__(self, num_heads: int, *, causal: bool, rank: int = 0, world_size: int = 1) -> None:
        super().__init__()
        self.num_heads, self.rank, self.world_size = num_heads, rank, world_size
        self.causal = _checks.flag("causal", causal)
        self.dtype = torch.get_default_dtype()
        slopes = self._rounded(_rounding.wide(self.dtype)).to(torch.get_default_device())
        self.register_buffer("slopes", slopes, persistent=False)

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
        query_positions : int, or int64 or int32 tensor, shape ``(query,)`` or ``(batch, query)``
            How many queries there are, at positions that count up from `offset`, or the positions.
        key_positions : int, or int64 or int32 tensor, shape ``(key,)`` or ``(batch, key)``, optional
            How many keys there are, at positions that count up from 0, or the positions: with padding, those of
            :func:`pe_reference.distances.positions_from_mask`. By default all positions up to the last query's, or
            `query_positions` if those are a tensor.
        offset : int, or int64 or int32 tensor, shape ``()`` or ``(batch,)``
            Position of the first query: how many keys a cache holds already. Only where queries are counted.

        Returns
        -------
        tensor, shape ``(heads, query, key)``, or ``(batch, heads, query, key)`` where positions are per sample
            At most 0. Padding is not hidden: it has positions, no mask.

        Raises
        ------
        TypeError
            If positions are not integers.
        ValueError
            If a shape does not fit, a number is negative, or it is not said how many keys there are.
        """
        relative = _positions.relative(query_positions, key_positions, offset, self.slopes.device)[..., None, :, :]
        bias = self.slopes * -relative.abs()
        if self.causal:
            bias = bias.masked_fill(relative > 0, -torch.inf)
        return bias.to(self.dtype)

    def reset_slopes(self) -> None:
        """Compute the slopes anew, on their present device.

        Examples
        --------
        >>> alibi = ALiBi(4, causal=False)
        >>> alibi.slopes.zero_().any()
        tensor(False)
        >>> alibi.reset_slopes()
        >>> alibi.slopes.flatten()
        tensor([0.2500, 0.0625, 0.0156, 0.0039])
        """
        self.slopes = self._rounded(self.slopes.dtype).to(self.slopes.device)

    def extra_repr(self) -> str:
        """Return the arguments, for ``print``."""
        return f"{self.num_heads}, causal={self.causal}, rank={self.rank}, world_size={self.world_size}"

    def _rounded(self, dtype: torch.dtype) -> Tensor:
        slopes = alibi.slopes(self.num_heads, rank=self.rank, world_size=self.world_size)
        return _rounding.rounded(slopes[:, None, None], dtype)

    def _apply(self, fn: Callable[..., Any], recurse: bool = True) -> Self:
        """Note the dtype, keep the slopes wide; round anew where they widen, fill in after ``meta``."""
        before = self.slopes
        self.dtype = fn(torch.empty(0, dtype=self.dtype, device=before.device)).dtype
        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]  # torch leaves it without types
        self.slopes = _rounding.kept_wide(before, self.slopes, self._rounded)
        return self
