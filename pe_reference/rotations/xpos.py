r"""Rotary pairs that also grow in the query and shrink in the key (xPos, Sun et al. 2023). Causal attention only."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, frequencies
from pe_reference.rotations import rotary
from pe_reference.rotations.rotary import Pairing

__all__ = ["rotate", "scale", "similarity"]

LARGEST_POWER = 400  # of 2: of a scale or of its inverse


def rotate(
    x: ArrayLike,
    positions: ArrayLike,
    *,
    role: Literal["query", "key"],
    gamma: float = 0.4,
    scale_base: float | None = 512.0,
    centre: float = 0.0,
    base: float = 10_000.0,
    pairing: Pairing = "interleaved",
) -> NDArray[np.float64]:
    r"""Turn every pair of `x` by its angle and scale it, up for a query and down for a key.

    .. math:: q'_n = \zeta_j^{(n - c)/B} \, R(n \omega_j) \, q, \qquad k'_m = \zeta_j^{-(m - c)/B} \, R(m \omega_j) \, k

    A score has the factor :math:`\zeta_j^{(n-m)/B}`: it falls with the distance of keys that come before the query.
    For keys that come after it, it grows without bound: hide them.

    Parameters
    ----------
    x : array-like, shape ``(..., seq, head_dim)``
        Queries or keys. `head_dim` is even.
    positions : array-like, shape ``(..., seq)``
        In tokens. The axes in front broadcast against those of `x`.
    role : {"query", "key"}
    gamma, scale_base, centre
        As for :func:`scale`. Query and key need the same.
    base : float
    pairing : {"interleaved", "half"}
        As for :func:`pe_reference.rotations.rotary.rotate`.

    Returns
    -------
    float64 array, shape ``(..., seq, head_dim)``

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, shapes do not fit, or a scale is beyond 2**400.

    Notes
    -----
    Equation 8 and algorithm 1 of :cite:t:`sun2023`; defaults of their code :cite:p:`torchscale`.

    Examples
    --------
    >>> query = rotate([[1.0, 0.0]], [600], role="query")
    >>> key = rotate([[1.0, 0.0]], [88], role="key")
    >>> (query @ key.T).round(4), round(float(np.cos(512)) * 0.4 / 1.4, 4)
    (array([[-0.2848]]), -0.2848)
    """
    head_dim = _checks.vectors("x", x).shape[-1]
    _checks.even("x.shape[-1]", head_dim)
    exponent = {"query": 1.0, "key": -1.0}[_checks.one_of("role", role, ("query", "key"))]
    where = _checks.positions("positions", positions, "head_dim", head_dim)
    cos, sin = frequencies.cos_sin(where, frequencies.spectrum(head_dim, base=base))
    factor = scale(where, head_dim, gamma=gamma, scale_base=scale_base, centre=centre) ** exponent
    return rotary.turn(x, cos * factor, sin * factor, pairing=pairing)


def scale(
    positions: ArrayLike,
    head_dim: int,
    *,
    gamma: float = 0.4,
    scale_base: float | None = 512.0,
    centre: float = 0.0,
) -> NDArray[np.float64]:
    r"""Return what a query is multiplied by and a key divided by, pair by pair.

    .. math:: \zeta_j^{(n - c) / B}, \qquad \zeta_j = \frac{2j/d + \gamma}{1 + \gamma}

    Parameters
    ----------
    positions : array-like of any shape
        Positions :math:`n` in tokens.
    head_dim : int
        Width :math:`d`, even.
    gamma : float
        Positive: the larger, the slower all pairs fall.
    scale_base : float or None
        :math:`B`, 512 in the authors' code. None for 1, as the paper prints it: after 100 tokens hardly anything is
        left.
    centre : float
        :math:`c`: the code counts from the middle of the sequence, ``seq_len // 2``. It cancels in scores, and keeps
        numbers small.

    Returns
    -------
    float64 array, shape ``(*positions, head_dim / 2)``
        Below 1 after the centre, above 1 before it.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, or a scale is beyond 2**400 or 2**-400.

    Notes
    -----
    Equation 8 of :cite:t:`sun2023` and their code :cite:p:`torchscale`.

    Examples
    --------
    >>> scale([0, 512], 4)
    array([[1.        , 1.        ],
           [0.28571429, 0.64285714]])
    >>> scale(1, 4, scale_base=None)
    array([0.28571429, 0.64285714])
    """
    return _scale("positions", positions, head_dim, gamma, scale_base, centre)


def similarity(
    offset: ArrayLike,
    head_dim: int,
    *,
    gamma: float = 0.4,
    scale_base: float | None = 512.0,
    base: float = 10_000.0,
) -> NDArray[np.float64]:
    r"""Return the score of query and key of ones, over the one at offset 0.

    .. math:: \frac{2}{d} \sum_j \zeta_j^{n/B} \cos n \omega_j

    Parameters
    ----------
    offset : array-like of any shape
        Query minus key :math:`n`, in tokens: how far the key lies back.
    head_dim, gamma, scale_base, base
        As for :func:`rotate`.

    Returns
    -------
    float64 array, shape of `offset`

    Raises
    ------
    TypeError, ValueError
        As for :func:`scale`.

    Notes
    -----
    Figure 1 of :cite:t:`sun2023`.

    Examples
    --------
    >>> similarity([0, 1, 10, 100, 1000], 128).round(3)
    array([1.   , 0.969, 0.665, 0.454, 0.163])
    >>> similarity([100], 128, scale_base=None).round(4)
    array([0.0075])
    """
    factor = _scale("offset", offset, head_dim, gamma, scale_base, 0.0)
    cos, _ = frequencies.cos_sin(offset, frequencies.spectrum(head_dim, base=base))
    return np.asarray((cos * factor).mean(axis=-1))


def _scale(
    name: str, value: ArrayLike, head_dim: int, gamma: float, scale_base: float | None, centre: float
) -> NDArray[np.float64]:
    """Return the scales at positions, which a refusal calls `name`."""
    head_dim, gamma = _checks.even("head_dim", head_dim), _checks.positive("gamma", gamma)
    where = _checks.positions(name, value, "head_dim", head_dim).astype(np.float64)
    length = 1.0 if scale_base is None else _checks.positive("scale_base", scale_base)
    zeta = (np.arange(0, head_dim, 2) / head_dim + gamma) / (1 + gamma)
    with np.errstate(over="ignore", invalid="ignore"):
        powers = (where - _checks.finite("centre", centre)) / length
        largest = np.abs(powers).max() * -np.log2(zeta[0])
    if not largest <= LARGEST_POWER:  # nan too
        raise ValueError(f"`{name}` must give scales from 2**-400 to 2**400, got 2**{largest:.0f} or its inverse")
    factors: NDArray[np.float64] = zeta ** powers[..., None]
    return factors
