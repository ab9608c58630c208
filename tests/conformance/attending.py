"""A small decoder that any encoding enters, with a cache of keys and values."""

from dataclasses import dataclass

import numpy as np
import torch
from conformance import encodings

from pe_reference import distances, nn
from pe_reference.biases import fire, kerple
from pe_reference.rotations import xpos

VOCAB, LAYERS = 50, 2
FIRE = [(np.linspace(-1, 1, 4)[None], np.zeros(4)), (np.linspace(-2, 1, 16).reshape(4, 4), np.zeros(4))]
BIASES = {
    "kerple": lambda query, key: kerple.bias(query, key, r1=[0.5, 1, 1, 2], r2=[0.5, 0.2, 1, 2], causal=False),
    "fire": lambda query, key: np.nan_to_num(
        fire.bias(query, key, c=0.3, threshold=4.0, function=lambda x: fire.mlp(x, FIRE)), neginf=-1e9
    ),
}


@dataclass
class Place:
    """Where the tokens of a call stand: how many the cache holds, how many come, and positions if some are padded."""

    offset: int
    seq: int
    ids: torch.Tensor | None  # (batch, offset + seq)

    @property
    def keys(self):
        """Positions of all tokens."""
        return torch.arange(self.offset + self.seq)[None] if self.ids is None else self.ids

    @property
    def queries(self):
        """Positions of those that come."""
        return self.keys[:, self.offset :]

    def of_tokens(self):
        """What Learned, Sinusoidal and Rotary take."""
        return {"offset": self.offset} if self.ids is None else {"position_ids": self.queries}

    def of_pairs(self, counted):
        """What the biases take; `counted` is how they are told to count the queries."""
        if self.ids is None:
            return (counted,), {"offset": self.offset}
        return (self.queries, self.keys), {}


class Encoding(torch.nn.Module):
    """An encoding by its four ways into attention: those that are not its own change nothing."""

    def __init__(self, name):
        super().__init__()
        self.name = name
        self.module = encodings.module(name) if name in encodings.MODULES else None

    def embedded(self, x, place):
        """Return the embeddings with positions added."""
        return self.module(x, **place.of_tokens()) if isinstance(self.module, nn.Sinusoidal | nn.Learned) else x

    def turned(self, query, key, place):
        """Return query and key turned."""
        if isinstance(self.module, nn.Rotary):
            return self.module(query, key, **place.of_tokens())
        if self.name == "xpos":
            roles = ((query, "query"), (key, "key"))
            return [self._xpos(each, place.queries, role) for each, role in roles]
        return query, key

    def _xpos(self, x, positions, role):
        rows = [xpos.rotate(row, where, role=role, scale_base=16.0) for row, where in zip(x, positions, strict=False)]
        if len(positions) < len(x):
            rows = [xpos.rotate(row, positions[0], role=role, scale_base=16.0) for row in x]
        return torch.from_numpy(np.stack(rows))

    def bias(self, query, place):
        """Return what is added to the logits."""
        if isinstance(self.module, nn.Shaw):
            arguments, options = place.of_pairs(None)
            return self.module(query, *arguments, **options)
        if isinstance(self.module, nn.ALiBi | nn.T5Bias):
            arguments, options = place.of_pairs(place.seq)
            return self.module(*arguments, **options)
        if self.name in BIASES:
            return torch.from_numpy(BIASES[self.name](place.queries.numpy(), place.keys.numpy()))
        return 0

    def values(self, weights, place):
        """Return what is added to the output."""
        if isinstance(self.module, nn.Shaw):
            arguments, options = place.of_pairs(None)
            return self.module.values(weights, *arguments, **options)
        return 0


class Decoder(torch.nn.Module):
    """Layers of causal attention with grouped queries, residual; logits of the next token."""

    def __init__(self, name):
        super().__init__()
        torch.manual_seed(1)
        width, narrow = encodings.D_MODEL, encodings.NUM_KV_HEADS * encodings.HEAD_DIM
        self.embedding = torch.nn.Embedding(VOCAB, width)
        self.query = torch.nn.ModuleList(torch.nn.Linear(width, width) for _ in range(LAYERS))
        self.key = torch.nn.ModuleList(torch.nn.Linear(width, narrow) for _ in range(LAYERS))
        self.value = torch.nn.ModuleList(torch.nn.Linear(width, narrow) for _ in range(LAYERS))
        self.encoding = Encoding(name)
        self.double()

    def forward(self, tokens, cache=None, mask=None):
        """Return the logits of `tokens` and the cache that has them; `mask` is 1 for all tokens that are no padding."""
        cache = cache or [(torch.empty(0), torch.empty(0))] * LAYERS
        offset = cache[0][0].shape[2] if cache[0][0].ndim == 4 else 0
        ids = None if mask is None else torch.from_numpy(distances.positions_from_mask(mask.numpy()))
        place, kept = Place(offset, tokens.shape[1], ids), []
        x = self.encoding.embedded(self.embedding(tokens), place)
        columns = torch.arange(offset + place.seq)
        hidden = (columns > columns[offset:, None])[None, None]
        if mask is not None:
            hidden = hidden | (mask == 0)[:, None, None]
        for layer, (old_keys, old_values) in enumerate(cache):
            query, key, value = (_heads(part[layer](x)) for part in (self.query, self.key, self.value))
            query, key = self.encoding.turned(query, key, place)
            keys = key if offset == 0 else torch.cat((old_keys, key), dim=2)
            values = value if offset == 0 else torch.cat((old_values, value), dim=2)
            kept.append((keys, values))
            groups = encodings.NUM_HEADS // encodings.NUM_KV_HEADS
            products = query @ keys.repeat_interleave(groups, 1).mT / encodings.HEAD_DIM**0.5
            logits = (products + self.encoding.bias(query, place)).masked_fill(hidden, -1e30)
            weights = logits.softmax(-1)
            output = weights @ values.repeat_interleave(groups, 1) + self.encoding.values(weights, place)
            x = x + output.transpose(1, 2).flatten(2)
        return x @ self.embedding.weight.T, kept


def _heads(x):
    return x.unflatten(-1, (-1, encodings.HEAD_DIM)).transpose(1, 2)


def tokens(batch, seq):
    """Return the same random sentences every time."""
    return torch.randint(0, VOCAB, (batch, seq), generator=torch.Generator().manual_seed(0))
