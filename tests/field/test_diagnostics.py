"""Cases about how a fault is seen."""

import numpy as np
from field.cases import field_case, reproduced, same

from pe_reference.analysis import bases, bounds, properties
from pe_reference.embeddings import sinusoidal


@field_case("S13")
def test_dot_products_are_constant_along_diagonals(case):
    at = case.given
    gram = properties.gram(sinusoidal.table(range(at.n), at.d))
    channels = np.arange(at.d)
    angle = np.multiply.outer(np.arange(at.n), 10_000.0 ** -(2 * channels / at.d))
    rows = np.where(channels % 2, np.cos(angle), np.sin(angle))
    faulty = properties.gram(rows)
    for name, pair in {"G01": (0, 1), "G12": (1, 2), "G23": (2, 3)}.items():
        same(gram[pair], getattr(case.expected, name))
        reproduced(faulty[pair], gram[pair], getattr(case.wrong, name))
    assert properties.toeplitz_deviation(faulty) > 0.1
    for width in (8, 16, 512):
        for layout in ("interleaved", "concatenated", "cosine_first"):
            gram = properties.gram(sinusoidal.table(range(200), width, layout=layout))
            assert properties.toeplitz_deviation(gram) < 1e-12 * width


@field_case("R17")
def test_the_score_of_equal_query_and_key_does_not_decay(case):
    at, wanted = case.given, case.expected
    curve = bounds.mean_cosine(range(2049), at.d, base=at.base)
    for offset, value in wanted.mean_cos_at.items():
        same(curve[int(offset)], value)
    rise = properties.first_rise(curve)
    assert {"from": rise, "to": rise + 1} == wanted.first_increase_at
    offset, least = wanted.minimum_0_to_2048
    assert curve.argmin() == offset
    same(curve.min(), least)
    for width in (8, 16, 64, 256):
        for base in (1e4, 5e5):
            others = bounds.mean_cosine(range(50_000), width, base=base)
            assert properties.first_rise(others) < 100  # nowhere near a decay
            assert bases.first_negative(width, base=base) is not None


def test_the_curve_that_falls_is_a_bound_and_no_score():
    bound = bounds.decay_curve(range(2049), 128)
    assert bound[2000] < bound[0] / 6
    assert (np.diff(bound) > 0).any()
