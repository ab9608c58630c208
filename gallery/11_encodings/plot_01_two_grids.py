r"""
Two grids, one of them the paper's
==================================

The paper's exponents stop short of its base, and its authors' code ends at
it. At width 512 that stretches every wavelength by up to 4 %. Entries
differ by 0.07 within 50 positions and by as much as they can within 5000.
"""
# %%
# What to expect
# --------------
# The paper divides the exponent by the width, tensor2tensor by the number
# of pairs less one. Both start at the frequency 1, so that early positions
# hardly differ. A wavelength that is off by 1 % is off by a whole turn
# after 100 turns.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
widths = [64, 128, 512]
paper, code = (
    [pe.frequencies.inv_freq(d, grid=grid) for d in widths]
    for grid in ("paper", "tensor2tensor")
)
one, other = (
    pe.sinusoidal.table(range(5000), 512, grid=grid)
    for grid in ("paper", "tensor2tensor")
)
largest = np.maximum.accumulate(np.abs(one - other).max(axis=1))

# %%
# Draw it
# -------
# Left how much longer the wavelengths of the code are, from the first pair
# to the last. Right the largest difference between two entries up to a
# position, at width 512.

fig, (stretch, drift) = plt.subplots(1, 2, figsize=(7.6, 3.1))
lines = [(plotting.PLUM, ":"), (plotting.TEAL, "--"), (plotting.BLUE, "-")]
for k, (colour, dash) in enumerate(lines):
    share = np.linspace(0, 1, widths[k] // 2)
    stretch.plot(share, paper[k] / code[k], color=colour, ls=dash)
stretch.set(title="Wavelengths, code over paper", ylim=(0.98, 1.4))
stretch.set_xticks([0, 0.5, 1], ["first pair", "half way", "last"])
stretch.set(yticks=[1, 1.1, 1.2, 1.3])
plotting.note(stretch, 0.62, 1.28, "width 64", plotting.PLUM, ha="right")
plotting.note(stretch, 0.75, 1.145, "128", plotting.TEAL, ha="right")
plotting.note(stretch, 0.75, 1.055, "512", plotting.BLUE, ha="right")
drift.loglog(range(1, 5000), largest[1:], color=plotting.VERMILION)
ends = [49, 511, 4999]
drift.plot(ends, largest[ends], "o", color=plotting.VERMILION)
drift.set(title="Largest difference so far", xlabel="position")
drift.set(ylim=(8e-4, 5), xlim=(1, 9000))
drift.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
names = ["0.001", "0.01", "0.1", "1"]
drift.set_yticks([0.001, 0.01, 0.1, 1], names)
drift.minorticks_off()
for end, name in zip(ends, ["0.07", "0.71", "2.0"], strict=True):
    x, y = end * 0.85, largest[end] * 1.45
    plotting.note(drift, x, y, name, plotting.VERMILION, ha="right")
# sphinx_gallery_start_ignore
fig.alt = (
    "Left: wavelengths of the code over those of the paper, from 1 at the "
    "first pair up to 1.33 at width 64, 1.15 at 128, 1.04 at 512. Right, "
    "both axes logarithmic: the largest difference of entries rises from "
    "0.001 to 0.07 at 49, 0.71 at 511 and 2 at 4999."
)
fig.caption = (
    "The wider the encoding, the closer the grids. The difference grows "
    "with the position until two entries have opposite signs."
)
# sphinx_gallery_end_ignore

# %%
# Another base will do
# --------------------
# The grid of the code is the paper's with the base raised to the power
# d/(d - 2): a table of one kind can be had from a function for the other.
# It is the exponent that NTK-aware scaling multiplies a base by.

for k, d in enumerate(widths):
    base = 10_000 ** (d / (d - 2))
    again = pe.frequencies.inv_freq(d, base=base)
    print(f"width {d}: base {base:.0f}")
    assert np.allclose(again, code[k], rtol=1e-14, atol=0)

# %%
# Seen
# ----
# The sentence of the paper, wavelengths from :math:`2\pi` to
# :math:`10000 \cdot 2\pi`, describes the code. The formula that is printed
# beside it ends earlier, and the more so the narrower the encoding.

for k, d in enumerate(widths):
    ends_at = 1 / paper[k][-1], 1 / code[k][-1]
    print(f"width {d}: last wavelength over 2 pi", *np.round(ends_at, 1))
last = [1 / frequencies[-1] for frequencies in paper]
assert np.allclose(last, [7498.9, 8659.6, 9646.6], atol=0.05)
assert all(abs(frequencies[-1] / 1e-4 - 1) < 1e-14 for frequencies in code)
ratios = [paper[k][-1] / code[k][-1] for k in range(3)]
assert np.allclose(ratios, [1.33, 1.15, 1.04], atol=6e-3)
assert np.allclose(largest[[1, *ends]], [0.001, 0.07, 0.71, 2], atol=5e-3)
assert largest[0] == 0 and largest.max() <= 2
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`9.6 <claim-9.6>` (how far the tables drift apart) and
# :ref:`conventions.1 <claim-conventions.1>` (the other base). The grids
# are those of :cite:t:`vaswani2017` and of :cite:t:`tensor2tensor`; both
# come from :func:`pe_reference.frequencies.inv_freq`.
