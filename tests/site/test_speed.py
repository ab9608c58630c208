"""Every page within its budget, nothing that moves, and words in their typeface."""

import ast

import browsing
import hosting
import pytest
import reading
import weighing

PAGES = [name for name in reading.pages() if name != "404.html"]


@pytest.fixture(scope="module")
def host():
    with hosting.hosted(reading.SITE, "/") as address:
        yield address


def cut() -> set[str]:
    """The icons to which the theme's font is cut, from the list that cuts it."""
    tree = ast.parse((reading.ROOT / "docs" / "_ext" / "vendor.py").read_text())
    values = {node.targets[0].id: node.value for node in tree.body if isinstance(node, ast.Assign)}
    return set(ast.literal_eval(values["ICONS"]))


@pytest.mark.parametrize("width", browsing.WIDTHS)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_light_and_lies_still(page, width, context, host):
    seen = weighing.visit(context, host, reading.SITE, page, width)
    problems = weighing.problems(seen, gallery=page.startswith("gallery/"))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("page", PAGES)
def test_pictures_have_their_size_and_icons_their_font(page):
    problems = weighing.pictures(reading.SITE / page) + weighing.icons(reading.SITE / page, cut())
    assert not problems, "\n".join(problems)


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
