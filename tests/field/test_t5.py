"""Cases about T5."""

import numpy as np
import pytest
from field.cases import field_case, reproduced

from pe_reference import attention, distances
from pe_reference.biases import t5


def buckets(relative, num_buckets=32, max_distance=128, *, bidirectional):
    """Buckets with exact integers: bucket k of n starts at the first d with (d / exact)**(n - exact) large enough."""
    half = num_buckets // 2 if bidirectional else num_buckets
    exact = half // 2
    steps = half - exact

    def one(r):
        distance = abs(r) if bidirectional else max(-r, 0)
        if distance >= exact:
            reached = [k for k in range(steps) if distance**steps * exact**k >= exact**steps * max_distance**k]
            distance = exact + max(reached)
        return distance + (half if bidirectional and r > 0 else 0)

    return [one(int(r)) for r in np.ravel(relative)]


@field_case("T02")
def test_the_matrix_of_buckets(case):
    at = case.given
    sizes = {"num_buckets": at.num_buckets, "max_distance": at.max_distance, "bidirectional": at.bidirectional}
    matrix = t5.bucket(distances.relative_position(range(at.T), range(at.T)), **sizes)
    assert matrix[0].tolist() == case.expected.row0
    assert matrix[9].tolist() == case.expected.row9
    assert matrix.dtype == np.int64
    for num_buckets, max_distance in ((32, 128), (16, 64), (8, 20), (64, 1000)):
        for bidirectional in (True, False):
            relative = np.arange(-1500, 1501)
            got = t5.bucket(relative, num_buckets=num_buckets, max_distance=max_distance, bidirectional=bidirectional)
            assert got.tolist() == buckets(relative, num_buckets, max_distance, bidirectional=bidirectional)


@field_case("T03")
def test_the_sign_is_key_minus_query(case):
    relative = np.array(case.given.relative_position)
    got = t5.bucket(relative)
    assert got.tolist() == case.expected.bucket
    reproduced(t5.bucket(-relative), got, case.wrong.bucket)
    weights = np.random.default_rng(0).normal(size=(32, 6))
    bias = t5.bias(range(5), range(9), weights)
    for query in range(5):
        for key in range(9):
            np.testing.assert_array_equal(bias[:, query, key], weights[t5.bucket(key - query)])
    assert np.abs(bias[:, :, :5] - np.swapaxes(bias[:, :, :5], 1, 2)).max() > 0.1


@field_case("T04")
def test_decoder_and_encoder_have_buckets_of_their_own(case):
    relative = case.given.relative_position
    assert t5.bucket(relative, bidirectional=False).tolist() == case.expected.causal
    assert t5.bucket(relative, bidirectional=True).tolist() == case.expected.bidirectional
    future = np.arange(1, 500)
    assert not t5.bucket(future, bidirectional=False).any()
    assert t5.bucket(future).min() == 17
    past = np.arange(-499, 1)
    assert t5.bucket(past, bidirectional=False).max() == 31
    assert t5.bucket(past).max() == 15
    assert 16 not in t5.bucket(np.arange(-500, 500))


@field_case("T05")
def test_another_sequence_has_no_distances(case):
    assert vars(case.expected) == {}
    rng = np.random.default_rng(0)
    query, memory, weights = rng.normal(size=(5, 16)), rng.normal(size=(9, 16)), rng.normal(size=(32, 1))
    order = rng.permutation(9)
    plain = attention.attend(query, memory, memory)
    np.testing.assert_allclose(attention.attend(query, memory[order], memory[order]), plain, atol=1e-14)
    bias = t5.bias(range(5), range(9), weights)[0]
    biased = attention.attend(query, memory[order], memory[order], bias=bias)
    assert np.abs(biased - attention.attend(query, memory, memory, bias=bias)).max() > 0.1
    np.testing.assert_array_equal(t5.bias(range(5), range(9), np.zeros((32, 6))), np.zeros((6, 5, 9)))
    with pytest.raises(ValueError, match=r"`bias.shape` must be broadcastable with the shape of the logits = \(5, 9\)"):
        attention.attend(query, memory, memory, bias=np.zeros((32, 6)))  # the weights, in the place of the bias
