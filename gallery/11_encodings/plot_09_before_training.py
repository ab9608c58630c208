r"""
Positions before any training
=============================

In a causal layer of random weights the variance of the output falls as one
over the position: a trace that a later layer can read. A probe that reads
nothing is off by 341 of 1024 positions.
"""
# %%
# What to expect
# --------------
# Small random weights make almost equal scores, so token :math:`m` averages
# :math:`m` values of about the same size. The variance of a mean of
# :math:`m` independent numbers is one :math:`m`-th of theirs. In a plot of
# two logarithms that is a line of slope -1.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
drawn = [
    pe.nope.initial_variance(512, 768, num_heads=12, batch=4, seed=seed)
    for seed in range(3)
]
line = pe.nope.uniform_variance(512, 768)
slopes = [pe.nope.variance_slope(variance) for variance in drawn]

# %%
# What is no knowledge worth?
# ---------------------------
# A probe guesses the position of a token from its vector, and is judged by
# how far off it is on average. Two guesses need no vector: any position at
# random, and always the same one.

positions = np.arange(1024)
constant = [np.abs(positions - guess).mean() for guess in positions]
random = pe.nope.random_probe_error(1024)
best = min(constant)

# %%
# Draw it
# -------
# Left the three draws against the line, weights from :math:`N(0, 0.02^2)`.
# Right the error of every constant guess, and that of a random one.

fig, (trace, blind) = plt.subplots(1, 2, figsize=(7.6, 3.1))
where = np.arange(1, 513)
for variance in drawn:
    trace.loglog(where, variance, color=plotting.BLUE, lw=1)
trace.loglog(where, line, "--", color=plotting.SLATE)
trace.set(title="Variance of the output", xlabel="position")
trace.set(xticks=[1, 10, 100], yticks=[1e-3, 1e-2, 1e-1])
trace.xaxis.set_major_formatter("{x:.0f}")
trace.minorticks_off()
plotting.note(trace, 30, 8e-3, "three draws", plotting.BLUE)
plotting.note(trace, 1.3, 1.2e-3, "one over position")
blind.plot(positions, constant, color=plotting.TEAL)
blind.axhline(random, color=plotting.VERMILION, ls="--")
blind.plot(511.5, best, "o", color=plotting.TEAL)
blind.set(title="Error of a blind guess", xlabel="guess", ylim=(0, 540))
blind.set(xticks=[0, 256, 512, 768, 1023], yticks=[0, 256, 512])
note = "at random: 341.33"
plotting.note(blind, 512, 372, note, plotting.VERMILION, ha="center")
note = "always the middle: 256"
plotting.note(blind, 512, 222, note, plotting.TEAL, ha="center")
# sphinx_gallery_start_ignore
fig.alt = (
    "Two panels. Left: variance against position, 1 to 512, both "
    "logarithmic; three draws lie close to a straight line of slope -1. "
    "Right: error of a constant guess among 1024 positions, lowest in the "
    "middle at 256, above it a line at 341.33 for a random guess."
)
fig.caption = (
    "A causal mask leaves its trace at once; and a position probe has to "
    "beat 256, not only 341, before it has found anything."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The slopes scatter around -1 with the weights. The variance lies up to a
# third above or below the line: scores are not quite equal, and a draw is
# a draw. One variance tells little of one position, but a mean over
# hundreds of dimensions does.

ratios = np.array(drawn) / line
print("slopes", [f"{slope:.2f}" for slope in slopes])
print(f"over the line: {ratios.min():.2f} to {ratios.max():.2f}")
print(f"random {random:.2f}, best constant {best:.0f}")
assert all(abs(slope + 0.98) < 0.03 for slope in slopes)
assert 0.75 < ratios.min() and ratios.max() < 1.33
assert round(random, 2) == 341.33 and best == 256
assert constant[511] == constant[512] == best
plt.show()

# %%
# Where it belongs
# ----------------
# :doc:`/encodings/nope`, claims :ref:`nope.3 <claim-nope.3>` and
# :ref:`nope.4 <claim-nope.4>`. The variance is the finding of
# :cite:t:`chi2023`; probes without encodings are those of
# :cite:t:`haviv2022`, whose figure 2 begins at the random error. Functions:
# :func:`pe_reference.analysis.nope.initial_variance`,
# :func:`pe_reference.analysis.nope.variance_slope` and
# :func:`pe_reference.analysis.nope.random_probe_error`.
