"""The article's small model."""

import copy

import pytest
import torch
from torch.export import Dim, export

from pe_reference.nn import Encoder, Sinusoidal

SIZES = {"vocab_size": 50, "d_model": 16, "num_heads": 2, "num_layers": 2, "max_seq_len": 32}
TOKENS = torch.randint(0, 50, (3, 9), generator=torch.Generator().manual_seed(0))


def model(**options):
    torch.manual_seed(0)
    return Encoder(**SIZES | {"dim_feedforward": 32} | options).eval()


def close(got, expected, atol=1e-5):
    torch.testing.assert_close(got, expected, rtol=0, atol=atol)


@torch.no_grad()
def test_listing_8_2():
    torch.manual_seed(0)
    big = Encoder(vocab_size=10_000, d_model=512, num_heads=8, num_layers=6, max_seq_len=1024).eval()
    got = big(torch.randint(0, 10_000, (2, 10)))
    assert got.shape == (2, 10, 512)
    assert got.isfinite().all()


@torch.no_grad()
def test_is_embedding_times_sqrt_plus_positions_then_the_layers():
    small = model()
    x = small.embedding.weight[TOKENS] * 4 + Sinusoidal(16, max_seq_len=9).table
    close(small(TOKENS), small.layers(x))


class TestPadding:
    @torch.no_grad()
    @pytest.mark.parametrize("causal", [False, True])
    def test_on_the_right_leaves_each_sentence_what_it_is_alone(self, causal):
        small = model(causal=causal)
        lengths = torch.tensor([9, 4, 6])
        got = small(TOKENS, padding_mask=torch.arange(9) >= lengths[:, None])
        for row, length in enumerate(lengths):
            close(got[row, :length], small(TOKENS[row : row + 1, :length])[0])

    @torch.no_grad()
    def test_on_the_left_does_with_position_ids(self):
        small = model()
        padding = torch.arange(9) < torch.tensor([0, 5, 3])[:, None]
        positions = (torch.arange(9) - torch.tensor([0, 5, 3])[:, None]).clamp(min=0)
        got = small(TOKENS, padding_mask=padding, position_ids=positions)
        for row, start in enumerate((0, 5, 3)):
            close(got[row, start:], small(TOKENS[row : row + 1, start:])[0])

    @torch.no_grad()
    def test_what_stands_there_does_not_matter(self):
        small, padding = model(), torch.arange(9).expand(3, 9) >= 6
        other = torch.where(padding, (TOKENS + 1) % 50, TOKENS)
        close(small(TOKENS, padding_mask=padding)[:, :6], small(other, padding_mask=padding)[:, :6])

    def test_in_training_mode_with_gradient(self):
        small = model(dropout=0.0).train()
        got = small(TOKENS, padding_mask=torch.arange(9).expand(3, 9) >= 6)
        got[:, :6].sum().backward()
        assert all(weight.grad.isfinite().all() for weight in small.parameters())


class TestOrder:
    @torch.no_grad()
    def test_without_positions_outputs_permute_along(self):
        small, order = model(positions=False), torch.randperm(9, generator=torch.Generator().manual_seed(1))
        close(small(TOKENS[:, order]), small(TOKENS)[:, order])
        assert small.positions is None

    @torch.no_grad()
    def test_with_positions_they_do_not(self):
        small, order = model(), torch.arange(8, -1, -1)
        assert (small(TOKENS[:, order]) - small(TOKENS)[:, order]).abs().max() > 0.1

    @torch.no_grad()
    def test_causal_hides_what_comes_later(self):
        small, other = model(causal=True), TOKENS.clone()
        other[:, 5:] = (other[:, 5:] + 1) % 50
        close(small(TOKENS)[:, :5], small(other)[:, :5])
        assert (small(TOKENS)[:, 5:] - small(other)[:, 5:]).abs().max() > 0.1

    @torch.no_grad()
    def test_causal_without_positions_is_blind_to_the_prefix_with_one_layer(self):
        swapped = TOKENS[:, [1, 0, *range(2, 9)]]
        one, two = (model(causal=True, positions=False, num_layers=layers).double() for layers in (1, 2))
        assert (one(TOKENS) - one(swapped))[:, -1].abs().max() < 1e-13
        assert (two(TOKENS) - two(swapped))[:, -1].abs().max() > 1e-6


def test_embedding_std_sets_the_scale():
    assert model(vocab_size=5000).embedding.weight.std().item() == pytest.approx(1, rel=0.02)
    assert model(vocab_size=5000, embedding_std=16**-0.5).embedding.weight.std().item() == pytest.approx(0.25, rel=0.02)


