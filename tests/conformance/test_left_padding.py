"""Sentences padded on the left, positions from the mask, against each alone."""

import pytest
import torch
from conformance import attending, encodings

ALL = dict.fromkeys((*encodings.MODULES, "xpos", "kerple", "fire"))


@torch.no_grad()
@encodings.cells("left_padding", of=ALL, but=encodings.NO_CASE)
def test_left_padding(name):
    decoder, tokens = attending.Decoder(name), attending.tokens(3, 12)
    starts = torch.tensor([0, 5, 3])
    mask = (torch.arange(12) >= starts[:, None]).long()
    padded, _ = decoder(tokens, mask=mask)
    cache, steps = None, []
    for start, end in [(0, 9), (9, 10), (10, 12)]:
        logits, cache = decoder(tokens[:, start:end], cache, mask[:, :end])
        steps.append(logits)
    for row, start in enumerate(starts):
        alone, _ = decoder(tokens[row : row + 1, start:])
        torch.testing.assert_close(padded[row, start:], alone[0], rtol=0, atol=1e-10)
        torch.testing.assert_close(torch.cat(steps, dim=1)[row, start:], alone[0], rtol=0, atol=1e-10)


@torch.no_grad()
@pytest.mark.parametrize("name", [pytest.param(name, id=f"{name}-left_padding") for name in ("sinusoidal", "learned")])
def test_left_padding_without_positions_is_another_sentence(name):
    decoder, tokens = attending.Decoder(name), attending.tokens(1, 12)
    alone, _ = decoder(tokens[:, 5:])
    shifted, _ = decoder(tokens)
    assert (shifted[:, 5:] - alone).abs().max() > 1e-3
