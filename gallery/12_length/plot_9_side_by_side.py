r"""
Every scaling, pair by pair
===========================

Five ways to serve eight times the trained length. Four of them agree on
the slowest pair, and no two on all.
"""
# %%
# What to expect
# --------------
# All are spectra for the same rotation: a number for each pair by which it
# is slowed. Interpolation treats all alike. The others leave the fast
# pairs, which tell neighbours apart, and differ in where and how they
# begin to slow.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
width, trained, factor = 128, 4096, 8
plain = pe.rotary.inv_freq(width)
by = {"factor": factor}
length = {"original_max_seq_len": trained}
spectra = {
    "interpolation": pe.position_interpolation.inv_freq(width, **by),
    "NTK": pe.ntk.inv_freq(width, **by),
    "YaRN": pe.yarn.inv_freq(width, **by, **length),
    "Llama 3": pe.llama3.inv_freq(width, **by, **length, base=1e4),
    "dynamic NTK": pe.ntk.dynamic_inv_freq(
        width, seq_len=factor * trained, **by, **length
    ),
}
slower = {name: plain / rates for name, rates in spectra.items()}

# %%
# Draw it
# -------
# How many times slower each pair turns. Shaded are the pairs that turned
# less than once in training.

slow = int((trained * plain >= 2 * np.pi).sum())
looks = {
    "interpolation": (plotting.SLATE, "-", 2, 9.4),
    "NTK": (plotting.PLUM, "--", 53, 4.6),
    "YaRN": (plotting.BLUE, "-", 24, 1.75),
    "Llama 3": (plotting.TEAL, "-.", 41.5, 2),
    "dynamic NTK": (plotting.VERMILION, ":", 43, 27),
}
fig, ax = plt.subplots(figsize=(6.4, 3.6))
ax.axvspan(slow - 0.5, 63, color=plotting.LIGHT["wash"])
for name, (colour, dash, x, y) in looks.items():
    ax.plot(slower[name], color=colour, ls=dash)
    side = "right" if name == "dynamic NTK" else "left"
    plotting.note(ax, x, y, name, colour, ha=side)
ax.set(title="Times slower, by pair", xlabel="pair", yscale="log")
ax.set(
    yticks=[1, 2, 4, 8, 16, 32, 57], yticklabels=[1, 2, 4, 8, 16, 32, 57]
)
ax.set(xticks=[0, 20, slow, 63], ylim=(0.9, 70), xlim=(0, 63))
ax.minorticks_off()
# sphinx_gallery_start_ignore
fig.alt = (
    "Times slower against pair, logarithmic. Interpolation is flat at 8. "
    "NTK rises evenly from 1 to 8, dynamic NTK from 1 to 57. YaRN and Llama "
    "3 stay at 1 and ramp to 8, from pair 20 and from pair 36."
)
fig.caption = (
    "One nominal factor, five spectra. Dynamic NTK overshoots, because "
    "its bracket is 57 at eight times the length."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The first pair is left alone by all but interpolation, the last slowed
# by the factor in all but the dynamic one.

picked = [0, 20, 36, 63]
rows = [
    [name, *(f"{value:.2f}" for value in values[picked])]
    for name, values in slower.items()
]
ends = np.array([values[[0, -1]] for values in slower.values()])
np.testing.assert_allclose(ends[1:, 0], 1, rtol=1e-14)
np.testing.assert_allclose(ends[:4, 1], 8, rtol=1e-14)
np.testing.assert_allclose(ends[4, 1], 57, rtol=1e-14)
np.testing.assert_allclose(slower["interpolation"], 8, rtol=1e-14)
assert slow == 46
assert np.flatnonzero(slower["YaRN"] > 1 + 1e-12)[0] == 21
assert np.flatnonzero(slower["Llama 3"] > 1 + 1e-12)[0] == 36
for name in ("YaRN", "Llama 3"):
    np.testing.assert_allclose(slower[name][slow:], 8, rtol=1e-14)
plt.show()
plotting.Table(["slowed at pair", *map(str, picked)], rows)

# %%
# What else each asks for
# -----------------------
# YaRN alone of these multiplies queries and keys, by 1.208 here. Dynamic
# NTK alone depends on the length now, and needs keys cached before they
# are turned.

print(f"attention factor of YaRN: {pe.yarn.attention_factor(factor):.3f}")
assert abs(pe.yarn.attention_factor(factor) - 1.2079) < 5e-5
assert pe.ntk.alpha(factor * trained, **by, **length) == 57

# %%
# Where it belongs
# ----------------
# :doc:`/guides/extend_the_context` says which of them a configuration
# means. The pages: :doc:`/encodings/position_interpolation`,
# :doc:`/encodings/ntk`, :doc:`/encodings/yarn`, :doc:`/encodings/llama3`
# and, for a list of one's own, :doc:`/encodings/longrope`. Each spectrum
# goes into :class:`pe_reference.nn.rotary.Rotary`.
