"""The files that hosts read fit the project; each check finds the faults that are planted for it."""

import re

import hosting
import pytest

CI, RELEASE = hosting.WORKFLOWS["ci"], hosting.WORKFLOWS["release"]
NOXFILE = (hosting.ROOT / "noxfile.py").read_text()
PROJECT = (hosting.ROOT / "pyproject.toml").read_text()
CONSTRAINTS = (hosting.ROOT / "constraints.txt").read_text()
INSTALL = "python3 -m venv .venv && .venv/bin/pip install -c constraints.txt nox"
HOSTS = (CI, RELEASE, hosting.READTHEDOCS, hosting.README, NOXFILE)
STATED = {
    "pe_reference/__init__.py": '__version__ = "0.1.0"\n',
    "CITATION.cff": "cff-version: 1.2.0\nversion: 0.1.0\ndate-released: 2026-01-31\n",
    "CHANGELOG.md": "# Changes\n\n## 0.1.0, 2026-01-31\n\nA change.\n\n## 0.0.1, 2025-12-31\n\nThe first.\n",
}


def changed(text, old, new):
    """The text with its first `old` replaced, which must be there."""
    assert old in text
    return text.replace(old, new, 1)


def test_actions_are_pinned_by_hash():
    assert hosting.actions(*hosting.WORKFLOWS.values()) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2", "@v4", "no hash"),
        ("@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2", "@11bd719 # v4.2.2", "no hash"),
        (" # v4.2.2", "", "no hash"),
        (" # v4.2.2", " # v4", "no hash"),
        ("@11bd7", "@00000", "more than one hash: actions/checkout"),
    ],
)
def test_an_action_without_its_hash_is_found(old, new, problem):
    found = hosting.actions(changed(CI, old, new), RELEASE)
    assert any(each.startswith(problem) for each in found), found


@pytest.mark.parametrize("name", hosting.WORKFLOWS)
def test_a_workflow_may_do_no_more_than_it_must(name):
    assert hosting.permissions(name, hosting.WORKFLOWS[name]) == []
    assert hosting.steps(hosting.WORKFLOWS[name]) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("permissions: {}", "permissions: write-all", "the workflow allows something"),
        ("permissions: {}\n", "", "the workflow allows something"),
        ("    permissions:\n      contents: read\n", "", "check does not say"),
        ("contents: read", "contents: write", "check may write contents"),
        ("contents: read", "contents: write", "check may write, and checks out code"),
        ("      - id: deployed", "      - uses: actions/checkout@0\n      - id: deployed", "deploy may write, and"),
    ],
)
def test_a_permission_too_many_is_found(old, new, problem):
    found = hosting.permissions("ci", changed(CI, old, new))
    assert any(each.startswith(problem) for each in found), found


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("persist-credentials: false", "persist-credentials: true", "a checkout leaves"),
        ("        with:\n          persist-credentials: false\n", "", "a checkout leaves"),
        ('"$SESSION"', "${{ matrix.session }}", "a template in a shell"),
        ("    timeout-minutes: 30\n", "", "check has no end"),
        ("concurrency:", "other:", "runs are not ordered"),
    ],
)
def test_an_unsafe_step_is_found(old, new, problem):
    found = hosting.steps(changed(CI, old, new))
    assert any(each.startswith(problem) for each in found), found


def test_what_hosts_run_are_sessions_of_the_noxfile():
    run = {name for text in (*HOSTS[:4], hosting.RUN) for name in hosting.sessions(text)}
    assert run <= hosting.defined(NOXFILE)
    assert {"docs", "site", "tests"} <= run
    assert hosting.sessions(changed(CI, "lint, types", "lnit, types")) != hosting.sessions(CI)
    assert hosting.sessions(changed(CI, "nox -s docs site", "nox -s docs stie")) != hosting.sessions(CI)
    assert "lint" not in hosting.defined(changed(NOXFILE, "def lint(", "def lnit("))


def test_everybody_runs_the_same_commands():
    assert hosting.sessions(CI) == hosting.sessions(hosting.RUN)
    assert hosting.sessions(hosting.README) == ["docs", "tests"]
    assert set(hosting.sessions(RELEASE)) <= {*hosting.sessions(CI), "dist"}
    table = (hosting.ROOT / "CONTRIBUTING.md").read_text().partition("## The rules")[0]
    assert {*re.findall(r"^\| `(\w+)` \|", table, re.M)} == hosting.defined(NOXFILE)
    assert all(INSTALL in text for text in HOSTS[:3])
    assert INSTALL.replace(" -c constraints.txt", "") in hosting.README


