r"""
Table 10: which encoding, when
==============================

At the training length four encodings differ by under 4 percent in
perplexity. On longer text sinusoidal and rotary lose hold, a T5 bias goes
further, and ALiBi stays level.
"""
# %%
# What to expect
# --------------
# Press et al. trained the same language model with four encodings on 1024
# tokens and read ever longer text with it. Perplexity is lower when the
# model predicts better. An encoding that carries over gives a flat line.

import math

import matplotlib.pyplot as plt

import pe_reference as pe
from pe_reference import plotting

plotting.use()
lengths = (1024, 1124, 1524, 2024, 3024, 6024, 10024, 16024)
sinusoid = (19.34, 19.26, 29.82, 51.09, 96.46, 214.02, 337.48, 453.32)
perplexity = {
    "sinusoidal": sinusoid,
    "RoPE": (19.33, 19.18, 22.59, 31.17, 35.67, 54.78, 77.70, 106.99),
    "T5 bias": (18.80, 18.62, 18.42, 18.34, 18.62, 21.76, 29.54),
    "ALiBi": (18.66, 18.46, 18.22, 18.05, 17.92, 18.01, 17.97, 17.98),
}

# %%
# Draw it
# -------
# Cited, not measured here: table 3 of the paper (WikiText-103). The T5 bias
# ran out of memory at the last length.

fig, ax = plt.subplots(figsize=(6.4, 3.6))
styles = {
    "sinusoidal": (plotting.VERMILION, "o-", 215),
    "RoPE": (plotting.PLUM, "s--", 66),
    "T5 bias": (plotting.TEAL, "^-.", 27.5),
    "ALiBi": (plotting.BLUE, "D-", 15.6),
}
for name, (colour, line, height) in styles.items():
    values = perplexity[name]
    ax.loglog(lengths[: len(values)], values, line, color=colour)
    plotting.note(ax, 5200, height, name, colour, ha="right")
ax.set(title="Perplexity after training on 1024", xlabel="tokens read")
ax.set(xticks=[1024, 2048, 4096, 8192, 16384])
ax.set(yticks=[20, 50, 100, 200, 400])
for axis in (ax.xaxis, ax.yaxis):
    axis.set_major_formatter("{x:.0f}")
ax.minorticks_off()
ax.set(ylim=(13, 520))
# sphinx_gallery_start_ignore
fig.alt = (
    "Four lines of perplexity against tokens read, 1024 to 16024, both "
    "axes logarithmic. Sinusoidal climbs from 19 to 453, RoPE from 19 to "
    "107, the T5 bias from 19 to 30 at 10024; ALiBi stays at 18."
)
fig.caption = (
    "Press et al. 2022, table 3: on longer text than in training, "
    "sinusoidal fails first, and ALiBi alone stays level."
)
# sphinx_gallery_end_ignore

# %%
# Measure it
# ----------
# NTK-aware scaling raises the base so that the slowest pair turns as slowly
# as position interpolation would make it, while the fastest stays as it is.

factor, head_dim = 4, 128
base = pe.ntk.base(head_dim, factor=factor)
learned = 512 * 768
gain = [row[-1] / row[0] for row in perplexity.values()]

# %%
# The table
# ---------
# Numbers in brackets are claims; figures without one are those of the
# papers named at the end.

