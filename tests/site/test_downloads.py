"""What the site offers installs from it alone, runs in an empty folder, and gives the page's numbers and figures."""

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import hosting
import isolated
import offered
import pytest
import reading
import recorded
from packaging.requirements import Requirement

HERE = Path(__file__).parent
ENV = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
ENV |= {"OMP_NUM_THREADS": "1", "MPLBACKEND": "module://recording"}
DOWNLOADS = reading.downloads()
SCRIPTS = sorted(path for path in DOWNLOADS if path.suffix == ".py")


def name(download: Path) -> str:
    """Return shelf and name of a download."""
    return f"{DOWNLOADS[download].parent.name}/{download.name}"


def run(python: Path, download: Path, folder: Path) -> tuple[str, list[list[str]]]:
    """Run one download in `folder`, quietly and leaving nothing; return what it prints and what its figures hold."""
    folder.mkdir(parents=True)
    shutil.copy2(download, folder)
    before = [str(HERE / "run_cells.py")] if download.suffix == ".ipynb" else []
    command = [str(python), *before, download.name]
    figures = folder.with_name(f"{folder.name}.figures")
    env = ENV | {"PE_FIGURES": str(figures)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120)
    left = sorted(path.name for path in folder.iterdir() if path.name != download.name)
    drawn = figures.read_text().splitlines() if figures.exists() else []
    assert (done.returncode, done.stderr, left) == (0, "", [])
    return done.stdout, [json.loads(line) for line in drawn]


@pytest.fixture(scope="module")
def host():
    with hosting.served(reading.SITE, reading.base()) as address:
        yield lambda words: words.replace(reading.base(), address)


def environment(folder, requirement):
    """Return a Python that can run downloads once the wheel is installed."""
    python = isolated.create(folder, Requirement(requirement))
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "recording.py").symlink_to(HERE / "recording.py")
    return python


@pytest.fixture(scope="module")
def by_command(host, tmp_path_factory):
    """Give a Python with what the line of the gallery page installs, typed as it is printed."""
    printed = reading.soup(DOWNLOADS[SCRIPTS[0]]).select_one(".pe-install pre").get_text()
    pip, verb, *words = shlex.split(host(printed))
    assert (pip, verb) == ("pip", "install")
    python = environment(tmp_path_factory.mktemp("by_command") / "venv", words[-1])
    done = isolated.install(python, *words)
    assert done.returncode == 0, done.stderr
    return python


@pytest.fixture(scope="module")
def by_metadata(host, tmp_path_factory):
    """Give a Python with what the metadata of a script ask for, which are those of every script."""
    (asked,) = {tuple(offered.metadata(path.read_text())["dependencies"]) for path in SCRIPTS}
    python = environment(tmp_path_factory.mktemp("by_metadata") / "venv", asked[0])
    done = isolated.install(python, *map(host, asked))
    assert done.returncode == 0, done.stderr
    return python


@pytest.mark.parametrize("way", ["by_command", "by_metadata"])
def test_the_environment_holds_the_site_s_wheel_and_nothing_of_the_session(way, request):
    python = request.getfixturevalue(way)
    code = "import importlib.util as util; print(util.find_spec('pe_reference').origin, util.find_spec('pytest'))"
    said = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert Path(said[0]).is_relative_to(python.parents[1]) and said[1] == "None"
    (source,) = python.parents[1].glob("lib/python*/site-packages/pe_reference-*.dist-info/direct_url.json")
    assert json.loads(source.read_text())["url"].endswith(offered.requirement().rsplit("/", 1)[-1])


def test_nothing_is_installed_without_the_site(tmp_path):
    python = environment(tmp_path / "venv", "pe_reference[experiments]")
    assert isolated.install(python, "pe_reference[experiments]").returncode != 0


def test_every_script_of_the_gallery_can_be_downloaded_in_both_forms():
    scripts = sorted(f"{path.parent.name}/{path.stem}" for path in reading.ROOT.glob("gallery/*/plot_*.py"))
    for suffix in (".py", ".ipynb"):
        assert sorted(name(path).removesuffix(suffix) for path in DOWNLOADS if path.suffix == suffix) == scripts


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_script_and_notebook_give_the_numbers_and_figures_of_their_page(script, by_metadata, by_command, tmp_path):
    (notebook,) = (path for path in DOWNLOADS if name(path) == name(script).removesuffix(".py") + ".ipynb")
    page = reading.soup(DOWNLOADS[script])
    printed, figures = run(by_metadata, script, tmp_path / "script")
    cells, same = run(by_command, notebook, tmp_path / "notebook")
    assert not recorded.printed(page, printed)
    assert not recorded.printed(page, "".join(cell["printed"] for cell in json.loads(cells)))
    assert not recorded.tables(page, "".join(cell["html"] for cell in json.loads(cells)))
    assert len(figures) == len(page.select("figure.pe-figure")) and not recorded.drawn(figures, same)
