"""Every page asks nobody else, runs no script but its own, stands under any address, and says what and where it is."""

import contained
import pytest
import reading

PAGES = reading.pages()
FOR_READERS = [page for page in PAGES if page not in ("404.html", "genindex.html", "py-modindex.html", "search.html")]


@pytest.mark.parametrize("page", [*PAGES, *reading.moved()])
def test_a_page_asks_and_runs_nothing_but_the_site(page):
    path = reading.SITE / page
    problems = contained.policy(path) + contained.handlers(path) + contained.hosts(path)
    problems += contained.anywhere(path) if page != "404.html" else []
    assert not problems, "\n".join(problems)


def test_no_style_sheet_asks_another_host():
    problems = [f"{sheet}: {line}" for sheet in reading.SITE.rglob("*.css") for line in contained.styles(sheet)]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("page", FOR_READERS)
def test_a_page_says_what_it_is_and_has_a_twin(page):
    path = reading.SITE / page
    problems = contained.head(path, reading.base()) + contained.twin(path)
    assert not problems, "\n".join(problems)


def test_sitemap_and_llms_txt_name_every_page():
    problems = contained.lists(reading.SITE, reading.base(), set(FOR_READERS))
    assert not problems, "\n".join(problems)


def test_the_page_for_lost_readers_leads_to_the_site_from_anywhere():
    problems = contained.lost(reading.SITE / "404.html", reading.base())
    assert not problems, "\n".join(problems)


def test_pages_that_moved_lead_on():
    problems = [
        f"{page}: {p}" for page in reading.moved() for p in contained.moved(reading.SITE / page, reading.base())
    ]
    assert reading.moved()
    assert not problems, "\n".join(problems)
