"""How large the player is drawn: it fills a wide screen, Present serves a room, and a phone shows legible numbers."""

from typing import Any

import pytest
from kit.player_page import button, go, step, until

from microgradviz import Value
from microgradviz.nn import MLP

pytestmark = pytest.mark.browser

# The letters of all numbers in the picture that are seen, in px of the screen: the smallest and the largest.
NUMBERS = """(of) => {
  const sizes = [...document.querySelectorAll(of)].filter((text) => text.textContent && text.checkVisibility())
    .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
  return [Math.min(...sizes), Math.max(...sizes)];
}"""
ALL_NUMBERS = ".mv-graph :is(.mv-data, .mv-grad, .mv-chip text, .mv-contribution text)"
HEIGHT = "(of) => document.querySelector(of).getBoundingClientRect().height"
# How many cards are wholly seen in their box, and whether the graph begins with an input that is.
SEEN = """() => {
  const inside = (card) => {
    const [box, at] = [card.closest(".mv-graph"), card].map((element) => element.getBoundingClientRect());
    return at.left >= box.left && at.right <= box.right && at.top >= box.top && at.bottom <= box.bottom;
  };
  const seen = [...document.querySelectorAll(".mv-card")].filter(inside);
  return [seen.length, seen.some((card) => card.matches(".is-leaf, .mv-cluster"))];
}"""
# A card that is wider than its box begins in it.
LIT_IN_VIEW = """[...document.querySelectorAll(".mv-graph :is(.is-forward, .is-backward).mv-card")].some((card) => {
  const [box, at] = [card.closest(".mv-graph"), card].map((element) => element.getBoundingClientRect());
  const beside = at.right <= box.right || at.width > box.width;
  return at.left >= box.left && beside && at.top >= box.top - 1 && at.bottom <= box.bottom + 1;
})"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SIDEWAYS = "document.documentElement.scrollWidth > window.innerWidth"
WIDE = {"width": 1920, "height": 1080}
PHONE = {"width": 360, "height": 740}


def xor() -> Value:
    net = MLP(2, [4, 4, 1], seed=1)
    samples = [([0, 0], 0), ([0, 1], 1), ([1, 0], 1), ([1, 1], 0)]
    return sum(((net(x) - y) ** 2 for x, y in samples), Value(0.0))


def numbers(page: Any, of: str = ALL_NUMBERS) -> tuple[float, float]:
    least, most = page.evaluate(NUMBERS, of)
    return least, most


# ---------------------------------------------------------------- a wide screen


def test_a_wide_screen_is_filled_with_letters_that_please(show: Any, open_page: Any) -> None:
    page = open_page(viewport=WIDE, reduced_motion="reduce")
    for preset, least in (("sigmoid", 15), ("neuron", 16), ("lecture", 19), ("square", 19)):
        show(preset, on=page)
        smallest, largest = numbers(page)
        assert least < smallest <= largest <= 20.1, preset
        assert page.evaluate(HEIGHT, ".microgradviz") <= 640, preset
        assert not page.evaluate(SIDEWAYS)
    show(xor(), on=page)
    assert page.evaluate(HEIGHT, ".microgradviz") <= 640
    assert numbers(page)[0] >= 11


def test_a_page_that_is_enlarged_keeps_its_numbers_legible(show: Any, open_page: Any) -> None:
    page = open_page(viewport={"width": 640, "height": 400}, device_scale_factor=2, color_scheme="dark")
    show("neuron", on=page, step=9, level="full")
    assert numbers(page)[0] >= 11
    assert page.evaluate(LIT_IN_VIEW)
    assert not page.evaluate(SIDEWAYS)


# ---------------------------------------------------------------- a phone


@pytest.mark.parametrize("expr", ["chain", "diamond", "neuron", "sigmoid", "softmax", xor])
def test_a_phone_shows_legible_numbers_and_begins_at_the_inputs(show: Any, open_page: Any, expr: Any) -> None:
    page = open_page(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    show(expr() if callable(expr) else expr, on=page)
    seen, begins = page.evaluate(SEEN)
    assert seen >= 1
    assert begins
    assert numbers(page)[0] >= 6  # an overview
    last = page.evaluate("Number(document.querySelector('.mv-slider').max)")
    for _ in range(min(last, 12)):
        button(page, "Next").click()
        assert page.evaluate(LIT_IN_VIEW)
        assert numbers(page)[0] >= 11
    assert not page.evaluate(SIDEWAYS)
    rows = {b.bounding_box()["y"] for b in page.locator(".mv-controls button").all()}
    assert len(rows) == 2
    button(page, "Restart").click()
    assert page.evaluate(SEEN)[1]


def test_an_open_net_is_not_blank_where_it_begins(show: Any, open_page: Any) -> None:
    for viewport in (PHONE, {"width": 1400, "height": 900}):
        page = open_page(viewport=viewport, reduced_motion="reduce")
        show(xor(), on=page, groups="open")
        box = page.locator(".mv-graph").bounding_box()
        left = min(card.bounding_box()["x"] for card in page.locator(".mv-card").all())
        assert left - box["x"] < 40
        assert page.evaluate(SEEN)[0] >= 3
        button(page, "Next").click()
        until(page, LIT_IN_VIEW)  # its card may come in with the scrolling


def test_a_group_that_is_opened_on_a_phone_is_legible(show: Any, open_page: Any) -> None:
    page = open_page(viewport=PHONE, reduced_motion="reduce")
    show(xor(), on=page)
    for name in ("sample 2", "layer 1", "neuron 2"):
        page.locator(f"[data-part] .mv-title:text-matches('^{name}( ×|$)')").last.click()
    assert page.locator(".mv-way-in strong").inner_text() == "neuron 2"
    assert numbers(page, ".mv-inside :is(.mv-data, .mv-grad)")[0] >= 11
    inside = ".mv-inside [data-node]"
    box = page.locator(".mv-inside-box").bounding_box()
    first = page.locator(inside).first.bounding_box()
    assert box["x"] <= first["x"] < box["x"] + box["width"]
    assert not page.evaluate(SIDEWAYS)


def test_a_phone_that_is_turned_keeps_in_view_what_is_lit(show: Any, open_page: Any) -> None:
    page = open_page(viewport={"width": 740, "height": 360}, reduced_motion="reduce")
    show("sigmoid", on=page, step=9)
    for width, height in ((360, 740), (740, 360), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        until(page, LIT_IN_VIEW)
        assert numbers(page)[0] >= 9
        assert step(page) == 9


# ---------------------------------------------------------------- Present


FILLED = """(() => { const { width, height } = document.querySelector(".microgradviz").getBoundingClientRect();
  return width === window.innerWidth && height === window.innerHeight; })()"""


def is_presented(page: Any) -> bool:
    box = page.locator(".microgradviz").bounding_box()
    size = page.viewport_size
    return bool((box["x"], box["y"], box["width"], box["height"]) == (0, 0, size["width"], size["height"]))


@pytest.mark.parametrize(("preset", "least"), [("sigmoid", 28), ("neuron", 26)])
def test_what_is_presented_is_read_from_the_back_of_the_room(
    show: Any, open_page: Any, preset: str, least: float
) -> None:
    page = open_page(viewport=WIDE, reduced_motion="reduce")
    show(preset, on=page, size="present", step=9)
    assert is_presented(page)
    assert numbers(page, ".mv-graph :is(.mv-data, .mv-grad)")[0] >= least
    tall = {of: page.evaluate(HEIGHT, of) for of in (".mv-status .mv-sentence", ".mv-primary", ".mv-count")}
    button(page, "Leave Present").click()
    for of, presented in tall.items():
        assert presented >= 1.5 * page.evaluate(HEIGHT, of), of
    assert not is_presented(page)
    assert numbers(page)[0] >= 14


def test_present_is_entered_and_left_by_button_and_key_and_the_model_knows(show: Any, open_page: Any) -> None:
    page = open_page(viewport=WIDE, reduced_motion="reduce")
    show("neuron", on=page, level="full")
    size = "window.microgradviz.model.get('size')"
    before = page.locator(".microgradviz").bounding_box()
    for enter in (lambda: button(page, "Present").click(), lambda: page.keyboard.press("p")):
        enter()
        until(page, FILLED)
        assert page.evaluate(size) == "present"
        page.keyboard.press("ArrowRight")
        assert step(page) > 0
        page.keyboard.press("p")
        until(page, f"!({FILLED})")
        assert page.evaluate(size) == "fit"
        until(page, "document.fullscreenElement === null")
    assert page.locator(".microgradviz").bounding_box() == before
    page.evaluate("window.microgradviz.model.set('size', 'present')")
    assert is_presented(page)
    assert page.evaluate("document.activeElement.className").startswith("microgradviz")
    page.keyboard.press("Escape")
    assert not is_presented(page)
    assert page.evaluate(size) == "fit"


def test_a_panel_that_opens_moves_nothing_of_what_is_presented(show: Any, open_page: Any) -> None:
    page = open_page(viewport=WIDE, reduced_motion="reduce")
    show("neuron", on=page, size="present", step=12)
    picture = page.locator(".mv-picture")
    before = picture.bounding_box()
    page.locator("[data-node='1'] .mv-grip").dblclick()
    assert page.evaluate("document.activeElement.className") == "mv-number is-on-card"
    assert picture.bounding_box() == before
    page.keyboard.press("Escape")
    button(page, "More").click()
    assert picture.bounding_box() == before
    for _ in range(3):
        button(page, "Next").click()
        assert page.evaluate(LIT_IN_VIEW) or step(page) == 15


def test_the_first_escape_closes_a_panel_and_the_second_leaves_present(show: Any) -> None:
    page = show("neuron", size="present")
    page.locator("[data-node='0']").click()
    page.keyboard.press("Escape")
    assert page.locator(".mv-why").is_hidden()
    assert is_presented(page)
    page.keyboard.press("Escape")
    assert not is_presented(page)


@pytest.mark.parametrize("opens", ["present", "fit"], ids=["the window", "the screen"])
def test_present_takes_all_there_is_whatever_a_host_clips(show: Any, page: Any, opens: str) -> None:
    show("neuron", size=opens)
    page.evaluate("() => Object.assign(document.querySelector('main').style, { contain: 'strict', height: '300px' })")
    page.evaluate("window.microgradviz.model.set('size', 'present')")
    until(page, FILLED)
    assert page.evaluate("Boolean(document.fullscreenElement)") is (opens == "fit")
    page.evaluate("window.microgradviz.model.set('by', 'node')")  # drawn anew
    until(page, FILLED)
    page.keyboard.press("Escape")
    until(page, f"!({FILLED})")
    assert page.evaluate("window.microgradviz.model.get('size')") == "fit"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_present(show: Any, open_page: Any, axe: str, scheme: str) -> None:
    page = open_page(color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    show("neuron", on=page, size="present", step=9, level="full")
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations.map((v) => [v.id, v.nodes[0].html, v.help])")
    assert found == []


def test_presented_on_a_phone_nothing_is_cut_off(show: Any, open_page: Any) -> None:
    page = open_page(viewport=PHONE, reduced_motion="reduce")
    show("neuron", on=page, size="present", step=9)
    assert numbers(page)[0] >= 11
    assert page.evaluate(LIT_IN_VIEW)
    assert not page.evaluate(SIDEWAYS)
    for control in page.locator(".mv-controls button, .mv-leave").all():
        box = control.bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 740


# ---------------------------------------------------------------- room for what changes


def test_next_stays_where_it_is_and_the_room_for_sentences_is_small(show: Any) -> None:
    page = show("neuron")
    places = set()
    for k in range(16):
        go(page, k)
        places.add(button(page, "Next").bounding_box()["y"])
    assert len(places) == 1
    assert page.evaluate(HEIGHT, ".mv-says") <= 70


def test_nothing_below_the_header_of_a_phone_moves(show: Any, open_page: Any) -> None:
    page = show("neuron", on=open_page(viewport=PHONE, reduced_motion="reduce"))
    heights = set()
    for k in range(16):
        go(page, k)
        heights.add(page.evaluate(HEIGHT, ".mv-header"))
    assert len(heights) == 1


def test_what_is_far_away_is_in_view_at_once_for_no_glide_would_ever_get_there(show: Any, open_page: Any) -> None:
    x = Value(0.5, label="x")
    for _ in range(300):
        x = x.tanh()
    page = show(x, on=open_page(reduced_motion="no-preference"))
    go(page, 250)
    page.evaluate("async () => { for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); }")
    assert page.evaluate(LIT_IN_VIEW)
