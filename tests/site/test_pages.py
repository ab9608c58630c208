"""Every page in Chromium: light and dark, wide and narrow, with nothing missing, broken, cut off or asked of others."""

import browsing
import checks
import pytest
import reading

PAGES = [name for name in reading.pages() if name != "404.html"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_whole_in_every_state(page, context):
    problems = checks.visit(browsing.visit(context, (reading.SITE / page).as_uri()))
    assert not problems, "\n".join(problems)
