"""What readers take home: scripts and notebooks that name this site's wheel, archives of them, and the wheel itself.

The sources in ``gallery/`` and the code on the pages stay without it: it is put into the files that the site offers.
"""

import io
import json
import shutil
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import address
from docutils import nodes
from parts import div
from sphinx import addnodes
from sphinx.application import Sphinx

DATE = (2020, 2, 2, 0, 0, 0)  # of every file in every archive, the wheel's too: what is the same has the same bytes
METADATA = """\
# /// script
# requires-python = "{python}"
# dependencies = [
#     "{requirement}",
# ]
# ///
"""
INTRODUCTION = "\n\nTo run this notebook, install the package and what it needs:\n\n```console\n{command}\n```\n"


def taken_home(name: str, content: bytes) -> bytes:
    """Return a file of the gallery as readers get it."""
    if name.endswith(".py"):
        python = address.PROJECT["project"]["requires-python"]
        return METADATA.format(python=python, requirement=address.requirement()).encode() + content
    if name.endswith(".ipynb"):
        notebook = json.loads(content)
        notebook["cells"][0]["source"].append(INTRODUCTION.format(command=address.command()))
        return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()
    return _archive((inside, taken_home(inside, part)) for inside, part in _unpacked(content))


def _unpacked(content: bytes) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return [(name, packed.read(name)) for name in packed.namelist()]


def _archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in sorted(files):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o100644 << 16
            packed.writestr(entry, content)
    return written.getvalue()


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the wheel, and every download of the gallery as readers get it."""
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    for folder in (out / "wheels", out / "_downloads" / "gallery"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    shutil.copyfile(address.wheel(), out / "wheels" / address.wheel().name)
    shelves: dict[str, list[tuple[str, bytes]]] = {}
    for source, (_, place) in app.env.dlfiles.items():
        path = Path(app.srcdir, source)
        if Path(source).parts[0] == "gallery":
            content = taken_home(path.name, path.read_bytes())
            (out / "_downloads" / place).write_bytes(content)
            if path.suffix != ".zip":
                shelves.setdefault(path.parent.name, []).append((f"{path.parent.name}/{path.name}", content))
    for shelf, files in shelves.items():
        (out / "_downloads" / "gallery" / f"{shelf}.zip").write_bytes(_archive(files))


def show(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Say on every page of the gallery how to install what it shows, and offer a shelf as one archive."""
    if not docname.startswith("gallery/") or app.builder.format != "html":
        return
    _, *shelf, page = docname.split("/")
    if shelf and page == "index":
        _section(doctree).append(_offer(shelf[0]))
    footers = doctree.findall(lambda node: isinstance(node, nodes.Element) and "sphx-glr-footer" in node["classes"])
    footer = next(footers)
    footer.parent.insert(footer.parent.index(footer), _installation())


def _section(doctree: nodes.document) -> nodes.Element:
    return next(doctree.findall(nodes.section))


def _offer(shelf: str) -> nodes.Element:
    link = addnodes.download_reference(
        "", "", nodes.inline("", f"Download this shelf: {shelf}.zip"), filename=f"gallery/{shelf}.zip"
    )
    link["reftarget"] = f"{shelf}.zip"
    holder = nodes.container("", nodes.paragraph("", "", link), classes=["sphx-glr-download", "sphx-glr-download-zip"])
    return nodes.container("", holder, classes=["sphx-glr-footer", "sphx-glr-footer-shelf"])


def _installation() -> nodes.Element:
    line = address.command()
    after = "Then scripts and notebooks run in any folder. Tools that read a script's own metadata, such as "
    rest = nodes.paragraph("", after, nodes.literal("", "uv run"), nodes.Text(", need no installation."))
    return div(
        "pe-install",
        nodes.paragraph("", "Run it yourself", classes=["pe-label"]),
        nodes.literal_block(line, line, language="none"),
        rest,
    )


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-resolved", show)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True}
