import decimal
from decimal import Decimal

import numpy as np
import oracle
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import _decimals


def test_pi():
    assert abs(oracle.mp.mpf(str(_decimals.PI)) / oracle.mp.pi - 1) < 1e-49


@given(st.fractions(min_value=1e-9, max_value=1e9))
def test_there_and_back_loses_what_two_parts_cannot_hold(number):
    with _decimals.exactly():
        exact = Decimal(number.numerator) / number.denominator
    hi, lo = _decimals.two_parts([exact])
    assert hi[0] == float(exact) and abs(lo[0]) <= np.spacing(hi[0]) / 2
    (back,) = _decimals.whole(hi, lo)
    with _decimals.exactly():
        assert abs(back / exact - 1) < 2.0**-105 if exact else back == 0
    np.testing.assert_array_equal(_decimals.two_parts([back]), (hi, lo))


def test_does_not_depend_on_the_caller_s_context():
    third = _decimals.two_parts([Decimal("0." + "3" * 50)])
    with decimal.localcontext(decimal.Context(prec=3)):
        np.testing.assert_array_equal(_decimals.two_parts(_decimals.whole(*third)), third)
