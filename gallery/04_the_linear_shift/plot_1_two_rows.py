r"""
Listing 4: rows 10 and 13
=========================

Three positions on, every entry has changed by an amount of its own, so
row 13 is not row 10 plus a constant. Yet one fixed matrix turns the one
into the other, exactly.
"""
# %%
# What to expect
# --------------
# The article prints the first 8 entries of rows 10 and 13 of a 70 x 64
# table. Only dimensions 0 and 1 agree between its formula and the paper's:
# from dimension 2 on, its doubled exponent slows everything down.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
tables = {
    "Article's loop": pe.article.table(70, 64),
    "Paper's formula": pe.sinusoidal.table(range(70), 64),
}

# %%
# Print it
# --------
# Rounded to three decimals, as in the article.

rows = {name: np.round(t[[10, 13], :8], 3) for name, t in tables.items()}
for name, (ten, thirteen) in rows.items():
    print(name)
    print("Position 10 (first 8):", *ten)
    print("Position 13 (first 8):", *thirteen)

# %%
# Draw it
# -------
# Each dimension as a step: from an open ring at position 10 to a full dot
# at position 13.

fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.1), sharey=True)
page = plotting.LIGHT["page"]
colours = (plotting.VERMILION, plotting.BLUE)
for ax, name, colour in zip(axes, rows, colours, strict=True):
    ten, thirteen = rows[name]
    ax.vlines(range(8), ten, thirteen, color=colour)
    ax.plot(ten, "o", color=colour, mfc=page, mew=1.5)
    ax.plot(thirteen, "o", color=colour)
    ax.set(title=name, xlabel="dimension", xticks=range(8))
    ax.set(xlim=(-0.4, 7.4), ylim=(-1.1, 1.1))
    ax.set(yticks=[-1, 0, 1])
plotting.note(axes[1], 0.22, -0.54, "10", plotting.BLUE)
plotting.note(axes[1], 0.22, 0.42, "13", plotting.BLUE)
# sphinx_gallery_start_ignore
fig.alt = (
    "Two panels, article's loop and paper's, with a vertical step for "
    "each of dimensions 0 to 7, from the entry at position 10 to that at "
    "13. Steps go up and down, by lengths from 0.16 to 1.75; from "
    "dimension 2 on the panels differ."
)
fig.caption = (
    "Every dimension takes a step of its own, so no fixed vector leads "
    "from row 10 to row 13. The formulas share dimensions 0 and 1."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The steps differ, so an offset is not an addition. It is a rotation of
# every pair: the matrix :math:`T(3)` in closed form turns row 10 into row
# 13 with both formulas. The article's loop is the paper's formula with the
# base squared, so its matrix takes base :math:`10^8`.

exact = {"Article's loop": 1e8, "Paper's formula": 1e4}
for name, base in exact.items():
    shift = pe.sinusoidal.shift_matrix(3, 64, base=base)
    error = np.abs(shift @ tables[name][10] - tables[name][13]).max()
    print(f"{name}: T(3) misses row 13 by less than 1e-14")
    assert error < 1e-14

assert rows["Article's loop"].tolist() == [
    [-0.544, -0.839, -0.613, 0.79, -0.021, -1.0, 0.979, -0.206],
    [0.42, 0.907, 0.856, 0.517, -0.825, -0.566, 0.738, -0.675],
]
assert rows["Paper's formula"].tolist() == [
    [-0.544, -0.839, 0.938, 0.348, -0.613, 0.79, -0.88, -0.475],
    [0.42, 0.907, -0.318, -0.948, 0.856, 0.517, -0.718, 0.696],
]
steps = np.abs([thirteen - ten for ten, thirteen in rows.values()])
assert np.round([steps.min(), steps.max()], 2).tolist() == [0.16, 1.75]
agree = np.isclose(*tables.values()).all(axis=0)
assert agree[:2].all() and not agree[2:].any()
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`4.1 <claim-4.1>`, :ref:`4.3 <claim-4.3>`,
# :ref:`4.4 <claim-4.4>`, :ref:`4.5 <claim-4.5>` and
# :ref:`2.5 <claim-2.5>`. Functions:
# :func:`pe_reference.embeddings.sinusoidal.table`,
# :func:`pe_reference.embeddings.sinusoidal.shift_matrix`,
# :func:`pe_reference.article.table`. The formula is that of
# :cite:t:`vaswani2017`.
