"""The explorer in Chromium: settings, pictures, words, pointer, keys, its address, phones, no script."""

import re

import browsing
import exploring
import numpy as np
import pytest
import reading
import seeing

import pe_reference as pe

ADDRESS = (reading.SITE / "explorer.html").as_uri()
SETTINGS = {
    "the paper's": "",
    "the loop": "encoding=article",
    "wide": "width=512&length=512&layout=concatenated&grid=tensor2tensor&offset=511",
    "narrow": "width=4&length=16&offset=0",
    "triangle": "encoding=triangle&offset=3",
    "linear": "encoding=linear&scale=weights",
    "integer": "encoding=integer&query=0",
    "one-hot": "encoding=one_hot&length=512",
    "random": "projection=3&query=127",
}
STRONG = {"layout": "cosine_first", "base": 500, "d_model": 16}


@pytest.fixture(scope="module")
def kept(context):
    with browsing.opened(context, ADDRESS) as (opened, met):
        yield opened
        assert not any(met.values()), met


@pytest.fixture
def page(kept):
    kept.emulate_media(color_scheme="light", reduced_motion="no-preference")
    kept.set_viewport_size({"width": 1280, "height": 900})
    exploring.go(kept, "")
    return kept


@pytest.fixture
def fresh(page):
    yield page
    page.reload()


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_drawn_and_said(name, page):
    exploring.go(page, SETTINGS[name])
    assert not exploring.blank(page)


def test_what_is_worth_a_look_is_drawn_and_explained(page):
    sentences = set()
    for button in page.locator(".pe-presets button").all():
        button.click()
        exploring.settle(page)
        assert not exploring.blank(page)
        sentences.add(page.locator(".pe-look").inner_text())
    assert len(sentences) == page.locator(".pe-presets button").count()


@pytest.mark.parametrize("name", [*exploring.SLIDERS, "encoding", "layout", "grid", "projection", "scale"])
def test_a_setting_changes_a_picture_and_the_address(name, page):
    before = [page.locator(f"#pe-{view}").evaluate("(canvas) => canvas.toDataURL()") for view in exploring.VIEWS]
    page.locator(f"#pe-{name}").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_function("(name) => new URLSearchParams(location.hash.slice(1)).has(name)", arg=name)
    after = [page.locator(f"#pe-{view}").evaluate("(canvas) => canvas.toDataURL()") for view in exploring.VIEWS]
    assert before != after
    assert page.locator(f"#pe-{name}").is_enabled()


def test_an_address_gives_the_same_view_again(page, context):
    wanted = "encoding=sinusoidal&layout=concatenated&width=32&base=200&length=64&offset=7&query=5&projection=2"
    exploring.go(page, wanted)
    page.locator("#pe-offset").press("ArrowRight")
    page.wait_for_function("() => location.hash.includes('offset=8')")
    with browsing.opened(context, page.url) as (again, _):
        again.set_viewport_size({"width": 1280, "height": 900})
        exploring.settle(again)
        assert exploring.fields(again) == exploring.fields(page)
        for view in exploring.VIEWS:
            assert exploring.says(again, view) == exploring.says(page, view)


def test_a_broken_address_is_read_as_far_as_it_goes(page):
    usual = exploring.fields(page)
    exploring.go(page, "width=oops&length=&base=-3&encoding=nonsense&offset=9&view=none&%E0%A4%A")
    assert exploring.fields(page) == usual | {"offset": "9"}
    exploring.go(page, "length=16&offset=500&query=500")
    assert exploring.fields(page)["offset"] == "15" and not exploring.blank(page)


def value(words):
    """The number at the end of a sentence."""
    return float(re.findall(r"-?[\d.]+(?=\.$)", words.replace("\u2212", "-"))[-1])


def test_keys_and_pointer_read_the_numbers_of_the_package(fresh):
    exploring.go(fresh, "layout=cosine_first&base=500&width=16&length=32&offset=3")
    table = pe.sinusoidal.table(range(32), **STRONG)
    shift = pe.sinusoidal.shift_matrix(3, **STRONG)
    right = {"table": table.T, "gram": table @ table.T, "shift": shift}
    for view, numbers in right.items():
        fresh.locator(f"#pe-{view}").focus()
        for key in ("ArrowDown", *["ArrowRight"] * 3, *["ArrowDown"] * 11, "Shift+ArrowRight", "ArrowLeft"):
            fresh.keyboard.press(key)
        exploring.settle(fresh)
        by_key = exploring.says(fresh, view)
        assert abs(value(by_key) - numbers[11, 12]) < 6e-3 and "12" in by_key and "11" in by_key
        fresh.keyboard.press("Escape")
        exploring.settle(fresh)
        assert exploring.says(fresh, view) != by_key
        box = fresh.evaluate(exploring.BOX, view)
        rows, columns = numbers.shape
        at = {"x": box["x"] + box["w"] * 12.5 / columns, "y": box["y"] + box["h"] * 11.5 / rows}
        fresh.locator(f"#pe-{view}").hover(position=at)
        exploring.settle(fresh)
        assert exploring.says(fresh, view) == by_key


