"""The checks of accessibility can fail: each finds a fault that is planted."""

import browsing
import pytest
import reading
import seeing
from bs4 import BeautifulSoup

PAGE = reading.SITE / "claims.html"
FOCUS = {
    "focus is not seen": "<style>a:focus { outline: none !important; }</style>",
    "comes before its turn": '<a href="#" tabindex="2">first</a>',
    "moves although asked not to": "<style>main { transition: color 1s !important; }</style>",
    "scrolls smoothly": "<style>html { scroll-behavior: smooth !important; }</style>",
}
WORDS = {
    "not said by icon and word": '<span class="pe-badge"><svg><use href="#pe-icon-holds"/></svg>Refuted</span>',
    "not said to those who hear": '<a class="pe-cell" aria-label="2.5"><svg><use href="#pe-icon-refuted"/></svg></a>',
}


@pytest.fixture(scope="module")
def page(context):
    with browsing.opened(context, PAGE.as_uri()) as (opened, _):
        yield opened


@pytest.mark.parametrize("problem", FOCUS)
def test_a_fault_at_the_keyboard_is_found(problem, page):
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(
        "(html) => document.body.insertAdjacentHTML('beforeend', `<div id='planted'>${html}</div>`)", FOCUS[problem]
    )
    found = seeing.focus(page)
    page.evaluate("() => document.querySelector('#planted').remove()")
    assert any(line.startswith(problem) for line in found), found
    assert not seeing.focus(page)


@pytest.mark.parametrize("problem", WORDS)
def test_a_verdict_that_is_not_said_is_found(problem):
    assert any(line.startswith(problem) for line in seeing.words(BeautifulSoup(WORDS[problem], "html.parser")))


def test_icons_that_are_alike_or_missing_are_found(page):
    shapes = seeing.icons(reading.soup(PAGE))
    alike = shapes | {"refuted": shapes["holds"]}
    assert any("holds and refuted are alike" in line for line in seeing.silhouettes(page, alike))
    del shapes["opinion"]
    assert "no icon: opinion" in seeing.silhouettes(page, shapes)


def test_words_that_are_too_faint_are_found():
    colours = seeing.tokens((reading.ROOT / "docs" / "_static" / "pe.css").read_text())["light"]
    assert any(line.startswith("refuted on refuted-bg") for line in seeing.contrast(colours | {"refuted": "#e08070"}))
    assert seeing.ratio("#000000", "#ffffff") == pytest.approx(21)


def test_cards_out_of_order_are_seen(context):
    with browsing.opened(context, (reading.SITE / "index.html").as_uri()) as (opened, _):
        links = opened.locator(".pe-doors a")
        wanted = links.evaluate_all("(links) => links.map((link) => link.href)")
        links.first.evaluate("(link) => (link.tabIndex = -1)")
        assert seeing.order(opened, ".pe-doors a", 30) == wanted[1:]
