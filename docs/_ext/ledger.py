"""Read the claims of the pages, run their doctests, and run them again under wrong variants.

A claim stands in a page as a fenced ``{claim} ID`` block: options, prose, then the doctest. Its last check states it.
"""

import doctest
import hashlib
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "pe_reference"
VARIANTS = ROOT / "tests" / "claims" / "variants.toml"
FENCE = re.compile(r"^(?P<fence>`{3,})\{claim\} (?P<id>\S+)\n(?P<body>.*?)^(?P=fence)$", re.M | re.S)
OPTION = re.compile(r":([a-z]+): +(.*)")
IMPORTS = {"np": "import numpy as np", "pe": "import pe_reference as pe", "torch": "import torch"}
CHECK = re.compile(r"^>>> .*(?:\n\.\.\. .*)*\n(?!>>>|\.\.\. )\S", re.M)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Claim:
    """One claim as it stands in its page."""

    id: str
    page: str
    line: int
    options: dict[str, str]
    prose: str
    code: str


@dataclass(frozen=True)
class Variant:
    """One small wrong change: of a file of the package, or of the premise of one claim."""

    name: str
    says: str
    old: str
    new: str
    file: str = ""
    claim: str = ""


@dataclass
class Outcome:
    """What became of the examples of a doctest that print something."""

    checks: int = 0
    passed: int = 0
    raised: bool = False
    states: bool = False  # the last check, which states the claim, came out as printed
    failures: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)  # of the package, which it runs or names

    @property
    def red(self) -> bool:
        return bool(self.failures)


def parse(text: str, page: str) -> list[Claim]:
    """Return the claims of one page."""
    return [_claim(match, page, text.count("\n", 0, match.start()) + 1) for match in FENCE.finditer(text)]


def _claim(match: re.Match[str], page: str, line: int) -> Claim:
    lines = match["body"].splitlines()
    options: dict[str, str] = {}
    while lines and (option := OPTION.fullmatch(lines[0])):
        options[option[1]] = option[2]
        lines.pop(0)
    start = next((number for number, text in enumerate(lines) if text.startswith(">>>")), len(lines))
    code = "\n".join(lines[start:]).strip("\n")
    needed = [f">>> {IMPORTS[name]}" for name in IMPORTS if re.search(rf"\b{name}\.", code)]
    return Claim(match["id"], page, line, options, "\n".join(lines[:start]).strip("\n"), "\n".join([*needed, code]))


def pages() -> list[Path]:
    """Return the pages that may hold claims."""
    return sorted(path for path in DOCS.rglob("*.md") if not {"_build", "vendor"} & set(path.relative_to(DOCS).parts))


def claims() -> list[Claim]:
    """Return every claim of every page."""
    return [claim for path in pages() for claim in parse(path.read_text(), docname(path))]


def docname(path: Path) -> str:
    return path.relative_to(DOCS).with_suffix("").as_posix()


def variants() -> dict[str, Variant]:
    """Return the wrong variants by name."""
    table = tomllib.loads(VARIANTS.read_text()) if VARIANTS.exists() else {}
    return {name: Variant(name, **entry) for name, entry in table.items()}


def digest(*parts: str) -> str:
    """Return a digest of `parts`, the package, its records, its pins and this file."""
    made = sorted((DOCS / "evidence").glob("*.json"))
    files = [*sorted(PACKAGE.rglob("*.py")), *made, ROOT / "constraints.txt", Path(__file__)]
    return hashed(*parts, *(path.read_text() for path in files if path.exists()))


