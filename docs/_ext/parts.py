"""Small nodes and links that the other extensions share."""

import ast
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


class box(nodes.General, nodes.Element):
    """An HTML element with a class and, perhaps, an id."""


def visit(self: Any, node: box) -> None:
    id = f' id="{node["ids"][0]}"' if node["ids"] else ""
    self.body.append(f'<{node.get("tag", "div")} class="{" ".join(node["classes"])}"{id}>')


def depart(self: Any, node: box) -> None:
    self.body.append(f"</{node.get('tag', 'div')}>")


def div(name: str, *children: nodes.Node, tag: str = "div") -> box:
    """Return an element of class `name`."""
    return box("", *children, classes=[name], tag=tag)


def raw(html: str) -> nodes.raw:
    """Return HTML as it stands."""
    return nodes.raw("", html, format="html")


def page_link(docname: str, target: str, text: str = "") -> addnodes.pending_xref:
    """Return a link to a page; its title is the text unless one is given."""
    return _link(docname, "std", "doc", target, nodes.inline("", text), explicit=bool(text))


def api_link(docname: str, target: str) -> addnodes.pending_xref:
    """Return a link to a function or class, shown by the name that users write."""
    return _link(docname, "py", "obj", f"pe_reference.{target}", nodes.literal("", as_written(target)), explicit=True)


def label_link(docname: str, label: str, text: str) -> addnodes.pending_xref:
    """Return a link to a labelled section."""
    return _link(docname, "std", "ref", label, nodes.inline("", text), explicit=True)


def as_written(path: str) -> str:
    """Return how users write a path below ``pe_reference``: without the folder, or the module of a class of nn."""
    *folders, module, name = path.split(".")
    return f"nn.{name}" if folders == ["nn"] else f"{module}.{name}"


def shorten(app: Sphinx, doctree: nodes.document) -> None:
    """Show links to the package as users write them."""
    for link in doctree.findall(addnodes.pending_xref):
        shown = link.astext()
        if link.get("refdomain") == "py" and shown.count(".") > 1 and shown.startswith("pe_reference."):
            text = next(link.findall(nodes.Text))
            text.parent.replace(text, nodes.Text(as_written(shown.removeprefix("pe_reference."))))


def _link(docname: str, domain: str, kind: str, target: str, text: nodes.Node, *, explicit: bool) -> Any:
    return addnodes.pending_xref(
        "", text, refdomain=domain, reftype=kind, reftarget=target, refexplicit=explicit, refwarn=True, refdoc=docname
    )


def source_order(package: Path) -> dict[str, list[str]]:
    """Return the functions and classes of every module as they stand in its file: the main one comes first."""
    order = {}
    for path in package.rglob("*.py"):
        module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
        tree = ast.parse(path.read_text())
        defined = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
        order[module] = [node.name for node in defined]
    return order


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_node(box, html=(visit, depart))
    app.connect("doctree-read", shorten)
    return {"parallel_read_safe": True}
