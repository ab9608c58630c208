r"""
T(k) is a rotation
==================

Moving a row by k positions is one fixed rotation, exactly, whatever the
position. The matrices multiply as the offsets add: T(3) T(5) = T(8).
"""
# %%
# What to expect
# --------------
# Angle addition turns each pair of sine and cosine by :math:`k` times its
# frequency, so that :math:`T(k)` holds one 2 x 2 rotation for each pair
# and zeros elsewhere. No least squares is needed to find it.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
T = pe.sinusoidal.shift_matrix

# %%
# Draw it
# -------
# The third panel is the product of the first two.

fig, axes = plt.subplots(1, 3, figsize=(7.6, 3.1), sharey=True)
panels = {
    "T(3)": T(3, 16),
    "T(5)": T(5, 16),
    "T(3) T(5) = T(8)": T(3, 16) @ T(5, 16),
}
for ax, (title, matrix) in zip(axes, panels.items(), strict=True):
    plotting.heatmap(ax, matrix, bar=ax is axes[2], aspect="equal")
    ax.set(title=title, xlabel="column", xticks=[0, 5, 10, 15])
axes[0].set(ylabel="row", yticks=[0, 5, 10, 15])
# sphinx_gallery_start_ignore
fig.alt = (
    "Three square matrices of 16 by 16 cells. Only the 2 by 2 blocks on "
    "the diagonal are coloured: strong rotations at the top left, nearly "
    "the identity at the bottom right. The first two turn by 3 and 5 "
    "positions, the third by 8."
)
fig.caption = (
    "Eight rotations each, from fast to slow. Everything off the blocks is "
    "zero, so a product of two such matrices turns by the sum."
)
# sphinx_gallery_end_ignore

# %%
# How exact
# ---------
# The largest entry of each difference, at the article's width of 512 and
# over 5000 positions.

table = pe.sinusoidal.table(range(5000), 512)
one = np.eye(512)
checks = {
    "row p + 3 = T(3) row p": table[:-3] @ T(3, 512).T - table[3:],
    "T(3) T(3)ᵀ = 1": T(3, 512) @ T(3, 512).T - one,
    "T(3) T(5) = T(8)": T(3, 512) @ T(5, 512) - T(8, 512),
    "T(-3) = T(3)ᵀ": T(-3, 512) - T(3, 512).T,
    "T(0) = 1": T(0, 512) - one,
    "T(1/2) T(1/2) = T(1)": T(0.5, 512) @ T(0.5, 512) - T(1, 512),
}
error = {name: np.abs(gap).max() for name, gap in checks.items()}
assert max(error.values()) < 1e-14
plotting.Table(
    ["identity", "largest error"],
    [(name, "below 1e-14") for name in error],
)

# %%
# Seen
# ----
# All of it holds to the last digits of float64, with one matrix for every
# position: :math:`T` is free of :math:`p`. The offset need not be whole.
# Orthogonal means that a shift keeps lengths and angles, and so the dot
# product of two rows depends on their distance alone. None of this says
# that a model finds :math:`T(k)`; that is the next script.

blocks = np.kron(np.eye(256), np.ones((2, 2)))
print("entries off the blocks:", np.count_nonzero(T(3, 512) * (1 - blocks)))
assert not np.any(T(3, 512) * (1 - blocks))
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`4.1 <claim-4.1>` (the identity), :ref:`4.4 <claim-4.4>`
# (whether it is approximate), :ref:`1.4 <claim-1.4>` and
# :ref:`3.2 <claim-3.2>`. The matrix is
# :func:`pe_reference.embeddings.sinusoidal.shift_matrix`.
# :cite:t:`vaswani2017` state in one sentence that it exists.
