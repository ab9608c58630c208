r"""From one order of the columns to another: tables, and the weights of rotary queries and keys."""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks

__all__ = ["convert_rotary_weight", "convert_table", "permutation", "rotary_permutation"]

Layout = Literal["interleaved", "concatenated", "cosine_first"]
Pairing = Literal["interleaved", "half"]
LAYOUTS = ("interleaved", "concatenated", "cosine_first")
PAIRINGS = ("interleaved", "half")
MOST_ROWS = 2**30


def permutation(width: int, *, source: Layout, target: Layout) -> NDArray[np.int64]:
    """Return which column of the layout `source` each column of the layout `target` is.

    Parameters
    ----------
    width : int
        Columns of the table. An odd number holds a sine more than cosines.
    source, target : {"interleaved", "concatenated", "cosine_first"}
        ``sin cos sin cos``, all sines then all cosines, or all cosines then all sines.

    Returns
    -------
    int64 array, shape ``(width,)``
        For ``table[..., permutation]``. With `source` and `target` exchanged it is the inverse.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind.

    Notes
    -----
    Interleaved is the layout of :cite:t:`vaswani2017`, concatenated that of :cite:t:`tensor2tensor`. At width 4 the
    way there and the way back are the same permutation: a test at that width hides a wrong direction.

    Examples
    --------
    >>> permutation(8, source="interleaved", target="concatenated")
    array([0, 2, 4, 6, 1, 3, 5, 7])
    >>> permutation(8, source="concatenated", target="interleaved")
    array([0, 4, 1, 5, 2, 6, 3, 7])
    """
    width = _checks.integer("width", width)
    _checks.one_of("source", source, LAYOUTS)
    _checks.one_of("target", target, LAYOUTS)
    return np.argsort(_interleaved_column(width, source))[_interleaved_column(width, target)]


def convert_table(table: ArrayLike, *, source: Layout, target: Layout) -> NDArray[Any]:
    """Return a table of sines and cosines in another layout.

    Parameters
    ----------
    table : array-like, shape ``(..., d_model)``
        Columns in the layout `source`.
    source, target : {"interleaved", "concatenated", "cosine_first"}
        As for :func:`permutation`.

    Returns
    -------
    array, shape and dtype of `table`
        The same numbers in other columns, bit for bit.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, or `table` has no axis.

    See Also
    --------
    permutation : what is done to the columns.

    Notes
    -----
    A model that learns its embeddings beside the table learns as well with either; one that has learnt with one needs
    that one. The layouts are those of :cite:t:`vaswani2017` and :cite:t:`tensor2tensor`.

    Examples
    --------
    >>> convert_table([[0.8, 0.6, 0.1, 0.9]], source="interleaved", target="concatenated")
    array([[0.8, 0.1, 0.6, 0.9]])
    """
    array = _with_axes("table", table)
    return array[..., permutation(array.shape[-1], source=source, target=target)]


