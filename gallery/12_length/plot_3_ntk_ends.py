r"""
Where NTK-aware scaling begins and ends
=======================================

A larger base leaves the fastest pair alone and slows the slowest by
exactly the factor, if it grows by a little more than the factor.
"""
# %%
# What to expect
# --------------
# Pair :math:`j` has the frequency :math:`b^{-2j/d}`. The last one,
# :math:`j = d/2 - 1`, is slowed by :math:`s` when the base grows by
# :math:`s^{d/(d-2)}`; with :math:`s` alone it falls short. All pairs in
# between are slowed by less than :math:`s`, so at :math:`s` times the
# trained length they turn further than they ever did.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
width, trained = 128, 2048
plain = pe.rotary.inv_freq(width)
factors = [2, 4, 8]
slower = [plain / pe.ntk.inv_freq(width, factor=s) for s in factors]
bases = [pe.ntk.base(width, factor=s) for s in factors]
simple = [plain / pe.rotary.inv_freq(width, base=1e4 * s) for s in factors]

# %%
# Angles that are new to a model
# ------------------------------
# A pair that turned less than once in training has shown its model an arc
# of the circle. At four times the length: how far beyond it?

slow = np.flatnonzero(trained * plain < 2 * np.pi)
ntk = 4 / slower[1][slow]
interpolated = 4 * pe.position_interpolation.inv_freq(width, factor=4)[slow]
beyond = int((ntk > 1 + 1e-12).sum())

# %%
# Draw it
# -------
# Left how many times slower each pair turns, right the largest angle at
# four times the trained length over the largest one in training.

fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.1))
ends, arcs = axes
dashes = ["-", "--", "-."]
for s, slowed, dash in zip(factors, slower, dashes, strict=True):
    ends.plot(slowed, color=plotting.BLUE, ls=dash)
    ends.plot(63, s, "o", color=plotting.VERMILION)
    plotting.note(ends, 57, s**0.9 * 1.19, f"factor {s}", ha="right")
ends.set(title="Times slower, by pair", xlabel="pair", yscale="log")
ends.set(yticks=[1, 2, 4, 8], yticklabels=[1, 2, 4, 8], xlim=(0, 66))
ends.minorticks_off()
ends.set(xticks=[0, 20, 40, 63])
arcs.axhspan(0, 1, color=plotting.LIGHT["wash"])
arcs.plot(slow, ntk, color=plotting.VERMILION)
arcs.plot(slow, interpolated / plain[slow], color=plotting.BLUE, ls="--")
arcs.set(title="Largest angle, times trained", xlabel="pair")
arcs.set(ylim=(0, 2), yticks=[0, 0.5, 1, 1.5, 2], xticks=[41, 50, 63])
plotting.note(arcs, 52, 1.5, "larger base", plotting.VERMILION)
plotting.note(arcs, 42, 0.87, "interpolated", plotting.BLUE)
plotting.note(arcs, 42, 0.3, "seen in training")
# sphinx_gallery_start_ignore
fig.alt = (
    "Left, times slower against pair, logarithmic: straight lines from 1 at "
    "pair 0 to marks at 2, 4 and 8 at pair 63. Right, slow pairs 41 to 63: "
    "a larger base falls from 1.6 times the trained angle to 1, "
    "interpolation stays at 1."
)
fig.caption = (
    "A larger base hits the factor at the last pair alone. The slow pairs "
    "before it meet angles that they were never trained on."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# With the factor itself the last pair would be slowed by 1.98 in place of
# 2. And at the nominal length 22 of the 23 slow pairs are out of the range
# they know: the usable factor is smaller than the one that is named.

rows = [
    [s, f"{base:.2f}", f"{after[-1]:.4f}", f"{short[-1]:.4f}"]
    for s, base, after, short in zip(
        factors, bases, slower, simple, strict=True
    )
]
np.testing.assert_allclose(bases, [20221.26, 40889.94, 82684.62], atol=6e-3)
for s, slowed, short in zip(factors, slower, simple, strict=True):
    assert slowed[0] == 1 and abs(slowed[-1] / s - 1) < 1e-14
    assert np.all(slowed[1:-1] > 1) and np.all(slowed[1:-1] < s)
    assert short[-1] < s
assert abs(1 / simple[0][-1] - 0.5054) < 1e-4
assert (slow.size, slow[0], beyond) == (23, 41, 22)
assert 1.6 < ntk[0] < 1.65 and abs(ntk[-1] - 1) < 1e-14
np.testing.assert_allclose(interpolated / plain[slow], 1, rtol=1e-14)
plt.show()
head = ["factor", "new base", "last pair slower by", "with base x factor"]
plotting.Table(head, rows)

# %%
# Where it belongs
# ----------------
# Claims :ref:`ntk.1 <claim-ntk.1>` (the exponent) and :ref:`ntk.5
# <claim-ntk.5>` (angles out of range). The functions are
# :func:`pe_reference.spectra.ntk.base` and
# :func:`pe_reference.spectra.ntk.inv_freq`; the source is
# :cite:t:`ntkaware`, as :cite:t:`peng2023`, section 3.1, write it.
