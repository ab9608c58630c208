r"""Every position divided by one factor (Chen et al. 2023); also called linear scaling."""

import numpy as np
from numpy.typing import NDArray

from pe_reference.frequencies import Spectrum
from pe_reference.spectra import _scaled

__all__ = ["inv_freq", "spectrum"]


def spectrum(head_dim: int, *, factor: float, base: float = 10_000.0) -> Spectrum:
    r"""Return the interpolated frequencies in two parts, for :func:`pe_reference.frequencies.cos_sin`.

    .. math:: \omega'_j = b^{-2j/d} / s

    Parameters
    ----------
    head_dim : int
        How many numbers of a query or key are turned, :math:`d`, even; of a partial rotary, `rotary_dim`.
    factor : float
        Length served over length trained, :math:`s \ge 1`. Its inverse, which some configurations hold, is refused.
    base : float, default 10000
        As for :func:`pe_reference.rotations.rotary.spectrum`.

    Returns
    -------
    Spectrum
        Radians for each position; each part float64 of shape ``(head_dim / 2,)``. A factor of 1 changes nothing.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, `factor` is below 1, or a frequency is too small or too
        large for float64.

    Notes
    -----
    Formula 4 of :cite:t:`chen2023` divides the positions, which is the same.

    Examples
    --------
    >>> spectrum(8, factor=4).hi
    array([0.25   , 0.025  , 0.0025 , 0.00025])
    """
    over = _scaled.factor_of(factor)
    trained = _scaled.plain(head_dim, base)
    return _scaled.blended(trained, [over**0] * trained.hi.size, over)


def inv_freq(head_dim: int, *, factor: float, base: float = 10_000.0) -> NDArray[np.float64]:
    r"""Return the interpolated frequencies in float64, correctly rounded.

    .. math:: \omega'_j = b^{-2j/d} / s

    Parameters
    ----------
    head_dim, factor, base
        As for :func:`spectrum`.

    Returns
    -------
    float64 array, shape ``(head_dim / 2,)``
        Radians for each position.

    Raises
    ------
    TypeError, ValueError
        As for :func:`spectrum`.

    Notes
    -----
    From formula 4 of :cite:t:`chen2023`.

    Examples
    --------
    >>> inv_freq(8, factor=4)
    array([0.25   , 0.025  , 0.0025 , 0.00025])
    """
    return spectrum(head_dim, factor=factor, base=base).hi
