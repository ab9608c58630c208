"""``{output} ID``: a figure, listing or table of the article, taken from the gallery script that makes it."""

import re
import textwrap
from pathlib import Path

import evidence
import figures
from docutils import nodes
from parts import div, page_link, raw
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

log = logging.getLogger(__name__)
PRINTED = re.compile(r"\.\. rst-class:: sphx-glr-script-out\n\n \.\. code-block:: none\n\n((?:    .*\n|\s*\n)+)")
TABLE = re.compile(r'<table class="pe-table">.*?</table>', re.S)
NAMES = {"F": "Figure", "L": "Listing", "T": "Table", "P": "Component", "S": "In the article"}


class Output(SphinxDirective):
    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        id = self.arguments[0]
        entry = {one["id"]: one for one in evidence.outline()["output"]}.get(id)
        if not entry:
            return [self.state.document.reporter.warning(f"output {id}: is not in outline.toml", line=self.lineno)]
        holder = div("pe-output")
        holder["classes"] += ["pe-output--listing"] if id[0] == "L" else []
        holder["ids"] = [f"output-{id}"]
        number = "" if id[0] == "S" else f" {id[1:]}"
        label = nodes.paragraph("", f"{NAMES[id[0]]}{number}: {entry['what']}", classes=["pe-label"])
        script = entry.get("script", "")
        if script:
            label += [nodes.Text(" · "), page_link(self.env.docname, f"/gallery/{script}", "script")]
        holder += label
        holder += self._thing(id, entry)
        outputs_of(self.env)[id] = self.env.docname
        return [holder]

    def _thing(self, id: str, entry: dict) -> list[nodes.Node]:
        if id[0] in "PS":
            return self.parse_content_to_nodes()
        if id[0] == "F":
            return figures.of_script(self, entry["script"], entry.get("number", 1), linked=False)
        page = Path(self.env.srcdir, "gallery", f"{entry['script']}.rst")
        self.env.note_dependency(str(page))
        pattern, number = (PRINTED, entry.get("number", 1)) if id[0] == "L" else (TABLE, 1)
        found = pattern.findall(page.read_text()) if page.exists() else []
        if len(found) < number:
            log.warning("output %s: %s prints it nowhere", id, entry["script"], location=self.get_location())
            return []
        if id[0] == "T":
            frame = f'<div class="pe-scroll" tabindex="0" role="region" aria-label="{entry["what"]}">'
            return [raw(f"{frame}{textwrap.dedent(found[0])}</div>")]
        text = textwrap.dedent(found[number - 1]).strip()
        return [nodes.literal_block(text, text, language="none")]


def outputs_of(env: BuildEnvironment) -> dict[str, str]:
    """Return the page of each output so far."""
    if not hasattr(env, "pe_outputs"):
        env.pe_outputs = {}
    return env.pe_outputs


def purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    for id in [id for id, page in outputs_of(env).items() if page == docname]:
        del env.pe_outputs[id]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("output", Output)
    app.connect("env-purge-doc", purge)
    return {"parallel_read_safe": False}
