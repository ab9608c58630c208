# /// script
# requires-python = ">=3.11"
# dependencies = ["nox>=2025.5.1"]
# ///
"""Build and check everything: ``nox -l`` lists what there is."""

import hashlib
import os
import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "virtualenv"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["docs", "tests"]

PROJECT = nox.project.load_toml("pyproject.toml")
LOWEST_NUMPY = "1.26.4"
TIMED = "tests/site/test_paint.py"  # alone: another process beside it would slow what it times
ONE_CORE = {"OMP_NUM_THREADS": "1", "NUMPY_MADVISE_HUGEPAGE": "0"}


def install(session: nox.Session, *groups: str, package: str = "", pins: str = "constraints.txt") -> None:
    """Install `package` (editable) and `groups` once; again only when what is asked for has changed."""
    wanted = [*(["-e", package] if package else []), *nox.project.dependency_groups(PROJECT, *groups)]
    asked = "\n".join([*wanted, Path("pyproject.toml").read_text(), Path(pins).read_text()])
    stamp = Path(session.virtualenv.location) / "installed"
    digest = hashlib.sha256(asked.encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    session.install("-c", pins, *wanted)
    stamp.write_text(digest)


@nox.session
def docs(session: nox.Session) -> None:
    """Run every claim and gallery script and build the site; `-- fresh` starts anew, `-- again` times another."""
    install(session, "docs", package=".[experiments]")
    program = "docs/again.py" if session.posargs == ["again"] else "docs/build.py"
    session.run("python", program, *session.posargs, env={"OMP_NUM_THREADS": "1"})


@nox.session
def tests(session: nox.Session) -> None:
    """Run the unit tests, the wrong variants and the docstrings, with coverage."""
    install(session, "tests", package=".[experiments]")
    covered = [] if session.posargs else ["--doctest-modules", "pe_reference", "tests", "--cov"]
    session.run("pytest", *covered, *session.posargs, env={"OMP_NUM_THREADS": "1"})


@nox.session
def site(session: nox.Session) -> None:
    """Check every page of the built site; needs `docs` first and Chromium."""
    install(session, "site", package=".[experiments]")
    if not Path("docs/_build/html/index.html").exists():
        session.error("there is no site yet: run `nox -s docs` first")
    if not (os.environ.get("CHROMIUM") or shutil.which("chromium")):
        session.error("no Chromium: `apt-get install chromium`, or set CHROMIUM to the path of one")
    pytest = ("pytest", "--confcutdir=tests/site")
    if session.posargs:
        session.run(*pytest, "tests/site", *session.posargs)
    else:
        session.run(*pytest, "-n", "2", "--dist", "worksteal", f"--ignore={TIMED}", "tests/site")
        session.run(*pytest, "-s", TIMED)


@nox.session
def experiments(session: nox.Session) -> None:
    """Train the small models and write docs/evidence; `-- ladder` one of them, `-- --again` compares a part anew."""
    install(session, package=".[experiments]")
    processes = [] if {"--again", "--renew"} & {*session.posargs} else ["--processes", "2"]
    session.run("python", "-m", "pe_reference.experiments", *processes, *session.posargs, env={"OMP_NUM_THREADS": "1"})


@nox.session
def bench(session: nox.Session) -> None:
    """Measure sizes, speed ratios and the exactness of every entry."""
    install(session, "tests", package=".[torch]")
    session.run("pytest", "tests/benchmarks", "-s", *session.posargs, env=ONE_CORE)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and form, and that the workflows on GitHub are safe."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".", "--exclude", "gallery")
    session.run("ruff", "format", "--check", "gallery", "--line-length", "76")
    session.run("zizmor", "--offline", "--quiet", ".github")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types of the package."""
    install(session, "types", package=".[experiments]")
    session.run("mypy")


@nox.session
def lowest(session: nox.Session) -> None:
    """Run the tests with the oldest NumPy that is supported; torch stays at its pin."""
    pins = Path(session.create_tmp()) / "constraints.txt"
    kept = [line for line in Path("constraints.txt").read_text().splitlines() if not line.startswith("numpy==")]
    pins.write_text("\n".join([*kept, f"numpy=={LOWEST_NUMPY}", ""]))
    install(session, "tests", package=".[experiments]", pins=str(pins))
    session.run("pytest", *session.posargs, env={"OMP_NUM_THREADS": "1"})


@nox.session
def pins(session: nox.Session) -> None:
    """Check that constraints.txt names all that the sessions install, and nothing else."""
    install(session, "pins")
    groups = nox.project.dependency_groups(PROJECT, *PROJECT["dependency-groups"])
    session.run("python", ".ci/pins.py", "nox", "-e", ".[experiments]", *groups)


@nox.session
def dist(session: nox.Session) -> None:
    """Build what is published: the sdist and the wheel, in `dist/`."""
    install(session, "dist")
    shutil.rmtree("dist", ignore_errors=True)
    session.run("python", "-m", "hatchling", "build", "--directory", "dist")


@nox.session
def twice(session: nox.Session) -> None:
    """Build the last commit twice from nothing, at two paths, and compare every byte: as long as two cold builds."""
    install(session, "docs", package=".[experiments]")
    session.run("python", "docs/compare.py", *session.posargs, env={"OMP_NUM_THREADS": "1"})


@nox.session
def live(session: nox.Session) -> None:
    """Serve the site and build it again at every change."""
    install(session, "docs", "live", package=".[experiments]")
    session.run("python", "docs/build.py", success_codes=[0, 1])
    folders = ("_build", "gallery", "reference/generated", "vendor")
    ignored = [word for folder in folders for word in ("--ignore", f"docs/{folder}/*")]
    watched = [word for folder in ("gallery", "pe_reference") for word in ("--watch", folder)]
    first = ("--pre-build", "python docs/_ext/evidence.py")
    built = ("-d", "docs/_build/doctrees", "docs", "docs/_build/html")
    session.run("sphinx-autobuild", *ignored, *watched, *first, *built, *session.posargs)


if __name__ == "__main__":
    nox.main()
