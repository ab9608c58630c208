r"""
Token by token, the same logits
===============================

A decoder that keeps keys and values gives the logits of one pass over the
text, with every encoding, to rounding. It has to be told how many tokens
the cache holds. Forgetting that raises no error.
"""
# %%
# What to expect
# --------------
# A step of decoding has one new query and all the keys so far. Encodings
# that are added or turned need the position of the new token, and a turned
# key is kept as it is. Biases need the positions of the query and of all
# keys. In each case that is one number: the offset.

from functools import partial

import matplotlib.pyplot as plt
import numpy as np
import torch

import pe_reference as pe
from pe_reference import plotting

plotting.use()
torch.manual_seed(0)
heads, kv_heads, width, length, vocab = 4, 2, 8, 16, 50
d_model, group = heads * width, heads // kv_heads

# %%
# Every encoding by where it enters
# ---------------------------------
# Three kinds: added to the embeddings, turning queries and keys, or added
# to the logits. Shaw's vectors also enter the values. Where there is no
# torch module, NumPy gives the numbers.

added = {
    "sinusoidal": pe.nn.Sinusoidal(d_model, max_seq_len=length),
    "learned": pe.nn.Learned(d_model, max_seq_len=length, std=1.0),
}
long, lengths = [1.0, 1.5, 3.0, 4.0], {"original_max_seq_len": 1024}
spectra = {
    "rotary, interleaved": pe.rotary.spectrum(width),
    "rotary, half": pe.rotary.spectrum(width),
    "position interpolation": pe.position_interpolation.spectrum(
        width, factor=4
    ),
    "NTK": pe.ntk.spectrum(width, factor=4),
    "YaRN": pe.yarn.spectrum(width, factor=4, **lengths),
    "Llama 3": pe.llama3.spectrum(width),
    "LongRoPE": pe.longrope.spectrum(
        width,
        short_factors=[1.0] * 4,
        long_factors=long,
        seq_len=4096,
        **lengths,
    ),
}
turned = {
    name: pe.nn.Rotary(
        width,
        max_seq_len=length,
        spectrum=spectrum,
        pairing="half" if name == "rotary, half" else "interleaved",
    )
    for name, spectrum in spectra.items()
}
biased = {
    "ALiBi": pe.nn.ALiBi(heads, causal=True),
    "T5": pe.nn.T5Bias(heads, bidirectional=False),
}
shaw = pe.nn.Shaw(width, max_distance=3)
for module in (*added.values(), *turned.values(), *biased.values(), shaw):
    module.double()


def by_numpy(function, count, offset):
    where = range(offset, offset + count)
    return torch.from_numpy(function(where, range(offset + count)))


share = partial(pe.fire.mlp, layers=[(-np.ones((1, heads)), [0.0] * heads)])
numbers = {"r1": [0.5, 1.0, 1.0, 2.0], "r2": [0.5, 0.2, 1.0, 2.0]}
numpy_biases = {
    "KERPLE": partial(pe.kerple.bias, **numbers, causal=True),
    "FIRE": partial(pe.fire.bias, c=0.3, threshold=4.0, function=share),
}
biased |= {
    name: partial(by_numpy, function)
    for name, function in numpy_biases.items()
}


def xpos(query, key, offset):
    where = range(offset, offset + query.shape[2])
    pair = ((query, "query"), (key, "key"))
    return [
        torch.from_numpy(pe.xpos.rotate(x.numpy(), where, role=role))
        for x, role in pair
    ]


turned["xPos"] = xpos

# %%
# A decoder with a cache
# ----------------------
# Two layers of causal attention, four query heads that share two key heads.
# ``told`` is what the encoding is told to be the offset.

names = ("query", "key", "value")
sizes = (d_model, kv_heads * width, kv_heads * width)
layers = [
    {
        name: torch.nn.Linear(d_model, size).double()
        for name, size in zip(names, sizes, strict=True)
    }
    for _ in range(2)
]
embedding = torch.randn(vocab, d_model, dtype=torch.float64)


def attention(layer, x, kept, name, told):
    query, key, value = (
        layer[part](x).unflatten(-1, (-1, width)).transpose(1, 2)
        for part in names
    )
    if name in turned:
        query, key = turned[name](query, key, offset=told)
    key, value = (
        torch.cat((old, new), dim=2)
        for old, new in zip(kept, (key, value), strict=True)
    )
    repeated = key.repeat_interleave(group, dim=1)
    logits = query @ repeated.mT / width**0.5
    if name in biased:
        logits = logits + biased[name](x.shape[1], offset=told)
    if name == "Shaw":
        logits = logits + shaw(query, offset=told)
    behind = key.shape[2] - x.shape[1]
    hidden = torch.ones_like(logits, dtype=bool).triu(behind + 1)
    weights = logits.masked_fill(hidden, -torch.inf).softmax(-1)
    output = weights @ value.repeat_interleave(group, dim=1)
    if name == "Shaw":
        output = output + shaw.values(weights, offset=told)
    return x + output.transpose(1, 2).flatten(2), (key, value)


