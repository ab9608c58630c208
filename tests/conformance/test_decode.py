"""Token by token with a cache of keys and values, against one pass over all of them."""

import numpy as np
import pytest
import torch
from conformance import attending, encodings

from pe_reference.embeddings import grid2d

ALL = (*encodings.MODULES, "xpos", "kerple", "fire")


@torch.no_grad()
@pytest.mark.parametrize("name", [pytest.param(name, id=f"{name}-decode") for name in ALL])
def test_decode(name):
    decoder, tokens = attending.Decoder(name), attending.tokens(3, 12)
    whole, _ = decoder(tokens)
    cache, steps = None, []
    for start, end in [(0, 4), *((step, step + 1) for step in range(4, 12))]:
        logits, cache = decoder(tokens[:, start:end], cache)
        steps.append(logits)
    torch.testing.assert_close(torch.cat(steps, dim=1), whole, rtol=0, atol=1e-10)
    swapped, _ = decoder(tokens[:, [1, 0, *range(2, 12)]])
    assert (swapped - whole)[:, -1].abs().max() > 1e-6  # order matters, so that the first comparison says something


@pytest.mark.parametrize("name", [pytest.param("grid2d", id="grid2d-decode")])
def test_decode_of_patches(name):
    whole = grid2d.table(range(3), range(5), 16)
    rows = [grid2d.table([row], [column], 16) for row in range(3) for column in range(5)]
    np.testing.assert_array_equal(np.concatenate(rows), whole)
