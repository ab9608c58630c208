"""What the site offers runs in an empty folder, with the wheel and its extra alone, and gives the page's numbers."""

import json
import os
import shutil
import subprocess
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import isolated
import pytest
import reading
import recorded

RUNNER = Path(__file__).with_name("run_cells.py")
ENV = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {"OMP_NUM_THREADS": "1"}
DOWNLOADS = reading.downloads()


def name(download: Path) -> str:
    """Return shelf and name of a download."""
    return f"{DOWNLOADS[download].parent.name}/{download.name}"


def run(python: Path, download: Path, folder: Path) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run one download in `folder`; return what it did and what it left there."""
    folder.mkdir(parents=True)
    shutil.copy2(download, folder)
    before = [str(RUNNER)] if download.suffix == ".ipynb" else []
    command = [str(python), *before, download.name]
    done = subprocess.run(command, cwd=folder, env=ENV, capture_output=True, text=True, check=False, timeout=120)
    return done, sorted(path.name for path in folder.iterdir() if path.name != download.name)


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return isolated.create(tmp_path_factory.mktemp("isolated"))


@pytest.fixture(scope="module")
def runs(python, tmp_path_factory):
    folder = tmp_path_factory.mktemp("empty")
    with ThreadPoolExecutor(2) as pool:
        yield {path: pool.submit(run, python, path, folder / name(path)) for path in DOWNLOADS}


def test_the_environment_holds_the_wheel_and_nothing_of_the_session(python):
    code = "import importlib.util as util; print(util.find_spec('pe_reference').origin, util.find_spec('pytest'))"
    said = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert Path(said[0]).is_relative_to(python.parents[1]) and said[1] == "None"


def test_every_script_of_the_gallery_can_be_downloaded_in_both_forms():
    scripts = sorted(f"{path.parent.name}/{path.stem}" for path in reading.ROOT.glob("gallery/*/plot_*.py"))
    for suffix in (".py", ".ipynb"):
        assert sorted(name(path).removesuffix(suffix) for path in DOWNLOADS if path.suffix == suffix) == scripts


def test_every_archive_holds_the_same_files():
    contents = {path.read_bytes() for path in DOWNLOADS}
    archives = sorted(reading.SITE.glob("_downloads/*/*.zip"))
    assert len(archives) > len(DOWNLOADS) // 2
    for archive in archives:
        with zipfile.ZipFile(archive) as packed:
            assert {packed.read(inside) for inside in packed.namelist()} <= contents, archive.name


@pytest.mark.parametrize("download", DOWNLOADS, ids=name)
def test_a_download_gives_the_numbers_of_its_page(download, runs):
    done, left = runs[download].result()
    assert (done.returncode, done.stderr, left) == (0, "", [])
    page = reading.soup(DOWNLOADS[download])
    if download.suffix == ".py":
        assert not recorded.printed(page, done.stdout)
    else:
        cells = json.loads(done.stdout)
        assert not recorded.printed(page, "".join(cell["printed"] for cell in cells))
        assert not recorded.tables(page, "".join(cell["html"] for cell in cells))
