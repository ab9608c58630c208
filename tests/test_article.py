"""The article's code, as it stands: its numbers, and where it fails."""

import numpy as np
import pytest

from pe_reference import article
from pe_reference.embeddings import sinusoidal

ROWS = {  # listing 4, rounded to three decimals
    10: [-0.544, -0.839, -0.613, 0.79, -0.021, -1.0, 0.979, -0.206],
    13: [0.42, 0.907, 0.856, 0.517, -0.825, -0.566, 0.738, -0.675],
}


class TestTable:
    def test_prints_the_listing(self):
        rows = article.table(70, 64)
        assert {pos: rows[pos, :8].round(3).tolist() for pos in ROWS} == ROWS

    def test_has_every_second_frequency_of_the_paper(self):
        loop, paper = article.table(40, 16), sinusoidal.table(range(40), 16)
        for pair in range(4):
            np.testing.assert_allclose(
                loop[:, 2 * pair : 2 * pair + 2], paper[:, 4 * pair : 4 * pair + 2], atol=1e-14, err_msg=f"pair {pair}"
            )

    def test_is_not_the_paper_s(self):
        assert np.abs(article.table(100, 256) - sinusoidal.table(range(100), 256)).max() > 1.99

    def test_has_a_sine_more_than_cosines_at_an_odd_width(self):
        np.testing.assert_array_equal(article.table(4, 5)[0], [0, 1, 0, 1, 0])


class TestVectorised:
    def test_is_the_paper_s_formula(self):
        got = article.vectorised(40, 16, np.float64)
        assert got.shape == (1, 40, 16)
        np.testing.assert_allclose(got[0], sinusoidal.table(range(40), 16), atol=1e-13)

    def test_is_float32_and_off_by_the_rounding_of_its_angles(self):
        got = article.vectorised(5000, 512)
        assert got.dtype == np.float32
        error = np.abs(got[0] - sinusoidal.table(range(5000), 512)).max()
        assert 1e-4 < error < 5000 * 2.0**-23

    def test_an_odd_width_fails_and_names_nothing(self):
        with pytest.raises(ValueError, match="could not broadcast"):
            article.vectorised(10, 5)

    def test_a_width_of_one_passes(self):
        np.testing.assert_array_equal(article.vectorised(3, 1)[0, :, 0], np.sin(np.arange(3, dtype=np.float32)))


class TestAdd:
    def test_adds_as_many_rows_as_there_are_tokens(self):
        x = np.random.default_rng(0).normal(size=(2, 7, 8))
        np.testing.assert_array_equal(article.add(x, article.vectorised(10, 8)), x + article.vectorised(7, 8))

    def test_a_longer_sequence_fails_and_names_nothing(self):
        with pytest.raises(ValueError, match="could not be broadcast"):
            article.add(np.zeros((2, 7, 8)), article.vectorised(6, 8))

    def test_a_table_of_one_row_passes_as_position_0_everywhere(self):
        got = article.add(np.zeros((2, 7, 8)), article.vectorised(1, 8))
        np.testing.assert_array_equal(got, np.broadcast_to([0, 1] * 4, (2, 7, 8)))
