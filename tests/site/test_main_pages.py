"""The main pages under axe-core, in light and dark."""

import browsing
import checks
import pytest
import reading
from axe_playwright_python.sync_playwright import Axe

PAGES = [
    "index.html",
    "claims.html",
    "notation.html",
    "article/01_at_a_glance.html",
    "article/07_looking_at_it.html",
    "encodings/sinusoidal.html",
    "gallery/index.html",
    "gallery/07_looking_at_it/plot_1_table.html",
    "reference/generated/pe_reference.embeddings.sinusoidal.html",
]


@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_no_fault(page, context):
    with browsing.opened(context, (reading.SITE / page).as_uri()) as (opened, _):
        for theme in ("light", "dark"):
            browsing.show(opened, theme, 1280)
            problems = checks.accessibility(Axe().run(opened).response["violations"])
            assert not problems, "\n".join([theme, *problems])