def test_dropout_in_training_only():
    small = model(dropout=0.5)
    torch.manual_seed(0)
    assert not torch.equal(small.train()(TOKENS), small(TOKENS))
    assert torch.equal(small.eval()(TOKENS), small(TOKENS))


def test_state_is_the_weights_alone():
    small = model()
    assert small.state_dict().keys() == dict(small.named_parameters()).keys()
    twin = copy.deepcopy(small).to(torch.bfloat16)
    assert twin(TOKENS).dtype == torch.bfloat16


@torch.no_grad()
@pytest.mark.parametrize("causal", [False, True])
def test_compiles_and_exports(causal):
    small, padding = model(causal=causal), torch.arange(9).expand(3, 9) >= 6
    compiled = torch.compile(small, backend="eager", fullgraph=True)
    close(compiled(TOKENS, padding_mask=padding), small(TOKENS, padding_mask=padding))
    free = {0: Dim.DYNAMIC, 1: Dim.DYNAMIC}
    shapes = {"token_ids": free, "padding_mask": free}
    program = export(small, (TOKENS,), {"padding_mask": padding}, dynamic_shapes=shapes).module()
    close(program(TOKENS[:2, :7], padding_mask=padding[:2, :7]), small(TOKENS[:2, :7], padding_mask=padding[:2, :7]))


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"vocab_size": 0}, ValueError, "`vocab_size` must be from 1 to 1048576, got 0"),
        ({"d_model": 18, "num_heads": 4}, ValueError, "`d_model` must be a multiple of num_heads = 4, got 18"),
        ({"num_heads": 0}, ValueError, "`num_heads` must be from 1 to 1048576, got 0"),
        ({"num_layers": 0}, ValueError, "`num_layers` must be from 1 to 1048576, got 0"),
        ({"num_layers": 2.0}, TypeError, r"`num_layers` must be an integer, got 2\.0"),
        ({"max_seq_len": -1}, ValueError, "`max_seq_len` must be from 1 to 1048576, got -1"),
        ({"dropout": -0.1}, ValueError, r"`dropout` must be from 0 to 1, got -0\.1"),
        ({"dim_feedforward": 0}, ValueError, "`dim_feedforward` must be from 1 to 1048576, got 0"),
        ({"positions": "no"}, TypeError, "`positions` must be True or False, got 'no'"),
        ({"causal": 1}, TypeError, "`causal` must be True or False, got 1"),
        ({"embedding_std": 0}, ValueError, r"`embedding_std` must be positive, got 0\.0"),
    ],
)
def test_refused_arguments(options, kind, message):
    with pytest.raises(kind, match=message):
        model(**options)


ALL = torch.ones(3, 9, dtype=torch.bool)


@pytest.mark.parametrize(
    ("options", "call", "kind", "message"),
    [
        ({}, {"token_ids": TOKENS + 50}, ValueError, r"`token_ids` must be from 0 to vocab_size - 1 = 49, got \d+"),
        ({}, {"token_ids": TOKENS - 50}, ValueError, r"`token_ids` must be from 0 to vocab_size - 1 = 49, got -\d+"),
        (
            {},
            {"token_ids": TOKENS.double()},
            TypeError,
            r"`token_ids` must be an int64 or int32 tensor, got torch\.float64",
        ),
        ({}, {"token_ids": TOKENS[0]}, ValueError, r"`token_ids` must have the shape \(batch, seq\), got \(9,\)"),
        ({}, {"token_ids": [[0]]}, TypeError, "`token_ids` must be a tensor, got "),
        ({"max_seq_len": 8}, {}, ValueError, r"`max_seq_len` must be at least offset \+ seq = 9, got 8"),
        ({}, {"padding_mask": ALL[:2]}, ValueError, r"`padding_mask` must have the shape .* = \(3, 9\), got \(2, 9\)"),
        ({}, {"padding_mask": ALL.double()}, TypeError, r"`padding_mask` must be a boolean tensor, got torch\.float64"),
        (
            {},
            {"padding_mask": ALL.tril(-1) | (torch.arange(3) == 2)[:, None]},
            ValueError,
            "at least one token .*, got none in 2",
        ),
        ({"causal": True}, {"padding_mask": ALL.triu()}, ValueError, "the first token of each sentence, got none in 0"),
        ({}, {"position_ids": torch.zeros(9)}, TypeError, "`position_ids` must be an int64 or int32 tensor"),
        (
            {"positions": False},
            {"position_ids": TOKENS},
            ValueError,
            "`position_ids` must be left out in a model without",
        ),
    ],
)
def test_refused_calls(options, call, kind, message):
    with pytest.raises(kind, match=message):
        model(**options)(**{"token_ids": TOKENS} | call)
