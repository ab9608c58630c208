r"""What papers derive about rotary scores: decay curves, the bound on interpolation, a number each.

A rotary score at the offset :math:`n` is :math:`a(n) = \operatorname{Re} \sum_j h_j e^{i n \omega_j}` with
:math:`\omega_j = b^{-2j/d}`, where :math:`h_j` is made of pair j of query and key (Su et al. 2021, equation 35).
"""

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, frequencies
from pe_reference.embeddings import sinusoidal

__all__ = [
    "decay_curve",
    "interpolation_bound",
    "interpolation_error",
    "mean_cosine",
]

AT_ONCE = 2**12  # offsets


def decay_curve(offsets: ArrayLike, head_dim: int, *, base: float = 10_000.0) -> NDArray[np.float64]:
    r"""Return the mean size of the partial sums, which bounds a rotary score: the curve that RoFormer calls decay.

    .. math:: \frac{2}{d} \sum_{j=1}^{d/2} |S_j|, \qquad S_j = \sum_{l < j} e^{i n \omega_l}, \qquad
              |a(n)| \le \max_j |h_{j+1} - h_j| \sum_{j=1}^{d/2} |S_j|

    Parameters
    ----------
    offsets : array-like of any shape
        Distances :math:`n` in tokens.
    head_dim : int
        Width :math:`d`, even.
    base : float

    Returns
    -------
    float64 array, shape of `offsets`
        ``(head_dim / 2 + 1) / 2`` at 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, or `head_dim` is odd.

    Notes
    -----
    Equations 36 and 37 and figure 2 of :cite:t:`su2021`. Half of it is B(s)/d, figure 5 of :cite:t:`chen2023`. It
    bounds scores; it is none.

    Examples
    --------
    >>> decay_curve([0, 5, 250], 128).round(2)
    array([32.5 , 20.85,  6.55])
    """
    head_dim = _checks.even("head_dim", head_dim)
    where = _checks.positions("offsets", offsets, "head_dim", head_dim)
    spectrum, flat = frequencies.spectrum(head_dim, base=base), where.reshape(-1)
    curve = np.empty(flat.shape)
    for start in range(0, len(flat), AT_ONCE):
        some = slice(start, start + AT_ONCE)
        cos, sin = frequencies.cos_sin(flat[some], spectrum)
        curve[some] = np.hypot(cos.cumsum(axis=-1), sin.cumsum(axis=-1)).mean(axis=-1)
    return curve.reshape(where.shape)


def mean_cosine(offsets: ArrayLike, head_dim: int, *, base: float = 10_000.0) -> NDArray[np.float64]:
    r"""Return the rotary score of equal query and key of ones, over the one at offset 0.

    .. math:: \frac{2}{d} \sum_{j=0}^{d/2-1} \cos n \omega_j

    Parameters
    ----------
    offsets : array-like of any shape
        Distances :math:`n` in tokens.
    head_dim : int
        Width :math:`d`, even.
    base : float

    Returns
    -------
    float64 array, shape of `offsets`
        From -1 to 1. It is neither monotone nor positive.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, or `head_dim` is odd.

    Notes
    -----
    Figure 2 of :cite:t:`barbero2025`, who show as well that independent Gaussian queries and keys have the mean 0 at
    every offset.

    Examples
    --------
    >>> mean_cosine([1, 11, 12, 1970], 128).round(6)
    array([ 0.970214,  0.66163 ,  0.662209, -0.028508])
    """
    head_dim = _checks.even("head_dim", head_dim)
    where = _checks.positions("offsets", offsets, "head_dim", head_dim)
    return sinusoidal.similarity(where, head_dim, base=base) / (head_dim // 2)


def interpolation_error(
    position: float, left: float, right: float, head_dim: int, *, base: float = 10_000.0, towards: float | None = None
) -> float:
    r"""Return how far a score lies from the straight line between its neighbours.

    .. math:: |a(s) - a_{lin}(s)|, \qquad
              a_{lin}(s) = \frac{(s_2 - s) \, a(s_1) + (s - s_1) \, a(s_2)}{s_2 - s_1}, \qquad
              h_j = e^{-i t \omega_j}

    Parameters
    ----------
    position, left, right : float
        :math:`s`, :math:`s_1` and :math:`s_2`, with ``left <= position <= right``.
    head_dim : int
        Width, even.
    base : float
    towards : float, optional
        :math:`t`, the offset at which a query and a key of ones have their largest score; `position` by default,
        which gives the largest error there is at the midpoint.

    Returns
    -------
    float
        In units of :math:`\max |h_j| = 1`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, or `position` does not lie between its neighbours.

    See Also
    --------
    interpolation_bound : what is said to bound it.

    Examples
    --------
    >>> round(interpolation_error(100.5, 100, 101, 128), 5)
    0.49388
    """
    head_dim, (weight, _) = _checks.even("head_dim", head_dim), _between(position, left, right)
    top = position if towards is None else _place("towards", towards)
    where = np.array([position, left, right], np.float64) - top
    here, before, after = sinusoidal.similarity(where, head_dim, base=base)
    return abs(float(here - (1 - weight) * before - weight * after))


def interpolation_bound(
    position: float,
    left: float,
    right: float,
    head_dim: int,
    *,
    base: float = 10_000.0,
    form: Literal["corrected", "printed"] = "corrected",
) -> float:
    r"""Return the bound on :func:`interpolation_error`, as printed or as the proof should have it.

    .. math:: \frac{(s - s_1)(s_2 - s)}{2 \, (1 - b^{-4/d})} \quad \text{(corrected)}, \qquad
              \frac{d \, (s - s_1)(s_2 - s)}{8 \ln b} \quad \text{(printed)}

    Parameters
    ----------
    position, left, right : float
        :math:`s`, :math:`s_1` and :math:`s_2`, with ``left <= position <= right``.
    head_dim : int
        Width :math:`d`, even.
    base : float
        Above 1.
    form : {"corrected", "printed"}

    Returns
    -------
    float
        In units of :math:`\max |h_j|`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, `base` not above 1, or `position` does not lie between
        its neighbours.

    Notes
    -----
    Theorem 2.1 of :cite:t:`chen2023`. Its proof takes :math:`b^x \le 1 + x \ln b` for negative x, but the exponential
    is convex: the inequality is the other way round, and the printed bound is below errors that occur.

    Examples
    --------
    >>> round(interpolation_bound(100.5, 100, 101, 128), 5)
    0.49979
    >>> round(interpolation_bound(100.5, 100, 101, 128, form="printed"), 5)
    0.43429
    """
    _, product = _between(position, left, right)
    head_dim, log_base = _checks.even("head_dim", head_dim), _log_base(base)
    if _checks.one_of("form", form, ("corrected", "printed")) == "printed":
        return product * head_dim / (8 * log_base)
    return product / (-2 * math.expm1(-4 * log_base / head_dim))


def _log_base(base: float) -> float:
    if (base := _checks.positive("base", base)) <= 1:
        raise ValueError(f"`base` must be above 1, got {base}")
    return math.log(base)


def _between(position: float, left: float, right: float) -> tuple[float, float]:
    """Return where `position` lies between its neighbours, from 0 to 1, and the product of its distances from them."""
    here, before, after = (_place(n, v) for n, v in (("position", position), ("left", left), ("right", right)))
    if not before <= here <= after or before == after:
        raise ValueError(f"`position` must be between left = {before} and right = {after}, got {here}")
    return (here - before) / (after - before), (here - before) * (after - here)


def _place(name: str, value: float) -> float:
    return float(_checks.positions(name, _checks.finite(name, value)))
