"""The checks of the pages can fail: each finds a fault that is planted in a copy of a page."""

from pathlib import Path

import browsing
import checks
import pytest
import reading
import seeing

PAGE = Path("gallery/07_looking_at_it/plot_1_table.html")
PHONE = [("light", 390)]
PLANTED = {
    "asks another host": '<img src="https://example.org/a.png" alt="a">',
    "is not there": '<link rel="stylesheet" href="no-such-file.css">',
    "script error": "<script>throw new Error('planted')</script>",
    "formula with an error": r'<span class="math notranslate nohighlight">\(\left( 1\)</span>',
    "formula not typeset": '<span class="math">x</span>',
    "TeX is left": r"<p>where \omega is the frequency</p>",
    "a role of MyST is left": "<p>See {doc}`index`.</p>",
    "a role of reST is left": "<p>See :func:`table`.</p>",
    "a glue that stuck is left": "<p>{glue:text}</p>",
    "a fence is left": "<p>```python</p>",
    "a pair of stars is left": "<p>It is **so**.</p>",
    "no alt: ": '<img src="../../_static/mark.svg" alt="">',
    "no alt attribute": '<img src="../../_static/mark.svg">',
    "does not load": '<img src="../../_static/no-such-image.png" alt="a">',
    "shown of one figure": "<style>.pe-figure .pe-dark { display: block !important; }</style>",
    "scrolls sideways": '<div style="width: 1400px">wide</div>',
    "cut off": '<div style="overflow: hidden"><p style="width: 1400px; text-align: right"><b>cut</b></p></div>',
    "image-alt": '<img src="../../_static/mark.svg">',
    "color-contrast": '<p style="color: #ccc; background: #fff">faint</p>',
    "leads nowhere": '<a href="no-such-page.html">a</a>',
    "no such anchor": '<a href="../../index.html#no-such-anchor">a</a>',
}


@pytest.fixture
def plant(tmp_path):
    """Give a copy of the page in a site of its own, with something put at its end."""

    def copy(fault):
        for folder in list(PAGE.parents):
            (tmp_path / folder).mkdir(exist_ok=True, parents=True)
            for part in (reading.SITE / folder).iterdir():
                if part.relative_to(reading.SITE) not in (PAGE, *PAGE.parents):
                    (tmp_path / folder / part.name).symlink_to(part)
        start, mark, rest = (reading.SITE / PAGE).read_text().rpartition("</article>")
        assert mark
        (tmp_path / PAGE).write_text(f"{start}{fault}{mark}{rest}")
        return tmp_path / PAGE

    return copy


@pytest.mark.parametrize("problem", PLANTED)
def test_a_planted_fault_is_found(problem, plant, context):
    page = plant(PLANTED[problem])
    problems = checks.links(page)
    if problem in ("image-alt", "color-contrast"):
        with browsing.opened(context, page.as_uri()) as (opened, _):
            problems = seeing.faults(opened)
    elif not problem.startswith(("leads", "no such")):
        problems = checks.visit(browsing.visit(context, page.as_uri(), PHONE))
    assert any(found.startswith(problem) for found in problems), problems


def test_a_copy_without_a_fault_passes(plant, context):
    page = plant("")
    assert not checks.links(page)
    assert not checks.visit(browsing.visit(context, page.as_uri(), PHONE))
