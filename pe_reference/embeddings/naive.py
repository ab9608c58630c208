"""Codes that come to mind first: linear, integer, one-hot, triangle wave."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, frequencies

__all__ = ["integer", "linear", "one_hot", "triangle"]


def linear(positions: ArrayLike, d_model: int) -> NDArray[np.float64]:
    r"""Return rows that hold the position in every dimension.

    .. math:: t_{p,\,i} = p

    Parameters
    ----------
    positions : array-like, shape ``(*positions,)``
        Positions in tokens: any real numbers up to 2**53 in size.
    d_model : int
        Width of the model, at least 1.

    Returns
    -------
    float64 array, shape ``(*positions, d_model)``
        Unbounded: as large as the position.

    Raises
    ------
    TypeError
        If the positions are not real numbers, or `d_model` is not an integer.
    ValueError
        If there are no positions, if they are not finite, above 2**53 in size or too many for any memory, or `d_model`
        is not positive.

    Examples
    --------
    >>> linear([0, 9], d_model=4)
    array([[0., 0., 0., 0.],
           [9., 9., 9., 9.]])
    """
    d_model = _checks.integer("d_model", d_model)
    positions = _checks.positions("positions", positions, "d_model", d_model)
    return np.repeat(integer(positions), d_model, axis=-1)


def integer(positions: ArrayLike) -> NDArray[np.float64]:
    r"""Return rows that hold the position as their one number.

    .. math:: t_{p,\,0} = p

    Parameters
    ----------
    positions : array-like, shape ``(*positions,)``
        Positions in tokens: any real numbers up to 2**53 in size.

    Returns
    -------
    float64 array, shape ``(*positions, 1)``
        Unbounded: as large as the position.

    Raises
    ------
    TypeError
        If the positions are not real numbers.
    ValueError
        If there are no positions, or if they are not finite or above 2**53 in size.

    Examples
    --------
    >>> integer(range(3))
    array([[0.],
           [1.],
           [2.]])
    """
    return np.expand_dims(_checks.positions("positions", positions).astype(np.float64), -1)


def one_hot(positions: ArrayLike, num_positions: int) -> NDArray[np.float64]:
    r"""Return rows of zeros with a one at the position.

    .. math:: t_{p,\,i} = [\,i = p\,]

    Parameters
    ----------
    positions : array-like of integers, shape ``(*positions,)``
        Positions in tokens, from 0 to ``num_positions - 1``.
    num_positions : int
        How many positions there are, at least 1: the width of the code.

    Returns
    -------
    float64 array, shape ``(*positions, num_positions)``
        Rows of length 1, orthogonal to one another.

    Raises
    ------
    TypeError
        If the positions or `num_positions` are not integers.
    ValueError
        If there are no positions, or too many for any memory, a position has no dimension of its own, or
        `num_positions` is not positive.

    Examples
    --------
    >>> one_hot([2, 0], num_positions=3)
    array([[0., 0., 1.],
           [1., 0., 0.]])
    """
    num_positions = _checks.integer("num_positions", num_positions)
    where = _checks.positions("positions", positions, "num_positions", num_positions)
    if where.dtype.kind not in "iu":
        raise TypeError(f"`positions` must be integers for a one-hot code, got {where.dtype} values")
    if where.min() < 0 or where.max() >= num_positions:
        worst = where.min() if where.min() < 0 else where.max()
        raise ValueError(f"`positions` must be from 0 to num_positions - 1 = {num_positions - 1}, got {worst}")
    rows: NDArray[np.float64] = (where[..., None] == np.arange(num_positions)).astype(np.float64)
    return rows


def triangle(positions: ArrayLike, d_model: int, *, base: float = 10_000.0) -> NDArray[np.float64]:
    r"""Return triangle waves in the place of the sines and cosines: bounded, periodic, and without a shift matrix.

    With :math:`\omega_j = base^{-2j/d_{model}}`, and :math:`\operatorname{tri}` the wave of period 1 that runs
    straight from 0 up to 1, down to -1 and back to 0,

    .. math:: t_{p,\,2j} = \operatorname{tri}\!\left(\frac{p\,\omega_j}{2\pi}\right), \qquad
       t_{p,\,2j+1} = \operatorname{tri}\!\left(\frac{p\,\omega_j}{2\pi} + \frac14\right)

    Parameters
    ----------
    positions : array-like, shape ``(*positions,)``
        Positions in tokens: any real numbers up to 2**53 in size.
    d_model : int
        Width of the model; even.
    base : float
        Ratio that the wavelengths span, positive.

    Returns
    -------
    float64 array, shape ``(*positions, d_model)``
        From -1 to 1, with the periods, zeros and turning points of the interleaved sinusoidal table.

    Raises
    ------
    TypeError
        If an argument is not a number of its kind.
    ValueError
        If there are no positions, if they are not finite, above 2**53 in size or too many for any memory, `d_model`
        is odd or not positive, or `base` is not positive.

    Notes
    -----
    A counterexample of this project, not an encoding in use: it shows what a bounded, periodic code lacks.

    Examples
    --------
    >>> import math
    >>> triangle([0, math.pi / 4, math.pi / 2], d_model=2)
    array([[0. , 1. ],
           [0.5, 0.5],
           [1. , 0. ]])
    """
    d_model = _checks.even("d_model", d_model)
    turns = frequencies.angles(positions, frequencies.inv_freq(d_model, base=base)) / (2 * np.pi)
    rows = np.empty((*turns.shape[:-1], d_model))
    rows[..., 0::2] = 4 * np.abs((turns - 0.25) % 1 - 0.5) - 1
    rows[..., 1::2] = 4 * np.abs(turns % 1 - 0.5) - 1
    return rows
