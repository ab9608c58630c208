r"""
A theorem and its counter-example
=================================

The bound that position interpolation rests on is too small. One score
breaks it at every width here; with one inequality turned round it holds.
"""
# %%
# What to expect
# --------------
# Between two distances that were trained, a score should lie near the
# straight line between its neighbours. Theorem 2.1 bounds how far off it
# is. Its proof needs :math:`b^x \le 1 + x \ln b` for negative x, but the
# exponential is convex and lies above its tangent.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
error = pe.bounds.interpolation_error
bound = pe.bounds.interpolation_bound
between = np.linspace(100, 101, 41)
sides = (100, 101, 128)
seen = [error(s, *sides, towards=100.5) for s in between]
printed = [bound(s, *sides, form="printed") for s in between]
corrected = [bound(s, *sides) for s in between]

# %%
# The worst case, at three widths
# -------------------------------
# A query and a key of ones whose score is largest half way, at 100.5.

widths = [64, 128, 256]
worst = [error(100.5, 100, 101, d) for d in widths]
claim = [bound(100.5, 100, 101, d, form="printed") for d in widths]
right = [bound(100.5, 100, 101, d) for d in widths]

# %%
# Draw it
# -------
# Left along the way from one distance to the next, at width 128; right
# the two bounds in units of the error, half way, for three widths.

fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.1))
along, half_way = axes
along.plot(between, corrected, color=plotting.TEAL, ls="--")
along.plot(between, seen, color=plotting.BLUE)
along.plot(between, printed, color=plotting.VERMILION, ls=":")
along.set(title="Off the straight line", xlabel="distance")
along.set(xticks=[100, 100.5, 101], ylim=(0, 0.56))
plotting.note(along, 100.5, 0.53, "corrected", plotting.TEAL, ha="center")
plotting.note(
    along, 100.5, 0.38, "printed", plotting.VERMILION, ha="center"
)
plotting.note(along, 100.14, 0.12, "the score", plotting.BLUE)
where = np.arange(3)
half_way.axhline(1, color=plotting.BLUE)
half_way.plot(where, np.divide(right, worst), "^", color=plotting.TEAL)
half_way.plot(where, np.divide(claim, worst), "v", color=plotting.VERMILION)
half_way.set(title="Bound over error, half way", xlabel="width")
half_way.set(xticks=where, xticklabels=widths, xlim=(-0.5, 2.5))
half_way.set(ylim=(0.7, 1.1), yticks=[0.7, 0.8, 0.9, 1])
plotting.note(half_way, 1, 1.05, "corrected", plotting.TEAL, ha="center")
style = {"colour": plotting.VERMILION, "ha": "center"}
plotting.note(half_way, 1, 0.82, "printed", **style)
# sphinx_gallery_start_ignore
fig.alt = (
    "Two panels. Three arches from distance 100 to 101: the score's error "
    "reaches 0.494, above the printed bound, 0.434, and just below the "
    "corrected one, 0.500. Half way, the printed bound is 0.77 to 0.94 of the "
    "error at widths 64 to 256, the corrected one 1.01."
)
fig.caption = (
    "What occurs lies above the printed bound everywhere between the two "
    "distances, and a little below the corrected one."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# At width 128 the error is 0.49388 where 0.43429 was promised. The
# corrected bound, 0.49979, is met within 1.2 percent. Nothing follows
# against the method: errors of a half are small beside scores up to 64.

rows = [
    [d, *(f"{value:.5f}" for value in values)]
    for d, *values in zip(widths, worst, claim, right, strict=True)
]
np.testing.assert_allclose(worst, [0.28183, 0.49388, 0.92224], atol=6e-6)
np.testing.assert_allclose(claim, [0.21715, 0.43429, 0.86859], atol=6e-6)
assert abs(right[1] - 0.49979) < 6e-6
assert np.all(np.array(claim) < worst) and np.all(np.array(worst) < right)
assert right[1] / worst[1] < 1.0125
shares = np.divide(claim, worst)
np.testing.assert_allclose(shares, [0.770, 0.879, 0.942], atol=6e-4)
assert np.all(np.divide(right, worst) < 1.0135)
inner = slice(1, -1)
assert np.all(np.array(seen)[inner] > printed[inner])
assert np.all(np.array(seen) <= corrected)
plt.show()
plotting.Table(["width", "seen", "printed", "corrected"], rows)

# %%
# Where it belongs
# ----------------
# Claim :ref:`position_interpolation.1 <claim-position_interpolation.1>`.
# Theorem 2.1 of :cite:t:`chen2023`, with
# :func:`pe_reference.analysis.bounds.interpolation_error` and
# :func:`pe_reference.analysis.bounds.interpolation_bound`.
