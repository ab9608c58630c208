r"""The base of a rotary encoding: which lengths it serves, and the smallest that serves a length."""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, frequencies
from pe_reference.embeddings import sinusoidal

__all__ = ["critical_dimension", "first_negative", "smallest_base"]

OFFSETS = 2**12  # at once
ANGLES = 2**18  # at once: they stay in the cache
BASES = 256  # at once
STRIDES = (64, 8, 1)  # of the offsets in the search: most bases fail at the first
SLACK = 1e-6  # of the mean cosine, for the rounding in the search


def first_negative(head_dim: int, *, base: float = 10_000.0, below: int = 2**20) -> int | None:
    r"""Return the first offset from 0 on at which :func:`pe_reference.analysis.bounds.mean_cosine` is negative.

    Parameters
    ----------
    head_dim : int
        Width, even.
    base : float
    below : int
        How many offsets to look at.

    Returns
    -------
    int or None
        None where there is no such offset below `below`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, or `head_dim` is odd.

    Examples
    --------
    >>> first_negative(128), first_negative(128, below=1024)
    (1707, None)
    """
    head_dim, below = _checks.even("head_dim", head_dim), _checks.integer("below", below, most=2**31)
    for start in range(0, below, OFFSETS):
        curve = sinusoidal.similarity(range(start, min(start + OFFSETS, below)), head_dim, base=base)
        if (curve < 0).any():
            return start + int((curve < 0).argmax())
    return None


def smallest_base(seq_len: int, head_dim: int, *, bases: ArrayLike) -> float | None:
    r"""Return the first of `bases` that keeps the mean cosine from falling below 0 at the offsets below `seq_len`.

    .. math:: \min \{ b : \textstyle\sum_j \cos n b^{-2j/d} \ge 0 \text{ for } 0 \le n < L \}

    Parameters
    ----------
    seq_len : int
        The length :math:`L` at which a model is to tell similar keys from random ones.
    head_dim : int
        Width, even.
    bases : array-like, shape ``(number,)``
        The grid to search, rising, at least 1. The answer depends on it: a base above a good one may be bad.

    Returns
    -------
    float or None
        None where no base of the grid will do.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, or `bases` do not rise from 1 or more.

    Notes
    -----
    The condition of :cite:t:`men2024`: below this base a key like the query may score less than a random one. A table
    by :cite:t:`su2024base` takes 10**k equally spaced bases up to 1000 times the length, k = 1, 2, ... in turn.

    Examples
    --------
    >>> smallest_base(1024, 128, bases=range(4000, 5000)), smallest_base(1024, 128, bases=range(4000, 5000, 100))
    (4294.0, 4300.0)
    """
    seq_len = _checks.integer("seq_len", seq_len)
    head_dim = _checks.even("head_dim", head_dim)
    grid = _checks.real_array("bases", bases).astype(np.float64)
    if grid.ndim != 1:
        raise ValueError(f"`bases` must have 1 axis, got {grid.ndim}")
    if grid[0] < 1 or (falls := np.diff(grid) <= 0).any():
        raise ValueError(f"`bases` must rise from 1 or more, got {grid[0] if grid[0] < 1 else grid[1:][falls][0]}")
    for base in _likely(grid, seq_len, head_dim):
        if first_negative(head_dim, base=base, below=seq_len) is None:
            return base
    return None


def critical_dimension(head_dim: int, seq_len: int, *, base: float = 10_000.0) -> int:
    r"""Return how many dimensions, counted from the fastest, turn once or more within the trained length.

    .. math:: 2 \left\lceil \frac{d}{2} \log_b \frac{L}{2\pi} \right\rceil

    Parameters
    ----------
    head_dim : int
        Width :math:`d`, even.
    seq_len : int
        The trained length :math:`L`.
    base : float
        Above 1.

    Returns
    -------
    int
        Even, from 0 to `head_dim`. What lies beyond has not shown all its angles in training.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, or `base` not above 1.

    Notes
    -----
    :cite:t:`liu2024`. The pairs whose wavelength is at most `seq_len` are as many.

    Examples
    --------
    >>> critical_dimension(128, 4096), critical_dimension(128, 2048), critical_dimension(128, 8192, base=500_000)
    (92, 82, 70)
    """
    head_dim, base = _checks.even("head_dim", head_dim), _checks.positive("base", base)
    if base <= 1:
        raise ValueError(f"`base` must be above 1, got {base}")
    seq_len = _checks.integer("seq_len", seq_len, most=2**53)
    pairs = math.ceil(head_dim / 2 * math.log(seq_len / (2 * math.pi)) / math.log(base))
    return 2 * min(max(pairs, 0), head_dim // 2)


def _likely(bases: NDArray[np.float64], seq_len: int, head_dim: int) -> Iterator[float]:
    """Yield, in their order, the bases that seem good; the exact path decides."""
    by_log = frequencies.inv_freq(head_dim, base=math.e)
    for start in range(0, len(bases), BASES):
        left = bases[start : start + BASES]
        for stride in STRIDES:
            for offset in range(0, seq_len, OFFSETS * stride):
                offsets = np.arange(offset, min(offset + OFFSETS * stride, seq_len), stride, dtype=np.float64)
                left = left[_positive(left, offsets, by_log)]
        yield from left.tolist()


def _positive(
    bases: NDArray[np.float64], offsets: NDArray[np.float64], by_log: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Return for each base whether its mean cosine is above -1e-6 at all of a few thousand `offsets`."""
    good = np.ones(len(bases), bool)
    step = max(1, ANGLES // (len(offsets) * len(by_log)))
    for start in range(0, len(bases), step):
        some = slice(start, start + step)
        turns = by_log ** np.log(bases[some])[:, None] / (2 * math.pi)
        turns = turns[:, None] * offsets[:, None]
        turns -= np.rint(turns)
        cosines = np.cos((2 * math.pi * turns).astype(np.float32))  # the slow part, faster in float32
        good[some] = (cosines.mean(axis=-1, dtype=np.float64) > -SLACK).all(axis=-1)
    return good
