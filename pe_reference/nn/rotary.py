"""Torch module over :mod:`pe_reference.rotations.rotary`."""

import copy
from collections.abc import Callable
from typing import Any, Self, final

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor, nn

from pe_reference import _checks, frequencies
from pe_reference.frequencies import Spectrum
from pe_reference.nn import _inputs, _positions, _rounding, _turning
from pe_reference.rotations import rotary
from pe_reference.rotations.rotary import Pairing

__all__ = ["Rotary"]

QUERY_AXES, KEY_AXES = "(batch, num_heads, seq, head_dim)", "(batch, num_kv_heads, seq, head_dim)"


@final
class Rotary(nn.Module):
    r"""Turn queries and keys by their positions.

    .. math:: x'_a = \alpha \, (x_a \cos p\omega_j - x_b \sin p\omega_j), \qquad
              x'_b = \alpha \, (x_a \sin p\omega_j + x_b \cos p\omega_j)

    for every pair :math:`(a, b)` of :func:`pe_reference.rotations.rotary.turn`. NumPy computes cosines and sines on
    the exact path, :func:`pe_reference.frequencies.cos_sin`; they are multiplied by :math:`\alpha` in float64 and
    rounded once.

    Parameters
    ----------
    head_dim : int
        Width of a query or key, even.
    max_seq_len : int
        Positions from 0 to ``max_seq_len - 1``: for an extended context, the extended length.
    base : float, optional
        Also called rope_theta; 10000 by default. Not with `spectrum`.
    spectrum : Spectrum or array-like, shape ``(rotary_dim / 2,)``, optional
        Frequencies of an extended context, such as :func:`pe_reference.spectra.yarn.spectrum`, or an ``inv_freq``
        array, whose float64 numbers are then taken as they stand.
    rotary_dim : int, optional
        How many numbers of a row are turned, even; by default all of them, or as many as `spectrum` has.
    pairing : {"interleaved", "half"}
        As in :func:`pe_reference.rotations.rotary.rotate`.
    attention_factor : float
        :math:`\alpha`: multiplies turned queries and turned keys, so that their products grow by its square.

    Attributes
    ----------
    table : tensor, shape ``(max_seq_len, rotary_dim)``
        Finished cosines and sines: in turns if interleaved, the cosines first if half. A real buffer, out of the
        ``state_dict``, that follows the device. It is never narrower than float32, also after ``.to(torch.bfloat16)``
        and ``.half()``, which change nothing, for the dtype of the results is that of `query` and `key`; after
        ``.double()`` it is float64, rounded anew from NumPy's.

    Raises
    ------
    TypeError, ValueError
        For an argument that is not of its kind, out of range, or not one of the choices; if both `base` and `spectrum`
        are given, or `spectrum` does not have ``rotary_dim / 2`` frequencies.

    Notes
    -----
    Of :cite:t:`su2021`. On the ``meta`` device the table has no values; ``to_empty`` from there fills it in, and
    :meth:`reset_table` does so at any time. Nothing is kept from call to call. Checkpoints of other modules may hold an
    ``inv_freq``: it loads, strictly too, and is left aside, for the arguments alone decide.

    Examples
    --------
    Decoding token by token gives what one pass gives: turned keys are kept, and `offset` says how many there are.

    >>> attend = torch.nn.functional.scaled_dot_product_attention
    >>> rotary = Rotary(8, max_seq_len=32)
    >>> query, key, value = torch.randn(3, 1, 2, 5, 8, generator=torch.Generator().manual_seed(0))
    >>> whole = attend(*rotary(query, key), value, is_causal=True)
    >>> keys, values, outputs = key[:, :, :0], value[:, :, :0], []
    >>> for step in range(5):
    ...     now = slice(step, step + 1)
    ...     turned_query, turned_key = rotary(query[:, :, now], key[:, :, now], offset=keys.shape[2])
    ...     keys = torch.cat([keys, turned_key], dim=2)
    ...     values = torch.cat([values, value[:, :, now]], dim=2)
    ...     outputs.append(attend(turned_query, keys, values))
    >>> torch.allclose(torch.cat(outputs, dim=2), whole, atol=1e-6)
    True
    """

    table: Tensor

    def __init__(
        self,
        head_dim: int,
        *,
        max_seq_len: int = 4096,
        base: float | None = None,
        spectrum: Spectrum | ArrayLike | None = None,
        rotary_dim: int | None = None,
        pairing: Pairing = "interleaved",
        attention_factor: float = 1.0,
    ) -> None:
        super().__init__()
        self.base: float | None = None
        self.spectrum: Spectrum | ArrayLike
        if spectrum is None:
            self.base = 10_000.0 if base is None else _checks.positive("base", base)
            self.spectrum = rotary.spectrum(head_dim, rotary_dim=rotary_dim, base=self.base)
        elif base is not None:
            raise ValueError(f"`base` must be left out where `spectrum` is given, got {_checks.shown(base)}")
        else:
            self.spectrum = copy.deepcopy(spectrum)
        pairs = frequencies.cos_sin(0, self.spectrum)[0].size
        self.rotary_dim = _checks.rotary(head_dim, 2 * pairs if rotary_dim is None else rotary_dim)
        _checks.same("spectrum", f"{pairs} frequencies", "rotary_dim / 2", f"{self.rotary_dim // 2} frequencies")
        self.head_dim = int(head_dim)
        _checks.one_of("pairing", pairing, rotary.PAIRINGS)
        self.pairing = pairing
        self.max_seq_len = _checks.integer("max_seq_len", max_seq_len)
        _checks.room("max_seq_len", self.max_seq_len, "rotary_dim", self.rotary_dim)
        self.attention_factor = _checks.positive("attention_factor", attention_factor)
        rows = self._rows(_rounding.wide(torch.get_default_dtype())).to(torch.get_default_device())
        self.register_buffer("table", rows, persistent=False)

    def forward(
        self, query: Tensor, key: Tensor, position_ids: Tensor | None = None, *, offset: int | Tensor = 0
    ) -> tuple[Tensor, Tensor]:
        """Return `query` and `key` turned.

        Parameters
        ----------
        query : floating tensor, shape ``(batch, num_heads, seq, head_dim)``
            Before the product with the keys. Views work, such as ``(batch, seq, num_heads, head_dim)`` transposed.
        key : floating tensor, shape ``(batch, num_kv_heads, seq, head_dim)``
            The keys of the same tokens; a cache keeps what is returned here.
        position_ids : int64 or int32 tensor, shape ``(seq,)`` or ``(batch, seq)``, optional
            Position of each token, from 0 to ``max_seq_len - 1``: for packed or left-padded sentences. By default
            they count up from `offset`.
        offset : int, or int64 or int32 tensor, shape ``()`` or ``(batch,)``
            Position of the first token, at least 0: how many a cache holds already. Not with `position_ids`.

        Returns
        -------
        query, key : tensors, shapes and dtypes as given
            Computed in the wider of the dtypes of the tensor and the table, then rounded to that of the tensor. The
            numbers beyond `rotary_dim` are those given.

        Raises
        ------
        TypeError
            If `query` or `key` is not a floating tensor, or positions are not integers.
        ValueError
            If a shape does not fit, or a position is negative or not below `max_seq_len`. Values of tensors of
            positions are looked at on the CPU and outside compiled code only.
        """
        for name, x, axes in (("query", query, QUERY_AXES), ("key", key, KEY_AXES)):
            _inputs.floating(name, x)
            _inputs.axes(name, x, axes)
        (batch, _, seq, width), (key_batch, _, key_seq, key_width) = query.shape, key.shape
        _checks.same("query.shape[-1]", width, "head_dim", self.head_dim)
        _checks.same("key.shape[-1]", key_width, "head_dim", self.head_dim)
        _checks.same("key.shape[0]", key_batch, "query.shape[0]", batch)
        _checks.same("key.shape[2]", key_seq, "query.shape[2]", seq)
        rows = _positions.rows(self.table, batch, seq, position_ids, offset)
        by, width, pairing = _turning.factors(rows, self.pairing), self.rotary_dim, self.pairing
        return _turning.turned(query, by, width, pairing), _turning.turned(key, by, width, pairing)

    def reset_table(self) -> None:
        """Compute the table anew, in its present dtype and on its present device.

        Examples
        --------
        >>> rotary = Rotary(4, max_seq_len=16)
        >>> rotary.table.zero_().any()
        tensor(False)
        >>> rotary.reset_table()
        >>> rotary.table[:2]
        tensor([[1.0000, 0.0000, 1.0000, 0.0000],
                [0.5403, 0.8415, 0.9999, 0.0100]])
        """
        self.table = self._rows(self.table.dtype).to(self.table.device)

    def extra_repr(self) -> str:
        """Return the arguments, for ``print``."""
        grid = "spectrum=..." if self.base is None else f"base={self.base}"
        return (
            f"head_dim={self.head_dim}, max_seq_len={self.max_seq_len}, {grid}, rotary_dim={self.rotary_dim}, "
            f"pairing={self.pairing!r}, attention_factor={self.attention_factor}"
        )

    def _rows(self, dtype: torch.dtype) -> Tensor:
        both = frequencies.cos_sin(range(self.max_seq_len), self.spectrum)
        table = np.stack(both, axis=-1 if self.pairing == "interleaved" else -2).reshape(
            self.max_seq_len, self.rotary_dim
        )
        return _rounding.rounded(self.attention_factor * table, dtype)

    def _load_from_state_dict(self, state_dict: dict[str, Any], prefix: str, *args: Any) -> None:
        """Leave the frequencies of an old checkpoint aside: they may be rounded, or of another version."""
        state_dict.pop(f"{prefix}inv_freq", None)
        super()._load_from_state_dict(state_dict, prefix, *args)

    def _apply(self, fn: Callable[..., Any], recurse: bool = True) -> Self:
        """Keep the table wide where a conversion narrows it; round anew where it widens, fill in after ``meta``."""
        before = self.table
        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]  # torch leaves it without types
        self.table = _rounding.kept_wide(before, self.table, self._rows)
        return self
