r"""
Listing 8.2: the layer and the encoder
======================================

The layer adds the same rows to every sentence, and the encoder gives one
vector for each token: (2, 10, 512). In the article's code the embedding
outweighs the encoding 32 to 1.
"""
# %%
# What to expect
# --------------
# The positional layer keeps its table in a buffer: it moves with the module
# and no gradient reaches it. Adding broadcasts over the batch and takes as
# many rows as the sentence has tokens. Dropout is off in ``eval``.

import matplotlib.pyplot as plt
import torch

import pe_reference as pe
from pe_reference import plotting

plotting.use()
torch.manual_seed(0)

# %%
# Use the layer
# -------------
# Two sentences of 10 tokens in width 64. The embeddings have rows of norm
# 8, as an initial N(0, 1/d_model) times sqrt(d_model) gives them.

d_model = 64
layer = pe.nn.Sinusoidal(d_model, dropout=0.1).eval()
embedded = torch.randn(2, 10, d_model)
added = layer(embedded) - embedded
expected = torch.from_numpy(pe.sinusoidal.table(range(10), d_model))
print("Shape in and out:", tuple(embedded.shape), tuple(added.shape))
print("Trained parameters of the layer:", len(list(layer.parameters())))

# %%
# Draw it
# -------

fig, axes = plt.subplots(1, 3, figsize=(7.6, 3.1), sharey=True)
panels = (embedded[0], added[0], layer(embedded)[0])
limits = {"vmin": -3, "vmax": 3}
for i, (ax, panel) in enumerate(zip(axes, panels, strict=True)):
    _, bar = plotting.heatmap(ax, panel.numpy(), bar=i == 2, **limits)
    ax.set(xlabel="dimension")
bar.set_ticks([-3, 0, 3])
axes[0].set(title="Embedding", ylabel="position")
axes[1].set(title="The layer adds")
axes[2].set(title="Their sum")
# sphinx_gallery_start_ignore
fig.alt = (
    "Three heat maps of 10 positions by 64 dimensions on one scale from -3 "
    "to 3. The embedding is noise; what the layer adds is weaker, with "
    "stripes at the left that turn into constant columns; the sum shows "
    "traces of both."
)
fig.caption = (
    "One sentence before the layer, what it adds, and after. On the left "
    "the added columns differ between positions; on the right they are the "
    "same for all ten."
)
# sphinx_gallery_end_ignore

# %%
# Use the encoder
# ---------------
# The article's sizes, two sentences of 10 token ids.

sizes = {"vocab_size": 10_000, "d_model": 512, "max_seq_len": 1024}
model = pe.nn.Encoder(num_heads=8, num_layers=6, **sizes).eval()
token_ids = torch.randint(0, 10_000, (2, 10))
with torch.no_grad():
    output = model(token_ids)
    scaled = model.embedding.weight * model.scale
print("Model output shape:", tuple(output.shape))

# %%
# Seen
# ----
# The shape is the article's. The balance is worth a look: PyTorch's default
# embedding has rows of norm sqrt(512) = 22.6, the factor sqrt(512) makes
# about 512 of it, and the encoding has norm 16. The factor was made for an
# embedding that starts with rows of norm 1.

token = scaled.norm(dim=-1).mean().item()
position = pe.sinusoidal.table([0], 512)
position = float((position**2).sum() ** 0.5)
print(f"Norm of embedding over encoding: {token / position:.0f} to 1")
assert tuple(output.shape) == (2, 10, 512) and output.isfinite().all()
assert not list(layer.parameters()) and list(layer.buffers())
assert torch.allclose(added.double(), expected, atol=1e-6)
assert abs(token / 512 - 1) < 0.01 and abs(position - 16) < 1e-12
assert abs(token / model.scale - 22.6) < 0.1
assert round(token / position) == 32
assert abs(embedded.norm(dim=-1).mean() - 8) < 0.5
spread = expected.amax(0) - expected.amin(0)
assert spread[:8].min() > 0.9 and spread[-16:].max() < 0.02
plt.show()

# %%
# Where it belongs
# ----------------
# Claims :ref:`8.3 <claim-8.3>`, :ref:`8.4 <claim-8.4>`,
# :ref:`8.5 <claim-8.5>`, :ref:`8.6 <claim-8.6>` and
# :ref:`8.7 <claim-8.7>`. Modules:
# :class:`pe_reference.nn.sinusoidal.Sinusoidal`,
# :class:`pe_reference.nn.encoder.Encoder`; their rows come from
# :func:`pe_reference.embeddings.sinusoidal.table`.
#
# Claims :ref:`1.7 <claim-1.7>` and :ref:`6.3 <claim-6.3>` point here too.
