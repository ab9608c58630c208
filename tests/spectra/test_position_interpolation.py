import numpy as np
import oracle
import oracle_rotary
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference import frequencies, position_interpolation, rotary

FAR = [1, 100.5, 4095, 2**17 + 1, 2**20 - 1]


@pytest.mark.parametrize("head_dim", [2, 8, 16, 66])
@pytest.mark.parametrize("factor", [1, 4, 1.25, 3.0, 1e6])
@pytest.mark.parametrize("base", [10_000, 500_000.0])
def test_is_exact_to_both_parts(head_dim, factor, base):
    spectrum = position_interpolation.spectrum(head_dim, factor=factor, base=base)

    def exact(index):
        return oracle_rotary.interpolated(index, head_dim, factor=factor, base=base)

    assert spectrum.hi.shape == (head_dim // 2,)
    assert oracle_rotary.relative_error(spectrum, exact) < 1e-30
    assert oracle_rotary.worst_angle(FAR, frequencies.cos_sin(FAR, spectrum), exact) < 3.2e-16
    np.testing.assert_array_equal(
        position_interpolation.inv_freq(head_dim, factor=factor, base=base),
        [float(exact(index)) for index in range(head_dim // 2)],
    )


@given(st.integers(1, 40), st.floats(1.5, 1e7))
def test_a_factor_of_one_changes_nothing(half, base):
    spectrum = position_interpolation.spectrum(2 * half, factor=1, base=base)
    np.testing.assert_array_equal(spectrum, rotary.spectrum(2 * half, base=base))


@given(st.integers(0, 2**19), st.sampled_from([2, 4, 8]))
def test_a_slower_spectrum_is_a_nearer_position(position, factor):
    slower = frequencies.cos_sin(position * factor, position_interpolation.spectrum(16, factor=factor))
    nearer = frequencies.cos_sin(position, rotary.spectrum(16))
    np.testing.assert_allclose(slower, nearer, rtol=0, atol=1.2e-16)


def test_case_c12_the_factor_is_not_its_inverse():
    cos, sin = frequencies.cos_sin([8], position_interpolation.spectrum(2, factor=4))
    np.testing.assert_allclose(
        rotary.turn([[1, 0]], cos, sin, pairing="half"), [[-0.416146836547, 0.909297426826]], rtol=1e-11
    )
    with pytest.raises(ValueError, match=r"`factor` must be at least 1, got 0.25"):
        position_interpolation.inv_freq(2, factor=0.25)


def test_the_base_cannot_be_lost_in_small_numbers():
    with pytest.raises(ValueError, match=r"`factor` must give frequencies from 2\*\*-1000 to 2\*\*53, got 1e\+308"):
        position_interpolation.spectrum(8, factor=1e308)
    assert oracle.mp.dps == 50
