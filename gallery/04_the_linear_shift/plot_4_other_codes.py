r"""
Other codes and the shift
=========================

One-hot rows have a fixed linear shift too, and so has the pair of 1 and
the position. A triangle wave, bounded and periodic like a sine, has none.
"""
# %%
# What to expect
# --------------
# For each code, find the one matrix that best takes the row at :math:`p`
# to the row at :math:`p + 3`, over 400 positions, and see how far off it
# is. If boundedness and a period were what makes the shift linear, the
# triangle wave would pass. No code is wider than 100 dimensions: with as
# many dimensions as pairs of rows the fit would be perfect for any code.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
length = 400
integer = pe.naive.integer(range(length))
ring = pe.naive.one_hot(np.arange(length) % 100, 100)
codes = {
    "sinusoidal": pe.sinusoidal.table(range(length), 16),
    "one-hot, cyclic": ring,
    "1 and the position": np.hstack([np.ones((length, 1)), integer]),
    "the position alone": integer,
    "triangle wave": pe.naive.triangle(range(length), 16),
    "random rows": np.random.default_rng(0).normal(size=(length, 16)),
}
fits = {n: pe.properties.fit_shift(rows, 3) for n, rows in codes.items()}
residual = {name: fit.residual for name, fit in fits.items()}

# %%
# Draw it
# -------
# The largest error of the best :math:`T(3)`. What is zero is drawn at the
# left edge.

fig, ax = plt.subplots(figsize=(6.4, 3.4))
error = np.maximum(list(residual.values()), 1e-17)
ax.semilogx(error[:3], range(3), "o", color=plotting.BLUE)
ax.semilogx(error[3:], range(3, 6), "D", color=plotting.VERMILION)
ax.set(title="Error of the best T(3)", xlim=(3e-18, 1e3))
ax.set(ylim=(5.6, -0.6), yticks=range(6), yticklabels=codes)
ax.set(xticks=[1e-16, 1e-12, 1e-8, 1e-4, 1])
ax.minorticks_off()
plotting.note(ax, 1e-10, 1, "has one", plotting.BLUE)
plotting.note(ax, 5e-3, 4, "has none", plotting.VERMILION, ha="right")
# sphinx_gallery_start_ignore
fig.alt = (
    "Six points of error on a logarithmic axis. Sinusoidal, cyclic one-hot "
    "and the pair of 1 and the position lie below 1e-11. The position "
    "alone is off by 3, the triangle wave by 0.30, random rows by about 4."
)
fig.caption = (
    "Three codes have a fixed linear shift, to rounding. Three have none; "
    "the position alone lacks only the constant beside it."
)
# sphinx_gallery_end_ignore

# %%
# Why the triangle fails
# ----------------------
# Draw one pair of dimensions against each other. A turn takes the circle
# onto itself by any angle. No linear map takes a diamond onto itself but
# the eight that permute and flip its axes, so a small step along it is not
# a linear map.

fig, axes = plt.subplots(1, 2, figsize=(6.6, 3.3), sharey=True)
pairs = {"sinusoidal": plotting.BLUE, "triangle wave": plotting.VERMILION}
for ax, (name, colour) in zip(axes, pairs.items(), strict=True):
    x, y = codes[name][:63, 4:6].T
    ax.plot(x, y, ".", color=colour, ms=5)
    ax.set(title=name.capitalize(), xlabel="dimension 4", aspect="equal")
    ax.set(xticks=[-1, 0, 1], yticks=[-1, 0, 1])
axes[0].set(ylabel="dimension 5")
# sphinx_gallery_start_ignore
fig.alt = (
    "Two square panels of dimension 5 against dimension 4 over one turn of "
    "63 positions. The sinusoidal points lie on a circle, the "
    "triangle-wave points on a diamond with corners at plus and minus one."
)
fig.caption = (
    "One pair, one turn: 63 positions on a circle, and on a diamond, both "
    "at even steps."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The linear shift follows from angle addition, not from bounds or periods,
# and it does not single out sinusoids. What sets them apart is the
# combination: a fixed width, rows that are bounded and never repeat, and a
# shift that is a rotation.

for name, value in residual.items():
    print(
        name, "below 1e-11" if value < 1e-11 else f"{value:.1f}", sep=": "
    )
print("best T(3) of 1 and the position:")
print(fits["1 and the position"].matrix.round(6) + 0.0)

assert residual["one-hot, cyclic"] < 1e-11
assert residual["sinusoidal"] < 1e-11
assert residual["1 and the position"] < 1e-11
affine = fits["1 and the position"].matrix
assert np.allclose(affine, [[1, 0], [3, 1]], atol=1e-9)
assert abs(residual["the position alone"] - 3) < 0.1
assert abs(residual["triangle wave"] - 0.30) < 0.01
assert 3 < residual["random rows"] < 5
triangle = codes["triangle wave"]
assert np.allclose(abs(triangle[:, 4]) + abs(triangle[:, 5]), 1)
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`3.3 <claim-3.3>` (codes without that structure),
# :ref:`4.7 <claim-4.7>` (whether it follows from bounds and a period),
# :ref:`1.3 <claim-1.3>` and :ref:`7.14 <claim-7.14>` (one-hot). The codes
# are :func:`pe_reference.embeddings.naive.one_hot`,
# :func:`~pe_reference.embeddings.naive.integer` and
# :func:`~pe_reference.embeddings.naive.triangle`, the fit
# :func:`pe_reference.analysis.properties.fit_shift`.
#
# Claims :ref:`1.5 <claim-1.5>` and :ref:`4.6 <claim-4.6>` point here too.
