r"""Pairs of numbers turned by position times frequency, in query and key (RoPE, Su et al. 2021)."""

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, frequencies
from pe_reference.frequencies import Spectrum

__all__ = ["Pairing", "inv_freq", "rotate", "spectrum", "turn"]

Pairing = Literal["interleaved", "half"]
PAIRINGS = ("interleaved", "half")
LARGEST_ANGLE = 2.0**53


def rotate(x: ArrayLike, angles: ArrayLike, *, pairing: Pairing = "interleaved") -> NDArray[np.float64]:
    r"""Turn every pair of `x` by its angle, counter-clockwise.

    .. math::

        \begin{pmatrix} x'_a \\ x'_b \end{pmatrix} =
        \begin{pmatrix} \cos\varphi_j & -\sin\varphi_j \\ \sin\varphi_j & \cos\varphi_j \end{pmatrix}
        \begin{pmatrix} x_a \\ x_b \end{pmatrix}, \qquad
        (a, b) = \begin{cases} (2j, \, 2j+1) & \text{interleaved} \\ (j, \, j + d/2) & \text{half} \end{cases}

    Parameters
    ----------
    x : array-like, shape ``(..., seq, head_dim)``
        Queries or keys. `head_dim` is even. A single row is turned by all the angles.
    angles : array-like, shape ``(..., seq, rotary_dim / 2)``
        :math:`\varphi_j` in radians, up to 2**53: :func:`pe_reference.frequencies.angles` of the positions. The axes in
        front broadcast against those of `x`: positions per sample need an axis for the heads. Of one axis, they are
        those of one position, for every row. With ``rotary_dim < head_dim`` the first `rotary_dim` numbers of a row are
        turned (:math:`d` is `rotary_dim`), and the others pass as they are.
    pairing : {"interleaved", "half"}
        Neighbours, as in :cite:t:`su2021`, or halves, as in GPT-NeoX and in the Llama of :cite:t:`transformers`.

    Returns
    -------
    float64 array, shape ``(..., seq, head_dim)``
        No better than float64 angles are: :func:`turn` is exact.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, `head_dim` is odd, there are more angles than pairs, or the shapes do not
        fit.

    See Also
    --------
    turn : the same by finished cosines and sines.
    pe_reference.layouts.convert_rotary_weight : from one pairing to the other.

    Notes
    -----
    Formulas 16 and 34 of :cite:t:`su2021`. Query and key turn the same way, so that their product depends on key minus
    query: :math:`(R_m q) \cdot (R_n k) = q \cdot R_{n-m} k`.

    Examples
    --------
    >>> x = [[1.0, 2.0, 3.0, 4.0]]
    >>> angles = frequencies.angles([1], inv_freq(4))
    >>> rotate(x, angles).round(4)
    array([[-1.1426,  1.9221,  2.9599,  4.0298]])
    >>> rotate(x, angles, pairing="half").round(4)
    array([[-1.9841,  1.9599,  2.4624,  4.0198]])
    """
    phi = _pairwise("angles", angles)
    if np.abs(phi).max() > LARGEST_ANGLE:
        raise ValueError(f"`angles` must be at most 2**53 in size, got {np.abs(phi).max()}")
    return _turned(x, "angles", np.cos(phi), np.sin(phi), pairing)


def turn(x: ArrayLike, cos: ArrayLike, sin: ArrayLike, *, pairing: Pairing = "interleaved") -> NDArray[np.float64]:
    r"""Turn every pair of `x` by the angle whose cosine and sine are given: the exact path.

    .. math:: x'_a = x_a \cos\varphi_j - x_b \sin\varphi_j, \qquad x'_b = x_a \sin\varphi_j + x_b \cos\varphi_j

    Parameters
    ----------
    x : array-like, shape ``(..., seq, head_dim)``
        As for :func:`rotate`.
    cos, sin : array-like, shape ``(..., seq, rotary_dim / 2)``
        What :func:`pe_reference.frequencies.cos_sin` returns, or that times an attention factor. They broadcast as
        the angles of :func:`rotate` do.
    pairing : {"interleaved", "half"}
        As for :func:`rotate`.

    Returns
    -------
    float64 array, shape ``(..., seq, head_dim)``
        Of a unit vector, within 3.2e-16 below position 2**20.

    Raises
    ------
    TypeError, ValueError
        As for :func:`rotate`, and if `cos` and `sin` differ in shape.

    Notes
    -----
    The formula is that of :cite:t:`su2021`, section 3.4.

    Examples
    --------
    >>> cos, sin = frequencies.cos_sin([0, 2**20], spectrum(2))
    >>> turn([[1.0, 0.0]], cos, sin)
    array([[1.        , 0.        ],
           [0.94380839, 0.33049314]])
    """
    cos, sin = _pairwise("cos", cos), _pairwise("sin", sin)
    _checks.same("sin.shape", sin.shape, "cos.shape", cos.shape)
    for name, factors in (("cos", cos), ("sin", sin)):
        if np.abs(factors).max() > _checks.LARGEST_ENTRY:
            raise ValueError(f"`{name}` must be at most 2**400 in size, got {np.abs(factors).max()}")
    return _turned(x, "cos", cos, sin, pairing)


