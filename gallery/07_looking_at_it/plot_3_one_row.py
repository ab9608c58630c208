r"""
Figure 7.2b: one row of dot products
====================================

Position 20 is most like itself. Away from it likeness falls, neither
steadily nor with a period: it first rises from distance 24 to 25, with the
article's loop from 11 to 12.
"""
# %%
# What to expect
# --------------
# One row of the matrix of figure 7.2a: position 20 against all 100. A peak
# at 20, the same fall to both sides, and small waves on it. The slowest
# pairs hardly turn within 100 positions, so the curve stays far from 0.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
seq_len, d_model, position = 100, 256, 20
article = pe.properties.gram(pe.article.table(seq_len, d_model))
paper = pe.sinusoidal.table(range(seq_len), d_model)
paper = pe.properties.gram(paper)

# %%
# Draw it
# -------

fig, ax = plt.subplots(figsize=(6.4, 3.6))
ax.axvline(position, color=plotting.SLATE, ls=":", zorder=0)
ax.plot(article[position], "--", color=plotting.VERMILION)
ax.plot(paper[position], color=plotting.BLUE)
peak = paper[position, position]
ax.plot(position, peak, "o", color=plotting.BLUE)
plotting.note(ax, 23, peak, f"position {position} with itself: {peak:.0f}")
plotting.note(ax, 62, 106, "article's loop", plotting.VERMILION)
plotting.note(ax, 62, 78, "paper's formula", plotting.BLUE)
ax.set(title="Dot product with position 20", xlabel="position j")
ax.set(ylim=(40, 136), yticks=[40, 60, 80, 100, 120])
# sphinx_gallery_start_ignore
fig.alt = (
    "Two lines against position with one sharp peak of 128 at position 20. "
    "The paper's formula, solid, falls in small waves to 79 at position 0 "
    "and 58 at 99; the article's, dashed, to 103 and 94."
)
fig.caption = (
    "A peak at the position itself, then a slow descent in ripples. With "
    "the article's loop it falls less far."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The curve of all distances, 0 to 99, is the row of position 0. It falls
# to 52.44 at distance 97, farther than row 20 reaches. The article speaks
# of a periodic decay; what is seen is a decay with ripples that never lead
# back.

for name, gram in (("paper", paper), ("article", article)):
    curve = gram[0]
    rise, far = pe.properties.first_rise(curve), int(curve.argmin())
    print(f"{name}: rises first from distance {rise} to {rise + 1},")
    print(f"  least value {curve[far]:.2f}, at distance {far}")
    assert pe.properties.first_rise(gram[position, position:]) == rise
    assert gram[position].argmax() == position and far == 97

assert pe.properties.first_rise(paper[0]) == 24
assert pe.properties.first_rise(article[0]) == 11
assert abs(paper[0].min() - 52.44) < 0.005
assert abs(article[0].min() - 87.78) < 0.005
assert all(gram[0, 50:].max() < gram[0, 25] for gram in (paper, article))
ends = [gram[position, [0, -1]] for gram in (paper, article)]
assert np.round(ends).tolist() == [[79, 58], [103, 94]]
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`7.7 <claim-7.7>`, :ref:`7.8 <claim-7.8>` and
# :ref:`7.9 <claim-7.9>`. Functions:
# :func:`pe_reference.analysis.properties.gram`,
# :func:`pe_reference.analysis.properties.first_rise`,
# :func:`pe_reference.embeddings.sinusoidal.similarity`. The formula is that
# of :cite:t:`vaswani2017`.
#
# Claim :ref:`5.2 <claim-5.2>` points here too.
