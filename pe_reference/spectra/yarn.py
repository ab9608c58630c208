r"""Fast pairs as trained, slow ones interpolated, a ramp between (YaRN, Peng et al. 2023): paper and released code."""

from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from pe_reference import _checks, _decimals
from pe_reference.frequencies import Spectrum
from pe_reference.spectra import _ramps, _scaled
from pe_reference.spectra._ramps import Clamp, Ramp

__all__ = ["attention_factor", "correction_range", "inv_freq", "ramp_values", "spectrum"]


def correction_range(
    head_dim: int,
    *,
    original_max_seq_len: int,
    base: float = 10_000.0,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    truncate: bool = True,
    clamp: Clamp = "width",
) -> tuple[float, float]:
    r"""Return the pair where the ramp of the released code begins and the one where it ends.

    .. math:: j(\beta) = \frac{d \ln (L / 2\pi\beta)}{2 \ln b}, \qquad
        \text{from } \max(\lfloor j(\beta_{fast}) \rfloor, 0)
        \text{ to } \min(\lceil j(\beta_{slow}) \rceil, d - 1)

    Parameters
    ----------
    head_dim, original_max_seq_len, base, beta_fast, beta_slow
        As for :func:`spectrum`; the base is above 1.
    truncate : bool, default True
        Whether to round both outwards to whole pairs. The weights of gpt-oss need False.
    clamp : {"width", "pairs"}
        Upper bound of the end: :math:`d - 1` as in the released code, or :math:`d/2 - 1`, the last pair.

    Returns
    -------
    low, high : float
        Pair indices, ``low < high``.

    Raises
    ------
    TypeError, ValueError
        As for :func:`spectrum`.

    Notes
    -----
    The formula is that of :cite:t:`yarncode`.

    Examples
    --------
    >>> correction_range(128, original_max_seq_len=2048)
    (16.0, 41.0)
    """
    low, high = _ramps.ends(head_dim, original_max_seq_len, base, (beta_fast, beta_slow), truncate, clamp)
    return float(low), float(high)


def ramp_values(
    head_dim: int,
    *,
    original_max_seq_len: int,
    base: float = 10_000.0,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    ramp: Ramp = "index",
    truncate: bool = True,
    clamp: Clamp = "width",
) -> NDArray[np.float64]:
    r"""Return how far each pair is interpolated: 0 as trained, 1 divided by the factor.

    .. math:: \rho_j = \operatorname{clip}\left(\frac{j - low}{high - low}, 0, 1\right) \text{ (index)}, \qquad
        \rho_j = \operatorname{clip}\left(\frac{\beta_{fast} - L\omega_j/2\pi}{\beta_{fast} - \beta_{slow}}, 0, 1\right)
        \text{ (rotations)}

    Parameters
    ----------
    head_dim, original_max_seq_len, base, beta_fast, beta_slow, ramp, truncate, clamp
        As for :func:`spectrum`.

    Returns
    -------
    float64 array, shape ``(head_dim / 2,)``
        From 0 to 1, never falling for a base above 1. :math:`\gamma` of the paper is one minus this.

    Raises
    ------
    TypeError, ValueError
        As for :func:`spectrum`.

    Notes
    -----
    Rotations are in :cite:t:`peng2023`, section 3.2; the index is what their code does :cite:p:`yarncode`.

    Examples
    --------
    >>> ramp_values(16, original_max_seq_len=2048).round(3)
    array([0.  , 0.  , 0.  , 0.25, 0.5 , 0.75, 1.  , 1.  ])
    >>> ramp_values(16, original_max_seq_len=2048, ramp="rotations").round(3)
    array([0.   , 0.   , 0.   , 0.7  , 0.927, 0.999, 1.   , 1.   ])
    """
    betas = (beta_fast, beta_slow)
    return np.array(_ramps.shares(head_dim, original_max_seq_len, base, betas, ramp, truncate, clamp), np.float64)


