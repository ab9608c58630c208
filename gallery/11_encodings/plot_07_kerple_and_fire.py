r"""
A logarithm, and a share of the way
===================================

KERPLE replaces ALiBi's straight line by a learned power or logarithm. FIRE
feeds a network with the distance as a share of the text so far, which
stays between 0 and 1 however long the text gets.
"""
# %%
# What to expect
# --------------
# A straight penalty ends what a head can see at some distance. A logarithm
# is nearly flat far out. FIRE's input divides one logarithm by another:
# the distance, and the position of the query, or a learned threshold where
# that is more.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
distance = np.arange(513)
alibi = pe.alibi.bias([0], distance, [1 / 16], causal=False)[0, 0]
power, same = (
    pe.kerple.bias(
        [0], distance, r1=[r1], r2=[r2], kind="power", causal=False
    )[0, 0]
    for r1, r2 in [(1 / 4, 1 / 2), (1 / 16, 1)]
)
log = pe.kerple.bias([0], distance, r1=[2], r2=[1], causal=False)[0, 0]
queries = [100, 1000, 10_000]
fire = {"c": 0.1, "threshold": 512}
shares = [
    pe.fire.distance([query], range(query + 1), **fire)[0, ::-1]
    for query in queries
]

# %%
# Draw it
# -------
# Left what is added to the logit, right what FIRE's network is given, for
# queries at three positions and a threshold of 512.

fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.1))
left.plot(distance, alibi, color=plotting.SLATE, ls="--")
left.plot(distance, power, color=plotting.PLUM, ls=":")
left.plot(distance, log, color=plotting.BLUE)
left.set(title="KERPLE: the bias", xlabel="distance", ylim=(-25, 1))
left.set(xticks=[0, 128, 256, 384, 512], yticks=[0, -10, -20])
plotting.note(left, 255, -19, "ALiBi", ha="right")
plotting.note(left, 500, -3.2, "power 1/2", plotting.PLUM, ha="right")
plotting.note(left, 500, -9.6, "logarithm", plotting.BLUE, ha="right")
styles = [(plotting.TEAL, "--"), (plotting.BLUE, "-"), (plotting.PLUM, ":")]
for query, share, style in zip(queries, shares, styles, strict=True):
    right.semilogx(
        range(1, query + 1), share[1:], *style[1:], color=style[0]
    )
    right.plot(query, share[-1], "o", color=style[0])
right.set(title="FIRE: share of the way", xlabel="distance")
right.set(xlim=(1, 15_000), ylim=(0, 1.05), yticks=[0, 0.5, 1])
right.set_xticks([1, 100, 10_000], ["1", "100", "10000"])
plotting.note(right, 60, 0.62, "query 100", plotting.TEAL, ha="right")
plotting.note(right, 330, 0.93, "1000", plotting.BLUE, ha="right")
plotting.note(right, 2500, 0.7, "10000", plotting.PLUM)
# sphinx_gallery_start_ignore
fig.alt = (
    "Left, bias against distance: ALiBi a straight line to -32, the power "
    "1/2 bends to -5.7, the logarithm to -12.5. Right, FIRE's share on a "
    "logarithmic axis: queries at 1000 and 10000 end at 1 at the first "
    "token, the query at 100, below the threshold, at 0.61."
)
fig.caption = (
    "Left, what bends keeps far keys in sight. Right, beyond the threshold "
    "every text ends at 1, and one distance is another share for another "
    "query."
)
# sphinx_gallery_end_ignore

# %%
# Kernels or not
# --------------
# Take off the mean of every row and column of the bias: what KERPLE allows
# is then a matrix of dot products, with no eigenvalue below zero. Beyond an
# exponent of 2 that ends.

n = 16
centre = np.eye(n) - 1 / n
gaps = np.abs(pe.distances.relative_position(range(n), range(n)))
tried = {f"power {e}": -(gaps**e) for e in (0.5, 1.0, 2.0, 2.5)}
tried["log"] = pe.kerple.bias(
    range(n), range(n), r1=[1], r2=[1], causal=False
)[0]
least = {
    name: np.linalg.eigvalsh(centre @ bias @ centre)[0]
    for name, bias in tried.items()
}
kernel = {name: value > -1e-9 for name, value in least.items()}
for name, value in least.items():
    print(f"{name}: smallest eigenvalue {0 if kernel[name] else value:.3g}")

# %%
# Seen
# ----
# A power of 1 is ALiBi itself. FIRE's share is never above 1, and it is no
# function of the distance alone: what is a long way for a query at 1000 is
# less of the way at 10000.

print("far ends:", *(f"{s[-1]:.2f}" for s in shares))
print("share of 100 tokens:", *(f"{s[100]:.2f}" for s in shares))
assert np.array_equal(same, alibi)
assert [name for name, good in kernel.items() if not good] == ["power 2.5"]
assert -238 < least["power 2.5"] < -236
assert alibi[-1] == -32
assert np.allclose([power[-1], log[-1]], [-5.657, -12.48], atol=0.01)
ends = [share[-1] for share in shares]
assert np.allclose(ends, [0.606, 1, 1], atol=5e-4)
assert all(0 <= share.min() <= share.max() <= 1 for share in shares)
assert all((np.diff(share) > 0).all() for share in shares)
hundred = [share[100] for share in shares]
assert np.allclose(hundred, [0.606, 0.520, 0.347], atol=5e-4)
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`kerple.1 <claim-kerple.1>` (ALiBi is one),
# :ref:`kerple.2 <claim-kerple.2>` (the exponent),
# :ref:`kerple.3 <claim-kerple.3>` (no window),
# :ref:`fire.1 <claim-fire.1>` (never above 1),
# :ref:`fire.2 <claim-fire.2>` (not the distance alone) and
# :ref:`fire.3 <claim-fire.3>` (what it can be). The functions are
# :func:`pe_reference.biases.kerple.bias` and
# :func:`pe_reference.biases.fire.distance`. The sources are
# :cite:t:`chi2022` and :cite:t:`li2024`.
