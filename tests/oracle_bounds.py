"""Formulas of bounds, xPos and two axes a second time: scalar, mpmath at 50 digits, nothing of the package."""

import oracle
from oracle import mp


def partial_sums(offset, dim, *, base=10_000):
    """Mean size of the partial sums of unit vectors at the angles of an offset."""
    total, sizes = mp.mpc(0), []
    for index in range(dim // 2):
        total += mp.expj(mp.mpf(offset) * oracle.frequency(index, dim, base=base))
        sizes.append(abs(total))
    return mp.fsum(sizes) / len(sizes)


def mean_cosine(offset, dim, *, base=10_000):
    """Rotary score of ones and ones, over that at 0."""
    return oracle.similarity(offset, dim, base=base) / (dim // 2)


def off_the_line(position, left, right, dim, *, base=10_000, towards=None):
    """Distance of a score from the straight line between its neighbours."""
    top = position if towards is None else towards
    here, before, after = (oracle.similarity(mp.mpf(at) - top, dim, base=base) for at in (position, left, right))
    line = ((mp.mpf(right) - position) * before + (mp.mpf(position) - left) * after) / (mp.mpf(right) - left)
    return abs(here - line)


def line_bound(position, left, right, dim, *, base=10_000, form="corrected"):
    """Bound on that distance."""
    product = (mp.mpf(position) - left) * (mp.mpf(right) - position)
    if form == "printed":
        return product * dim / (8 * mp.log(base))
    return product / (2 * (1 - mp.mpf(base) ** (mp.mpf(-4) / dim)))


def growth(position, index, dim, *, gamma="0.4", scale_base=512, centre=0):
    """Scale of xPos of one pair."""
    gamma = mp.mpf(gamma)
    zeta = (mp.mpf(2 * index) / dim + gamma) / (1 + gamma)
    return zeta ** ((mp.mpf(position) - centre) / scale_base)


def xpos_similarity(offset, dim, **choices):
    """Score of xPos for ones and ones, over that at 0."""
    terms = (
        growth(offset, index, dim, **choices) * mp.cos(mp.mpf(offset) * oracle.frequency(index, dim))
        for index in range(dim // 2)
    )
    return mp.fsum(terms) / (dim // 2)
