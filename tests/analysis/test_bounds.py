"""What papers derive about rotary scores, against mpmath and the printed figures."""

import numpy as np
import oracle_bounds
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import frequencies
from pe_reference.analysis import bounds, properties
from pe_reference.rotations import rotary

widths = st.integers(1, 20).map(lambda half: 2 * half)


@given(st.integers(0, 2**20), widths, st.sampled_from([500, 10_000, 500_000]))
def test_curves_are_those_of_the_oracle(offset, width, base):
    decay = bounds.decay_curve(offset, width, base=base)
    assert abs(decay - float(oracle_bounds.partial_sums(offset, width, base=base))) < 1e-14 * width
    cosine = bounds.mean_cosine(offset, width, base=base)
    assert abs(cosine - float(oracle_bounds.mean_cosine(offset, width, base=base))) < 1e-15


def test_decay_is_figure_2_of_roformer():
    curve = bounds.decay_curve(range(257), 128)
    wanted = {0: 32.50, 1: 31.54, 2: 28.96, 5: 20.85, 10: 17.95, 20: 15.24, 50: 12.63, 100: 10.23, 150: 7.59, 250: 6.55}
    np.testing.assert_allclose(curve[list(wanted)], list(wanted.values()), atol=0.005)
    assert curve[1:].min().round(2) == 6.41


def test_half_of_it_is_figure_5_of_position_interpolation():
    curve = bounds.decay_curve(range(4096), 128) / 2
    np.testing.assert_allclose(curve[[0, 1, 10, 100, 1000, 2047]], [16.25, 15.77, 8.98, 5.11, 2.24, 1.88], atol=0.005)
    assert (curve.argmin(), curve.min().round(3)) == (3643, 1.116)


@given(st.integers(0, 2**20), widths, st.integers(0, 99))
def test_a_score_is_within_the_bound_of_partial_sums(offset, width, seed):
    query, key = np.random.default_rng(seed).normal(size=(2, width))
    turned = rotary.turn([query], *frequencies.cos_sin([offset], rotary.spectrum(width)))
    pairs = (query[::2] + 1j * query[1::2]) * (key[::2] - 1j * key[1::2])
    steps = np.abs(np.diff(np.append(pairs, 0)))
    assert abs(turned @ key) <= steps.max() * bounds.decay_curve(offset, width) * width / 2 * (1 + 1e-12)


def test_axes_of_the_offsets_are_kept_and_blocks_do_not_show():
    offsets = np.arange(10_002).reshape(2, 3, 1667)
    for curve in (bounds.decay_curve, bounds.mean_cosine):
        assert curve(offsets, 8).shape == (2, 3, 1667)
        np.testing.assert_array_equal(curve(offsets, 8).ravel(), curve(range(10_002), 8))
        np.testing.assert_allclose(curve(-5, 8), curve(5, 8), rtol=1e-15)


@pytest.mark.parametrize(("width", "rise", "negative"), [(64, 5, 725), (128, 11, 1707), (512, 43, 3284)])
def test_mean_cosine_rises_and_turns_negative(width, rise, negative):
    curve = bounds.mean_cosine(range(4096), width)
    assert properties.first_rise(curve) == rise
    assert (curve < 0).argmax() == negative


def test_mean_cosine_at_256_is_that_of_barbero():
    curve = bounds.mean_cosine(range(8000), 256)
    np.testing.assert_allclose(
        curve[[0, 1, 10, 100, 1000, 2000, 5000]], [1, 0.972, 0.675, 0.456, 0.193, 0.048, -0.029], atol=5e-4
    )
    assert (curve[:5000].argmin(), curve[:5000].min().round(3)) == (4722, -0.082)
    assert (curve.argmin(), curve.min().round(3)) == (7512, -0.141)  # and lower still beyond 8000


def test_the_score_of_ones_is_the_mean_cosine():
    cos, sin = frequencies.cos_sin(range(50), rotary.spectrum(16))
    turned = rotary.turn(np.ones((50, 16)), cos, sin)
    np.testing.assert_allclose(turned @ np.ones(16) / 16, bounds.mean_cosine(range(50), 16), atol=1e-15)


def test_gaussian_scores_have_the_mean_0_at_every_offset():
    query, key = np.random.default_rng(0).normal(size=(2, 4000, 1, 16))
    offsets = [0, 1, 10, 1000]
    turned = rotary.turn(query, *frequencies.cos_sin(offsets, rotary.spectrum(16)))
    scores = (turned * key).sum(axis=-1)
    assert np.abs(scores.mean(axis=0) / (4 / 4000**0.5)).max() < 3.5


