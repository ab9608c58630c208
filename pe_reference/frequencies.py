r"""The frequencies that every angle is made of, and an exact way from position to cosine and sine."""

import decimal
import itertools
import operator
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, _circle, _decimals

__all__ = ["Grid", "Spectrum", "angles", "cos_sin", "inv_freq", "spectrum"]

Grid = Literal["paper", "tensor2tensor"]
GRIDS = ("paper", "tensor2tensor")
SMALLEST, LARGEST = 2.0**-1000, 2.0**53  # radians: of a frequency, of an angle
AT_ONCE = 8192  # angles: the steps on the way to cosine and sine stay in the cache


class Spectrum(NamedTuple):
    """Frequencies in two float64 parts, ``hi + lo``, about 32 digits together; radians for each position."""

    hi: NDArray[np.float64]
    lo: NDArray[np.float64]


def spectrum(dim: int, *, base: float = 10_000.0, grid: Grid = "paper") -> Spectrum:
    r"""Return the frequencies in two parts, for :func:`cos_sin`.

    .. math::

        \omega_j = b^{-2j/d} \quad \text{(paper)}, \qquad
        \omega_j = b^{-j/(n-1)}, \quad n = d/2 \quad \text{(tensor2tensor)}

    Parameters
    ----------
    dim : int
        Width :math:`d` of the encoding. An odd one has :math:`\lceil d/2 \rceil` frequencies on the paper grid.
    base : float, default 10000
        What the wavelengths grow to, over :math:`2\pi`; also called rope_theta, max_wavelength or max_period.
    grid : {"paper", "tensor2tensor"}
        The exponents of :cite:t:`vaswani2017`, section 3.5, which stop short of the base, or those of the authors'
        code :cite:p:`tensor2tensor`, which end at it.

    Returns
    -------
    Spectrum
        ``hi`` is correctly rounded, ``lo`` is what it lacks; each float64 of shape ``(ceil(dim / 2),)``.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `dim` is odd or below 4 on the tensor2tensor grid, or a frequency is too
        small or too large for float64.

    Examples
    --------
    >>> hi, lo = spectrum(8)
    >>> hi
    array([1.   , 0.1  , 0.01 , 0.001])
    >>> lo.round(20)
    array([ 0.00e+00, -5.55e-18, -2.10e-19, -2.00e-20])
    """
    dim = _checks.integer("dim", dim)
    base = _checks.positive("base", base)
    _checks.on_grid("dim", dim, _checks.one_of("grid", grid, GRIDS))
    count = (dim + 1) // 2
    over = dim if grid == "paper" else 2 * (count - 1)
    with _decimals.exactly():
        ratio = (decimal.Decimal(base).ln() * -2 / over).exp()
        exact = list(itertools.accumulate(itertools.repeat(ratio, count - 1), operator.mul, initial=decimal.Decimal(1)))
    hi, lo = _decimals.two_parts(exact)
    if hi.min() < SMALLEST or hi.max() > LARGEST:
        raise ValueError(f"`base` must give frequencies from 2**-1000 to 2**53, got {base} at dim = {dim}")
    return Spectrum(hi, lo)


def inv_freq(dim: int, *, base: float = 10_000.0, grid: Grid = "paper") -> NDArray[np.float64]:
    r"""Return the frequencies in float64, correctly rounded.

    .. math::

        \omega_j = b^{-2j/d} \quad \text{(paper)}, \qquad
        \omega_j = b^{-j/(n-1)}, \quad n = d/2 \quad \text{(tensor2tensor)}

    Parameters
    ----------
    dim, base, grid
        As for :func:`spectrum`.

    Returns
    -------
    float64 array, shape ``(ceil(dim / 2),)``
        Radians for each position, the fastest first.

    Raises
    ------
    TypeError, ValueError
        As for :func:`spectrum`.

    See Also
    --------
    spectrum : the same to 32 digits.

    Notes
    -----
    The paper grid is that of :cite:t:`vaswani2017`, section 3.5. Times a position of 10**6, its rounding alone moves an
    angle by up to 6e-11.

    Examples
    --------
    >>> inv_freq(8)
    array([1.   , 0.1  , 0.01 , 0.001])
    >>> inv_freq(8, grid="tensor2tensor").round(4)
    array([1.00e+00, 4.64e-02, 2.20e-03, 1.00e-04])
    """
    return spectrum(dim, base=base, grid=grid).hi


