r"""
Figure 7.3: three codes
=======================

Ten positions, three codes. One-hot rows are as wide as the text is long,
an integer has no upper bound, and a sinusoidal row has a fixed width and
fixed limits.
"""
# %%
# What to expect
# --------------
# The article makes the three codes for a sequence of 10, prints their
# shapes (listing 7.3) and draws them: the one-hot matrix, the integers as
# points on a line, and the first 8 of 16 sinusoidal dimensions, transposed.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
seq_len, d_model = 10, 16
one_hot = pe.naive.one_hot(range(seq_len), seq_len)
integer = pe.naive.integer(range(seq_len))
sinusoidal = pe.sinusoidal.table(range(seq_len), d_model)

print("One-hot encoding shape:", one_hot.shape)
print("Integer encoding shape:", integer.shape)
print("Sine-cosine encoding shape:", sinusoidal.shape)

# %%
# Draw it
# -------

fig, axes = plt.subplots(1, 3, figsize=(7.6, 3.1))
_, bar = plotting.heatmap(axes[0], one_hot, cmap="pe_sequential")
bar.set_ticks([0, 1])
axes[0].set(title="One-hot", xlabel="dimension", ylabel="position")
axes[1].plot(integer, np.zeros_like(integer), "o", color=plotting.BLUE)
axes[1].set(title="Integer", xlabel="value", xticks=[0, 3, 6, 9])
axes[1].set(xlim=(-1, seq_len), ylim=(-0.5, 0.5), yticks=[])
axes[1].spines["left"].set_visible(False)
plotting.heatmap(axes[2], sinusoidal[:, :8].T)
axes[2].set(title="Sinusoidal", xlabel="position", ylabel="dimension")
# sphinx_gallery_start_ignore
fig.alt = (
    "Three panels. One-hot: ten by ten cells, ones on the diagonal and "
    "zeros elsewhere. Integer: ten points in a row from 0 to 9. "
    "Sinusoidal: eight dimensions of ten positions, every value between "
    "-1 and 1, upper rows changing fast."
)
fig.caption = (
    "Sparse and as wide as the sequence; one number without a bound; "
    "dense, bounded and of a width that is chosen."
)
# sphinx_gallery_end_ignore

# %%
# Draw the article's loop beside it
# ---------------------------------
# The article's own panel comes from its loop, with the doubled exponent:
# only its first two rows are those of the paper's formula.

loop = pe.article.table(seq_len, d_model)
pair, axes = plt.subplots(1, 2, figsize=(7.6, 3.1), sharey=True)
plotting.heatmap(axes[0], sinusoidal[:, :8].T, bar=False)
plotting.heatmap(axes[1], loop[:, :8].T)
axes[0].set(title="Paper's formula", xlabel="position")
axes[0].set(ylabel="dimension")
axes[1].set(title="Article's loop", xlabel="position")
# sphinx_gallery_start_ignore
pair.alt = (
    "Two heat maps of the first eight dimensions at ten positions. The "
    "upper two rows are equal. Below, the paper's formula still changes, "
    "while the article's holds nearly still from dimension 4 on, within "
    "0.09 over all ten positions."
)
pair.caption = (
    "The same panel with each formula: half of the article's eight rows "
    "hardly move over ten positions."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The article says that one-hot codes cannot express relative position and
# that integers carry little information. The plain dot product is blind to
# one-hot positions, since all pairs are equally far apart, but a matrix
# between query and key can express any relation. The integer holds the
# whole position; it lacks a scale and a form that a dot product can use.

assert one_hot.shape == (10, 10)
assert integer.shape == (10, 1)
assert sinusoidal.shape == loop.shape == (10, 16)
assert (pe.properties.gram(one_hot) == np.eye(10)).all()
assert pe.properties.value_range(integer) == (0, 9)
assert np.abs(sinusoidal).max() <= 1
assert np.allclose(loop[:, :2], sinusoidal[:, :2])
assert 0.08 < np.ptp(loop[:, 4:8], axis=0).max() < 0.09
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`7.11 <claim-7.11>` to :ref:`7.17 <claim-7.17>`,
# :ref:`7.20 <claim-7.20>` and :ref:`2.5 <claim-2.5>`. Functions:
# :func:`pe_reference.embeddings.naive.one_hot`,
# :func:`pe_reference.embeddings.naive.integer`,
# :func:`pe_reference.embeddings.sinusoidal.table`,
# :func:`pe_reference.article.table`.
