"""Compare two builds, byte by byte.

``python docs/compare.py ONE OTHER`` compares two folders. ``python docs/compare.py`` builds the last commit twice from
nothing, at two paths (one with a space) and in two time zones, and compares those.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

DOCS = Path(__file__).resolve().parent
PLACES = {"one": "UTC", "another place/two": "Asia/Kolkata"}


def differences(one: Path, other: Path) -> list[str]:
    """Return a line for every file that is in one folder alone, or differs, with the place."""
    both = [{path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()} for root in (one, other)]
    lines = [
        f"only in {root}: {name}" for root, own, rest in ((one, *both), (other, *both[::-1])) for name in own - rest
    ]
    for name in both[0] & both[1]:
        first, second = ((root / name).read_bytes() for root in (one, other))
        if first != second:
            lines.append(f"differs: {name} ({_where(one / name, other / name, first, second)})")
    return sorted(lines)


def _where(one: Path, other: Path, first: bytes, second: bytes) -> str:
    if zipfile.is_zipfile(one) and zipfile.is_zipfile(other):
        entries = [
            {entry.filename: (entry.CRC, entry.date_time) for entry in zipfile.ZipFile(path).infolist()}
            for path in (one, other)
        ]
        inside = sorted(name for name in entries[0] | entries[1] if entries[0].get(name) != entries[1].get(name))
        return "inside: " + (", ".join(inside) or "order or packing")
    pairs = zip(first, second, strict=False)
    place = next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))
    around = slice(max(0, place - 40), place + 40)
    return f"at byte {place}: {first[around]!r} is not {second[around]!r}"


def build(folder: Path, zone: str) -> Path:
    """Build the last commit in a clone of its own, and return the site."""
    subprocess.run(["git", "clone", "--quiet", str(DOCS.parent), str(folder)], check=True)
    modules = DOCS / "vendor" / "node_modules"
    if modules.exists():
        shutil.copytree(modules, folder / "docs" / "vendor" / "node_modules", symlinks=True)
    env = os.environ | {"PYTHONPATH": str(folder), "TZ": zone}
    subprocess.run([sys.executable, "docs/build.py"], cwd=folder, env=env, check=True)
    return folder / "docs" / "_build" / "html"


def main(folders: list[str]) -> int:
    """Print what differs between two folders, or between two builds of the last commit."""
    if folders:
        lines = differences(Path(folders[0]), Path(folders[1]))
    else:
        with TemporaryDirectory() as scratch:
            lines = differences(*(build(Path(scratch, place), zone) for place, zone in PLACES.items()))
    print("\n".join(lines) or "no difference")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
