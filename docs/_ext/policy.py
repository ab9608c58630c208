"""A Content-Security-Policy in every page: only the site itself is asked, and only the scripts of this build run."""

import base64
import hashlib
import re
from pathlib import Path

from sphinx.application import Sphinx

INLINE = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.S)
WRITTEN = re.compile(r'\n *<meta http-equiv="Content-Security-Policy"[^>]*>')
START = re.compile(r'<meta charset="utf-8" ?/?>', re.I)
DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",  # and the hash of each inline script of the page
    "style-src": "'self' 'unsafe-inline'",  # the one exception: MathJax and Matplotlib's tables write styles in place
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",  # search reads the pages it has found, to show a few words of each
    "form-action": "'self'",
    "base-uri": "'none'",
}


def policy(page: str) -> str:
    """Return the policy for the HTML of a page. In Chromium and Firefox 'self' holds for file:// too."""
    digests = (hashlib.sha256(script.encode()).digest() for script in INLINE.findall(page))
    hashes = dict.fromkeys(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    words = DIRECTIVES | {"script-src": " ".join([DIRECTIVES["script-src"], *hashes])}
    return "; ".join(f"{name} {sources}" for name, sources in words.items())


def guarded(page: str) -> str:
    """Return the HTML of a page with its policy, which comes first so that it holds for all that follows."""
    page = WRITTEN.sub("", page)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(page)}" />'
    return START.sub(lambda start: f"{start[0]}\n    {meta}", page, count=1)


def write(app: Sphinx, exception: Exception | None) -> None:
    """Put the policy into every page, once all are written."""
    if exception or app.builder.name != "html":
        return
    for path in sorted(Path(app.outdir).rglob("*.html")):
        before = path.read_text()
        after = guarded(before)
        if after != before:
            path.write_text(after)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", write, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
