r"""
A slope for each head
=====================

ALiBi takes off a little for each token of distance, and each head has a
slope of its own. The steepest of eight gives half of its weight to 2 keys,
the flattest to 178. Head counts that are no power of two get two series.
"""
# %%
# What to expect
# --------------
# The penalty of a head is its slope times the distance. Eight heads have
# the slopes 1/2, 1/4, ... 1/256. Twelve heads are eight and four more, which
# the authors' code takes from the series for sixteen. To see what the bias
# does alone, let all contents score the same.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
length = 4096
eight, twelve = pe.alibi.slopes(8), pe.alibi.slopes(12)
logits = pe.alibi.bias([length - 1], range(length), eight, causal=True)
weights = pe.attention.softmax(logits)[:, 0]
held = weights[:, ::-1].cumsum(axis=1)
half = (held < 0.5).sum(axis=1) + 1

# %%
# Two series, eight windows
# -------------------------
# Left the slopes in the order in which loaded weights expect them. Right
# the share of the weight that the nearest keys hold, for eight heads.

fig, (order, window) = plt.subplots(1, 2, figsize=(7.6, 3.1))
order.plot(range(8, 12), twelve[8:], "s", color=plotting.PLUM)
order.plot(range(8), eight, "o", color=plotting.BLUE)
order.set_yscale("log", base=2)
order.set(title="Slopes, head by head", xlabel="head")
order.set(xticks=[0, 4, 7, 11], xlim=(-0.6, 12), ylim=(2**-9, 2))
order.set_yticks([2**-8, 2**-4, 1 / 2, 1], ["1/256", "1/16", "1/2", "1"])
order.minorticks_off()
plotting.note(order, 2.3, 0.35, "the first 8", plotting.BLUE)
plotting.note(order, 9.5, 1.3, "4 more of 12", plotting.PLUM, ha="center")
keys = np.arange(1, length + 1)
for head, share in enumerate(held):
    window.semilogx(keys, share, color=plotting.BLUE, lw=1.4)
    window.plot(
        half[head], share[half[head] - 1], "o", color=plotting.VERMILION
    )
window.set(title="Weight of the nearest keys", xlabel="keys, nearest first")
window.set(xlim=(1, length), ylim=(0, 1.02), yticks=[0, 0.5, 1])
window.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
plotting.note(window, 1.15, 0.8, "1/2", plotting.BLUE)
plotting.note(window, 300, 0.3, "slope 1/256", plotting.BLUE)
# sphinx_gallery_start_ignore
fig.alt = (
    "Left, slopes on a logarithmic axis: eight fall from 1/2 to 1/256, "
    "then four more start again at 0.71. Right, share of the weight held "
    "by the nearest keys: eight parallel S-curves; half is reached at 2 "
    "keys for the steepest head and at 178 for the flattest."
)
fig.caption = (
    "Halving the slope doubles the window. The extra heads of 12 lie "
    "between the others, but stand behind them."
)
# sphinx_gallery_end_ignore

# %%
# One row will do
# ---------------
# Some models add the same rising row for every query in place of the
# penalty. Below the diagonal the two differ by a constant in each row, and
# the softmax does not see a constant.

positions, slope = range(16), [1 / 2]
penalty = pe.alibi.bias(positions, positions, slope, causal=False)[0]
row = np.broadcast_to(pe.alibi.row_bias(positions, slope)[0], (16, 16))
same = np.zeros((2, 16, 1))
one, other = (
    pe.attention.softmax(pe.attention.scores(*same, bias=b, causal=True))
    for b in (penalty, row)
)

fig, axes = plt.subplots(1, 3, figsize=(7.6, 2.8))
titles = ["Penalty", "Row", "Weights of either"]
for ax, bias in zip(axes, (penalty, row), strict=False):
    _, bar = plotting.heatmap(ax, bias, vmin=-8, vmax=8, aspect="equal")
    bar.set_ticks([-8, 0, 8])
cells = {"cmap": "pe_sequential", "aspect": "equal", "vmin": 0, "vmax": 1}
_, bar = plotting.heatmap(axes[2], one, **cells)
bar.set_ticks([0, 0.5, 1])
for ax, title in zip(axes, titles, strict=True):
    ax.set(title=title, xlabel="key", xticks=[0, 5, 10, 15])
    ax.set(yticks=[0, 5, 10, 15])
axes[0].set(ylabel="query")
# sphinx_gallery_start_ignore
fig.alt = (
    "Three 16 by 16 maps of query against key. The penalty is 0 on the "
    "diagonal and falls to -7.5 in the far corners. The row form is the "
    "same in all rows and rises from 0 to 7.5. The weights, causal, lie "
    "in a narrow band up to the diagonal."
)
fig.caption = (
    "Two biases that look nothing alike, and one set of causal attention "
    "weights."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# Half of the weight lies within about :math:`\ln 2` over the slope, and
# once the text is several times longer than that, more text does not move
# it. With 4 heads and 16 keys the nearest 4 hold two thirds of the weight
# in the steepest head and hardly more than their share in the flattest.

small = pe.alibi.bias([15], range(16), pe.alibi.slopes(4), causal=True)
nearest = pe.attention.softmax(small)[:, 0, -4:].sum(axis=1)
unmasked = [pe.attention.softmax(bias) for bias in (penalty, row)]
print("half of the weight, keys:", *half)
print("nearest 4 of 16:", *(f"{share:.1%}" for share in nearest))
print("causal, the two forms differ by less than 1e-12")
print(f"unmasked, by {np.abs(np.subtract(*unmasked)).max():.2f}")
assert [*half] == [2, 3, 6, 12, 23, 45, 89, 178]
assert np.allclose(nearest, [0.644, 0.350, 0.274, 0.256], atol=5e-4)
assert np.array_equal(eight, 0.5 ** np.arange(1, 9))
assert np.array_equal(twelve[:8], eight)
assert np.allclose(twelve[8:], [0.7071, 0.3536, 0.1768, 0.0884], atol=5e-5)
assert [*pe.alibi.slopes(6)] == [2**-2, 2**-4, 2**-6, 2**-8, 2**-1, 2**-3]
assert np.allclose(pe.alibi.slopes(16), 0.5 ** np.arange(0.5, 8.5, 0.5))
assert penalty.min() == -7.5 and row.max() == 7.5
assert np.abs(one - other).max() < 1e-12
assert np.abs(np.subtract(*unmasked)).max() > 0.2
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`alibi.1 <claim-alibi.1>` (two series),
# :ref:`alibi.2 <claim-alibi.2>` (one row) and
# :ref:`alibi.3 <claim-alibi.3>` (the windows). The functions are
# :func:`pe_reference.biases.alibi.slopes`,
# :func:`pe_reference.biases.alibi.bias` and
# :func:`pe_reference.biases.alibi.row_bias`. The sources are
# :cite:t:`press2022` and the authors' code, :cite:t:`alibi_code`.
