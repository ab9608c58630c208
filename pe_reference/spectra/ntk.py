r"""A larger base instead of slower positions (NTK-aware), fixed or following the length (dynamic)."""

import math
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from pe_reference import _checks, _decimals
from pe_reference.frequencies import Spectrum
from pe_reference.spectra import _brackets, _scaled
from pe_reference.spectra._brackets import Bracket

__all__ = ["alpha", "base", "dynamic_inv_freq", "dynamic_spectrum", "inv_freq", "spectrum"]


def base(head_dim: int, *, factor: float, base: float = 10_000.0) -> float:
    r"""Return the new base, with which the slowest pair is interpolated and the fastest is not.

    .. math:: b' = b \, s^{d/(d-2)}

    Parameters
    ----------
    head_dim, factor, base
        As for :func:`spectrum`.

    Returns
    -------
    float
        Correctly rounded: the frequencies of :func:`spectrum` come from the exact number.

    Raises
    ------
    TypeError, ValueError
        As for :func:`spectrum`, and if the new base is too large for float64.

    Notes
    -----
    The formula is that of :cite:t:`ntkaware`, as :cite:t:`peng2023`, section 3.1, write it.

    Examples
    --------
    >>> round(base(128, factor=2), 2)
    20221.26
    """
    width = _checks.even("head_dim", head_dim, least=4)
    by, number = _scaled.factor_of(factor), Decimal(_checks.positive("base", base))
    with _decimals.exactly():
        new = float(number * (by.ln() * width / (width - 2)).exp())
    if not math.isfinite(new):
        raise ValueError(f"`factor` must give a finite base, got {factor} at head_dim = {width}")
    return new


def spectrum(head_dim: int, *, factor: float, base: float = 10_000.0) -> Spectrum:
    r"""Return the frequencies of the larger base in two parts, for :func:`pe_reference.frequencies.cos_sin`.

    .. math:: \omega'_j = (b \, s^{d/(d-2)})^{-2j/d} = b^{-2j/d} \, s^{-2j/(d-2)}

    Parameters
    ----------
    head_dim : int
        How many numbers of a query or key are turned, :math:`d`, even and at least 4; of a partial rotary,
        `rotary_dim`.
    factor : float
        Length served over length trained, :math:`s \ge 1`.
    base : float, default 10000
        That of the training, :math:`b`.

    Returns
    -------
    Spectrum
        Radians for each position; each part float64 of shape ``(head_dim / 2,)``. The first frequency stays 1, the
        last is divided by `factor`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd or 2, where the exponent divides by zero, `factor` is below
        1, or a frequency is too small or too large for float64.

    See Also
    --------
    base : the new base as a number.

    Notes
    -----
    The formula is that of :cite:t:`ntkaware`, as :cite:t:`peng2023`, section 3.1, write it.

    Examples
    --------
    >>> spectrum(8, factor=8).hi
    array([1.00e+00, 5.00e-02, 2.50e-03, 1.25e-04])
    """
    trained = _scaled.plain(head_dim, base, least=4)
    return _scaled.stretched(trained, _scaled.factor_of(factor))


def inv_freq(head_dim: int, *, factor: float, base: float = 10_000.0) -> NDArray[np.float64]:
    r"""Return the frequencies of the larger base in float64, correctly rounded.

    .. math:: \omega'_j = (b \, s^{d/(d-2)})^{-2j/d}

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
    The formula is that of :cite:t:`ntkaware`, as :cite:t:`peng2023`, section 3.1, write it.

    Examples
    --------
    >>> inv_freq(8, factor=8)
    array([1.00e+00, 5.00e-02, 2.50e-03, 1.25e-04])
    """
    return spectrum(head_dim, factor=factor, base=base).hi


