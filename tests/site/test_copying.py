"""The button on a block of code copies what can be run: no prompts, no output."""

import copying
import hosting
import pytest
import reading

PAGES = [
    "article/02_bounded_values.html",
    "gallery/03_periodicity/plot_1_doubled_exponent.html",
    "encodings/sinusoidal.html",
]


@pytest.fixture(scope="module")
def host():
    with hosting.served(reading.SITE, reading.base()) as address:
        yield address


@pytest.fixture
def page(context, host):
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin="/".join(host.split("/")[:3]))
    opened = context.new_page()
    yield lambda path: opened.goto(host + path) and opened
    opened.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_button_copies_code_without_prompts(path, page):
    assert not copying.problems(page(path))


PLANTED = {
    "has no button": 'document.querySelector("article button.copybtn").remove()',
    "copies": 'document.querySelector("article button.copybtn").dataset.clipboardTarget = "h1"',
}


@pytest.mark.parametrize("problem", PLANTED)
def test_a_wrong_button_is_found(problem, page):
    opened = page(PAGES[1])
    opened.wait_for_selector("button.copybtn", state="attached")
    opened.evaluate(PLANTED[problem])
    assert any(problem in found for found in copying.problems(opened))
