import math

import numpy as np
import oracle
import oracle_rotary
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pe_reference as pe
from pe_reference import frequencies, rotary

PAIRINGS = ("interleaved", "half")
POSITIONS = [0, 1, -1, 7, 0.5, 4095, 2**17 + 1, 2**20 - 1]

each_pairing = pytest.mark.parametrize("pairing", PAIRINGS)
places = st.integers(-(2**19), 2**19)


def turned(x, positions, spectrum, pairing="interleaved"):
    return rotary.turn(x, *frequencies.cos_sin(positions, spectrum), pairing=pairing)


def rows(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


class TestFormula:
    @each_pairing
    @pytest.mark.parametrize(("head_dim", "rotary_dim"), [(8, 8), (16, 16), (16, 8), (18, 10)])
    def test_turn_is_exact(self, head_dim, rotary_dim, pairing):
        x = rows(len(POSITIONS), head_dim)
        x /= np.linalg.norm(x, axis=-1, keepdims=True)
        exact = oracle.array(
            x.shape,
            lambda row, column: oracle_rotary.turned(
                x[row],
                column,
                lambda pair: oracle.mp.mpf(POSITIONS[row]) * oracle.frequency(pair, rotary_dim),
                rotary_dim,
                pairing,
            ),
        )
        got = turned(x, POSITIONS, rotary.spectrum(head_dim, rotary_dim=rotary_dim), pairing)
        assert got.shape == x.shape and got.dtype == np.float64
        assert oracle.distance(got, exact) < 3.2e-16

    @each_pairing
    def test_rotate_takes_its_angles_as_they_are(self, pairing):
        x, angles = rows(5, 16), rows(5, 8, seed=1)
        exact = oracle.array(
            x.shape,
            lambda row, column: oracle_rotary.turned(
                x[row], column, lambda pair: oracle.mp.mpf(float(angles[row, pair])), 16, pairing
            ),
        )
        assert oracle.distance(rotary.rotate(x, angles, pairing=pairing), exact) < 1e-15

    @each_pairing
    def test_rotate_is_turn_by_float64_angles(self, pairing):
        x, angles = rows(5, 16), rows(5, 8, seed=1)
        by_turn = rotary.turn(x, np.cos(angles), np.sin(angles), pairing=pairing)
        np.testing.assert_array_equal(rotary.rotate(x, angles, pairing=pairing), by_turn)

    def test_case_r01_two_pairings(self):
        angles = frequencies.angles([1], rotary.inv_freq(4))
        right = {
            "interleaved": [-1.14263966375, 1.92207559654, 2.95985066791, 4.02979950167],
            "half": [-1.98411064856, 1.9599006675, 2.46237790241, 4.01979966833],
        }
        for pairing, numbers in right.items():
            got = rotary.rotate([[1, 2, 3, 4]], angles, pairing=pairing)
            np.testing.assert_allclose(got, [numbers], rtol=1e-11)

    def test_case_r01_one_pairing_is_the_other_between_two_permutations(self):
        x, angles = rows(5, 16), rows(5, 8, seed=1)
        to_half = np.arange(16).reshape(8, 2).T.ravel()
        half = rotary.rotate(x[:, to_half], angles, pairing="half")
        np.testing.assert_array_equal(half, rotary.rotate(x, angles)[:, to_half])

    def test_case_r11_decoding_knows_its_position(self):
        angles = frequencies.angles(range(7, 8), rotary.inv_freq(2))
        np.testing.assert_allclose(rotary.rotate([[1, 0]], angles), [[0.753902254343, 0.656986598719]], rtol=1e-11)

    def test_case_r06_frequencies_in_half_precision_are_off(self):
        position, omega = 1857, rotary.inv_freq(32)[1]
        np.testing.assert_allclose(position * omega, 1044.26784088, rtol=1e-11)
        np.testing.assert_allclose(turned([[1, 0]], [position], [omega])[0, 0], 0.306692809819, rtol=1e-9)
        assert abs(np.cos(position * np.float64(np.float16(omega))) - 0.306692809819) > 0.1

    def test_case_r10_the_base_is_the_one_given(self):
        for base, last, angle in (
            (1e4, 0.000115478198469, 0.472998700929),
            (5e5, 2.45514079113e-06, 0.0100562566805),
            (1e6, 1.24093776075e-06, 0.00508288106804),
            (1e3, 0.00111397385999, 4.56283693054),
        ):
            inv_freq = rotary.inv_freq(128, base=base)
            np.testing.assert_allclose(inv_freq[63], last, rtol=1e-11)
            np.testing.assert_allclose(frequencies.angles(4096, inv_freq)[63], angle, rtol=1e-11)


class TestProperties:
    @each_pairing
    @given(m=places, n=places, shift=places)
    def test_the_score_depends_on_key_minus_query(self, pairing, m, n, shift):
        q, k = rows(1, 16), rows(1, 16, seed=1)
        spectrum = rotary.spectrum(16, rotary_dim=8)
        score = turned(q, [m], spectrum, pairing) @ turned(k, [n], spectrum, pairing).T
        later = turned(q, [m + shift], spectrum, pairing) @ turned(k, [n + shift], spectrum, pairing).T
        alone = q @ turned(k, [n - m], spectrum, pairing).T
        np.testing.assert_allclose(score, later, atol=2e-14)
        np.testing.assert_allclose(score, alone, atol=2e-14)

    @each_pairing
    @given(position=places)
    def test_keeps_the_norm_and_turns_back(self, pairing, position):
        x, spectrum = rows(1, 16), rotary.spectrum(16)
        there = turned(x, [position], spectrum, pairing)
        np.testing.assert_allclose(np.linalg.norm(there), np.linalg.norm(x), rtol=1e-15)
        np.testing.assert_allclose(turned(there, [-position], spectrum, pairing), x, atol=2e-15)

    def test_case_r03_the_key_turns_the_same_way(self):
        q, k = (turned([[1, 0]], [position], rotary.spectrum(2)) for position in (5, 3))
        np.testing.assert_allclose(q @ k.T, [[-0.416146836547]], rtol=1e-11)
        against = turned([[1, 0]], [-3], rotary.spectrum(2))
        np.testing.assert_allclose(q @ against.T, [[-0.145500033809]], rtol=1e-11)

    def test_case_r04_turns_counter_clockwise(self):
        q, k = (turned(x, [position], rotary.spectrum(2)) for x, position in (([[1, 0]], 1), ([[0, 1]], 0)))
        np.testing.assert_allclose(q @ k.T, [[0.841470984808]], rtol=1e-11)

    def test_case_r15_padding_on_the_left_moves_both(self):
        q, k, spectrum = [[1, 2, 3, 4]], [[1, -1, 2, 0.5]], rotary.spectrum(4)
        for m, n, score in ((5, 3, -3.72233194919), (1005, 1003, -3.72233194919), (10, 3, 4.97004341837)):
            got = turned(q, [m], spectrum, "half") @ turned(k, [n], spectrum, "half").T
            np.testing.assert_allclose(got, [[score]], rtol=1e-10)

    def test_positions_that_half_precision_merges_are_turned_apart(self):
        _, sin = frequencies.cos_sin([32767, 32768], rotary.spectrum(128))
        assert (sin[0] != sin[1]).all()


class TestShapes:
    @each_pairing
    def test_every_head_and_sample_is_turned_by_its_own_position(self, pairing):
        x, positions = rows(2, 3, 5, 16), np.arange(10).reshape(2, 5) * 3
        angles = frequencies.angles(positions, rotary.inv_freq(16))
        got = rotary.rotate(x, angles[:, None], pairing=pairing)
        assert got.shape == x.shape
        for sample in range(2):
            for head in range(3):
                alone = rotary.rotate(x[sample, head], angles[sample], pairing=pairing)
                np.testing.assert_array_equal(got[sample, head], alone)

    def test_one_row_is_turned_by_all_angles(self):
        angles = rows(2, 5, 4)
        got = rotary.rotate(rows(1, 8), angles)
        assert got.shape == (2, 5, 8)
        np.testing.assert_array_equal(got[1, 3], rotary.rotate(rows(1, 8), angles[1, 3:4])[0])

    def test_angles_of_one_axis_turn_every_row(self):
        np.testing.assert_array_equal(
            rotary.rotate(rows(3, 8), rows(4, seed=1)), rotary.rotate(rows(3, 8), np.tile(rows(4, seed=1), (3, 1)))
        )

    def test_what_is_beyond_rotary_dim_passes(self):
        x = rows(3, 5, 16)
        np.testing.assert_array_equal(rotary.rotate(x, rows(5, 3))[..., 6:], x[..., 6:])

    def test_float32_is_turned_in_float64_and_left_alone(self):
        x = rows(3, 8).astype(np.float32)
        before = x.copy()
        assert rotary.rotate(x, rows(3, 4)).dtype == np.float64
        np.testing.assert_array_equal(x, before)


class TestSpectrum:
    def test_is_the_paper_grid_of_the_rotary_width(self):
        for part, other in zip(rotary.spectrum(16), frequencies.spectrum(16), strict=True):
            np.testing.assert_array_equal(part, other)
        np.testing.assert_array_equal(rotary.inv_freq(64, rotary_dim=16, base=5e5), frequencies.inv_freq(16, base=5e5))

    @pytest.mark.parametrize("width", [65, 3])
    def test_case_r08_odd_widths_are_refused(self, width):
        for ask in (rotary.spectrum, rotary.inv_freq):
            with pytest.raises(ValueError, match=f"`head_dim` must be even, got {width}"):
                ask(width)
            with pytest.raises(ValueError, match=f"`rotary_dim` must be even, got {width}"):
                ask(128, rotary_dim=width)

    @pytest.mark.parametrize("width", [0, 1, -2])
    def test_widths_without_a_pair_are_refused(self, width):
        with pytest.raises(ValueError, match=f"`head_dim` must be from 2 to 1048576, got {width}"):
            rotary.spectrum(width)
        with pytest.raises(ValueError, match=f"`rotary_dim` must be from 2 to 1048576, got {width}"):
            rotary.spectrum(8, rotary_dim=width)

    def test_more_than_the_head_is_refused(self):
        with pytest.raises(ValueError, match="`rotary_dim` must be at most head_dim = 64, got 128"):
            rotary.spectrum(64, rotary_dim=128)

    def test_the_base_is_checked(self):
        with pytest.raises(ValueError, match=r"`base` must be positive, got 0"):
            rotary.spectrum(8, base=0)


ASKS = {
    "angles": rotary.rotate,
    "cos": lambda x, angles, **chosen: rotary.turn(x, angles, angles, **chosen),
}


@pytest.mark.parametrize("name", ASKS)
@pytest.mark.parametrize(
    ("x_shape", "shape", "words"),
    [
        ((5, 7), (5, 3), "`x.shape[-1]` must be even, got 7"),
        ((5, 1), (5, 1), "`x.shape[-1]` must be from 2 to 1048576, got 1"),
        ((5, 8), (5, 5), "`NAME.shape[-1]` must be at most x.shape[-1] / 2 = 4, got 5"),
        ((5, 8), (6, 4), "`NAME.shape[-2]` must be x.shape[-2] = 5, got 6"),
        ((5, 8), (1, 4), "`NAME.shape[-2]` must be x.shape[-2] = 5, got 1"),
        ((2, 3, 5, 8), (2, 5, 4), "`NAME.shape[:-1]` must be broadcastable with x.shape[:-1] = (2, 3, 5), got (2, 5)"),
        ((8,), (4,), "`x` must have at least 2 axes (..., positions, width), got 1"),
        ((5, 8), (), "`NAME` must have at least 1 axis (..., rotary_dim / 2), got 0"),
    ],
)
def test_shapes_must_fit(name, x_shape, shape, words):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        ASKS[name](np.ones(x_shape), np.ones(shape))
    assert str(caught.value) == words.replace("NAME", name)


@pytest.mark.parametrize("name", ASKS)
def test_pairings_are_checked(name):
    for pairing in ("neox", None, 1):
        with pytest.raises(ValueError, match="`pairing` must be one of interleaved, half, got"):
            ASKS[name](np.ones((5, 8)), np.ones((5, 4)), pairing=pairing)


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        ([[math.nan] * 4], ValueError, "finite, got nan"),
        ([[1j] * 4], TypeError, "real numbers, got complex"),
        ([["1"] * 4], TypeError, "real numbers, got"),
        (np.ones((0, 4)), ValueError, "hold at least one number"),
    ],
)
def test_numbers_are_checked(value, error, words):
    for name, ask in (
        ("x", lambda: rotary.rotate(value, np.ones((1, 2)))),
        ("angles", lambda: rotary.rotate(np.ones((1, 8)), value)),
        ("cos", lambda: rotary.turn(np.ones((1, 8)), value, np.ones((1, 4)))),
        ("sin", lambda: rotary.turn(np.ones((1, 8)), np.ones((1, 4)), value)),
    ):
        with pytest.raises(error, match=f"`{name}` must (be )?{words}"):
            ask()


def test_what_float64_cannot_follow_is_refused():
    with pytest.raises(ValueError, match=r"`angles` must be at most 2\*\*53 in size, got 1e\+16"):
        rotary.rotate(np.ones((1, 2)), [[1e16]])
    for name, factors in (("cos", ([[1e300]], [[1]])), ("sin", ([[1]], [[1e300]]))):
        with pytest.raises(ValueError, match=rf"`{name}` must be at most 2\*\*400 in size, got 1e\+300"):
            rotary.turn(np.ones((1, 2)), *factors)


def test_cosines_and_sines_must_be_of_one_shape():
    with pytest.raises(ValueError, match=r"`sin.shape` must be cos.shape = \(5, 4\), got \(4,\)"):
        rotary.turn(np.ones((5, 8)), np.ones((5, 4)), np.ones(4))


def test_more_than_memory_holds_is_refused():
    many = np.broadcast_to(1.0, (2**18, 1, 1))
    with pytest.raises(ValueError, match="`angles` must hold at most 17179869184 positions at head_dim = 2, got"):
        pe.rotary.rotate(np.broadcast_to(1.0, (2**18, 1, 2)), many[None].swapaxes(0, 1))
