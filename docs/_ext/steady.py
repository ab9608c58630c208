"""Let the folder of a checkout make no difference: two builds of one commit have the same bytes."""

import hashlib
import sys

import ledger
from sphinx.application import Sphinx
from sphinx.util._serialise import stable_str
from sphinx_gallery import utils

CHANGES = ("run_stale_examples", "src_dir")  # of sphinx-gallery: said anew by every run


def record(app: Sphinx) -> None:
    """Digest what pages depend on without the folders of project and environment, for ``.buildinfo``."""
    if not hasattr(app.builder, "build_info"):
        return
    values = {entry.name: entry.value for entry in app.config.filter(frozenset({"html"}))}
    gallery = values["sphinx_gallery_conf"]
    values["sphinx_gallery_conf"] = {name: value for name, value in gallery.items() if name not in CHANGES}
    text = stable_str(values).replace(str(ledger.ROOT), "").replace(sys.prefix, "")
    app.builder.build_info.config_hash = hashlib.sha256(text.encode()).hexdigest()


def setup(app: Sphinx) -> dict[str, bool]:
    utils.check_spaces_in_filenames = lambda files: None  # it warns of spaces above the checkout, which break nothing
    app.connect("builder-inited", record, priority=1)
    return {"parallel_read_safe": True}
