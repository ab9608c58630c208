"""What the biases have in common: how they refuse."""

import numpy as np
import pytest

import pe_reference as pe
from pe_reference.biases import _pairs

BIASES = {
    "alibi": lambda query, key: pe.alibi.bias(query, key, [0.5, 0.25], causal=True),
    "alibi row": lambda query, key: pe.alibi.row_bias(key, [0.5, 0.25]),
    "t5": lambda query, key: pe.t5.bias(query, key, np.ones((32, 2))),
    "shaw": lambda query, key: pe.shaw.index(query, key, max_distance=3),
    "kerple": lambda query, key: pe.kerple.bias(query, key, r1=[1.0, 1.0], r2=[1.0, 1.0], causal=True),
    "fire": lambda query, key: pe.fire.bias(query, key, c=1.0, threshold=8.0, function=lambda x: -x),
}

REFUSED = [
    ([], ValueError, r"`key_positions` must hold at least one number, got shape \(0,\)"),
    ([True], TypeError, "`key_positions` must be real numbers, got bool values"),
    (["a"], TypeError, "`key_positions` must be real numbers, got <U1 values"),
    ([np.nan], ValueError, "`key_positions` must be finite, got nan"),
    ([2**54], ValueError, r"`key_positions` must be at most 2\*\*53 in size, got 18014398509481984"),
    (3, ValueError, "`key_positions` must have at least 1 axis, got 0"),
]


@pytest.mark.parametrize("name", BIASES)
@pytest.mark.parametrize(("key", "kind", "message"), REFUSED)
def test_refused_key_positions(name, key, kind, message):
    with pytest.raises(kind, match=message):
        BIASES[name]([0], key)


@pytest.mark.parametrize("name", BIASES)
def test_axes_of_batch_heads_queries_and_keys_stand_in_this_order(name):
    query, key = np.arange(12).reshape(4, 1, 3), np.arange(10).reshape(2, 5)
    heads = {"shaw": (), "fire": (1,)}.get(name, (2,))
    got = BIASES[name](query, key)
    assert got.shape == {"alibi row": (2, 2, 1, 5)}.get(name, (4, 2, *heads, 3, 5))
    if name != "alibi row":
        np.testing.assert_array_equal(got[3, 1], BIASES[name](query[3, 0], key[1]))


@pytest.mark.parametrize("name", BIASES)
def test_a_query_decoded_alone_has_its_row_of_the_whole(name):
    whole = BIASES[name](range(9), range(9))
    alone = BIASES[name]([8], range(9))
    np.testing.assert_array_equal(alone[..., -1, :], whole[..., -1, :])


@pytest.mark.parametrize("name", BIASES)
def test_padding_on_the_left_changes_nothing_for_the_tokens(name):
    positions = pe.distances.positions_from_mask([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]])
    padded = BIASES[name](positions, positions)
    np.testing.assert_array_equal(padded[0][..., -3:, -3:], BIASES[name](range(3), range(3))[..., -3:, :])
    np.testing.assert_array_equal(padded[1], BIASES[name](range(5), range(5)))


def test_refuses_more_than_any_memory_holds():
    positions = np.zeros(2**14)
    with pytest.raises(
        ValueError, match=r"^`key_positions` must hold at most 2046 positions at heads times queries = "
    ):
        _pairs.relative(positions, positions, 2**10 + 1)


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        ([], ValueError, r"`it` must hold at least one number, got shape \(0,\)"),
        ([np.nan], ValueError, "`it` must be finite, got nan"),
        ([[0.5]], ValueError, r"`it` must have 1 axis \(heads\), got 2"),
        ([0.5, -0.25], ValueError, "`it` must be at least 0, got -0.25"),
        ([1e300], ValueError, r"`it` must be at most 2\*\*400, got 1e\+300"),
        (["a"], TypeError, "`it` must be real numbers, got <U1 values"),
    ],
)
def test_refused_numbers_of_the_heads(value, kind, message):
    with pytest.raises(kind, match=message):
        _pairs.heads("it", value)


def test_whole_numbers_of_any_type():
    for dtype in (np.int8, np.uint64, np.float16, np.float64):
        assert _pairs.whole("it", np.array([0, 7], dtype)).tolist() == [0.0, 7.0]
    with pytest.raises(ValueError, match=r"^`it` must be whole numbers, got 0.5$"):
        _pairs.whole("it", [1.0, 0.5])
