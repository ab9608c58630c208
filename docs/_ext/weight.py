"""Pages without what they do not use: style sheets, scripts, spans without a style, shapes of icons twice."""

import re
from typing import Any

import badges
from docutils import nodes
from pydata_sphinx_theme.pygments import get_pygments_stylesheet
from sphinx.application import Sphinx

NEEDED_BY = {  # the start of a file's name, and what in a page asks for it
    "mystnb": 'class="cell',
    "sg_gallery": "sphx-glr",
    "sg_gallery-binder": "binder-badge",
    "sg_gallery-dataframe": "dataframe",
    "sg_gallery-rendered-html": "rendered_html",
    "sg-tags": "data-sgtags",
    "clipboard": "<pre",
    "copybutton": "<pre",
}
CODE = re.compile(r'<div class="highlight"><pre>.*?</pre>', re.S)
SPAN = re.compile(r'<span class="([a-z0-9]+)">([^<]*)</span>')
GROUND = re.compile(r'(html\[data-theme="\w+"\] \.highlight) \{.*?(color: \S+) \}')
RULE = re.compile(r'(html\[data-theme="\w+"\] \.highlight) \.([a-z0-9]+) \{ (.*?) \}')
KEPT = {"go", "gp"}  # copybutton leaves these out of what it copies


def unneeded(filename: str, body: str) -> bool:
    """Whether a page with this body does without the file."""
    name = str(filename or "").split("/")[-1].split("?")[0]
    starts = [start for start in NEEDED_BY if re.match(rf"{start}\b", name)]
    return bool(starts) and NEEDED_BY[max(starts, key=len)] not in body


def styled(sheet: str) -> set[str]:
    """Return the classes of code that look different from their ground in one theme or the other."""
    ground = dict(GROUND.findall(sheet))
    return KEPT | {name for theme, name, style in RULE.findall(sheet) if style != ground.get(theme)}


def bare(body: str, kept: set[str]) -> str:
    """Return `body` without the spans of code that are not `kept`."""
    body = body.replace("<pre><span></span>", "<pre>")
    return CODE.sub(lambda code: SPAN.sub(lambda span: span[0] if span[1] in kept else span[2], code[0]), body)


def lighten(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document) -> None:
    """Take from a page what it does not use."""
    if app.builder.name != "html":
        return
    body = context.get("body", "")
    for files in ("css_files", "script_files"):
        context[files] = [file for file in context[files] if not unneeded(getattr(file, "filename", file), body)]
    if not pagename.startswith("gallery/"):  # there sphinx-gallery looks for the spans of names, to make links of them
        themes = (app.config.html_theme_options[f"pygments_{theme}_style"] for theme in ("light", "dark"))
        body = bare(body, styled(get_pygments_stylesheet(*themes)))
    body = body.replace(' role="doc-biblioentry"', ' role="listitem"')  # the former is deprecated, its list has items
    context["body"] = badges.sprite(body) + body


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", lighten, priority=800)
    return {"parallel_read_safe": True}