def hashed(*parts: str) -> str:
    """Return a digest of `parts`."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class _Runner(doctest.DocTestRunner):
    def __init__(self) -> None:
        super().__init__(optionflags=FLAGS, verbose=False)
        self.outcome = Outcome()

    def report_start(self, out: object, test: doctest.DocTest, example: doctest.Example) -> None:
        self.outcome.checks += bool(example.want)

    def report_success(self, out: object, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self.outcome.passed += bool(example.want)
        self.outcome.states = bool(example.want)

    def report_failure(self, out: object, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self.outcome.states = False
        self.outcome.failures.append(f"{example.source}expected {example.want}got      {got}")

    def report_unexpected_exception(self, out: object, test: object, example: doctest.Example, exc_info: tuple) -> None:
        self.outcome.states, self.outcome.raised = False, True
        self.outcome.failures.append(f"{example.source}raised {exc_info[0].__name__}: {exc_info[1]}\n")


@cache
def load() -> None:
    """Import the whole package: a claim that is first to import code does not use it, nor may it find a variant."""
    package = importlib.import_module("pe_reference")
    for name in dir(package):
        getattr(package, name)


def run(claim: Claim, code: str | None = None, *, watched: bool = False) -> Outcome:
    """Run the doctest of `claim` (or `code` in its place) in a fresh namespace; `watched`, note what files it uses."""
    load()
    text = claim.code if code is None else code
    test = doctest.DocTestParser().get_doctest(text + "\n", {}, claim.id, claim.page, claim.line)
    runner = _Runner()
    seen: set[CodeType] = set()
    if watched:
        sys.setprofile(lambda frame, event, value: seen.add(frame.f_code))
    try:
        runner.run(test, out=lambda text: None)
    finally:
        sys.setprofile(None)
    if watched:
        runner.outcome.files = _files(text, seen)
    return runner.outcome


def _files(text: str, seen: set[CodeType]) -> list[str]:
    """Return the files of the package that hold code of `seen`, or whose module `text` names."""
    names = set(re.findall(r"\bpe\.(\w+)\.", text))
    named = {path for path in PACKAGE.rglob("*.py") if path.stem in names and path.parent.name != "nn"}
    ran = {path for code in seen if (path := Path(code.co_filename)).is_relative_to(PACKAGE)}
    return sorted(path.relative_to(PACKAGE).as_posix() for path in named | ran)


def run_under(claim: Claim, variant: Variant) -> Outcome:
    """Run the doctest of `claim` in the world of `variant`."""
    if variant.claim:
        return run(claim, _edited(claim.code, variant))
    with applied(variant):
        return run(claim)


@contextmanager
def applied(variant: Variant) -> Iterator[None]:
    """Run the package with one edited file; every reference to what it defines is changed along."""
    load()
    path = PACKAGE / variant.file
    name = f"pe_reference.{path.relative_to(PACKAGE).with_suffix('').as_posix().replace('/', '.')}"
    module = importlib.import_module(name)
    before = dict(vars(module))
    saved: list[tuple[ModuleType, str, object]] = []
    try:
        exec(compile(_edited(path.read_text(), variant), str(path), "exec"), vars(module))
        for other in [m for key, m in sys.modules.items() if key.startswith("pe_reference") and m is not module]:
            for key, value in list(vars(other).items()):
                if key in before and value is before[key] and getattr(value, "__module__", None) == name:
                    saved.append((other, key, value))
                    setattr(other, key, getattr(module, key))
        yield
    finally:
        vars(module).clear()
        vars(module).update(before)
        for other, key, value in saved:
            setattr(other, key, value)


def _edited(text: str, variant: Variant) -> str:
    if text.count(variant.old) != 1:
        raise ValueError(f"variant {variant.name}: `old` must occur once, got {text.count(variant.old)}")
    return text.replace(variant.old, variant.new)


def under_own_variant(claim: Claim) -> tuple[str, list[str]]:
    """Return the variant that `claim` catches and what is wrong: it raises, or the last check stays green."""
    name = claim.options.get("catches", "")
    try:
        outcome = run_under(claim, variants()[name])
    except (KeyError, ValueError) as error:
        return name, [f"variant: {error}"]
    if outcome.raised:
        return name, outcome.failures
    return name, ["its last check stays green"] if outcome.states else []


def main(ids: list[str]) -> int:
    """Print what becomes of the claims `ids` (all without any), alone and under their own variant."""
    bad = []
    for claim in [claim for claim in claims() if not ids or claim.id in ids]:
        outcome = run(claim)
        name, problems = under_own_variant(claim) if "catches" in claim.options else ("-", [])
        print(f"{claim.id:6} {claim.options.get('verdict', '?'):9} {outcome.passed}/{outcome.checks}   {name}")
        if problems := outcome.failures + problems:
            bad.append(claim.id)
            print("".join(f"    {line}\n" for problem in problems for line in problem.splitlines()))
    print("failed: " + ", ".join(bad) if bad else "all as they should be")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
