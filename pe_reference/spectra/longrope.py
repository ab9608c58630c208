r"""A factor of its own for every pair, from a list for short and one for long contexts (LongRoPE)."""

from decimal import Decimal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, _decimals
from pe_reference.frequencies import Spectrum
from pe_reference.spectra import _scaled

__all__ = ["attention_factor", "inv_freq", "spectrum"]


def spectrum(
    head_dim: int,
    *,
    short_factors: ArrayLike,
    long_factors: ArrayLike,
    seq_len: int,
    original_max_seq_len: int,
    base: float = 10_000.0,
) -> Spectrum:
    r"""Return the frequencies of LongRoPE at a length, in two parts.

    .. math:: \omega'_j = b^{-2j/d} / \lambda_j, \qquad
        \lambda = \text{short if } l \le L \text{ else long}

    Parameters
    ----------
    head_dim : int
        How many numbers of a query or key are turned, :math:`d`, even; of a partial rotary, `rotary_dim`.
    short_factors, long_factors : array-like, shape ``(head_dim / 2,)``
        Found by search, positive, for each pair.
    seq_len : int
        Length now, :math:`l`.
    original_max_seq_len : int
        Length trained, :math:`L`.
    base : float, default 10000
        That of the training, :math:`b`.

    Returns
    -------
    Spectrum
        Radians for each position; each part float64 of shape ``(head_dim / 2,)``. Cosines and sines are to be
        multiplied by :func:`attention_factor`, with either list.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, a list has not one factor for each pair or one that is not
        positive, or a frequency is too small or too large for float64.

    Notes
    -----
    A function of the length alone. :cite:t:`ding2024` keep the first positions of a sequence as trained; the models
    that were released choose between two lists, as here :cite:p:`transformers`. All positions are to be turned by
    those of one length, so that keys cached below :math:`L` are to be turned anew beyond it.

    Examples
    --------
    >>> lists = {"short_factors": [1, 1, 1, 1], "long_factors": [1, 2, 4, 8]}
    >>> spectrum(8, **lists, seq_len=4096, original_max_seq_len=4096).hi
    array([1.   , 0.1  , 0.01 , 0.001])
    >>> spectrum(8, **lists, seq_len=4097, original_max_seq_len=4096).hi
    array([1.00e+00, 5.00e-02, 2.50e-03, 1.25e-04])
    """
    trained = _scaled.plain(head_dim, base)
    lists = {"short_factors": short_factors, "long_factors": long_factors}
    given = {name: _factors(name, value, trained.hi.size) for name, value in lists.items()}
    now = _scaled.length("seq_len", seq_len)
    name = "short_factors" if now <= _scaled.length("original_max_seq_len", original_max_seq_len) else "long_factors"
    with _decimals.exactly():
        multipliers = [1 / Decimal(factor) for factor in given[name].tolist()]
    return _scaled.times(trained, multipliers, name, Decimal(given[name].max()))


def inv_freq(
    head_dim: int,
    *,
    short_factors: ArrayLike,
    long_factors: ArrayLike,
    seq_len: int,
    original_max_seq_len: int,
    base: float = 10_000.0,
) -> NDArray[np.float64]:
    r"""Return the frequencies of LongRoPE at a length, in float64, correctly rounded.

    .. math:: \omega'_j = b^{-2j/d} / \lambda_j

    Parameters
    ----------
    head_dim, short_factors, long_factors, seq_len, original_max_seq_len, base
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
    The formula is that of :cite:t:`ding2024`, as for :func:`spectrum`.

    Examples
    --------
    >>> inv_freq(4, short_factors=[1, 1], long_factors=[1, 4], seq_len=8192, original_max_seq_len=4096)
    array([1.    , 0.0025])
    """
    whole = spectrum(
        head_dim,
        short_factors=short_factors,
        long_factors=long_factors,
        seq_len=seq_len,
        original_max_seq_len=original_max_seq_len,
        base=base,
    )
    return whole.hi


def attention_factor(factor: float, original_max_seq_len: int, *, given: float | None = None) -> float:
    r"""Return what cosines and sines are multiplied by, once: query and key each, so that logits take its square.

    .. math:: \sqrt{1 + \ln s / \ln L}

    Parameters
    ----------
    factor : float
        Length served over length trained, :math:`s \ge 1`.
    original_max_seq_len : int
        Length trained, :math:`L`, at least 2.
    given : float, optional
        The factor that a configuration states. It is final, 1.0 too.

    Returns
    -------
    float
        1 at a factor of 1. It is the same at every length, with either list.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `factor` is below 1, `original_max_seq_len` below 2 or `given` below 0.

    Notes
    -----
    The formula is that of the authors' code, :cite:t:`longrope_code`, and of :cite:t:`transformers`.

    Examples
    --------
    >>> round(attention_factor(8, 4096), 4)
    1.118
    """
    by = _scaled.factor_of(factor)
    length = Decimal(_scaled.length("original_max_seq_len", original_max_seq_len, least=2))
    if given is not None:
        return _checks.at_least("given", given, 0)
    with _decimals.exactly():
        return float((1 + by.ln() / length.ln()).sqrt())


def _factors(name: str, value: ArrayLike, pairs: int) -> NDArray[np.float64]:
    array = _checks.real_array(name, value).astype(np.float64)
    _checks.same(f"{name}.shape", array.shape, "(head_dim / 2,)", (pairs,))
    if array.min() <= 0:
        raise ValueError(f"`{name}` must be positive, got {array.min()}")
    return array
