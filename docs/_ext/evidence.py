"""Run every claim of the pages and write down what became of it, for the build to show.

Run as a script it writes ``_build/evidence/``: one record per page, keyed by a digest of page, package and constraints,
and the matrix of claims and wrong variants. It runs everything, and reports all problems at the end.
"""

import doctest
import importlib
import json
import os
import pkgutil
import re
import sys
import tomllib
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path

import badges
import ledger

FOLDER = ledger.DOCS / "_build" / "evidence"
OUTLINE = ledger.DOCS / "article" / "outline.toml"
OUTPUT = re.compile(r"^`{3,}\{output\} (\S+)", re.M)
KINDS = ("exact", "numeric", "behaviour", "trained", "source", "opinion")
UNCHECKED = {"cited", "opinion", "pending"}


def outline() -> dict:
    """Return what the build demands."""
    return tomllib.loads(OUTLINE.read_text())


def demanded() -> dict[str, str]:
    """Return the kind of every claim of the article: each must have a place."""
    return {id: kind for section in outline()["section"] for id, kind in section["claims"].items()}


def kind_of(claim: ledger.Claim) -> str:
    """Return the kind of a claim: the article's stand in the outline, our own name theirs."""
    return demanded().get(claim.id) or claim.options.get("kind", "")


def ours(claim: ledger.Claim) -> bool:
    """Tell whether a claim is our own: named after its page, with a number, as ``rotary.1``."""
    return bool(re.fullmatch(rf"{re.escape(claim.page.rsplit('/', 1)[-1])}\.[1-9]\d*", claim.id))


def record(page: str) -> dict | None:
    """Return the record of `page`, or None where it is missing or of another page, package or constraints."""
    path = FOLDER / f"{page}.json"
    if not path.exists():
        return None
    written = json.loads(path.read_text())
    return written if written["digest"] == ledger.digest((ledger.DOCS / f"{page}.md").read_text()) else None


def run_pages() -> list[str]:
    """Bring the record of every page up to date and return its failing checks."""
    problems = []
    for path in ledger.pages():
        page, text = ledger.docname(path), path.read_text()
        found = ledger.parse(text, page)
        written = record(page) or {
            "digest": ledger.digest(text),
            "claims": {claim.id: asdict(ledger.run(claim, watched=True)) for claim in found},
        }
        _write(FOLDER / f"{page}.json", written)
        for claim in found:
            for failure in written["claims"][claim.id]["failures"]:
                problems.append(f"claim {claim.id} ({page}.md, line {claim.line}): {failure.rstrip()}")
    return problems


def run_matrix() -> None:
    """Bring the matrix up to date: what every claim says in the world of every variant.

    A claim that runs nothing of the file that a variant changes stays green without a run, unless it names the variant.
    """
    path = FOLDER / "matrix.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    package, checked = ledger.digest(), [claim for claim in ledger.claims() if ">>>" in claim.code]
    uses = {claim.id: record(claim.page)["claims"][claim.id]["files"] for claim in checked}
    cells, jobs = {}, []
    for variant in ledger.variants().values():
        for claim in checked:
            if variant.claim in ("", claim.id):
                key = ledger.hashed(package, claim.code, repr(variant))
                cells[variant.name, claim.id] = key
                its = variant.name == claim.options.get("catches")
                if variant.file and variant.file not in uses[claim.id] and not its:
                    known[key] = "green"
                elif key not in known:
                    jobs.append((variant, claim, key))
    by_variant: dict[str, list] = {}
    for job in jobs:
        by_variant.setdefault(job[0].name, []).append(job)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for states in pool.map(_states, by_variant.values()):
            known |= states
    wanted = set(cells.values())
    _write(path, {key: state for key, state in sorted(known.items()) if key in wanted})
    _write(FOLDER / "cells.json", {f"{variant} {id}": known[key] for (variant, id), key in cells.items()})


def _states(jobs: list) -> dict[str, str]:
    warnings.simplefilter("ignore")  # a wrong world may well divide by zero
    return {key: _state(claim, variant) for variant, claim, key in jobs}


def _state(claim: ledger.Claim, variant: ledger.Variant) -> str:
    try:
        outcome = ledger.run_under(claim, variant)
    except ValueError as error:
        return str(error)
    return "raised" if outcome.raised else "red" if not outcome.states else "early" if outcome.red else "green"


