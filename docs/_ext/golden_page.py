"""The page of the golden vectors: its table of files, its list of names, and the files themselves beside it."""

import hashlib
from collections import Counter
from pathlib import Path

import golden
import ledger
import vectors
from docutils import nodes
from parts import raw
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FOLDER = ledger.DOCS / "_build" / "golden"
STAMP = FOLDER / "digest"
SOURCES = ("golden.py", "vectors.py", "spectra_vectors.py")
ROW = '<tr><th scope="row"><a href="{link}" download>{name}</a></th><td data-label="What it is">{what}</td>{rest}</tr>'
NUMBERS = '<td data-label="Bytes">{size}</td><td data-label="SHA-256"><code class="pe-digest">{digest}</code></td>'


def prepare(app: Sphinx) -> None:
    """Make the files again when the package or the list of vectors has changed."""
    digest = ledger.digest(*((ledger.DOCS / "_ext" / name).read_text() for name in SOURCES))
    if not STAMP.exists() or STAMP.read_text() != digest:
        golden.write(FOLDER)
        STAMP.write_text(digest)


class Files(SphinxDirective):
    """``{golden-files}``: name, size and digest of each file, with a link."""

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(STAMP))
        up = "../" * self.env.docname.count("/")
        rows = []
        for name, what in golden.FILES.items():
            content = (FOLDER / name).read_bytes()
            rest = NUMBERS.format(size=f"{len(content):,}", digest=hashlib.sha256(content).hexdigest())
            rows.append(ROW.format(link=f"{up}golden/{name}", name=name, what=what, rest=rest))
        heads = "".join(f'<th scope="col">{word}</th>' for word in ("File", "What it is", "Bytes", "SHA-256"))
        return [raw(f'<table class="pe-table"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>')]


class Names(SphinxDirective):
    """``{golden-names}``: what there is of each encoding, by name, without the widths."""

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(STAMP))
        heads: dict[str, list[str]] = {}
        for name in vectors.vectors():
            stem, *rest = name.split("/")
            heads.setdefault(stem, []).append("/".join("N" if word.isdigit() else word for word in rest))
        items = []
        for stem, names in heads.items():
            term = nodes.term("", "", nodes.literal("", stem), nodes.Text(f" ({len(names)})"))
            shown = [part for name in Counter(names) for part in (nodes.Text(", "), nodes.literal("", name))][1:]
            definition = nodes.definition("", nodes.paragraph("", "", *shown))
            items.append(nodes.definition_list_item("", term, definition))
        return [nodes.definition_list("", *items)]


def write(app: Sphinx, exception: Exception | None) -> None:
    """Put the files into the site."""
    if exception or app.builder.format != "html":
        return
    target = Path(app.outdir, "golden")
    target.mkdir(exist_ok=True)
    for name in golden.FILES:
        (target / name).write_bytes((FOLDER / name).read_bytes())


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("golden-files", Files)
    app.add_directive("golden-names", Names)
    app.connect("builder-inited", prepare)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True}
