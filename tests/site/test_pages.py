"""Every page in Chromium, opened once: whole in every state, for everyone, at the keyboard, and on paper."""

import browsing
import checks
import printing
import pytest
import reading
import seeing

PAGES = [name for name in reading.pages() if name != "404.html"]
UNPRINTED = ("search.html",)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_whole_for_everyone_and_on_paper(page, context):
    address = reading.SITE / page
    with browsing.opened(context, address.as_uri()) as (opened, met):
        looks, problems = [], []
        for theme, width in browsing.STATES:
            looks.append(browsing.look(opened, theme, width))
            problems += seeing.faults(opened) if width == browsing.DESK else []
        opened.emulate_media(reduced_motion="reduce")
        problems += seeing.focus(opened)
        problems += printing.problems(opened) if page not in UNPRINTED else []
    problems += checks.visit({**met, "looks": looks}) + seeing.words(reading.soup(address))
    assert not problems, "\n".join(problems)
