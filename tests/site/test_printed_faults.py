"""The check of pages on paper can fail: it finds each fault that is planted."""

import browsing
import printing
import pytest
import reading

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


@pytest.mark.parametrize("problem", PLANTED)
def test_a_planted_fault_is_found(problem, context):
    with browsing.opened(context, (reading.SITE / "article/02_bounded_values.html").as_uri()) as (opened, _):
        assert not printing.problems(opened)
        opened.evaluate(
            "(fault) => document.querySelector('article').insertAdjacentHTML('beforeend', fault)", PLANTED[problem]
        )
        problems = printing.problems(opened)
    assert any(found.startswith(problem) for found in problems), problems
