"""What a reader finds in a built page: printed text, tables, the outputs of the article."""

import html
import os
import re
from functools import cache
from pathlib import Path

from bs4 import BeautifulSoup, Tag

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(os.environ.get("PE_SITE", ROOT / "docs" / "_build" / "html")).resolve()


def pages() -> list[str]:
    """Return the path of every page."""
    found = (path.relative_to(SITE) for path in SITE.rglob("*.html"))
    return sorted({path.as_posix() for path in found if path.parts[0] != "_static"} - set(moved()))


@cache
def moved() -> tuple[str, ...]:
    """Return the addresses from which a page has moved."""
    stubs = (path for path in SITE.rglob("*.html") if 'http-equiv="refresh"' in path.read_text())
    return tuple(sorted(path.relative_to(SITE).as_posix() for path in stubs))


def base() -> str:
    """Return the address for which the site was built."""
    return str(soup(SITE / "index.html").find("link", rel="canonical")["href"]).removesuffix("index.html")


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page."""
    return frozenset(html.unescape(id) for id in re.findall(r'\bid="([^"]*)"', page.read_text()))


def links(page: Path) -> list[str]:
    """Return what a page links to, as it is written."""
    return sorted({html.unescape(link) for link in re.findall(r'\b(?:href|src)="([^"]*)"', page.read_text())})


@cache
def soup(page: Path) -> BeautifulSoup:
    """Return the parsed page."""
    return BeautifulSoup(page.read_text(), "html.parser")


def printed(page: BeautifulSoup) -> list[str]:
    """Return the blocks of text that a gallery page shows as printed by its script."""
    return [block.get_text() for block in page.select("div.sphx-glr-script-out pre")]


def tables(page: BeautifulSoup | Tag) -> list[list[list[str]]]:
    """Return the rows of text of every table that a script shows."""
    return [
        [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in table.find_all("tr")]
        for table in page.select("table.pe-table")
    ]


def downloads() -> dict[Path, Path]:
    """Return every script and notebook that a gallery page offers, with that page."""
    offered = re.compile(r'href="([^"]*/_downloads/[^"]*/plot_[^"]*\.(?:py|ipynb))"')
    pages = sorted(SITE.glob("gallery/*/plot_*.html"))
    return {(page.parent / link).resolve(): page for page in pages for link in offered.findall(page.read_text())}


def at(address: str) -> Tag | None:
    """Return the element at ``path.html#anchor``, or None."""
    path, anchor = address.split("#")
    found = soup(SITE / path).find(id=anchor) if (SITE / path).exists() else None
    return found if isinstance(found, Tag) else None
