r"""
Without any encoding
====================

An encoder without positions is blind to them. A causal decoder counts from
a marked beginning with one layer already; to say which token came just
before it takes two.
"""
# %%
# What to expect
# --------------
# Three questions to models without any encoding, about 32 random tokens.
# *Where, from a mark*: say at which position a token stands, when the first
# token is a mark that occurs nowhere else. *Where*: the same without a
# mark. *Before*: say which token stood one place before.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
record = pe.experiments.runner.asked("no_encoding")
lead = pe.experiments.margins.lead
print(record.question)

# %%
# Draw it
# -------
# Mean and range over the seeds; dotted, a guess for each question. Last,
# one layer with sinusoids.

tasks = {
    "where,\nfrom a mark": "probe from a mark",
    "where": "probe",
    "before": "previous",
}
kinds = {
    "encoder": (plotting.VERMILION, "D", "encoder, 2 layers"),
    "causal-1": (plotting.TEAL, "s", "causal, 1 layer"),
    "causal-2": (plotting.BLUE, "o", "causal, 2 layers"),
}
fig, ax = plt.subplots(figsize=(6.4, 3.7))
for number, (kind, (colour, marker, words)) in enumerate(kinds.items()):
    places = np.arange(3) + 0.2 * (number - 1)
    runs = np.stack(
        [
            record.values(f"{task}/{kind}", "accuracy")
            for task in tasks.values()
        ],
        axis=1,
    )
    plotting.runs(ax, places, runs, colour, ls="", marker=marker, ms=7)
    plotting.note(ax, 0.62, 0.9 - 0.11 * number, words, colour)
for x, task in enumerate(tasks.values()):
    chance = record.of(f"{task}/encoder")[0].chance
    ax.plot([x - 0.35, x + 0.45], 2 * [chance], ":", color=plotting.SLATE)
runs = record.values("previous/sinusoidal", "accuracy")[:, None]
plotting.runs(ax, [2.4], runs, plotting.PLUM, ls="", marker="^", ms=8)
for place, kind in zip((1.8, 2, 2.2), kinds, strict=True):
    bag = record.mean(f"previous/{kind}", "bag")
    ax.plot([place - 0.1, place + 0.1], [bag, bag], "--", c=plotting.SLATE)
plotting.note(ax, 2.33, 0.74, "1 layer,\nsinusoids", plotting.PLUM)
ax.axhline(1, color=plotting.SLATE, ls=":", lw=1.2)
ax.set(title="Accuracy without encoding", ylim=(0, 1.06), xlim=(-0.5, 2.75))
ax.set_xticks(range(3), tasks)
# sphinx_gallery_start_ignore
fig.alt = (
    "Marks for three questions. Where, from a mark: encoder near a guess, "
    "causal models near 1. Where, without a mark: encoder at a guess, "
    "causal models 0.1 to 0.3. Before: encoder 0.15, one causal layer "
    "0.24, two about 0.9, one layer with sinusoids 1."
)
fig.caption = (
    "The causal mask tells positions from a mark, and, in a second layer, "
    "neighbours. " + pe.experiments.captions.facts(record)
)
# sphinx_gallery_end_ignore

# %%
# Seen
# ----
# The encoder knows which token is the mark, and nothing else of places. A
# causal layer sees one more token at each position, so a mark is a
# smaller part of what it sees, and that is a count. Without a mark only
# the variety of what was seen so far grows, and the answer is rough: the
# distances below are in positions.
#
# At *before* the encoder and the single layer do as well as who knows which
# tokens there are, and says the most frequent one: the short dashes. The
# order of what came before enters with the second layer, as claim
# :ref:`0.1 <claim-0.1>` shows without training.


def of(arm, measure="accuracy"):
    return record.values(arm, measure)


for kind in kinds:
    off = of(f"probe/{kind}", "distance").mean()
    print(f"where, {kind}: off by {off:.1f} positions on average")
for task in ("probe", "probe from a mark", "previous"):
    assert lead(of(f"{task}/causal-2"), of(f"{task}/encoder")) > 0
assert of("probe/encoder").max() < 0.06
assert of("probe from a mark/encoder").max() < 0.1
assert of("probe from a mark/causal-1").min() > 0.9
assert lead(of("probe/causal-1"), of("probe/encoder")) > 0
assert lead(of("previous/causal-2"), of("previous/causal-1")) > 0
assert lead(of("previous/sinusoidal"), of("previous/causal-1")) > 0
for kind in ("encoder", "causal-1"):
    bag = of(f"previous/{kind}", "bag")
    assert abs(of(f"previous/{kind}") - bag).max() < 0.04
plt.show()

# %%
# Where it belongs
# ----------------
# :doc:`/encodings/nope` and claim :ref:`0.1 <claim-0.1>`; without any
# training :doc:`/gallery/11_encodings/plot_08_causal_mask`. At full size:
# :cite:t:`haviv2022`, whose probe asks the same.
#
# Run with ``--train`` this script trains the models anew, with ``--quick``
# from one seed.
