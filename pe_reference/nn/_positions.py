"""Where the tokens stand: rows of a table, and distances between queries and keys."""

import torch
from torch import Tensor
from torch.nn import functional

from pe_reference import _checks
from pe_reference.nn import _inputs

__all__ = ["added", "relative", "rows"]


def added(x: Tensor, table: Tensor, position_ids: Tensor | None, offset: int | Tensor, *, batch_first: bool) -> Tensor:
    """Return `x` plus the rows of its positions, in the dtype of `x`; arguments as in ``Sinusoidal.forward``."""
    _inputs.floating("x", x)
    _inputs.axes("x", x, "(batch, seq, d_model)" if batch_first else "(seq, batch, d_model)")
    _checks.same("x.shape[-1]", x.shape[-1], "d_model", table.shape[1])
    batch, seq = x.shape[:2] if batch_first else (x.shape[1], x.shape[0])
    chosen = rows(table, batch, seq, position_ids, offset)
    if not batch_first:
        chosen = chosen[:, None] if chosen.ndim == 2 else chosen.transpose(0, 1)
    return (x + chosen).to(x.dtype)


def rows(table: Tensor, batch: int, seq: int, position_ids: Tensor | None, offset: int | Tensor) -> Tensor:
    """Return the rows of `table` at the positions of each token, ``(seq, width)`` or ``(batch, seq, width)``.

    Parameters
    ----------
    table : tensor, shape ``(max_seq_len, width)``
        A row for each position.
    batch, seq : int
        How many sentences and tokens there are.
    position_ids : int64 or int32 tensor, shape ``(seq,)`` or ``(batch, seq)``, optional
        Position of each token. By default they count up from `offset`.
    offset : int, or int64 or int32 tensor, shape ``()`` or ``(batch,)``
        Position of the first token, 0 with `position_ids`.
    """
    if position_ids is not None:
        if isinstance(offset, Tensor) or offset != 0:
            raise ValueError(f"`offset` must be 0 where `position_ids` are given, got {_checks.shown(offset)}")
        _inputs.shape("position_ids", position_ids, {"(seq,)": (seq,), "(batch, seq)": (batch, seq)})
        _inputs.indices("position_ids", position_ids, "max_seq_len", table.shape[0])
        return functional.embedding(position_ids, table)
    if not isinstance(offset, Tensor):
        return table[_inputs.window(offset, seq, table.shape[0])]
    _inputs.windows(offset, batch, seq, table.shape[0])
    return functional.embedding(_counted(seq, offset, table.device), table)


def relative(
    query_positions: int | Tensor, key_positions: int | Tensor | None, offset: int | Tensor, device: torch.device
) -> Tensor:
    """Return key minus query in int64, ``(query, key)`` or ``(batch, query, key)``: the sign of ``distances``.

    Parameters
    ----------
    query_positions : int, or int64 or int32 tensor, shape ``(query,)`` or ``(batch, query)``
        How many queries there are, at positions that count up from `offset`, or the positions.
    key_positions : int, or int64 or int32 tensor, shape ``(key,)`` or ``(batch, key)``, optional
        How many keys there are, at positions that count up from 0, or the positions. By default all positions up to
        the last query's, or `query_positions` if those are a tensor.
    offset : int, or int64 or int32 tensor, shape ``()`` or ``(batch,)``
        Position of the first query, 0 where `query_positions` are a tensor.
    device : torch.device
        Of positions that are counted.
    """
    if isinstance(query_positions, Tensor):
        if isinstance(offset, Tensor) or offset != 0:
            raise ValueError(f"`offset` must be 0 where `query_positions` are a tensor, got {_checks.shown(offset)}")
        query = _listed("query_positions", query_positions)
        key_positions = query if key_positions is None else key_positions
    else:
        count = _length("query_positions", query_positions)
        if isinstance(offset, Tensor):
            if key_positions is None:
                raise ValueError("`key_positions` must be given where `offset` is a tensor, got None")
            _inputs.integers("offset", offset)
            if offset.ndim > 1:
                raise ValueError(f"`offset` must have the shape () or (batch,), got {tuple(offset.shape)}")
        elif not torch.compiler.is_compiling():
            offset = _checks.integer("offset", offset, least=0, most=_checks.LARGEST_POSITION)
        key_positions = offset + count if key_positions is None else key_positions
        query = _counted(count, offset, device)
    if isinstance(key_positions, Tensor):
        key = _listed("key_positions", key_positions)
    else:
        key = torch.arange(_length("key_positions", key_positions), device=device)
    if query.ndim == key.ndim == 2 and query.shape[0] != key.shape[0]:
        raise ValueError(f"`key_positions.shape[0]` must be query_positions.shape[0] = {len(query)}, got {len(key)}")
    return key[..., None, :] - query[..., :, None]


def _counted(count: int, offset: int | Tensor, device: torch.device) -> Tensor:
    steps = torch.arange(count, device=device)
    return steps + (offset[..., None] if isinstance(offset, Tensor) else offset)


def _length(name: str, value: int) -> int:
    return (
        value if torch.compiler.is_compiling() else _checks.integer(name, value, least=0, most=_checks.MOST_POSITIONS)
    )


def _listed(name: str, value: Tensor) -> Tensor:
    _inputs.integers(name, value)
    if value.ndim not in (1, 2):
        raise ValueError(f"`{name}` must have 1 or 2 axes, (seq,) or (batch, seq), got {value.ndim}")
    return value.long()
