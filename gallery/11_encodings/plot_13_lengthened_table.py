r"""
Five ways to lengthen a learned table
=====================================

All fill 32 rows from 8, and no two agree. Repeating keeps old rows where
they were; interpolating keeps the order; and with corners aligned or not,
the ends lie elsewhere.
"""
# %%
# What to expect
# --------------
# A learned table has no row beyond its last. Whoever needs more makes them
# from the old ones. To see what each way does, let the old table hold the
# numbers of its own rows, 0 to 7: the new one then says where each of its
# rows was taken from.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
table = np.arange(8.0)[:, None]
aligned = pe.learned.interpolate(table, 32, align_corners=True)
cells = pe.learned.interpolate(table, 32, align_corners=False)
stride = pe.learned.keep_stride(table, 32)
last = pe.learned.repeat_last(table, 32)
again = pe.learned.tile(table, 32)

# %%
# Draw it
# -------
# The three that squeeze old rows together, then the two that leave them
# where they were.

fig, (squeeze, keep) = plt.subplots(1, 2, figsize=(7.6, 3.1))
squeeze.plot(aligned, "-", color=plotting.BLUE)
squeeze.plot(cells, "--", color=plotting.VERMILION)
squeeze.plot(stride, ":", color=plotting.PLUM)
squeeze.set(title="Interpolated", xlabel="new position")
note = "corners aligned"
plotting.note(squeeze, 13, 2.1, note, plotting.BLUE)
plotting.note(squeeze, 9, 0.9, "cells", plotting.VERMILION)
plotting.note(squeeze, 14, 5.6, "stride kept", plotting.PLUM, ha="right")
keep.plot(last, "-", color=plotting.TEAL)
keep.plot(again, "--", color=plotting.VERMILION)
keep.set(title="Repeated", xlabel="new position")
for ax in (squeeze, keep):
    ax.set(xticks=[0, 8, 16, 24, 31], yticks=[0, 7], ylim=(-0.4, 7.8))
plotting.note(keep, 9, 7.4, "last row", plotting.TEAL)
plotting.note(keep, 19, 0.9, "tiled", plotting.VERMILION)
# sphinx_gallery_start_ignore
fig.alt = (
    "Two panels, old row against new position, 0 to 31. Left three rising "
    "lines: corners aligned straight from 0 to 7; cells flat at both ends "
    "and steeper; stride kept reaches 7 at position 28. Right: last row "
    "climbs to 7 at position 7 and stays; tiled, a saw of four teeth."
)
fig.caption = (
    "Old row that each new row is taken from. Interpolating makes steps of "
    "about a quarter; repeating makes many positions one."
)
# sphinx_gallery_end_ignore

# %%
# Corners
# -------
# The two rules of interpolation, for 4 rows made 7. Port a model from one
# to the other, and everything moves a little, most near the ends.

short = np.arange(4.0)[:, None]
for corners in (True, False):
    seven = pe.learned.interpolate(short, 7, align_corners=corners)
    print(seven.ravel().round(4))
inner = [0.35714286, 0.92857143, 1.5, 2.07142857, 2.64285714]
assert np.allclose(seven.ravel(), [0, *inner, 3], rtol=0, atol=1e-8)
gap = np.abs(aligned - cells).ravel()
assert gap.argmax() in (2, 29) and 0.32 < gap.max() < 0.33

# %%
# Seen
# ----
# Only where the stride is kept do all old rows come back, every fourth
# place. Corners aligned keep two of them, the first and the last. Tiled
# positions 8 apart are the same to the model, and with the last row
# repeated all from 7 on are.


def kept(rows):
    return sum(row in rows for row in table)


ways = (aligned, cells, stride, last, again)
print("old rows kept:", [kept(rows) for rows in ways])
print("different rows:", [len(np.unique(rows)) for rows in ways])
assert [kept(rows) for rows in ways] == [2, 2, 8, 8, 8]
assert [len(np.unique(rows)) for rows in ways] == [32, 30, 29, 8, 8]
assert np.array_equal(stride[::4], table)
assert np.array_equal(again[8:], again[:-8]) and (last[7:] == 7).all()
plt.show()

# %%
# Where it belongs
# ----------------
# :doc:`/encodings/learned`, claims :ref:`learned.1 <claim-learned.1>` to
# :ref:`learned.3 <claim-learned.3>`. Image models resize their tables as
# :cite:t:`dosovitskiy2021` do, with
# :func:`pe_reference.embeddings.learned.interpolate_grid`. The others are
# :func:`pe_reference.embeddings.learned.interpolate`,
# :func:`pe_reference.embeddings.learned.keep_stride`,
# :func:`pe_reference.embeddings.learned.repeat_last` and
# :func:`pe_reference.embeddings.learned.tile`. None of them has been
# trained: they are where training goes on.