def spectrum(head_dim: int, *, rotary_dim: int | None = None, base: float = 10_000.0) -> Spectrum:
    r"""Return the rotary frequencies in two parts, for :func:`pe_reference.frequencies.cos_sin`.

    .. math:: \omega_j = b^{-2j/d}, \qquad j = 0, \ldots, d/2 - 1

    Parameters
    ----------
    head_dim : int
        Width of a query or key, even.
    rotary_dim : int, optional
        How many numbers of a row are turned, :math:`d`, even; all of them by default. The frequencies depend on it,
        not on `head_dim`.
    base : float, default 10000
        Also called rope_theta.

    Returns
    -------
    Spectrum
        Radians for each position, the fastest first; each part float64 of shape ``(rotary_dim / 2,)``.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, a width is odd, `rotary_dim` is above `head_dim`, or a frequency is too small
        or too large for float64.

    Notes
    -----
    The formula is that of :cite:t:`su2021`, section 3.2.2, whose index starts at 1.

    Examples
    --------
    >>> spectrum(64, rotary_dim=8).hi
    array([1.   , 0.1  , 0.01 , 0.001])
    """
    return frequencies.spectrum(_checks.rotary(head_dim, rotary_dim), base=base)


def inv_freq(head_dim: int, *, rotary_dim: int | None = None, base: float = 10_000.0) -> NDArray[np.float64]:
    r"""Return the rotary frequencies in float64, correctly rounded.

    .. math:: \omega_j = b^{-2j/d}, \qquad j = 0, \ldots, d/2 - 1

    Parameters
    ----------
    head_dim, rotary_dim, base
        As for :func:`spectrum`.

    Returns
    -------
    float64 array, shape ``(rotary_dim / 2,)``
        Radians for each position, the fastest first.

    Raises
    ------
    TypeError, ValueError
        As for :func:`spectrum`.

    Notes
    -----
    The formula is that of :cite:t:`su2021`, section 3.2.2.

    Examples
    --------
    >>> inv_freq(8)
    array([1.   , 0.1  , 0.01 , 0.001])
    """
    return spectrum(head_dim, rotary_dim=rotary_dim, base=base).hi


def _pairwise(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Return `value` as float64 numbers, one for each pair."""
    array = _checks.real_array(name, value).astype(np.float64)
    if array.ndim == 0:
        raise ValueError(f"`{name}` must have at least 1 axis (..., rotary_dim / 2), got 0")
    return array


def _turned(
    x: ArrayLike, name: str, cos: NDArray[np.float64], sin: NDArray[np.float64], pairing: Pairing
) -> NDArray[np.float64]:
    """Return `x` turned; `name` is what a refusal calls `cos` and `sin`."""
    _checks.one_of("pairing", pairing, PAIRINGS)
    rows = _checks.vectors("x", x)
    head_dim, pairs = _checks.even("x.shape[-1]", rows.shape[-1]), cos.shape[-1]
    if 2 * pairs > head_dim:
        raise ValueError(f"`{name}.shape[-1]` must be at most x.shape[-1] / 2 = {head_dim // 2}, got {pairs}")
    if cos.ndim > 1 and rows.shape[-2] > 1:
        _checks.same(f"{name}.shape[-2]", cos.shape[-2], "x.shape[-2]", rows.shape[-2])
    shape = _checks.together(f"{name}.shape[:-1]", cos.shape[:-1], "x.shape[:-1]", rows.shape[:-1])
    _checks.room(name, math.prod(shape), "head_dim", head_dim)
    a, b = (slice(0, 2 * pairs, 2), slice(1, 2 * pairs, 2))
    if pairing == "half":
        a, b = slice(0, pairs), slice(pairs, 2 * pairs)
    out = np.empty((*shape, head_dim))
    out[..., a] = rows[..., a] * cos - rows[..., b] * sin
    out[..., b] = rows[..., a] * sin + rows[..., b] * cos
    out[..., 2 * pairs :] = rows[..., 2 * pairs :]
    return out
