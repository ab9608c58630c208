r"""
Dynamic NTK: three brackets and a cache
=======================================

The base may follow the length. People compute it in three ways, and keys
that were turned before they were cached then point the wrong way.
"""
# %%
# What to expect
# --------------
# Up to the trained length nothing changes. Beyond it the factor is the
# ratio of the lengths by definition, a line that climbs faster in most
# code, and a staircase in Qwen's. Whichever it is, the frequencies differ
# from one length to another, and a score depends on the distance alone
# only if query and key were turned by the same ones.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
trained = {"original_max_seq_len": 2048}
lengths = np.unique([*range(1024, 8192, 32), 2049, 4097, 8192])
ways = [
    ({"bracket": "ratio"}, plotting.TEAL, "--", "ratio"),
    ({"bracket": "linear", "factor": 2}, plotting.BLUE, "-", "linear, 2"),
    ({"bracket": "stepped"}, plotting.PLUM, "-.", "stepped"),
]

# %%
# A cache that keeps what it was given
# ------------------------------------
# 4096 tokens, one by one, with the linear bracket and a factor of 2. The
# query is the last of them. Each key was turned by the frequencies of the
# length at which it came in: how far is it from where those of now would
# have turned it?

now = 4096
keys = np.arange(0, now, 16)
linear = {"factor": 2, **trained}
rates = pe.ntk.dynamic_inv_freq(128, seq_len=now, **linear)
then = [pe.ntk.dynamic_inv_freq(128, seq_len=k + 1, **linear) for k in keys]
off = keys[:, None] * (np.array(then) - rates)
turns = off / (2 * np.pi)

# %%
# Draw it
# -------
# Left the factor against the length, right how many turns too far a
# cached key stands, for three pairs.

fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.1))
factor, far = axes
for way, colour, dash, _ in ways:
    alphas = [pe.ntk.alpha(int(n), **trained, **way) for n in lengths]
    factor.plot(lengths, alphas, color=colour, ls=dash)
factor.axvspan(1024, 2048, color=plotting.LIGHT["wash"])
factor.set(title="Factor at a length", xlabel="length", ylim=(0, 8))
factor.set(xticks=[2048, 4096, 8192], yticks=[1, 3, 5, 7])
factor.set(xlim=(1024, 8192))
plotting.note(factor, 4300, 7.5, "stepped", plotting.PLUM)
plotting.note(factor, 6100, 4.3, "linear, 2", plotting.BLUE)
plotting.note(factor, 6100, 2.4, "ratio", plotting.TEAL)
far.axvspan(0, 2048, color=plotting.LIGHT["wash"])
for j, dash in zip((10, 20, 40), ("--", "-", ":"), strict=True):
    far.plot(keys, turns[:, j], color=plotting.VERMILION, ls=dash)
far.plot(keys[128], turns[128, 20], "o", color=plotting.VERMILION)
far.set(title="Cached keys, turns too far", xlabel="position of key")
far.set(xticks=[0, 2048, 4095], ylim=(-0.5, 14.5), yticks=[0, 5, 10])
style = {"colour": plotting.VERMILION}
plotting.note(far, 2200, 12.2, "pair 10", **style)
plotting.note(far, 2200, 6.2, "pair 20", **style)
plotting.note(far, 2200, 1.6, "pair 40", **style)
# sphinx_gallery_start_ignore
fig.alt = (
    "Left, factor against length: 1 up to 2048, then a line to 4 at 8192, a "
    "line to 7, and a staircase 3, 7. Right, turns too far against position "
    "of key: tents from 0 over a peak at 2048, 5.4 turns in pair 20, back to "
    "0."
)
fig.caption = (
    "The three ways agree on the shaded, trained length alone. Keys that "
    "were turned when they came in stand several turns from their place."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# At twice the trained length a linear factor of 2 has become 3. One token
# past the limit the staircase jumps threefold. And the key at 2048, the
# first one beyond the trained length, is 5 turns off in pair 20.

at = [2048, 2049, 4096, 4097]
for way, _, _, name in ways:
    alphas = [pe.ntk.alpha(n, **trained, **way) for n in at]
    print(f"{name}: {alphas}")
stepped = [pe.ntk.alpha(n, **trained, bracket="stepped") for n in at]
climbing = [pe.ntk.alpha(n, **linear) for n in at]
assert stepped == [1, 3, 3, 7]
assert climbing == [1, 1.0009765625, 3, 3.0009765625]
assert [pe.ntk.alpha(n, **trained, bracket="ratio") for n in at[::2]] == [
    1,
    2,
]
assert pe.ntk.alpha(8192, **linear) == 7
assert pe.ntk.alpha(8192, **trained, bracket="ratio") == 4
assert abs(turns[128, 20] - 5.39) < 0.01 and keys[128] == 2048
assert np.all(np.abs(turns[:, (10, 20, 40)].argmax(axis=0) - 128) <= 1)
assert np.all(turns[0] == 0) and np.all(turns[:, 0] == 0)

# %%
# One pair, checked
# -----------------
# Pair 20 of a key at 2048 and a query at 4095: the cosine changes its
# sign. And a shorter text that follows a long one has the base it always
# had: the frequencies are a function of the length, and of nothing else.

key_then = pe.ntk.dynamic_inv_freq(128, seq_len=2049, **linear)
right = (4095 - 2048) * rates[20]
wrong = 4095 * rates[20] - 2048 * key_then[20]
print(f"angle {right:.4f}, not {wrong:.4f}")
print(f"cosine {np.cos(right):.3f}, not {np.cos(wrong):.3f}")
angles = [81.2177170381, 47.3432883992]
np.testing.assert_allclose([right, wrong], angles)
cosines = [0.894407357894, -0.976028517153]
np.testing.assert_allclose(np.cos([right, wrong]), cosines, 1e-9)
short = pe.ntk.dynamic_inv_freq(128, seq_len=1000, **linear)
assert np.array_equal(short, pe.rotary.inv_freq(128))
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`ntk.2 <claim-ntk.2>` (the cache), :ref:`ntk.3 <claim-ntk.3>`
# (3 in place of 2) and :ref:`ntk.4 <claim-ntk.4>` (the staircase). The
# functions are :func:`pe_reference.spectra.ntk.alpha` and
# :func:`pe_reference.spectra.ntk.dynamic_inv_freq`; the sources
# :cite:t:`dynamicntk`, :cite:t:`qwen` and :cite:t:`peng2023`, section 3.3.