def spectrum(
    head_dim: int,
    *,
    factor: float,
    original_max_seq_len: int,
    base: float = 10_000.0,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    ramp: Ramp = "index",
    truncate: bool = True,
    clamp: Clamp = "width",
) -> Spectrum:
    r"""Return the frequencies of YaRN in two parts, for :func:`pe_reference.frequencies.cos_sin`.

    .. math:: \omega'_j = (1 - \rho_j) \, \omega_j + \rho_j \, \omega_j / s, \qquad \omega_j = b^{-2j/d}

    Parameters
    ----------
    head_dim : int
        How many numbers of a query or key are turned, :math:`d`, even; of a partial rotary, `rotary_dim`.
    factor : float
        Length served over length trained, :math:`s \ge 1`.
    original_max_seq_len : int
        Length trained, :math:`L`.
    base : float, default 10000
        That of the training, :math:`b`; above 1 for the index ramp.
    beta_fast, beta_slow : float, default 32 and 1
        Turns within the trained length from which a pair stays, and up to which it is interpolated.
    ramp : {"index", "rotations"}
        What the ramp is straight in: the index of the pair, as in the released code and all that follow it, or the
        number of turns, as in the paper.
    truncate, clamp
        Ends of the index ramp, as for :func:`correction_range`. The ramp in rotations has none.

    Returns
    -------
    Spectrum
        Radians for each position; each part float64 of shape ``(head_dim / 2,)``. Cosines and sines are to be
        multiplied by :func:`attention_factor`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, `factor` is below 1, `beta_fast` is not above
        `beta_slow`, the range between their pairs is empty, or a frequency is too small or too large for float64.

    Notes
    -----
    Formulas of :cite:t:`peng2023`, section 3.2, and :cite:t:`yarncode`. The two ramps give frequencies that differ more
    than twofold at a factor of 8.

    Examples
    --------
    >>> spectrum(16, factor=4, original_max_seq_len=2048).hi.round(4)
    array([1.000e+00, 3.162e-01, 1.000e-01, 2.570e-02, 6.200e-03, 1.400e-03,
           2.000e-04, 1.000e-04])
    """
    by, betas = _scaled.factor_of(factor), (beta_fast, beta_slow)
    shares = _ramps.shares(head_dim, original_max_seq_len, base, betas, ramp, truncate, clamp)
    return _scaled.blended(_scaled.plain(head_dim, base), shares, by)


def inv_freq(
    head_dim: int,
    *,
    factor: float,
    original_max_seq_len: int,
    base: float = 10_000.0,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    ramp: Ramp = "index",
    truncate: bool = True,
    clamp: Clamp = "width",
) -> NDArray[np.float64]:
    r"""Return the frequencies of YaRN in float64, correctly rounded.

    .. math:: \omega'_j = (1 - \rho_j) \, \omega_j + \rho_j \, \omega_j / s, \qquad \omega_j = b^{-2j/d}

    Parameters
    ----------
    head_dim, factor, original_max_seq_len, base, beta_fast, beta_slow, ramp, truncate, clamp
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
    Formulas of :cite:t:`peng2023`, section 3.2, and :cite:t:`yarncode`.

    Examples
    --------
    >>> inv_freq(16, factor=4, original_max_seq_len=2048)[[0, -1]].round(8)
    array([1.000e+00, 7.906e-05])
    """
    whole = spectrum(
        head_dim,
        factor=factor,
        original_max_seq_len=original_max_seq_len,
        base=base,
        beta_fast=beta_fast,
        beta_slow=beta_slow,
        ramp=ramp,
        truncate=truncate,
        clamp=clamp,
    )
    return whole.hi


def attention_factor(
    factor: float, *, mscale: float | None = None, mscale_all_dim: float | None = None, given: float | None = None
) -> float:
    r"""Return what cosines and sines are multiplied by, once: query and key each, so that logits take its square.

    .. math:: \frac{0.1 \, m \ln s + 1}{0.1 \, m_{all} \ln s + 1}

    Parameters
    ----------
    factor : float
        Length served over length trained, :math:`s \ge 1`.
    mscale : float, optional
        :math:`m`, 1 by default.
    mscale_all_dim : float, optional
        :math:`m_{all}`, 0 by default. Models that have it multiply their logits by the square of the denominator
        as well, on all dimensions, those that are not turned too.
    given : float, optional
        The factor that a configuration states. It is final, 1.0 too: no logarithm is taken of it.

    Returns
    -------
    float
        1 at a factor of 1.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `factor` is below 1, or another is below 0.

    Notes
    -----
    The formula is that of :cite:t:`peng2023`, section 3.4; the pair is that of :cite:t:`deepseek_code`.
    A stated 0 is a value: libraries that read it as missing differ here.

    Examples
    --------
    >>> attention_factor(4)
    1.138629436111989
    >>> attention_factor(40, mscale=1.0, mscale_all_dim=1.0)
    1.0
    """
    by = _scaled.factor_of(factor)
    m = _checks.at_least("mscale", 1 if mscale is None else mscale, 0)
    m_all = _checks.at_least("mscale_all_dim", 0 if mscale_all_dim is None else mscale_all_dim, 0)
    if given is not None:
        return _checks.at_least("given", given, 0)
    with _decimals.exactly():
        above, below = (1 + Decimal(each) * by.ln() / 10 for each in (m, m_all))
        return float(above / below)
