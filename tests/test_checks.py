"""Every refusal says what must be and what was given."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from pe_reference import _checks


def refuses(kind, message, check, *args, **options):
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        check("it", *args, **options)


class TestInteger:
    def test_takes_any_kind_of_integer(self):
        for value in (5, np.int8(5), np.uint64(5)):
            number = _checks.integer("it", value)
            assert number == 5
            assert type(number) is int

    @pytest.mark.parametrize("value", [True, np.True_, 2.0, "2", None, [2], np.array([2]), 1j, np.timedelta64(2)])
    def test_refuses_another_type(self, value):
        refuses(TypeError, f"`it` must be an integer, got {_checks.shown(value)}", _checks.integer, value)

    @pytest.mark.parametrize("value", [0, -1, 2**20 + 1])
    def test_refuses_what_is_out_of_range(self, value):
        refuses(ValueError, f"`it` must be from 1 to 1048576, got {value}", _checks.integer, value)

    def test_names_the_size_of_what_is_too_long_to_print(self):
        refuses(ValueError, "`it` must be from 1 to 7, got an integer of 20000 bits", _checks.integer, 2**19999, most=7)

    def test_even(self):
        assert _checks.even("it", np.int64(4)) == 4
        refuses(ValueError, "`it` must be even, got 5", _checks.even, 5)
        refuses(ValueError, "`it` must be from 2 to 1048576, got 0", _checks.even, 0)

    def test_rotary(self):
        assert _checks.rotary(8, None) == 8
        assert _checks.rotary(8, np.int64(6)) == 6
        with pytest.raises(ValueError, match=r"^`rotary_dim` must be at most head_dim = 8, got 10$"):
            _checks.rotary(8, 10)


class TestNumber:
    def test_takes_any_kind_of_real_number(self):
        for value in (2, 2.0, np.float32(2), np.int64(2), Fraction(2)):
            number = _checks.finite("it", value)
            assert number == 2
            assert type(number) is float

    @pytest.mark.parametrize("value", [True, np.True_, "2", None, [2.0], 2j, np.timedelta64(2)])
    def test_refuses_another_type(self, value):
        refuses(TypeError, f"`it` must be a real number, got {_checks.shown(value)}", _checks.finite, value)

    @pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 10**400])
    def test_refuses_what_is_not_finite(self, value):
        refuses(ValueError, f"`it` must be finite, got {_checks.shown(value)}", _checks.finite, value)

    def test_positive(self):
        assert _checks.positive("it", 1e-300) == 1e-300
        refuses(ValueError, "`it` must be positive, got 0.0", _checks.positive, 0)
        refuses(ValueError, "`it` must be positive, got -1.5", _checks.positive, -1.5)

    def test_bounds(self):
        assert _checks.at_least("it", 1, 1) == 1.0
        refuses(ValueError, "`it` must be at least 1, got 0.25", _checks.at_least, 0.25, 1)
        assert _checks.above("it", 2.0, "that", 1.0) == 2.0
        refuses(ValueError, "`it` must be above that = 1.0, got 1.0", _checks.above, 1.0, "that", 1.0)

    def test_probability(self):
        assert [_checks.probability("it", value) for value in (0, 0.5, 1)] == [0.0, 0.5, 1.0]
        refuses(ValueError, "`it` must be from 0 to 1, got 1.1", _checks.probability, 1.1)
        refuses(ValueError, "`it` must be from 0 to 1, got -0.1", _checks.probability, -0.1)


class TestChoice:
    def test_flag(self):
        assert _checks.flag("it", np.True_) is True
        refuses(TypeError, "`it` must be True or False, got 1", _checks.flag, 1)

    @pytest.mark.parametrize("value", ["c", 1, None, np.arange(3), ["a"]])
    def test_one_of(self, value):
        assert _checks.one_of("it", "a", ("a", "b")) == "a"
        refuses(ValueError, f"`it` must be one of a, b, got {_checks.shown(value)}", _checks.one_of, value, ("a", "b"))


def test_binary():
    for value in ([0, 1], [False, True], range(2), np.array([0.0, 1.0])):
        array = _checks.binary("it", value)
        assert array.dtype == np.int64
        assert array.tolist() == [0, 1]
    refuses(ValueError, "`it` must be 0 or 1, got -1", _checks.binary, [0, -1])
    refuses(TypeError, "`it` must be real numbers, got <U1 values", _checks.binary, "a")
    message = f"`it` must hold at most {2**31} positions, got a range of {2**40}"
    refuses(ValueError, message, _checks.binary, range(2**40))


class TestRealArray:
    def test_keeps_a_real_array_as_it_is(self):
        for values in (np.arange(3), np.ones((2, 3), np.float16), np.float32(1)):
            array = _checks.real_array("it", values)
            assert array.dtype == values.dtype
            np.testing.assert_array_equal(array, values)

    @pytest.mark.parametrize("value", [[True], ["a"], [1j], [None], {}, np.array(["2026"], "datetime64[Y]")])
    def test_refuses_what_is_not_real(self, value):
        dtype = np.asarray(value).dtype
        refuses(TypeError, f"`it` must be real numbers, got {dtype} values", _checks.real_array, value)

    def test_refuses_rows_of_different_length(self):
        message = "`it` must be an array of real numbers, got [[1.0], [1.0, 2.0]]"
        refuses(TypeError, message, _checks.real_array, [[1.0], [1.0, 2.0]])

    def test_refuses_what_is_empty(self):
        refuses(ValueError, "`it` must hold at least one number, got shape (0, 3)", _checks.real_array, np.ones((0, 3)))

    @pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
    def test_refuses_what_is_not_finite(self, value):
        refuses(ValueError, f"`it` must be finite, got {value}", _checks.real_array, [1.0, value])

    def test_masked_lets_minus_infinity_through(self):
        assert _checks.real_array("it", [-math.inf], masked=True)[0] == -math.inf
        for value in (math.nan, math.inf):
            message = f"`it` must be finite or -inf, got {value}"
            refuses(ValueError, message, _checks.real_array, [value], masked=True)

    @pytest.mark.parametrize("value", [10**400, [10**400, 1], [1, -(10**5000)]])
    def test_refuses_integers_beyond_float64(self, value):
        bits = 16610 if value == [1, -(10**5000)] else 1329
        refuses(ValueError, f"`it` must be finite, got an integer of {bits} bits", _checks.real_array, value)

    @pytest.mark.skipif(np.dtype(np.longdouble).itemsize == 8, reason="this machine has no longer floats")
    def test_refuses_what_float64_would_round(self):
        longer = np.array([1, 2], np.longdouble)
        message = f"`it` must be numbers of at most 64 bits, got {longer.dtype} values"
        refuses(TypeError, message, _checks.real_array, longer)

    def test_refuses_masked_entries(self):
        whole = np.ma.array([1.0, 2.0])
        assert _checks.real_array("it", whole).tolist() == [1, 2]
        some = np.ma.array([1.0, 2.0], mask=[False, True])
        for value in (some, np.ma.masked):
            refuses(
                ValueError,
                f"`it` must be without masked entries, got {_checks.shown(value)}",
                _checks.real_array,
                value,
            )

    def test_refuses_more_axes_than_a_function_can_add_to(self):
        refuses(ValueError, "`it` must have at most 28 axes, got 29", _checks.real_array, np.ones((1,) * 29))

    def test_does_not_make_a_range_that_no_memory_holds(self):
        message = f"`it` must hold at most {2**31} positions, got a range of {2**40}"
        refuses(ValueError, message, _checks.real_array, range(2**40))


class TestPositions:
    @pytest.mark.parametrize(
        "some",
        [
            range(5),
            range(7, 1, -2),
            range(-3, 0),
            range(0, 10, 10**30),
            range(5, 10**30, 10**30),
            range(5, -(10**30), -(10**31)),
            range(0, 2**53, 2**52),
        ],
    )
    def test_a_range_is_an_array(self, some):
        for positions in (_checks.positions("it", some), _checks.listed(some)):
            assert positions.dtype == np.int64
            assert positions.tolist() == list(some)

    def test_takes_every_kind_of_number(self):
        for dtype in ("i1", "u8", "f2", "f4", ">f8"):
            assert _checks.positions("it", np.array([0, 5], dtype)).tolist() == [0, 5]

    def test_takes_the_largest_position(self):
        assert _checks.positions("it", [-(2**53), 2**53]).tolist() == [-(2**53), 2**53]

    @pytest.mark.parametrize("value", [2**53 + 2, -(2**53) - 2, 2**63, -(2**63), 2**70])
    def test_refuses_what_float64_cannot_count(self, value):
        with pytest.raises(ValueError, match=r"^`it` must be at most 2\*\*53 in size, got -?\d"):
            _checks.positions("it", [0, value])
        with pytest.raises(ValueError, match=r"^`it` must be at most 2\*\*53 in size, got -?\d"):
            _checks.positions("it", range(0, 2 * value, value))

    def test_refuses_an_empty_range(self):
        refuses(ValueError, "`it` must hold at least one number, got shape (0,)", _checks.positions, range(0))

    def test_refuses_a_range_that_no_memory_holds(self):
        message = f"`it` must hold at most {2**31} positions, got a range of {2**40}"
        refuses(ValueError, message, _checks.positions, range(2**40))


class TestSize:
    def test_span_counts_a_range_without_making_it(self):
        for some in (range(5), range(7, 1, -2), range(0, 2**53, 2**40)):
            assert _checks.span("it", some) == len(some)
        words = f"`it` must hold at most {2**31} positions, got a range of an integer of 16610 bits"
        refuses(ValueError, words, _checks.span, range(10**5000))

    def test_room_is_what_a_memory_may_hold(self):
        _checks.room("it", 2**25, "width", 2**10)
        message = "`it` must hold at most 33554432 positions at width = 1024, got 33554433"
        refuses(ValueError, message, _checks.room, 2**25 + 1, "width", 2**10)
        _checks.room("it", 2**26, "width", 2**10, itemsize=4)

    def test_positions_that_find_no_room_are_not_made(self):
        message = f"`it` must hold at most {2**29} positions at width = 64, got {2**31}"
        refuses(ValueError, message, _checks.positions, range(2**31), "width", 64)


class TestReach:
    @pytest.mark.parametrize("some", [range(-(2**33), 2**32), np.array([5.0, -(2.0**33)]), 2**33])
    def test_is_the_largest_angle(self, some):
        _checks.reach("it", some, "base", np.array([-(2.0**20), 0.5]))
        message = "`it` must give angles of at most 2**53 with `base`, got 1.8014398509481984e+16"
        refuses(ValueError, message, _checks.reach, some, "base", np.array([2.0**21]))


class TestTable:
    def test_is_float64(self):
        rows = _checks.table("it", [[1, 2], [3, 4]])
        assert rows.dtype == np.float64
        assert rows.shape == (2, 2)
        assert _checks.vectors("it", np.ones((2, 3, 4), np.float32)).shape == (2, 3, 4)

    def test_refuses_another_number_of_axes(self):
        refuses(ValueError, "`it` must have 2 axes (positions, d_model), got 1", _checks.table, [1.0])
        refuses(ValueError, "`it` must have 2 axes (positions, d_model), got 3", _checks.table, [[[1.0]]])
        message = "`it` must have at least 2 axes (..., positions, width), got 1"
        refuses(ValueError, message, _checks.vectors, [1.0])

    def test_refuses_too_few_rows(self):
        refuses(ValueError, "`it` must have at least 2 rows, got 1", _checks.table, [[1.0]], rows=2)

    def test_refuses_too_many_rows(self):
        refuses(ValueError, "`it` must have at most 2 rows, got 3", _checks.table, [[1.0]] * 3, most=2)

    @pytest.mark.parametrize("scale", [1.0, 1e-200, 1e-320, 1e100])
    def test_directions_have_length_1_whatever_they_had(self, scale):
        for row in _checks.directions("it", np.array([[3.0, 4.0], [-4.0, 3.0]]) * scale):
            assert sorted(np.abs(row)) == pytest.approx([0.6, 0.8], rel=1e-3 if scale == 1e-320 else 1e-15)
        refuses(ValueError, "`it` must have a direction, got a row of zeros", _checks.directions, [[1.0], [0.0]])

    def test_refuses_what_a_dot_product_overflows_on(self):
        assert _checks.table("it", [[2.0**400]]) == 2.0**400
        message = "`it` must be at most 2**400 in size, got 1e+200"
        refuses(ValueError, message, _checks.table, [[-1e200]])


class TestAgreement:
    def test_same(self):
        _checks.same("it", (2, 3), "other", (2, 3))
        refuses(ValueError, "`it` must be other = 3, got 2", _checks.same, 2, "other", 3)

    def test_together(self):
        assert _checks.together("it", (4, 1), "other", (3,)) == (4, 3)
        message = "`it` must be broadcastable with other = (3,), got (4, 2)"
        refuses(ValueError, message, _checks.together, (4, 2), "other", (3,))


def test_shown_is_short_and_on_one_line():
    assert _checks.shown("a") == "'a'"
    words = _checks.shown(np.arange(10_000).reshape(100, 100))
    assert len(words) == 60
    assert "\n" not in words
    assert words.endswith(" ...")
    assert _checks.shown([10**5000]) == "a list of huge integers"
