"""Compare ``constraints.txt`` with what the requirements given as arguments install, here and on other systems."""

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

CONSTRAINTS = Path(__file__).resolve().parents[1] / "constraints.txt"
SYSTEMS = {"linux": ("Linux", "posix"), "darwin": ("Darwin", "posix"), "win32": ("Windows", "nt")}
PYTHONS = ("3.11", "3.12", "3.13")
OWN = "pe-reference"


def resolved(wanted: list[str]) -> list[dict[str, Any]]:
    """Return the metadata of all that pip would install for `wanted` in an empty environment."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "-qq", "--report", "-"]
    done = subprocess.run([*command, "-c", str(CONSTRAINTS), *wanted], check=True, stdout=subprocess.PIPE, text=True)
    return [item["metadata"] for item in json.loads(done.stdout)["install"]]


def problems(pinned: dict[str, str], found: list[dict[str, Any]]) -> list[str]:
    """Return what is installed without its pin, and what is pinned and never installed."""
    versions = {canonicalize_name(each["name"]): Version(each["version"]).public for each in found}
    versions.pop(OWN, None)
    needed = {name for each in found for name in elsewhere(each)} | versions.keys()
    lacks = [f"{name} is not pinned" for name in sorted(needed - pinned.keys())]
    lacks += [f"{name} is pinned, and nothing needs it" for name in sorted(pinned.keys() - needed)]
    for name in sorted(versions.keys() & pinned.keys()):
        lacks += [f"{name} is {versions[name]}, not {pinned[name]}"] if versions[name] != pinned[name] else []
    return lacks


def elsewhere(metadata: dict[str, Any]) -> Iterator[str]:
    """Name what a distribution needs without an extra on any system and Python that is supported."""
    if canonicalize_name(metadata["name"]) == "torch":
        return  # its wheel for the CPU has everything; other wheels name libraries of CUDA
    for words in metadata.get("requires_dist", []):
        need = Requirement(words)
        if need.marker is None or any(need.marker.evaluate(place) for place in places()):
            yield canonicalize_name(need.name)


def places() -> Iterator[dict[str, str]]:
    """Give the environments in which a marker is asked."""
    for (system, (platform, name)), python in product(SYSTEMS.items(), PYTHONS):
        here = {"sys_platform": system, "platform_system": platform, "os_name": name, "extra": ""}
        versions = {"python_version": python, "python_full_version": f"{python}.0"}
        yield {**default_environment(), **here, **versions}  # type: ignore[dict-item]


def pins(text: str) -> dict[str, str]:
    """Return the version of each name."""
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in text.split())}


if __name__ == "__main__":
    lacks = problems(pins(CONSTRAINTS.read_text()), resolved(sys.argv[1:]))
    sys.exit("\n".join(lacks) or None)
