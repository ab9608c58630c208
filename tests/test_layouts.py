import numpy as np
import pytest

from pe_reference import frequencies, layouts, rotary, sinusoidal

LAYOUTS = ("interleaved", "concatenated", "cosine_first")
PAIRINGS = ("interleaved", "half")

every_way = pytest.mark.parametrize(("source", "target"), [(a, b) for a in LAYOUTS for b in LAYOUTS])
both_ways = pytest.mark.parametrize(("source", "target"), [PAIRINGS, PAIRINGS[::-1]])


class TestTable:
    @every_way
    @pytest.mark.parametrize("width", [1, 2, 5, 7, 8, 16])
    def test_gives_the_table_of_the_target(self, width, source, target):
        for dtype in ("float64", "float32", "float16"):
            table = sinusoidal.table(range(9), width, layout=source, dtype=dtype)
            expected = sinusoidal.table(range(9), width, layout=target, dtype=dtype)
            converted = layouts.convert_table(table, source=source, target=target)
            np.testing.assert_array_equal(converted, expected, strict=True)
            back = layouts.convert_table(converted, source=target, target=source)
            np.testing.assert_array_equal(back, table, strict=True)

    @every_way
    def test_any_axes_in_front(self, source, target):
        table = np.random.default_rng(0).normal(size=(2, 3, 8))
        columns = layouts.permutation(8, source=source, target=target)
        np.testing.assert_array_equal(
            layouts.convert_table(table, source=source, target=target), table[..., columns], strict=True
        )

    def test_case_s09_permutations(self):
        concatenated = layouts.permutation(8, source="interleaved", target="concatenated")
        assert concatenated.tolist() == [0, 2, 4, 6, 1, 3, 5, 7]
        interleaved = layouts.permutation(8, source="concatenated", target="interleaved")
        assert interleaved.tolist() == [0, 4, 1, 5, 2, 6, 3, 7]
        for layout in LAYOUTS:
            one, other = layouts.convert_table(
                sinusoidal.table([3, 5], 8, layout=layout), source=layout, target="interleaved"
            )
            np.testing.assert_allclose(one @ other, 2.56371774796, rtol=1e-11)

    def test_the_result_is_a_copy(self):
        table = np.zeros((3, 8))
        layouts.convert_table(table, source="interleaved", target="interleaved")[:] = 1
        assert not table.any()


