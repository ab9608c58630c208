"""Every encoding enters by its name; what enters is what the package computes."""

import math

import numpy as np
import pytest
import torch

from pe_reference import fire, kerple, sinusoidal, xpos
from pe_reference.experiments import _encodings, model

SIZES = {"max_seq_len": 32, "length": 8, "d_model": 16, "num_heads": 2}


def small(encoding="none", *, causal=True, **changes):
    torch.manual_seed(0)
    return model.Transformer(5, 7, encoding=encoding, causal=causal, **{**SIZES, **changes})


def tokens(length=8, sentences=3):
    return torch.randint(5, (sentences, length), generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("name", model.NAMES)
def test_every_encoding_gives_finite_logits_also_with_given_positions(name, causal):
    made, ids = small(name, causal=causal), tokens()
    counted = made(ids)
    assert counted.shape == (3, 8, 7) and counted.isfinite().all()
    assert torch.allclose(made(ids, torch.arange(8)), counted)
    assert torch.allclose(made(ids, torch.arange(8).repeat(3, 1)), counted, atol=1e-5)
    counted.sum().backward()
    lacking = [name for name, each in made.named_parameters() if each.grad is None]
    assert not lacking


@pytest.mark.parametrize("name", model.NAMES)
def test_a_causal_model_does_not_see_ahead(name):
    made, ids = small(name), tokens()
    changed = ids.clone()
    changed[:, 5:] = (changed[:, 5:] + 1) % 5
    assert torch.allclose(made(ids)[:, :5], made(changed)[:, :5], atol=1e-6)


@pytest.mark.parametrize("name", [name for name in model.NAMES if name != "none"])
def test_an_encoder_sees_order_with_an_encoding_and_not_without(name):
    order = torch.arange(7, -1, -1)
    made, blind, ids = small(name, causal=False), small(causal=False), tokens()
    assert torch.allclose(blind(ids)[:, order], blind(ids[:, order]), atol=1e-6)
    erased = name in ("alibi", "kerple", "linear")  # the same on both sides; erased by the LayerNorm that follows
    assert torch.allclose(made(ids)[:, order], made(ids[:, order]), atol=1e-3) == erased


@pytest.mark.parametrize("name", ["rotary", "xpos", "t5", "alibi", "kerple", "shaw"])
def test_relative_encodings_do_not_see_a_shift(name):
    made, ids = small(name), tokens()
    assert torch.allclose(made(ids, torch.arange(8) + 20), made(ids), atol=1e-5)


def test_what_is_added():
    made, ids = small("sinusoidal", embedding_scale=4.0, encoding_weight=0.5), tokens()
    rows = torch.from_numpy(sinusoidal.table(range(8), 16)).float()
    assert torch.allclose(made.embedded(ids, torch.arange(8)), 4 * made.embedding(ids) + 0.5 * rows)
    integer = small("integer").embedded(ids, torch.arange(8)) - small().embedded(ids, torch.arange(8))
    assert torch.allclose(integer[0, :, 0], torch.arange(8.0), atol=1e-6) and not integer[..., 1:].any()
    learned = small("learned", embedding_std=3.0)
    assert 2 < learned.added.table.std() < 4
    later = small("linear", first_position=20)
    assert torch.allclose(later(ids), small("linear")(ids, torch.arange(20, 28)))


def test_sums_are_rounded_to_bfloat16():
    ids = tokens()
    fine, coarse = (small("linear", rounded=each).embedded(ids, torch.arange(8)) for each in (False, True))
    assert torch.equal(coarse, fine.bfloat16().float()) and not torch.equal(coarse, fine)


def test_biases_are_those_of_the_package():
    at = torch.arange(6)
    learned = _encodings.build("kerple", 16, 2, 32, causal=True, length=8, std=1.0).bias
    want = kerple.bias(range(6), range(6), r1=[1.0, 1.0], r2=[1.0, 1.0], causal=False)
    assert np.allclose(learned(at).detach().numpy(), want, atol=1e-6)
    network = _encodings.build("fire", 16, 2, 32, causal=True, length=8, std=1.0).bias
    share = fire.distance(range(6), range(6), c=1.0, threshold=8.0)
    bias = network.layers(torch.from_numpy(share).float()[..., None]).movedim(-1, 0)
    assert torch.allclose(network(at), bias, atol=1e-6)


def test_xpos_is_that_of_the_package():
    turned = _encodings.turned("xpos", 8, 32, length=8)
    x = torch.randn(1, 1, 6, 8, generator=torch.Generator().manual_seed(0))
    query, key = turned(x, x, torch.arange(6))
    for role, got in (("query", query), ("key", key)):
        assert np.allclose(got.numpy(), xpos.rotate(x.double().numpy(), range(6), role=role), atol=1e-5)


@pytest.mark.parametrize("name", _encodings.SPECTRA)
def test_a_trained_rotary_model_takes_another_spectrum(name):
    made, ids = small("rotary"), tokens()
    before = made(ids)
    made.respectrum(name)
    assert torch.allclose(made(ids), before) == (name == "rotary")
    assert torch.allclose(made(ids), small(name)(ids))
    made.respectrum(name, factor=1.0)
    assert torch.allclose(made(ids), before, atol=1e-5)


def test_norms_and_first_logits():
    ids, at = tokens(), torch.arange(8)
    post = small("sinusoidal", norm="post")
    assert not torch.allclose(post(ids), small("sinusoidal")(ids), atol=1e-3)
    for made in (post, small("sinusoidal")):
        assert made.first_logits(made.embedded(ids, at), at).shape == (3, 2, 8, 8)
    x, rotary = torch.ones(1, 8, 16), small("rotary")
    logits = rotary.first_logits(x, at)
    assert torch.allclose(logits[..., 1:, 1:], logits[..., :-1, :-1], atol=1e-5)
    assert not torch.allclose(logits[..., 1:, :], logits[..., :-1, :], atol=1e-5)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: small("linea"), "`encoding` must be one of none, sinusoidal, .*, got 'linea'"),
        (lambda: small(norm="both"), "`norm` must be one of pre, post, got 'both'"),
        (lambda: small(num_heads=3), "`d_model` must be a multiple of num_heads = 3, got 16"),
        (lambda: small(max_seq_len=4), "`max_seq_len` must be"),
        (lambda: small("alibi").respectrum("ntk"), "`encoding` must be a rotary one"),
        (lambda: small(encoding_weight=math.nan), "`encoding_weight` must be"),
        (lambda: small(embedding_scale=math.inf), "`embedding_scale` must be"),
        (lambda: small(embedding_std=-1), "`embedding_std` must be"),
        (lambda: small(first_position=-1), "`first_position` must be"),
        (lambda: small(num_layers=0), "`num_layers` must be"),
        (lambda: small("none")(tokens(), torch.arange(9)), "`position_ids` must have the shape"),
        (lambda: small("none")(tokens(), torch.arange(8) + 999), "`position_ids` must be from 0 to"),
        (lambda: small("rotary").respectrum("ntk", factor=math.nan), "`factor` must be"),
        (lambda: small("rotary").respectrum("xpos"), "`name` must be one of rotary, .*, got 'xpos'"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ValueError, match=words):
        call()
