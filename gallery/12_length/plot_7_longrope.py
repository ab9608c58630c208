r"""
A list for every pair
=====================

LongRoPE divides each frequency by a number of its own. With the right
list it is any of the other scalings; what it adds is a search for better.
"""
# %%
# What to expect
# --------------
# One list serves texts up to the trained length, the other longer ones. If
# the long list holds what another scaling divides by, then the frequencies
# are that scaling's. The attention factor is another than YaRN's.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
width, trained = 128, 4096
plain = pe.rotary.inv_freq(width)
sizes = {"original_max_seq_len": trained}
others = {
    "interpolation": pe.position_interpolation.inv_freq(width, factor=8),
    "NTK": pe.ntk.inv_freq(width, factor=8),
    "YaRN": pe.yarn.inv_freq(width, factor=8, **sizes),
}
lists = {name: plain / rates for name, rates in others.items()}
call = {"short_factors": np.ones(64), **sizes}
again = {
    name: pe.longrope.inv_freq(width, seq_len=8192, long_factors=by, **call)
    for name, by in lists.items()
}

# %%
# The attention factor
# --------------------
# Cosines and sines are multiplied by it, so logits by its square.

factors = np.geomspace(1, 64, 49)
longrope = [pe.longrope.attention_factor(s, trained) for s in factors]
yarn = [pe.yarn.attention_factor(s) for s in factors]

# %%
# Draw it
# -------
# Left three lists for a factor of 8, right the attention factors.

fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.1))
left, right = axes
marks = [(plotting.TEAL, ":"), (plotting.PLUM, "--"), (plotting.BLUE, "-")]
for by, (colour, dash) in zip(lists.values(), marks, strict=True):
    left.plot(by, color=colour, ls=dash)
left.set(title="Lists that are others", xlabel="pair", ylim=(0, 9))
left.set(yticks=[1, 4, 8], xticks=[0, 20, 40, 63])
plotting.note(left, 2, 7.3, "interpolation", plotting.TEAL)
plotting.note(left, 41, 2.4, "NTK", plotting.PLUM)
plotting.note(left, 33, 4.6, "YaRN", plotting.BLUE, ha="right")
right.plot(factors, yarn, color=plotting.BLUE)
right.plot(factors, longrope, color=plotting.VERMILION, ls="--")
right.set(title="Attention factor", xlabel="factor", xscale="log")
right.set(xticks=[1, 8, 32, 64], xticklabels=[1, 8, 32, 64])
right.minorticks_off()
right.set(ylim=(0.98, 1.45), yticks=[1, 1.1, 1.2, 1.3, 1.4])
plotting.note(right, 14, 1.32, "YaRN", plotting.BLUE, ha="right")
plotting.note(right, 20, 1.13, "LongRoPE", plotting.VERMILION)
# sphinx_gallery_start_ignore
fig.alt = (
    "Left, divisor against pair: interpolation flat at 8, NTK a smooth "
    "curve from 1 to 8, YaRN 1, a ramp, then 8. Right, attention factor "
    "against factor: YaRN rises to 1.42 at 64, LongRoPE to 1.22."
)
fig.caption = (
    "Any scaling is a list. What LongRoPE's code multiplies queries and "
    "keys by grows more slowly than in YaRN."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# One list for each of the others, to the last digit. At a factor of 8 the
# code's attention factor is 1.118 where YaRN has 1.208.

for name, rates in again.items():
    off = np.abs(rates / others[name] - 1).max()
    print(f"{name}: differs by less than 1e-15, {off < 1e-15}")
    assert off < 1e-15
both = [
    [pe.longrope.attention_factor(s, trained), pe.yarn.attention_factor(s)]
    for s in (8, 32, 64)
]
print(
    "at 8, 32, 64:", *(f"{ours:.3f}/{theirs:.3f}" for ours, theirs in both)
)
np.testing.assert_allclose(both[0], [1.118, 1.208], atol=5e-4)
np.testing.assert_allclose(both[1], [1.190, 1.347], atol=5e-4)
np.testing.assert_allclose(both[2], [1.22, 1.42], atol=5e-3)
assert np.all(np.array(longrope[1:]) < yarn[1:])

# %%
# At the edge
# -----------
# 4096 tokens take the short list, 4097 the long one. A key that was turned
# before that step and kept is then at the wrong angle, by 1.75 radians in
# the fastest pair that interpolation slows to an eighth.

long = {"long_factors": lists["interpolation"], **call}
at, past = (
    pe.longrope.inv_freq(width, seq_len=n, **long) for n in (4096, 4097)
)
off = 2 * (at[0] - past[0])
print(f"pair 0 of a key at position 2: off by {off:.2f} radians")
assert np.array_equal(at, plain)
assert np.array_equal(past, again["interpolation"])
assert abs(off - 1.75) < 1e-12
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`longrope.1 <claim-longrope.1>` (any scaling is a list),
# :ref:`longrope.2 <claim-longrope.2>` (keys in a cache) and
# :ref:`longrope.3 <claim-longrope.3>` (the attention factor). The functions
# are :func:`pe_reference.spectra.longrope.inv_freq` and
# :func:`pe_reference.spectra.longrope.attention_factor`; the sources
# :cite:t:`ding2024` and :cite:t:`longrope_code`.
