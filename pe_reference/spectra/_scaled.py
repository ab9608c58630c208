"""Steps that the scaled spectra share: plain frequencies, turns in the trained context, exact products."""

import itertools
import operator
from collections.abc import Iterable, Sequence
from decimal import Decimal

from pe_reference import _checks, _decimals, frequencies
from pe_reference.frequencies import Spectrum

__all__ = ["blended", "factor_of", "length", "plain", "ramp", "stretched", "times", "turns"]

LONGEST = 2**53


def plain(head_dim: int, base: float, *, least: int = 2) -> Spectrum:
    """Return the frequencies as trained."""
    return frequencies.spectrum(_checks.even("head_dim", head_dim, least=least), base=base)


def factor_of(value: float) -> Decimal:
    """Return the factor by which a context is extended."""
    return Decimal(_checks.at_least("factor", value, 1))


def length(name: str, value: int, *, least: int = 1) -> int:
    """Return a number of positions."""
    return _checks.integer(name, value, least=least, most=LONGEST)


def turns(spectrum: Spectrum, seq_len: int) -> list[Decimal]:
    """Return how often each pair turns around within `seq_len` positions."""
    with _decimals.exactly():
        return [omega * seq_len / (2 * _decimals.PI) for omega in _decimals.whole(*spectrum)]


def ramp(values: Iterable[Decimal | int], start: Decimal, end: Decimal) -> list[Decimal]:
    """Return 0 up to `start`, 1 from `end` on, and a straight line between."""
    with _decimals.exactly():
        return [min(max((value - start) / (end - start), Decimal(0)), Decimal(1)) for value in values]


def blended(spectrum: Spectrum, shares: Sequence[Decimal], factor: Decimal) -> Spectrum:
    """Return frequencies of which so large a share is divided by `factor`."""
    with _decimals.exactly():
        multipliers = [1 - share + share / factor for share in shares]
    return times(spectrum, multipliers, "factor", factor)


def stretched(spectrum: Spectrum, by: Decimal) -> Spectrum:
    """Return frequencies of which the first stays, the last is divided by `by`, and the ratio of neighbours is one."""
    steps = spectrum.hi.size - 1
    with _decimals.exactly():
        ratio = (-by.ln() / steps).exp()
        multipliers = list(itertools.accumulate(itertools.repeat(ratio, steps), operator.mul, initial=Decimal(1)))
    return times(spectrum, multipliers, "factor", by)


def times(spectrum: Spectrum, multipliers: Sequence[Decimal], name: str, value: Decimal) -> Spectrum:
    """Return frequencies times multipliers; a refusal names `value`, which they come from."""
    with _decimals.exactly():
        exact = [omega * by for omega, by in zip(_decimals.whole(*spectrum), multipliers, strict=True)]
    hi, lo = _decimals.two_parts(exact)
    if hi.min() < frequencies.SMALLEST or hi.max() > frequencies.LARGEST:
        raise ValueError(f"`{name}` must give frequencies from 2**-1000 to 2**53, got {float(value)}")
    return Spectrum(hi, lo)
