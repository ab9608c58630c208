r"""A bias that depends on the offset alone, as products of position vectors (Ke et al. 2021)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks
from pe_reference.analysis import properties

__all__ = ["Factors", "factors"]

SLACK = 2.0**-40  # of the largest entry: what rounding may leave along a diagonal


class Factors(NamedTuple):
    """``left @ diag(diagonal) @ left.conj().T`` is the matrix.

    Examples
    --------
    >>> factors([[3.0]]).left.shape
    (1, 2)
    """

    left: NDArray[np.complex128]
    diagonal: NDArray[np.complex128]


def factors(matrix: ArrayLike) -> Factors:
    r"""Return a Toeplitz matrix as a product of the same position vectors from both sides, weighed by a diagonal.

    .. math:: B = G D G^*, \qquad G_{jk} = \frac{1}{2n} e^{i \pi (j + 1) k / n}, \qquad 0 \le k < 2n

    Parameters
    ----------
    matrix : array-like, shape ``(n, n)``
        Entries along a diagonal must be equal, but for rounding.

    Returns
    -------
    Factors
        `left`, :math:`G`, complex128 ``(n, 2 n)``, the same for every matrix of this size; `diagonal`, of :math:`D`,
        complex128 ``(2 n,)``, real for a symmetric matrix.

    Raises
    ------
    TypeError, ValueError
        If `matrix` is not square, or depends on more than the offset.

    Notes
    -----
    Proposition 1 of :cite:t:`ke2021`: every relative bias is a product of absolute vectors. The matrix is the corner of
    a circulant one of twice the size, which the Fourier transform makes diagonal.

    Examples
    --------
    >>> left, diagonal = factors([[1.0, 2.0], [5.0, 1.0]])
    >>> (left * diagonal @ left.conj().T).real.round(12)
    array([[1., 2.],
           [5., 1.]])
    """
    square = _checks.table("matrix", matrix)
    deviation = properties.toeplitz_deviation(square)
    if deviation > SLACK * np.abs(square).max():
        raise ValueError(f"`matrix` must have equal entries along each diagonal, got a difference of {deviation}")
    n = len(square)
    _checks.room("matrix", n, "2 * matrix.shape[0]", 2 * n, itemsize=16)
    turns = np.multiply.outer(np.arange(1, n + 1), np.arange(2 * n)) % (2 * n) / (2 * n)
    left = np.asarray(np.exp(2j * np.pi * turns) / (2 * n), np.complex128)
    column = np.concatenate([square[:, 0], [0.0], square[0, :0:-1]])
    return Factors(left, np.asarray(2 * n * np.fft.fft(column), np.complex128))