def alpha(
    seq_len: int, *, original_max_seq_len: int, factor: float | None = None, bracket: Bracket = "linear"
) -> float:
    r"""Return the factor of dynamic NTK at a length.

    .. math::

        \alpha = \begin{cases} s\,l/L - (s - 1) & \text{linear} \\
        2^{\lceil \log_2 (l/L) \rceil + 1} - 1 & \text{stepped} \\ l/L & \text{ratio} \end{cases}
        \quad \text{for } l > L, \qquad \alpha = 1 \quad \text{for } l \le L

    Parameters
    ----------
    seq_len : int
        Length now, :math:`l`.
    original_max_seq_len : int
        Length trained, :math:`L`.
    factor : float, optional
        :math:`s \ge 1` of the linear bracket, which needs it; the others take none.
    bracket : {"linear", "stepped", "ratio"}
        The one of :cite:t:`dynamicntk`, in many libraries; the one of :cite:t:`qwen`, which changes less often and so
        keeps more of a cache; or the one that :cite:t:`peng2023` define.

    Returns
    -------
    float
        At least 1, correctly rounded.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, or `factor` is below 1, missing, or given to a bracket that takes none.

    Notes
    -----
    The stepped one is 3 a single token beyond :math:`L`, where the others are still 1: it jumps by three. A linear one
    with a factor of 1 is the ratio.

    Examples
    --------
    >>> [alpha(length, original_max_seq_len=2048, factor=2) for length in (2048, 2049, 4096, 4097)]
    [1.0, 1.0009765625, 3.0, 3.0009765625]
    >>> [alpha(length, original_max_seq_len=2048, bracket="stepped") for length in (2048, 2049, 4096, 4097)]
    [1.0, 3.0, 3.0, 7.0]
    """
    return float(_brackets.alpha(seq_len, original_max_seq_len, factor, bracket))


def dynamic_spectrum(
    head_dim: int,
    *,
    seq_len: int,
    original_max_seq_len: int,
    factor: float | None = None,
    base: float = 10_000.0,
    bracket: Bracket = "linear",
) -> Spectrum:
    r"""Return the frequencies of dynamic NTK at a length, in two parts.

    .. math:: \omega'_j = (b \, \alpha^{d/(d-2)})^{-2j/d}

    Parameters
    ----------
    head_dim, base
        As for :func:`spectrum`.
    seq_len, original_max_seq_len, factor, bracket
        What gives :math:`\alpha`, as for :func:`alpha`. Up to `original_max_seq_len` it is 1, and the frequencies are
        those of the training.

    Returns
    -------
    Spectrum
        Radians for each position; each part float64 of shape ``(head_dim / 2,)``.

    Raises
    ------
    TypeError, ValueError
        As for :func:`spectrum` and :func:`alpha`.

    Notes
    -----
    A function of the length alone, whatever was asked before. All positions of a sequence are to be turned by the
    frequencies of one length: a cache holds keys from before the rotation, or its scores are no longer relative
    (:cite:t:`peng2023`, section 3.3).

    Examples
    --------
    >>> dynamic_spectrum(8, seq_len=4096, original_max_seq_len=2048, factor=2).hi.round(4)
    array([1.00e+00, 6.93e-02, 4.80e-03, 3.00e-04])
    """
    trained = _scaled.plain(head_dim, base, least=4)
    return _scaled.stretched(trained, _brackets.alpha(seq_len, original_max_seq_len, factor, bracket))


def dynamic_inv_freq(
    head_dim: int,
    *,
    seq_len: int,
    original_max_seq_len: int,
    factor: float | None = None,
    base: float = 10_000.0,
    bracket: Bracket = "linear",
) -> NDArray[np.float64]:
    r"""Return the frequencies of dynamic NTK at a length, in float64, correctly rounded.

    .. math:: \omega'_j = (b \, \alpha^{d/(d-2)})^{-2j/d}

    Parameters
    ----------
    head_dim, seq_len, original_max_seq_len, factor, base, bracket
        As for :func:`dynamic_spectrum`.

    Returns
    -------
    float64 array, shape ``(head_dim / 2,)``
        Radians for each position.

    Raises
    ------
    TypeError, ValueError
        As for :func:`dynamic_spectrum`.

    Notes
    -----
    The formula is that of :cite:t:`dynamicntk`, as for :func:`dynamic_spectrum`.

    Examples
    --------
    >>> dynamic_inv_freq(8, seq_len=4096, original_max_seq_len=2048, bracket="ratio").round(4)
    array([1.00e+00, 7.94e-02, 6.30e-03, 5.00e-04])
    """
    at = {"seq_len": seq_len, "original_max_seq_len": original_max_seq_len}
    return dynamic_spectrum(head_dim, **at, factor=factor, base=base, bracket=bracket).hi