def rotary_permutation(
    num_heads: int, head_dim: int, *, source: Pairing, target: Pairing, rotary_dim: int | None = None
) -> NDArray[np.int64]:
    """Return which row of a weight with the pairing `source` each row of one with the pairing `target` is.

    Parameters
    ----------
    num_heads : int
        Heads of the projection: those of the queries or, where queries share their keys, the fewer ones of the keys.
    head_dim : int
        Width of a head, even.
    source, target : {"interleaved", "half"}
        As for :func:`pe_reference.rotations.rotary.rotate`.
    rotary_dim : int, optional
        How many numbers at the start of each head are turned, even; all of them by default. The others stay.

    Returns
    -------
    int64 array, shape ``(num_heads * head_dim,)``
        For ``weight[rows]``, of a NumPy array or of a tensor of any dtype.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, a width is odd, or `rotary_dim` is above `head_dim`.

    See Also
    --------
    convert_rotary_weight : with what it is for.

    Notes
    -----
    The pairings are those of :cite:t:`su2021` and of :cite:t:`transformers`.

    Examples
    --------
    >>> rotary_permutation(1, 8, source="interleaved", target="half")
    array([0, 2, 4, 6, 1, 3, 5, 7])
    >>> rotary_permutation(2, 8, source="interleaved", target="half", rotary_dim=6)
    array([ 0,  2,  4,  1,  3,  5,  6,  7,  8, 10, 12,  9, 11, 13, 14, 15])
    """
    turned = _checks.rotary(head_dim, rotary_dim)
    num_heads = _checks.integer("num_heads", num_heads, most=min(2**20, MOST_ROWS // head_dim))
    _checks.one_of("source", source, PAIRINGS)
    _checks.one_of("target", target, PAIRINGS)
    within = np.arange(head_dim)
    within[:turned] = permutation(turned, source=_layout(source), target=_layout(target))
    return np.add.outer(np.arange(num_heads) * head_dim, within).reshape(-1)


def convert_rotary_weight(
    weight: ArrayLike,
    num_heads: int,
    *,
    source: Pairing,
    target: Pairing,
    rotary_dim: int | None = None,
    head_dim: int | None = None,
) -> NDArray[Any]:
    r"""Return the weight or bias of a query or key projection for the other rotary pairing.

    With :math:`P` the permutation of one head and :math:`R` its rotation,

    .. math:: (R^{half} P q) \cdot (R^{half} P k) = (P R^{inter} q) \cdot (P R^{inter} k)
              = (R^{inter} q) \cdot (R^{inter} k).

    Parameters
    ----------
    weight : array-like, shape ``(num_heads * head_dim, ...)``
        Weight ``(num_heads * head_dim, d_model)`` as ``torch.nn.Linear`` keeps it, or bias ``(num_heads * head_dim,)``.
        The gain of a norm of query or key, shared by the heads, is one head. A weight of queries, keys and values in
        one is to be split before.
    num_heads : int
        Heads of this projection: for the keys of grouped queries, the number of key heads.
    source, target : {"interleaved", "half"}
        The pairing that the weight was trained with, and the one that it is to run with. Exchanged, they give the
        inverse.
    rotary_dim : int, optional
        As for :func:`rotary_permutation`.
    head_dim : int, optional
        If given, it must be that of the weight: it catches the number of query heads given for a key.

    Returns
    -------
    array, shape and dtype of `weight`
        The same rows in another order, bit for bit.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, the rows are no multiple of `num_heads`, `head_dim` is another or odd, or
        `rotary_dim` is above it.

    Notes
    -----
    Queries and keys are both to be converted, weights and biases. Values stay: they are not turned, and their features
    meet no other projection in a dot product, where an order that both sides share cancels out. Instead the output
    projection reads them in the order in which it was trained.

    The pairings are those of :cite:t:`su2021` and of :cite:t:`transformers`, whose conversion scripts for Llama do the
    same to whole heads.

    Examples
    --------
    >>> convert_rotary_weight(range(8), 1, source="interleaved", target="half")
    array([0, 2, 4, 6, 1, 3, 5, 7])
    """
    array = _with_axes("weight", weight)
    num_heads = _checks.integer("num_heads", num_heads)
    if len(array) % num_heads:
        raise ValueError(f"`weight.shape[0]` must be a multiple of num_heads = {num_heads}, got {len(array)}")
    width = len(array) // num_heads
    if head_dim is not None:
        _checks.same("weight.shape[0] / num_heads", width, "head_dim", _checks.integer("head_dim", head_dim))
    return array[rotary_permutation(num_heads, width, source=source, target=target, rotary_dim=rotary_dim)]


def _layout(pairing: Pairing) -> Layout:
    """Return the layout of a table whose sines and cosines stand where the two of each pair do."""
    return "interleaved" if pairing == "interleaved" else "concatenated"


def _interleaved_column(width: int, layout: Layout) -> NDArray[np.int64]:
    """Return the interleaved column of what stands in each column of `layout`."""
    index = np.arange(width)
    if layout == "interleaved":
        return index
    halves = (index[::2], index[1::2])
    return np.concatenate(halves if layout == "concatenated" else halves[::-1])


def _with_axes(name: str, value: ArrayLike) -> NDArray[Any]:
    array = _checks.real_array(name, value)
    if array.ndim == 0:
        raise ValueError(f"`{name}` must have at least 1 axis, got 0")
    return array
