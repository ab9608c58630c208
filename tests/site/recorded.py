"""What must be true of what the site records and shows as computed, each as a function that returns the problems."""

import itertools
import re
from typing import Any

import reading
from bs4 import BeautifulSoup, Tag

NUMBER = re.compile(r"-?\d+(?:\.\d*)?(?:e[-+]?\d+)?")
CHECKED = re.compile(r"[1-9]\d* passed|no module\b.*")
BRACKETS = re.compile(r"\(([^()]+)\)")
NOISE = 1e-8  # what is smaller is the rounding of the machine, and two runs need not round alike
UNCHECKED = ("pending", "cited", "opinion")
KINDS = ("exact", "numeric", "behaviour", "trained", "source", "opinion")


def printed(page: BeautifulSoup, text: str) -> list[str]:
    """`text` is what the page shows as printed."""
    shown = "\n".join(block.strip("\n") for block in reading.printed(page))
    return _same(shown, text.strip("\n"))


def tables(page: BeautifulSoup, html: str) -> list[str]:
    """The tables of `html` are those of the page."""
    both = [reading.tables(part) for part in (page, BeautifulSoup(html, "html.parser"))]
    shown, ran = ("\n".join(" | ".join(row) for table in part for row in table) for part in both)
    return _same(shown, ran)


def _same(shown: str, ran: str) -> list[str]:
    words, numbers = zip(*(([*NUMBER.split(text)], NUMBER.findall(text)) for text in (shown, ran)), strict=True)
    close = all(a == b or abs(float(a)) < NOISE > abs(float(b)) for a, b in zip(*numbers, strict=False))
    return [] if words[0] == words[1] and close else [f"the page shows\n{shown}\nand the download gives\n{ran}"]


def drawn(figures: list[list[str]], same: list[list[str]]) -> list[str]:
    """Two runs drew the same figures: as many, of the same artists with the same data."""
    problems = [] if len(figures) == len(same) else [f"{len(figures)} figures, and {len(same)}"]
    pairs = enumerate(zip(figures, same, strict=False), 1)
    return problems + [f"figure {n}: {sorted({*one} ^ {*other})[:6]}" for n, (one, other) in pairs if one != other]


def claims(entries: list[dict[str, Any]], kinds: dict[str, str]) -> list[str]:
    """Every claim of the article is there once, in order, with its kind, and proved wherever it must be."""
    ids = [entry["id"] for entry in entries]
    odd = sorted(set(kinds) ^ set(ids)) or ids
    problems = [] if ids == list(kinds) else [f"missing, doubled, unknown or out of order: {odd}"]
    problems += [
        f"{entry['id']}: its kind is {entry['kind']}" for entry in entries if entry["kind"] != kinds.get(entry["id"])
    ]
    return problems + proved(entries)


def written() -> dict[str, str]:
    """Return the page of every claim in the sources that is named after its page."""
    docs = reading.ROOT / "docs"
    pages = [path for path in docs.rglob("*.md") if not {"_build", "vendor"} & set(path.relative_to(docs).parts)]
    found = {path: re.findall(r"^`{3,}\{claim\} ([a-z]\S*)$", path.read_text(), re.M) for path in pages}
    return {id: path.relative_to(docs).with_suffix(".html").as_posix() for path, ids in found.items() for id in ids}


def own_claims(entries: list[dict[str, Any]], pages: dict[str, str]) -> list[str]:
    """Every claim of our own is there once, named after its page, page by page in the order of its numbers; proved."""
    ids = [entry["id"] for entry in entries]
    problems = [] if sorted(ids) == sorted(pages) else [f"missing, doubled or unknown: {sorted(set(ids) ^ set(pages))}"]
    for entry in entries:
        page, anchor = entry["page"].split("#")
        if (page, anchor) != (pages.get(entry["id"]), f"claim-{entry['id']}") or not page.endswith(
            f"{entry['section']}.html"
        ):
            problems.append(f"{entry['id']}: its place is {entry['page']}")
        if entry["kind"] not in KINDS:
            problems.append(f"{entry['id']}: its kind is {entry['kind']!r}")
    blocks = [(section, list(block)) for section, block in itertools.groupby(entries, lambda entry: entry["section"])]
    numbers = [[int(entry["id"].rsplit(".", 1)[1]) for entry in block] for _, block in blocks]
    if len(dict(blocks)) < len(blocks) or any(some != sorted(some) for some in numbers):
        problems.append(f"out of order: {ids}")
    return problems + proved(entries)


