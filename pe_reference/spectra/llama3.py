r"""Fast pairs as trained, slow ones interpolated, a blend between: the scaling of Llama 3.1."""

from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from pe_reference import _checks
from pe_reference.frequencies import Spectrum
from pe_reference.spectra import _scaled

__all__ = ["inv_freq", "spectrum"]


def spectrum(
    head_dim: int,
    *,
    factor: float = 8.0,
    low_freq_factor: float = 1.0,
    high_freq_factor: float = 4.0,
    original_max_seq_len: int = 8192,
    base: float = 500_000.0,
) -> Spectrum:
    r"""Return the frequencies of Llama 3.1 in two parts, for :func:`pe_reference.frequencies.cos_sin`.

    .. math::

        \omega'_j = \sigma_j \, \omega_j + (1 - \sigma_j) \, \omega_j / s, \qquad
        \sigma_j = \operatorname{clip}\left(\frac{L \omega_j / 2\pi - f_{low}}{f_{high} - f_{low}}, 0, 1\right)

    Parameters
    ----------
    head_dim : int
        How many numbers of a query or key are turned, :math:`d`, even; of a partial rotary, `rotary_dim`.
    factor : float, default 8
        What slow pairs are divided by, :math:`s \ge 1`; 32 in the smaller models of Llama 3.2.
    low_freq_factor, high_freq_factor : float, default 1 and 4
        Turns within the trained length up to which a pair is interpolated, and from which it stays.
    original_max_seq_len : int, default 8192
        Length trained, :math:`L`.
    base : float, default 500000
        That of the training.

    Returns
    -------
    Spectrum
        Radians for each position; each part float64 of shape ``(head_dim / 2,)``.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, `factor` is below 1, `high_freq_factor` is not above
        `low_freq_factor`, or a frequency is too small or too large for float64.

    See Also
    --------
    pe_reference.spectra.yarn.spectrum : the same with ``ramp="rotations"``, `beta_slow` and `beta_fast`.

    Notes
    -----
    The formula is that of :cite:t:`llama_code`, as in :cite:t:`transformers`. It is the ramp in the YaRN
    paper :cite:p:`peng2023`, without its attention factor.

    Examples
    --------
    >>> spectrum(8).hi.round(7)
    array([1.0000e+00, 3.7606e-02, 5.2480e-04, 6.6000e-06])
    """
    by = _scaled.factor_of(factor)
    low = _checks.positive("low_freq_factor", low_freq_factor)
    high = _checks.positive("high_freq_factor", high_freq_factor)
    _checks.above("high_freq_factor", high, "low_freq_factor", low)
    length = _scaled.length("original_max_seq_len", original_max_seq_len)
    trained = _scaled.plain(head_dim, base)
    shares = _scaled.ramp(_scaled.turns(trained, length), Decimal(high), Decimal(low))
    return _scaled.blended(trained, shares, by)


def inv_freq(
    head_dim: int,
    *,
    factor: float = 8.0,
    low_freq_factor: float = 1.0,
    high_freq_factor: float = 4.0,
    original_max_seq_len: int = 8192,
    base: float = 500_000.0,
) -> NDArray[np.float64]:
    r"""Return the frequencies of Llama 3.1 in float64, correctly rounded.

    .. math:: \omega'_j = \sigma_j \, \omega_j + (1 - \sigma_j) \, \omega_j / s

    Parameters
    ----------
    head_dim, factor, low_freq_factor, high_freq_factor, original_max_seq_len, base
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
    The formula is that of :cite:t:`llama_code`, as for :func:`spectrum`.

    Examples
    --------
    >>> inv_freq(128)[[28, 29, 63]]
    array([3.21144599e-03, 2.16657076e-03, 3.06892599e-07])
    """
    whole = spectrum(
        head_dim,
        factor=factor,
        low_freq_factor=low_freq_factor,
        high_freq_factor=high_freq_factor,
        original_max_seq_len=original_max_seq_len,
        base=base,
    )
    return whole.hi
