"""The main pages are shown in time on a slow processor. To be run alone: what runs beside it counts."""

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


@pytest.mark.parametrize("page", MAIN)
def test_the_main_thing_shows_in_time(page, context, record_property):
    with hosting.hosted(reading.SITE, "/") as host:
        paint = weighing.paint(context, f"{host}/{page}")
    record_property("largest contentful paint, ms", round(paint))
    print(f"{page}: largest contentful paint after {paint:.0f} ms, on a processor slowed {weighing.SLOWER} times")
    assert 0 < paint <= weighing.PAINT
