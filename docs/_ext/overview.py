"""The ledger over all pages: a table with filters, the claim x variant matrix, a summary, and the files for others."""

import csv
import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import badges
import evidence
import ledger
from claims import claims_of
from docutils import nodes
from notebooks import cited
from outputs import outputs_of
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FIELDS = ("id", "section", "kind", "statement", "verdict", "checks", "passed", "catches", "page")


class late(nodes.General, nodes.Element):
    """Something that is known when all pages are read."""


class Late(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        if not hasattr(self.env, "pe_late"):
            self.env.pe_late = set()
        self.env.pe_late.add(self.env.docname)
        return [late(kind=self.name)]


def ordered(app: Sphinx) -> list[dict[str, Any]]:
    """Return the claims in the order of the outline, then others."""
    order = {id: number for number, id in enumerate(evidence.demanded())}
    return sorted(claims_of(app.env).values(), key=lambda entry: order.get(entry["id"], len(order)))


LATEX = (
    (r"\\text\{?([a-z]+)\}?", r"\1"),
    (r"\\sqrt\{([^{}]+)\}", r"sqrt(\1)"),
    (r"\^\{([^{}]+)\}", r"^(\1)"),
    (r"\\,", ""),
)


def plain(text: str, sources: dict[str, str] | None = None) -> str:
    """Return the words of a statement without its markup."""
    text = re.sub(r"\{cite:[a-z]\}`([^`]+)`", lambda match: (sources or {}).get(match[1], match[1]), text)
    text = re.sub(r"\{[a-z:]+\}`([^`<]*?)(?: *<[^>]*>)?`", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    for pattern, words in LATEX:
        text = re.sub(pattern, words, text)
    return re.sub(r"[`$*]|\\(?=[a-z])", "", text).replace("claim-", "claim ")


def summary(self: Any) -> str:
    """Return the state of the ledger in figures, and every claim as its icon."""
    app, entries = self.builder.app, ordered(self.builder.app)
    date = subprocess.run(["git", "log", "-1", "--format=%cs"], cwd=app.srcdir, capture_output=True, text=True, check=False)
    dated = f"<span>Commit of {date.stdout.strip()}</span>" if date.stdout.strip() else ""
    counts = "".join(
        f"<div><dt>{badges.icon(verdict)}{verdict.capitalize()}</dt><dd>{_count(entries, verdict)}</dd></div>"
        for verdict in badges.VERDICTS
    )
    strip = ""
    for section in evidence.outline()["section"]:
        cells = "".join(_cell(self, entry) for entry in entries if entry["section"] == section["number"])
        strip += f'<li><span class="pe-strip__name">{section["number"]}</span><span class="pe-strip__cells">{cells}</span></li>'
    return (
        f'<div class="pe-state"><p class="pe-state__lead"><b>{len(entries)}</b> claims judged, '
        f"<b>{sum(entry['passed'] for entry in entries)}</b> checks passed in this build {dated}</p>"
        f'<dl class="pe-counts">{counts}</dl><p class="pe-label">Every claim, by section of the article</p>'
        f'<ol class="pe-strip" aria-label="Every claim, by section">{strip}</ol></div>'
    )


def _count(entries: list[dict[str, Any]], verdict: str) -> int:
    return sum(entry["verdict"] == verdict for entry in entries)


def _cell(self: Any, entry: dict[str, Any]) -> str:
    label = html.escape(f"{entry['id']}, {entry['verdict']}: {plain(entry['statement'])}")
    verdict = entry["verdict"]
    return f'<a class="pe-cell pe-cell--{verdict}" href="{_href(self, entry)}" aria-label="{label}">{badges.icon(verdict)}</a>'


def _href(self: Any, entry: dict[str, Any]) -> str:
    page = self.builder.get_relative_uri(self.builder.current_docname, entry["page"])
    return f"{page}#claim-{entry['id']}"


def table(self: Any) -> str:
    """Return the ledger: complete without JavaScript, filtered with it."""
    entries, sources = ordered(self.builder.app), cited(f"{self.builder.app.srcdir}/references.bib")
    buttons = "".join(
        f'<button type="button" class="pe-filter" data-verdict="{verdict}" aria-pressed="false" title="{means}">'
        f'{badges.icon(verdict)}{verdict.capitalize()}<span class="pe-filter__n">{_count(entries, verdict)}</span></button>'
        for verdict, means in badges.VERDICTS.items()
    )
    sections = "".join(
        f'<option value="{section["number"]}">{section["number"]} {section["title"]}</option>'
        for section in evidence.outline()["section"]
    )
    return (
        f'<form class="pe-filters" role="search" hidden><div class="pe-filters__row">{buttons}</div>'
        '<div class="pe-filters__row"><label>Section <select name="section"><option value="">all</option>'
        f'{sections}</select></label><label class="pe-filters__words">Words or id <input type="search" name="words" '
        'autocomplete="off"></label><output class="pe-filters__count" aria-live="polite"></output></div></form>'
        '<table class="pe-ledger"><thead><tr><th scope="col">Id</th><th scope="col">Claim</th><th scope="col">Verdict</th>'
        f'<th scope="col">Checks</th></tr></thead><tbody>{"".join(_row(self, entry, sources) for entry in entries)}</tbody></table>'
        '<p class="pe-empty" hidden>No claim fits. <button type="button" class="pe-reset">Show all</button></p>'
    )


def _row(self: Any, entry: dict[str, Any], sources: dict[str, str]) -> str:
    id, verdict, checks = entry["id"], entry["verdict"], entry["passed"]
    true = f"<p>{html.escape(_short(plain(entry['true'], sources)))}</p>" if entry["true"] else ""
    ran = f'<span class="pe-outcome pe-outcome--passed">{badges.icon("tick")}{checks}<span class="pe-sr"> checks passed</span></span>'
    none = '<span class="pe-outcome">–<span class="pe-sr"> nothing computed</span></span>'
    return (
        f'<tr id="{id}" data-verdict="{verdict}" data-section="{entry["section"]}">'
        f'<td class="pe-ledger__id"><a href="#{id}">{id}</a></td>'
        f'<td class="pe-ledger__says"><a href="{_href(self, entry)}">{html.escape(plain(entry["statement"]))}</a>{true}</td>'
        f'<td class="pe-ledger__verdict">{badges.badge(verdict)}</td>'
        f'<td class="pe-ledger__checks">{ran if checks else none}</td></tr>'
    )


def _short(text: str, most: int = 240) -> str:
    first = re.split(r"(?<=[.;:]) (?=[A-Z])", text)[0]
    return first if len(first) <= most else first[:most].rsplit(" ", 1)[0] + " …"


def matrix(self: Any) -> str:
    """Return which claim turns red under which variant."""
    path = evidence.FOLDER / "cells.json"
    cells = {tuple(key.split(" ")): state for key, state in json.loads(path.read_text()).items()} if path.exists() else {}
    own = {claim.id: claim.options.get("catches", "") for claim in ledger.claims()}
    rows = []
    for variant in ledger.variants().values():
        red = [id for (name, id), state in cells.items() if name == variant.name and state != "green"]
        shown = ", ".join(
            f'<a href="{_href(self, claims_of(self.builder.app.env)[id])}"{" class=pe-own" if own[id] == variant.name else ""}>{id}</a>'
            for id in red
            if id in claims_of(self.builder.app.env)
        )
        where = f"premise of {variant.claim}" if variant.claim else variant.file
        green = sum(name == variant.name for name, _ in cells) - len(red)
        rows.append(
            f'<tr><th scope="row">{html.escape(variant.says)}<br><small>{html.escape(where)}: '
            f"<del><code>{html.escape(variant.old)}</code></del> → <ins><code>{html.escape(variant.new)}</code></ins></small></th>"
            f"<td>{shown}</td><td>{green}</td></tr>"
        )
    return (
        '<table class="pe-table pe-matrix"><thead><tr><th scope="col">Wrong variant</th><th scope="col">Turns red</th>'
        f'<th scope="col">Stay green</th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


KINDS = {"ledger-summary": summary, "ledger": table, "ledger-matrix": matrix}


def visit(self: Any, node: late) -> None:
    self.body.append(KINDS[node["kind"]](self))
    raise nodes.SkipNode


def outdated(app: Sphinx, env: Any) -> list[str]:
    return sorted(getattr(env, "pe_late", set()) & env.all_docs.keys())


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write claims.json, claims.csv and outputs.json beside index.html."""
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    entries = [
        {name: entry[name] for name in FIELDS}
        | {"statement": plain(entry["statement"]), "page": f"{app.builder.get_target_uri(entry['page'])}#claim-{entry['id']}"}
        for entry in ordered(app)
    ]
    (out / "claims.json").write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n")
    with (out / "claims.csv").open("w", newline="") as file:
        rows = csv.DictWriter(file, FIELDS)
        rows.writeheader()
        rows.writerows(entries)
    found = outputs_of(app.env)
    places = {
        entry["id"]: f"{app.builder.get_target_uri(found[entry['id']])}#output-{entry['id']}"
        for entry in evidence.outline()["output"]
        if entry["id"] in found
    }
    (out / "outputs.json").write_text(json.dumps(places | {"later": sorted(evidence.outline()["later"])}, indent=1) + "\n")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_node(late, html=(visit, None))
    for name in KINDS:
        app.add_directive(name, Late)
    app.connect("env-updated", outdated)
    app.connect("build-finished", write)
    return {"parallel_read_safe": False}
