"""Codes that come to mind first."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference.embeddings import naive, sinusoidal

positions = st.lists(st.integers(0, 10_000), min_size=1, max_size=8)


@given(positions)
def test_linear_and_integer_hold_the_position(some):
    integer, linear = naive.integer(some), naive.linear(some, 8)
    assert integer.tolist() == [[position] for position in some]
    assert linear.tolist() == [[position] * 8 for position in some]
    assert integer.dtype == linear.dtype == np.float64


@given(st.lists(st.integers(0, 15), min_size=1, max_size=8))
def test_one_hot_rows_are_those_of_the_identity(some):
    got = naive.one_hot(some, 16)
    assert got.dtype == np.float64
    np.testing.assert_array_equal(got, np.eye(16)[some])


def test_axes_of_the_positions_come_first():
    some = np.arange(6).reshape(2, 3)
    shapes = [naive.linear(some, 8), naive.integer(some), naive.one_hot(some, 6), naive.triangle(some, 8)]
    assert [code.shape for code in shapes] == [(2, 3, 8), (2, 3, 1), (2, 3, 6), (2, 3, 8)]
    assert naive.one_hot(4, 6).shape == (6,)


class TestTriangle:
    def test_is_the_arcsine_of_the_sine(self):
        waves = np.arcsin(sinusoidal.table(range(200), 16, base=500.0)) * 2 / np.pi
        np.testing.assert_allclose(naive.triangle(range(200), 16, base=500.0), waves, atol=1e-7)

    def test_is_bounded(self):
        rows = naive.triangle(np.linspace(-1e4, 1e4, 5001), 8)
        assert rows.min() >= -1
        assert rows.max() <= 1


REFUSED = [
    ([], ValueError, r"`positions` must hold at least one number, got shape \(0,\)"),
    ([True], TypeError, "`positions` must be real numbers, got bool values"),
    ("ab", TypeError, "`positions` must be real numbers, got <U2 values"),
    ([1j], TypeError, "`positions` must be real numbers, got complex128 values"),
    ([np.nan], ValueError, "`positions` must be finite, got nan"),
    ([-np.inf], ValueError, "`positions` must be finite, got -inf"),
    ([1e300], ValueError, r"`positions` must be at most 2\*\*53 in size, got 1e\+300"),
]


@pytest.mark.parametrize(("some", "kind", "message"), REFUSED)
@pytest.mark.parametrize("code", [naive.linear, naive.integer, naive.one_hot, naive.triangle])
def test_refused_positions(code, some, kind, message):
    with pytest.raises(kind, match=message):
        code(some, 8) if code is not naive.integer else code(some)


@pytest.mark.parametrize("code", [naive.linear, naive.one_hot, naive.triangle])
@pytest.mark.parametrize(
    ("width", "kind", "message"),
    [
        (0, ValueError, "must be from [12] to 1048576, got 0"),
        (-8, ValueError, "must be from [12] to 1048576, got -8"),
        (2**40, ValueError, "must be from [12] to 1048576, got 1099511627776"),
        (8.0, TypeError, "must be an integer, got 8.0"),
        (True, TypeError, "must be an integer, got True"),
        ("8", TypeError, "must be an integer, got '8'"),
        (None, TypeError, "must be an integer, got None"),
    ],
)
def test_refused_widths(code, width, kind, message):
    name = "num_positions" if code is naive.one_hot else "d_model"
    with pytest.raises(kind, match=f"^`{name}` {message}$"):
        code([0], width)


@pytest.mark.parametrize(
    ("some", "kind", "message"),
    [
        ([0, 8], ValueError, "`positions` must be from 0 to num_positions - 1 = 7, got 8"),
        ([9, -1], ValueError, "`positions` must be from 0 to num_positions - 1 = 7, got -1"),
        ([0.0], TypeError, "`positions` must be integers for a one-hot code, got float64 values"),
    ],
)
def test_one_hot_refuses_a_position_without_a_dimension(some, kind, message):
    with pytest.raises(kind, match=message):
        naive.one_hot(some, 8)


@pytest.mark.parametrize("code", [naive.linear, naive.one_hot])
def test_refuses_a_table_that_no_memory_holds(code):
    with pytest.raises(
        ValueError, match=r"^`positions` must hold at most 32768 positions at \w+ = 1048576, got 65536$"
    ):
        code(range(2**16), 2**20)


def test_triangle_refuses_an_odd_width_and_a_base_of_zero():
    with pytest.raises(ValueError, match="`d_model` must be even, got 7"):
        naive.triangle([0], 7)
    with pytest.raises(ValueError, match="`base` must be positive, got 0"):
        naive.triangle([0], 8, base=0)
