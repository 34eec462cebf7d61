"""The player for everybody: by keyboard, by ear, enlarged, in few or other colours, without motion."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from kit.learner_engines import AssignsInMul
from kit.play_through import ROWS
from kit.player_page import enter, until
from kit.sample_pictures import chain, lesson

from microgradviz import Value

pytestmark = pytest.mark.browser

SCHEMES = ["light", "dark"]


@pytest.fixture
def show(show: Callable[..., Any], page: Any, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """Open the exported page of an expression at a step; the pages of one test share what they asked for."""
    pages: dict[str, Any] = {repr({}): page}

    def in_context(expr: Any, step: int = 0, level: str = "first", **context: Any) -> Any:
        page = pages[repr(context)] = pages.get(repr(context)) or open_page(**context)
        page.mouse.move(0, 0)
        return show(expr, on=page, level=level, step=step)

    return in_context


def faulty() -> AssignsInMul:
    """A result of an engine that writes = where += belongs."""
    a = AssignsInMul(3.0)
    a.label = "a"
    f = a * a
    f.label = "f"
    return f


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def go(page: Any, k: int) -> None:
    page.evaluate("k => window.microgradviz.model.set('step', k)", k)


def focused(page: Any) -> Any:
    return page.evaluate("document.activeElement.getAttribute('data-node')")


def tip(page: Any) -> str:
    return str(page.locator(".mv-tip").text_content())


def rows(page: Any) -> list[list[str]]:
    return list(page.locator(".microgradviz").evaluate(ROWS))


# ---------------------------------------------------------------- axe


def open_more(page: Any) -> None:
    go(page, 10)
    button(page, "More").click()


def ask_about_a_card(page: Any) -> None:
    go(page, 10)
    page.locator("[data-node='0']").click()


def ask_about_an_edge(page: Any) -> None:
    ask_about_a_card(page)
    page.get_by_role("button", name=re.compile("^edge ×")).first.click()


def open_the_table(page: Any) -> None:
    go(page, 6)
    button(page, "More").click()
    button(page, "Table").click()


def play_an_update(page: Any) -> None:
    page.evaluate("() => window.microgradviz.model.set('update', 0.1)")
    until(page, "document.querySelector('.mv-count').textContent === 'Round 1 · step 0 of 14'")
    go(page, 11)


def edit_a_leaf(page: Any) -> None:
    open_more(page)
    enter(page, "a", "3")


def follow_a_path(page: Any) -> None:
    ask_about_a_card(page)
    page.locator("button.mv-term").first.focus()


def present(page: Any) -> None:
    go(page, 6)
    page.evaluate("window.microgradviz.model.set('size', 'present')")
    button(page, "More").click()


STATES: dict[str, tuple[Callable[[], Any], Callable[[Any], None]]] = {
    "start": (lesson, lambda page: None),
    "middle of backward": (lesson, lambda page: go(page, 6)),
    "done, More open": (lesson, open_more),
    "a card asked about": (lesson, ask_about_a_card),
    "an edge asked about": (lesson, ask_about_an_edge),
    "a path lit": (lesson, follow_a_path),
    "table": (lesson, open_the_table),
    "an update": (lesson, play_an_update),
    "a leaf edited": (lesson, edit_a_leaf),
    "presented": (lesson, present),
    "faults": (faulty, lambda page: go(page, 4)),
    "many values": (lambda: chain(401), open_the_table),
}


def test_axe_would_have_found_something(show: Any, axe: str) -> None:
    page = show(lesson(), bypass_csp=True)
    page.evaluate("document.querySelector('.mv-slider').removeAttribute('aria-label')")
    button(page, "More").click()
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations.map((v) => v.id)")
    assert found == ["label"]


# ---------------------------------------------------------------- contrast, and axe in every state

# Of each [selector, property, ground] the least contrast among the elements that are seen; null if there are none.
CONTRAST = """(asked) => {
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    return text === "none" || text === "transparent" ? [0, 0, 0, 0] : [r, g, b, a];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a));
  const faded = (element, colour) => { // with every opacity on the way up
    const style = getComputedStyle(element);
    let [r, g, b, a] = parse(style[colour]);
    if (colour === "fill" || colour === "stroke") a *= Number(style[`${colour}Opacity`]);
    for (let e = element; e; e = e.parentElement) a *= Number(getComputedStyle(e).opacity);
    return [r, g, b, a];
  };
  const paper = (element) => { // the colour behind an element of the page
    if (!element) return [255, 255, 255];
    return over(faded(element, "backgroundColor"), paper(element.parentElement));
  };
  const bright = (colour) => colour.map((c) => c / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
    .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (element, property, ground) => {
    const card = ground === "shape" ? element.parentNode.querySelector("rect, path") : null;
    const beside = ground === "parent" || property === "borderTopColor" || property === "outlineColor";
    const behind = card ? over(faded(card, "fill"), paper(card)) : paper(beside ? element.parentElement : element);
    const [low, high] = [bright(over(faded(element, property), behind)), bright(behind)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  return asked.map(([selector, property, ground]) => {
    const seen = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    return seen.length ? Math.min(...seen.map((element) => contrast(element, property, ground))) : null;
  });
}"""
LIT = ".mv-graph :is(.mv-wire, .mv-head)"
# selector, property, what it lies on ("shape": the card, pill or triangle around it), least contrast
PARTS = [
    (".mv-card > text:not(:empty)", "fill", "shape", 4.5),
    (".mv-card > rect", "stroke", "paper", 3),
    (".mv-edges path:not(.is-forward, .is-backward)", "stroke", "paper", 3),
    (LIT, "stroke", "paper", 3),
    (".mv-chip text, .mv-contribution text, .mv-badge text", "fill", "shape", 4.5),
    (".mv-used text", "fill", "paper", 4.5),
    (".mv-chip rect", "stroke", "paper", 3),
    (".mv-contribution rect", "fill", "paper", 3),
    (".mv-badge path", "stroke", "paper", 3),
    (".mv-ghost", "fill", "paper", 4.5),
    (".mv-button:not([aria-disabled=true]), .mv-select", "color", "paper", 4.5),
    (".mv-button:not([aria-disabled=true], .mv-primary), .mv-select", "borderTopColor", "paper", 3),
    (".mv-primary:not([aria-disabled=true])", "backgroundColor", "parent", 3),
    (".mv-slider", "accentColor", "paper", 3),
    (".microgradviz :is(p, span, li, h2, h3, th, td, caption, .mv-link)", "color", "paper", 4.5),
]
# What the system's own colours leave to us: not its controls, nor a pill that has an outline then.
DRAWN = [
    (selector, prop, ground)
    for selector, prop, ground, _ in PARTS
    if prop not in ("accentColor", "backgroundColor") and "contribution rect" not in selector
]


def least(page: Any, selector: str, prop: str, ground: str) -> float | None:
    """The least contrast among the elements that are seen."""
    (found,) = page.evaluate(CONTRAST, [[selector, prop, ground]])
    return None if found is None else float(found)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_in_any_state_every_part_stands_out_from_what_it_lies_on_and_axe_finds_nothing(
    show: Any, axe: str, scheme: str
) -> None:
    seen = set()
    for name, (expr, lead) in STATES.items():
        # The page's own policy lets no other code in, so it is set aside for the examiner.
        page = show(expr(), color_scheme=scheme, bypass_csp=True)
        lead(page)
        contrasts = page.evaluate(CONTRAST, [part[:3] for part in PARTS])
        for (selector, *_, asked), found in zip(PARTS, contrasts, strict=True):
            if found is not None:
                seen.add(selector)
                assert found >= asked, (name, scheme, selector, found)
        page.evaluate(axe)
        found = page.evaluate("async () => (await axe.run()).violations.map((v) => [v.id, v.nodes[0].html, v.help])")
        assert found == [], name
    assert seen == {selector for selector, *_ in PARTS}


def test_the_measure_of_contrast_sees_what_is_faint(show: Any) -> None:
    page = show(lesson(), step=6)
    assert least(page, ".mv-status .mv-sentence", "color", "paper") == pytest.approx(17.6, abs=0.5)
    page.evaluate("document.querySelector('.mv-status').style.opacity = 0.4")
    assert least(page, ".mv-status .mv-sentence", "color", "paper") == pytest.approx(2.6, abs=0.3)
    page.evaluate("document.querySelector('.mv-edges path').style.stroke = 'rgb(230, 230, 230)'")
    assert least(page, ".mv-edges path", "stroke", "paper") == pytest.approx(1.25, abs=0.1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_where_the_focus_is_can_be_seen(show: Any, scheme: str) -> None:
    page = show(lesson(), step=6, level="full", color_scheme=scheme)
    button(page, "Table").click()
    places = set()
    page.locator("[data-node='2']").focus()  # lit at this step
    page.keyboard.press("ArrowLeft")
    assert least(page, "[data-node]:focus > rect", "stroke", "paper") >= 3  # type: ignore[operator]
    width = "(node) => parseFloat(getComputedStyle(document.querySelector(`[data-node='${node}'] > rect`)).strokeWidth)"
    assert page.evaluate(width, "2") > page.evaluate(width, "6") > page.evaluate(width, "0")
    for _ in range(45):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.className")
        if "mv-" in name:
            places.add(name.split()[0])
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid", name
            assert least(page, ".microgradviz :focus", "outlineColor", "paper") >= 3, name  # type: ignore[operator]
    assert places >= {"mv-button", "mv-select", "mv-slider", "mv-table-box", "mv-link"}


# ---------------------------------------------------------------- along the edges


def test_shift_and_the_arrows_follow_the_edges_and_choose_among_them(show: Any) -> None:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    x, y, z = a * b, a + b, a * 2.0  # three users of a
    for value, name in ((x, "x"), (y, "y"), (z, "z")):
        value.label = name
    page = show(x * y * z)
    cards = page.locator("[data-node]").all()
    node = {card.locator(".mv-title").text_content()[0]: card.get_attribute("data-node") for card in cards}
    page.locator(f"[data-node='{node['a']}']").focus()
    for key, at, said in (
        ("Shift+ArrowRight", "x", "x: user 1 of 3 of a · Shift ↑ ↓: the other users"),
        ("Shift+ArrowDown", "y", "y: user 2 of 3 of a · Shift ↑ ↓: the other users"),
        ("Shift+ArrowDown", "z", "z: user 3 of 3 of a · Shift ↑ ↓: the other users"),
        ("Shift+ArrowDown", "x", "x: user 1 of 3 of a · Shift ↑ ↓: the other users"),
        ("Shift+ArrowUp", "z", "z: user 3 of 3 of a · Shift ↑ ↓: the other users"),
        ("Shift+ArrowUp", "y", "y: user 2 of 3 of a · Shift ↑ ↓: the other users"),
        ("Shift+ArrowLeft", "a", "a: input 1 of 2 of y · Shift ↑ ↓: the other input"),
        ("Shift+ArrowDown", "b", "b: input 2 of 2 of y · Shift ↑ ↓: the other input"),
        ("Shift+ArrowRight", "y", "y: user 2 of 2 of b · Shift ↑ ↓: the other user"),  # back to where it came from
        ("Shift+ArrowLeft", "b", "b: input 2 of 2 of y · Shift ↑ ↓: the other input"),
        ("Shift+ArrowLeft", "b", "b has no inputs"),
    ):
        page.keyboard.press(key)
        assert (focused(page), tip(page)) == (node[at], said)
    page.locator(f"[data-node='{node['x']}']").focus()  # somewhere else: nothing to choose among
    page.keyboard.press("Shift+ArrowDown")
    assert focused(page) == node["x"]
    assert page.locator("[data-node][tabindex='0']").count() == 1


def test_a_square_has_one_input_to_go_to(show: Any) -> None:
    a = Value(3.0, label="a")
    f = a * a
    f.label = "f"
    page = show(f)
    page.locator("[data-node='1']").focus()
    page.keyboard.press("Shift+ArrowLeft")
    assert (focused(page), tip(page)) == ("0", "a: input of f")


# ---------------------------------------------------------------- what is said


def test_steps_and_moves_are_announced_politely(show: Any) -> None:
    page = show(lesson())
    assert page.get_by_role("status").count() == 1
    assert page.locator(".mv-tip").get_attribute("aria-live") == "polite"
    button(page, "Next").click()
    assert page.get_by_role("status").inner_text().startswith("e = a × b")
    assert page.get_by_role("group", name=re.compile("^e = a × b, data −6")).count() == 1


def test_one_line_tells_that_cards_and_edges_answer_until_one_has(show: Any) -> None:
    page = show(lesson())
    ask = "Click a card or an edge to ask why"
    assert page.get_by_text(ask).is_visible()
    assert page.locator(".mv-tip").bounding_box()["height"] < 24
    button(page, "Next").click()
    assert tip(page) == ask
    page.locator("[data-node='0']").click()
    assert tip(page) == ""
    page.keyboard.press("Escape")
    assert tip(page) == ""
    page.evaluate("window.microgradviz.model.set('by', 'node')")  # drawn anew
    page.wait_for_selector(".mv-graph")
    assert tip(page) == ""


# ---------------------------------------------------------------- the table


def test_the_table_is_a_table(show: Any) -> None:
    page = show(lesson(), step=7, level="full")
    assert page.get_by_role("table").count() == 0
    assert button(page, "Table").get_attribute("aria-expanded") == "false"
    button(page, "Table").click()
    assert button(page, "Table").get_attribute("aria-expanded") == "true"
    table = page.get_by_role("table", name="After step 7 of 10", exact=True)
    heads = [head.inner_text() for head in table.get_by_role("columnheader").all()]
    assert heads == ["Value", "Op", "Data", "Gradient", "Local derivatives"]
    assert table.get_by_role("rowheader").count() == 7
    assert rows(page)[:3] == [
        ["a", "given", "2", "–", "× −3 to e"],
        ["b", "given", "−3", "–", "× 2 to e"],
        ["e = a × b", "mul", "−6", "−2", "× 1 to d"],
    ]


def test_the_row_of_the_step_is_marked(show: Any) -> None:
    page = show(lesson(), level="full")
    button(page, "Table").click()
    marked = "() => [...document.querySelectorAll('.mv-twin [aria-current=step] th')].map((c) => c.textContent)"
    assert page.evaluate(marked) == []
    for k, titles in ((1, ["e = a × b"]), (4, ["L = d × f"]), (5, ["d = e + c"]), (9, ["a"])):
        go(page, k)
        assert page.evaluate(marked) == titles


def test_what_is_not_known_and_what_is_wrong_is_in_the_table_too(show: Any) -> None:
    page = show(faulty(), level="full")
    button(page, "Table").click()
    assert rows(page) == [
        ["a", "given", "3", "–", "× – to f (1st); × – to f (2nd)"],
        ["f = a × a", "mul", "–", "–", ""],
    ]
    go(page, 4)
    assert rows(page)[0] == ["a", "given", "3", "3 ⚠", "× 3 to f (1st); × 3 to f (2nd)"]


def test_a_value_of_the_table_answers_and_escape_comes_back_to_its_card(show: Any) -> None:
    page = show(lesson(), step=10, level="full")
    button(page, "Table").click()
    page.get_by_role("table").get_by_role("button", name="b", exact=True).click()
    assert page.get_by_role("region", name="About b", exact=True).count() == 1
    page.keyboard.press("Escape")
    assert focused(page) == "1"


def test_arrows_scroll_the_table_and_step_the_player(show: Any) -> None:
    page = show(chain(101), level="full")
    button(page, "Table").click()
    box = page.locator(".mv-table-box").first
    box.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-step='1']")
    top = box.evaluate("(box) => box.scrollTop")
    page.keyboard.press("End")
    page.wait_for_selector("[data-step='1']")
    for _ in range(3):
        page.keyboard.press("PageDown")
    assert page.evaluate("document.activeElement.className") == "mv-table-box"
    page.evaluate(
        "async (top) => { const box = document.querySelector('.mv-table-box');"
        " while (box.scrollTop <= top) await new Promise(requestAnimationFrame); }",
        top,
    )


def test_a_long_table_shows_the_part_around_the_step_and_says_so(show: Any) -> None:
    page = show(chain(1001), level="full")
    button(page, "Table").click()
    told = page.locator(".mv-pager .mv-quiet")
    assert told.inner_text() == "Values 1 to 200 of 1001; the table goes along with the steps."
    button(page, "Later values").click()
    assert told.inner_text().startswith("Values 201 to 400 of 1001;")
    button(page, "Earlier values").click()
    button(page, "Earlier values").click()
    assert told.inner_text().startswith("Values 1 to 200 of 1001;")
    go(page, 450)
    assert told.inner_text().startswith("Values 801 to 1000 of 1001;")
    assert page.locator(".mv-twin [aria-current]").count() == 1
    assert page.locator(".mv-twin tbody tr").count() == 200
    where = """() => { const [box, row] = [".mv-table-box", "[aria-current]"]
      .map((s) => document.querySelector(`.mv-twin ${s}`).getBoundingClientRect());
      return row.top >= box.top && row.bottom <= box.bottom + 1; }"""
    assert page.evaluate(where)
    button(page, "Later values").click()
    assert told.inner_text().startswith("Values 1001 to 1001 of 1001;")


# ---------------------------------------------------------------- enlarged, without colours, without motion

# A table may scroll in its own box; nothing else may.
OUTSIDE = """() => [...document.querySelectorAll(".microgradviz :is(button, select, input, p, span, th, td, h2, li)")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("svg"))
  .filter((element) => window.innerWidth > 600 || !element.closest(".mv-table-box"))
  .filter((element) => element.getBoundingClientRect().right > window.innerWidth
    || element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible")
  .map((element) => element.className || element.textContent)"""


@pytest.mark.parametrize(("width", "scale"), [(640, 2), (320, 4)], ids=["200 %", "400 %"])
def test_enlarged_nothing_is_cut_off_and_the_page_does_not_scroll_sideways(show: Any, width: int, scale: int) -> None:
    for name, (expr, lead) in STATES.items():
        page = show(expr(), viewport={"width": width, "height": 800}, device_scale_factor=scale)
        lead(page)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
        assert page.evaluate(OUTSIDE) == [], name


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_with_forced_colours_every_part_is_still_there(show: Any, scheme: str) -> None:
    for name, (expr, lead) in STATES.items():
        page = show(expr(), color_scheme=scheme, forced_colors="active")
        lead(page)
        for (selector, prop, _), found in zip(DRAWN, page.evaluate(CONTRAST, DRAWN), strict=True):
            assert found is None or found >= 4.5 or (prop == "stroke" and found >= 3), (name, selector, found)


def test_with_less_motion_the_play_goes_on_by_cuts(show: Any) -> None:
    page = show(lesson(), step=9, level="full")
    page.get_by_role("combobox", name="Speed").select_option("10")
    button(page, "Play").click()
    page.wait_for_selector("[data-step='10']")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.mv-graph')).scrollBehavior") == "auto"
