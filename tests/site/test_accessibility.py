"""Every page under axe-core in light and dark, at the keyboard, without motion and without colour."""

import browsing
import checks
import pytest
import reading
import seeing
from axe_playwright_python.sync_playwright import Axe

PAGES = [name for name in reading.pages() if name != "404.html"]
EXCEPTIONS: dict[str, str] = {}  # rule of axe-core -> why it may be broken; none may at present
SHEET = reading.ROOT / "docs" / "_static" / "pe.css"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_for_everyone(page, context):
    problems = []
    with browsing.opened(context, (reading.SITE / page).as_uri()) as (opened, _):
        opened.emulate_media(reduced_motion="reduce")
        for theme in ("light", "dark"):
            browsing.show(opened, theme, 1280)
            faults = [fault for fault in Axe().run(opened).response["violations"] if fault["id"] not in EXCEPTIONS]
            problems += [f"{theme}: {line}" for line in checks.accessibility(faults)]
        problems += seeing.focus(opened)
    problems += seeing.words(reading.soup(reading.SITE / page))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_their_ground(theme):
    problems = seeing.contrast(seeing.tokens(SHEET.read_text())[theme])
    assert not problems, "\n".join(problems)


def test_no_two_verdicts_look_alike(context):
    icons = seeing.icons(reading.soup(reading.SITE / "claims.html"))
    with browsing.opened(context, (reading.SITE / "claims.html").as_uri()) as (page, _):
        problems = seeing.silhouettes(page, icons)
    assert not problems, "\n".join(problems)
