r"""
The clock
=========

From 3 to 6 o'clock is 90 degrees, and so is 15 to 18. The turn carries the
distance; the period only makes 3 and 15 look alike.
"""
# %%
# What to expect
# --------------
# A pair of dimensions is the tip of a hand, sine to the right and cosine
# upwards: at position 0 it points to twelve, then it turns clockwise. A
# hand that needs twelve hours shows the same at 3 and at 15. Let it turn
# at half the speed and it tells the two apart.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
hours = [3, 6, 15, 18]
speeds = 2 * np.pi / np.array([12, 24])
cos, sin = pe.frequencies.cos_sin(hours, speeds)


def dial(ax, title):
    axis = plotting.LIGHT["axis"]
    ax.add_patch(plt.Circle((0, 0), 1, fill=False, ec=axis, lw=1))
    ax.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), aspect="equal", title=title)
    ax.set_axis_off()


def hand(ax, x, y, name, **style):
    ax.plot([0, x], [0, y], **style)
    plotting.note(ax, 1.2 * x, 1.2 * y, name, style["color"], ha="center")


# %%
# Draw it
# -------

fig, axes = plt.subplots(1, 3, figsize=(7.6, 2.9))
shown = [(0, (0, 1)), (0, (2, 3)), (1, (0, 1, 2, 3))]
titles = ["12 hours: 3 to 6", "12 hours: 15 to 18", "24 hours: all four"]
for ax, title, (speed, which) in zip(axes, titles, shown, strict=True):
    dial(ax, title)
    for k in which:
        late = {"color": plotting.VERMILION, "ls": "--"}
        style = late if k > 1 else {"color": plotting.BLUE}
        hand(ax, sin[k, speed], cos[k, speed], str(hours[k]), **style)
# sphinx_gallery_start_ignore
fig.alt = (
    "Three dials. On a twelve-hour dial the hands for 3 and 6 point right "
    "and down, 90 degrees apart; those for 15 and 18 lie in the same "
    "places. On a twenty-four-hour dial the four point four ways, 45 "
    "degrees from 3 to 6 and from 15 to 18."
)
fig.caption = (
    "The first two dials cannot be told apart. The third, at half the "
    "speed, still gives both distances the same angle, and every hour a "
    "place of its own."
)
# sphinx_gallery_end_ignore

# %%
# Many hands
# ----------
# One row of the table is a dial for each pair. Here are the three
# fastest of eight (``d_model`` 16), at positions 10 and 13, and at 40 and
# 43.

table = pe.sinusoidal.table(range(100), 16)
fig, axes = plt.subplots(1, 3, figsize=(7.6, 2.9))
for pair, ax in enumerate(axes):
    dial(ax, f"Pair {pair}")
    for position in (10, 13, 40, 43):
        late = {"color": plotting.VERMILION, "ls": "--"}
        style = late if position > 13 else {"color": plotting.BLUE}
        x, y = table[position, 2 * pair : 2 * pair + 2]
        hand(ax, x, y, str(position), **style)
# sphinx_gallery_start_ignore
fig.alt = (
    "Three dials, each with hands for positions 10 and 13, solid, and for "
    "40 and 43, dashed. Within one dial both pairs of hands are the same "
    "angle apart: 172 degrees in pair 0, then 54 and 17."
)
fig.caption = (
    "Three positions are 172, 54 or 17 degrees, a fixed angle for each "
    "dial, wherever one starts."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The cosine of an angle between two hands is their dot product. Read from
# the hands, the angles are the same for both starts. What makes them so is
# angle addition, which needs no hand to come round: over these hundred
# positions the five slower pairs of the row do not complete a turn.

dots = [cos[a] * cos[b] + sin[a] * sin[b] for a, b in ((0, 1), (2, 3))]
print("degrees, 12 and 24 hours:", np.degrees(np.arccos(dots)).round(6))
assert np.allclose(np.degrees(np.arccos(dots)), [[90, 45], [90, 45]])
assert np.allclose([cos[0, 0], sin[0, 0]], [cos[2, 0], sin[2, 0]])

hands = table.reshape(100, 8, 2)
turn = [(hands[p] * hands[p + 3]).sum(axis=-1) for p in (10, 40)]
degrees = np.degrees(np.arccos(turn[0]))[:3]
print("degrees, pairs 0 to 2:", degrees.round(1))
assert np.allclose(*turn)
assert degrees.round().tolist() == [172, 54, 17]
assert pe.properties.smallest_distance(table) > 1
assert (100 * pe.frequencies.inv_freq(16) < 2 * np.pi).sum() == 5
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`3.5 <claim-3.5>` (the clock), :ref:`3.1 <claim-3.1>` (the
# period), :ref:`1.3 <claim-1.3>` (whether the period is what expresses
# distance) and :ref:`7.3 <claim-7.3>` (a vector of its own for every
# position). The hands come from
# :func:`pe_reference.frequencies.cos_sin` and
# :func:`pe_reference.embeddings.sinusoidal.table`.
#
# Claim :ref:`7.2 <claim-7.2>` points here too.
