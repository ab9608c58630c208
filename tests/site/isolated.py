"""An environment that holds what pip installs when it is asked for the wheel alone, and nothing else of ours."""

import os
import subprocess
import sys
import venv
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

PIP = [sys.executable, "-m", "pip", "--isolated", "--quiet", "--disable-pip-version-check"]
NOWHERE_ELSE = ["--no-index", "--no-cache-dir"]
QUIET = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}


def create(folder: Path, asked: Requirement) -> Path:
    """Return the Python of a new environment that holds what `asked` needs, but not `asked` itself."""
    venv.create(folder, with_pip=False)
    (packages,) = folder.glob("lib/python*/site-packages")
    for needed in required(asked):
        _link(needed, packages)
    return folder / "bin" / "python"


def install(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run ``pip install`` with `words` for `python`, by a pip that knows no place but what `words` name."""
    command = [*PIP, "--python", str(python), "install", *NOWHERE_ELSE, *words]
    env = QUIET | {"PIP_CONFIG_FILE": os.devnull}
    return subprocess.run(command, cwd=python.parent, env=env, capture_output=True, text=True, check=False)


def required(asked: Requirement) -> list[Distribution]:
    """Return what `asked` needs, and what that needs, without `asked` itself."""
    found: dict[str, Distribution] = {}
    done, waiting = set(), [(asked.name, extra) for extra in ("", *asked.extras)]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in done:
            continue
        done.add((name, extra))
        found[name] = distribution(name)
        for line in found[name].requires or []:
            needs = Requirement(line)
            if needs.marker is None or needs.marker.evaluate({"extra": extra}):
                waiting += [(needs.name, inner) for inner in ("", *needs.extras)]
    return [needed for needed in found.values() if needed.name != asked.name]


def _link(needed: Distribution, packages: Path) -> None:
    tops = {path.parts[0] for path in needed.files or []}
    for top in tops - {"..", "__pycache__"}:
        link = packages / top
        if not top.endswith(".pth") and not link.exists():
            link.symlink_to(Path(str(needed.locate_file(top))))
