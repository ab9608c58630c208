"""The checks of weight and speed can fail: each finds a fault that is planted in a copy of a page."""

import shutil

import hosting
import pytest
import reading
import weighing

PAGE = "article/02_bounded_values.html"
PLAIN = "claims.html"
HEAD, MAIN = "</head>", '<article class="bd-article">'
HEAVY = {
    "own bytes": (MAIN, '<img src="heavy.png" alt="" width="9" height="9">'),
    "shared bytes": (HEAD, '<script src="heavy.js"></script>'),
    "math bytes": (HEAD, '<script src="mathjax/heavy.js"></script>'),
}
LATE = """<script>
const come = () => document.querySelector("main h1").insertAdjacentHTML("beforebegin", "<p style='height: 200px'></p>");
new PerformanceObserver(come).observe({ type: "paint", buffered: true });
</script>"""
SLOW = f"<script>for (const start = performance.now(); performance.now() - start < {weighing.PAINT}; );</script>"
PICTURES = {
    "no size: a.png": '<img src="a.png" alt="a" loading="lazy">',
    "fetched at once": '<img src="a.png" alt="a" width="1" height="1"><img src="b.png" alt="b" width="1" height="1">',
}


@pytest.fixture
def plant(tmp_path):
    """Give a copy of a page beside what belongs to it, with something put before a mark, and heavy files to fetch."""

    def copy(name, mark, fault):
        for part in reading.SITE.iterdir():
            if part.name not in ("article", name):
                (tmp_path / part.name).symlink_to(part)
        if name != PLAIN:
            shutil.copytree(reading.SITE / "article", tmp_path / "article")
        page = tmp_path / name
        (page.parent / "mathjax").mkdir()
        for heavy in ("heavy.png", "heavy.js", "mathjax/heavy.js"):
            (page.parent / heavy).write_bytes(b"//" + bytes([97]) * weighing.MATH)
        text = (reading.SITE / name).read_text()
        start, found, rest = text.partition(mark)
        assert found
        start = start.replace('http-equiv="Content-Security-Policy"', 'name="none"')
        page.write_text(f"{start}{fault}{found}{rest}" if mark == HEAD else f"{start}{found}{fault}{rest}")
        return page

    return copy


def found(page, context):
    site = page.parents[page.parent.name == "article"]
    with hosting.hosted(site, "/") as host:
        seen = weighing.visit(context, host, site, page.relative_to(site).as_posix(), 1280)
    return weighing.problems(seen, gallery=False)


@pytest.mark.parametrize("problem", HEAVY)
def test_a_heavy_page_is_found(problem, plant, context):
    assert any(line.startswith(problem) for line in found(plant(PAGE, *HEAVY[problem]), context))


def test_mathematics_without_need_is_found(plant, context):
    fault = '<script defer src="_static/mathjax/tex-chtml.js"></script>'
    assert "loads MathJax without a formula" in found(plant(PLAIN, HEAD, fault), context)


def test_movement_is_found(plant, context):
    problems = found(plant(PAGE, MAIN, LATE), context)
    assert any(line.startswith("moves by") for line in problems), problems


def test_a_copy_without_a_fault_passes(plant, context):
    assert not found(plant(PAGE, HEAD, ""), context)


def test_a_late_page_is_found(plant, context):
    assert weighing.paint(context, plant(PAGE, HEAD, SLOW).as_uri(), times=1) > weighing.PAINT


@pytest.mark.parametrize("problem", PICTURES)
def test_a_picture_that_moves_or_hurries_is_found(problem, plant):
    assert any(line.startswith(problem) for line in weighing.pictures(plant(PAGE, MAIN, PICTURES[problem])))


def test_an_icon_that_was_cut_away_is_found(plant):
    page = plant(PAGE, MAIN, '<i class="fa-solid fa-lg fa-rocket"></i>')
    assert "no such icon in the font: rocket" in weighing.icons(page, {"list"})
