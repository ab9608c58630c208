"""In the tables that scripts make, numbers of claims in brackets lead to their cards."""

import re

from claims import claims_of
from docutils import nodes
from sphinx.application import Sphinx

TABLE = '<table class="pe-table"'
BRACKETS = re.compile(r"\(([\w.-]+\.\d+(?:, [\w.-]+\.\d+)*)\)")
NUMBER = re.compile(r"[\w.-]+\.\d+")


def lead(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Turn every number of a claim into a link."""
    if app.builder.format != "html":
        return
    pages = {id: entry["page"] for id, entry in claims_of(app.env).items()}

    def link(match: re.Match[str]) -> str:
        id = match[0]
        href = f"{app.builder.get_relative_uri(docname, pages[id])}#claim-{id}" if id in pages else ""
        return f'<a href="{href}">{id}</a>' if href else id

    for node in doctree.findall(nodes.raw):
        if TABLE in node.astext():
            node[:] = [nodes.Text(BRACKETS.sub(lambda match: NUMBER.sub(link, match[0]), node.astext()))]


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-resolved", lead)
    return {"parallel_read_safe": True}
