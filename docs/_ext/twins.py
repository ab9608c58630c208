"""Markdown twins: beside every ``page.html`` stands ``page.html.md``, and ``llms.txt`` lists them all.

A twin is made of the page as readers see it, so values, verdicts and outcomes are those of this build.
"""

import re
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from docutils import nodes
from markdownify import MarkdownConverter
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

DROPPED = (
    ".headerlink, .pe-icon, .pe-dark, .pe-filters, .pe-empty, .pe-strip, .pe-label:has(+ .pe-strip), script, style, "
    "canvas, button, [hidden], .sphx-glr-footer, .sphx-glr-download-link-note, .sphx-glr-timing, p.sphx-glr-signature"
)


def language(pre: Tag) -> str:
    """Return the language that a block of code is marked with."""
    box = pre.find_parent(class_=re.compile(r"^highlight-"))
    found = [name.removeprefix("highlight-") for name in (box["class"] if box else []) if name.startswith("highlight-")]
    return {"default": "", "none": "", "ipython3": "python", "myst-ansi": "text"}.get(*found * 2) if found else ""


class Writer(MarkdownConverter):
    """HTML to Markdown; formulas as TeX between dollars, code with its language."""

    class Options:
        bullets = "-"
        heading_style = "atx"
        code_language_callback = staticmethod(language)

    def convert_span(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return f"${_tex(el)}$" if "math" in el.get("class", []) else text

    def convert_div(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        if "math" in el.get("class", []):
            return f"\n\n$$\n{_tex(el)}\n$$\n\n"
        return super().convert_div(el, text, parent_tags)


def _tex(el: Tag) -> str:
    text = el.get_text().strip().removeprefix("\\(").removesuffix("\\)")
    return text.removeprefix("\\[").removesuffix("\\]").strip()


def markdown(body: str, pages: set[str]) -> str:
    """Return the Markdown of the body of a page; links to one of `pages` lead to its twin."""
    soup = BeautifulSoup(body, "html.parser")
    for part in soup.select(DROPPED):
        part.decompose()
    for card in soup.select("article.pe-claim"):
        head = card.select_one(".pe-claim__head")
        number, verdict = head.select_one(".pe-claim__id"), head.select_one(".pe-badge")
        head.replace_with(_tag(soup, "h3", f"{number.get_text()}: {verdict.get_text()}"))
    for words in soup.select(".pe-claim__says, .pe-label"):
        words.wrap(soup.new_tag("p"))
        words.name = "strong"
    for term in soup.select(".pe-claim__list > dt"):
        value = term.find_next_sibling("dd")
        value.name, value.p.name = "p", "span"
        value.insert(0, f"{term.extract().get_text()}: ")
    for thumb in soup.select(".sphx-glr-thumbcontainer"):
        link = thumb.select_one("a")
        item = _tag(soup, "li", f": {thumb.get('tooltip', '')}")
        item.insert(0, _tag(soup, "a", thumb.select_one(".sphx-glr-thumbnail-title").get_text(), href=link["href"]))
        thumb.replace_with(item)
    for shelf in soup.select(".sphx-glr-thumbnails"):
        shelf.name = "ul"
    for kind in soup.select("dt > .classifier"):
        kind.insert_before(": ")
    for signature in soup.select("dl.py > dt.sig"):
        signature.replace_with(_tag(soup, "pre", signature.get_text().strip()))
    for link in soup.select("a[href]"):
        link.attrs = {"href": _twin(link["href"], pages)}
    return Writer().convert_soup(soup).strip() + "\n"


def _tag(soup: BeautifulSoup, name: str, text: str, **attributes: str) -> Tag:
    tag = soup.new_tag(name, attrs=attributes)
    tag.string = text
    return tag


def _twin(link: str, pages: set[str]) -> str:
    path, mark, anchor = link.partition("#")
    return f"{path}.md{mark}{anchor}" if path and path in pages else link


def write(app: Sphinx, page: str, body: str) -> str:
    """Write and return the twin of a page."""
    text = markdown(body, {app.builder.get_relative_uri(page, other) for other in app.env.found_docs})
    target = path_of(app, page)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    return text


def path_of(app: Sphinx, page: str) -> Path:
    return Path(app.outdir, app.builder.get_target_uri(page) + ".md")


def first_words(text: str) -> tuple[str, str]:
    """Return the title and the first paragraph of a twin, each on one line."""
    title, *rest = [part for part in text.split("\n\n") if part.strip()]
    prose = next((part for part in rest if part[0] not in "#-!|`>$1*"), "")
    return title.lstrip("# ").strip(), " ".join(prose.split())


def below(env: BuildEnvironment, page: str) -> list[str]:
    """Return the pages below `page` in the order of the contents."""
    found = []
    for child in env.toctree_includes.get(page, []):
        found += [child, *below(env, child)]
    return found


def index(app: Sphinx, exception: Exception | None) -> None:
    """Write llms.txt: a heading for each part of the site, a line for each page."""
    if exception or app.builder.name != "html":
        return
    root = app.config.root_doc
    title, summary = first_words(path_of(app, root).read_text())
    lines = [f"# {app.config.project}: {title}", "", f"> {summary}", ""]
    lines += ["Every page has a Markdown twin at its address with `.md` added. Every claim with its verdict is also in"]
    lines += [f"{app.config.html_baseurl}claims.json (or claims.csv).", ""]
    for part, name in parts(app.env.get_doctree(root)):
        lines += [f"## {name}", ""]
        for page in [part, *below(app.env, part)]:
            title, prose = first_words(path_of(app, page).read_text())
            lines.append(f"- [{title}]({app.config.html_baseurl}{app.builder.get_target_uri(page)}.md): {prose}")
        lines.append("")
    Path(app.outdir, "llms.txt").write_text("\n".join(lines))


def parts(root: nodes.document) -> list[tuple[str, str]]:
    """Return the parts of the site, each with the name that the menu gives it."""
    entries = [entry for tree in root.findall(addnodes.toctree) for entry in tree["entries"]]
    return [(page, name or page) for name, page in entries]
