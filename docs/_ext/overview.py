"""The ledger over all pages: a table with filters, the claim x variant matrix, a summary, and the files for others."""

import csv
import json
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import badges
import conforming
import evidence
import ledger
from claims import claims_of
from docutils import nodes
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from outputs import outputs_of
from sources import cited
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from twins import below

FIELDS = ("id", "section", "kind", "statement", "verdict", "checks", "passed", "catches", "page")
KINDS = ("ledger", "ledger-matrix", "ledger-summary", "conformance")  # each has a template of its name
LATEX = (
    (r"\\text\{?([a-z]+)\}?", r"\1"),
    (r"\\sqrt\{([^{}]+)\}", r"sqrt(\1)"),
    (r"\^\{([^{}]+)\}", r"^(\1)"),
    (r"\\,", ""),
)


class late(nodes.General, nodes.Element):
    """Something that is known when all pages are read."""


class Late(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        if not hasattr(self.env, "pe_late"):
            self.env.pe_late = set()
        self.env.pe_late.add(self.env.docname)
        return [late(kind=self.name)]


def ordered(app: Sphinx) -> list[dict[str, Any]]:
    """Return the claims in the order of the outline, then those of our own pages as the contents have them.

    All in plain words.
    """
    outlined, pages = list(evidence.demanded()), below(app.env, app.config.root_doc)
    order = {id: (number,) for number, id in enumerate(outlined)}
    for id, entry in claims_of(app.env).items():
        if id not in order:
            place = pages.index(entry["page"]) if entry["page"] in pages else len(pages)
            order[id] = (len(outlined) + place, entry["page"], int(id.rsplit(".", 1)[-1]))
    sources = cited(f"{app.srcdir}/references.bib")
    entries = sorted(claims_of(app.env).values(), key=lambda entry: order[entry["id"]])
    words = ("statement", "true", "catches")
    return [entry | {name: plain(entry[name], sources) for name in words} for entry in entries]


def plain(text: str, sources: dict[str, str]) -> str:
    """Return the words of a statement without its markup."""
    text = re.sub(r"\{cite:[a-z]\}`([^`]+)`", lambda match: sources.get(match[1], match[1]), text)
    text = re.sub(r"\{[a-z:]+\}`([^`<]*?)(?: *<[^>]*>)?`", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    for pattern, words in LATEX:
        text = re.sub(pattern, words, text)
    return re.sub(r"[`$*]|\\(?=[a-z])", "", text).replace("claim-", "claim ")


def groups(app: Sphinx, claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the sections of the article, then our own pages that hold claims: name, title and claims of each."""
    titles = {entry["number"]: f"{entry['number']} {entry['title']}" for entry in evidence.outline()["section"]}
    article = len(titles)
    titles |= {claim["section"]: app.env.titles[claim["page"]].astext() for claim in claims if claim["own"]}
    return [
        {
            "name": name,
            "title": title,
            "own": number >= article,
            "claims": [claim for claim in claims if claim["section"] == name],
        }
        for number, (name, title) in enumerate(titles.items())
    ]


def short(text: str, most: int = 240) -> str:
    """Return the first sentence, cut where it is long: at a word, and before a bracket that would stay open."""
    first = re.split(r"(?<=[.;:]) (?=[A-Z])", text)[0]
    if len(first) <= most:
        return first
    cut = first[:most].rsplit(" ", 1)[0]
    return (cut if cut.count("(") == cut.count(")") else cut[: cut.rindex("(")]).rstrip(" ,;:") + " …"


def commit_date(folder: Path) -> str:
    """Return the day of the last commit, or nothing outside a checkout."""
    asked = ["git", "log", "-1", "--format=%cs"]
    return subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False).stdout.strip()


def matrix(claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return for every variant which claims turn red under it, and how many stay green."""
    path = evidence.FOLDER / "cells.json"
    cells = (
        {tuple(key.split(" ")): state for key, state in json.loads(path.read_text()).items()} if path.exists() else {}
    )
    own = {claim.id: claim.options.get("catches") for claim in ledger.claims()}
    rows = []
    for name, variant in ledger.variants().items():
        met = [claim | {"its": own[claim["id"]] == name} for claim in claims if (name, claim["id"]) in cells]
        red = [claim for claim in met if cells[name, claim["id"]] != "green"]
        where = f"premise of {variant.claim}" if variant.claim else variant.file
        words = {"says": variant.says, "old": variant.old, "new": variant.new, "where": where}
        rows.append({**words, "red": red, "green": len(met) - len(red)})
    return rows


def visit(self: Any, node: late) -> None:
    app = self.builder.app
    folder = Path(app.srcdir, "_templates", "ledger")
    template = Environment(loader=FileSystemLoader(folder), autoescape=True).get_template(f"{node['kind']}.html")
    here = self.builder.current_docname
    claims = [
        entry
        | {
            "true": short(entry["true"]),
            "own": isinstance(entry["section"], str),
            "href": f"{self.builder.get_relative_uri(here, entry['page'])}#claim-{entry['id']}",
        }
        for entry in ordered(app)
    ]
    self.body.append(
        template.render(
            claims=claims,
            matrix=matrix(claims),
            checks=conforming.CHECKS,
            notes=conforming.notes(),
            conformance=[
                row | {"href": self.builder.get_relative_uri(here, f"encodings/{row['encoding']}")}
                for row in conforming.table()
            ],
            groups=groups(app, claims),
            verdicts=badges.VERDICTS,
            count=Counter(entry["verdict"] for entry in claims),
            ours=[entry for entry in claims if entry["own"]],
            judged=Counter(entry["verdict"] for entry in claims if not entry["own"]),
            date=commit_date(app.srcdir),
            icon=lambda name: Markup(badges.icon(name)),
            badge=lambda name: Markup(badges.badge(name)),
        )
    )
    raise nodes.SkipNode


def outdated(app: Sphinx, env: Any) -> list[str]:
    """Return the pages that show what is known late, if any of it has changed."""
    claims = ordered(app)
    titles = [env.titles[entry["page"]].astext() for entry in claims]
    files = [Path(__file__), ledger.VARIANTS, evidence.FOLDER / "cells.json", conforming.REPORT]
    files += sorted(Path(app.srcdir, "_templates", "ledger").iterdir())
    texts = [path.read_text() for path in files if path.exists()]
    known = ledger.hashed(json.dumps([claims, titles]), commit_date(app.srcdir), *texts)
    if known == getattr(env, "pe_known", ""):
        return []
    env.pe_known = known
    return sorted(getattr(env, "pe_late", set()) & env.all_docs.keys())


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write claims.json, claims.csv and outputs.json beside index.html."""
    if exception or app.builder.format != "html":
        return
    out, uri = Path(app.outdir), app.builder.get_target_uri
    entries = [
        {name: entry[name] for name in FIELDS} | {"page": f"{uri(entry['page'])}#claim-{entry['id']}"}
        for entry in ordered(app)
    ]
    (out / "claims.json").write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n")
    with (out / "claims.csv").open("w", newline="") as file:
        rows = csv.DictWriter(file, FIELDS)
        rows.writeheader()
        rows.writerows(entries)
    found, outline = outputs_of(app.env), evidence.outline()
    ids = [entry["id"] for entry in outline["output"] if entry["id"] in found]
    places = {id: f"{uri(found[id])}#output-{id}" for id in ids}
    (out / "outputs.json").write_text(json.dumps(places | {"later": sorted(outline["later"])}, indent=1) + "\n")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_node(late, html=(visit, None))
    for name in KINDS:
        app.add_directive(name, Late)
    app.connect("env-updated", outdated)
    app.connect("build-finished", write)
    return {"parallel_read_safe": False}
