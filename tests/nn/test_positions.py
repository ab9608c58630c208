"""Where the tokens stand."""

import re

import pytest
import torch

from pe_reference import distances
from pe_reference.nn import _positions

TABLE = torch.arange(20.0).reshape(10, 2)
CPU = torch.device("cpu")


class TestRows:
    def test_count_up_from_the_offset(self):
        torch.testing.assert_close(_positions.rows(TABLE, 3, 4, None, 2), TABLE[2:6])
        torch.testing.assert_close(_positions.rows(TABLE, 3, 4, None, torch.tensor(2)), TABLE[2:6])

    def test_of_each_sample(self):
        offsets = torch.tensor([0, 6, 3], dtype=torch.int32)
        expected = torch.stack([TABLE[start : start + 4] for start in (0, 6, 3)])
        torch.testing.assert_close(_positions.rows(TABLE, 3, 4, None, offsets), expected)

    def test_of_position_ids(self):
        ids = torch.tensor([[3, 3, 0], [9, 1, 2]])
        torch.testing.assert_close(_positions.rows(TABLE, 2, 3, ids, 0), TABLE[ids])

    @pytest.mark.parametrize(
        ("ids", "offset", "kind", "message"),
        [
            (torch.tensor([0, 1, 2]), 1, ValueError, "`offset` must be 0 where `position_ids` are given, got 1"),
            (
                torch.tensor([0, 1, 2]),
                torch.tensor(0),
                ValueError,
                "`offset` must be 0 where `position_ids` are given, got tensor(0)",
            ),
            (None, torch.tensor(-1), ValueError, "`offset` must be at least 0, got -1"),
            (
                None,
                torch.tensor([0, 8]),
                ValueError,
                "`max_seq_len` must be at least offset + seq = 11, got 10",
            ),
            (None, torch.tensor(1.0), TypeError, "`offset` must be an int64 or int32 tensor, got torch.float32"),
            (
                None,
                torch.tensor([1, 2, 3]),
                ValueError,
                "`offset` must have the shape () = () or (batch,) = (2,), got (3,)",
            ),
        ],
    )
    def test_refusals(self, ids, offset, kind, message):
        with pytest.raises(kind, match=f"^{re.escape(message)}$"):
            _positions.rows(TABLE, 2, 3, ids, offset)


def expected(query, key):
    return torch.from_numpy(distances.relative_position(query, key)).long()


class TestRelative:
    @pytest.mark.parametrize(
        ("query", "key", "offset", "positions"),
        [
            (4, None, 0, (range(4), range(4))),
            (1, None, 5, ([5], range(6))),
            (2, 8, 5, ([5, 6], range(8))),
            (2, 8, torch.tensor(5), ([5, 6], range(8))),
            (2, 8, torch.tensor([5, 1]), ([[5, 6], [1, 2]], range(8))),
            (2, torch.tensor([[0, 3], [4, 5]]), torch.tensor([5, 1]), ([[5, 6], [1, 2]], [[0, 3], [4, 5]])),
            (torch.tensor([3, 1]), None, 0, ([3, 1], [3, 1])),
            (torch.tensor([3, 1], dtype=torch.int32), 3, 0, ([3, 1], range(3))),
            (torch.tensor([[3], [1]]), torch.tensor([7, 2]), 0, ([[3], [1]], [7, 2])),
        ],
    )
    def test_is_that_of_distances(self, query, key, offset, positions):
        got = _positions.relative(query, key, offset, CPU)
        torch.testing.assert_close(got, expected(*positions), rtol=0, atol=0)

    @pytest.mark.parametrize(
        ("query", "key", "offset", "kind", "message"),
        [
            (
                torch.tensor([1]),
                None,
                1,
                ValueError,
                "`offset` must be 0 where `query_positions` are a tensor, got 1",
            ),
            (
                1,
                None,
                torch.tensor(1),
                ValueError,
                "`key_positions` must be given where `offset` is a tensor, got None",
            ),
            (1, 2, torch.tensor(1.0), TypeError, "`offset` must be an int64 or int32 tensor, got torch.float32"),
            (1, 2, torch.tensor([[1]]), ValueError, "`offset` must have the shape () or (batch,), got (1, 1)"),
            (1, 2, -1, ValueError, f"`offset` must be from 0 to {2**53}, got -1"),
            (-1, 2, 0, ValueError, f"`query_positions` must be from 0 to {2**31}, got -1"),
            (1, 2.0, 0, TypeError, "`key_positions` must be an integer, got 2.0"),
            (
                torch.tensor(1),
                1,
                0,
                ValueError,
                "`query_positions` must have 1 or 2 axes, (seq,) or (batch, seq), got 0",
            ),
            (
                torch.ones(1),
                1,
                0,
                TypeError,
                "`query_positions` must be an int64 or int32 tensor, got torch.float32",
            ),
            (
                torch.ones(2, 3, dtype=torch.int64),
                torch.ones(3, 3, dtype=torch.int64),
                0,
                ValueError,
                "`key_positions.shape[0]` must be query_positions.shape[0] = 2, got 3",
            ),
        ],
    )
    def test_refusals(self, query, key, offset, kind, message):
        with pytest.raises(kind, match=f"^{re.escape(message)}$"):
            _positions.relative(query, key, offset, CPU)
