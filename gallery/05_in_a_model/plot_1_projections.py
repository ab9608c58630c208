r"""
What projections do
===================

Attention compares projected rows. Over 300 random projections the scores
have a correlation of 0 ± 0.3 with the plain curve: the bands are gone.
"""
# %%
# What to expect
# --------------
# The term of the attention score that holds positions alone is
# :math:`p_i^\top W_q^\top W_k\, p_j`. Without the matrices it depends on
# :math:`|i - j|` and on nothing else. With them it depends on more, unless
# their product commutes with the rotations of the pairs, as :math:`T(k)`
# does.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
d_model = 128
table = pe.sinusoidal.table(range(100), d_model)
plain = pe.attention.scores(table, table)
shift = pe.sinusoidal.shift_matrix(-3, d_model)
turned = pe.attention.scores(table @ shift.T, table)
drawn = []
for seed in range(300):
    (layer,) = pe.attention.random_layers(d_model, 1, seed=seed)
    scores = pe.attention.scores(table @ layer.query, table @ layer.key)
    drawn.append(scores)

# %%
# Draw it
# -------
# Each panel on its own scale, bright is high.

fig, axes = plt.subplots(1, 3, figsize=(7.6, 3.1), sharey=True)
panels = {"Plain": plain, "Random W": drawn[0], "W = T(-3)": turned}
for ax, (title, scores) in zip(axes, panels.items(), strict=True):
    style = {"cmap": "pe_sequential", "bar": False, "aspect": "equal"}
    plotting.heatmap(ax, scores[:40, :40], **style)
    ax.set(title=title, xlabel="key position", xticks=[0, 20, 39])
axes[0].set(ylabel="query position", yticks=[0, 20, 39])
# sphinx_gallery_start_ignore
fig.alt = (
    "Three square heat maps of scores, 40 queries by 40 keys. Plain: a "
    "bright diagonal with even bands beside it. Random W: blotches that "
    "follow no diagonal. W = T(-3): the bands of the first panel, their "
    "brightest line three keys to the left."
)
fig.caption = (
    "Left, what the rows say by themselves. Middle, one random pair of "
    "projections. Right, a pair whose product is T(-3): every query looks "
    "three keys back."
)
# sphinx_gallery_end_ignore

# %%
# Over many W
# -----------
# How much of the plain curve is left in the row of query 50? One random
# matrix may agree by chance, so take all 300.

curves = np.array([scores[50] for scores in drawn])
correlation = [np.corrcoef(plain[50], curve)[0, 1] for curve in curves]
spread = [
    pe.properties.toeplitz_deviation(scores) / np.ptp(scores)
    for scores in drawn
]

fig, ax = plt.subplots(figsize=(6.4, 3.4))
ax.hist(correlation, bins=np.linspace(-1, 1, 21), color=plotting.BLUE)
ax.axvline(1, color=plotting.VERMILION, ls="--")
plotting.note(ax, 0.97, 34, "plain", plotting.VERMILION, ha="right")
ax.set(title="Correlation with the plain curve", xlim=(-1.05, 1.05))
ax.set(xticks=[-1, -0.5, 0, 0.5, 1], xlabel="correlation")
# sphinx_gallery_start_ignore
fig.alt = (
    "Histogram of 300 correlations between minus 0.8 and 0.8: a broad hump "
    "with its middle at zero and a standard deviation of about 0.3. A "
    "dashed line at 1 marks the plain curve; no bar comes near it."
)
fig.caption = (
    "One count for each random pair of projections. None keeps the curve; "
    "as many turn it over as preserve a part of it."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# For every one of the random pairs the scores vary along some diagonal by
# more than half of their whole range: the offset no longer decides. What
# attention gets from a sinusoidal table is what training makes of these
# matrices, and a distance does not come "by itself". They also do what the
# plain product cannot: it is even in :math:`i - j`, and only a projection
# can tell before from after.

mean, deviation = np.mean(correlation), np.std(correlation)
print(f"correlation {mean:.3f} ± {deviation:.2f}")
print(f"spread along a diagonal: {min(spread):.2f} to {max(spread):.2f}")
print("key with the highest score for query 20:", turned[20].argmax())

assert abs(mean) < 0.06 and 0.25 < deviation < 0.4
assert max(np.abs(correlation)) < 0.8
assert min(spread) > 0.5
assert pe.properties.toeplitz_deviation(plain) < 1e-12
assert pe.properties.toeplitz_deviation(turned) < 1e-12
assert (turned[3:].argmax(axis=1) == np.arange(97)).all()
assert np.abs(plain - plain.T).max() < 1e-12
assert np.abs(turned - turned.T).max() > 1
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`7.10 <claim-7.10>` (relative position by itself),
# :ref:`5.2 <claim-5.2>` (direction) and :ref:`5.3 <claim-5.3>` (a relation
# learned once). The scores are
# :func:`pe_reference.attention.scores`, the weights
# :func:`pe_reference.attention.random_layers`, and the spread is
# :func:`pe_reference.analysis.properties.toeplitz_deviation`.
#
# Claim :ref:`4.9 <claim-4.9>` points here too.
