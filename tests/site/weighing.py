"""What a page costs its reader: bytes, movement of what is already shown, time until the main thing shows."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import unquote, urlsplit

import browsing
import reading
from playwright.sync_api import BrowserContext, Page

TEXT, GALLERY, SHARED, MATH = 150_000, 400_000, 1_000_000, 1_200_000
SHIFT = 0.02
PAINT = 2500
SLOWER = 4
OBSERVE = """
window.pe = { shift: 0, moved: [], paint: 0 };
const seen = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
seen("layout-shift", (entry) => {
  if (entry.hadRecentInput) return;
  pe.shift += entry.value;
  pe.moved.push(...entry.sources.map((source) => (source.node?.outerHTML || source.node?.data || "").slice(0, 80)));
});
seen("largest-contentful-paint", (entry) => (pe.paint = entry.startTime));
"""
REST = "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))"


@contextmanager
def opened(context: BrowserContext, address: str, width: int, slower: int = 1) -> Iterator[tuple[Page, list[str]]]:
    """Open `address` on a host, as if for the first time, and yield the page and the paths that it fetched."""
    fetched: list[str] = []
    page = context.new_page()
    page.on("requestfinished", lambda request: fetched.append(unquote(urlsplit(request.url).path)[1:]))
    try:
        page.add_init_script(OBSERVE)
        page.set_viewport_size({"width": width, "height": browsing.WIDTHS[width]})
        session = context.new_cdp_session(page)
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.goto(address)
        page.evaluate(browsing.SETTLE)
        page.evaluate(REST)
        yield page, list(dict.fromkeys(fetched))
    finally:
        page.close()


def visit(context: BrowserContext, host: str, site: Path, page: str, width: int) -> dict[str, Any]:
    """Return what a page of `site`, served at `host`, fetches without scrolling, in bytes, and how much it moves."""
    with opened(context, f"{host}/{page}", width) as (shown, fetched):
        own = [path for path in fetched if path.endswith((".html", ".png", ".webp", ".svg")) and "_static/" not in path]
        math = [path for path in fetched if "mathjax" in path]
        shared = [path for path in fetched if path not in (*own, *math)]
        parts = {"own": own, "math": math, "shared": shared}
        weights = {
            name: sum((site / path).stat().st_size for path in paths if (site / path).is_file())
            for name, paths in parts.items()
        }
        return weights | shown.evaluate("pe") | {"formulas": shown.locator(".math").count()}


def paint(context: BrowserContext, address: str, times: int = 5) -> float:
    """Return when the largest thing in sight was painted on a slow processor, in milliseconds: the median of visits."""
    seen = []
    for _ in range(times):
        with opened(context, address, 1280, SLOWER) as (page, _):
            seen.append(page.evaluate("pe.paint"))
    return median(seen)


def problems(seen: dict[str, Any], *, gallery: bool) -> list[str]:
    """The budgets of a page, and formulas where MathJax is loaded."""
    most = {"own": GALLERY if gallery else TEXT, "shared": SHARED, "math": MATH}
    found = [f"{part} bytes: {seen[part]} of {limit}" for part, limit in most.items() if seen[part] > limit]
    if seen["math"] and not seen["formulas"]:
        found.append("loads MathJax without a formula")
    if seen["shift"] >= SHIFT:
        found.append(f"moves by {seen['shift']:.3f}: {seen['moved'][:4]}")
    return found


def pictures(page: Path) -> list[str]:
    """Every picture of a page has its size, and is fetched when it is near; one may be fetched at once."""
    images = reading.soup(page).select("main img:not(.toggler)")  # those of the index of modules are Sphinx's own
    found = [f"no size: {image.get('src')}" for image in images if not (image.get("width") and image.get("height"))]
    eager = [image.get("src") for image in images if image.get("loading") != "lazy"]
    return found + ([f"fetched at once: {eager}"] if len(eager) > 1 else [])


def icons(page: Path, cut: set[str]) -> list[str]:
    """Every icon that a page names is among those to which the font was `cut`."""
    names = {name for icon in reading.soup(page).select(".fa-solid") for name in icon["class"]}
    named = {name.removeprefix("fa-") for name in names if name.startswith("fa-")} - {"solid", "lg"}
    return [f"no such icon in the font: {name}" for name in sorted(named - cut)]
