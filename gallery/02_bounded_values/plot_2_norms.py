r"""
A question of scale
===================

What counts is how long the encoding is beside the embedding. With the
usual initialisations at width 512 the embedding is from 32 times to 1/16
of it.
"""
# %%
# What to expect
# --------------
# Every row of the sinusoidal table has the norm
# :math:`\sqrt{d_{model} / 2}`, because each pair of sine and cosine adds
# one to its square. The row of an embedding has the norm that its
# initialisation gives it. The paper and the article also multiply it by
# :math:`\sqrt{d_{model}}`. Two of the four usual combinations should
# balance, two should not.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
d_model = 512
encoding = np.linalg.norm(pe.sinusoidal.table(range(1000), d_model)[7])

rng = np.random.default_rng(0)
wide = rng.normal(0, 1, (1000, d_model))
narrow = rng.normal(0, d_model**-0.5, (1000, d_model))
bounds = [(6 / (words + d_model)) ** 0.5 for words in (1_000, 37_000)]
few, many = (rng.uniform(-a, a, (1000, d_model)) for a in bounds)
scale = d_model**0.5
rows = {
    "N(0, 1) × √d": wide * scale,
    "N(0, 1)": wide,
    "N(0, 1/d) × √d": narrow * scale,
    "Xavier, 1k words × √d": few * scale,
    "Xavier, 37k words × √d": many * scale,
    "N(0, 1/d)": narrow,
}
norms = [np.linalg.norm(x, axis=1).mean() for x in rows.values()]
ratios = [norm / encoding for norm in norms]

# %%
# Draw it
# -------
# One point is the mean norm of a thousand rows. The line is the norm of
# the encoding.

fig, ax = plt.subplots(figsize=(6.4, 3.4))
ax.axvline(encoding, color=plotting.SLATE, ls="--", lw=1.4)
ax.plot(norms[1:5], [1, 2, 3, 4], "o", color=plotting.BLUE)
ax.plot([norms[0], norms[5]], [0, 5], "D", color=plotting.VERMILION)
ax.set(title="Norm of an embedding row", xscale="log", ylim=(5.6, -0.6))
ax.set(xlim=(0.5, 1500), yticks=range(6), yticklabels=rows)
ax.minorticks_off()
plotting.note(ax, norms[0] * 0.72, 0, "32×", plotting.VERMILION, ha="right")
plotting.note(ax, norms[5] * 1.4, 5, "1/16", plotting.VERMILION)
plotting.note(ax, 19, 5, "encoding, 16")
# sphinx_gallery_start_ignore
fig.alt = (
    "Six points, one for each initialisation, of the norm of an "
    "embedding row on a logarithmic axis, with a dashed line at 16, the "
    "norm of the encoding. N(0, 1) times root d lies at 512, N(0, 1/d) at "
    "1; the others between 3.7 and 23."
)
fig.caption = (
    "Blue: embedding and encoding are of one order. Vermilion: the "
    "embedding drowns the encoding, 32 to 1, or is drowned by it, 1 to 16."
)
# sphinx_gallery_end_ignore

# %%
# In numbers
# ----------

plotting.Table(
    ["initialisation", "norm", "embedding / encoding"],
    [
        (name, f"{norm:.1f}", f"{ratio:.3g}")
        for name, norm, ratio in zip(rows, norms, ratios, strict=True)
    ],
)

# %%
# Seen
# ----
# ``nn.Embedding`` draws from N(0, 1). Multiplied by
# :math:`\sqrt{d_{model}}`, as in the article's encoder, it is 32 times as
# long as the encoding: the order of the words is a faint signal. The same
# factor is right after N(0, 1/d), the initialisation that it belongs to.
# Xavier's depends on the vocabulary too. So "a bounded code keeps the
# embedding intact" is a statement about scale, not about bounds.

print(f"encoding {encoding:.3f}, ratios", np.round(ratios, 3))
assert abs(encoding - 16) < 1e-12
assert np.allclose(ratios[:3], [32, 2**0.5, 2**0.5], rtol=0.01)
assert np.allclose([min(norms[1:5]), max(norms[1:5])], [3.74, 22.6], 0.01)
assert np.allclose(ratios[3:], [1.164, 0.234, 1 / 16], rtol=0.01)
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`5.1 <claim-5.1>` (the distribution stays intact) and
# :ref:`8.6 <claim-8.6>` (the scaling by :math:`\sqrt{d_{model}}`). The
# table is :func:`pe_reference.embeddings.sinusoidal.table`. The factor is
# in :cite:t:`vaswani2017`, section 3.4, which gives no reason for it.
#
# Claims :ref:`1.2 <claim-1.2>`, :ref:`2.1 <claim-2.1>`,
# :ref:`9.3 <claim-9.3>` and :ref:`9.4 <claim-9.4>` point here too.
