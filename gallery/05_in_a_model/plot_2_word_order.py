r"""
What sees the word order
========================

Without encoding, an encoder never notices that words were shuffled, nor
does a causal layer by itself. Two causal layers do. With it, all do.
"""
# %%
# What to expect
# --------------
# Attention is a weighted mean, and a mean does not ask in which order its
# terms come. A causal mask changes that, for it gives every word a prefix
# of its own: after one layer the words before the last have outputs that
# depend on who stood before them, and a second layer reads those.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
rng = np.random.default_rng(0)
words = rng.normal(size=(12, 32))
encoding = pe.sinusoidal.table(range(12), 32)
shuffle = np.append(rng.permutation(11), 11)
stack = pe.attention.stack


def outputs(added, depth, causal, seed):
    layers = pe.attention.random_layers(32, depth, seed=seed)
    for x in (words, words[shuffle]):
        yield stack(x + added, layers, causal=causal)


def change(added, depth, causal):
    pairs = [outputs(added, depth, causal, seed) for seed in range(20)]
    return [np.abs(a[-1] - b[-1]).max() for a, b in pairs]


models = {
    "encoder, 1 layer": (1, False),
    "encoder, 2 layers": (2, False),
    "causal, 1 layer": (1, True),
    "causal, 2 layers": (2, True),
}
without = {name: change(0, *model) for name, model in models.items()}
encoded = {name: change(encoding, *m) for name, m in models.items()}

# %%
# Draw it
# -------
# Twenty sets of random weights for each model, all in float64.

fig, ax = plt.subplots(figsize=(6.4, 3.4))
for y, name in enumerate(models):
    blind = np.maximum(without[name], 1e-17)
    ax.plot(blind, np.full(20, y - 0.16), "D", color=plotting.VERMILION)
    ax.plot(encoded[name], np.full(20, y + 0.16), "o", color=plotting.BLUE)
ax.set(title="Change of the last output", xscale="log", xlim=(1e-17, 1e3))
ax.set(yticks=range(4), yticklabels=models, ylim=(3.6, -0.6))
ax.set(xticks=[1e-16, 1e-12, 1e-8, 1e-4, 1])
ax.minorticks_off()
plotting.note(ax, 1e-14, -0.16, "without encoding", plotting.VERMILION)
plotting.note(ax, 8e-2, 0.16, "with it", plotting.BLUE, ha="right")
# sphinx_gallery_start_ignore
fig.alt = (
    "Points on a logarithmic axis for four models and 20 sets of weights. "
    "Without encoding, the encoders and the one-layer causal model change "
    "by 1e-15 and the two-layer causal model by about 1. With encoding all "
    "four change by about 1."
)
fig.caption = (
    "Diamonds at the left: rounding, no more. The causal model with two "
    "layers is the only one that sees the order without being told."
)
# sphinx_gallery_end_ignore

# %%
# The encoder does not "treat them as the same"
# ---------------------------------------------
# Its outputs move along with the words: it is permutation-equivariant. The
# set of outputs stays, and so does anything pooled from it. The causal
# model is not even that, for each word's prefix has changed.

for name, (depth, causal) in models.items():
    a, b = outputs(0, depth, causal, seed=0)
    moved = np.abs(a[shuffle] - b).max()
    pooled = np.abs(a.mean(axis=0) - b.mean(axis=0)).max()
    ends = ("change", "changes") if causal else ("move along", "stays")
    print(f"{name}: outputs {ends[0]}, their mean {ends[1]}")
    assert (moved < 1e-13) == (pooled < 1e-13) == (not causal)

# %%
# Seen
# ----
# So the mask of a decoder is a position signal of a kind, from the second
# layer on. How strong it is depends on the weights, and over these twenty
# sets it varies. An encoder has no such help.

sees = without.pop("causal, 2 layers")
print("change without encoding:")
print(f"  two causal layers: {min(sees):.1f} to {max(sees):.1f}")
print("  the other models: below 1e-13")
assert max(map(max, without.values())) < 1e-13
assert 0.5 < min(sees) and max(sees) < 5
assert 0.1 < min(map(min, encoded.values()))
assert max(map(max, encoded.values())) < 10
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`0.1 <claim-0.1>` (a sentence and its permutation) and
# :ref:`9.4 <claim-9.4>` (a model that is blind to order). The model is
# :func:`pe_reference.attention.stack` with
# :func:`pe_reference.attention.random_layers`; the encoding is
# :func:`pe_reference.embeddings.sinusoidal.table`.
