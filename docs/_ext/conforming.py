"""Every encoding against every check, as ``tests/conformance`` found them for this build.

A cell of the table is an encoding and a check: how many cases passed, or why there is none. No other is allowed.
"""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from pathlib import Path

import ledger

TESTS = ledger.ROOT / "tests" / "conformance"
REPORT = ledger.DOCS / "_build" / "conformance.xml"
STAMP = ledger.DOCS / "_build" / "conformance-digest"
FOLDERS = ("embeddings", "rotations", "spectra", "biases")
VERB = re.compile(r"^def (?:table|rotate|inv_freq|bias)\(", re.M)
REASON = "no module"
CHECKS = {  # what a test is named after, and what its column says
    "oracle": "NumPy against the formula in 50 digits",
    "float32": "torch against NumPy, float32",
    "bfloat16": "torch against NumPy, bfloat16",
    "decode": "token by token against one pass",
    "left_padding": "padded on the left against not padded",
    "compile": "compiled",
    "export": "exported",
}


@dataclass
class Cell:
    """What the tests say of one encoding under one check."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    reasons: set[str] = field(default_factory=set)

    @property
    def reason(self) -> str:
        """The reasons in short."""
        return ", ".join(sorted({reason.partition(":")[0] for reason in self.reasons}))

    @property
    def text(self) -> str:
        """What the table shows; what else a reason says stands below it."""
        if self.failed:
            return f"{len(self.failed)} failed"
        return f"{self.passed} passed" if self.passed else (self.reason or "absent")


def encodings() -> list[str]:
    """Return the stems of the package that give a table, a rotation, a spectrum or a bias, or have a torch module."""
    modules = {path.stem for path in (ledger.PACKAGE / "nn").glob("[!_]*.py")}
    files = [path for folder in FOLDERS for path in sorted((ledger.PACKAGE / folder).glob("[!_]*.py"))]
    return [path.stem for path in files if path.stem in modules or VERB.search(path.read_text())]


def run() -> None:
    """Run the tests, unless they passed with the same package and the same text."""
    texts = [path.read_text() for path in sorted([*TESTS.rglob("*.py"), *TESTS.parent.glob("oracle*.py")])]
    digest = ledger.digest(Path(__file__).read_text(), *texts)
    if REPORT.exists() and STAMP.exists() and STAMP.read_text() == digest:
        return
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    for path in (REPORT, STAMP):
        path.unlink(missing_ok=True)
    quiet = ("-q", "--no-header", "-p", "no:cacheprovider", f"--confcutdir={TESTS}")
    command = [sys.executable, "-m", "pytest", *quiet, f"--junitxml={REPORT}", str(TESTS)]
    env = {"OMP_NUM_THREADS": "1"} | os.environ
    ran = subprocess.run(command, cwd=ledger.ROOT, env=env, check=False, capture_output=True, text=True)
    if ran.returncode:
        print(ran.stdout[-4000:], ran.stderr[-2000:])
    else:
        STAMP.write_text(digest)


def cells() -> dict[tuple[str, str], Cell]:
    """Return what the report says, by encoding and check; a test that names neither is not in it."""
    found: dict[tuple[str, str], Cell] = {}
    known = encodings()
    for case in ET.parse(REPORT).getroot().iter("testcase") if REPORT.exists() else []:
        name, _, words = case.get("name", "").rstrip("]").partition("[")
        check = next((check for check in CHECKS if name.startswith(f"test_{check}")), "")
        encoding = next((word for word in words.split("-") if word in known), "")
        cell = found.setdefault((encoding, check), Cell())
        wrong, skipped = case.find("failure"), case.find("skipped")
        wrong = case.find("error") if wrong is None else wrong
        if wrong is not None:
            cell.failed.append(f"{case.get('name')}: {wrong.get('message', '').strip().partition(chr(10))[0]}")
        elif skipped is not None:
            cell.reasons.add(skipped.get("message", ""))
        else:
            cell.passed += 1
    return found


def problems() -> list[str]:
    """Return the tests that failed, the cells that are absent, and those with a reason that is none."""
    found, lines = cells(), []
    for cell in found.values():
        lines += [f"conformance {failure}" for failure in cell.failed]
    for encoding in encodings():
        row = {check: found.get((encoding, check), Cell()) for check in CHECKS}
        absent = [check for check, cell in row.items() if cell.text == "absent"]
        lines += [f"conformance {encoding}: absent: {', '.join(absent)}"] if absent else []
        for check, cell in row.items():
            odd = [reason for reason in sorted(cell.reasons) if not reason.startswith(REASON)]
            if odd and not (cell.passed or cell.failed):
                lines.append(f"conformance {encoding}/{check}: `{odd[0]}` is no reason, only `{REASON}` is")
    return lines


def gather() -> list[str]:
    """Run the tests where they have to run, and return all problems."""
    if not TESTS.is_dir():
        return [f"conformance: there is no {TESTS.relative_to(ledger.ROOT)}"]
    run()
    return problems()


def notes() -> dict[str, list[str]]:
    """Return what the reasons say beyond their first words, each with its encodings."""
    said: dict[str, list[str]] = {}
    found = cells()
    for encoding in encodings():
        for check in CHECKS:
            for reason in sorted(found.get((encoding, check), Cell()).reasons):
                words = reason.partition(": ")[2]
                if words and encoding not in said.setdefault(words, []):
                    said[words].append(encoding)
    return said


def table() -> list[dict[str, object]]:
    """Return a row for every encoding, with the text of each check."""
    found = cells()
    return [
        {"encoding": encoding, "cells": {check: found.get((encoding, check), Cell()) for check in CHECKS}}
        for encoding in encodings()
    ]
