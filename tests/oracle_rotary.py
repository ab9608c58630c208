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
