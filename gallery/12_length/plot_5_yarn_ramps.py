r"""
YaRN's two ramps
================

Between pairs that stay and pairs that are interpolated the paper blends
by turns, its code by index. Their frequencies differ up to 2.3 times.
"""
# %%
# What to expect
# --------------
# A pair that turns 32 times or more within the trained length stays, one
# that turns once or less is interpolated: there both agree. The number of
# turns falls geometrically from pair to pair, so a line in it is a steep
# curve in the index.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
sizes = {"original_max_seq_len": 4096}
code = pe.yarn.ramp_values(128, **sizes)
paper = pe.yarn.ramp_values(128, ramp="rotations", **sizes)
low, high = pe.yarn.correction_range(128, **sizes)

# %%
# How far apart
# -------------
# Frequencies of the code over those of the paper, at five factors.

factors = [2, 4, 8, 16, 32]
ratios = np.array(
    [
        pe.yarn.inv_freq(128, factor=s, **sizes)
        / pe.yarn.inv_freq(128, factor=s, ramp="rotations", **sizes)
        for s in factors
    ]
)
largest, pair = ratios.max(axis=1), ratios.argmax(axis=1)

# %%
# Draw it
# -------
# Left how far each pair is interpolated, right the ratio of the two.

fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.1))
ramps, apart = axes
ramps.plot(paper, color=plotting.TEAL, ls="--")
ramps.plot(code, color=plotting.BLUE)
ramps.set(title="Share interpolated", xlabel="pair", ylim=(-0.04, 1.08))
ramps.set(yticks=[0, 0.5, 1], xticks=[0, 20, 46, 63])
plotting.note(ramps, 25, 0.88, "paper", plotting.TEAL, ha="right")
plotting.note(ramps, 36, 0.45, "code", plotting.BLUE)
for ratio, dash in zip(ratios[::2], ["--", "-", "-."], strict=True):
    apart.plot(ratio, color=plotting.BLUE, ls=dash)
plotting.note(apart, 47, 1.3, "factor 2")
plotting.note(apart, 29, 2.4, "factor 8", ha="right")
plotting.note(apart, 43, 3.95, "factor 32")
apart.plot(pair[2], largest[2], "o", color=plotting.VERMILION)
apart.set(title="Code over paper", xlabel="pair", ylim=(0.8, 4.3))
apart.set(yticks=[1, 2, 3, 4], xticks=[0, 20, 46, 63])
# sphinx_gallery_start_ignore
fig.alt = (
    "Left, share interpolated against pair: the code climbs straight from 0 "
    "at pair 20 to 1 at 46, the paper rises steeply from 21 and flattens. "
    "Right, ratios of frequencies: humps up to 1.3, 2.3, marked at pair 36, "
    "and 4.0."
)
fig.caption = (
    "The two coincide outside the ramp and nowhere inside it. The larger "
    "the factor, the further apart they are."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# Weights tuned with one are not served by the other. Everybody who follows
# the released code has its ramp; a reimplementation from the formula has
# another model.

rows = [
    [s, f"{ratio:.3f}", at]
    for s, ratio, at in zip(factors, largest, pair, strict=True)
]
assert (low, high) == (20, 46)
np.testing.assert_allclose(
    largest, [1.31, 1.73, 2.30, 3.04, 3.96], atol=0.006
)
assert abs(largest[2] - 2.305) < 5e-4 and pair[2] == 36
same = (code == paper) & ((code == 0) | (code == 1))
assert same[:21].all() and same[46:].all()
assert not (code == paper)[21:46].any()
plt.show()
plotting.Table(["factor", "largest ratio", "at pair"], rows)

# %%
# To whole pairs, or not
# ----------------------
# The code rounds the ends of its ramp outwards. Weights of gpt-oss (width
# 64, base 150000, factor 32) are turned without rounding, and one pair
# would be 76 percent too fast with it.

gpt_oss = {"base": 150_000, **sizes}
exact = pe.yarn.correction_range(64, truncate=False, **gpt_oss)
rates = [
    pe.yarn.inv_freq(64, factor=32, truncate=whole, **gpt_oss)
    for whole in (True, False)
]
off = rates[0] / rates[1] - 1
print(
    f"from {exact[0]:.3f} to {exact[1]:.3f}; pair {off.argmax()}:", end=" "
)
print(f"{off.max():.1%} too fast")
np.testing.assert_allclose(exact, [8.09277911551, 17.3980245016])
assert pe.yarn.correction_range(64, **gpt_oss) == (8, 18)
assert off.argmax() == 17 and abs(off.max() - 0.762682377726) < 1e-9

# %%
# Where it belongs
# ----------------
# Claims :ref:`yarn.1 <claim-yarn.1>` (two ramps) and :ref:`yarn.4
# <claim-yarn.4>` (rounding). The functions are
# :func:`pe_reference.spectra.yarn.ramp_values` and
# :func:`pe_reference.spectra.yarn.inv_freq`; the sources
# :cite:t:`peng2023`, section 3.2, and :cite:t:`yarncode`.
