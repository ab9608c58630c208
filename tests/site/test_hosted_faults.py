"""The checks of the served and searched site can fail, and the policy holds in the browser."""

import browsing
import checks
import contained
import hosting
import pytest
import reading
import searching

PAGE = "notation.html"
DESK = [("light", 1280)]
REFUSED = "Content Security Policy"


@pytest.fixture
def site(tmp_path):
    """A site whose first pages and search index are its own; the rest is that of the build."""
    for part in reading.SITE.iterdir():
        if part.is_dir():
            (tmp_path / part.name).symlink_to(part)
        else:
            (tmp_path / part.name).write_bytes(part.read_bytes())
    return tmp_path


def plant(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    "fault",
    [
        "<script>document.body.append('planted')</script>",
        '<p onclick="1">planted</p><script src="data:text/javascript,1"></script>',
        '<img src="https://example.org/a.png" alt="planted">',
        '<iframe src="index.html" title="planted"></iframe>',
        "<link rel='stylesheet' href='https://example.org/a.css'>",
    ],
)
def test_the_browser_refuses_what_the_policy_does_not_name(fault, site, context):
    plant(site / PAGE, "</article>", f"{fault}</article>")
    seen = browsing.visit(context, (site / PAGE).as_uri(), DESK)
    assert any(REFUSED in error for error in seen["errors"]), seen["errors"]
    assert checks.visit(seen)


def test_a_link_from_the_root_of_the_host_is_found_below_a_path(site, context):
    plant(site / PAGE, "</article>", '<img src="/_static/mark.svg" alt="planted"></article>')
    with hosting.hosted(site, "/some/prefix/") as host:
        problems = checks.visit(browsing.visit(context, f"{host}/some/prefix/{PAGE}", DESK))
    assert any(problem.startswith("is not there") for problem in problems), problems


def test_a_page_for_lost_readers_of_another_address_is_found(context):
    with hosting.hosted(reading.SITE, "/another/prefix/") as host:
        problems = checks.visit(browsing.visit(context, f"{host}/another/prefix/no-such-page.html", DESK))
    assert any(problem.startswith("is not there") for problem in problems), problems
    assert contained.lost(reading.SITE / "404.html", f"{reading.base()}another/prefix/")


def test_a_claim_that_the_search_cannot_find_is_found(site, context, monkeypatch):
    monkeypatch.setattr(reading, "SITE", site)
    assert not searching.claims(context, site.as_uri())
    plant(site / "searchindex.js", '"2.5":', '"planted":')
    assert [problem.split(":")[0] for problem in searching.claims(context, site.as_uri())] == ["2.5"]


def test_a_search_that_reads_files_is_found(site, context):
    plant(site / "search.html", "search.js", "no-such-script.js")
    _, problems = searching.found(context, site.as_uri(), "rotation")
    assert any("no-such-script.js" in problem for problem in problems)
    assert any("fetch" in problem for problem in problems), problems
