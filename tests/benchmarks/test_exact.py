"""Every entry below position 2**20 at d_model 512, base 10000, against another exact path.

Phases are integers, 128 bits of a turn and more; the C library's long double sine and cosine of 2048 of them make, by
angle addition in long double, all others to 1e-18. Where that cannot tell two float32 numbers apart, mpmath decides.
"""

import numpy as np
import oracle
import pytest

import pe_reference as pe

D_MODEL, STEP, POSITIONS = 512, 1024, 2**20
TURN = 1 << 192
UNSURE = np.longdouble(1e-17)


def phases(positions):
    """Angles of `positions` in radians, long double, within one turn."""
    rates = [oracle.frequency(index, D_MODEL) for index in range(D_MODEL // 2)]
    turns = np.array([int(rate / (2 * oracle.mp.pi) * TURN) for rate in rates], dtype=object)
    parts = np.multiply.outer(np.array(positions, dtype=object), turns) % TURN >> 128
    radians = np.longdouble(oracle.mp.nstr(2 * oracle.mp.pi, 30)) / np.longdouble(2) ** 64
    return parts.astype(np.uint64).astype(np.longdouble) * radians


def misrounded(table, exact, start, cosine):
    """Count entries of a float32 table that have a nearer neighbour; `start` is the first row's position."""
    unclear = (exact - UNSURE).astype(np.float32) != (exact + UNSURE).astype(np.float32)
    count = 0
    for row, pair in np.argwhere(unclear | (table != exact.astype(np.float32))):
        truth = oracle.entry(start + int(row), 2 * int(pair) + cosine, D_MODEL)
        entry = table[row, pair]
        neighbours = (np.nextafter(entry, np.float32(side)) for side in (-2, 2))
        error = abs(float(entry) - truth)
        count += any(abs(float(other) - truth) < error for other in neighbours)
    return count


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="long double is no wider than float64 here")
def test_every_entry(report):
    near, far = phases(range(STEP)), phases(range(0, POSITIONS, STEP))
    near_cos, near_sin, far_cos, far_sin = np.cos(near), np.sin(near), np.cos(far), np.sin(far)
    largest, wrong = 0.0, 0
    for block in range(POSITIONS // STEP):
        rows = range(block * STEP, (block + 1) * STEP)
        exact = (
            near_sin * far_cos[block] + near_cos * far_sin[block],
            near_cos * far_cos[block] - near_sin * far_sin[block],
        )
        double = pe.sinusoidal.table(rows, D_MODEL)
        single = pe.sinusoidal.table(rows, D_MODEL, dtype=np.float32)
        for cosine in (0, 1):
            largest = max(largest, float(np.abs(double[:, cosine::2] - exact[cosine]).max()))
            wrong += misrounded(single[:, cosine::2], exact[cosine], rows.start, cosine)
    report("largest error of 2**29 float64 entries", f"{largest:.3g}", "at most 3.2e-16")
    report("float32 entries of 2**29 that are not the nearest number", str(wrong), "at most 0")
    assert largest <= 3.2e-16
    assert wrong == 0
