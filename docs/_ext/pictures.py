"""Pictures as light as they can be: a WebP for each PNG, data colours kept, its size given, fetched when near."""

import shutil
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from docutils import nodes
from PIL import Image
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from pe_reference import plotting

LOSSLESS = {"lossless": True, "quality": 80, "method": 3, "exact": True}  # a higher method takes ten times longer
FREQUENT = 256  # pixels: inks, grounds, lines; what is rarer blends one into another at an edge
ROOM = 208  # colours of a palette of 256 that may be kept as they are
NEAR = 48  # levels of 255 that a pixel at an edge may move by


def economical(image: Image.Image) -> Image.Image:
    """Return `image` in 256 colours: those of the data exactly, edges of words and lines in the nearest of the rest.

    Where that would be seen, because there are too many, the image is returned as it is.
    """
    red, green, blue = np.moveaxis(np.asarray(image, dtype=np.uint32), -1, 0)
    pixels = (red << 16) | (green << 8) | blue
    colours, counts = np.unique(pixels, return_counts=True)
    kept = colours[(counts >= FREQUENT) | np.isin(colours, _data_colours())]
    if len(colours) <= 256 or len(kept) > ROOM:
        return image
    rest = ~np.isin(pixels, kept)
    edges = Image.fromarray(np.asarray(image)[rest][None])
    few = edges.quantize(256 - len(kept), Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).convert("RGB")
    moved = np.abs(np.asarray(few, dtype=int) - np.asarray(edges, dtype=int)).max()
    painted = np.array(image)
    painted[rest] = np.asarray(few)[0]
    return Image.fromarray(painted) if moved <= NEAR else image


def _data_colours() -> np.ndarray:
    plotting.use()
    maps = (mpl.colormaps[name](range(plotting.LEVELS), bytes=True)[:, :3] for name in plotting.STOPS)
    colours = np.concatenate(list(maps)).astype(np.uint32)
    return (colours[:, 0] << 16) | (colours[:, 1] << 8) | colours[:, 2]


def place(builder: Any, source: Path, name: str) -> tuple[str, int, int]:
    """Put the WebP of the PNG `source` into the site, and return its address from the page at hand and its size."""
    light = source.with_suffix(".webp")
    if not light.exists() or light.stat().st_mtime < source.stat().st_mtime:
        with Image.open(source) as image:
            opaque = "A" not in image.mode or image.getchannel("A").getextrema() == (255, 255)
            (economical(image.convert("RGB")) if opaque else image).save(light, **LOSSLESS)
    folder = Path(builder.outdir, "_images")
    folder.mkdir(exist_ok=True)
    shutil.copy2(light, folder / f"{name}.webp")
    with Image.open(light) as image:
        width, height = image.size
    root = builder.get_relative_uri(builder.current_docname, "index").removesuffix("index.html")
    return f"{root}_images/{name}.webp", width, height


class thumbnail(nodes.General, nodes.Inline, nodes.Element):
    """The picture of a card of the gallery; the title beside it says what it is."""


class Thumbnails(SphinxPostTransform):
    """Take the images of sphinx-gallery's cards out of Sphinx's hands, which give neither size nor ``loading``."""

    default_priority = 1
    formats = ("html",)

    def run(self, **_: Any) -> None:
        for image in list(self.document.findall(nodes.image)):
            if "/images/thumb/" in image["uri"]:
                image.replace_self(thumbnail(path=str(Path(self.env.srcdir, image["uri"]))))


def visit(self: Any, node: thumbnail) -> None:
    source = Path(node["path"])
    name = f"{source.parents[2].name}_{source.stem.removeprefix('sphx_glr_')}"
    address, width, height = place(self.builder, source, name)
    size = f'width="{width // 2}" height="{height // 2}"'
    self.body.append(f'<img src="{address}" {size} alt="" loading="lazy" decoding="async">')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_node(thumbnail, html=(visit, None))
    app.add_post_transform(Thumbnails)
    return {"parallel_read_safe": True}