def test_lines_are_read_too(fresh):
    exploring.go(fresh, "width=16&base=200&length=32&offset=3&query=10")
    fresh.locator("#pe-wavelengths").press("End")
    fresh.locator("#pe-wavelengths").press("End")
    fresh.locator("#pe-attention").press("Home")
    fresh.locator("#pe-attention").press("Shift+ArrowRight")
    exploring.settle(fresh)
    longest = 2 * np.pi / pe.frequencies.inv_freq(16, base=200)[-1]
    assert f"Pair 7: {longest:.2f} positions" in exploring.says(fresh, "wavelengths")
    row = pe.sinusoidal.table([10], 16, base=200)
    assert f"adds {pe.attention.scores(row, row)[0, 0]:.0f} to the logit" in exploring.says(fresh, "attention")


def test_only_the_picture_in_use_speaks(fresh):
    spoken = "(view) => document.getElementById(`pe-${view}-says`).ariaLive"
    assert {fresh.evaluate(spoken, view) for view in exploring.VIEWS} == {"off"}
    fresh.locator("#pe-gram").focus()
    assert fresh.evaluate(spoken, "gram") == "polite" and fresh.evaluate(spoken, "table") == "off"


@pytest.mark.parametrize("view", ["table", "gram", "shift"])
def test_data_colours_are_the_same_in_light_and_dark(view, page):
    assert not exploring.data_colours(page, view)


def test_the_keyboard_reaches_everything(page):
    assert not exploring.keyboard(page)


@pytest.mark.parametrize(("state", "width"), [("", 1280), ("encoding=one_hot&view=attention", 390)])
def test_axe_finds_no_fault(state, width, context):
    with browsing.opened(context, f"{ADDRESS}#{state}") as (page, _):
        for theme in ("light", "dark"):
            browsing.show(page, theme, width)
            exploring.settle(page)
            assert not seeing.faults(page)


def test_a_phone_shows_one_picture_beside_its_sliders(page):
    page.set_viewport_size({"width": 390, "height": 844})
    exploring.settle(page)
    for view in exploring.VIEWS:
        page.locator(f".pe-picker input[value={view}]").check()
        exploring.settle(page)
        assert [name for name in exploring.VIEWS if page.locator(f"#pe-{name}").is_visible()] == [view]
        assert not exploring.blank(page)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    page.wait_for_function("() => location.hash.includes('view=attention')")


def test_nothing_moves_by_itself(page):
    page.emulate_media(reduced_motion="reduce")
    moving = """() => [...document.querySelectorAll(".pe-explorer, .pe-explorer *")].map((one) => getComputedStyle(one))
      .filter((style) => parseFloat(style.transitionDuration) || style.animationName !== "none").length"""
    assert page.evaluate(moving) == 0
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_without_script_there_is_a_figure(context):
    quiet = context.browser.new_context(java_script_enabled=False)
    page = quiet.new_page()
    page.goto(ADDRESS)
    assert not page.locator(".pe-explorer").is_visible()
    assert page.locator("noscript figure img").first.is_visible()
    assert page.locator("noscript figure img").first.get_attribute("alt")
    quiet.close()


def test_its_scripts_are_loaded_on_its_page_alone():
    loading = [name for name in reading.pages() if "_static/explorer" in (reading.SITE / name).read_text()]
    assert loading == ["explorer.html"]


SHUFFLE = """() => document.querySelectorAll(".pe-explorer button, .pe-explorer select, .pe-explorer input, canvas")
  .forEach((one, i) => { one.tabIndex = [1, 3, 2][i] || 4; })"""
NO_RING = """() => document.head.insertAdjacentHTML("beforeend",
  "<style>:focus-visible { outline: none !important; }</style>")"""
THEMED = """() => {
  const { heat } = draw;
  draw.heat = (box, what) => heat(box, { ...what, low: what.low - (draw.ink("page") === "#ffffff") });
}"""
FAULTS = {
    "Tab does not reach pe-gram": "() => document.getElementById('pe-gram').removeAttribute('tabindex')",
    "Tab leaves the order": SHUFFLE,
    "no sign of focus": NO_RING,
    "table is blank": "() => { views.all.table.draw = () => {}; }",
    "table says 'Position NaN": "() => { views.all.table.rest = () => 'Position NaN'; }",
    "data colours differ": THEMED,
}


@pytest.mark.parametrize("problem", FAULTS)
def test_a_planted_fault_is_found(problem, fresh):
    fresh.evaluate(FAULTS[problem])
    exploring.go(fresh, "offset=5")
    found = exploring.blank(fresh) + exploring.keyboard(fresh) + exploring.data_colours(fresh)
    assert any(one.startswith(problem) for one in found), found
