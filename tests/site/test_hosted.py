"""The site served below a path of a host, opened as files, searched and printed."""

from urllib.parse import urlsplit

import browsing
import checks
import hosting
import pytest
import reading
import searching

KINDS = [
    "index.html",
    "claims.html",
    "notation.html",
    "article/02_bounded_values.html",
    "gallery/index.html",
    "gallery/07_looking_at_it/plot_1_table.html",
    "reference/generated/pe_reference.embeddings.sinusoidal.html",
]
DESK = [("light", 1280)]


@pytest.mark.parametrize("page", KINDS)
def test_a_page_is_whole_below_any_path(page, context):
    with hosting.hosted(reading.SITE, "/some/prefix/") as host:
        problems = checks.visit(browsing.visit(context, f"{host}/some/prefix/{page}", DESK))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("lost", ["no-such-page.html", "no/such/page.html"])
def test_the_page_for_lost_readers_is_whole_at_any_address(lost, context):
    prefix = urlsplit(reading.base()).path
    with hosting.hosted(reading.SITE, prefix) as host:
        seen = browsing.visit(context, host + prefix + lost)
    seen["errors"] = [error for error in seen["errors"] if "404" not in error]
    problems = checks.visit(seen)
    assert not problems, "\n".join(problems)
    assert "Page not found" in seen["looks"][0]["words"]


def test_a_page_that_moved_leads_to_the_same_anchor(context):
    old = "gallery/03_frequencies/plot_1_doubled_exponent.html"
    with browsing.opened(context, (reading.SITE / "index.html").as_uri()) as (page, met):
        page.goto(f"{(reading.SITE / old).as_uri()}#seen")
        page.wait_for_url("**/03_periodicity/plot_1_doubled_exponent.html#seen")
        assert not met["errors"]


@pytest.mark.parametrize("words", ["claim_2_5", "2.5", "claim 2.5"])
def test_search_finds_a_claim_by_its_id(words, context):
    hits, problems = searching.found(context, reading.SITE.as_uri(), words)
    assert hits[0].endswith("/article/02_bounded_values.html#claim_2_5")
    assert not problems, problems


def test_search_finds_every_claim_by_its_id(context):
    problems = searching.claims(context, reading.SITE.as_uri())
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("loop computes the formula of the Transformer paper", "article/02_bounded_values.html"),
        ("linear code swamps the embedding", "article/02_bounded_values.html"),
        ("rotation", "article/04_the_linear_shift.html"),
        ("shift_matrix", "reference/generated/pe_reference.embeddings.sinusoidal.html"),
    ],
)
def test_search_finds_a_page_by_words(words, page, context):
    with hosting.hosted(reading.SITE, "/some/prefix/") as host:
        for site in (reading.SITE.as_uri(), f"{host}/some/prefix"):
            hits, problems = searching.found(context, site, words)
            assert any(hit.split("#")[0] == f"{site}/{page}" for hit in hits), hits
            assert not problems, problems


def test_what_a_search_has_marked_can_be_hidden(context):
    marked = "span.highlighted"
    with (
        hosting.hosted(reading.SITE, "/") as host,
        browsing.opened(context, f"{host}/search.html?q=rotation") as (page, met),
    ):
        page.locator("ul.search a", has_text="The linear shift").first.click()
        page.locator(marked).first.wait_for()
        page.locator(".highlight-link a").click()
        assert page.locator(marked).count() == page.locator(".highlight-link").count() == 0
        assert not met["errors"], met


def test_nothing_is_kept_about_a_reader(context):
    with hosting.hosted(reading.SITE, "/") as host:
        browsing.visit(context, f"{host}/index.html", DESK)
    assert context.cookies() == []
