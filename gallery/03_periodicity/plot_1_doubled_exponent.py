r"""
The doubled exponent
====================

The article's loop doubles its index twice. At its own width, 146 of 256
dimensions stand still over a hundred positions, instead of 36.
"""
# %%
# What to expect
# --------------
# In the formula, pair :math:`j` turns with the exponent
# :math:`2j/d_{model}`. The loop lets ``i`` run over 0, 2, 4, so that ``i``
# is :math:`2j` already, and writes ``2 * i / d_model`` all the same. Look
# at how soon the stripes end.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()

# %%
# Draw it
# -------

fig, axes = plt.subplots(1, 2, figsize=(6.6, 3.6), sharey=True)
paper = pe.sinusoidal.table(range(100), 64)
plotting.heatmap(axes[0], paper.T, bar=False)
plotting.heatmap(axes[1], pe.article.table(100, 64).T)
ticks = [0, 16, 32, 48, 63]
axes[0].set(title="The formula", ylabel="dimension", yticks=ticks)
axes[0].set(xlabel="position")
axes[1].set(title="The article's loop", xlabel="position")
# sphinx_gallery_start_ignore
fig.alt = (
    "Two heat maps of 100 positions by 64 dimensions, dimension 0 on top. "
    "Left, the formula: stripes widen slowly and reach down to dimension "
    "36. Right, the loop: stripes end near dimension 18, and below "
    "dimension 30 no row changes visibly."
)
fig.caption = (
    "Left, the formula. Right, the loop printed beside it: 36 of the 64 "
    "dimensions stand still over these hundred positions, instead of 9."
)
# sphinx_gallery_end_ignore

# %%
# What it does to the wavelengths
# -------------------------------
# Doubling the exponent squares the base: the loop computes the formula
# with a base of :math:`10^8`. Now at the article's width of 256.

paper = pe.sinusoidal.table(range(100), 256)
article = pe.article.table(100, 256)
squared = pe.sinusoidal.table(range(100), 256, base=1e8)
print("loop and base 1e8 differ by less than 1e-12")
assert np.abs(article - squared).max() < 1e-12

wavelength = 2 * np.pi / pe.frequencies.inv_freq(256)
doubled = 2 * np.pi / pe.frequencies.inv_freq(256, base=1e8)

fig, ax = plt.subplots(figsize=(6.4, 3.6))
ax.axhspan(1, 100, color=plotting.LIGHT["wash"], zorder=0)
ax.semilogy(wavelength, color=plotting.BLUE)
ax.semilogy(doubled, color=plotting.VERMILION, ls="--")
plotting.note(ax, 70, 1.6e2, "the formula", plotting.BLUE)
plotting.note(ax, 74, 8e6, "the loop", plotting.VERMILION, ha="right")
plotting.note(ax, 126, 3, "fits into 100 positions", ha="right")
ax.set(title="Wavelength in positions", xlabel="dimension pair")
ax.set(ylim=(1, 2e9), yticks=[1, 1e2, 1e4, 1e6, 1e8])
ax.set(xticks=[0, 32, 64, 96, 127])
# sphinx_gallery_start_ignore
fig.alt = (
    "Two straight lines of wavelength against dimension pair on a "
    "logarithmic axis, both starting at 6.3. The formula ends at 5.8e4, "
    "the loop at 5.4e8. The first 39 pairs of the formula and 20 of the "
    "loop lie in the band below 100 positions."
)
fig.caption = (
    "Both start together. The loop climbs twice as fast, so only half as "
    "many pairs complete a turn within the sequence."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# Only dimensions 0 and 1 agree, where the exponent is zero. The largest
# difference between the two tables is 1.9995, and 2 is the most that is
# possible.

small = [pe.article.table(100, 64), pe.sinusoidal.table(range(100), 64)]
still_64 = [pe.properties.still_dimensions(table) for table in small]
still_256 = [pe.properties.still_dimensions(t) for t in (article, paper)]
agree = np.abs(article - paper).max(axis=0) < 1e-9
print("still, loop and formula:", still_256, "of 256,", still_64, "of 64")
print("dimensions that agree:", np.flatnonzero(agree))
print(f"largest difference {np.abs(article - paper).max():.4f}")

moves = [np.flatnonzero(np.ptp(t, axis=0) > 0.5).max() for t in small]
assert moves == [18, 36] and np.ptp(small[0][:, 31:], axis=0).max() < 0.01
assert still_256 == [146, 36] and still_64 == [36, 9]
assert agree.nonzero()[0].tolist() == [0, 1]
assert round(np.abs(article - paper).max(), 4) == 1.9995
assert np.allclose([wavelength[-1], doubled[-1]], [5.8e4, 5.4e8], rtol=0.02)
assert [(wavelength < 100).sum(), (doubled < 100).sum()] == [39, 20]
assert np.isclose(doubled[0], wavelength[0]) and round(doubled[0], 1) == 6.3
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`2.5 <claim-2.5>` (the loop computes the paper's formula) and
# :ref:`8.1 <claim-8.1>` (the layer of section 8 equals the loop). The loop
# as it stands is :func:`pe_reference.article.table`, the formula
# :func:`pe_reference.embeddings.sinusoidal.table`, and the count
# :func:`pe_reference.analysis.properties.still_dimensions`. The formula is
# that of :cite:t:`vaswani2017`, section 3.5.
#
# Claim :ref:`7.4 <claim-7.4>` points here too.
