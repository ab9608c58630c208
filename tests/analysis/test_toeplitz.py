"""A bias of offsets as products of position vectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pe_reference.analysis import toeplitz
from pe_reference.embeddings import sinusoidal


@given(st.integers(1, 12).flatmap(lambda n: arrays.arrays(np.float64, 2 * n - 1, elements=st.floats(-1e3, 1e3))))
def test_the_product_is_the_matrix(by_offset):
    n = (len(by_offset) + 1) // 2
    matrix = by_offset[np.subtract.outer(range(n), range(n)) + n - 1]
    left, diagonal = toeplitz.factors(matrix)
    assert (left.shape, diagonal.shape, left.dtype, diagonal.dtype) == ((n, 2 * n), (2 * n,), complex, complex)
    np.testing.assert_allclose(left * diagonal @ left.conj().T, matrix, atol=1e-11)


def test_the_left_factor_is_that_of_the_proposition():
    n = 32
    left, _ = toeplitz.factors(np.eye(n))
    j, k = np.ogrid[:n, : 2 * n]
    np.testing.assert_allclose(left, np.exp(1j * np.pi * (j + 1) * k / n) / (2 * n), atol=1e-14)


def test_it_is_the_same_for_every_matrix_and_a_symmetric_one_has_a_real_diagonal():
    gram = sinusoidal.similarity(np.subtract.outer(range(32), range(32)), 16)
    first, second = toeplitz.factors(np.eye(32)), toeplitz.factors(gram)
    np.testing.assert_array_equal(first.left, second.left)
    assert np.abs(second.diagonal.imag).max() < 1e-10


def test_other_matrices_are_refused():
    with pytest.raises(
        ValueError, match=r"`matrix` must have equal entries along each diagonal, got a difference of 1.0"
    ):
        toeplitz.factors([[1.0, 0.0], [0.0, 2.0]])
    with pytest.raises(ValueError, match=r"`matrix.shape\[1\]` must be matrix.shape\[0\] = 1, got 2"):
        toeplitz.factors([[1.0, 0.0]])
    assert toeplitz.factors([[1.0, 0.0], [0.0, 1.0 + 1e-13]]).left.shape == (2, 4)
