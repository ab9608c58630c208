"""Which number is the factor, when a configuration gives two."""

import math
from fractions import Fraction

from pe_reference import _checks
from pe_reference.spectra import _scaled

__all__ = ["factor", "max_seq_len"]


def factor(
    *, factor: float | None = None, max_seq_len: int | None = None, original_max_seq_len: int | None = None
) -> float:
    r"""Return the factor of a configuration: the one that it gives or, without one, the ratio of its lengths.

    .. math:: s = L' / L

    Parameters
    ----------
    factor : float, optional
        Explicit factor, at least 1: it wins, whatever the lengths say.
    max_seq_len : int, optional
        Length served, :math:`L'`; ``max_position_embeddings`` in many configurations.
    original_max_seq_len : int, optional
        Length trained, :math:`L`; ``original_max_position_embeddings``.

    Returns
    -------
    float
        At least 1.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `factor` is below 1, or there is none and a length is missing or the length
        served is below the length trained.

    Notes
    -----
    :cite:t:`peng2023` define the factor by the lengths. A configuration that has both disagrees with itself
    where the length served counts room that is no part of the extension; a ratio that overrides the stated factor then
    turns by other frequencies than the model was tuned with.

    Examples
    --------
    >>> factor(factor=4, max_seq_len=40_960, original_max_seq_len=32_768)
    4.0
    >>> factor(max_seq_len=40_960, original_max_seq_len=32_768)
    1.25
    """
    lengths = {"max_seq_len": max_seq_len, "original_max_seq_len": original_max_seq_len}
    given = {name: _scaled.length(name, value) for name, value in lengths.items() if value is not None}
    if factor is not None:
        return _checks.at_least("factor", factor, 1)
    for name in lengths:
        if name not in given:
            raise ValueError(f"`{name}` must be given without `factor`, got None")
    trained, served = given["original_max_seq_len"], given["max_seq_len"]
    if served < trained:
        raise ValueError(f"`max_seq_len` must be at least original_max_seq_len = {trained}, got {served}")
    return served / trained


def max_seq_len(original_max_seq_len: int, *, factor: float) -> int:
    r"""Return how many positions an extended context has: what a cache of cosines and sines must hold.

    .. math:: L' = \lfloor s L \rfloor

    Parameters
    ----------
    original_max_seq_len : int
        Length trained, :math:`L`.
    factor : float
        By how much it is extended, :math:`s \ge 1`.

    Returns
    -------
    int
        Length served.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `factor` is below 1, or the length is beyond 2**53.

    Notes
    -----
    From formula 4 of :cite:t:`chen2023`, where :math:`s` is defined as the ratio of the lengths.

    Examples
    --------
    >>> max_seq_len(32_768, factor=4)
    131072
    """
    trained = _scaled.length("original_max_seq_len", original_max_seq_len)
    extended = math.floor(trained * Fraction(_checks.at_least("factor", factor, 1)))
    if extended > _scaled.LONGEST:
        raise ValueError(f"`factor` must give at most 2**53 positions, got {factor}")
    return extended