def decoder(tokens, cache, name, told):
    x, kept = embedding[tokens], []
    if name in added:
        x = added[name](x, offset=told)
    for layer, old in zip(layers, cache, strict=True):
        x, new = attention(layer, x, old, name, told)
        kept.append(new)
    return x @ embedding.T, kept


empty = torch.empty(2, kv_heads, 0, width, dtype=torch.float64)
text = torch.randint(0, vocab, (2, length))


def stepwise(name, told):
    cache, steps = [(empty, empty)] * 2, []
    for step in range(length):
        token = text[:, step : step + 1]
        logits, cache = decoder(token, cache, name, told(step))
        steps.append(logits)
    return torch.cat(steps, dim=1)


@torch.no_grad()
def difference(name, told):
    whole, _ = decoder(text, [(empty, empty)] * 2, name, 0)
    apart = (stepwise(name, told) - whole).abs().amax(dim=(0, 2))
    return (apart / whole.abs().max()).numpy()


# %%
# All of them
# -----------
# The largest difference from one pass, over the largest logit, with the
# right offset and with an offset of 0 at every step.

everything = [*added, *turned, *biased, "Shaw", "none"]
right = {name: difference(name, lambda step: step) for name in everything}
wrong = {
    name: difference(name, lambda step: 0)
    for name in everything
    if name != "Shaw"
}
shown = {name: f"{apart.max():.2f}" for name, apart in wrong.items()}
plotting.Table(
    ["encoding", "with the offset", "offset forgotten"],
    [
        [name, "below 1e-12", shown.get(name, "refused")]
        for name in everything
    ],
)

# %%
# Draw it
# -------
# Where the offset is forgotten, the first token is right, and no other.

fig, ax = plt.subplots(figsize=(5.6, 3.2))
lines = {
    "sinusoidal": (plotting.PLUM, ":", "s"),
    "rotary, half": (plotting.BLUE, "-", "o"),
    "ALiBi": (plotting.TEAL, "--", "^"),
}
for name, (colour, dash, marker) in lines.items():
    ax.plot(wrong[name], dash, color=colour, marker=marker, ms=4)
ax.set(title="Offset forgotten", xlabel="token", ylabel="difference")
ax.set(xlim=(-0.3, 15.5), ylim=(0, 0.21), xticks=[0, 5, 10, 15])
ax.set(yticks=[0, 0.1, 0.2])
plotting.note(ax, 4.5, 0.155, "sinusoidal", plotting.PLUM, ha="right")
plotting.note(ax, 6, 0.072, "ALiBi", plotting.TEAL)
plotting.note(ax, 11.5, 0.012, "rotary", plotting.BLUE)
# sphinx_gallery_start_ignore
fig.alt = (
    "Difference of the logits from one pass against the number of the "
    "token, with the offset forgotten. All begin at 0. Sinusoidal rises to "
    "between 0.1 and 0.2 of the largest logit, rotary and ALiBi to between "
    "0.02 and 0.06."
)
fig.caption = (
    "A prompt of one token looks right. From the second on every logit is "
    "off."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# Every encoding decodes exactly. Without positions there is nothing to
# forget. Shaw's module refuses, because the weights for the values show how
# many keys there are; a bias with one key for all of them just broadcasts.
# Keys are kept after they are turned: that is right as long as the
# frequencies stay the same, and wrong for dynamic NTK, whose frequencies
# change as the text grows.

try:
    difference("Shaw", lambda step: 0)
    raise AssertionError
except ValueError as error:
    print("Shaw:", error)
print("one pass and steps differ by less than 1e-12")
assert max(apart.max() for apart in right.values()) < 1e-12
assert wrong["none"].max() < 1e-12
assert all(apart[0] < 1e-12 for apart in wrong.values())
lost = {name: apart[1:] for name, apart in wrong.items() if name != "none"}
assert all(apart.min() > 1e-4 for apart in lost.values())
assert 0.1 < lost["sinusoidal"][1:].min()
assert lost["sinusoidal"].max() < 0.2
for name in ("rotary, half", "ALiBi"):
    assert 0.02 < lost[name][3:].min() and lost[name].max() < 0.065
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`rotary.3 <claim-rotary.3>` (a query counted from 0) and
# :ref:`alibi.5 <claim-alibi.5>` (a bias as long as the query). The modules
# are :class:`pe_reference.nn.rotary.Rotary`,
# :class:`pe_reference.nn.alibi.ALiBi`,
# :class:`pe_reference.nn.t5.T5Bias`,
# :class:`pe_reference.nn.shaw.Shaw`,
# :class:`pe_reference.nn.learned.Learned` and
# :class:`pe_reference.nn.sinusoidal.Sinusoidal`.
