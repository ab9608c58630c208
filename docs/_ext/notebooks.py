"""Notebooks read without Sphinx: roles become plain words before sphinx-gallery writes them."""

import re
from typing import Any

from sources import cited
from sphinx.application import Sphinx
from sphinx_gallery import notebook

ROLE = re.compile(r":(?P<role>[a-z:]+):`(?:(?P<text>[^`<]+?)\s*<(?P<target>[^`>]+)>|(?P<bare>[^`]+))`")
CODE = {"func", "class", "mod", "meth", "obj", "attr"}
PYTHON_TO_MARKDOWN = notebook.rst2md


def plain(text: str, sources: dict[str, str]) -> str:
    """Return reST `text` with its roles written out; math stays for sphinx-gallery to convert."""

    def words(match: re.Match[str]) -> str:
        role, bare = match["role"].split(":"), match["bare"]
        if "math" in role:
            return match[0]
        if "cite" in role and bare:
            return ", ".join(sources.get(key.strip(), key.strip()) for key in bare.split(","))
        if CODE & set(role):
            return f"``{match['text'] or bare.removeprefix('~')}``"
        return match["text"] or bare.removeprefix("claim-")

    return ROLE.sub(words, text)


def install(app: Sphinx) -> None:
    sources = cited(f"{app.srcdir}/{app.config.bibtex_bibfiles[0]}")

    def converted(text: str, *args: Any, **kwargs: Any) -> str:
        return PYTHON_TO_MARKDOWN(plain(text, sources), *args, **kwargs)

    notebook.rst2md = converted


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", install, priority=100)
    return {"parallel_read_safe": True}
