r"""
An image has two axes
=====================

Half of the width for the column, half for the row: similarity then depends
on both offsets alone. It is a cross, not a disc: a far patch in the same
row stays more alike than a near one across.
"""
# %%
# What to expect
# --------------
# A masked autoencoder cuts an image into 14 x 14 patches and gives each a
# row of width 768: 384 numbers for its column, then 384 for its row. The
# dot product of two patches is the sum of two curves of one axis each.
# Numbered like text, patches below each other are 14 positions apart.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
side, d_model, here = 14, 768, (6, 4)
table = pe.grid2d.table(range(side), range(side), d_model)
text = pe.sinusoidal.table(range(side * side), d_model)
norms = np.linalg.norm(table, axis=1)


def similar(rows):
    square = (pe.properties.gram(rows) / (d_model / 2)).reshape([side] * 4)
    return square[here]


by_axis, by_number = similar(table), similar(text)

# %%
# Draw it
# -------
# How alike is every patch to the one in row 6 and column 4?

fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.4))
for ax, values, title in (
    (axes[0], by_axis, "Two axes"),
    (axes[1], by_number, "Numbered like text"),
):
    plotting.heatmap(
        ax,
        values,
        cmap="pe_sequential",
        vmin=0.4,
        vmax=1,
        aspect="equal",
    )
    ax.set(title=title, xlabel="column")
axes[0].set(ylabel="row")
# sphinx_gallery_start_ignore
fig.alt = (
    "Two heat maps of 14 by 14 patches, bright where alike to the patch in "
    "row 6, column 4. Left a bright cross, its arms above 0.84, darkest "
    "near 0.72 in a corner. Right a bright spot within one row, the other "
    "rows darker, from 0.7 next to it down to 0.4."
)
fig.caption = (
    "With a half for each axis, patches of the same row or column are alike "
    "at any distance. Numbered like text, the patch below is a stranger."
)
# sphinx_gallery_end_ignore

# %%
# The two offsets and nothing else
# --------------------------------
# Over all pairs of patches: the similarity by row offset and column offset
# is the sum of two curves, to rounding.

curve = pe.sinusoidal.similarity(range(side), d_model // 2)
there = np.arange(side)
away = np.abs(there[:, None] - there)
sums = curve[away][:, None, :, None] + curve[away][None, :, None, :]
gram = pe.properties.gram(table).reshape([side] * 4)
print("gram minus sum of two curves: below 1e-10")
assert np.abs(gram - sums).max() < 1e-10

# %%
# Another size of image
# ---------------------
# The axes take any real numbers. A grid of 28 x 28 patches over the span of
# the old one has all the old rows at every third place of 40.

wide = np.linspace(0, 13, 40)
finer = pe.grid2d.table(wide, wide, d_model).reshape(40, 40, -1)
old = table.reshape(side, side, -1)
print(finer.shape, "old rows again: below 1e-12")
assert np.abs(finer[::3, ::3] - old).max() < 1e-12

# %%
# Seen
# ----
# All norms are the root of 384. Nine columns away in the same row a patch
# is more alike than one three steps off in each direction. Numbered like
# text, the patch right below is less alike than the one nine columns away.

steps = by_axis[6, 13], by_axis[9, 7], by_number[6, 13], by_number[7, 4]
print(f"norms {norms.min():.3f} to {norms.max():.3f}")
print("two axes: far in the row {:.2f}, near across {:.2f}".format(*steps))
print(f"like text: far in the row {steps[2]:.2f}, below {steps[3]:.2f}")
assert np.allclose(norms, np.sqrt(384), rtol=1e-12, atol=0)
assert round(norms[0], 3) == 19.596
assert [round(one, 2) for one in steps] == [0.85, 0.83, 0.7, 0.66]
assert min(by_axis[6].min(), by_axis[:, 4].min()) > 0.84
assert 0.71 < by_axis.min() < 0.73 and by_number.min() > 0.4
plt.show()

# %%
# Where it belongs
# ----------------
# :doc:`/encodings/grid2d`, claims :ref:`grid2d.1 <claim-grid2d.1>` to
# :ref:`grid2d.3 <claim-grid2d.3>`. The table is that of :cite:t:`he2022`,
# :func:`pe_reference.embeddings.grid2d.table`.
