import math

import numpy as np
import pytest

from pe_reference import sinusoidal

ASKS = {
    "table": lambda d_model, **chosen: sinusoidal.table(range(3), d_model, **chosen),
    "shift_matrix": lambda d_model, **chosen: sinusoidal.shift_matrix(3, d_model, **chosen),
    "similarity": lambda d_model, **chosen: sinusoidal.similarity(range(3), d_model, **chosen),
}


def asking(*names):
    return pytest.mark.parametrize("ask", [ASKS[name] for name in names], ids=names)


each_asks = asking(*ASKS)


@each_asks
@pytest.mark.parametrize(
    ("d_model", "error", "words"),
    [
        (0, ValueError, "from . to .*, got 0"),
        (-8, ValueError, "from . to .*, got -8"),
        (2**40, ValueError, "from . to .*, got 1099511627776"),
        (8.0, TypeError, "an integer, got 8.0"),
        (math.nan, TypeError, "an integer, got nan"),
        (True, TypeError, "an integer, got True"),
        ("8", TypeError, "an integer, got '8'"),
        (None, TypeError, "an integer, got None"),
    ],
)
def test_widths_are_checked(ask, d_model, error, words):
    with pytest.raises(error, match=f"`d_model` must be {words}"):
        ask(d_model)


@each_asks
@pytest.mark.parametrize(
    ("base", "error"),
    [
        (0, ValueError),
        (-1, ValueError),
        (math.nan, ValueError),
        (math.inf, ValueError),
        (True, TypeError),
        ("1", TypeError),
    ],
)
def test_bases_are_checked(ask, base, error):
    with pytest.raises(error, match=r"`base` must be .*, got "):
        ask(8, base=base)


@each_asks
def test_grids_are_checked(ask):
    with pytest.raises(ValueError, match="`grid` must be one of paper, tensor2tensor, got 'fairseq'"):
        ask(8, grid="fairseq")
    with pytest.raises(ValueError, match="`d_model` must be even and at least 4 on the tensor2tensor grid, got 2"):
        ask(2, grid="tensor2tensor")


@asking("table", "shift_matrix")
@pytest.mark.parametrize("layout", ["sin", None, 1])
def test_layouts_are_checked(ask, layout):
    with pytest.raises(ValueError, match="`layout` must be one of interleaved, concatenated, cosine_first, got"):
        ask(8, layout=layout)


@asking("shift_matrix", "similarity")
def test_odd_widths_have_no_shift(ask):
    with pytest.raises(ValueError, match="`d_model` must be even, got 7"):
        ask(7)


@pytest.mark.parametrize(
    "dtype", [int, "int32", "complex128", "bool", np.longdouble, "O", "no such", 3.5, ">f8", ("f8", {})]
)
def test_dtypes_are_checked(dtype):
    with pytest.raises(ValueError, match="`dtype` must be one of float64, float32, float16, got "):
        sinusoidal.table(range(3), 8, dtype=dtype)


@pytest.mark.parametrize(
    ("positions", "error", "words"),
    [
        ([], ValueError, "hold at least one number"),
        (range(0), ValueError, "hold at least one number"),
        (range(5, 5), ValueError, "hold at least one number"),
        (np.zeros((3, 0)), ValueError, "hold at least one number"),
        ([0, math.nan], ValueError, "be finite, got nan"),
        (-math.inf, ValueError, "be finite, got -inf"),
        (True, TypeError, "be real numbers, got bool"),
        ("12", TypeError, "be real numbers"),
        ([1j], TypeError, "be real numbers, got complex"),
        ([[1], [2, 3]], TypeError, "be an array of real numbers"),
        (2**53 + 2, ValueError, r"be at most 2\*\*53 in size, got 9007199254740994"),
        (range(2**53, 2**53 + 9), ValueError, r"be at most 2\*\*53 in size"),
        (range(-(2**63), 9, 2**62), ValueError, r"be at most 2\*\*53 in size"),
        (range(10**15), ValueError, "hold at most 2147483648 positions, got a range of 1000000000000000"),
        (range(10**30), ValueError, "hold at most 2147483648 positions, got a range of"),
        (range(2**31), ValueError, "hold at most 4294967 positions at d_model = 8000, got 2147483648"),
    ],
)
def test_positions_are_checked(positions, error, words):
    with pytest.raises(error, match=f"`positions` must {words}"):
        sinusoidal.table(positions, 8000)


@pytest.mark.parametrize(
    ("offset", "error", "words"),
    [
        (math.nan, ValueError, "finite, got nan"),
        ("3", TypeError, "a real number"),
        ([1, 2], TypeError, "a real number"),
        (True, TypeError, "a real number"),
    ],
)
def test_offsets_are_checked(offset, error, words):
    with pytest.raises(error, match=f"`offset` must be {words}"):
        sinusoidal.shift_matrix(offset, 8)


@pytest.mark.parametrize("ask", [sinusoidal.shift_matrix, sinusoidal.similarity])
def test_offsets_too_far_are_refused(ask):
    with pytest.raises(ValueError, match=r"`offset` must be at most 2\*\*53 in size, got"):
        ask(2.0**60, 8)


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("positions", lambda far: sinusoidal.table(far, 8, base=1e-3)),
        ("positions", lambda far: sinusoidal.table(range(far - 300, far + 1), 8, base=1e-3)),
        ("offset", lambda far: sinusoidal.shift_matrix(far, 8, base=1e-3)),
        ("offset", lambda far: sinusoidal.similarity([0, far], 8, base=1e-3)),
    ],
    ids=["one", "range", "shift", "similarity"],
)
def test_angles_too_large_name_what_was_given(name, ask):
    with pytest.raises(
        ValueError, match=rf"`{name}` must give angles of at most 2\*\*53 with `base`, got 2.00\d+e\+17"
    ):
        ask(2**50)


def test_similarities_that_no_memory_holds_are_refused():
    with pytest.raises(ValueError, match="`offset` must hold at most 32768 positions at d_model = 1048576, got"):
        sinusoidal.similarity(range(2**31), 2**20)


def test_matrices_that_no_memory_holds_are_refused():
    with pytest.raises(ValueError, match="`d_model` must be from 2 to 131072, got 1048576"):
        sinusoidal.shift_matrix(1, 2**20)