def proved(entries: list[dict[str, Any]]) -> list[str]:
    """The checks of every claim passed; it has one, and catches something, wherever it must."""
    problems = []
    for entry in entries:
        if entry["passed"] != entry["checks"]:
            problems.append(f"{entry['id']}: {entry['passed']} of {entry['checks']} checks passed")
        computed = entry["verdict"] not in UNCHECKED and entry["kind"] != "source"
        if computed and not (entry["checks"] and entry["catches"]):
            problems.append(f"{entry['id']}: no check, or nothing that it would catch")
    return problems


def bracketed(page: BeautifulSoup, ids: set[str]) -> list[str]:
    """In the tables of scripts every number of a claim in brackets leads to its card."""
    problems = []
    for cell in page.select("table.pe-table td"):
        linked = {link.get_text() for link in cell.select('a[href*="#claim-"]')}
        named = {word for inner in BRACKETS.findall(cell.get_text()) for word in inner.split(", ")} & ids
        problems += [f"no link: {number}" for number in sorted(named - linked)]
    return problems


def claim_card(entry: dict[str, Any], card: Tag | None) -> list[str]:
    """A claim's card on its page shows the verdict and the outcome that are recorded."""
    if card is None:
        return [f"{entry['id']}: no such anchor"]
    outcome = card.select_one(".pe-outcome")
    said = NUMBER.findall(outcome.get_text())[:1] if outcome else ["0"]
    verdict = card.get("data-verdict")
    problems = [] if verdict == entry["verdict"] else [f"{entry['id']}: its card says {verdict}"]
    problems += [] if said == [str(entry["passed"])] else [f"{entry['id']}: its card says {said} checks passed"]
    return problems + ([f"{entry['id']}: a check failed"] if card.select(".pe-outcome--failed") else [])


def checks(table: Tag | None) -> list[str]:
    """The table has a row for every encoding, led to its page, and in every cell a number of cases or `no module`."""
    if table is None:
        return ["there is no table of checks"]
    rows = {row.a.get_text(): [cell.get_text() for cell in row.find_all("td")] for row in table.select("tbody tr")}
    columns = len(table.select("thead th")) - 1
    problems = [f"{name}: {len(cells)} cells of {columns}" for name, cells in rows.items() if len(cells) != columns]
    odd = [(name, cell) for name, cells in rows.items() for cell in cells if not CHECKED.fullmatch(cell)]
    problems += [f"{name}: {cell!r}" for name, cell in odd]
    problems += [] if columns == 7 else [f"{columns} checks"]
    return problems + [f"{stem}: no row" for stem in encodings() if stem not in rows]


def encodings() -> list[str]:
    """Return the stems of the package's files that have one of its four verbs."""
    package = reading.ROOT / "pe_reference"
    verb = re.compile(r"^def (table|rotate|bias|inv_freq)\(", re.M)
    folders = ("embeddings", "rotations", "spectra", "biases")
    files = [path for folder in folders for path in (package / folder).glob("*.py")]
    return sorted(path.stem for path in files if verb.search(path.read_text()))


def outputs(places: dict[str, Any], ids: list[str], later: list[str]) -> list[str]:
    """Every output of the article has a place that holds it; those that come later are named."""
    problems = [f"{id}: no place" for id in ids if id not in places]
    problems += [f"{id}: unknown" for id in places if id not in [*ids, "later"]]
    problems += [] if sorted(places["later"]) == sorted(later) else [f"later: {places['later']}"]
    return problems + [problem for id in ids if id in places for problem in holds(id, reading.at(places[id]))]


def holds(id: str, place: Tag | None) -> list[str]:
    """The place of an output holds the thing: a picture with a text, printed text, a table, code."""
    if place is None:
        return [f"{id}: no such anchor"]
    there = {
        "F": lambda: place.select("img") and all(image.get("alt") for image in place.select("img")),
        "L": lambda: any(block.get_text().strip() for block in place.select("pre")),
        "T": lambda: any(len(rows) > 1 for rows in reading.tables(place)),
        "P": lambda: any(block.get_text().strip() for block in place.select("pre")),
        "S": lambda: len(place.get_text()) > len(place.select_one(".pe-label").get_text()) + 20,
    }
    return [] if there[id[0]]() else [f"{id}: its place does not hold it"]
