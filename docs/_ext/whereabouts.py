"""How others find the pages: head of each page, sitemap, pages that moved, entries of the search for claims."""

import html
import posixpath
import re
from pathlib import Path
from typing import Any

import cards
import claims
import twins
from docutils import nodes
from overview import plain, short
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging

log = logging.getLogger(__name__)
STUB = """<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Moved: {title}</title>
    <meta name="robots" content="noindex" />
    <link rel="canonical" href="{address}" />
    <script>location.replace("{link}" + location.search + location.hash);</script>
    <meta http-equiv="refresh" content="0; url={link}" />
  </head>
  <body><p>This page has moved: <a href="{link}">{title}</a>.</p></body>
</html>
"""


def head(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document) -> None:
    """Say in the head of a page what it is, for search engines and for those who share a link to it."""
    if app.builder.name != "html":
        return
    if pagename == "search":
        app.add_js_file("search.js", loading_method="defer")
    if doctree is None:
        context["pageurl"] = None
        context["metatags"] = f'{context.get("metatags", "")}\n    <meta name="robots" content="noindex" />'
        return
    text = twins.write(app, pagename, context["body"])
    title, words = twins.first_words(text)
    words = sentences(plain(words, {}))
    card = cards.write(app, pagename, title, words, doctree)
    named = {"description": words, "twitter:card": "summary_large_image"}
    shared = {
        "og:title": title,
        "og:type": "website" if pagename == app.config.root_doc else "article",
        "og:url": context["pageurl"],
        "og:site_name": app.config.project,
        "og:description": words,
        "og:image": app.config.html_baseurl + card,
        "og:image:width": str(cards.SIZE[0]),
        "og:image:height": str(cards.SIZE[1]),
        "og:image:alt": f"{title}. {words}",
    }
    tags = [f'<meta name="{name}" content="{html.escape(value)}" />' for name, value in named.items()]
    tags += [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in shared.items()]
    twin = posixpath.basename(twins.path_of(app, pagename))
    tags.append(f'<link rel="alternate" type="text/markdown" title="Markdown" href="{twin}" />')
    context["metatags"] = "\n    ".join([context.get("metatags", ""), *tags])


def sentences(text: str, most: int = 200) -> str:
    """Return the first sentences that fit, or the beginning of the first."""
    found, *rest = re.split(r"(?<=[.:?]) (?=[A-Z])", text)
    while rest and len(f"{found} {rest[0]}") <= most:
        found += f" {rest.pop(0)}"
    return found if len(found) <= most else short(found, most)


def entries(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let the search find each claim by its id; it drops terms that are all digits, but no entry of an index."""
    for card in doctree.findall(claims.claim):
        number, anchor = card["number"], claims.anchor(card["number"])
        names = (number, f"claim {number}", anchor)
        card.insert(0, addnodes.index(entries=[("single", name, anchor, "main", None) for name in names]))


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the sitemap, and a page at each address from which one has moved."""
    if exception or app.builder.name != "html":
        return
    out, uri, base = Path(app.outdir), app.builder.get_target_uri, app.config.html_baseurl
    (out / "_static" / "webpack-macros.html").unlink(missing_ok=True)  # left over by the theme, no page
    places = [f"  <url><loc>{html.escape(base + uri(page))}</loc></url>" for page in sorted(app.env.found_docs)]
    space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<urlset {space}>", *places, "</urlset>", ""]
    (out / "sitemap.xml").write_text("\n".join(lines))
    for old, new in app.config.moved_pages.items():
        if new not in app.env.found_docs or old in app.env.found_docs:
            log.warning("moved_pages: %s must be gone and %s be there", old, new)
            continue
        path = out / uri(old)
        path.parent.mkdir(parents=True, exist_ok=True)
        link = posixpath.relpath(uri(new), posixpath.dirname(uri(old)) or ".")
        title = html.escape(app.env.titles[new].astext())
        path.write_text(STUB.format(title=title, address=base + uri(new), link=link))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("moved_pages", {}, "")
    app.connect("html-page-context", head)
    app.connect("doctree-resolved", entries)
    app.connect("build-finished", write)
    app.connect("build-finished", twins.index)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
