r"""What a causal mask alone can tell about positions: no encoding, and yet an order."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pe_reference import _checks, attention
from pe_reference.attention import Layer

__all__ = [
    "counting_head",
    "distance_scores",
    "initial_variance",
    "prefix_change",
    "random_probe_error",
    "uniform_variance",
    "variance_slope",
]

LONGEST = 2**12  # of what needs the scores of all pairs
WIDEST = 2**12


def counting_head(seq_len: int, *, causal: bool = True) -> NDArray[np.float64]:
    r"""Return what a head tells at each token that weighs all keys alike and reads the mark of the first token.

    .. math:: y_t = \sum_{i \le t} \frac{1}{t} \, [i = 1] = \frac{1}{t}, \qquad t = 1, 2, \ldots

    Parameters
    ----------
    seq_len : int
        Number of tokens, at most 4096; the first one is the mark of the beginning.
    causal : bool
        Without the mask, every token is told ``1 / seq_len``.

    Returns
    -------
    float64 array, shape ``(seq_len,)``

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Notes
    -----
    The head of theorem 1 of :cite:t:`kazemnejad2023`. A later layer can turn :math:`1/t` into :math:`t`. Where no
    token is marked, all tokens are told the same.

    Examples
    --------
    >>> counting_head(4)
    array([1.        , 0.5       , 0.33333333, 0.25      ])
    """
    seq_len = _checks.integer("seq_len", seq_len, most=LONGEST)
    equal = np.ones((seq_len, 1))
    mark = np.zeros((seq_len, 1))
    mark[0] = 1
    return attention.attend(equal, equal, mark, causal=causal)[:, 0]


def distance_scores(seq_len: int) -> NDArray[np.float64]:
    r"""Return the scores of a head that knows positions and turns them into distances.

    .. math:: \langle q_t, k_i \rangle = \langle (1, -t), (i, 1) \rangle = -(t - i)

    Parameters
    ----------
    seq_len : int
        Number of tokens, at most 4096.

    Returns
    -------
    float64 array, shape ``(seq_len, seq_len)``
        Whole numbers; ``-inf`` for keys that come later.

    Raises
    ------
    TypeError, ValueError
        If `seq_len` is not an integer in range.

    Notes
    -----
    The head of theorem 2 of :cite:t:`kazemnejad2023`; it has the scores of ALiBi :cite:p:`press2022` at the slope 1.

    Examples
    --------
    >>> distance_scores(3)
    array([[  0., -inf, -inf],
           [ -1.,   0., -inf],
           [ -2.,  -1.,   0.]])
    """
    seq_len = _checks.integer("seq_len", seq_len, most=LONGEST)
    where, one = np.arange(1.0, seq_len + 1), np.ones(seq_len)
    still = np.zeros((seq_len, 2))  # a width of 4 has the exact root 2
    query = np.concatenate([np.stack([one, -where], axis=-1), still], axis=-1)
    key = np.concatenate([np.stack([where, one], axis=-1), still], axis=-1)
    return attention.scores(2 * query, key, causal=True)


def prefix_change(x: ArrayLike, layers: Sequence[Layer], order: ArrayLike) -> float:
    r"""Return how much the last token of a causal stack changes when the tokens before it change places.

    .. math:: \lVert f(x)_T - f(x_{\pi(1)}, \ldots, x_{\pi(T-1)}, x_T)_T \rVert_\infty

    Parameters
    ----------
    x : array-like, shape ``(seq, d_model)``
        At least 2 tokens, without positions.
    layers : sequence of Layer
        As for :func:`pe_reference.attention.stack`.
    order : array-like of integers, shape ``(seq - 1,)``
        Which token of the prefix comes first, which second, and so on: the numbers from 0 to ``seq - 2``.

    Returns
    -------
    float
        Rounding for one layer, whatever its weights; for more layers, a number that depends on the weights.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind, or `order` is no permutation of the prefix.

    Notes
    -----
    It is often said that the mask gives the position. One layer sees a set: the order enters with the second one, and
    only where tokens differ.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(10, 16))
    >>> layers = attention.random_layers(16, 2, seed=1)
    >>> prefix_change(x, layers[:1], range(8, -1, -1)) < 1e-14 < 0.01 < prefix_change(x, layers, range(8, -1, -1))
    True
    """
    rows = _checks.table("x", x, rows=2)
    places = _checks.real_array("order", order)
    if not np.array_equal(np.sort(places, axis=None), np.arange(len(rows) - 1)) or places.ndim != 1:
        raise ValueError(f"`order` must be the numbers 0 to {len(rows) - 2} in any order, got {_checks.shown(order)}")
    moved = np.append(places.astype(np.intp), len(rows) - 1)
    before = attention.stack(rows, layers, causal=True)[-1]
    after = attention.stack(rows[moved], layers, causal=True)[-1]
    return float(np.abs(before - after).max())


def random_probe_error(seq_len: int) -> float:
    r"""Return the mean distance of two positions drawn at random: the error of a probe that has learned nothing.

    .. math:: \frac{1}{n^2} \sum_{i,j} |i - j| = \frac{n^2 - 1}{3n}

    Parameters
    ----------
    seq_len : int
        Number of positions :math:`n`.

    Returns
    -------
    float
        In positions.

    Raises
    ------
    TypeError, ValueError
        If `seq_len` is not a positive integer.

    Notes
    -----
    Where the curves of :cite:t:`haviv2022`, figure 2, begin. The best constant guess has the error n/4.

    Examples
    --------
    >>> round(random_probe_error(1024), 2)
    341.33
    """
    seq_len = _checks.integer("seq_len", seq_len, most=2**53)
    return (seq_len**2 - 1) / (3 * seq_len)


def initial_variance(
    seq_len: int, d_model: int, *, num_heads: int, std: float = 0.02, batch: int = 8, seed: int
) -> NDArray[np.float64]:
    r"""Return the variance of the output of a causal attention layer at each position, before any training.

    Inputs are independent :math:`N(0, 1)`, as a normalisation leaves them; the four matrices :math:`N(0, \sigma^2)`.

    Parameters
    ----------
    seq_len : int
        Number of tokens, at most 4096.
    d_model : int
        Width, at most 4096.
    num_heads : int
        A divisor of `d_model`.
    std : float
        :math:`\sigma`, positive.
    batch : int
        Sequences, each with weights of its own; the variance is over them and over the width.
    seed : int
        Of NumPy's default generator.

    Returns
    -------
    float64 array, shape ``(seq_len,)``

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range, or `d_model` no multiple of `num_heads`.

    See Also
    --------
    uniform_variance : what it is near.

    Notes
    -----
    The model of :cite:t:`chi2023`.

    Examples
    --------
    >>> variance = initial_variance(64, 128, num_heads=4, seed=0)
    >>> bool(np.all(variance[[0, 8]] > 4 * variance[[8, 63]]))
    True
    """
    seq_len = _checks.integer("seq_len", seq_len, most=LONGEST)
    d_model, num_heads = _checks.integer("d_model", d_model, most=WIDEST), _checks.integer("num_heads", num_heads)
    if d_model % num_heads:
        raise ValueError(f"`d_model` must be a multiple of num_heads = {num_heads}, got {d_model}")
    std, batch = _checks.positive("std", std), _checks.integer("batch", batch)
    rng = np.random.default_rng(_checks.integer("seed", seed, least=0, most=2**63 - 1))
    outputs = []
    for _ in range(batch):
        x = rng.normal(size=(seq_len, d_model))
        heads = rng.normal(0, std, (3, num_heads, d_model, d_model // num_heads))
        seen = attention.attend(*(x @ one for one in heads), causal=True)
        outputs.append(np.moveaxis(seen, 0, 1).reshape(x.shape) @ rng.normal(0, std, (d_model, d_model)))
    return np.asarray(np.var(outputs, axis=(0, 2)))


def uniform_variance(seq_len: int, d_model: int, *, std: float = 0.02) -> NDArray[np.float64]:
    r"""Return the variance that :func:`initial_variance` would have if all keys weighed alike.

    .. math:: \operatorname{Var}(o_m) = \frac{d^2 \sigma^4}{m}

    Parameters
    ----------
    seq_len, d_model, std
        As for :func:`initial_variance`.

    Returns
    -------
    float64 array, shape ``(seq_len,)``

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Examples
    --------
    >>> uniform_variance(4, 50).round(6)
    array([0.0004  , 0.0002  , 0.000133, 0.0001  ])
    """
    seq_len, d_model = _checks.integer("seq_len", seq_len), _checks.integer("d_model", d_model)
    variance: NDArray[np.float64] = d_model**2 * _checks.positive("std", std) ** 4 / np.arange(1, seq_len + 1)
    return variance


def variance_slope(variance: ArrayLike) -> float:
    r"""Return the slope of a straight line through the logarithms of `variance` at the positions 1, 2, ...

    Parameters
    ----------
    variance : array-like, shape ``(seq_len,)``
        At least 2, all positive.

    Returns
    -------
    float
        -1 for a variance that falls as one over the position; 0 where it tells nothing of the position.

    Raises
    ------
    TypeError, ValueError
        If `variance` is not of this kind.

    Examples
    --------
    >>> round(variance_slope([12.0, 6.0, 4.0, 3.0]), 12)
    -1.0
    """
    values = _checks.real_array("variance", variance).astype(np.float64)
    if values.ndim != 1 or len(values) < 2:
        raise ValueError(f"`variance` must have the shape (seq_len,) of 2 or more, got {values.shape}")
    if values.min() <= 0:
        raise ValueError(f"`variance` must be positive, got {values.min()}")
    return float(np.polyfit(np.log(np.arange(1, len(values) + 1)), np.log(values), 1)[0])
