"""Every page within its budget, and nothing that moves."""

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
