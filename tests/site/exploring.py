"""The explorer as readers use it, and what must be true of it, each as a function that returns the problems."""

from typing import Any

from playwright.sync_api import Page

VIEWS = ("table", "gram", "shift", "wavelengths", "attention")
SLIDERS = ("width", "base", "length", "offset", "query")
STILL = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CONTROLS = ".pe-presets button, .pe-explorer select, .pe-explorer input[type=range], .pe-explorer canvas"
FIELDS = """() => Object.fromEntries([...document.querySelectorAll(".pe-explorer [name]")]
  .filter((field) => field.type !== "radio" || field.checked).map((field) => [field.name, field.value]))"""
PAINTED = """(name) => {
  const canvas = document.getElementById(`pe-${name}`), pen = canvas.getContext("2d");
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}"""
PIXELS = """([name, ...shares]) => {
  const canvas = document.getElementById(`pe-${name}`), pen = canvas.getContext("2d");
  const { x, y, w, h } = draw.inside(canvas, views.all[name].margins), ratio = canvas.width / canvas.clientWidth;
  const at = ([across, down]) => [(x + across * w) * ratio, (y + down * h) * ratio];
  return shares.map((share) => [...pen.getImageData(...at(share), 1, 1).data].join());
}"""
SPOTS = [((i + 0.5) / 12, (j + 0.5) / 6) for i in range(12) for j in range(6)]
FOCUSED = """() => {
  const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return { id: at.id || at.textContent.trim(), ring, seen: box.bottom > 0 && box.top < innerHeight };
}"""
FOLLOW = """(state) => {
  history.replaceState(null, "", `#${state}`);
  dispatchEvent(new HashChangeEvent("hashchange"));
}"""
NAMES = """(all) => all.filter((one) => one.getClientRects().length && !one.disabled)
  .map((one) => one.id || one.textContent.trim())"""
BOX = "(view) => draw.inside(document.getElementById(`pe-${view}`), views.all[view].margins)"


def settle(page: Page) -> None:
    """Wait until what was asked for is drawn."""
    page.evaluate(STILL)


def go(page: Page, state: str) -> None:
    """Give the page a state through its address, as a shared link does."""
    page.evaluate(FOLLOW, state)
    settle(page)


def says(page: Page, view: str) -> str:
    """Return the line under a picture."""
    return page.locator(f"#pe-{view}-says").inner_text()


def fields(page: Page) -> dict[str, Any]:
    """Return the value of every setting."""
    values: dict[str, Any] = page.evaluate(FIELDS)
    return values


def blank(page: Page) -> list[str]:
    """Every picture that is seen is drawn, and every one has a sentence."""
    shown = [view for view in VIEWS if page.locator(f"#pe-{view}").is_visible()]
    problems = [] if shown else ["no picture is seen"]
    problems += [f"{view} is blank" for view in shown if page.evaluate(PAINTED, view) < 2]
    odd = ("NaN", "undefined", "Infinity", "null")
    sentences = {view: says(page, view) for view in shown}
    return problems + [
        f"{view} says {words!r}" for view, words in sentences.items() if not words or any(word in words for word in odd)
    ]


def data_colours(page: Page, view: str = "table") -> list[str]:
    """The data look the same in light and dark, and the ink does not."""
    seen = {}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        settle(page)
        ink = page.evaluate("() => draw.ink('muted')")
        seen[theme] = (ink, page.evaluate(PIXELS, [view, *SPOTS]))
    problems = [] if seen["light"][0] != seen["dark"][0] else ["the ink is the same in light and dark"]
    return problems + ([] if seen["light"][1] == seen["dark"][1] else ["data colours differ in light and dark"])


def keyboard(page: Page) -> list[str]:
    """Tab goes through everything there is to use, in the order of the page, and shows where it is."""
    wanted = page.locator(CONTROLS).evaluate_all(NAMES)
    page.locator(CONTROLS).first.focus()
    met = [page.evaluate(FOCUSED)]
    for _ in wanted[1:]:
        page.keyboard.press("Tab")
        met.append(page.evaluate(FOCUSED))
    problems = [f"Tab does not reach {name}" for name in wanted if name not in [one["id"] for one in met]]
    problems += [] if [one["id"] for one in met] == wanted or problems else ["Tab leaves the order of the page"]
    problems += [f"no sign of focus on {one['id']}" for one in met if not one["ring"]]
    return problems + [f"focus is out of sight on {one['id']}" for one in met if not one["seen"]]
