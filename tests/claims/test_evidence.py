"""The build's own checks: each fault that it must refuse, planted on a small site."""

import evidence
import ledger
import pytest

PAGE = """```{claim} 1.1
:verdict: holds
:says: One is one.
:catches: two

>>> 1
1
```

```{output} L1
```
"""
OUTLINE = """[[section]]
number = 1
stem = "page"
title = "Page"
[section.claims]
"1.1" = "exact"
[[output]]
id = "L1"
what = "a listing"
"""
VARIANTS = '[two]\nsays = "One is two."\nclaim = "1.1"\nold = ">>> 1"\nnew = ">>> 2"\n'


@pytest.fixture
def site(tmp_path, monkeypatch):
    docs = tmp_path / "docs"
    docs.mkdir()
    monkeypatch.setattr(ledger, "ROOT", tmp_path)
    monkeypatch.setattr(ledger, "DOCS", docs)
    monkeypatch.setattr(ledger, "VARIANTS", tmp_path / "variants.toml")
    monkeypatch.setattr(evidence, "FOLDER", docs / "_build" / "evidence")
    monkeypatch.setattr(evidence, "OUTLINE", docs / "outline.toml")
    (tmp_path / "gallery" / "01_shelf").mkdir(parents=True)
    (docs / "page.md").write_text(PAGE)
    (docs / "outline.toml").write_text(OUTLINE)
    (tmp_path / "variants.toml").write_text(VARIANTS)
    return tmp_path


def test_a_whole_site_has_no_problems(site):
    assert evidence.completeness() == []
    assert evidence.run_pages() == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (PAGE, PAGE + PAGE.replace("{output} L1", "{other}"), "claim 1.1: stands 2 times"),
        ("{claim} 1.1", "{claim} 1.2", "claim 1.1: has no place"),
        ("{claim} 1.1", "{claim} 1.2", "claim 1.2: is not in outline.toml"),
        (">>> 1\n1", ">>> one = 1", "claim 1.1: has no check"),
        (":catches: two\n", "", "claim 1.1: `catches` names no variant, got ''"),
        (":verdict: holds", ":verdict: true", "claim 1.1: `verdict` must be one of holds"),
        ("{claim} 1.1", "{claim} page.0", "claim page.0: is not in outline.toml, nor named after its page"),
        ("{claim} 1.1", "{claim} other.1", "claim other.1: is not in outline.toml, nor named after its page"),
        ("{claim} 1.1", "{claim} page.1", "claim page.1: `kind` must be one of exact, numeric, behaviour"),
        (":verdict: holds", ":kind: exact\n:verdict: holds", "claim 1.1: its `kind` stands in outline.toml"),
        (":verdict: holds", ":verdict: pending", "claim 1.1: only kind trained may be pending, got exact"),
        (":says: One is one.\n", "", "claim 1.1: has no `says`"),
        ("{output} L1", "{other} L1", "output L1: stands 0 times, once is right"),
        ("{output} L1", "{output} L2", "output L2: is not in outline.toml"),
        (PAGE, PAGE + "\n>>> 1\n", "page.md: `>>>` outside a claim, which nothing runs"),
    ],
)
def test_a_fault_of_a_page_is_named(site, old, new, problem):
    (site / "docs" / "page.md").write_text(PAGE.replace(old, new))
    assert any(found.startswith(problem) for found in evidence.completeness())


OWN = PAGE.replace("{output} L1", "{other} L1").replace("{claim} 1.1\n", "{claim} own.1\n:kind: exact\n")


def test_a_claim_of_our_own_is_named_after_its_page_and_names_its_kind(site):
    (site / "docs" / "own.md").write_text(OWN)
    (claim,) = (claim for claim in ledger.claims() if claim.page == "own")
    assert evidence.kind_of(claim) == "exact" and evidence.completeness() == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (":verdict: holds", ":verdict: pending", "claim own.1: only kind trained may be pending, got exact"),
        (":kind: exact", ":kind: source", "claim own.1: has no `source`"),
        (">>> 1\n1", "", "claim own.1: has no check"),
        (":catches: two\n", "", "claim own.1: `catches` names no variant, got ''"),
    ],
)
def test_a_claim_of_our_own_has_the_same_duties(site, old, new, problem):
    (site / "docs" / "own.md").write_text(OWN.replace(old, new))
    assert evidence.completeness() == [problem]


def test_an_output_that_comes_later_is_not_demanded_until_it_has_a_place(site):
    (site / "docs" / "outline.toml").write_text(f'later = ["L1"]\n{OUTLINE}')
    assert evidence.completeness() == ["output L1: has a place, so take it out of `later` in outline.toml"]
    (site / "docs" / "page.md").write_text(PAGE.replace("{output} L1", "{other} L1"))
    assert evidence.completeness() == []


def test_a_source_claim_needs_its_source(site):
    (site / "docs" / "outline.toml").write_text(OUTLINE.replace("exact", "source"))
    assert evidence.completeness() == ["claim 1.1: has no `source`"]


def test_a_prompt_in_a_gallery_script_is_named(site):
    (site / "gallery" / "01_shelf" / "plot_1_x.py").write_text('"""\n>>> 1\n"""\n')
    assert evidence.completeness() == ["gallery/01_shelf/plot_1_x.py: `>>>`, which nothing runs"]


def test_a_failing_check_is_named_with_its_values(site):
    (site / "docs" / "page.md").write_text(PAGE.replace("1\n```", "3\n```"))
    (problem,) = evidence.run_pages()
    assert problem == "claim 1.1 (page.md, line 1): 1\nexpected 3\ngot      1"


def test_evidence_of_another_page_does_not_count(site):
    evidence.run_pages()
    assert evidence.record("page")["claims"]["1.1"]["passed"] == 1
    (site / "docs" / "page.md").write_text(PAGE + "\n")
    assert evidence.record("page") is None


def test_evidence_of_another_package_does_not_count(site, monkeypatch):
    evidence.run_pages()
    package = site / "pe_reference"
    package.mkdir()
    (package / "new.py").write_text("x = 1\n")
    monkeypatch.setattr(ledger, "PACKAGE", package)
    assert evidence.record("page") is None


def test_missing_evidence_does_not_count(site):
    assert evidence.record("page") is None


@pytest.mark.parametrize(
    ("new", "state"),
    [(">>> 2", "red"), (">>> 1 ", "green"), (">>> 1 / 0", "raised")],
)
def test_the_matrix_tells_red_from_green_and_raised(site, new, state):
    (site / "variants.toml").write_text(VARIANTS.replace(">>> 2", new))
    claim, variant = ledger.claims()[0], ledger.variants()["two"]
    assert evidence._state(claim, variant) == state
