"""The menu of versions: from files and below a path of a host, by keyboard, named, on a phone, to the same page."""

import importlib.util
import shutil
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import browsing
import checks
import menus
import pytest
import reading
import seeing

PAGE = "article/02_bounded_values.html"
NEW = "claims.html"
PLACE = f"{PAGE}#claim-2.5"


def side_by_side(target, releases):
    spec = importlib.util.spec_from_file_location("versions", reading.ROOT / "docs" / "versions.py")
    versions = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(versions)
    return versions.main(target, reading.SITE, releases)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The site at `base/`, with two releases beside it that lack one page."""
    folder = tmp_path_factory.mktemp("pages")
    for tag in ("v0.9.0", "v0.10.0"):
        (folder / "releases" / tag).mkdir(parents=True)
        with zipfile.ZipFile(folder / "releases" / tag / "site.zip", "w") as packed:
            for path in sorted(reading.SITE.rglob("*")):
                name = path.relative_to(reading.SITE)
                if path.is_file() and name.parts[0] in ("_static", "article", "index.html", "searchindex.js"):
                    packed.write(path, name)
    assert side_by_side(folder / "base", folder / "releases") == ["development", "0.10.0", "0.9.0"]
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def host(pages):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(pages))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(params=["file", "host"])
def base(request, pages):
    """The address of the site and its path."""
    if request.param == "file":
        return (pages / "base").as_uri(), (pages / "base").as_posix()
    return f"{request.getfixturevalue('host')}/base", "/base"


def test_one_version_alone_has_no_menu(context):
    with browsing.opened(context, (reading.SITE / PAGE).as_uri()) as (page, met):
        assert page.locator(".pe-versions").count() == 0
        assert not any(met.values())


def test_every_version_lists_pages_that_are_there(pages):
    for version in ("", "0.10.0", "0.9.0"):
        assert menus.targets(pages / "base" / version) == []
    assert {PAGE, NEW, "index.html"} <= {*menus.listed(pages / "base")[0]["pages"]}


def test_the_menu_leads_to_the_same_page_or_else_to_the_start(base, context):
    address, path = base
    with browsing.opened(context, f"{address}/{PLACE}") as (page, met):
        expected = {
            "development": f"{path}/{PLACE}",
            "0.10.0": f"{path}/0.10.0/{PLACE}",
            "0.9.0": f"{path}/0.9.0/{PLACE}",
        }
        assert menus.menu(page, "development", expected) == []
        page.goto(f"{address}/{NEW}")
        assert menus.menu(page, "development", {"0.9.0": f"{path}/0.9.0/index.html"}) == []
        page.goto(f"{address}/0.9.0/{PAGE}")
        assert menus.menu(page, "0.9.0", {"0.10.0": f"{path}/0.10.0/{PAGE}", "development": f"{path}/{PAGE}"}) == []
        assert not any(met.values())


def test_the_menu_works_by_keyboard(base, context):
    address, _ = base
    with browsing.opened(context, f"{address}/{PAGE}") as (page, met):
        reached = f"() => document.querySelector('{menus.MENU} summary').matches(':focus-visible')"
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate(reached):
                break
        assert page.evaluate(reached)
        page.keyboard.press("Enter")
        assert page.locator(f"{menus.MENU} a").last.is_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        assert not page.locator(f"{menus.MENU} a").last.is_visible()
        assert page.locator(f"{menus.MENU} summary").evaluate("it => it === document.activeElement")
        page.evaluate("location.hash = 'claim-2.5'")  # what is chosen on the page goes along
        page.locator(f"{menus.MENU} summary").focus()
        page.keyboard.press("Enter")
        for _ in range(3):
            page.keyboard.press("Tab")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert page.url == f"{address}/0.9.0/{PLACE}"
        page.locator(f"{menus.MENU} summary").click()
        page.locator("h1").click()
        assert not page.locator(f"{menus.MENU} a").last.is_visible()
        assert not any(met.values())


@pytest.mark.parametrize("width", browsing.WIDTHS)
def test_the_open_menu_is_whole_and_accessible(width, pages, context):
    with browsing.opened(context, (pages / "base" / PAGE).as_uri()) as (page, _):
        for theme in ("light", "dark"):
            browsing.show(page, theme, width)
            if width < 600:
                page.locator(".primary-toggle").click()
            menu = page.locator(".pe-versions:visible")
            menu.locator("summary").click()
            assert menu.count() == 1 and menu.locator("a").last.is_visible()
            box = menu.locator("ul").bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
            problems = seeing.faults(page)
            problems += checks.width(page.evaluate(browsing.LOOK))
            assert not problems, "\n".join([theme, *problems])
            menu.locator("summary").click()
            if width < 600:
                page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [960, 1040, 1120, 1280])
def test_the_header_stays_on_one_line(width, pages, context):
    with browsing.opened(context, (pages / "base" / PAGE).as_uri()) as (page, _):
        page.set_viewport_size({"width": width, "height": 900})
        menu, brand = (page.locator(f".bd-header {name}").bounding_box() for name in (".pe-versions", ".navbar-brand"))
        assert abs(menu["y"] + menu["height"] / 2 - brand["y"] - brand["height"] / 2) < 3


@pytest.fixture
def wrong(pages, tmp_path):
    """Give a copy of the sites, small enough to be spoilt."""
    shutil.copytree(
        pages / "base", tmp_path / "base", ignore=shutil.ignore_patterns("_images", "_downloads", "gallery")
    )
    return tmp_path / "base"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"root": "0.9.0/"', '"root": "0.8.0/"', "0.9.0 has no index.html"),
        (f'"{PAGE}", ', '"article/no_such_page.html", ', "development has no article/no_such_page.html"),
        ('"index.html"', '"claims.html"', "development has no start"),
    ],
)
def test_a_page_that_is_not_there_is_found(old, new, problem, wrong):
    script = wrong / "_static" / "versions.js"
    assert old in script.read_text()
    script.write_text(script.read_text().replace(old, new, 1))
    assert problem in menus.targets(wrong)


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("versions.js", "PE_VERSIONS = [", "PE_VERSIONS = []; [", "there is no menu"),
        ("versions.js", 'PE_VERSION = "development"', 'PE_VERSION = "0.8.0"', "the version is not marked"),
        ("pe.js", "Version </span>", "</span>", "the menu does not say its version"),
        ("pe.js", "pages.includes(page)", "false", "0.9.0 leads to {}/0.9.0/index.html"),
        ("pe.js", "location.search + location.hash", "location.search", f"0.9.0 leads to {{}}/0.9.0/{PAGE}"),
    ],
)
def test_a_wrong_menu_is_found(name, old, new, problem, wrong, context):
    script = wrong / "_static" / name
    assert old in script.read_text()
    script.write_text(script.read_text().replace(old, new, 1))
    with browsing.opened(context, f"{wrong.as_uri()}/{PLACE}") as (page, _):
        found = menus.menu(page, "development", {"0.9.0": f"{wrong.as_posix()}/0.9.0/{PLACE}"})
    assert problem.format(wrong.as_posix()) in found
