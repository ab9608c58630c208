"""Say what a release still lacks: ``python3 .ci/release.py v0.1.0`` prints the notes of that version, or fails.

Without a tag it only checks that the version is the same wherever it stands. It needs nothing but Python.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADING = re.compile(r"^## (?P<version>\S+), (?P<date>.+)\n(?P<notes>(?:(?!## ).*\n?)*)", re.M)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def problems(tag: str = "", root: Path = ROOT) -> list[str]:
    """Return where the version, or for a tag the date, is not what it has to be."""
    version = _found(r'^__version__ = "(.+)"$', root / "pe_reference" / "__init__.py")
    citation = root / "CITATION.cff"
    newest = HEADING.search((root / "CHANGELOG.md").read_text())
    changed, date = (newest["version"], newest["date"]) if newest else ("", "")
    released = _found(r'^date-released: "?([^"\n]+)"?$', citation)
    stands = {
        "the newest heading of CHANGELOG.md": changed,
        "version in CITATION.cff": _found(r'^version: "?([^"\n]+)"?$', citation),
    }
    lacks = [f"{where} is {it or 'missing'}, not {version}" for where, it in stands.items() if it != version]
    if date != "unreleased" and not DATE.fullmatch(date):
        lacks.append(f"CHANGELOG.md dates {changed} as {date!r}, neither YYYY-MM-DD nor `unreleased`")
    if released != (date if DATE.fullmatch(date) else ""):
        lacks.append(f"date-released in CITATION.cff is {released or 'missing'}, CHANGELOG.md says {date}")
    if tag and tag != f"v{version}":
        lacks.append(f"the tag is {tag}, not v{version}")
    if tag and date == "unreleased":
        lacks.append(f"CHANGELOG.md says that {version} is unreleased")
    return lacks


def notes(root: Path = ROOT) -> str:
    """Return what CHANGELOG.md says of the newest version."""
    newest = HEADING.search((root / "CHANGELOG.md").read_text())
    return newest["notes"].strip() if newest else ""


def _found(pattern: str, path: Path) -> str:
    found = re.search(pattern, path.read_text(), re.M)
    return found[1] if found else ""


if __name__ == "__main__":
    lacks = problems(*sys.argv[1:2])
    sys.exit("\n".join(lacks)) if lacks else print(notes())
