r"""
What each band adds
===================

Fast frequencies tell neighbours apart, the middle third falls over the
whole sequence, and the slow third adds a constant to every dot product.
"""
# %%
# What to expect
# --------------
# The dot product of two rows is a sum over the pairs, so the bands add up.
# "Low frequencies carry long range, high frequencies fine position", says
# the article. See which band still falls at a distance of fifty, and
# which says nothing about it.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
table = pe.sinusoidal.table(range(100), 256)
bands = {
    "Fast": table[:, :86],
    "Middle": table[:, 86:172],
    "Slow": table[:, 172:],
}
grams = {name: pe.properties.gram(part) for name, part in bands.items()}

# %%
# Draw it
# -------

fig, axes = plt.subplots(1, 3, figsize=(7.6, 3.1), sharey=True)
style = {"cmap": "pe_sequential", "vmin": -8, "vmax": 43, "aspect": "equal"}
for ax, (name, gram) in zip(axes, grams.items(), strict=True):
    last = name == "Slow"
    _, bar = plotting.heatmap(ax, gram[:50, :50], bar=last, **style)
    ax.set(title=name, xlabel="position", xticks=[0, 20, 40])
bar.set_ticks([0, 20, 40])
axes[0].set(ylabel="position", yticks=[0, 20, 40])
# sphinx_gallery_start_ignore
fig.alt = (
    "Three square heat maps of 50 by 50 dot products on one colour scale. "
    "Fast: a narrow bright diagonal on a dark ground. Middle: "
    "a broad bright band that fades towards the corners. Slow: one even "
    "colour, 42 everywhere."
)
fig.caption = (
    "The Gram matrix of the article's table, cut into three: the fast, the "
    "middle and the slow third of its pairs. They add up to the whole."
)
# sphinx_gallery_end_ignore

# %%
# Along one row
# -------------
# Each matrix depends on the distance alone, so its first row is the whole
# of it.

curves = {name: gram[0] for name, gram in grams.items()}
fig, ax = plt.subplots(figsize=(6.4, 3.4))
lines = [(plotting.BLUE, "-"), (plotting.TEAL, "--"), (plotting.PLUM, "-.")]
for curve, (colour, dash) in zip(curves.values(), lines, strict=True):
    ax.plot(curve, color=colour, ls=dash)
plotting.note(ax, 40, 5.5, "fast", plotting.BLUE)
plotting.note(ax, 57, 29, "middle", plotting.TEAL)
plotting.note(ax, 80, 38.5, "slow", plotting.PLUM)
ax.set(title="Part of the dot product", xlabel="distance")
ax.set(yticks=[0, 20, 40])
# sphinx_gallery_start_ignore
fig.alt = (
    "Three curves over distances 0 to 99. The fast third drops from 43 to "
    "below 20 at distance 5 and then ripples around zero. The middle third "
    "falls smoothly from 43 to 11. The slow third is flat at 42."
)
fig.caption = (
    "Half of the fast third is gone at distance 3, half of the middle "
    "third at 64. The slow third loses 0.15 over all hundred positions."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# High frequencies do carry fine position. Long range is another matter:
# within a hundred positions it is the middle of the spectrum that tells
# far from near. A pair whose wavelength is hundreds of sequences long has
# nothing to say about distance in any of them.

wavelength = 2 * np.pi / pe.frequencies.inv_freq(256)
half = {n: int((c < c[0] / 2).argmax()) for n, c in curves.items()}
loss = np.ptp(curves["Slow"])
print("half gone at:", {n: half[n] for n in ("Fast", "Middle")})
print(f"slow third: loses {loss:.2f} of {curves['Slow'][0]:.0f}")
print("wavelengths from", wavelength[[0, 43, 86]].round(1))
print("             to  ", wavelength[[42, 85, 127]].round(1))

assert half["Fast"] == 3 and half["Middle"] == 64
assert abs(loss - 0.15) < 0.005 and wavelength[86] > 3000
assert curves["Fast"][5] < 20 and abs(curves["Fast"][10:]).max() < 7.1
assert (np.diff(curves["Middle"]) < 0).all()
assert round(curves["Middle"][99]) == 11
whole = pe.sinusoidal.similarity(range(100), 256)
assert np.abs(sum(curves.values()) - whole).max() < 1e-12
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`7.5 <claim-7.5>` (what the bands carry),
# :ref:`7.4 <claim-7.4>` (the stripes) and :ref:`3.1 <claim-3.1>` (a period
# for each pair). The curve of all pairs is
# :func:`pe_reference.embeddings.sinusoidal.similarity`, the matrix
# :func:`pe_reference.analysis.properties.gram`.
