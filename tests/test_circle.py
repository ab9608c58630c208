import fractions
import math

import numpy as np
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import _circle

moderate = st.floats(-(2.0**53), 2.0**53, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-100)


@given(moderate, moderate)
def test_two_product_loses_nothing(a, b):
    product, rest = _circle.two_product(np.float64(a), np.float64(b))
    assert product == a * b
    assert fractions.Fraction(float(product)) + fractions.Fraction(float(rest)) == fractions.Fraction(
        a
    ) * fractions.Fraction(b)


def test_points_are_exact_to_both_parts():
    for point in range(_circle.POINTS):
        angle = 2 * oracle.mp.pi * point / _circle.POINTS
        for exact, hi, lo in (
            (oracle.mp.cos(angle), _circle.COS, _circle.COS_LO),
            (oracle.mp.sin(angle), _circle.SIN, _circle.SIN_LO),
        ):
            assert abs(oracle.mp.mpf(float(hi[point])) + float(lo[point]) - exact) < 2.0**-106


def test_points_are_symmetric_in_every_bit():
    back = -np.arange(_circle.POINTS) % _circle.POINTS
    for even in (_circle.COS, _circle.COS_LO):
        assert np.array_equal(even, even[back])
    for odd in (_circle.SIN, _circle.SIN_LO):
        assert np.array_equal(odd, -odd[back])


@pytest.mark.parametrize("value", [1.0, math.pi, 1e-4, 1e-200, 2.0**53])
def test_in_points_keeps_both_parts(value):
    hi, lo = _circle.in_points(np.array([value]), np.array([value * 2.0**-54]))
    exact = oracle.mp.mpf(value) * (1 + oracle.mp.mpf(2) ** -54) * _circle.POINTS / (2 * oracle.mp.pi)
    kept = oracle.mp.mpf(float(hi[0])) + float(lo[0])
    assert abs(kept / exact - 1) < 2.0**-102


@given(st.floats(-(2.0**40), 2.0**40), st.floats(0, 1))
def test_half_a_unit_in_the_last_place_and_little_more(position, frequency):
    cos, sin = _circle.cos_sin(np.array([position]), *_circle.in_points(np.array([frequency]), np.zeros(1)))
    angle = oracle.mp.mpf(position) * frequency
    assert oracle.distance(cos, [oracle.mp.cos(angle)]) < 6e-17
    assert oracle.distance(sin, [oracle.mp.sin(angle)]) < 6e-17
