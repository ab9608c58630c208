"""Inputs from public bug reports: what was put in, what should have come out, and what did."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

CASES = {case["id"]: case for case in json.loads(Path(__file__).with_name("cases.json").read_text())}
RTOL, ATOL = 1e-11, 1e-12  # the cases have 12 digits


def field_case(identity):
    """Hand the case to a test, which then bears its id."""
    case = CASES[identity]
    got, expected, wrong = (SimpleNamespace(**(case[part] or {})) for part in ("input", "expected", "wrong_result"))
    each = pytest.param(SimpleNamespace(given=got, expected=expected, wrong=wrong), id=identity)
    return pytest.mark.parametrize("case", [each])


def same(ours, expected, *, atol=ATOL):
    """Hold that `ours` is what the case expects."""
    np.testing.assert_allclose(ours, expected, rtol=RTOL, atol=atol)


def reproduced(fault, ours, wrong, *, rtol=1e-9):
    """Hold that `fault`, computed on purpose, is the wrong result of the case, and that ours is another."""
    np.testing.assert_allclose(fault, wrong, rtol=rtol, atol=1e-11)
    assert np.abs(np.subtract(ours, wrong)).max() > 1e-5, "the fault is ours"
