"""Let the search know the claims of pages that this build did not write: Sphinx forgets the index entries of those."""

import json
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def path_of(app: Sphinx) -> Path:
    return Path(app.doctreedir, "search-entries.json")


def restore(app: Sphinx, env: BuildEnvironment) -> None:
    """Put back what the last build knew; pages that are written now say it anew."""
    path = path_of(app)
    begun = Path(app.outdir, "searchindex.js").exists()  # else all pages are written
    kept = json.loads(path.read_text()) if path.exists() and begun else {}
    for page, entries in kept.items():
        if page in env.all_docs:
            env._search_index_index_entries[page] = [tuple(entry) for entry in entries]


def keep(app: Sphinx, exception: Exception | None) -> None:
    """Write down what this build knows."""
    if not exception and app.builder.name == "html":
        path_of(app).write_text(json.dumps(app.env._search_index_index_entries))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("env-updated", restore)
    app.connect("build-finished", keep)
    return {"parallel_read_safe": True}
