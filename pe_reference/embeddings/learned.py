r"""How people lengthen a table that was learned: it has no row for a position beyond its last."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks

__all__ = ["centred_crop", "interpolate", "interpolate_grid", "keep_stride", "repeat_last", "tile"]

Kind = Literal["linear", "cubic"]
Taps = tuple[NDArray[np.intp], NDArray[np.float64]]
KINDS = ("linear", "cubic")
CUBIC = -0.75  # the coefficient that torch, OpenCV and image models have


def interpolate(
    table: ArrayLike, num_positions: int, *, align_corners: bool, kind: Kind = "linear"
) -> NDArray[np.float64]:
    r"""Return a table of another length with the old span: rows are squeezed in or left out evenly.

    .. math:: s_i = i \, \frac{m - 1}{n - 1} \text{ (corners aligned)}, \qquad
              s_i = (i + \tfrac12) \frac{m}{n} - \tfrac12 \text{ (not)}

    Parameters
    ----------
    table : array-like, shape ``(m, d_model)``
    num_positions : int
        Length :math:`n` of the new table. It is the length that is asked for, not a factor: ``floor(m * (n / m))`` is
        below n for some n.
    align_corners : bool
        Whether the first and last rows stay the first and last, or rows are taken as cells whose outer edges stay.
        Models are trained with either; the difference is largest at the ends.
    kind : {"linear", "cubic"}
        From two rows, or from four with the coefficient -0.75.

    Returns
    -------
    float64 array, shape ``(num_positions, d_model)``
        Equal to what ``torch.nn.functional.interpolate`` has with `size`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    See Also
    --------
    interpolate_grid : the same for the patches of an image.

    Notes
    -----
    With corners aligned this is the ``linspace`` rule. Learned tables: :cite:t:`gehring2017`,
    :cite:t:`devlin2019`; the interpolation of those of images: :cite:t:`dosovitskiy2021`.

    Examples
    --------
    >>> table = [[0.0], [1.0], [2.0], [3.0]]
    >>> interpolate(table, 7, align_corners=True).ravel()
    array([0. , 0.5, 1. , 1.5, 2. , 2.5, 3. ])
    >>> interpolate(table, 7, align_corners=False).ravel().round(4)
    array([0.    , 0.3571, 0.9286, 1.5   , 2.0714, 2.6429, 3.    ])
    """
    return _resized("num_positions", num_positions, _checks.table("table", table), align_corners, kind)


def interpolate_grid(
    table: ArrayLike, num_rows: int, num_columns: int, *, align_corners: bool, kind: Kind = "cubic"
) -> NDArray[np.float64]:
    r"""Return a table of patches for another size of the image, each axis as in :func:`interpolate`.

    Parameters
    ----------
    table : array-like, shape ``(rows, columns, d_model)``
        Without the row of a token that is no patch.
    num_rows, num_columns : int
        The new size, in patches.
    align_corners, kind
        As for :func:`interpolate`.

    Returns
    -------
    float64 array, shape ``(num_rows, num_columns, d_model)``
        Equal to what ``torch.nn.functional.interpolate`` has with `size` and the modes bilinear and bicubic.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Notes
    -----
    The way of :cite:t:`dosovitskiy2021`, section 3.2, to another resolution.

    Examples
    --------
    >>> corners = [[[0.0], [1.0]], [[2.0], [3.0]]]
    >>> interpolate_grid(corners, 3, 3, align_corners=True, kind="linear")[..., 0]
    array([[0. , 0.5, 1. ],
           [1. , 1.5, 2. ],
           [2. , 2.5, 3. ]])
    """
    taller = _resized("num_rows", num_rows, _patches(table), align_corners, kind)
    wider = _resized("num_columns", num_columns, np.swapaxes(taller, 0, 1), align_corners, kind)
    return np.ascontiguousarray(np.swapaxes(wider, 0, 1))


def keep_stride(table: ArrayLike, num_positions: int) -> NDArray[np.float64]:
    r"""Return a longer table whose row i lies at ``i * m / num_positions`` of the old one, the tail repeated.

    .. math:: s_i = \min(i \, m / n, \; m - 1)

    Parameters
    ----------
    table : array-like, shape ``(m, d_model)``
    num_positions : int
        Length :math:`n`, at least `m`.

    Returns
    -------
    float64 array, shape ``(num_positions, d_model)``
        Linear between two rows. With ``num_positions = 4 * m``, every fourth row is an old one.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Examples
    --------
    >>> keep_stride([[0.0], [1.0]], 8).ravel()
    array([0.  , 0.25, 0.5 , 0.75, 1.  , 1.  , 1.  , 1.  ])
    """
    rows = _checks.table("table", table)
    num_positions = _longer(num_positions, rows)
    return _mixed(rows, *_linear(np.arange(num_positions) * len(rows) / num_positions, len(rows)))


def repeat_last(table: ArrayLike, num_positions: int) -> NDArray[np.float64]:
    """Return a longer table: the last row for every position beyond it.

    Parameters
    ----------
    table : array-like, shape ``(m, d_model)``
    num_positions : int
        At least `m`.

    Returns
    -------
    float64 array, shape ``(num_positions, d_model)``

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Examples
    --------
    >>> repeat_last([[0.0], [1.0]], 5).ravel()
    array([0., 1., 1., 1., 1.])
    """
    rows = _checks.table("table", table)
    return rows[np.minimum(np.arange(_longer(num_positions, rows)), len(rows) - 1)]


def tile(table: ArrayLike, num_positions: int) -> NDArray[np.float64]:
    """Return a longer table: the rows over and over again.

    Parameters
    ----------
    table : array-like, shape ``(m, d_model)``
    num_positions : int
        At least `m`; the last round need not be whole.

    Returns
    -------
    float64 array, shape ``(num_positions, d_model)``
        Positions `m` apart are the same.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Examples
    --------
    >>> tile([[0.0], [1.0]], 5).ravel()
    array([0., 1., 0., 1., 0.])
    """
    rows = _checks.table("table", table)
    return rows[np.arange(_longer(num_positions, rows)) % len(rows)]


def centred_crop(table: ArrayLike, num_rows: int, num_columns: int) -> NDArray[np.float64]:
    """Return the patches in the middle of a table, for a smaller image.

    Parameters
    ----------
    table : array-like, shape ``(rows, columns, d_model)``
    num_rows, num_columns : int
        At most `rows` and `columns`: a larger image has no patches in the table, and needs :func:`interpolate_grid`.

    Returns
    -------
    float64 array, shape ``(num_rows, num_columns, d_model)``
        From row ``rows // 2 - num_rows // 2`` on, and so for the columns.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Examples
    --------
    >>> centred_crop(np.arange(16.0).reshape(4, 4, 1), 2, 2)[..., 0]
    array([[ 5.,  6.],
           [ 9., 10.]])
    """
    patches = _patches(table)
    num_rows = _checks.integer("num_rows", num_rows, most=patches.shape[0])
    num_columns = _checks.integer("num_columns", num_columns, most=patches.shape[1])
    top, left = patches.shape[0] // 2 - num_rows // 2, patches.shape[1] // 2 - num_columns // 2
    return patches[top : top + num_rows, left : left + num_columns].copy()


def _patches(table: ArrayLike) -> NDArray[np.float64]:
    patches = _checks.vectors("table", table)
    if patches.ndim != 3:
        raise ValueError(f"`table` must have 3 axes (rows, columns, d_model), got {patches.ndim}")
    return patches


def _longer(num_positions: int, rows: NDArray[np.float64]) -> int:
    number = _checks.integer("num_positions", num_positions, least=len(rows))
    _checks.room("num_positions", number, "table.shape[1]", rows.shape[1])
    return number


def _resized(name: str, value: int, old: NDArray[np.float64], align_corners: bool, kind: Kind) -> NDArray[np.float64]:
    """Return `value` slices along the first axis in the place of the old ones."""
    number, length = _checks.integer(name, value), len(old)
    _checks.room(name, number, f"table.size / {length}", old.size // length)
    _checks.one_of("kind", kind, KINDS)
    index = np.arange(number, dtype=np.float64)
    if _checks.flag("align_corners", align_corners):
        where = index * ((length - 1) / max(number - 1, 1))
    else:
        where = (index + 0.5) * (length / number) - 0.5
    return _mixed(old, *(_linear(where, length) if kind == "linear" else _cubic(where)))


def _linear(where: NDArray[np.float64], length: int) -> Taps:
    """Return the two rows around each place, and their weights."""
    where = np.clip(where, 0, length - 1)
    before = where.astype(np.intp)
    after = where - before
    return np.stack([before, before + 1]), np.stack([1 - after, after])


def _cubic(where: NDArray[np.float64]) -> Taps:
    """Return the four rows around each place, and their weights."""
    before = np.floor(where).astype(np.intp)
    x = np.abs(where - before + np.array([1, 0, -1, -2])[:, None])
    near = (CUBIC + 2) * x**3 - (CUBIC + 3) * x**2 + 1
    far = CUBIC * (x**3 - 5 * x**2 + 8 * x - 4)
    return before + np.array([-1, 0, 1, 2])[:, None], np.where(x <= 1, near, far)


def _mixed(old: NDArray[np.float64], rows: NDArray[np.intp], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums of weighted rows; those before the first or after the last are the first or last."""
    new = np.zeros((rows.shape[1], *old.shape[1:]))
    for some, weight in zip(np.clip(rows, 0, len(old) - 1), weights, strict=True):
        new += weight.reshape(-1, *[1] * (old.ndim - 1)) * old[some]
    return new
