r"""
A picture proves little
=======================

The doubled exponent and shuffled columns draw a perfect band pattern too.
The picture shows lost stationarity, not a wrong formula.
"""
# %%
# What to expect
# --------------
# The article advises to judge a custom encoding by its heat map of dot
# products. Any set of sine and cosine pairs, at any frequencies and in any
# order, makes that map constant along its diagonals. Here are five tables
# of width 64; four are drawn.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
paper = pe.sinusoidal.table(range(100), 64)
order = np.random.default_rng(0).permutation(64)
angles = pe.frequencies.angles(range(100), pe.frequencies.inv_freq(64))
whole = np.floor(angles)  # // where / was meant
truncated = np.stack([np.sin(whole), np.cos(whole)], axis=-1)
swapped = pe.sinusoidal.table(range(100), 64, layout="cosine_first")
tables = {
    "Doubled": pe.article.table(100, 64),
    "Paper": paper,
    "Shuffled": paper[:, order],
    "Truncated": truncated.reshape(100, 64),
    "Cosines first": swapped,
}
grams = {name: pe.properties.gram(table) for name, table in tables.items()}

# %%
# Draw it
# -------

fig, axes = plt.subplots(1, 4, figsize=(7.6, 2.6), sharey=True)
style = {"cmap": "pe_sequential", "vmin": 10, "vmax": 32}
for ax, name in zip(axes, list(tables)[:4], strict=True):
    last = name == "Truncated"
    image = style | {"bar": last, "aspect": "equal"}
    _, bar = plotting.heatmap(ax, grams[name][:50, :50], **image)
    ax.set(title=name, xlabel="position", xticks=[0, 20, 40])
bar.set_ticks([10, 20, 30])
axes[0].set(ylabel="position", yticks=[0, 20, 40])
# sphinx_gallery_start_ignore
fig.alt = (
    "Four square heat maps of 50 by 50 dot products. The article's doubled "
    "exponent, the paper's formula and shuffled columns all give smooth "
    "even bands along the diagonal. Truncated angles give jagged blocks "
    "and steps."
)
fig.caption = (
    "Only the last one shows that something is wrong. The first is the "
    "article's own formula, and the third cannot be told from the second."
)
# sphinx_gallery_end_ignore

# %%
# In numbers
# ----------
# The largest spread along a diagonal, of 32, and the largest difference
# from the paper's table, of 2.

deviation = {
    name: pe.properties.toeplitz_deviation(gram)
    for name, gram in grams.items()
}
apart = {name: np.abs(t - paper).max() for name, t in tables.items()}
shown = dict.fromkeys(tables, "below 1e-11")
shown["Truncated"] = format(deviation["Truncated"], ".1f")
plotting.Table(
    ["table", "spread along a diagonal", "difference from the paper"],
    [(name, shown[name], f"{apart[name]:.2f}") for name in tables],
)

# %%
# Seen
# ----
# Look at the picture to find lost stationarity. To find a wrong formula,
# compare the table itself with a reference, and not only its first rows:
# the first row is the same in all that keep the order of sine and cosine.

broken = deviation.pop("Truncated")
print(f"Truncated: {broken:.1f} of 32; the others: below 1e-11")
assert broken > 5 and max(deviation.values()) < 1e-11
assert apart.pop("Paper") == 0 and min(apart.values()) > 0.5
shuffled = grams["Shuffled"] - grams["Paper"]
assert np.abs(shuffled).max() < 1e-12
first = [tables[name][0] for name in ("Doubled", "Truncated")]
assert np.allclose(first, paper[0])
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`9.5 <claim-9.5>` (a bad encoding shows in its picture),
# :ref:`9.6 <claim-9.6>` (compare the first rows) and
# :ref:`7.19 <claim-7.19>` (what the experiment verifies). The spread is
# :func:`pe_reference.analysis.properties.toeplitz_deviation`, the
# article's loop :func:`pe_reference.article.table`.
