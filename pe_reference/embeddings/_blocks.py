r"""Many exact rows from few exact seeds: by the angle addition theorem a row is the product of two others.

With :math:`z(p) = \sin p\omega + i \cos p\omega` and a block length :math:`B`,

.. math:: z(jB + k) = z(k) \, \overline{w(jB)}, \qquad w(p) = \cos p\omega + i \sin p\omega.

The seeds :math:`z(k)` and :math:`w(jB)` are off by half a unit in the last place, so the product is within 3e-16. Every
product is taken of two whole tiles of ROWS rows: a range and an array give NumPy's multiplication the same operands in
the same loop, so a row depends on its position alone, whatever its neighbours.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pe_reference import _checks, frequencies
from pe_reference.frequencies import Spectrum

__all__ = ["tiles"]

BLOCK = 256  # any length keeps the bound; of this one the bench shows no misrounded float32 entry at d_model 512
ROWS = 64  # a multiple of every vector length, so that no product falls into the remainder of NumPy's loop
PAIRS = 256  # frequencies at a time: a tile stays in the cache
SEEDS = 2**19  # at a time, so that an array of positions needs no temporary of its table's size

Tile = NDArray[np.complex128]


def tiles(
    positions: range | NDArray[np.float64], spectrum: Spectrum
) -> Iterator[tuple[slice, slice, NDArray[np.float64]]]:
    """Yield (rows, pairs, tile) until every position has met every frequency.

    ``tile[row, pair]`` is sine and cosine. The next one overwrites it.
    """
    where = positions
    if isinstance(positions, range) and (positions.step != 1 or positions.start < 0 or len(positions) <= BLOCK):
        where = _checks.listed(positions).astype(np.float64)
    for start in range(0, len(spectrum.hi), PAIRS):
        pairs = slice(start, min(start + PAIRS, len(spectrum.hi)))
        part = frequencies.Spectrum(spectrum.hi[pairs], spectrum.lo[pairs])
        tile = np.empty((ROWS, pairs.stop - start), np.complex128)
        sin_cos = tile.view(np.float64).reshape(*tile.shape, 2)
        filled = _from_range(where, part, tile) if isinstance(where, range) else _from_array(where, part, tile)
        for row, begin, end in filled:
            yield slice(row, row + end - begin), pairs, sin_cos[begin:end]


def _from_range(positions: range, spectrum: Spectrum, tile: Tile) -> Iterator[tuple[int, int, int]]:
    """Fill `tile` with consecutive positions; yield the first one's row in the table and the part of the tile."""
    near = _near(np.arange(BLOCK), spectrum)
    pieces = [(row, near[row : row + ROWS]) for row in range(0, BLOCK, ROWS)]
    first, last = positions.start // BLOCK * BLOCK, positions.stop
    turns = _turns(np.arange(first, last, BLOCK), spectrum)
    turn = np.empty_like(tile)
    for block, factors in zip(range(first, last, BLOCK), turns, strict=True):
        turn[:] = factors
        for row, piece in pieces:
            at = block + row
            begin, end = max(positions.start - at, 0), min(last - at, ROWS)
            if begin < end:
                np.multiply(piece, turn, out=tile)
                yield at + begin - positions.start, begin, end


def _from_array(positions: NDArray[np.float64], spectrum: Spectrum, tile: Tile) -> Iterator[tuple[int, int, int]]:
    """Fill `tile` with any positions, a seed for each that differs; yield as above."""
    z, w = np.zeros_like(tile), np.zeros_like(tile)
    many = SEEDS // tile.shape[1]
    seeded, near = np.empty(0), np.empty_like(tile[:0])
    for start in range(0, len(positions), many):
        some = positions[start : start + many]
        within = np.fmod(some, BLOCK)
        distances, near_row = np.unique(within, return_inverse=True)
        corners, turn_row = np.unique(some - within, return_inverse=True)
        if not np.array_equal(distances, seeded):
            seeded, near = distances, _near(distances, spectrum)
        turns = _turns(corners, spectrum)
        for row in range(0, len(some), ROWS):
            end = min(ROWS, len(some) - row)
            np.take(near, near_row[row : row + end], axis=0, out=z[:end])
            np.take(turns, turn_row[row : row + end], axis=0, out=w[:end])
            np.multiply(z, w, out=tile)
            yield start + row, 0, end


def _near(positions: NDArray[np.number[Any]], spectrum: Spectrum) -> Tile:
    """Return ``sin + i cos``."""
    cos, sin = frequencies.cos_sin(positions, spectrum)
    return _complex(sin, cos)


def _turns(positions: NDArray[np.number[Any]], spectrum: Spectrum) -> Tile:
    """Return ``cos - i sin``: a factor that moves a row on by so many positions."""
    cos, sin = frequencies.cos_sin(positions, spectrum)
    return _complex(cos, -sin)


def _complex(real: NDArray[np.float64], imag: NDArray[np.float64]) -> Tile:
    both = np.empty(real.shape, np.complex128)
    both.real, both.imag = real, imag
    return both
