"""Open a page in light and dark, wide and narrow, and note what a reader would meet."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

DESK, PHONE = 1280, 390
WIDTHS = {DESK: 900, PHONE: 844}
STATES = list(product(("light", "dark"), WIDTHS))
SETTLE = "async () => { await window.MathJax?.startup?.promise; await document.fonts.ready; }"
THEMED = """async (theme) => {
  const { dataset } = document.documentElement;
  for (let i = 0; i < 60 && dataset.theme !== theme; i++) await new Promise(requestAnimationFrame);
}"""
LOAD_ALL = """async () => {
  const seen = (element) => element.getClientRects().length;
  const named = (source, name) => source.endsWith(name.split(" ")[0].split("/").pop());
  const due = (picture) => {
    const [source, image] = ["source", "img"].map((name) => picture.querySelector(name));
    return named(image.currentSrc, matchMedia(source.media).matches ? source.srcset : image.srcset);
  };
  const shown = [...document.images].filter(seen);
  for (const image of shown) image.loading = "eager";
  const pictures = [...document.querySelectorAll("picture")].filter(seen);
  for (let i = 0; i < 60 && !pictures.every(due); i++) await new Promise(requestAnimationFrame);
  await Promise.all(shown.map((image) => image.decode().catch(() => {})));
}"""
LOOK = Path(__file__).with_name("look.js").read_text()


@contextmanager
def opened(context: BrowserContext, address: str) -> Iterator[tuple[Page, dict[str, list[str]]]]:
    """Open `address`, and yield the page and what goes wrong while it is open: requests, responses, scripts."""
    met: dict[str, list[str]] = {"outside": [], "failed": [], "errors": []}
    host = address.split("/")[2]
    page = context.new_page()
    page.on("request", lambda request: met["outside"].append(request.url) if _outside(request.url, host) else None)
    page.on("requestfailed", lambda request: None if _left(request) else met["failed"].append(request.url))
    page.on("response", lambda answer: met["failed"].append(answer.url) if _refused(answer, address) else None)
    page.on("pageerror", lambda error: met["errors"].append(str(error)))
    page.on("console", lambda line: met["errors"].append(line.text) if line.type == "error" else None)
    page.route(lambda url: _outside(url, host), lambda route: route.abort())
    try:
        page.goto(address)
        page.evaluate(SETTLE)
        yield page, met
    finally:
        page.close()


def visit(context: BrowserContext, address: str, states: list[tuple[str, int]] = STATES) -> dict[str, Any]:
    """Return what went wrong, and what is seen in each of the states."""
    with opened(context, address) as (page, met):
        return {**met, "looks": [look(page, *state) for state in states]}


def look(page: Page, theme: str, width: int) -> dict[str, Any]:
    """Bring `page` into one state, and return what is seen."""
    show(page, theme, width)
    return {"theme": theme, "width": width} | page.evaluate(LOOK)


def show(page: Page, theme: str, width: int) -> None:
    """Bring `page` into one state, with every picture of that state loaded."""
    page.emulate_media(color_scheme=theme)
    page.evaluate(THEMED, theme)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    page.evaluate(LOAD_ALL)


def _left(request: Any) -> bool:
    """Whether the reader went to another page before this one had all its pictures: nothing was missing."""
    return request.failure == "net::ERR_ABORTED"


def _outside(url: str, host: str) -> bool:
    return not url.startswith(("data:", "blob:", f"file://{host}/" if not host else f"http://{host}/"))


def _refused(answer: Any, address: str) -> bool:
    return answer.status >= 400 and answer.url != address
