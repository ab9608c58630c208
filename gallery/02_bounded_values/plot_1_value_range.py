r"""
Listings 2a and 2b: two value ranges
====================================

At position 9 the linear code is 9 everywhere, and it grows without end.
Sines and cosines stay between -1 and 1: in ten rows they reach 1 exactly,
-1 almost.
"""
# %%
# What to expect
# --------------
# The article prints the least and the greatest value of two codes for a
# sequence of 10 and ``d_model`` 512. Its comments say ``9.0 to 9.0`` for
# the linear code and ``-1.0 to 1.0`` for the sinusoidal one. A cosine is 1
# at position 0. No integer position makes a sine exactly -1.

import matplotlib.pyplot as plt

import pe_reference as pe
from pe_reference import plotting

plotting.use()
linear = pe.naive.linear(range(10), 512)
article = pe.article.table(10, 512)
paper = pe.sinusoidal.table(range(10), 512)

# %%
# Print it
# --------
# The linear code first, at position 9 as in the article (listing 2a).

low, high = pe.properties.value_range(linear[9:])
print(f"Value range of the linear code at position 9: {low} to {high}")
assert (low, high) == (9.0, 9.0)

# %%
# Then the sinusoidal code over all positions (listing 2b): once with the
# article's loop, once with the formula of the paper.

seen = [pe.properties.value_range(table) for table in (article, paper)]
print("Value range of the sinusoidal code at any position:")
print(f"  article's loop:    {seen[0][0]:.15f} to {seen[0][1]}")
print(f"  paper's formula:   {seen[1][0]:.15f} to {seen[1][1]}")

# %%
# Draw it
# -------
# The span from the least to the greatest entry of each row.

fig, ax = plt.subplots(figsize=(6.4, 3.4))
least, most = paper.min(axis=1), paper.max(axis=1)
ax.fill_between(range(10), least, most, color=plotting.BLUE, alpha=0.25)
ax.plot(least, color=plotting.BLUE)
ax.plot(most, color=plotting.BLUE)
ax.plot(linear[:, 0], "o--", color=plotting.VERMILION)
plotting.note(ax, 5.1, 6.9, "linear", plotting.VERMILION, ha="right")
plotting.note(ax, 8.9, 1.75, "sinusoidal", plotting.BLUE, ha="right")
ax.set(title="Least to greatest entry of each row", xlabel="position")
ax.set(xticks=[0, 3, 6, 9], yticks=[-1, 1, 3, 5, 7, 9])
# sphinx_gallery_start_ignore
fig.alt = (
    "Entries against position, 0 to 9. The linear code is a dashed line "
    "that climbs from 0 to 9. The sinusoidal code is a band whose upper "
    "edge stays at 1 and whose lower edge falls from 0 to nearly -1 by "
    "position 3 and stays there."
)
fig.caption = (
    "The linear code leaves the range of an embedding after a few words; "
    "the sinusoidal code never does."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# To one decimal both formulas give the ``-1.0 to 1.0`` of the article. The
# exact minimum is a little above -1, and it tells the two formulas apart.
# That is a fact about the input. It is no statement about gradients, which
# pass through an added constant unchanged.

assert abs(seen[0][0] - -0.9999983836604643) < 1e-15
assert abs(seen[1][0] - -0.9999999807324713) < 1e-15
assert seen[0][1] == seen[1][1] == 1.0
rounded = [f"{low:.1f} to {high:.1f}" for low, high in seen]
assert rounded == ["-1.0 to 1.0"] * 2
assert most.min() > 0.999 and least[0] == 0
assert -1 < least.min() and least[3:].max() < -0.98
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`1.1 <claim-1.1>`, :ref:`1.2 <claim-1.2>`,
# :ref:`2.2 <claim-2.2>`, :ref:`2.3 <claim-2.3>` and
# :ref:`2.4 <claim-2.4>`. Functions:
# :func:`pe_reference.embeddings.naive.linear`,
# :func:`pe_reference.embeddings.sinusoidal.table`,
# :func:`pe_reference.article.table`,
# :func:`pe_reference.analysis.properties.value_range`. The formula is that
# of :cite:t:`vaswani2017`.
#
# Claims :ref:`7.15 <claim-7.15>` and :ref:`7.16 <claim-7.16>` point here
# too.
