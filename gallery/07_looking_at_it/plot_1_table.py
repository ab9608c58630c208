r"""
Figure 7.1: the table
=====================

Frequency falls as the dimension grows: fast stripes on top, still rows at
the bottom. The article's loop doubles the exponent, so more than half of
its rows stand still.
"""
# %%
# What to expect
# --------------
# Position runs to the right and dimension downwards, with dimension 0 on
# top: that is how ``imshow`` draws the article's transposed table too. Pair
# :math:`j` of the paper's formula has the wavelength
# :math:`2\pi\,10000^{2j/d}`; the article's loop has :math:`4j` in the place
# of :math:`2j`, because its ``i`` already counts in twos.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
seq_len, d_model = 100, 256
article = pe.article.table(seq_len, d_model)
paper = pe.sinusoidal.table(range(seq_len), d_model)

# %%
# Draw it
# -------

fig, axes = plt.subplots(1, 2, figsize=(7.6, 6.2), sharey=True)
plotting.heatmap(axes[0], paper.T, bar=False)
plotting.heatmap(axes[1], article.T)
ticks = [0, 64, 128, 192, 255]
axes[0].set(title="Paper's formula", xlabel="position")
axes[0].set(ylabel="dimension", yticks=ticks)
axes[1].set(title="Article's loop", xlabel="position")
# sphinx_gallery_start_ignore
fig.alt = (
    "Two heat maps of 100 positions by 256 dimensions, dimension 0 on top. "
    "Left, the paper's formula: stripes that widen steadily down to about "
    "dimension 144. Right, the article's: the stripes end near dimension "
    "72, and below it each row keeps nearly one colour."
)
fig.caption = (
    "Left, 36 of 256 dimensions move by less than 0.01 over all 100 "
    "positions; right, with the doubled exponent, 146 do."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# Both pictures have the stripes that the article describes, so the eye
# alone does not find the fault. Counting does. Dimensions 0 and 1 are the
# only ones that agree, and the largest difference is close to 2, the
# largest that there can be.

still = [pe.properties.still_dimensions(t) for t in (paper, article)]
difference = np.abs(paper - article)
print(f"dimensions that stand still: paper {still[0]}, article {still[1]}")
print(f"largest difference: {difference.max():.4f}")
assert still == [36, 146]
assert f"{difference.max():.4f}" == "1.9995"
agree = difference.max(axis=0) < 1e-12
assert agree[:2].all() and not agree[2:].any()
moves = [np.ptp(t, axis=0) > 0.5 for t in (paper, article)]
assert [np.flatnonzero(m).max() for m in moves] == [144, 72]
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`7.1 <claim-7.1>`, :ref:`7.2 <claim-7.2>`,
# :ref:`7.4 <claim-7.4>`, :ref:`7.18 <claim-7.18>` and
# :ref:`2.5 <claim-2.5>`. Functions:
# :func:`pe_reference.embeddings.sinusoidal.table`,
# :func:`pe_reference.article.table`,
# :func:`pe_reference.analysis.properties.still_dimensions`. The formula is
# that of :cite:t:`vaswani2017`.
#
# Claim :ref:`8.1 <claim-8.1>` points here too.
