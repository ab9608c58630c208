r"""
xPos: a window in the exponent
==============================

xPos lets a rotary score fall with the distance. As the paper prints it,
hardly anything is left after 100 tokens; its code divides the exponent by
512. For keys after the query the factor grows without bound.
"""
# %%
# What to expect
# --------------
# Each pair has a factor below 1, the fastest pair the smallest. A query is
# multiplied by a power of it and a key divided by one, so that a score has
# the power of their distance. The paper has the distance itself as the
# exponent, the code the distance over 512.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
reach = np.unique(np.geomspace(1, 8000, 1500).astype(int))
rotary = pe.bounds.mean_cosine(reach, 128)
code = pe.xpos.similarity(reach, 128)
near = reach[reach <= 200]
paper = pe.xpos.similarity(near, 128, scale_base=None)
ahead = np.arange(-4096, 4097, 64)
factors = pe.xpos.scale(ahead, 128)

# %%
# Draw it
# -------
# Left the score of query and key of ones over the one at distance 0. Right
# the factor of single pairs, with the key before the query and after it.

fig, (score, factor) = plt.subplots(1, 2, figsize=(7.6, 3.1))
score.axhline(0, color=plotting.SLATE, lw=1)
score.semilogx(reach, rotary, color=plotting.TEAL, lw=0.7)
score.semilogx(near, paper, color=plotting.VERMILION, ls=":")
score.semilogx(reach, code, color=plotting.BLUE, lw=2)
score.set(title="Scores", xlabel="distance", ylim=(-0.1, 1.02))
score.set(xlim=(1, 8000), yticks=[0, 0.5, 1])
score.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
score.minorticks_off()
plotting.note(score, 22, 0.1, "as printed", plotting.VERMILION)
plotting.note(score, 45, 0.33, "in the code", plotting.BLUE, ha="right")
plotting.note(score, 300, 0.5, "rotary", plotting.TEAL)
for pair in (0, 16, 32, 63):
    factor.semilogy(ahead, factors[:, pair], color=plotting.BLUE, lw=1.4)
factor.axhline(1, color=plotting.SLATE, lw=1)
factor.axvspan(-4096, 0, color=plotting.VERMILION, alpha=0.1, lw=0)
factor.set(title="Factor of a pair", xlabel="query minus key")
factor.set(xlim=(-4096, 4096), xticks=[-4000, -2000, 0, 2000, 4000])
factor.set(ylim=(2e-5, 5e4), yticks=[1e-4, 1e-2, 1, 100, 10_000])
factor.minorticks_off()
after = "key after\nthe query"
plotting.note(factor, -3900, 1e-3, after, plotting.VERMILION)
plotting.note(factor, 2600, 1e-4, "pair 0", plotting.BLUE, ha="right")
plotting.note(factor, 4000, 3, "pair 63", plotting.BLUE, ha="right")
# sphinx_gallery_start_ignore
fig.alt = (
    "Left: scores against distance, logarithmic. Rotary falls from 1 to "
    "0.48 at 100 and swings around 0 at 8000; the code runs through it "
    "with smaller waves; the printed formula is near 0 from 50 on. Right: "
    "factors of four pairs, straight lines, above 1 for keys after the "
    "query."
)
fig.caption = (
    "A window of 512 tokens damps the waves of the rotary score and leaves "
    "its fall much as it is. Ahead of the query it is no window."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The curve of the paper's figure 1, computed with the code's exponent. It
# still goes up and down.

where = [0, 1, 10, 100, 500, 1000, 2000, 4000, 8000]
plain = pe.bounds.mean_cosine(where, 128)
damped = pe.xpos.similarity(where, 128)
literal = pe.xpos.similarity([1, 10, 100], 128, scale_base=None)
plotting.Table(
    ["distance", "rotary", "xPos, code"],
    [
        [n, f"{one:.3f}", f"{other:.3f}"]
        for n, one, other in zip(where, plain, damped, strict=True)
    ],
)

# %%
# Positions can be counted from the middle of a text, as in the code, or
# from anywhere else: query and key need the same centre, and it cancels.

x = np.random.default_rng(0).normal(size=(2, 20, 128))


def scores(centre):
    query, key = (
        pe.xpos.rotate(part, range(20), role=role, centre=centre)
        for part, role in zip(x, ("query", "key"), strict=True)
    )
    return query @ key.T


change = np.abs(scores(0) - scores(300)).max()
growth = pe.xpos.scale(-4096, 128)[0]
print("as printed, at 1, 10 and 100:", *literal.round(4))
print("centre moved by 300: scores change by less than 1e-12")
print(f"pair 0, key 4096 after the query: times {growth:.0f}")
rotary_values = [1, 0.970, 0.669, 0.477, 0.299, 0.159, 0.029, 0.008, -0.006]
code_values = [1, 0.969, 0.666, 0.454, 0.256, 0.163, 0.092, 0.044, 0.004]
assert np.allclose(plain, rotary_values, atol=6e-4)
assert np.allclose(damped, code_values, atol=6e-4)
assert abs(literal[2] - 0.0075) < 5e-5
assert np.abs(paper[near >= 100]).max() < 0.01
assert change < 1e-12 and growth > 20_000
assert np.allclose(growth, 3.5**8)
assert (np.diff(pe.xpos.similarity(range(200), 128)) > 0).any()
assert np.abs(code - rotary)[reach <= 100].max() < 0.05
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`xpos.1 <claim-xpos.1>` (the exponent),
# :ref:`xpos.2 <claim-xpos.2>` (keys after the query) and
# :ref:`xpos.3 <claim-xpos.3>` (the centre). The sources are
# :cite:t:`sun2023` and their code, :cite:t:`torchscale`; the functions are
# :func:`pe_reference.rotations.xpos.similarity`,
# :func:`pe_reference.rotations.xpos.scale` and
# :func:`pe_reference.rotations.xpos.rotate`.