def attention_logits(weights, biases, x, pairing, *, heads=(8, 2), head_dim=16, rotary_dim=8):
    """Rotary logits of grouped queries, (heads, query, key)."""
    cos, sin = frequencies.cos_sin(range(100, 100 + len(x)), rotary.spectrum(head_dim, rotary_dim=rotary_dim))
    query, key = (
        rotary.turn((x @ weight.T + bias).reshape(len(x), count, head_dim).swapaxes(0, 1), cos, sin, pairing=pairing)
        for weight, bias, count in zip(weights, biases, heads, strict=True)
    )
    key = np.repeat(key, heads[0] // heads[1], axis=0)
    return query @ key.swapaxes(-1, -2) / np.sqrt(head_dim)


@both_ways
class TestRotaryWeight:
    def random(self):
        rng = np.random.default_rng(0)
        weights = [rng.normal(size=(count * 16, 24)) for count in (8, 2)]
        return weights, [rng.normal(size=len(weight)) for weight in weights], rng.normal(size=(11, 24)) / 5

    def converted(self, parts, source, target):
        return [
            layouts.convert_rotary_weight(part, heads, source=source, target=target, rotary_dim=8, head_dim=16)
            for part, heads in zip(parts, (8, 2), strict=True)
        ]

    def test_the_logits_stay(self, source, target):
        weights, biases, x = self.random()
        before = attention_logits(weights, biases, x, source)
        weights, biases = (self.converted(parts, source, target) for parts in (weights, biases))
        after = attention_logits(weights, biases, x, target)
        np.testing.assert_allclose(after, before, rtol=0, atol=1e-12)
        assert np.abs(attention_logits(weights, biases, x, source) - before).max() > 0.1

    def test_there_and_back_is_nothing(self, source, target):
        for parts in self.random()[:2]:
            back = self.converted(self.converted(parts, source, target), target, source)
            for one, other in zip(back, parts, strict=True):
                np.testing.assert_array_equal(one, other, strict=True)

    @pytest.mark.parametrize("head_dim", [8, 16, 24])
    def test_turning_and_permuting_commute(self, source, target, head_dim):
        rng = np.random.default_rng(0)
        x, angles = rng.normal(size=(5, head_dim)), rng.normal(size=(5, 4))
        rows = layouts.rotary_permutation(1, head_dim, source=source, target=target, rotary_dim=8)
        turned = rotary.rotate(x[:, rows], angles, pairing=target)
        np.testing.assert_array_equal(turned, rotary.rotate(x, angles, pairing=source)[:, rows])

    def test_every_head_is_permuted_alike(self, source, target):
        one = layouts.rotary_permutation(1, 16, source=source, target=target)
        three = layouts.rotary_permutation(3, 16, source=source, target=target).reshape(3, 16)
        np.testing.assert_array_equal(three, one + 16 * np.arange(3)[:, None])

    def test_what_is_not_turned_stays(self, source, target):
        weight = np.arange(2 * 16 * 3, dtype=np.float32).reshape(32, 3)
        got = layouts.convert_rotary_weight(weight, 2, source=source, target=target, rotary_dim=8)
        assert got.dtype == np.float32
        np.testing.assert_array_equal(got.reshape(2, 16, 3)[:, 8:], weight.reshape(2, 16, 3)[:, 8:])

    def test_the_same_pairing_changes_nothing(self, source, target):
        weight = np.arange(32.0)
        for pairing in (source, target):
            same = layouts.convert_rotary_weight(weight, 2, source=pairing, target=pairing)
            np.testing.assert_array_equal(same, weight)


def convert(weight, num_heads, **chosen):
    return layouts.convert_rotary_weight(weight, num_heads, **{"source": "half", "target": "interleaved", **chosen})


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: convert(np.ones(30), 4), "`weight.shape[0]` must be a multiple of num_heads = 4, got 30"),
        (lambda: convert(np.ones(0), 4), "`weight` must hold at least one number, got shape (0,)"),
        (lambda: convert(1.0, 4), "`weight` must have at least 1 axis, got 0"),
        (lambda: convert(np.ones(32), 0), "`num_heads` must be from 1 to 1048576, got 0"),
        (lambda: convert(np.ones(260), 4), "`head_dim` must be even, got 65"),
        (lambda: convert(np.ones(32), 2, rotary_dim=3), "`rotary_dim` must be even, got 3"),
        (lambda: convert(np.ones(32), 8, rotary_dim=8), "`rotary_dim` must be at most head_dim = 4, got 8"),
        (lambda: convert(np.ones(32), 8, head_dim=16), "`weight.shape[0] / num_heads` must be head_dim = 16, got 4"),
        (lambda: convert(np.ones(32), 2, source="neox"), "`source` must be one of interleaved, half, got 'neox'"),
        (lambda: convert(np.ones(32), 2, target=None), "`target` must be one of interleaved, half, got None"),
        (
            lambda: layouts.convert_table(np.ones((3, 8)), source="half", target="interleaved"),
            "`source` must be one of interleaved, concatenated, cosine_first, got 'half'",
        ),
        (
            lambda: layouts.convert_table(np.ones((3, 8)), source="interleaved", target="neox"),
            "`target` must be one of interleaved, concatenated, cosine_first, got 'neox'",
        ),
        (
            lambda: layouts.convert_table(1.0, source="interleaved", target="concatenated"),
            "`table` must have at least 1 axis, got 0",
        ),
        (
            lambda: layouts.permutation(0, source="interleaved", target="concatenated"),
            "`width` must be from 1 to 1048576, got 0",
        ),
        (
            lambda: layouts.rotary_permutation(2**20, 2**20, source="half", target="interleaved"),
            "`num_heads` must be from 1 to 1024, got 1048576",
        ),
    ],
)
def test_what_does_not_fit_is_refused(ask, words):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        ask()
    assert str(caught.value) == words


def test_what_is_no_number_is_refused():
    with pytest.raises(TypeError, match="`table` must be real numbers, got"):
        layouts.convert_table(["1"], source="interleaved", target="concatenated")
    with pytest.raises(TypeError, match="`weight` must be real numbers, got"):
        convert([1j] * 32, 2)
