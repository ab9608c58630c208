"""Put built sites side by side, and tell each page of the others.

``python docs/versions.py TARGET SITE RELEASES`` copies SITE to TARGET, and unpacks ``RELEASES/v0.1.0/site.zip`` and the
like beside it, each into a folder named after its version. Then `_static/versions.js` of each lists all; pe.js makes
a menu of that, from file:// too.
"""

import json
import re
import shutil
import sys
import zipfile
from collections.abc import Set
from pathlib import Path

LIST = Path("_static", "versions.js")
DEVELOPMENT = "development"


def main(target: Path, site: Path, releases: Path) -> list[str]:
    """Fill `target`, and return the versions that stand in it, newest first."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(site, target)
    roots = {DEVELOPMENT: ""}
    for archive in sorted(releases.glob("v*/site.zip"), key=_order, reverse=True):
        version = archive.parent.name.removeprefix("v")
        zipfile.ZipFile(archive).extractall(target / version)
        roots[version] = f"{version}/"
    pages = {name: _pages(target / root, besides=roots.keys()) for name, root in roots.items()}
    for name, root in roots.items():
        up = "../" if root else ""
        listed = [{"name": other, "root": f"{up}{roots[other]}", "pages": pages[other]} for other in roots]
        (target / root / LIST).write_text(script(name, listed))
    return [*roots]


def script(here: str, versions: list[dict[str, object]]) -> str:
    """Return versions.js of the version `here`: the address of each is relative to the root of that version."""
    return f"window.PE_VERSION = {json.dumps(here)};\nwindow.PE_VERSIONS = {json.dumps(versions)};\n"


def _pages(root: Path, besides: Set[str]) -> list[str]:
    found = (path.relative_to(root) for path in root.rglob("*.html"))
    return sorted(path.as_posix() for path in found if path.parts[0] not in besides | {"_static", "404.html"})


def _order(archive: Path) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", archive.parent.name)]


if __name__ == "__main__":
    print("versions: " + ", ".join(main(*map(Path, sys.argv[1:]))))
