"""Where the site will stand, and what of it can be installed: one configured address, one wheel."""

import os
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import ledger

WHEELS = ledger.DOCS / "_build" / "wheels"
PROJECT = tomllib.loads((ledger.ROOT / "pyproject.toml").read_text())


def base() -> str:
    """Return the address of the site, with its last slash: PE_SITE_URL, or else what pyproject.toml says."""
    return (os.environ.get("PE_SITE_URL") or PROJECT["tool"]["pe_reference"]["site"]["url"]).rstrip("/") + "/"


@cache
def wheel() -> Path:
    """Return the wheel of the package as it stands; it is built again when something in it has changed."""
    parts = [ledger.ROOT / name for name in ("pyproject.toml", "README.md", "LICENSE")]
    parts += sorted(path for path in ledger.PACKAGE.rglob("*") if path.suffix in (".py", ".mplstyle", ".typed"))
    parts += sorted((ledger.DOCS / "evidence").glob("*.json"))
    digest, stamp = ledger.hashed(*(path.read_text() for path in parts)), WHEELS / "digest"
    if not stamp.exists() or stamp.read_text() != digest:
        for old in WHEELS.glob("*.whl"):
            old.unlink()
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(WHEELS)]
        subprocess.run(build, cwd=ledger.ROOT, check=True, capture_output=True)
        stamp.write_text(digest)
    (built,) = WHEELS.glob("*.whl")
    return built


def requirement() -> str:
    """Return the package with what any script of the gallery needs, as a requirement that names this site's wheel."""
    return f"pe_reference[experiments] @ {base()}wheels/{wheel().name}"


def command() -> str:
    """Return the line that installs it."""
    return f'pip install "{requirement()}"'