def angles(positions: ArrayLike, inv_freq: ArrayLike) -> NDArray[np.float64]:
    r"""Return :math:`p \, \omega_j` in float64, no better than float64 angles are.

    Parameters
    ----------
    positions : array-like of any shape
        Positions in tokens, whole or not.
    inv_freq : array-like, shape ``(dim / 2,)``
        Radians for each position.

    Returns
    -------
    float64 array, shape ``(*positions, dim / 2)``
        Angles in radians, not reduced to one turn.

    Raises
    ------
    TypeError, ValueError
        If the arguments are not finite real numbers.

    See Also
    --------
    cos_sin : without the loss.

    Examples
    --------
    >>> angles([0, 3], [1.0, 0.5])
    array([[0. , 0. ],
           [3. , 1.5]])
    """
    omega = _frequencies("inv_freq", inv_freq)
    where = _checks.positions("positions", positions, "inv_freq", omega.size)
    return np.multiply.outer(where.astype(np.float64), omega)


def cos_sin(positions: ArrayLike, spectrum: Spectrum | ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    r"""Return :math:`\cos p \omega_j` and :math:`\sin p \omega_j`, exact but for the last rounding.

    Frequency and angle are carried in two float64 parts each, with the exact product of :cite:t:`dekker1971`.

    Parameters
    ----------
    positions : array-like of any shape
        Positions in tokens, whole or not, of either sign.
    spectrum : Spectrum or array-like, shape ``(dim / 2,)``
        What :func:`spectrum` returns, or an ``inv_freq`` array, whose float64 numbers are then taken as they stand.

    Returns
    -------
    cos, sin : float64 arrays, shape ``(*positions, dim / 2)``
        Within 6e-17 at every angle below ``2**40`` and within 3e-16 below ``2**53``.

    Raises
    ------
    TypeError, ValueError
        If the arguments are not finite real numbers, or an angle is beyond 2**53.

    See Also
    --------
    angles : the plain product, off by up to 1.2e-10 below position 2**20.

    Examples
    --------
    >>> cos, sin = cos_sin([0, 2**20], spectrum(4))
    >>> sin.round(8)
    array([[ 0.        ,  0.        ],
           [ 0.33049314, -0.76836187]])
    """
    hi, lo = _two_parts(spectrum)
    where = _checks.positions("positions", positions, "spectrum", hi.size).astype(np.float64)
    _checks.reach("positions", where, "spectrum", hi)
    step = max(1, AT_ONCE // hi.size)
    hi, lo = _circle.in_points(hi, lo)
    rows = where.reshape(-1, 1)
    cos = np.empty((len(rows), hi.size))
    sin = np.empty_like(cos)
    for row in range(0, len(rows), step):
        some = slice(row, row + step)
        cos[some], sin[some] = _circle.cos_sin(rows[some], hi, lo)
    shape = (*where.shape, hi.size)
    return cos.reshape(shape), sin.reshape(shape)


def _two_parts(spectrum: Spectrum | ArrayLike) -> Spectrum:
    """Return what :func:`cos_sin` is given as two float64 parts."""
    if not isinstance(spectrum, Spectrum):
        hi = _frequencies("spectrum", spectrum)
        return Spectrum(hi, np.zeros_like(hi))
    hi, lo = _frequencies("spectrum.hi", spectrum.hi), _frequencies("spectrum.lo", spectrum.lo)
    _checks.same("spectrum.lo.shape", lo.shape, "spectrum.hi.shape", hi.shape)
    if (too_large := np.abs(lo) > np.spacing(np.abs(hi))).any():
        raise ValueError(f"`spectrum.lo` must be less than the last place of spectrum.hi, got {lo[too_large][0]}")
    return Spectrum(hi, lo)


def _frequencies(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Return `value` as float64 frequencies."""
    array = _checks.real_array(name, value).astype(np.float64)
    if array.ndim != 1:
        raise ValueError(f"`{name}` must have 1 axis, got {array.ndim}")
    if np.abs(array).max() > LARGEST:
        raise ValueError(f"`{name}` must be at most 2**53 in size, got {np.abs(array).max()}")
    return array
