"""The gallery and the ledger at the keyboard alone."""

import browsing
import pytest
import reading
import seeing

CARDS = ".sphx-glr-thumbcontainer a"


@pytest.fixture
def open_at(context):
    """Open a page at a width of 1280 px, with nothing focused."""
    pages = []

    def opened(name):
        manager = browsing.opened(context, (reading.SITE / name).as_uri())
        pages.append(manager)
        page, _ = manager.__enter__()
        page.emulate_media(reduced_motion="reduce")
        browsing.show(page, "light", 1280)
        return page

    yield opened
    for manager in pages:
        manager.__exit__(None, None, None)


def in_focus(page, script):
    return page.evaluate(f"(() => {{ const element = document.activeElement; return {script}; }})()")


@pytest.mark.parametrize("name", ["index.html", "article/07_looking_at_it.html", "claims.html", "gallery/index.html"])
def test_the_first_key_offers_the_way_past_the_menus(name, open_at):
    page = open_at(name)
    page.keyboard.press("Tab")
    assert in_focus(page, "element.textContent") == "Skip to main content"
    assert in_focus(
        page, "element.getBoundingClientRect().top >= 0 && element.checkVisibility({ visibilityProperty: true })"
    )
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert in_focus(page, "Boolean(element.closest('main'))")


def test_tab_walks_the_gallery_card_by_card_and_enter_opens_one(open_at):
    page = open_at("gallery/index.html")
    cards = page.locator(CARDS).evaluate_all("(cards) => cards.map((card) => card.href)")
    everything = page.locator("a[href], button, input, select, summary").count()
    assert len(cards) > 20
    assert seeing.order(page, CARDS, everything) == cards
    page.locator(CARDS).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(cards[0])
    assert page.locator("h1").count() == 1


def test_the_filters_of_the_ledger_work_by_key(open_at):
    page = open_at("claims.html")
    count, rows = page.locator(".pe-filters output"), page.locator(".pe-ledger tbody tr[id]")
    every = rows.count()
    assert count.inner_text() == f"{every} of {every}"
    shown = lambda: page.locator(".pe-ledger tbody tr[id]:visible").count()  # noqa: E731
    button = page.locator('.pe-filter[data-verdict="refuted"]')
    tab_to(page, ".pe-filter")
    while not in_focus(page, "element.matches('[data-verdict=refuted]')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    refuted = page.locator('.pe-ledger tr[data-verdict="refuted"]').count()
    assert button.get_attribute("aria-pressed") == "true" and shown() == refuted
    assert count.inner_text() == f"{refuted} of {every}" and count.get_attribute("aria-live") == "polite"
    tab_to(page, "select")
    page.keyboard.press("ArrowDown")
    assert shown() < refuted and "section=" in page.url
    tab_to(page, "input[type=search].form-control, .pe-filters input")
    page.keyboard.type("no such words")
    assert shown() == 0 and page.locator(".pe-empty").is_visible()
    tab_to(page, ".pe-reset")
    page.keyboard.press("Enter")
    assert shown() == every and button.get_attribute("aria-pressed") == "false"


def tab_to(page, selector, most=60):
    for _ in range(most):
        page.keyboard.press("Tab")
        if in_focus(page, f"element.matches({selector!r})"):
            return
    raise AssertionError(f"Tab does not come to {selector}")
