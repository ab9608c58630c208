"""Every kind of page on paper: no navigation, cards and figures whole, links to be read, nothing cut off."""

import browsing
import printing
import pytest
import reading

PAGES = [page for page in reading.pages() if page not in ("404.html", "search.html")]
PLANTED = {
    "still there: nav": "<nav>menu</nav>",
    "may break: div.pe-claim": '<div class="pe-claim" style="break-inside: auto">card</div>',
    "faint link": '<a href="a.html" style="color: #ccc !important">faint</a>',
    "no address": '<style>a::after { content: "" !important }</style><a href="https://example.org">a</a>',
    "address in code": '<style>a::after { content: "x" !important }</style><pre><a href="https://example.org">a</a></pre>',
    "dark ground": "<style>body { background: #14181d !important }</style>",
    "a dark figure": '<picture class="pe-dark" style="display: block">a</picture>',
    "beyond the edge": '<table style="width: 1400px"><tr><td>wide</td></tr></table>',
    "cut off": f'<pre style="white-space: pre; overflow: auto">{"x" * 400}</pre>',
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_printed(page, context):
    with browsing.opened(context, (reading.SITE / page).as_uri()) as (opened, _):
        problems = printing.problems(opened)
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("problem", PLANTED)
def test_a_planted_fault_is_found(problem, context):
    with browsing.opened(context, (reading.SITE / "article/02_bounded_values.html").as_uri()) as (opened, _):
        assert not printing.problems(opened)
        opened.evaluate(
            "(fault) => document.querySelector('article').insertAdjacentHTML('beforeend', fault)", PLANTED[problem]
        )
        problems = printing.problems(opened)
    assert any(found.startswith(problem) for found in problems), problems
