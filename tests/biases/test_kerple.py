"""Penalties from conditionally positive definite kernels."""

import numpy as np
import oracle
import oracle_biases
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference.biases import alibi, kerple

KINDS = ("log", "power")
PLACES = np.random.default_rng(0).uniform(-200, 200, 40)


def centred(bias):
    """Smallest eigenvalue, as a share of the largest, of what a bias is to vectors whose numbers sum to 0."""
    size = len(bias)
    centre = np.eye(size) - 1 / size
    values = np.linalg.eigvalsh(centre @ bias @ centre)
    return values[0] / np.abs(values).max()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("causal", [False, True])
def test_is_the_formula(kind, causal):
    query, key, r1, r2 = [0, 3, -7, 2.5, 2**20], [4, 0, 3, 1.25, -(2**20)], [1.0, 0.3, 2.0], [1.0, 0.01, 1.9]
    got = kerple.bias(query, key, r1=r1, r2=r2, kind=kind, causal=causal)
    assert got.dtype == np.float64
    ahead = np.subtract.outer(key, query).T > 0
    assert (got[:, ahead] == -np.inf).all() == causal
    exact = oracle.array(got.shape, lambda h, i, j: oracle_biases.kerple(query[i], key[j], r1[h], r2[h], kind))
    exact = np.array(exact, float)
    np.testing.assert_allclose(got[:, ~ahead], exact[:, ~ahead], rtol=1e-15)
    if not causal:
        np.testing.assert_allclose(got, exact, rtol=1e-15)


@given(st.floats(0.01, 100), st.floats(0.01, 100), st.sampled_from(KINDS))
def test_is_conditionally_positive_definite(r1, r2, kind):
    exponent = min(r2, 2.0) if kind == "power" else r2
    bias = kerple.bias(PLACES, PLACES, r1=[r1], r2=[exponent], kind=kind, causal=False)[0]
    assert centred(bias) > -1e-12


@pytest.mark.parametrize("kind", KINDS)
def test_is_a_kernel_after_a_large_constant(kind):
    bias = kerple.bias(PLACES, PLACES, r1=[1.0], r2=[1.0], kind=kind, causal=False)[0]
    assert np.linalg.eigvalsh(bias)[0] < -1
    assert np.linalg.eigvalsh(bias + 1e4)[0] > 0


def test_a_power_beyond_two_is_no_kernel():
    distance = np.abs(np.subtract.outer(PLACES, PLACES))
    assert centred(-(distance**2.0)) > -1e-12
    assert centred(-(distance**2.1)) < -1e-3


def test_the_first_power_is_alibi():
    slopes = alibi.slopes(6)
    for causal in (False, True):
        power = kerple.bias(range(9), range(9), r1=slopes, r2=np.ones(6), kind="power", causal=causal)
        np.testing.assert_array_equal(power, alibi.bias(range(9), range(9), slopes, causal=causal))


@pytest.mark.parametrize(
    ("change", "kind", "message"),
    [
        ({"r1": [0.0]}, ValueError, "`r1` must be positive, got 0.0"),
        ({"r1": [-1.0]}, ValueError, "`r1` must be at least 0, got -1.0"),
        ({"r1": 1.0}, ValueError, r"`r1` must have 1 axis \(heads\), got 0"),
        ({"r2": [0.0]}, ValueError, "`r2` must be positive, got 0.0"),
        ({"r2": [np.nan]}, ValueError, "`r2` must be finite, got nan"),
        ({"r2": [1.0, 1.0]}, ValueError, r"`r2.shape` must be r1.shape = \(1,\), got \(2,\)"),
        ({"r2": [2.5], "kind": "power"}, ValueError, "`r2` must be at most 2 for the power, got 2.5"),
        ({"kind": "exp"}, ValueError, "`kind` must be one of log, power, got 'exp'"),
        ({"causal": None}, TypeError, "`causal` must be True or False, got None"),
    ],
)
def test_refusals(change, kind, message):
    given = {"r1": [1.0], "r2": [1.0], "causal": True} | change
    with pytest.raises(kind, match=message):
        kerple.bias([0], [0], **given)
