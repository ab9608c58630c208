"""What a page looks like on paper."""

from pathlib import Path

from playwright.sync_api import Page

PAPER = {"width": 673, "height": 985}  # A4 less the margins, in CSS pixels
DARK = "() => document.documentElement.dataset.theme === 'dark'"
LOOK = Path(__file__).with_name("paper.js").read_text()


def problems(page: Page) -> list[str]:
    """Return what is wrong with the open page when it is printed by a reader who has it dark on the screen."""
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(DARK)
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    found = page.evaluate(LOOK)
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    return list(dict.fromkeys(found if page.evaluate(DARK) else [*found, "stays light on the screen"]))
