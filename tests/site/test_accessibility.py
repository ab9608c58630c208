"""Words stand out from their ground, and verdicts are told apart without colour."""

import browsing
import pytest
import reading
import seeing

SHEET = reading.ROOT / "docs" / "_static" / "pe.css"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_their_ground(theme):
    problems = seeing.contrast(seeing.tokens(SHEET.read_text())[theme])
    assert not problems, "\n".join(problems)


def test_no_two_verdicts_look_alike(context):
    icons = seeing.icons(reading.soup(reading.SITE / "claims.html"))
    with browsing.opened(context, (reading.SITE / "claims.html").as_uri()) as (page, _):
        problems = seeing.silhouettes(page, icons)
    assert not problems, "\n".join(problems)