def docstrings() -> list[str]:
    """Return the modules whose docstrings hold failing examples; they run again when the package has changed."""
    path, digest = FOLDER / "docstrings.json", ledger.digest()
    written = json.loads(path.read_text()) if path.exists() else {}
    if written.get("digest") != digest:
        written = {"digest": digest, "problems": _run_docstrings()}
        _write(path, written)
    return written["problems"]


def _run_docstrings() -> list[str]:
    import pe_reference

    problems = []
    for module in pkgutil.walk_packages(pe_reference.__path__, "pe_reference."):
        outcome = doctest.testmod(importlib.import_module(module.name), optionflags=ledger.FLAGS)
        if outcome.failed:
            problems.append(f"docstrings of {module.name}: {outcome.failed} of {outcome.attempted} examples fail")
    return problems


def completeness() -> list[str]:
    """Return what is missing, doubled, unknown or unseen."""
    kinds, claims, texts = demanded(), ledger.claims(), {path: path.read_text() for path in ledger.pages()}
    count = Counter(claim.id for claim in claims)
    problems = [f"claim {id}: stands {n} times" for id, n in count.items() if n > 1]
    problems += [f"claim {id}: has no place" for id in kinds if id not in count]
    problems += [line for claim in claims for line in _shape(claim, kinds)]
    placed = Counter(id for text in texts.values() for id in OUTPUT.findall(text))
    outputs, later = {entry["id"] for entry in outline()["output"]}, set(outline().get("later", []))
    due, early = sorted(outputs - later), sorted(later & placed.keys())
    problems += [f"output {id}: stands {placed[id]} times, once is right" for id in due if placed[id] != 1]
    problems += [f"output {id}: has a place, so take it out of `later` in outline.toml" for id in early]
    problems += [f"output {id}: is not in outline.toml" for id in sorted((placed.keys() | later) - outputs)]
    for path, text in texts.items():
        if ">>>" in ledger.FENCE.sub("", text):
            problems.append(f"{ledger.docname(path)}.md: `>>>` outside a claim, which nothing runs")
    for path in sorted((ledger.ROOT / "gallery").rglob("*.py")):
        if ">>>" in path.read_text():
            problems.append(f"gallery/{path.parent.name}/{path.name}: `>>>`, which nothing runs")
    return problems


def _shape(claim: ledger.Claim, kinds: dict[str, str]) -> list[str]:
    verdict, named = claim.options.get("verdict", ""), claim.options.get("kind", "")
    if claim.id not in kinds and not ours(claim):
        return [f"claim {claim.id}: is not in outline.toml, nor named after its page with a number, as rotary.1"]
    problems = []
    if claim.id in kinds and named:
        problems.append(f"claim {claim.id}: its `kind` stands in outline.toml")
    kind = kinds.get(claim.id, named)
    if kind not in KINDS:
        problems.append(f"claim {claim.id}: `kind` must be one of {', '.join(KINDS)}, got {kind!r}")
    if verdict not in badges.VERDICTS:
        problems.append(f"claim {claim.id}: `verdict` must be one of {', '.join(badges.VERDICTS)}, got {verdict!r}")
    if "says" not in claim.options:
        problems.append(f"claim {claim.id}: has no `says`")
    if verdict == "pending" and kind != "trained":
        problems.append(f"claim {claim.id}: only kind trained may be pending, got {kind}")
    if kind == "source" and "source" not in claim.options:
        problems.append(f"claim {claim.id}: has no `source`")
    if verdict not in UNCHECKED and kind != "source":
        checks = ledger.CHECK.search(claim.code)
        problems += [] if checks else [f"claim {claim.id}: has no check"]
        name = claim.options.get("catches", "")
        problems += [] if name in ledger.variants() else [f"claim {claim.id}: `catches` names no variant, got {name!r}"]
    return problems


def _write(path: Path, data: dict) -> None:
    text = json.dumps(data, indent=1, ensure_ascii=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def gather() -> list[str]:
    """Run everything and return all problems."""
    problems = completeness() + run_pages() + docstrings()
    run_matrix()
    cells = json.loads((FOLDER / "cells.json").read_text())
    for claim in ledger.claims():
        name = claim.options.get("catches")
        state = cells.get(f"{name} {claim.id}", "red")
        if state != "red":
            problems.append(f"claim {claim.id}: under {name} its last check must turn red, got {state}")
    return problems


if __name__ == "__main__":
    found = gather()
    print("\n".join(found))
    sys.exit(bool(found))