rows = [
    (
        "Sinusoidal",
        "you start: a baseline, unless there is a reason against it",
        (
            "An opinion (10.1), and a fair one: no parameters, a row for "
            "every position. Past the training length it gains 20 to 50 "
            "tokens, then fails (5.6)."
        ),
    ),
    (
        "Learned",
        (
            "the length is fixed and data are plenty; it may do slightly "
            "better"
        ),
        (
            "The 2017 paper saw no real difference: 25.7 against 25.8 BLEU "
            "(5.5, 10.2). No row exists past the table (5.7). BERT's has "
            f"512 x 768, {learned} parameters."
        ),
    ),
    (
        "RoPE",
        "you build on LLaMA or ChatGLM; it extrapolates better",
        (
            "Scores depend on the distance alone (10.3). Further than "
            "sinusoidal, but it fails too: perplexity "
            f"{perplexity['RoPE'][0]} at {lengths[0]}, "
            f"{perplexity['RoPE'][-1]} at {lengths[-1]} (10.4)."
        ),
    ),
    (
        "T5 bias",
        "the task depends much on relative position",
        (
            "An opinion (10.9). One bias for a bucket of distances; the "
            "last begins at 113 (causal) or 91, not at 128 (10.5). Slower: "
            "14.4 against 28.5 thousand words a second (1.6)."
        ),
    ),
    (
        "ALiBi",
        "text is longer than in training (section 9)",
        (
            "Trained in from the start, not added later (9.2). Its bias is "
            f"unbounded (9.9). Perplexity {perplexity['ALiBi'][0]} at "
            f"{lengths[0]}, {perplexity['ALiBi'][-1]} at {lengths[-1]}."
        ),
    ),
    (
        "Position interpolation",
        "a rotary model must read far longer text",
        (
            "Divides positions, so angles return to the trained range "
            "(10.6). For rotary models only (9.2). Its paper tuned models "
            "for 1000 steps, from 2048 to 32768."
        ),
    ),
    (
        "NTK-aware scaling",
        "the same (also named in section 9)",
        (
            f"Raises the base: for {factor} times the length and heads of "
            f"{head_dim}, from 10000 to {base:.0f}. For rotary models only "
            "(9.2); after tuning, interpolation does better."
        ),
    ),
]
plotting.Table(
    ("Encoding", "Choose it, says the article, when", "What to know"), rows
)

# %%
# Seen
# ----
# "Better at length" is true of RoPE against sinusoidal and false against
# its own training length. The article's own advice stands: where text is
# far longer than in training, act on it, and do not trust the encoding.

ends = [round(row[-1]) for row in perplexity.values()]
assert ends == [453, 107, 30, 18]
assert len(perplexity["T5 bias"]) == 7 and max(perplexity["ALiBi"]) < 19
assert [round(g, 1) for g in gain] == [23.4, 5.5, 1.6, 1.0]
at_training = [row[0] for row in perplexity.values()]
assert max(at_training) / min(at_training) < 1.04
assert math.isclose(base, 40_889.94, rel_tol=1e-6)
assert learned == 393_216
plt.show()

# %%
# Where it belongs
# ----------------
# :doc:`/guides/choose` has more encodings, and what to do with a trained
# model. The rows, each with its page: :doc:`/encodings/sinusoidal`,
# :doc:`/encodings/learned`, :doc:`/encodings/rotary`, :doc:`/encodings/t5`,
# :doc:`/encodings/alibi`, :doc:`/encodings/position_interpolation` and
# :doc:`/encodings/ntk`.
#
# Claims :ref:`10.1 <claim-10.1>` to :ref:`10.6 <claim-10.6>`,
# :ref:`10.9 <claim-10.9>`, :ref:`10.10 <claim-10.10>`,
# :ref:`5.5 <claim-5.5>`, :ref:`5.6 <claim-5.6>`, :ref:`5.7 <claim-5.7>`,
# :ref:`9.2 <claim-9.2>` and :ref:`9.9 <claim-9.9>`. Sources:
# :cite:t:`vaswani2017` (learned rows), :cite:t:`devlin2019` (BERT),
# :cite:t:`su2021` (RoPE), :cite:t:`raffel2020` (T5), :cite:t:`press2022`
# (ALiBi, perplexities and speeds), :cite:t:`chen2023` (position
# interpolation), :cite:t:`peng2023` (NTK-aware scaling).
#
# Claims :ref:`1.5 <claim-1.5>` and :ref:`9.1 <claim-9.1>` point here too.
