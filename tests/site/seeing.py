"""What a reader can tell without colour, mouse or motion: functions that return the problems they find."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from playwright.sync_api import Page

FOCUS = Path(__file__).with_name("focus.js").read_text().partition("\n")[2]
AXE = Axe()
OPTIONS = {"resultTypes": ["violations"], "preload": False}  # no style sheet is asked for again, as no file can be
EXCEPTIONS: dict[str, str] = {}  # rule of axe-core -> why it may be broken; none may at present
VERDICTS = ("holds", "corrected", "refuted", "cited", "opinion", "pending")
ENOUGH, FAINT = 4.5, 3.0
ALIKE = 0.75  # the share of ink that two icons may have in common
MASK = """async (shape) => {
  const pen = new OffscreenCanvas(64, 64).getContext("2d");
  const image = new Image();
  const start = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'";
  const picture = shape.replace("<symbol", start).replace("</symbol>", "</svg>");
  image.src = "data:image/svg+xml," + encodeURIComponent(picture);
  await image.decode();
  pen.drawImage(image, 0, 0);
  return [...pen.getImageData(0, 0, 64, 64).data].filter((_, index) => index % 4 === 3).map((alpha) => alpha > 127);
}"""


def faults(page: Page) -> list[str]:
    """axe-core finds nothing: a line for each rule that is broken."""
    found = [fault for fault in AXE.run(page, options=OPTIONS).response["violations"] if fault["id"] not in EXCEPTIONS]
    return [f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:5]]}" for fault in found]


def focus(page: Page) -> list[str]:
    """Everything that takes the focus shows it, in the order of the page, and nothing moves where motion is reduced."""
    page.keyboard.press("Tab")
    return page.evaluate(FOCUS)


def silhouettes(page: Page, icons: dict[str, str]) -> list[str]:
    """No two verdicts have icons that are alike."""
    masks = {name: page.evaluate(MASK, shape) for name, shape in icons.items()}
    problems = [f"no icon: {name}" for name in VERDICTS if not any(masks.get(name, []))]
    for one, other in combinations(masks, 2):
        pairs = list(zip(masks[one], masks[other], strict=True))
        both = sum(a and b for a, b in pairs) / max(1, sum(a or b for a, b in pairs))
        if both > ALIKE:
            problems.append(f"{one} and {other} are alike: {both:.2f}")
    return problems


def icons(page: BeautifulSoup) -> dict[str, str]:
    """Return the shapes of the verdicts in a page."""
    return {
        symbol["id"].removeprefix("pe-icon-"): str(symbol).replace("viewbox", "viewBox")
        for symbol in page.select("symbol")
        if symbol["id"].removeprefix("pe-icon-") in VERDICTS
    }


def words(page: BeautifulSoup) -> list[str]:
    """Every verdict is said by icon and word; where the icon stands alone, by the name of its link."""
    problems = []
    for badge in page.select(".pe-badge"):
        word, icon = badge.get_text().strip().lower(), badge.select_one("use")
        if word not in VERDICTS or icon is None or icon["href"] != f"#pe-icon-{word}":
            problems.append(f"not said by icon and word: {badge}"[:160])
    for cell in page.select(".pe-cell"):
        verdict = cell.select_one("use")["href"].removeprefix("#pe-icon-")
        if verdict not in cell.get("aria-label", ""):
            problems.append(f"not said to those who hear the page: {cell}"[:160])
    return problems


def tokens(sheet: str) -> dict[str, dict[str, str]]:
    """Return the colours that a style sheet names, in light and dark."""
    found = {}
    for theme in ("light", "dark"):
        blocks = re.findall(rf'html\[data-theme="{theme}"\] \{{([^}}]*--pe-ink:[^}}]*)\}}', sheet)
        found[theme] = dict(re.findall(r"--pe-([a-z-]+): *([^;]+);", "".join(blocks)))
    return found


def contrast(colours: dict[str, str]) -> list[str]:
    """Words stand out from their ground by 4.5, borders and axes by 3."""
    grounds = {name: colours[f"{name}-bg"] for name in VERDICTS}
    pairs = [(name, "page" if ground == "transparent" else f"{name}-bg", ENOUGH) for name, ground in grounds.items()]
    pairs += [(name, ground, ENOUGH) for name in ("ink", "muted", "accent") for ground in ("page", "wash")]
    pairs += [(name, "page", FAINT) for name in (*VERDICTS, "axis")]
    ratios = {(ink, ground): ratio(colours[ink], colours[ground]) for ink, ground, _ in pairs}
    return [
        f"{ink} on {ground}: {ratios[ink, ground]:.2f}" for ink, ground, least in pairs if ratios[ink, ground] < least
    ]


def ratio(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def order(page: Page, selector: str, presses: int) -> list[str]:
    """Return the addresses of what `selector` finds, in the order in which Tab first comes to them, in sight."""
    met: list[Any] = []
    for _ in range(presses):
        page.keyboard.press("Tab")
        met.append(
            page.evaluate(
                """(selector) => {
                  const element = document.activeElement, box = element.getBoundingClientRect();
                  const seen = box.height > 0 && box.bottom > 0 && box.top < innerHeight;
                  return element.matches(selector) && seen ? element.href : null;
                }""",
                selector,
            )
        )
    return list(dict.fromkeys(address for address in met if address))
