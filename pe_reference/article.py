"""The article's own code, kept as it stands, to compare with. Nothing here is checked or repaired."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["add", "table", "vectorised"]


def table(seq_len: int, d_model: int) -> NDArray[np.float64]:
    r"""Return the table of the article's loop.

    The counter `i` steps by two already, and the loop doubles it once more:

    .. math:: t_{p,\,i} = \sin(p \cdot 10000^{-2i/d_{model}}), \qquad
       t_{p,\,i+1} = \cos(p \cdot 10000^{-2i/d_{model}}), \qquad i = 0, 2, 4, \ldots

    Parameters
    ----------
    seq_len : int
        Number of positions, counted from 0.
    d_model : int
        Width of the model; odd is allowed.

    Returns
    -------
    float64 array, shape ``(seq_len, d_model)``
        Sines at even dimensions, cosines at odd ones.

    Notes
    -----
    Arguments are not checked, as in the article. The exponent of :cite:t:`vaswani2017` is :math:`-i/d_{model}` for
    these `i`: see :func:`pe_reference.embeddings.sinusoidal.table`.

    Examples
    --------
    >>> table(2, 8)[1, :4].round(3)
    array([0.841, 0.54 , 0.01 , 1.   ])
    """
    pe = np.zeros((seq_len, d_model))
    for pos in range(seq_len):
        for i in range(0, d_model, 2):
            pe[pos, i] = np.sin(pos / (10000 ** (2 * i / d_model)))
            if i + 1 < d_model:
                pe[pos, i + 1] = np.cos(pos / (10000 ** (2 * i / d_model)))
    return pe


def vectorised(max_len: int, d_model: int, dtype: type[np.floating[Any]] = np.float32) -> NDArray[np.floating[Any]]:
    r"""Return the table of the article's PyTorch layer, operation for operation.

    .. math:: t_{p,\,i} = \sin(p\,\omega_i), \qquad t_{p,\,i+1} = \cos(p\,\omega_i), \qquad
       \omega_i = e^{-i \ln(10000)/d_{model}}, \qquad i = 0, 2, 4, \ldots

    Parameters
    ----------
    max_len : int
        Number of positions, counted from 0.
    d_model : int
        Width of the model.
    dtype : NumPy floating type
        Of every operation on the way. The layer's is float32.

    Returns
    -------
    array of `dtype`, shape ``(1, max_len, d_model)``
        Sines at even dimensions, cosines at odd ones.

    Notes
    -----
    Arguments are not checked, as in the article. An odd `d_model` fails with a broadcast error; ``d_model=1`` passes,
    because one cosine broadcasts into no column. This is the formula of :cite:t:`vaswani2017`; the loop's is not.

    Examples
    --------
    >>> vectorised(2, 8)[0, 1, :4].round(3)
    array([0.841, 0.54 , 0.1  , 0.995], dtype=float32)
    """
    pe = np.zeros((max_len, d_model), dtype)
    position = np.arange(max_len, dtype=dtype)[:, None]
    div_term = np.exp(np.arange(0, d_model, 2).astype(dtype) * dtype(-np.log(10000.0) / d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe[None]


def add(x: NDArray[Any], pe: NDArray[Any]) -> NDArray[Any]:
    """Return `x` plus the first rows of `pe`, as the article's PyTorch layer does in its forward.

    Parameters
    ----------
    x : array, shape ``(batch, seq, d_model)``
        Embeddings.
    pe : array, shape ``(1, max_len, d_model)``
        Table of :func:`vectorised`.

    Returns
    -------
    array, shape ``(batch, seq, d_model)``
        In the dtype that NumPy gives the sum.

    Notes
    -----
    Arguments are not checked, as in the article. More than `max_len` positions fail with a broadcast error;
    ``max_len=1`` passes, because one row broadcasts over all of them, and every position is then position 0.

    Examples
    --------
    >>> add(np.zeros((2, 3, 4)), vectorised(5, 4)).shape
    (2, 3, 4)
    >>> add(np.zeros((1, 3, 2)), vectorised(1, 2)).round(4)
    array([[[0., 1.],
            [0., 1.],
            [0., 1.]]])
    """
    summed: NDArray[Any] = x + pe[:, : x.shape[1]]
    return summed
