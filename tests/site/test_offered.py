"""Every file that the site offers is as it must be, and the checks that say so can fail."""

import json
import zipfile
from pathlib import Path

import matplotlib.pyplot as plt
import offered
import pytest
import reading
import recorded
import recording

DOWNLOADS = reading.downloads()
SCRIPTS, NOTEBOOKS = (sorted(path for path in DOWNLOADS if path.suffix == suffix) for suffix in (".py", ".ipynb"))
GALLERY = [page for page in reading.pages() if page.startswith("gallery/")]
SHELVES = sorted(path.name for path in (reading.ROOT / "gallery").iterdir() if (path / "GALLERY_HEADER.rst").exists())


def inside(path: Path) -> str:
    """Return the name of a download below its gallery."""
    return f"{DOWNLOADS[path].parent.name}/{path.name}"


def source(path: Path) -> str:
    return (reading.ROOT / "gallery" / inside(path)).read_text()


@pytest.mark.parametrize("path", SCRIPTS, ids=inside)
def test_a_script_is_its_source_and_names_the_wheel(path):
    assert not offered.script(path.read_text(), source(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=inside)
def test_a_notebook_says_how_to_install_and_reads_without_sphinx(path):
    assert not offered.notebook(path.read_text())


@pytest.mark.parametrize("page", GALLERY)
def test_a_page_of_the_gallery_prints_the_line(page):
    assert not offered.page(reading.soup(reading.SITE / page))


@pytest.mark.parametrize("shelf", SHELVES)
def test_a_shelf_offers_all_that_stands_on_it(shelf):
    files = {inside(path): path.read_bytes() for path in DOWNLOADS if inside(path).startswith(f"{shelf}/")}
    assert not offered.archive(archive(reading.SITE / "gallery" / shelf / "index.html", f"{shelf}.zip"), files)


@pytest.mark.parametrize("path", SCRIPTS, ids=inside)
def test_the_archive_of_a_script_holds_its_two_forms(path):
    files = {one.name: one.read_bytes() for one in DOWNLOADS if DOWNLOADS[one] == DOWNLOADS[path]}
    assert len(files) == 2 and not offered.archive(archive(DOWNLOADS[path], f"{path.stem}.zip"), files)


@pytest.mark.parametrize(("kind", "paths"), [("python", SCRIPTS), ("jupyter", NOTEBOOKS)])
def test_the_archives_of_the_gallery_hold_all(kind, paths):
    files = {inside(path): path.read_bytes() for path in paths}
    assert not offered.archive(archive(reading.SITE / "gallery" / "index.html", f"gallery_{kind}.zip"), files)


def archive(page: Path, name: str) -> Path:
    """Return the archive `name` to which a page links."""
    (link,) = {link for link in reading.links(page) if link.endswith(f"/{name}")}
    return (page.parent / link).resolve()


def test_no_file_tells_where_the_site_was_built():
    files = [path for path in reading.SITE.rglob("*") if path.is_file()]
    problems = [line for path in files for line in offered.places(path.name, path.read_bytes(), reading.ROOT)]
    assert not problems, "\n".join(problems)
    assert offered.places("a", f"see {reading.ROOT}/a".encode(), reading.ROOT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("wheels/", "wheel/"),
        (">=3.11", ">=3.10"),
        ("# ///\n", ""),
        (
            "import",
            "import os, ",
        ),
        ("# /// script", "# /// pyproject"),
    ],
)
def test_a_wrong_script_is_found(old, new):
    text = SCRIPTS[0].read_text()
    assert old in text and offered.script(text.replace(old, new, 1), source(SCRIPTS[0]))


@pytest.mark.parametrize(
    "words", [":func:`table`", ":cite:t:`vaswani2017`", ".. note:: so", "{doc}`index`", "Title\n=====", "``code``_"]
)
def test_markup_in_a_notebook_is_found(words):
    book = json.loads(NOTEBOOKS[0].read_text())
    book["cells"].append({"cell_type": "markdown", "source": [words]})
    assert offered.notebook(json.dumps(book))


def test_a_notebook_that_does_not_say_how_to_install_is_found():
    assert offered.notebook(NOTEBOOKS[0].read_text().replace("pip install", "pip"))


@pytest.mark.parametrize("new", ['<div class="pe-install"></div>', "<p># /// script</p>"])
def test_a_page_without_the_line_or_with_metadata_is_found(new):
    text = (reading.SITE / GALLERY[0]).read_text().replace("</article>", f"{new}</article>")
    page = reading.BeautifulSoup(text if "script" in new else new, "html.parser")
    assert offered.page(page)


@pytest.mark.parametrize("fault", ["date", "order", "content", "missing"])
def test_a_wrong_archive_is_found(fault, tmp_path):
    files = {"a.py": b"1", "b.py": b"2"}
    date = (2020, 2, 2, 0, 0, 2 if fault == "date" else 0)
    names = ["b.py", "a.py"] if fault == "order" else ["a.py"] if fault == "missing" else ["a.py", "b.py"]
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        for inner in names:
            packed.writestr(zipfile.ZipInfo(inner, date), b"3" if fault == "content" else files[inner])
    assert offered.archive(tmp_path / "a.zip", files)


def test_a_figure_that_differs_is_found():
    def fingerprint(last):
        fig, ax = plt.subplots()
        ax.plot([1, 2, last])
        ax.imshow([[1, 2], [3, 4]])
        plt.close(fig)
        return recording.fingerprint(fig)

    first, same, other = fingerprint(3), fingerprint(3), fingerprint(3 + 1e-12)
    assert not recorded.drawn([first], [same])
    assert recorded.drawn([first], [other]) and recorded.drawn([first], [])
