r"""
Table 9: five symptoms
======================

Two rows are good advice: look for an encoding that is missing or drowned,
and compare formulas, but by their late rows, not the first. The other
three mislead.
"""
# %%
# What to expect
# --------------
# Two common formulas differ a little: the paper's exponent is
# :math:`2j/d`, that of tensor2tensor :math:`j/(d/2 - 1)`. A different speed
# means an error that grows with the position. So the first rows agree
# almost, and a late row tells.

import matplotlib.pyplot as plt
import numpy as np

import pe_reference as pe
from pe_reference import plotting

plotting.use()
positions, d_model = range(512), 512
paper = pe.sinusoidal.table(positions, d_model)
other = pe.sinusoidal.table(positions, d_model, grid="tensor2tensor")
apart = np.abs(paper - other).max(axis=1)

# %%
# Draw it
# -------

fig, ax = plt.subplots(figsize=(6.4, 3.4))
ax.axvspan(0, 10, color=plotting.LIGHT["wash"], zorder=0)
ax.semilogy(positions[1:], apart[1:], color=plotting.BLUE)
ax.plot(1, apart[1], "o", color=plotting.VERMILION)
plotting.note(ax, 18, apart[1], "row 1", plotting.VERMILION)
plotting.note(ax, 240, 0.22, "largest difference", plotting.BLUE)
plotting.note(ax, 18, 0.0045, "the first rows")
ax.set(title="Paper against tensor2tensor", xlabel="position")
ax.set(ylim=(1e-3, 1.3), yticks=[1e-3, 1e-2, 1e-1, 1])
# sphinx_gallery_start_ignore
fig.alt = (
    "One line on a logarithmic axis: the largest difference between two "
    "tables in each row, by position. It is 0.0014 at row 1, stays below "
    "0.08 to row 49 and climbs to 0.71 by row 511."
)
fig.caption = (
    "Row 0 is the same in both formulas and row 1 differs by 0.0014. "
    "Compare the last rows, not the first."
)
# sphinx_gallery_end_ignore

# %%
# Measure it
# ----------
# What the table below says in numbers: the shift by three, fitted on 50
# positions with the cutoff of claim 9.8 and used at 200; the weight of
# embedding against encoding; the dot products of the article's loop.

rows = pe.sinusoidal.table(range(204), 64)
fit = pe.properties.fit_shift(rows[:50], 3, rcond=1e-6)
miss = np.abs(fit.matrix @ rows[200] - rows[203]).max()
ratio = np.sqrt(d_model) * np.sqrt(d_model) / np.linalg.norm(paper[1])
gram = pe.properties.gram(pe.article.table(100, 256))
toeplitz = pe.properties.toeplitz_deviation(gram)

# %%
# The table
# ---------
# Numbers in brackets are claims.

columns = "Symptom; Article's cause; How to check; Article's fix"
head = (*columns.split("; "), "What holds")
rows = [
    (
        "Fails on longer text than in training",
        (
            "Learned rows, or sinusoids whose linear shift the model has "
            "not learned to use"
        ),
        "See which encoding it is; test on long text",
        (
            "Prefer sinusoidal; or linear scaling, NTK-aware scaling, or "
            "ALiBi"
        ),
        (
            "Sinusoidal gives way too, 20 to 50 tokens later in a language "
            "model (5.6, 9.1). The scalings turn rotary angles only; ALiBi "
            "is there from the start of training (9.2). A window of 50 "
            "does not give the shift: fitted there, it misses by more "
            "than 1 at 200 (9.8)."
        ),
    ),
    (
        "Training unstable, loss NaN",
        "Values out of range, so activations explode",
        "See that the code is sine and cosine, within [-1, 1]",
        "Bound it; scale embedding and encoding, as by sqrt(d_model)",
        (
            f"The factor is {np.sqrt(d_model):.1f} at width {d_model}: it "
            "enlarges, it does not tame (9.3). Gradients pass an added "
            "constant unchanged (1.2)."
        ),
    ),
    (
        "Blind to word order",
        "Encoding not added, or too weak",
        "Look at the input; see that forward is called",
        "Call it; for a test, raise its weight",
        (
            "The right suspect (9.4). PyTorch's default embedding times "
            f"sqrt(d_model) outweighs the encoding {ratio:.0f} to 1 (8.6)."
        ),
    ),
    (
        "A custom encoding works badly",
        "It is not bounded, not relative, or has no linear shift",
        "Compare its dot-product heatmap with the sinusoidal one",
        "Back to the principles: bounded, relative, extrapolating",
        (
            "A heatmap shows lost stationarity, not a wrong formula: the "
            "article's doubled exponent has equal diagonals too, to 1e-11 "
            "(9.5). ALiBi is not bounded and works (9.9)."
        ),
    ),
    (
        "Frameworks disagree",
        "Details of the formula, such as div_term",
        "Compare the first rows of both tables",
        "Follow the paper; vectorise to avoid rounding",
        (
            f"Compare late rows: row 0 is equal, row 1 off by "
            f"{apart[1]:.4f}, the worst of {len(apart)} by "
            f"{apart.max():.2f} (9.6). Float32 angles lose precision, not "
            "the loop (9.7)."
        ),
    ),
]
plotting.Table(head, rows)

# %%
# Seen
# ----
# Three checks are worth keeping: look at what reaches the first layer,
# compare norms, and compare tables at late positions.

assert apart[0] == 0 and abs(apart[1] - 1.4e-3) < 5e-5
assert apart[:50].max() < 0.08 and 0.70 < apart.max() < 0.72
assert miss > 1 and fit.residual < 1e-5
assert round(ratio) == 32 and toeplitz < 1e-11
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`9.1 <claim-9.1>` to :ref:`9.9 <claim-9.9>`,
# :ref:`1.2 <claim-1.2>`, :ref:`4.2 <claim-4.2>` and
# :ref:`8.6 <claim-8.6>`. The two formulas are those of
# :cite:t:`vaswani2017` and :cite:t:`tensor2tensor`. Functions:
# :func:`pe_reference.embeddings.sinusoidal.table`,
# :func:`pe_reference.analysis.properties.fit_shift`,
# :func:`pe_reference.analysis.properties.toeplitz_deviation`.
