"""The formulas a second time: scalar, mpmath at 50 digits, nothing of the package."""

import mpmath

mp = mpmath.MPContext()
mp.dps = 50


def frequency(index, dim, *, base=10_000, grid="paper"):
    """Radians for each position of the pair `index`."""
    exponent = mp.mpf(2 * index) / dim if grid == "paper" else mp.mpf(index) / (dim // 2 - 1)
    return 1 / mp.mpf(base) ** exponent


def pair(column, d_model, layout):
    """Which pair a column belongs to, and whether it is its cosine."""
    cosines = d_model // 2
    if layout == "interleaved":
        return column // 2, column % 2 == 1
    if layout == "concatenated":
        sines = d_model - cosines
        return (column, False) if column < sines else (column - sines, True)
    return (column, True) if column < cosines else (column - cosines, False)


def entry(position, column, d_model, *, base=10_000, grid="paper", layout="interleaved"):
    """One number of the sinusoidal table."""
    index, cosine = pair(column, d_model, layout)
    angle = mp.mpf(position) * frequency(index, d_model, base=base, grid=grid)
    return mp.cos(angle) if cosine else mp.sin(angle)


def shift(offset, row, column, d_model, *, base=10_000, grid="paper", layout="interleaved"):
    """One number of the matrix that takes the row of p to that of p + offset."""
    (index, cosine), (other, of_cosine) = pair(row, d_model, layout), pair(column, d_model, layout)
    if index != other:
        return mp.mpf(0)
    angle = mp.mpf(offset) * frequency(index, d_model, base=base, grid=grid)
    if cosine == of_cosine:
        return mp.cos(angle)
    return -mp.sin(angle) if cosine else mp.sin(angle)


def similarity(offset, d_model, *, base=10_000, grid="paper"):
    """Dot product of two rows so many positions apart."""
    rates = (frequency(index, d_model, base=base, grid=grid) for index in range(d_model // 2))
    return mp.fsum(mp.cos(mp.mpf(offset) * rate) for rate in rates)


def linear(position, column):
    """One number of the code that repeats the position."""
    return mp.mpf(position)


def integer(position):
    """The number of the code that is the position."""
    return mp.mpf(position)


def one_hot(position, column):
    """One number of the code with a single one."""
    return mp.mpf(1 if position == column else 0)


def triangle(position, column, d_model, *, base=10_000):
    """One number of the table of triangle waves: zeros and peaks where the sinusoidal one has them."""
    return 2 / mp.pi * mp.asin(entry(position, column, d_model, base=base))


def array(shape, formula):
    """Exact numbers of a table, ``formula(*index)`` each, as nested lists."""
    if len(shape) == 1:
        return [formula(index) for index in range(shape[0])]
    return [array(shape[1:], lambda *rest, index=index: formula(index, *rest)) for index in range(shape[0])]


def distance(measured, exact):
    """Largest distance of a float array from nested lists of exact numbers."""
    if isinstance(exact, list):
        return max(distance(one, other) for one, other in zip(measured, exact, strict=True))
    return float(abs(mp.mpf(float(measured)) - exact))
