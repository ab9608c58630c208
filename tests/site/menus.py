"""What must be true of sites that stand side by side, and of the menu that leads from one to the other."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Page

MENU = ".navbar-header-items__end .pe-versions"
NAME = re.compile(r"Version (\S+)")


def listed(site: Path) -> list[dict]:
    """Return what versions.js of a site lists."""
    text = (site / "_static" / "versions.js").read_text()
    return json.loads(re.search(r"PE_VERSIONS = (.*);", text)[1])


def targets(site: Path) -> list[str]:
    """Every page that a site lists of a version is there, itself and its start among them."""
    problems = []
    for version in listed(site):
        root = site / version["root"]
        pages = {*version["pages"]}
        problems += [f"{version['name']} has no start"] if "index.html" not in pages else []
        problems += [f"{version['name']} has no {page}" for page in sorted(pages) if not (root / page).is_file()]
    return problems


def menu(page: Page, here: str, expected: dict[str, str]) -> list[str]:
    """The menu is named after the version, and leads to the address that is expected of each, relative to the host."""
    if page.locator(MENU).count() != 1:
        return ["there is no menu"]
    named = NAME.fullmatch(page.locator(f"{MENU} summary").text_content() or "")
    problems = [] if named and named[1] == here else ["the menu does not say its version"]
    links = page.locator(f"{MENU} a").evaluate_all("all => all.map(a => [a.textContent, a.href, a.ariaCurrent])")
    problems += [] if [name for name, _, current in links if current] == [here] else ["the version is not marked"]
    found = {name: unquote(urlsplit(address)._replace(scheme="", netloc="").geturl()) for name, address, _ in links}
    return problems + [f"{name} leads to {found.get(name)}" for name in expected if found.get(name) != expected[name]]