class TestInterpolation:
    @given(
        st.floats(0, 1), st.integers(-1000, 1000), st.integers(1, 9), widths, st.one_of(st.none(), st.floats(-99, 99))
    )
    def test_is_that_of_the_oracle(self, weight, left, step, width, towards):
        position = left + weight * step
        error = bounds.interpolation_error(position, left, left + step, width, towards=towards)
        exact = oracle_bounds.off_the_line(position, left, left + step, width, towards=towards)
        assert abs(error - float(exact)) < 1e-12
        for form in ("corrected", "printed"):
            bound = bounds.interpolation_bound(position, left, left + step, width, form=form)
            exact = oracle_bounds.line_bound(position, left, left + step, width, form=form)
            assert abs(bound - float(exact)) <= 1e-11 * (1 + bound)

    @given(st.floats(0, 1), st.integers(1, 9), widths, st.floats(-1e3, 1e3), st.floats(1.5, 1e7))
    def test_stays_within_the_corrected_bound(self, weight, step, width, towards, base):
        at = {"position": weight * step, "left": 0, "right": step, "head_dim": width, "base": base}
        error = bounds.interpolation_error(**at, towards=towards)
        assert error <= bounds.interpolation_bound(**at) * (1 + 1e-12) + 1e-11

    @pytest.mark.parametrize(
        ("width", "error", "printed"), [(64, 0.28183, 0.21715), (128, 0.49388, 0.43429), (256, 0.92224, 0.86859)]
    )
    def test_is_above_the_printed_bound(self, width, error, printed):
        at = (100.5, 100, 101, width)
        assert round(bounds.interpolation_error(*at), 5) == error
        assert round(bounds.interpolation_bound(*at, form="printed"), 5) == printed

    def test_the_corrected_bound_is_nearly_reached(self):
        bound = bounds.interpolation_bound(100.5, 100, 101, 128)
        assert round(bound, 5) == 0.49979
        assert 0.98 < bounds.interpolation_error(100.5, 100, 101, 128) / bound < 1

    def test_600_times_is_512_times(self):
        for form, ratio in (("printed", 589), ("corrected", 512)):
            assert round(2 * 128 / bounds.interpolation_bound(0.5, 0, 1, 128, form=form)) == ratio

    @pytest.mark.parametrize("position", [99, 101.5])
    def test_refuses_a_position_outside(self, position):
        for function in (bounds.interpolation_error, bounds.interpolation_bound):
            with pytest.raises(
                ValueError, match=f"`position` must be between left = 100.0 and right = 101.0, got {position}"
            ):
                function(position, 100, 101, 128)

    def test_refuses_neighbours_that_are_one(self):
        with pytest.raises(ValueError, match=r"`position` must be between left = 1.0 and right = 1.0, got 1.0"):
            bounds.interpolation_error(1, 1, 1, 8)

    @pytest.mark.parametrize("base", [1, 0.5])
    def test_refuses_a_base_whose_frequencies_do_not_fall(self, base):
        with pytest.raises(ValueError, match=f"`base` must be above 1, got {float(base)}"):
            bounds.interpolation_bound(0.5, 0, 1, 8, base=base)

    def test_refuses_another_form(self):
        with pytest.raises(ValueError, match="`form` must be one of corrected, printed, got 'paper'"):
            bounds.interpolation_bound(0.5, 0, 1, 8, form="paper")
        with pytest.raises(ValueError, match="`towards` must be finite, got nan"):
            bounds.interpolation_error(0.5, 0, 1, 8, towards=np.nan)


@pytest.mark.parametrize("curve", [bounds.decay_curve, bounds.mean_cosine])
def test_odd_widths_are_refused(curve):
    for width in (1, 65):
        with pytest.raises(ValueError, match=rf"`head_dim` must be (even|from 2 to 1048576), got {width}"):
            curve([1], width)
        with pytest.raises(ValueError, match=rf"`head_dim` must be (even|from 2 to 1048576), got {width}"):
            bounds.interpolation_error(0.5, 0, 1, width)


@pytest.mark.parametrize("curve", [bounds.decay_curve, bounds.mean_cosine])
@pytest.mark.parametrize(
    ("offsets", "kind", "message"),
    [
        ([], ValueError, r"`offsets` must hold at least one number, got shape \(0,\)"),
        ("a", TypeError, "`offsets` must be real numbers"),
        ([2.0**60], ValueError, r"`offsets` must be at most 2\*\*53 in size"),
    ],
)
def test_refused_offsets(curve, offsets, kind, message):
    with pytest.raises(kind, match=message):
        curve(offsets, 8)


@pytest.mark.parametrize("name", ["position", "left", "right", "towards"])
def test_refused_places(name):
    at = {"position": 0.5, "left": 0, "right": 1, "head_dim": 8}
    with pytest.raises(ValueError, match=rf"`{name}` must be at most 2\*\*53 in size, got 1e\+300"):
        bounds.interpolation_error(**{**at, name: 1e300})
