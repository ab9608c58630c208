"""The factor of dynamic NTK at a length, as people define it."""

from decimal import Decimal
from fractions import Fraction
from typing import Literal

from pe_reference import _checks, _decimals
from pe_reference.spectra import _scaled

__all__ = ["Bracket", "alpha"]

Bracket = Literal["linear", "stepped", "ratio"]
BRACKETS = ("linear", "stepped", "ratio")


def alpha(seq_len: int, original_max_seq_len: int, factor: float | None, bracket: Bracket) -> Decimal:
    """Return the factor to 50 digits."""
    _checks.one_of("bracket", bracket, BRACKETS)
    now = _scaled.length("seq_len", seq_len)
    trained = _scaled.length("original_max_seq_len", original_max_seq_len)
    if (factor is None) == (bracket == "linear"):
        must = "given" if factor is None else "left out"
        raise ValueError(f"`factor` must be {must} with bracket = {bracket!r}, got {_checks.shown(factor)}")
    slope = Fraction(1 if factor is None else _checks.at_least("factor", factor, 1))
    if now <= trained:
        return Decimal(1)
    if bracket == "stepped":
        doublings = (-(-now // trained) - 1).bit_length()
        return Decimal(2 ** (doublings + 1) - 1)
    exact = slope * Fraction(now, trained) - (slope - 1)
    with _decimals.exactly():
        return Decimal(exact.numerator) / exact.denominator
