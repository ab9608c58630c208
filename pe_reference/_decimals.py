"""Numbers of 50 digits on the way to two float64 parts, whatever the caller's decimal context."""

import decimal
from collections.abc import Sequence
from contextlib import AbstractContextManager
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

__all__ = ["exactly", "two_parts", "whole"]

DIGITS = 50
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")


def exactly() -> AbstractContextManager[decimal.Context]:
    """Return a context of DIGITS digits, to compute in."""
    return decimal.localcontext(decimal.Context(prec=DIGITS))


def two_parts(exact: Sequence[Decimal]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each number correctly rounded to float64, and what that lacks."""
    with exactly():
        hi = [float(number) for number in exact]
        lo = [float(number - Decimal(part)) for number, part in zip(exact, hi, strict=True)]
    return np.array(hi), np.array(lo)


def whole(hi: NDArray[np.float64], lo: NDArray[np.float64]) -> list[Decimal]:
    """Return the numbers whose two parts are given."""
    with exactly():
        return [Decimal(one) + Decimal(rest) for one, rest in zip(hi.tolist(), lo.tolist(), strict=True)]
