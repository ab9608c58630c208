r"""
Clipped at four, seen at forty
==============================

Shaw's encoding has one learned vector for all distances from a limit on.
One layer cannot tell two far tokens apart when they change places. Two
layers can, at any distance.
"""
# %%
# What to expect
# --------------
# With a limit of 4 there are 9 vectors: three on each side for one
# distance alone, two for all that is as far as 4 or farther, and one for
# the query itself. Exchange two neighbouring tokens beyond the limit, and
# for the first token nothing has changed. But they have changed for each
# other, and the next layer reads that.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
limit, length, width = 4, 48, 16
index = pe.shaw.index(range(length), range(length), max_distance=limit)
rng = np.random.default_rng(0)
tokens = rng.normal(size=(length, width))
keys, values = rng.normal(size=(2, 2 * limit + 1, width))
layers = pe.attention.random_layers(width, 2, seed=0)


def first_output(x, depth):
    for layer in layers[:depth]:
        query, key, value = x @ layer.query, x @ layer.key, x @ layer.value
        bias = pe.shaw.bias(query, keys, index)
        logits = pe.attention.scores(query, key, bias=bias)
        weights = pe.attention.softmax(logits)
        x = x + weights @ value + pe.shaw.values(weights, values, index)
    return x[0]


def moved(at, depth):
    exchanged = tokens.copy()
    exchanged[[at, at + 1]] = tokens[[at + 1, at]]
    change = first_output(exchanged, depth) - first_output(tokens, depth)
    return np.linalg.norm(change)


where = np.arange(1, length - 1)
one, two = ([moved(at, depth) for at in where] for depth in (1, 2))

# %%
# Draw it
# -------
# Left which vector belongs to each pair. Right how far the output at the
# first token moves when the tokens at a distance and the next one are
# exchanged. What rounding leaves is drawn at its bound.

floor = 1e-14
fig, (table, response) = plt.subplots(1, 2, figsize=(7.6, 3.1))
part = index[:16, :16]
cells = {"cmap": "pe_sequential", "aspect": "equal", "vmin": 0, "vmax": 8}
_, bar = plotting.heatmap(table, part, **cells)
bar.set_ticks([0, 4, 8])
table.set(title="Which of the 9 vectors", xlabel="key", ylabel="query")
response.semilogy(where, two, "o", color=plotting.BLUE, ms=4)
lone = np.maximum(one, floor)
response.semilogy(where, lone, "s", color=plotting.VERMILION, ms=4)
response.set(title="Two tokens exchanged", xlabel="distance of the first")
response.set(ylim=(1e-15, 60), xticks=[1, 4, 16, 32, 46])
response.set(yticks=[1e-14, 1e-7, 1])
table.set(xticks=[0, 5, 10, 15], yticks=[0, 5, 10, 15])
plotting.note(response, 23, 2e-5, "seen by two layers", plotting.BLUE)
plotting.note(response, 6, 4e-13, "unseen by one layer", plotting.VERMILION)
# sphinx_gallery_start_ignore
fig.alt = (
    "Left, a map of 16 queries by 16 keys: nine colours in diagonal bands, "
    "one for each of -3 to 3, two corners of one colour. Right, change of "
    "the output, logarithmic: one layer drops to rounding at distance 4, "
    "two layers stay above 0.001."
)
fig.caption = (
    "From the limit on, one layer sees a bag of tokens. The second layer "
    "reads their order from what they saw of each other."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The limit holds for a layer, not for a model: here two layers see every
# exchange, ten times beyond the limit too. That the weights are random
# makes no difference to the first half, which is exact; how well trained
# layers use the second half is another question.

print(f"one layer, distances 1 to 3: at least {min(one[:3]):.0e}")
print(f"one layer, from {limit} on: below {floor:.0e}")
print(f"two layers, everywhere: at least {min(two):.0e}")
assert [*part[0, :6]] == [4, 5, 6, 7, 8, 8] and [*part[15, :2]] == [0, 0]
assert {*index.ravel().tolist()} == {*range(9)}
assert min(one[: limit - 1]) > 1e-3
assert max(one[limit - 1 :]) < floor
assert min(two) > 1e-3
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`shaw.1 <claim-shaw.1>` (which side is which),
# :ref:`shaw.2 <claim-shaw.2>` (the limit) and :ref:`shaw.3 <claim-shaw.3>`
# (the division). The functions are :func:`pe_reference.biases.shaw.index`,
# :func:`pe_reference.biases.shaw.bias` and
# :func:`pe_reference.biases.shaw.values`. The source is
# :cite:t:`shaw2018`, section 3.
