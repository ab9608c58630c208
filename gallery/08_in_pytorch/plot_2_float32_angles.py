r"""
The price of float32 angles
===========================

The error of the article's layer grows with position, to 4e-4 at 5000.
Float64 angles, rounded once, keep it at 3e-8 everywhere.
"""
# %%
# What to expect
# --------------
# A float32 number holds 24 bits. An angle of a thousand radians leaves 14
# of them behind the point, where sine and cosine look. Vectorising the
# loop, which the article recommends against loss of precision, changes
# nothing of that; the type of the angles does.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
length = 2**17
exact = pe.sinusoidal.table(range(length), 64)
layers = {
    "float32 angles": pe.article.vectorised(length, 64)[0],
    "rounded once": exact.astype(np.float32),
}
error = {
    name: np.maximum.accumulate(np.abs(rows - exact).max(axis=1))
    for name, rows in layers.items()
}

# %%
# Draw it
# -------
# The largest error of any entry up to each position, at width 64.

positions = np.arange(1, length)
fig, ax = plt.subplots(figsize=(6.4, 3.6))
unit = 6e-8 * positions
ax.loglog(positions, unit, color=plotting.SLATE, ls="--", lw=1.4)
colours = [plotting.VERMILION, plotting.BLUE]
for curve, colour in zip(error.values(), colours, strict=True):
    ax.loglog(positions, curve[1:], color=colour)
plotting.note(ax, 2e3, 9e-6, "float32 angles", plotting.VERMILION)
plotting.note(ax, 3e2, 8e-8, "float64, rounded once", plotting.BLUE)
plotting.note(ax, 5e2, 2e-4, "6e-8 × position", ha="right")
ax.set(title="Largest error so far", xlabel="position", ylim=(1e-8, 3e-2))
ax.set(yticks=[1e-8, 1e-6, 1e-4, 1e-2], xticks=[1, 1e2, 1e4])
ax.minorticks_off()
# sphinx_gallery_start_ignore
fig.alt = (
    "Error against position on two logarithmic axes. With float32 angles "
    "it rises in proportion to the position, just below a dashed line of "
    "6e-8 times it, to about 5e-3 at 131072. Rounded once from float64 it "
    "stays flat at 3e-8."
)
fig.caption = (
    "Both tables are float32 and equally large. Only the first has "
    "computed its angles in float32, too."
)
# sphinx_gallery_end_ignore

# %%
# At the article's size
# ---------------------
# Its layer makes 5000 rows of width 512.

layer = pe.article.vectorised(5000, 512)[0]
once = pe.sinusoidal.table(range(5000), 512, dtype=np.float32)
reference = pe.sinusoidal.table(range(5000), 512)
worst = [np.abs(rows - reference).max() for rows in (layer, once)]
print("float32 angles: off by between 2e-4 and 6e-4")
print("rounded once: off by less than 3.1e-8")

# %%
# Seen
# ----
# The exact figure depends on the library, for the exponential of a float32
# may differ in its last bit: 4e-4, give or take half of it. That is
# small beside entries of one. It is large when two frameworks are
# compared, and it grows with the sequence without end. With
# float64 angles the vectorised form and the loop agree to many more digits
# than float32 can hold.

wide = 2.0 ** np.arange(7, 17)
slope = error["float32 angles"][wide.astype(int)] / wide
print("float32 angles: error over position between 2e-8 and 1e-7")
double = pe.article.vectorised(5000, 512, np.float64)[0]
apart = np.abs(double - reference).max()
print("float64 angles: off by less than 3e-12 at 5000 positions")

assert 2e-4 < worst[0] < 6e-4 and worst[1] < 3.1e-8
assert 2e-8 < slope.min() and slope.max() < 1e-7
assert error["rounded once"][-1] < 3.1e-8
assert 2e-3 < error["float32 angles"][-1] < 8e-3
assert apart < 3e-12
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`8.7 <claim-8.7>` (the layer is ready to use) and
# :ref:`9.7 <claim-9.7>` (vectorise to keep precision). The layer's table is
# :func:`pe_reference.article.vectorised`; ours is
# :func:`pe_reference.embeddings.sinusoidal.table`, made exact by
# :func:`pe_reference.frequencies.cos_sin`.
