r"""Cosine and sine that are right to the last bit or so, from exact points of the circle and a short series.

The angle is counted in points, :math:`P` = 256 to a turn. Position times frequency is kept in two parts (Dekker 1971),
whole turns drop out without error, the nearest point is looked up in two parts, and the rest, at most half a point or
:math:`\pi / 256`, needs three terms of the series. Only sums and products of float64 occur: the bits do not depend on a
machine's own sine.
"""

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["cos_sin", "in_points", "two_product"]

POINTS = 256
HALVINGS = 6  # of a quarter turn, down to one point
ONE = 1 << 200  # the unit of the fixed-point integers that the constants are made of

Parts = tuple[NDArray[np.float64], NDArray[np.float64]]


def cos_sin(positions: NDArray[np.float64], hi: NDArray[np.float64], lo: NDArray[np.float64]) -> Parts:
    """Return cosine and sine of `positions` times the frequencies ``hi + lo``, counted in points."""
    angle, rest = two_product(positions, hi)
    rest += positions * lo
    angle -= POINTS * np.rint(angle / POINTS)
    nearest = np.rint(angle + rest)
    x = (angle - nearest + rest) * (2 * math.pi / POINTS)
    square = x * x
    sine = x + x * square * (square * (1 / 120 - square / 5040) - 1 / 6)
    versine = square * (0.5 - square * (1 / 24 - square / 720))
    point = nearest.astype(np.intp) & (POINTS - 1)
    cos, sin = COS[point], SIN[point]
    cos_rest = COS_LO[point] - (cos * versine + sin * sine)
    sin_rest = SIN_LO[point] - (sin * versine - cos * sine)
    return cos + cos_rest, sin + sin_rest


def in_points(hi: NDArray[np.float64], lo: NDArray[np.float64]) -> Parts:
    """Return the frequencies ``hi + lo``, in radians, as points for each position."""
    product, rest = two_product(hi, PER_RADIAN)
    rest += hi * PER_RADIAN_LO + lo * PER_RADIAN
    total = product + rest
    return total, rest - (total - product)


def two_product(a: NDArray[np.float64], b: NDArray[np.float64]) -> Parts:
    """Return the rounded product and its rounding error (Dekker 1971)."""
    product = a * b
    a_hi, a_lo = _halves(a)
    b_hi, b_lo = _halves(b)
    return product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo


def _halves(a: NDArray[np.float64]) -> Parts:
    """Cut float64 numbers into two halves of 26 bits."""
    scaled = a * (2.0**27 + 1)
    hi = scaled - (scaled - a)
    return hi, a - hi


def _two_parts(numbers: list[int]) -> Parts:
    """Return fixed-point integers as two float64 parts each."""
    hi = [number / ONE for number in numbers]
    lo = [(number - int(part * ONE)) / ONE for number, part in zip(numbers, hi, strict=True)]
    return np.array(hi), np.array(lo)


def _quarter() -> list[int]:
    """Return the cosine of each point from 0 to a quarter turn: one point by halving, the others by turning it."""
    cos = 0
    for _ in range(HALVINGS):
        cos = math.isqrt((ONE + cos) * ONE // 2)
    sin = math.isqrt(ONE**2 - cos**2)
    x, y, cosines = ONE, 0, []
    for _ in range(POINTS // 4):
        cosines.append(x)
        x, y = (x * cos - y * sin) // ONE, (x * sin + y * cos) // ONE
    return [*cosines, 0]


def _all_around(quarter: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cosine of every point from those of a quarter turn."""
    half = np.concatenate([quarter, -quarter[-2::-1]])
    return np.concatenate([half, half[-2:0:-1]])


PI = int(math.pi * ONE) + int(math.sin(math.pi) * ONE)  # the sine of float64 pi is what float64 pi lacks
(PER_RADIAN, PER_RADIAN_LO) = (part[0] for part in _two_parts([POINTS * ONE * ONE // (2 * PI)]))
COS, COS_LO = (_all_around(part) for part in _two_parts(_quarter()))
SIN, SIN_LO = np.roll(COS, POINTS // 4), np.roll(COS_LO, POINTS // 4)
