"""The base of a rotary encoding: which lengths it serves."""

import math
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_reference.analysis import bases, bounds

FINE = {1024: 4294, 2048: 11588}  # the first good base on the grid of whole numbers


class TestFirstNegative:
    @pytest.mark.parametrize(
        ("base", "offset"),
        [(1e4, 1707), (2e4, 2666), (5e4, 5306), (1e5, 7757), (5e5, 18438), (1e6, 27115)],
    )
    def test_is_where_it_is_known_to_be(self, base, offset):
        assert bases.first_negative(128, base=base) == offset
        assert bases.first_negative(128, base=base, below=offset) is None
        assert bounds.mean_cosine(offset - 1, 128, base=base) >= 0 > bounds.mean_cosine(offset, 128, base=base)

    @given(st.integers(1, 16).map(lambda half: 2 * half), st.integers(2, 10**6))
    def test_is_the_first(self, width, base):
        curve = bounds.mean_cosine(range(5000), width, base=base)
        found = bases.first_negative(width, base=base, below=5000)
        assert found == (int((curve < 0).argmax()) if (curve < 0).any() else None)


class TestSmallestBase:
    @pytest.mark.parametrize(("seq_len", "base"), FINE.items())
    def test_is_known_on_whole_numbers(self, seq_len, base):
        start = time.process_time()
        assert bases.smallest_base(seq_len, 128, bases=range(1, 2 * base)) == base
        assert time.process_time() - start < 30

    def test_is_known_for_4096(self):
        assert bases.smallest_base(4096, 128, bases=range(24_000, 30_000)) == 26_953

    def test_depends_on_the_grid(self):
        published = [
            bases.smallest_base(1024, 128, bases=np.linspace(0, 1_024_000, 10**k + 1)[1:]) for k in (1, 2, 3, 4)
        ]
        assert published == pytest.approx([102_400, 10_240, 6144, 4300.8])

    def test_good_bases_do_not_begin_at_one_base(self):
        good = [base for base in range(4294, 4800, 2) if bases.first_negative(128, base=base, below=1024) is None]
        assert good[0] == 4294
        assert len(good) < len(range(4294, 4800, 2))

    def test_no_base_of_the_grid_may_do(self):
        assert bases.smallest_base(1024, 128, bases=range(10, 4294)) is None

    @given(
        st.integers(2, 10).map(lambda half: 2 * half), st.integers(1, 300), st.lists(st.integers(1, 5000), min_size=1)
    )
    def test_is_the_first_of_a_plain_search(self, width, seq_len, some):
        grid = sorted({*some})
        good = [base for base in grid if bounds.mean_cosine(range(seq_len), width, base=base).min() >= 0]
        assert bases.smallest_base(seq_len, width, bases=grid) == (good[0] if good else None)

    def test_takes_a_length_beyond_one_block(self):
        assert bases.smallest_base(5000, 8, bases=[2.0, 3.0]) is None
        assert bases.smallest_base(5306, 128, bases=[40_000.0, 50_000.0]) == 50_000
        assert bases.smallest_base(5307, 128, bases=[50_000.0]) is None

    def test_the_exact_path_decides(self):
        assert list(bases._likely(np.array([4293.0, 4294.0]), 1024, 128)) == [4294.0]
        near = float(np.nextafter(bisected(1024), 0))
        assert list(bases._likely(np.array([near]), 1024, 128)) == [near]
        assert bases.smallest_base(1024, 128, bases=[near - 1e-9]) is None

    @pytest.mark.parametrize(
        ("grid", "kind", "message"),
        [
            ([], ValueError, "`bases` must hold at least one number"),
            ([[2.0]], ValueError, "`bases` must have 1 axis, got 2"),
            ([0.5, 2.0], ValueError, "`bases` must rise from 1 or more, got 0.5"),
            ([2.0, 5.0, 5.0], ValueError, "`bases` must rise from 1 or more, got 5.0"),
            ([2.0, 5.0, 4.0], ValueError, "`bases` must rise from 1 or more, got 4.0"),
            (["a"], TypeError, "`bases` must be real numbers"),
        ],
    )
    def test_refuses_another_grid(self, grid, kind, message):
        with pytest.raises(kind, match=message):
            bases.smallest_base(8, 8, bases=grid)


def bisected(seq_len):
    """The base between 4293 and 4294 at which the lowest sum is 0."""
    low, high = 4293.0, 4294.0
    for _ in range(60):
        middle = (low + high) / 2
        good = bounds.mean_cosine(range(seq_len), 128, base=middle).min() >= 0
        low, high = (low, middle) if good else (middle, high)
    return high


class TestCriticalDimension:
    @pytest.mark.parametrize(("seq_len", "base", "dimension"), [(4096, 1e4, 92), (2048, 1e4, 82), (8192, 5e5, 70)])
    def test_is_that_of_the_paper(self, seq_len, base, dimension):
        assert bases.critical_dimension(128, seq_len, base=base) == dimension

    @given(st.integers(1, 64).map(lambda half: 2 * half), st.integers(1, 10**6), st.floats(1.5, 1e7))
    def test_counts_the_pairs_that_turn_once(self, width, seq_len, base):
        wavelengths = [2 * math.pi * base ** (2 * j / width) for j in range(width // 2)]
        assert bases.critical_dimension(width, seq_len, base=base) == 2 * sum(wave < seq_len for wave in wavelengths)

    def test_ends_at_the_width_and_at_0(self):
        assert bases.critical_dimension(8, 10**9) == 8
        assert bases.critical_dimension(8, 6) == 0

    def test_refuses_a_base_whose_frequencies_do_not_fall(self):
        with pytest.raises(ValueError, match=r"`base` must be above 1, got 1.0"):
            bases.critical_dimension(8, 10, base=1.0)
