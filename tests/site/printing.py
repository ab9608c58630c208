"""What a page looks like on paper."""

from pathlib import Path

from playwright.sync_api import Page

PAPER = {"width": 673, "height": 985}  # A4 less the margins, in CSS pixels
LOOK = Path(__file__).with_name("paper.js").read_text()


def problems(page: Page, theme: str) -> list[str]:
    """Return what is wrong with the open page when it is printed by a reader who uses `theme`."""
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.set_viewport_size(PAPER)  # type: ignore[arg-type]
    page.emulate_media(media="print")
    found = page.evaluate(LOOK)
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    return list(dict.fromkeys(found))
