"""The table of encodings and checks: a cell that is absent, failed or excused for nothing is named by the build."""

import conforming
import ledger
import pytest

CASE = '<testcase name="test_{check}[{encoding}]">{inside}</testcase>'


@pytest.fixture
def report(tmp_path, monkeypatch):
    """Give a function that writes a report in which every cell passed, but for what `change` says."""
    package = tmp_path / "pe_reference"
    files = {"biases/alibi.py": "def bias(query):\n", "embeddings/learned.py": "", "nn/learned.py": ""}
    files |= {"embeddings/naive.py": "def linear():\n", "spectra/_checks.py": "def bias(\n"}
    for name, text in files.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    monkeypatch.setattr(ledger, "PACKAGE", package)
    monkeypatch.setattr(conforming, "REPORT", tmp_path / "report.xml")

    def write(change=None):
        whole = {(encoding, check): "" for encoding in conforming.encodings() for check in conforming.CHECKS}
        cases = whole | (change or {})
        lines = [
            CASE.format(check=check, encoding=encoding, inside=inside)
            for (encoding, check), inside in cases.items()
            if inside is not None
        ]
        conforming.REPORT.write_text(f"<testsuites><testsuite>{''.join(lines)}</testsuite></testsuites>")

    return write


def test_encodings_have_a_verb_or_a_torch_module(report):
    assert conforming.encodings() == ["learned", "alibi"]


def test_a_whole_table_has_no_problems(report):
    report({("alibi", "compile"): '<skipped message="no module: NumPy alone"/>'})
    assert conforming.problems() == []
    learned, alibi = conforming.table()
    assert learned["encoding"] == "learned" and alibi["cells"]["compile"].text == "no module"
    assert conforming.notes() == {"NumPy alone": ["alibi"]}
    assert {cell.text for cell in learned["cells"].values()} == {"1 passed"}


def test_cases_of_one_cell_are_counted(report):
    report({("alibi-causal", "oracle"): "", ("12-alibi", "oracle"): ""})
    assert conforming.cells()["alibi", "oracle"].passed == 3


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        (None, "conformance alibi: absent: decode"),
        ('<failure message="off by 1&#10;more"/>', "conformance test_decode[alibi]: off by 1"),
        ('<error message="no fixture"/>', "conformance test_decode[alibi]: no fixture"),
        ('<skipped message="slow"/>', "conformance alibi/decode: `slow` is no reason, only `no module` is"),
    ],
)
def test_a_cell_that_did_not_pass_is_named(report, inside, problem):
    report({("alibi", "decode"): inside})
    assert conforming.problems() == [problem]


def test_without_a_report_every_cell_is_absent(report):
    absent = ", ".join(conforming.CHECKS)
    assert conforming.problems() == [f"conformance {one}: absent: {absent}" for one in ("learned", "alibi")]


def test_a_build_without_the_tests_says_so(report, monkeypatch):
    monkeypatch.setattr(conforming, "TESTS", ledger.ROOT / "tests" / "nowhere")
    assert conforming.gather() == ["conformance: there is no tests/nowhere"]