def test_torch_for_the_cpu_is_named_where_it_should_be():
    assert hosting.torch_for_the_cpu(*HOSTS) == []
    for place, text in enumerate(HOSTS):
        wrong = f"{text}# https://example.org" if text == NOXFILE else text.replace("/whl/cpu", "/whl")
        assert len(hosting.torch_for_the_cpu(*HOSTS[:place], wrong, *HOSTS[place + 1 :])) == 1


@pytest.mark.parametrize("words", ["nox -s docs", "$READTHEDOCS_CANONICAL_URL", "$READTHEDOCS_OUTPUT/html"])
def test_read_the_docs_builds_the_site(words):
    assert hosting.read_the_docs(hosting.READTHEDOCS) == []
    assert hosting.read_the_docs(hosting.READTHEDOCS.replace(words, "other"))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("torch==2.13.0", "torch>=2.13.0", "no exact version: torch>=2.13.0"),
        ("torch==2.13.0\n", "", "not pinned: torch"),
        ("zizmor==", "zz==", "not pinned: zizmor"),
        ("torch==2.13.0", "alpha==1.0\ntorch==2.13.0", "the pins are out of order"),
    ],
)
def test_every_requirement_has_its_pin(old, new, problem):
    assert hosting.unpinned(PROJECT, CONSTRAINTS) == []
    assert problem in hosting.unpinned(PROJECT, changed(CONSTRAINTS, old, new))


def test_pins_are_compared_with_what_is_installed():
    found = [
        {"name": "pe_reference", "version": "0.1.0", "requires_dist": ["one>=1"]},
        {"name": "One", "version": "1.0+cpu", "requires_dist": ["two; os_name == 'nt'", "three; extra == 'all'"]},
    ]
    problems = hosting.pins["problems"]
    assert problems({"one": "1.0", "two": "2.0"}, found) == []
    assert problems({"one": "1.1", "two": "2.0"}, found) == ["one is 1.0, not 1.1"]
    assert problems({"one": "1.0"}, found) == ["two is not pinned"]
    assert problems({"one": "1.0", "two": "2.0", "three": "3.0"}, found) == ["three is pinned, and nothing needs it"]


@pytest.fixture
def stated(tmp_path):
    """Files that state one version, released on a day."""
    for name, text in STATED.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_version_is_the_same_everywhere():
    assert hosting.release() == []


DATES = "date-released in CITATION.cff is {}, CHANGELOG.md says 2026-01-31"
WRONG = [
    ("pe_reference/__init__.py", "0.1.0", "0.2.0", "version in CITATION.cff is 0.1.0, not 0.2.0"),
    ("CITATION.cff", "0.1.0", "0.2.0", "version in CITATION.cff is 0.2.0, not 0.1.0"),
    ("CITATION.cff", "date-released: 2026-01-31\n", "", DATES.format("missing")),
    ("CITATION.cff", "2026-01-31", "2026-01-30", DATES.format("2026-01-30")),
    ("CHANGELOG.md", "0.1.0", "0.2.0", "the newest heading of CHANGELOG.md is 0.2.0, not 0.1.0"),
    ("CHANGELOG.md", "2026-01-31", "soon", "CHANGELOG.md dates 0.1.0 as 'soon', neither YYYY-MM-DD nor `unreleased`"),
    ("CHANGELOG.md", "2026-01-31", "unreleased", "CHANGELOG.md says that 0.1.0 is unreleased"),
]


@pytest.mark.parametrize(("name", "old", "new", "problem"), WRONG)
def test_a_version_that_differs_is_found(stated, name, old, new, problem):
    assert hosting.release("v0.1.0", stated) == []
    (stated / name).write_text(changed(STATED[name], old, new))
    assert problem in hosting.release("v0.1.0", stated)


def test_a_tag_that_differs_is_found(stated):
    assert hosting.release("v0.1.1", stated) == ["the tag is v0.1.1, not v0.1.0"]


def test_the_notes_of_a_release_are_its_changes(stated):
    assert hosting.notes(stated) == "A change."
