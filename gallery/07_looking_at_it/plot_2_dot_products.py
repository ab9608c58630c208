r"""
Figure 7.2a: dot products
=========================

The dot product of two rows depends on their distance alone: one value
along every diagonal. So it is with both formulas, and the pattern does not
say which one is right.
"""
# %%
# What to expect
# --------------
# The article takes the 100 x 256 table of figure 7.1, multiplies it by its
# own transpose and draws the first 50 positions. The product of two rows is
# a sum of :math:`\cos(\omega_j (p - q))` over the pairs: the largest value,
# 128, on the diagonal, and the same value along every line parallel to it.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
seq_len, d_model = 100, 256
article = pe.properties.gram(pe.article.table(seq_len, d_model))
paper = pe.sinusoidal.table(range(seq_len), d_model)
paper = pe.properties.gram(paper)

# %%
# Draw it
# -------
# Both panels share one scale.

fig, axes = plt.subplots(1, 2, figsize=(7.6, 4.0), sharey=True)
style = {"cmap": "pe_sequential", "vmin": 64, "vmax": 128}
style["aspect"] = "equal"
plotting.heatmap(axes[0], paper[:50, :50], bar=False, **style)
plotting.heatmap(axes[1], article[:50, :50], **style)
axes[0].set(title="Paper's formula", xlabel="position j")
axes[0].set(ylabel="position i")
axes[1].set(title="Article's loop", xlabel="position j")
# sphinx_gallery_start_ignore
fig.alt = (
    "Two square heat maps of dot products of positions 0 to 49. A bright "
    "diagonal of 128 darkens to both sides in faint bands. At the corners "
    "the paper's formula reaches 66, the article's 98; each diagonal has "
    "one colour throughout."
)
fig.caption = (
    "Brightest on the diagonal, where a row meets itself, and equal along "
    "every parallel. The article's loop falls off less."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# Along a diagonal the values differ by rounding alone. "Mainly on the
# distance", says the article; it is on the distance alone. The fall is not
# periodic: figure 7.2b shows its course.

for name, gram in (("paper", paper), ("article", article)):
    spread = pe.properties.toeplitz_deviation(gram)
    corner = gram[0, 49]
    print(f"{name}: diagonal {gram[0, 0]:.0f}, corner {corner:.2f}")
    assert spread < 1e-11
    assert np.allclose(np.diag(gram), d_model / 2)
    assert (gram.argmax(axis=1) == range(seq_len)).all()
print("spread along any diagonal: less than 1e-11")
assert [round(gram[0, 49]) for gram in (paper, article)] == [66, 98]
assert paper[:50, :50].min() > 64
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`7.6 <claim-7.6>`, :ref:`7.7 <claim-7.7>`,
# :ref:`7.9 <claim-7.9>`, :ref:`7.19 <claim-7.19>` and
# :ref:`9.5 <claim-9.5>`. Functions:
# :func:`pe_reference.analysis.properties.gram`,
# :func:`pe_reference.analysis.properties.toeplitz_deviation`,
# :func:`pe_reference.embeddings.sinusoidal.similarity`. The formula is that
# of :cite:t:`vaswani2017`.
#
# Claim :ref:`10.8 <claim-10.8>` points here too.
