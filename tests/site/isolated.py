"""An environment that holds the built wheel, what its extra asks for, and nothing else."""

import subprocess
import sys
import venv
from importlib.metadata import Distribution, distribution
from pathlib import Path

import reading
from packaging.requirements import Requirement

PACKAGE = "pe_reference"


def create(folder: Path, extra: str = "gallery") -> Path:
    """Build the wheel, install it into a new environment in `folder`, and return that environment's Python."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", reading.ROOT, "--no-deps", "--no-build-isolation", "--wheel-dir", folder / "wheel"], check=True
    )
    (wheel,) = (folder / "wheel").glob("*.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([*pip, "--python", python, "install", "--no-deps", "--no-index", wheel], check=True)
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    for needed in required(PACKAGE, extra):
        _link(needed, packages)
    return python


def required(name: str, extra: str) -> list[Distribution]:
    """Return what `name` with `extra` needs, and what that needs, without `name` itself."""
    found: dict[str, Distribution] = {}
    done, waiting = set(), [(name, ""), (name, extra)]
    while waiting:
        asked = waiting.pop()
        if asked in done:
            continue
        done.add(asked)
        found[asked[0]] = distribution(asked[0])
        for line in found[asked[0]].requires or []:
            needs = Requirement(line)
            if needs.marker is None or needs.marker.evaluate({"extra": asked[1]}):
                waiting += [(needs.name, inner) for inner in ("", *needs.extras)]
    return [needed for needed in found.values() if needed.name != name]


def _link(needed: Distribution, packages: Path) -> None:
    tops = {path.parts[0] for path in needed.files or []}
    for top in tops - {"..", "__pycache__"}:
        link = packages / top
        if not top.endswith(".pth") and not link.exists():
            link.symlink_to(Path(str(needed.locate_file(top))))
