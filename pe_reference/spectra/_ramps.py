"""From pairs that stay to pairs that are interpolated: the ramps of YaRN."""

import math
from decimal import Decimal
from typing import Literal

from pe_reference import _checks, _decimals
from pe_reference.spectra import _scaled

__all__ = ["Clamp", "Ramp", "ends", "shares"]

Ramp = Literal["index", "rotations"]
Clamp = Literal["width", "pairs"]
RAMPS = ("index", "rotations")
CLAMPS = ("width", "pairs")

Betas = tuple[float, float]


def ends(
    head_dim: int, original_max_seq_len: int, base: float, betas: Betas, truncate: bool, clamp: Clamp
) -> tuple[Decimal, Decimal]:
    """Return the pairs where the ramp in the index begins and ends."""
    width = _checks.even("head_dim", head_dim)
    trained = _scaled.length("original_max_seq_len", original_max_seq_len)
    fast, slow = _ordered(betas)
    growth = Decimal(_checks.positive("base", base))
    if growth <= 1:
        raise ValueError(f"`base` must be above 1 for a ramp in the index, got {base}")
    whole = _checks.flag("truncate", truncate)
    last = width - 1 if _checks.one_of("clamp", clamp, CLAMPS) == "width" else width // 2 - 1
    with _decimals.exactly():
        low, high = (width * (trained / (2 * _decimals.PI * beta)).ln() / (2 * growth.ln()) for beta in (fast, slow))
        if whole:
            low, high = Decimal(math.floor(low)), Decimal(math.ceil(high))
    low, high = max(low, Decimal(0)), min(high, Decimal(last))
    if low >= high:
        raise ValueError(
            f"`beta_slow` must end the ramp after beta_fast begins it, got pairs {float(low):g} to {float(high):g}"
        )
    return low, high


def shares(
    head_dim: int,
    original_max_seq_len: int,
    base: float,
    betas: Betas,
    ramp: Ramp,
    truncate: bool,
    clamp: Clamp,
) -> list[Decimal]:
    """Return how far each pair is interpolated, from 0 to 1."""
    if _checks.one_of("ramp", ramp, RAMPS) == "index":
        low, high = ends(head_dim, original_max_seq_len, base, betas, truncate, clamp)
        return _scaled.ramp(range(head_dim // 2), low, high)
    _checks.flag("truncate", truncate)
    _checks.one_of("clamp", clamp, CLAMPS)
    trained = _scaled.length("original_max_seq_len", original_max_seq_len)
    fast, slow = _ordered(betas)
    return _scaled.ramp(_scaled.turns(_scaled.plain(head_dim, base), trained), fast, slow)


def _ordered(betas: Betas) -> tuple[Decimal, Decimal]:
    fast, slow = _checks.positive("beta_fast", betas[0]), _checks.positive("beta_slow", betas[1])
    return Decimal(_checks.above("beta_fast", fast, "beta_slow", slow)), Decimal(slow)
