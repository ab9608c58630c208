"""The scripts and the style sheet of the explorer, loaded on its page alone."""

from typing import Any

from sphinx.application import Sphinx

SCRIPTS = ("formulas", "draw", "views", "explorer")


def load(app: Sphinx, pagename: str, *_: Any) -> None:
    """Add the files to the page of that name."""
    if pagename == "explorer":
        app.add_css_file("explorer.css")
        for name in SCRIPTS:
            app.add_js_file(f"explorer/{name}.js", defer="defer")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", load)
    return {"parallel_read_safe": True}
