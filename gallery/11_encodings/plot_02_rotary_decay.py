r"""
Does a rotary score decay?
==========================

A bound on it does: that is RoFormer's curve. The score of query and key of
ones falls on average, and rises and turns negative on the way. For random
queries and keys there is nothing to see at any distance.
"""
# %%
# What to expect
# --------------
# RoFormer bounds a score by a product of two factors. One depends on query
# and key, the other on the distance alone, and that one is drawn in the
# paper. A bound that falls does not say that scores do. Put numbers into
# query and key and see.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
curve = pe.bounds.decay_curve(range(257), 128)
reach = range(8000)
ones = pe.bounds.mean_cosine(reach, 256)
rng = np.random.default_rng(0)
queries, keys = rng.normal(size=(2, 400, 1, 256))
steps = np.geomspace(1, 8000, 40).astype(int)
spectrum = pe.rotary.spectrum(256)
turned = pe.rotary.turn(queries, *pe.frequencies.cos_sin(steps, spectrum))
random = (turned * keys).sum(axis=-1) / 256

# %%
# Draw it
# -------
# Left the bound of the paper, at width 128. Right scores at width 256, over
# the one of query and key of ones at distance 0: the line is that pair, the
# squares are means of 400 pairs of random vectors, and the band holds 9 in
# 10 of these.

fig, (bound, score) = plt.subplots(1, 2, figsize=(7.6, 3.1))
bound.plot(curve, color=plotting.BLUE)
bound.set(title="The bound", xlabel="distance", ylim=(0, 35))
bound.set(xticks=[0, 50, 100, 150, 200, 250], yticks=[0, 10, 20, 30])
plotting.note(bound, 8, 32.3, "32.5 at distance 0", plotting.BLUE)
band = np.quantile(random, [0.05, 0.95], axis=0)
score.fill_between(steps, *band, color=plotting.VERMILION, alpha=0.15, lw=0)
score.semilogx(reach, ones, color=plotting.BLUE, lw=1.2)
score.plot(steps, random.mean(axis=0), "s", color=plotting.VERMILION, ms=3)
score.set(title="Scores", xlabel="distance", ylim=(-0.3, 1.03))
score.set(xlim=(1, 8000), yticks=[0, 0.5, 1])
score.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
score.minorticks_off()
plotting.note(score, 100, 0.62, "all ones", plotting.BLUE)
plotting.note(score, 1.4, -0.2, "random pairs", plotting.VERMILION)
# sphinx_gallery_start_ignore
fig.alt = (
    "Left: a bound falls from 32.5 at distance 0 to 20.9 at 5 and, in "
    "waves, to 6.5 at 250. Right: the score of ones falls from 1 to 0.19 "
    "at 1000, then swings around zero down to -0.14; scores of random "
    "pairs fill the same narrow band around 0 at every distance."
)
fig.caption = (
    "What falls is the bound and, roughly, the score of vectors that agree "
    "in every pair. Random vectors score alike near and far."
)
# sphinx_gallery_end_ignore

# %%
# Any distance can be the favourite
# ---------------------------------
# For every query and every distance there is a key whose score is largest
# there: the query itself, turned back by that distance. A head that looks
# 500 tokens back is a matter of weights.

query = queries[0]
back = pe.frequencies.cos_sin([-500], spectrum)
wanted = pe.rotary.turn(query, *back)
before = -np.arange(1000)
seen = pe.rotary.turn(wanted, *pe.frequencies.cos_sin(-before, spectrum))
logits = (seen * query).sum(axis=-1)
print("largest score at distance", logits.argmax())
assert logits.argmax() == 500

# %%
# Seen
# ----
# The published picture of the bound starts at about 20, though its formula
# gives 32.5 at distance 0: the peak seems to be cut off. At width 128 the
# score of ones first rises from distance 11 to 12, and is negative from
# 1707 on for the first time.

narrow = pe.bounds.mean_cosine(reach, 128)
print("bound at 0, 5 and 250:", *curve[[0, 5, 250]].round(2))
print("ones, width 256, at 1000:", ones[1000].round(3))
print("lowest to 5000:", ones[:5001].min().round(3), ones[:5001].argmin())
print("lowest to 8000:", ones.min().round(3), ones.argmin())
first_negative = int((narrow < 0).argmax())
print("width 128: rises at", pe.properties.first_rise(narrow), end=", ")
print("negative at", first_negative)
assert np.allclose(curve[[0, 5, 250]], [32.5, 20.85, 6.55], atol=5e-3)
values = [1, 0.972, 0.675, 0.456, 0.193, 0.048, -0.029]
where = [0, 1, 10, 100, 1000, 2000, 5000]
assert np.allclose(ones[where], values, atol=5e-4)
assert ones[:5001].argmin() == 4722 and ones.argmin() == 7512
assert np.allclose([ones[4722], ones[7512]], [-0.082, -0.141], atol=5e-4)
assert pe.properties.first_rise(narrow) == 11 and first_negative == 1707
assert np.abs(random.mean(axis=0)).max() < 4 / 16 / 20
assert np.allclose(random.std(axis=0), 1 / 16, rtol=0.2)
plt.show()

# %%
# Where it belongs
# ----------------
# Claim :ref:`rotary.2 <claim-rotary.2>`. The bound is equation 37 and
# figure 2 of :cite:t:`su2021`, the scores are figure 2 of
# :cite:t:`barbero2025`, who show the rest too. The functions are
# :func:`pe_reference.analysis.bounds.decay_curve`,
# :func:`pe_reference.analysis.bounds.mean_cosine` and
# :func:`pe_reference.rotations.rotary.turn`.
