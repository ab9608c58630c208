r"""
Two pairings of one rotation
============================

Rotary pairs are neighbours or halves. It is the same rotation in another
order of channels, and weights can be converted exactly. Run with the wrong
pairing they raise no error, and a token's score with itself stays right.
"""
# %%
# What to expect
# --------------
# Each pair of channels is a plane that is turned. Which two channels make a
# plane is a habit: a pair (0, 1), (2, 3) and so on in RoFormer, (0, 8),
# (1, 9) and so on in GPT-NeoX, here for heads of 16. A permutation leads
# from one to the other, and the rows of the query and key weights can take
# it up.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
pairings = ("interleaved", "half")
angles = pe.frequencies.angles(2, pe.rotary.inv_freq(16))
matrices = {
    name: pe.rotary.rotate(np.eye(16), angles, pairing=name).T
    for name in pairings
}

# %%
# Weights of a layer
# ------------------
# Eight query heads share two key heads, and of 16 channels the first 8
# turn. The weights belong to the interleaved pairing. Keys are converted
# with their own number of heads.

heads, kv_heads, width = 8, 2, 16
rng = np.random.default_rng(0)
tokens = rng.normal(size=(12, 64))
weights = {
    heads: rng.normal(0, 1 / 8, (heads * width, 64)),
    kv_heads: rng.normal(0, 1 / 8, (kv_heads * width, 64)),
}
partial = pe.rotary.inv_freq(width, rotary_dim=8)
turns = pe.frequencies.angles(range(12), partial)


def logits(weights, pairing):
    query, key = (
        pe.rotary.rotate(
            (tokens @ weights[n].T).reshape(12, n, width).swapaxes(0, 1),
            turns,
            pairing=pairing,
        )
        for n in (heads, kv_heads)
    )
    shared = np.repeat(key, heads // kv_heads, axis=0)
    return pe.attention.scores(query, shared)


def converted(weights, **ways):
    convert = pe.layouts.convert_rotary_weight
    ways["rotary_dim"] = 8
    return {n: convert(weight, n, **ways) for n, weight in weights.items()}


there = converted(weights, source="interleaved", target="half")
back = converted(there, source="half", target="interleaved")
right = logits(weights, "interleaved")
error = np.abs(logits(there, "half") - right)
wrong = np.abs(logits(weights, "half") - right)

# %%
# Draw it
# -------
# Two maps of the rotation by position 2 for a whole head of 16, and how far
# logits are off when the weights are not converted, the largest difference
# of the eight heads.

fig, axes = plt.subplots(1, 3, figsize=(7.6, 2.8))
for ax, name in zip(axes, pairings, strict=False):
    plotting.heatmap(ax, matrices[name], aspect="equal")
    ax.set(title=name.capitalize(), xlabel="channel")
    ax.set(xticks=[0, 4, 8, 12], yticks=[0, 4, 8, 12])
cells = {"cmap": "pe_sequential", "aspect": "equal", "vmin": 0, "vmax": 2}
_, bar = plotting.heatmap(axes[2], wrong.max(axis=0), **cells)
bar.set_ticks([0, 1, 2])
axes[2].set(title="Wrong pairing: error", xlabel="key", ylabel="query")
axes[2].set(xticks=[0, 4, 8], yticks=[0, 4, 8])
axes[0].set(ylabel="channel")
# sphinx_gallery_start_ignore
fig.alt = (
    "Three square maps. Interleaved: small blocks of two by two along the "
    "diagonal of 16 channels. Half: the same entries on the diagonal and "
    "on two lines eight channels off it. Error of the logits with the "
    "wrong pairing: zero on the diagonal, irregular elsewhere, up to 2."
)
fig.caption = (
    "The same sixteen cosines and sines in other places. With the wrong "
    "pairing only the score of a token with itself is right."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# Converted weights give the same logits, and converted back they are the
# same bits. At width 8 and more the permutation is not its own inverse: a
# test at width 4 cannot tell a wrong direction.

order = pe.layouts.rotary_permutation
ways = {"source": "interleaved", "target": "half"}
permutation = np.eye(16)[order(1, 16, **ways)]
inter, half = matrices["interleaved"], matrices["half"]
diagonal = np.einsum("hii->hi", wrong)
print("one is the other, permuted; difference below 1e-15")
print(f"converted: logits differ by at most {error.max():.0e}")
print(f"not converted: by {wrong.max():.2f}, of {np.abs(right).max():.2f}")
assert np.abs(permutation @ inter @ permutation.T - half).max() < 1e-15
assert error.max() < 1e-12 and diagonal.max() < 1e-12
assert all(np.array_equal(back[n], weights[n]) for n in weights)
for size, itself in ((4, True), (8, False), (16, False)):
    once = order(1, size, **ways)
    assert np.array_equal(once[once], range(size)) == itself
off = wrong.max(axis=0)[~np.eye(12, dtype=bool)]
assert off.min() > 0.1 and 1.5 < off.max() < 2.5
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`conventions.3 <claim-conventions.3>` (one rotation),
# :ref:`convert_weights.1 <claim-convert_weights.1>` (the layer) and
# :ref:`convert_weights.3 <claim-convert_weights.3>` (the diagonal). The
# functions are :func:`pe_reference.rotations.rotary.rotate` and
# :func:`pe_reference.layouts.convert_rotary_weight`. The pairings are those
# of :cite:t:`su2021` and :cite:t:`transformers`.
