"""The main pages and the typeface are there in time. To be run alone: what runs beside it counts."""

import browsing
import hosting
import pytest
import reading
import weighing

MAIN = [
    "index.html",
    "article/07_looking_at_it.html",
    "claims.html",
    "gallery/index.html",
    "gallery/07_looking_at_it/plot_1_table.html",
]


@pytest.fixture(scope="module")
def host():
    with hosting.hosted(reading.SITE, "/") as address:
        yield address


@pytest.mark.parametrize("page", MAIN)
def test_the_main_thing_shows_in_time(page, context, host, record_property):
    paint = weighing.paint(context, f"{host}/{page}")
    record_property("largest contentful paint, ms", round(paint))
    print(f"{page}: largest contentful paint after {paint:.0f} ms, on a processor slowed {weighing.SLOWER} times")
    assert 0 < paint <= weighing.PAINT


@pytest.mark.parametrize("from_file", [True, False])
def test_the_typeface_reaches_the_page(from_file, context, host):
    address = (reading.SITE / "index.html").as_uri() if from_file else f"{host}/index.html"
    with browsing.opened(context, address) as (page, _):
        session = context.new_cdp_session(page)
        for domain in ("DOM", "CSS"):
            session.send(f"{domain}.enable")
        root = session.send("DOM.getDocument")["root"]["nodeId"]
        words = session.send("DOM.querySelector", {"nodeId": root, "selector": "main h1 + p"})
        fonts = session.send("CSS.getPlatformFontsForNode", words)["fonts"]
    assert [font["familyName"] for font in fonts] == ["Source Sans Pro"]
