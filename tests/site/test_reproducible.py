"""The comparison of two builds finds what differs."""

import importlib.util
import zipfile

import pytest
import reading

SPEC = importlib.util.spec_from_file_location("compare", reading.ROOT / "docs" / "compare.py")
compare = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(compare)


@pytest.fixture
def folders(tmp_path):
    """Give two folders with the same files, an archive among them."""
    made = [tmp_path / "one", tmp_path / "other"]
    for folder in made:
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "page.html").write_text("<p>the same</p>")
        (folder / ".buildinfo").write_text("the same")
        pack(folder / "deep" / "all.zip")
    return made


def pack(path, date=(2020, 2, 2, 0, 0, 0)):
    with zipfile.ZipFile(path, "w") as packed:
        for name in ("a.py", "b.py"):
            packed.writestr(zipfile.ZipInfo(name, date), name)


def test_two_equal_builds_have_no_difference(folders):
    assert not compare.differences(*folders)


def test_a_byte_that_differs_is_named_with_its_place(folders):
    (folders[1] / "deep" / "page.html").write_text("<p>the sane</p>")
    (line,) = compare.differences(*folders)
    assert line.startswith("differs: deep/page.html (at byte 9: ")


def test_a_longer_file_differs(folders):
    (folders[1] / ".buildinfo").write_text("the same, and more")
    (line,) = compare.differences(*folders)
    assert line.startswith("differs: .buildinfo (at byte 8: ")


@pytest.mark.parametrize("side", [0, 1])
def test_a_file_of_one_build_alone_is_named(folders, side):
    (folders[side] / "new.txt").write_text("")
    assert compare.differences(*folders) == [f"only in {folders[side]}: new.txt"]


def test_another_date_in_an_archive_differs(folders):
    pack(folders[1] / "deep" / "all.zip", (2020, 2, 2, 0, 0, 2))
    assert compare.differences(*folders) == ["differs: deep/all.zip (inside: a.py, b.py)"]


def test_the_program_tells_by_its_exit_code(folders, capsys):
    assert compare.main([str(folder) for folder in folders]) == 0
    (folders[0] / "deep" / "page.html").unlink()
    assert compare.main([str(folder) for folder in folders]) == 1
    assert capsys.readouterr().out.splitlines() == ["no difference", f"only in {folders[1]}: deep/page.html"]
