r"""
A relative bias is a product of absolute vectors
================================================

Any bias that depends on the offset alone is the same 64 fixed waves on
both sides of a diagonal. Only the diagonal says whether it is ALiBi's,
T5's or another: relative and absolute are not opposites.
"""
# %%
# What to expect
# --------------
# A matrix of 32 tokens that is constant along its diagonals is a corner of
# a circulant one of twice the size, and the Fourier transform makes that
# diagonal. So :math:`B = G D G^*`, where row :math:`j` of :math:`G` belongs
# to position :math:`j` alone: it is a position vector, of width 64.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
where = range(32)
weights = np.random.default_rng(0).normal(size=(32, 1))
biases = {
    "ALiBi": pe.alibi.bias(where, where, [0.5], causal=False)[0],
    "T5": pe.t5.bias(where, where, weights)[0],
}
found = {name: pe.toeplitz.factors(one) for name, one in biases.items()}
waves = found["T5"].left

# %%
# Draw it
# -------
# Two biases, ALiBi's for both directions with a slope of one half, T5's
# with random weights; and the waves that make both.

fig, axes = plt.subplots(1, 3, figsize=(7.6, 3.1))
for ax, (name, bias) in zip(axes, biases.items(), strict=False):
    top = np.abs(bias).max()
    plotting.heatmap(ax, bias / top, bar=False)
    ax.set(title=f"{name} bias", xlabel="key")
axes[0].set(ylabel="query")
plotting.heatmap(axes[2], waves.real * 64)
axes[2].set(title="Waves of both", xlabel="dimension", ylabel="position")
# sphinx_gallery_start_ignore
fig.alt = (
    "Three heat maps. ALiBi's bias, 32 by 32, fades to blue away from the "
    "diagonal. T5's with random weights has stripes along diagonals, "
    "wider far out. Third, 32 positions by 64 dimensions of cosines, one "
    "slow in the first columns, fast in the middle, slow at the end."
)
fig.caption = (
    "Each divided by its largest entry. The waves on the right are the same "
    "for both biases on the left; shown is their real part."
)
# sphinx_gallery_end_ignore

# %%
# Put together again
# ------------------
# The product gives back each bias to rounding.

for name, bias in biases.items():
    left, diagonal = found[name]
    again = left * diagonal @ left.conj().T
    off = np.abs(again - bias).max()
    print(f"{name}: below 1e-12, of {np.abs(bias).max():.1f}")
    assert off < 1e-12
assert np.array_equal(found["ALiBi"].left, found["T5"].left)

# %%
# What one set of vectors cannot do
# ---------------------------------
# The diagonal of ALiBi, which is symmetric, is real, but it has both signs.
# Dot products of a table with itself have none below zero. The queries'
# side and the keys' side must differ, as two projections make them. T5's
# two directions have weights of their own, and its diagonal is complex.

signs = found["ALiBi"].diagonal.real
turning = found["T5"].diagonal.imag
print(
    f"ALiBi: {(signs > 1e-9).sum()} above, {(signs < -1e-9).sum()} below 0"
)
print(f"T5's imaginary part: up to {np.abs(turning).max():.0f}")
own = np.linalg.eigvalsh(biases["ALiBi"])
assert own.min() < -1 and own.max() > 1
assert np.abs(found["ALiBi"].diagonal.imag).max() < 1e-9
assert (signs > 1e-9).sum() == 35 and (signs < -1e-9).sum() == 29
assert np.abs(turning).max() > 100

# %%
# Seen
# ----
# The waves have one size and frequencies in even steps: sinusoids, where
# Vaswani's frequencies fall by a factor. So "relative" and "absolute" name
# two ways to write a bias down. What differs is what can be learned, and at
# which length: these waves are made for 32 positions and no more.

steps = np.angle(waves[0] / waves[0, 0])[:33] * 64 / (2 * np.pi)
print("steps of frequency", np.diff(steps)[:4].round(6))
assert waves.shape == (32, 64)
assert np.allclose(np.abs(waves), 1 / 64, rtol=1e-14, atol=0)
assert np.allclose(np.diff(steps), 1, rtol=1e-12, atol=0)
plt.show()

# %%
# Where it belongs
# ----------------
# :doc:`/encodings/alibi`, :doc:`/encodings/t5` and claim
# :ref:`7.14 <claim-7.14>`, which says the same of one-hot codes. It is
# proposition 1 of :cite:t:`ke2021`, whose model learns two projections of
# absolute vectors in the place of such a bias. The factors are
# :func:`pe_reference.analysis.toeplitz.factors`.
