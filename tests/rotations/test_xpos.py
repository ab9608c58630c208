"""xPos against mpmath, torchscale's formula and the properties that it is made for."""

import numpy as np
import oracle_bounds
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import frequencies
from pe_reference.rotations import rotary, xpos

widths = st.integers(1, 16).map(lambda half: 2 * half)
X = np.random.default_rng(0).normal(size=(2, 3, 5, 16))


@given(
    st.integers(-5000, 5000), widths, st.sampled_from([0.4, 1.5]), st.sampled_from([512.0, 100.0]), st.integers(0, 99)
)
def test_scale_is_that_of_the_oracle(position, width, gamma, scale_base, centre):
    got = xpos.scale(position, width, gamma=gamma, scale_base=scale_base, centre=centre)
    exact = [
        float(oracle_bounds.growth(position, j, width, gamma=gamma, scale_base=scale_base, centre=centre))
        for j in range(width // 2)
    ]
    np.testing.assert_allclose(got, exact, rtol=1e-13)


@given(st.integers(0, 20_000), widths)
def test_similarity_is_that_of_the_oracle(offset, width):
    assert abs(xpos.similarity(offset, width) - float(oracle_bounds.xpos_similarity(offset, width))) < 1e-14


def test_similarity_is_figure_1():
    offsets = [0, 1, 100, 500, 1000, 2000, 4000, 8000]
    wanted = [1, 0.969, 0.454, 0.256, 0.163, 0.092, 0.044, 0.004]
    np.testing.assert_allclose(xpos.similarity(offsets, 128), wanted, atol=5e-4)
    assert xpos.similarity(10, 128).round(4) == 0.6655
    assert xpos.similarity(100, 128, scale_base=None).round(4) == 0.0075


def test_scale_is_that_of_the_code():
    """The numbers that torchscale has in its buffer, and its exponents, counted from the middle."""
    head_dim, seq_len = 16, 10
    buffer = (np.arange(0, head_dim, 2) + 0.4 * head_dim) / (1.4 * head_dim)
    power = (np.arange(seq_len) - seq_len // 2) / 512
    got = xpos.scale(range(seq_len), head_dim, centre=seq_len // 2)
    np.testing.assert_allclose(got, buffer ** power[:, None], rtol=1e-14)


@pytest.mark.parametrize("pairing", ["interleaved", "half"])
@pytest.mark.parametrize("scale_base", [512.0, 7.0, None])
def test_scores_depend_on_the_offset_alone(pairing, scale_base):
    query, key = X[0, :2, :1]
    scores = []
    for start in (0, 3, 40):
        choices = {"pairing": pairing, "scale_base": scale_base, "centre": 20}
        turned = xpos.rotate(query, [start + 9], role="query", **choices)
        scores.append(turned @ xpos.rotate(key, [start], role="key", **choices).T)
    np.testing.assert_allclose(scores[1:], scores[:1] * np.ones((2, 1, 1)), rtol=1e-10)


@given(st.integers(0, 400), st.integers(-100, 100))
def test_ones_have_the_similarity(offset, centre):
    one = np.ones((1, 16))
    query = xpos.rotate(one, [offset], role="query", centre=centre)
    score = query @ xpos.rotate(one, [0], role="key", centre=centre).T / 16
    assert abs(score - xpos.similarity(offset, 16)) < 1e-14


def test_is_the_plain_rotation_times_the_scale():
    positions = np.arange(10).reshape(2, 1, 5)
    cos, sin = frequencies.cos_sin(positions, rotary.spectrum(16, base=500.0))
    plain = rotary.turn(X, cos, sin, pairing="half")
    factor = np.tile(xpos.scale(positions, 16), 2)
    np.testing.assert_allclose(
        xpos.rotate(X, positions, role="query", base=500.0, pairing="half"), plain * factor, rtol=1e-13, atol=1e-15
    )
    np.testing.assert_allclose(
        xpos.rotate(X, positions, role="key", base=500.0, pairing="half"), plain / factor, rtol=1e-13, atol=1e-15
    )


def test_only_keys_before_the_query_fall():
    ahead, behind = np.abs(xpos.similarity([-20_000, 20_000], 128))
    assert behind < 0.05
    assert ahead > 1e6


def test_refuses_scales_that_no_score_survives():
    with pytest.raises(
        ValueError, match=r"`positions` must give scales from 2\*\*-400 to 2\*\*400, got 2\*\*1807 or its inv"
    ):
        xpos.scale([0, 1000], 8, scale_base=None)
    with pytest.raises(ValueError, match=r"`positions` must give scales from 2\*\*-400 to 2\*\*400"):
        xpos.rotate(X, [2**20] * 5, role="key")
    with pytest.raises(ValueError, match=r"`positions` must give scales"):
        xpos.scale([2**53], 8, scale_base=1e-300)
    with pytest.raises(ValueError, match=r"got 2\*\*nan"):
        xpos.scale([2**53], 8, scale_base=1e-300, gamma=1e300)
    with pytest.raises(ValueError, match=r"`offset` must give scales"):
        xpos.similarity(1000, 8, scale_base=None)
    assert xpos.scale([221], 8, scale_base=None).min() > 2.0**-400


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"role": "value"}, ValueError, "`role` must be one of query, key, got 'value'"),
        ({"gamma": 0}, ValueError, r"`gamma` must be positive, got 0.0"),
        ({"scale_base": -1}, ValueError, r"`scale_base` must be positive, got -1.0"),
        ({"centre": np.inf}, ValueError, "`centre` must be finite, got inf"),
        ({"x": np.ones((5, 7))}, ValueError, r"`x.shape\[-1\]` must be even, got 7"),
        ({"pairing": "full"}, ValueError, "`pairing` must be one of interleaved, half, got 'full'"),
        ({"positions": range(4)}, ValueError, r"`cos.shape\[-2\]` must be x.shape\[-2\] = 5, got 4"),
        ({"positions": ["a"]}, TypeError, "`positions` must be real numbers"),
    ],
)
def test_refusals(arguments, kind, message):
    arguments = {"x": X, "positions": range(5), "role": "query", **arguments}
    with pytest.raises(kind, match=message):
        xpos.rotate(arguments.pop("x"), arguments.pop("positions"), **arguments)


def test_odd_widths_are_refused():
    for function in (xpos.scale, xpos.similarity):
        with pytest.raises(ValueError, match="`head_dim` must be even, got 7"):
            function([1], 7)
