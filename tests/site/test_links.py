"""Every link within the site leads to a page that is there, and to an anchor of it."""

import checks
import pytest
import reading


@pytest.mark.parametrize("page", [name for name in reading.pages() if name != "404.html"])
def test_links_lead_somewhere(page):
    problems = checks.links(reading.SITE / page)
    assert not problems, "\n".join(problems)
