"""Figures of the gallery: saved in four forms, never without alt text and caption, shown on any page."""

import json
import pickle
import shutil
from pathlib import Path
from typing import Any

import looks
import matplotlib.pyplot as plt
import pictures
from docutils import nodes
from docutils.parsers.rst import directives
from parts import page_link
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from pe_reference import plotting

log = logging.getLogger(__name__)
FORMS = {"": (), "_dark": (looks.dark,), "_narrow": (looks.narrow,), "_narrow_dark": (looks.narrow, looks.dark)}


def reset(gallery_conf: dict[str, Any], script: str) -> None:
    """Start each script with a clean slate and the house style."""
    plt.close("all")
    plt.rcdefaults()
    plotting.use()


def scrape(block: tuple[str, str, int], block_vars: dict[str, Any], gallery_conf: dict[str, Any], **_: Any) -> str:
    """Save every open figure and return the directives that show them."""
    shown = []
    for number in plt.get_fignums():
        fig = plt.figure(number)
        path = Path(next(block_vars["image_path_iterator"]))
        words = {name: getattr(fig, name, "") for name in ("alt", "caption")}
        for name, text in words.items():
            if not text:
                log.warning("%s: figure %d must have `fig.%s`, got none", block_vars["src_file"], number, name)
        _save(fig, path)
        path.with_suffix(".json").write_text(json.dumps(words))
        shown.append(f"\n.. pe-figure:: /{path.relative_to(gallery_conf['src_dir']).as_posix()}\n\n")
    plt.close("all")
    return "".join(shown)


def _save(fig: Any, path: Path) -> None:
    fig.canvas.draw()
    frozen = pickle.dumps(fig)
    for suffix, changes in {**FORMS, "_thumb": (looks.bare,)}.items():
        form = pickle.loads(frozen)
        for change in changes:
            change(form)
        thumb = suffix == "_thumb"
        options = {"dpi": 100 if thumb else 200, "transparent": thumb}
        form.canvas.draw()
        looks.crisp(form, options["dpi"])
        form.savefig(path.with_name(f"{path.stem}{suffix}.png"), metadata={"Software": None}, **options)
        plt.close(form)


class gallery_figure(nodes.General, nodes.Element):
    """A figure of the gallery."""


class Figure(SphinxDirective):
    """``.. pe-figure:: /path/of/image``: the figure with its recorded words."""

    required_arguments = 1
    option_spec = {"eager": directives.flag}

    def run(self) -> list[nodes.Node]:
        _, path = self.env.relfn2path(self.arguments[0])
        return build(self, Path(path), eager="eager" in self.options)


class GalleryFigure(SphinxDirective):
    """``{gallery-figure} shelf/script 1``: figure 1 of a script, with a link to it."""

    required_arguments = 1
    optional_arguments = 1
    option_spec = {"eager": directives.flag}

    def run(self) -> list[nodes.Node]:
        number = int(self.arguments[1]) if len(self.arguments) > 1 else 1
        return of_script(self, self.arguments[0], number, eager="eager" in self.options)


def of_script(
    directive: SphinxDirective, script: str, number: int, *, eager: bool = False, linked: bool = True
) -> list[nodes.Node]:
    """Return figure `number` of `script`, with a link to it if `linked`."""
    shelf, stem = script.split("/")
    path = Path(directive.env.srcdir, "gallery", shelf, "images", f"sphx_glr_{stem}_{number:03d}.png")
    if not path.exists():
        log.warning("%s has no figure %d", script, number, location=directive.get_location())
        return []
    return build(directive, path, script=script if linked else "", eager=eager)


def build(directive: SphinxDirective, path: Path, *, script: str = "", eager: bool = False) -> list[nodes.Node]:
    """Return the node of the figure at `path`."""
    words = json.loads(path.with_suffix(".json").read_text())
    node = gallery_figure(path=str(path), alt=words["alt"], eager=eager)
    caption, _ = directive.state.inline_text(words["caption"], directive.lineno)
    node += nodes.paragraph("", "", *caption)
    if script:
        node[0] += [nodes.Text(" "), page_link(directive.env.docname, f"/gallery/{script}", "Script")]
    directive.env.note_dependency(str(path.with_suffix(".json")))
    return [node]


def visit(self: Any, node: gallery_figure) -> None:
    """Write the light and the dark picture, each with its narrow twin."""
    source = Path(node["path"])
    self.body.append('<figure class="pe-figure">')
    for theme, suffix in (("light", ""), ("dark", "_dark")):
        wide, narrow = (_place(self.builder, source, kind + suffix) for kind in ("", "_narrow"))
        lazy = "" if node["eager"] and theme == "light" else ' loading="lazy"'
        self.body.append(
            f'<picture class="pe-{theme}"><source media="(max-width: 599px)" srcset="{narrow[0]} 2x" {narrow[1]}>'
            f'<img class="dark-light" src="{wide[0]}" srcset="{wide[0]} 2x" {wide[1]}'
            f' alt="{self.attval(node["alt"])}"{lazy} decoding="async"></picture>'
        )
    self.body.append("<figcaption>")


def _place(builder: Any, source: Path, suffix: str) -> tuple[str, str]:
    name = f"{source.parents[1].name}_{source.stem.removeprefix('sphx_glr_')}{suffix}"
    address, width, height = pictures.place(builder, source.with_name(f"{source.stem}{suffix}.png"), name)
    return address, f'width="{width // 2}" height="{height // 2}"'


def depart(self: Any, node: gallery_figure) -> None:
    self.body.append("</figcaption></figure>")


def thumbnails(app: Sphinx) -> None:
    """Put the bare thumbnails where sphinx-gallery put its own."""
    for chosen in Path(app.srcdir, "gallery").glob("*/images/thumb/*_thumb.png"):
        stem = chosen.name.removesuffix("_thumb.png")
        bare = chosen.parents[1] / f"{stem}_001_thumb.png"
        if bare.exists():
            shutil.copy2(bare, chosen)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_node(gallery_figure, html=(visit, depart))
    app.add_directive("pe-figure", Figure)
    app.add_directive("gallery-figure", GalleryFigure)
    app.connect("builder-inited", thumbnails, priority=950)
    return {"parallel_read_safe": True}
