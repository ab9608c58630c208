"""Rotary formulas a second time: scalar, mpmath at 50 digits, nothing of the package."""

import oracle

mp = oracle.mp


def partner(column, width, pairing):
    """Which pair a column belongs to, the column it is paired with, and whether it is the first of the two."""
    if pairing == "interleaved":
        return column // 2, column ^ 1, column % 2 == 0
    half = width // 2
    return column % half, (column + half) % width, column < half


def turned(row, column, angle_of, rotary_dim, pairing):
    """One number of a turned row; ``angle_of(pair)`` is its angle."""
    if column >= rotary_dim:
        return mp.mpf(float(row[column]))
    pair, other, first = partner(column, rotary_dim, pairing)
    own, others = mp.mpf(float(row[column])), mp.mpf(float(row[other]))
    angle = angle_of(pair)
    return own * mp.cos(angle) + (-1 if first else 1) * others * mp.sin(angle)


def interpolated(index, dim, *, factor, base=10_000):
    """Position interpolation."""
    return oracle.frequency(index, dim, base=base) / mp.mpf(factor)


def ntk(index, dim, *, factor, base=10_000):
    """The plain formula with the larger base."""
    return oracle.frequency(index, dim, base=mp.mpf(base) * mp.mpf(factor) ** (mp.mpf(dim) / (dim - 2)))


def blended(omega, kept, factor):
    """So large a share as trained, the rest divided."""
    return kept * omega + (1 - kept) * omega / mp.mpf(factor)


def yarn_paper(index, dim, *, factor, length, base=10_000, alpha=1, beta=32):
    """YaRN as its paper has it: gamma is straight in the number of wavelengths."""
    omega = oracle.frequency(index, dim, base=base)
    turns = mp.mpf(length) / (2 * mp.pi / omega)
    gamma = 0 if turns < alpha else 1 if turns > beta else (turns - alpha) / (mp.mpf(beta) - alpha)
    return blended(omega, mp.mpf(gamma), factor)


def yarn_range(dim, *, length, base=10_000, fast=32, slow=1, truncate=True, clamp="width"):
    """The pairs between which the released code has its ramp."""
    low, high = (dim * mp.log(mp.mpf(length) / (beta * 2 * mp.pi)) / (2 * mp.log(base)) for beta in (fast, slow))
    if truncate:
        low, high = mp.floor(low), mp.ceil(high)
    return max(low, 0), min(high, (dim if clamp == "width" else dim // 2) - 1)


def yarn_code(index, dim, *, factor, base=10_000, **chosen):
    """YaRN as its code has it: the ramp is straight in the index of the pair."""
    low, high = yarn_range(dim, base=base, **chosen)
    gone = min(max((index - low) / mp.mpf(high - low), 0), 1)
    return blended(oracle.frequency(index, dim, base=base), 1 - gone, factor)


def llama3(index, dim, *, factor=8, low=1, high=4, length=8192, base=500_000):
    """Llama 3.1, by wavelengths."""
    omega = oracle.frequency(index, dim, base=base)
    wavelength = 2 * mp.pi / omega
    if wavelength < mp.mpf(length) / high:
        return omega
    if wavelength > mp.mpf(length) / low:
        return omega / factor
    return blended(omega, (length / wavelength - low) / (mp.mpf(high) - low), factor)


def relative_error(spectrum, formula):
    """Largest relative error of frequencies in two parts from ``formula(index)``."""
    return max(
        float(abs((mp.mpf(float(hi)) + mp.mpf(float(lo))) / formula(index) - 1))
        for index, (hi, lo) in enumerate(zip(*spectrum, strict=True))
    )


def worst_angle(positions, cos_sin, formula):
    """Largest error of the cosines and sines of `positions` from those of ``formula(index)``."""
    errors = []
    for measured, function in zip(cos_sin, (mp.cos, mp.sin), strict=True):
        exact = oracle.array(measured.shape, lambda p, i, f=function: f(mp.mpf(positions[p]) * formula(i)))
        errors.append(oracle.distance(measured, exact))
    return max(errors)
