r"""
The first tokens past the training length
=========================================

In recall the first token past the training length still works with
sinusoids, and the third hardly does. Learned rows fail at the first. That is
how far "it extrapolates" carries here, and on text it carries less.
"""
# %%
# What to expect
# --------------
# A sinusoid moves on smoothly: the row of token 33 is close to that of
# token 32, and a model may take the one for the other. A learned row that
# no text has reached is what it was before the training: noise. A model
# that had learned to step from row to row would have no reason to stop.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
record = pe.experiments.runner.asked("first_tokens")
lead = pe.experiments.margins.lead
first, last = record.settings["first"], record.settings["last"]
past = np.arange(int(first), int(last) + 1) + 1
print(record.question)
print("sentences for each seed:", int(record.settings["sentences"]))

# %%
# Draw it
# -------
# Token by token, mean and range over the seeds. At 0 stands the last token
# of the training length, 32, and at 1 the first one after it.

added = {
    "sinusoidal": (plotting.BLUE, "o", "-"),
    "article": (plotting.TEAL, "^", "--"),
    "integer": (plotting.PLUM, "D", "-."),
    "learned": (plotting.VERMILION, "s", ":"),
}
fig, (recall, text) = plt.subplots(1, 2, figsize=(7.6, 3.6))
near = past <= 12
for name, (colour, marker, dash) in added.items():
    runs = record.values(f"recall/{name}", "accuracy")[:, near]
    look = {"marker": marker, "ls": dash, "ms": 4.5}
    plotting.runs(recall, past[near], runs, colour, **look)
for name, colour, dash in (
    ("sinusoidal", plotting.BLUE, "-"),
    ("rotary", plotting.TEAL, "--"),
    ("learned", plotting.VERMILION, ":"),
):
    runs = record.values(f"markov/{name}", "loss")
    plotting.runs(text, past, runs, colour, ls=dash)
chance = record.of("recall/learned")[0].chance
guess, floor = (
    getattr(record.of("markov/rotary")[0], what)
    for what in ("uniform", "floor")
)
for ax, bounds in ((recall, (1, chance)), (text, (guess, floor))):
    ax.axvspan(past[0], 0, color=plotting.LIGHT["wash"])
    ax.set(xlabel="tokens past training")
    for y in bounds:
        ax.axhline(y, color=plotting.SLATE, ls=":", lw=1.2)
recall.set(title="Recall: accuracy", ylim=(0, 1.06))
recall.set(xticks=[-7, 0, 1, 2, 3, 4, 8, 12], xlim=(-7.5, 12.5))
text.set(title="Text: loss in nats", xticks=[0, 16, 32, 48, 64])
text.set(ylim=(1.1, 3.9), xlim=(-7.5, 64.5))
for ax, x, y, words, colour in (
    (recall, 2.3, 0.72, "sinusoids", plotting.BLUE),
    (recall, 7.4, 0.46, "the article's", plotting.TEAL),
    (recall, -0.2, 0.6, "integer", plotting.PLUM),
    (recall, -0.2, 0.24, "learned", plotting.VERMILION),
    (recall, -7, chance + 0.045, "a guess", plotting.SLATE),
    (text, 6, 3.6, "sinusoids, learned", plotting.BLUE),
    (text, 27, 2.45, "rotary", plotting.TEAL),
    (text, 46, guess - 0.1, "a guess", plotting.SLATE),
    (text, 36, floor - 0.1, "the least there is", plotting.SLATE),
):
    side = "right" if x == -0.2 else "left"
    plotting.note(ax, x, y, words, colour, ha=side)
# sphinx_gallery_start_ignore
fig.alt = (
    "Two panels against tokens past training. Left, accuracy of recall, 1 "
    "inside: sinusoids and the article's are near 1 at the first token, "
    "below a half from the third; learned rows fail at once. Right, loss "
    "on text: sinusoids and learned jump above a guess, rotary climbs "
    "later."
)
arms = [f"recall/{name}" for name in added]
arms += [f"markov/{name}" for name in ("sinusoidal", "rotary", "learned")]
fig.caption = (
    "One token works, the next in part, and the rest hardly. Shaded: the "
    "end "
    "of the trained length. " + pe.experiments.captions.facts(record, arms)
)
# sphinx_gallery_end_ignore

# %%
# In numbers
# ----------
# Share of right answers, recall of the token three back: mean, and the
# range over the seeds.

tokens = [1, 2, 3, 4, 8, 16, 64]
rows = []
for name in (*added, "rotary", "t5", "alibi", "none"):
    columns = np.searchsorted(past, tokens)
    runs = record.values(f"recall/{name}", "accuracy")[:, columns]
    spread = [f(axis=0) for f in (runs.mean, runs.min, runs.max)]
    cells = zip(*spread, strict=True)
    rows.append(
        [name, *(f"{a:.2f} ({b:.2f}–{c:.2f})" for a, b, c in cells)]
    )
plotting.Table(["token past 32", *map(str, tokens)], rows)

# %%
# Seen
# ----
# Recall asks for the token three places back. The first new row is all
# but right with sinusoids and with the article's formula, the next is
# somewhere in between. The third is worse than no encoding at all with
# sinusoids, though its answer still stands on a row that was trained. From
# the fourth on a row works in part now and then, where it happens to
# resemble one that was trained. Nothing in the linear shift says so: it is the same
# at every step.
#
# On text the first token costs something already, and the third is worse
# than a guess. Whether it is one token or three depends on the task and
# the model. That it is not the length does not: in recall rotary positions
# and ALiBi are at the sixteenth token what they were at the last trained.


def at(arm, token, what="accuracy"):
    return record.values(arm, what)[:, past == token][:, 0]


for name in ("sinusoidal", "article"):
    arm = f"recall/{name}"
    assert at(arm, 0).min() > 0.95 and at(arm, 1).min() > 0.8
    assert lead(at(arm, 1), at(arm, 4)) > 0
    later = record.values(arm, "accuracy")[:, past > 3]
    assert later.max() < 0.9 and later.mean(axis=1).max() < 0.25
    assert lead(at(arm, 1), at(arm, 3)) > 0
third = at("recall/sinusoidal", 3)
assert third.max() < at("recall/none", 3).min()
assert at("recall/sinusoidal", 4).max() < 0.3
assert lead(at("recall/sinusoidal", 1), at("recall/learned", 1)) > 0
assert at("recall/learned", 1).max() < 0.3
assert at("recall/rotary", 16).min() > 0.9
kept = at("recall/alibi", 16) - at("recall/alibi", 0)
assert abs(kept).max() < 0.15
text = "markov/sinusoidal"
costs = at(text, 1, "loss") - at(text, 0, "loss")
assert costs.min() > 0.2 and at(text, 3, "loss").min() > guess
for name in ("sinusoidal", "learned"):
    assert lead(at(f"markov/{name}", 16, "loss"), guess) > 0
turned = (at("markov/rotary", token, "loss") for token in (32, 1))
assert lead(*turned) > 0
assert record.values("itself/sinusoidal", "accuracy").min() > 0.99
print("asked for the token itself: right at every position")
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`3.4 <claim-3.4>` and :ref:`5.4 <claim-5.4>`, and the guide
# :doc:`/guides/length`. The likeness of a new row to the trained ones is
# :func:`pe_reference.analysis.properties.nearest`; the same models over
# eight times the length are in
# :doc:`/gallery/13_trained/plot_1_ladder`.
#
# Run with ``--train`` this script trains the models anew, with ``--quick``
# from one seed.
