r"""
T5's staircase
==============

T5 sorts distances into 32 buckets and learns a number for each. Near
distances have a bucket of their own, far ones share; the last bucket
begins at 91 or 113 tokens, not at 128.
"""
# %%
# What to expect
# --------------
# An encoder sees both sides and has 16 buckets for each of them. A decoder
# sees the past alone and has 32 for it. Half of the buckets of a side hold
# one distance each; the rest grow like a logarithm and are meant to reach
# 128. Key minus query: the past is on the left.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
relative = np.arange(-150, 151)
encoder = pe.t5.bucket(relative)
decoder = pe.t5.bucket(relative, bidirectional=False)
sides = pe.t5.first_distances()
past = pe.t5.first_distances(bidirectional=False)

# %%
# Draw it
# -------
# The dots mark where the last buckets begin, the dashed lines 128.

fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.1))
for ax, bucket in zip(axes, (encoder, decoder), strict=True):
    for edge in (-128, 128):
        ax.axvline(edge, color=plotting.SLATE, ls="--", lw=1)
    ax.step(relative, bucket, where="mid", color=plotting.BLUE)
    ax.set(xlabel="key minus query", xticks=[-128, -64, 0, 64, 128])
    ax.set(yticks=[0, 8, 16, 24, 31], ylim=(-1.5, 35.5))
both, causal = axes
both.set(title="Encoder: 16 for each side", ylabel="bucket")
causal.set(title="Decoder: 32 for the past")
ends = [(both, -91, 15), (both, 91, 31), (causal, -113, 31)]
for ax, at, bucket in ends:
    ax.plot(at, bucket, "o", color=plotting.VERMILION)
style = {"colour": plotting.VERMILION}
plotting.note(both, -89, 17.5, "from 91", **style)
plotting.note(both, 89, 33.5, "from 91", ha="right", **style)
plotting.note(causal, -111, 33.5, "from 113", **style)
plotting.note(causal, 64, 3, "future", plotting.BLUE, ha="center")
# sphinx_gallery_start_ignore
fig.alt = (
    "Two staircases of bucket against key minus query, -150 to 150. "
    "Encoder: from 15 at the far left down to 0 at the query, a jump to 17 "
    "and up to 31, last steps at 91. Decoder: from 31, its step at 113, "
    "down to 0, where the future stays."
)
fig.caption = (
    "The steps get ever wider. From each dot outwards all distances share "
    "one learned number, well before the nominal 128."
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The last step is where the logarithm has one bucket to go, not where it
# arrives. And one bucket of the encoder holds nothing: the query's own
# distance, 0, counts as past, so that the future starts at 17.

print("encoder, each side:", *sides)
print("decoder:", *past)
print("never used:", *sorted({*range(32)} - {*encoder.tolist()}))
assert [*sides] == [*range(9), 12, 16, 23, 32, 46, 64, 91]
logarithmic = [16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99]
assert [*past] == [*range(16), *logarithmic, 113]
for ax, at, last in ends:
    bucket = encoder if ax is both else decoder
    assert bucket[relative == at] == last
    assert bucket[relative == at - np.sign(at)] == last - 1
assert {*range(32)} - {*encoder.tolist()} == {16}
assert {*decoder.tolist()} == {*range(32)}
assert [*pe.t5.bucket([-8, -1, 0, 1, 8])] == [8, 1, 0, 17, 24]
assert not decoder[relative >= 0].any()
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`t5.1 <claim-t5.1>` (the last bucket),
# :ref:`t5.2 <claim-t5.2>` (the sign) and :ref:`t5.3 <claim-t5.3>` (the
# empty one), and :ref:`10.5 <claim-10.5>` of the article. The buckets are
# :func:`pe_reference.biases.t5.bucket`, their edges
# :func:`pe_reference.biases.t5.first_distances`. The source is
# :cite:t:`raffel2020`, section 2.1.
