"""The checks of what the site contains can fail: each finds a fault that is planted in a copy."""

import shutil

import contained
import pytest
import reading

PAGE = "article/02_bounded_values.html"
HEAD, END = "</head>", "</article>"
PLANTED = {
    "has 0 policies": (contained.policy, 'http-equiv="Content-Security-Policy"', 'http-equiv="Content"'),
    "the policy comes late": (contained.policy, '<meta charset="utf-8" />', "<style>a { color: red }</style>"),
    "policy: script-src": (contained.policy, HEAD, "<script>planted()</script></head>"),
    "policy: img-src": (contained.policy, "img-src 'self'", "img-src *"),
    "policy: style-src": (contained.policy, "style-src 'self'", "style-src https://example.org"),
    "handler: onclick": (contained.handlers, END, '<p onclick="planted()">a</p></article>'),
    "handler: javascript:": (contained.handlers, END, '<a href="javascript:planted()">a</a></article>'),
    "loads from a host: //example.org/a.png": (
        contained.hosts,
        END,
        '<img src="//example.org/a.png" alt=""></article>',
    ),
    "loads from a host: https://example.org/a.css": (
        contained.hosts,
        HEAD,
        "<style>@import 'https://example.org/a.css';</style></head>",
    ),
    "begins at the root": (contained.anywhere, END, '<a href="/claims.html">a</a></article>'),
    "description": (contained.head, 'name="description" content="', 'name="description" content="$x$ '),
    "canonical": (contained.head, 'rel="canonical" href="', 'rel="canonical" href="https://example.org/'),
    "og:url": (contained.head, 'property="og:url" content="', 'property="og:url" content="https://example.org/'),
    "og:title is missing": (contained.head, 'property="og:title"', 'property="og:nothing"'),
    "card: http": (contained.head, "/_images/cards/", "/_images/no-such-cards/"),
    "twin: index": (contained.head, 'type="text/markdown" title="Markdown" href="', 'href="index'),
}
IN_TWIN = {
    "twin: title": ("# 2 Bounded values", "# Another title"),
    "twin: '<div'": ("## The loop", "<div>\n\n## The loop"),
    "twin: '{claim}'": ("## The loop", "{claim}`2.5`\n\n## The loop"),
    "twin: Claim 2.5": ("### Claim 2.5: Refuted", "### Claim 2.5: Holds"),
    "twin: Claim 2.1": ("2 checks passed in this build", ""),
    "twin: no code": ("Value range of the linear code", "Value range"),
    "twin: leads nowhere": ("(../gallery/", "(../no-such/"),
}
IN_LISTS = {
    "sitemap: ": ("sitemap.xml", "notation.html", "no-such-page.html"),
    "llms.txt: no title": ("llms.txt", "\n\n> ", "\n\n"),
    "llms.txt: http": ("llms.txt", "notation.html.md", "no-such-page.html.md"),
    "listed twice": ("llms.txt", "notation.html.md", "bibliography.html.md"),
}


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A site with one page of its own; the rest is that of the build."""
    for part in reading.SITE.iterdir():
        if part.name not in ("article", "sitemap.xml", "llms.txt"):
            (tmp_path / part.name).symlink_to(part)
    shutil.copytree(reading.SITE / "article", tmp_path / "article")
    for name in ("sitemap.xml", "llms.txt"):
        shutil.copy(reading.SITE / name, tmp_path)
    base = reading.base()
    monkeypatch.setattr(reading, "SITE", tmp_path)
    monkeypatch.setattr(reading, "base", lambda: base)
    return tmp_path


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("problem", PLANTED)
def test_a_fault_of_a_page_is_found(problem, site):
    check, old, new = PLANTED[problem]
    arguments = (reading.base(),) if check is contained.head else ()
    assert not check(site / PAGE, *arguments)
    reading.soup.cache_clear()
    edit(site / PAGE, old, new)
    problems = check(site / PAGE, *arguments)
    assert any(found.startswith(problem) for found in problems), problems


@pytest.mark.parametrize("problem", IN_TWIN)
def test_a_fault_of_a_twin_is_found(problem, site):
    assert not contained.twin(site / PAGE)
    edit(site / f"{PAGE}.md", *IN_TWIN[problem])
    problems = contained.twin(site / PAGE)
    assert any(found.startswith(problem) for found in problems), problems


@pytest.mark.parametrize("problem", IN_LISTS)
def test_a_fault_of_a_list_is_found(problem, site):
    name, old, new = IN_LISTS[problem]
    pages = {page.removesuffix(".md") for page in map(str, twins(site))}
    assert not contained.lists(site, reading.base(), pages)
    edit(site / name, old, new)
    problems = contained.lists(site, reading.base(), pages)
    assert any(found.startswith(problem) for found in problems), problems


def twins(site):
    return [
        path.relative_to(site)
        for part in site.iterdir()
        for path in [part, *part.rglob("*.md")]
        if path.suffix == ".md"
    ]


@pytest.mark.parametrize(("problem", "old"), [("leads nowhere", "url="), ("canonical", 'rel="canonical" href="')])
def test_a_fault_of_a_page_that_moved_is_found(problem, old, site):
    page = site / "article" / "moved.html"
    shutil.copy(reading.SITE / reading.moved()[0], page)
    page.write_text(page.read_text().replace("../03_periodicity/", "../gallery/03_periodicity/"))
    assert not contained.moved(page, reading.base())
    reading.soup.cache_clear()
    edit(page, old, f"{old}no-such/")
    assert any(found.startswith(problem) for found in contained.moved(page, reading.base()))


def test_a_style_sheet_that_asks_another_host_is_found(tmp_path):
    sheet = tmp_path / "a.css"
    sheet.write_text("@font-face { src: url(https://example.org/a.woff2) }")
    assert contained.styles(sheet)
    sheet.write_text("@font-face { src: url(fonts/a.woff2) } a { background: url(data:image/png;base64,a//b) }")
    assert not contained.styles(sheet)
