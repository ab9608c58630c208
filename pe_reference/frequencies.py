r"""What every angle is made of: the frequencies, and an exact way from position to cosine and sine."""

import decimal
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks

__all__ = ["Grid", "Spectrum", "angles", "cos_sin", "inv_freq", "spectrum"]

Grid = Literal["paper", "tensor2tensor"]
GRIDS = ("paper", "tensor2tensor")


class Spectrum(NamedTuple):
    """Frequencies in two float64 parts, ``hi + lo``: about 32 digits together."""

    hi: NDArray[np.float64]
    lo: NDArray[np.float64]


def spectrum(dim: int, *, base: float = 10_000.0, grid: Grid = "paper") -> Spectrum:
    r"""Return the frequencies in two parts."""
    dim = _checks.integer("dim", dim)
    base = _checks.positive("base", base)
    _checks.one_of("grid", grid, GRIDS)
    count = (dim + 1) // 2
    over = dim if grid == "paper" else 2 * (count - 1)
    if over == 0 or (grid == "tensor2tensor" and dim % 2):
        raise ValueError(f"`dim` must be even and at least 4 on the tensor2tensor grid, got {dim}")
    context = decimal.Context(prec=50)
    log_base = context.ln(decimal.Decimal(base))
    exact = [context.exp(context.divide(context.multiply(log_base, -2 * i), over)) for i in range(count)]
    hi = np.array([float(w) for w in exact])
    lo = np.array([float(context.subtract(w, decimal.Decimal(float(w)))) for w in exact])
    return Spectrum(hi, lo)


def inv_freq(dim: int, *, base: float = 10_000.0, grid: Grid = "paper") -> NDArray[np.float64]:
    r"""Return the frequencies in float64."""
    return spectrum(dim, base=base, grid=grid).hi


def angles(positions: ArrayLike, inv_freq: ArrayLike) -> NDArray[np.float64]:
    """Return position times frequency in float64, no better than float64 angles are."""
    where = _checks.positions("positions", positions)
    omega = _checks.real_array("inv_freq", inv_freq)
    return np.multiply.outer(where.astype(np.float64), omega)


def cos_sin(
    positions: ArrayLike, spectrum: Spectrum | ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return cosine and sine of position times frequency, exact to the last digit or so."""
    where = _checks.positions("positions", positions).astype(np.float64)[..., None]
    hi, lo = spectrum if isinstance(spectrum, Spectrum) else (np.asarray(spectrum, float), 0.0)
    angle, rest = two_product(where, hi)
    rest = rest + where * lo
    cos, sin = np.cos(angle), np.sin(angle)
    return cos - rest * sin, sin + rest * cos


def two_product(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the rounded product and its rounding error (Dekker 1971)."""
    product = a * b
    a_hi, a_lo = split(a)
    b_hi, b_lo = split(b)
    return product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo


def split(a: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Cut a float64 into two halves of 26 bits."""
    scaled = a * 134_217_729.0
    hi = scaled - (scaled - a)
    return hi, a - hi
