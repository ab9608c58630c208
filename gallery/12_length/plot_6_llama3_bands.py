r"""
Llama 3's three bands
=====================

Of 64 pairs, 29 stay as trained, 29 are slowed eightfold, and 6 in between
join them without a jump. It is a ramp that YaRN's paper had described.
"""
# %%
# What to expect
# --------------
# The scaling asks how often a pair turns within the 8192 trained tokens:
# four times or more and it stays, once or less and it is divided by the
# factor, 8. In between the share follows the number of turns. Turned
# round, which is easily done, it would jump at both edges.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
plain = pe.rotary.inv_freq(128, base=500_000)
scaled = pe.llama3.inv_freq(128)
kept = scaled / plain
low, high = np.isclose(kept, 1 / 8, 1e-12), np.isclose(kept, 1, 1e-12)
middle = np.flatnonzero(~low & ~high)
reversed_blend = 1 + 1 / 8 - kept[middle]

# %%
# Draw it
# -------
# What is left of each frequency, and the middle band turned round.

fig, ax = plt.subplots(figsize=(6.4, 3.5))
ax.axvspan(28.5, 34.5, color=plotting.LIGHT["wash"])
ax.plot(kept, "o-", color=plotting.BLUE, ms=3.5, lw=1.2)
ax.plot(middle, reversed_blend, "x", color=plotting.VERMILION, mew=1.6)
ax.set(title="Frequency kept, by pair", xlabel="pair", ylim=(0, 1.1))
ax.set(yticks=[0.125, 0.5, 1], yticklabels=["1/8", "1/2", "1"])
ax.set(xticks=[0, 28, 35, 63])
plotting.note(ax, 14, 0.93, "29 stay", plotting.BLUE, ha="center")
plotting.note(
    ax, 49, 0.2, "29 are divided by 8", plotting.BLUE, ha="center"
)
plotting.note(ax, 36, 0.9, "6 turned round", plotting.VERMILION)
# sphinx_gallery_start_ignore
fig.alt = (
    "Share of the frequency kept against pair: 1 up to pair 28, six points "
    "falling from 0.83 to 0.19 in a shaded band, one eighth from pair 35. "
    "Crosses in the band rise instead and jump at both edges."
)
fig.caption = (
    "The blend, shaded, joins the two levels. Reversed, it would leap at "
    "either side, and neighbouring pairs would change places."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The same function, with the factors named beta, is the ramp in YaRN's
# paper; there is no attention factor with it.

print(high.sum(), "stay,", middle.size, "blended,", low.sum(), "divided")
print("kept in between:", *(f"{each:.3f}" for each in kept[middle]))
assert (high.sum(), middle.size, low.sum()) == (29, 6, 29)
between = [0.828, 0.644, 0.494, 0.371, 0.271, 0.190]
np.testing.assert_allclose(kept[middle], between, atol=6e-4)
assert [*middle] == [29, 30, 31, 32, 33, 34]
assert np.all(np.diff(scaled) < 0) and reversed_blend[0] < 0.3
turned = plain.copy()
turned[middle] *= reversed_blend
turned[low] /= 8
assert np.any(np.diff(turned) > 0)
betas = {"beta_fast": 4, "beta_slow": 1, "ramp": "rotations"}
sizes = {"original_max_seq_len": 8192, "base": 500_000}
yarn = pe.yarn.inv_freq(128, factor=8, **sizes, **betas)
assert np.abs(yarn / scaled - 1).max() < 1e-15
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`llama3.1 <claim-llama3.1>` (YaRN's ramp), :ref:`llama3.2
# <claim-llama3.2>` (the bands), :ref:`llama3.3 <claim-llama3.3>` (no jump)
# and :ref:`llama3.4 <claim-llama3.4>` (which the report does not
# describe). The function is
# :func:`pe_reference.spectra.llama3.inv_freq`, the sources
# :cite:t:`llama_code` and :cite:t:`peng2023`, section 3.2.
