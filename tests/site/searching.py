"""Search as a reader does, in the browser."""

import json

import browsing
import reading
from playwright.sync_api import BrowserContext

DONE = "() => document.querySelector('p.search-summary')?.innerText"
HITS = "() => [...document.querySelectorAll('ul.search > li > a')].map((link) => link.href.split('?')[0])"
FIRST = """(queries) => queries.map(
  (query) => Search._performSearch(...Search._parseQuery(query)).at(-1)?.slice(0, 3).toSpliced(1, 1).join(".html"))"""


def found(context: BrowserContext, site: str, words: str) -> tuple[list[str], list[str]]:
    """Return what the search field of the landing page leads to, the best first, and what went wrong."""
    with browsing.opened(context, f"{site}/index.html") as (page, met):
        page.keyboard.press("Control+k")
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        page.wait_for_function(DONE)
        page.wait_for_timeout(100)
        hits = [hit.replace("/search.html", "") for hit in page.evaluate(HITS)]
        return hits, met["outside"] + met["failed"] + met["errors"]


def claims(context: BrowserContext, site: str) -> list[str]:
    """Every claim of the ledger is the first that its id finds, at its place."""
    listed = json.loads((reading.SITE / "claims.json").read_text())
    ids = [claim["id"] for claim in listed]
    with browsing.opened(context, f"{site}/search.html") as (page, _):
        page.wait_for_function("() => Search.hasIndex()")
        firsts = page.evaluate(FIRST, ids)
    due = [claim["page"].split("#")[0] + "#claim_" + claim["id"].replace(".", "_") for claim in listed]
    return [f"{id}: {first}" for id, first, place in zip(ids, firsts, due, strict=True) if first != place]
