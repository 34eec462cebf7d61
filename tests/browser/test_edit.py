"""Editing leaves in the exported page: typed, dragged or slid, without a kernel."""

import math
from typing import Any

import pytest
from kit.learner_engines import AssignsInMul, Lecture
from kit.play_through import states
from kit.player_page import button, cards, enter, field, go, panel, resize, status, step, until
from kit.sample_pictures import AWKWARD, HARMFUL, lesson

from microgradviz import Trace, Value, play, total, trace
from microgradviz.nn import MLP

pytestmark = pytest.mark.browser

PLACES = """() => [...document.querySelectorAll(".mv-card > rect:first-child, .mv-edges path")].map((e) => {
  const at = e.getBoundingClientRect(); return [at.x, at.y, at.width, at.height]; })"""
SENTENCE = "a must be a number, such as 2.5, −1e3 or inf (got “{}”); it is still {}."


def slider(page: Any, name: str) -> Any:
    return panel(page).get_by_role("slider", name=name, exact=True)


def number(page: Any, node: int) -> Any:
    """The part of a leaf's card that can be dragged."""
    return page.locator(f"[data-node='{node}'] .mv-grip")


def drag(page: Any, node: int, px: float, *, up: bool = True) -> None:
    at = number(page, node).bounding_box()
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + px / 2, y)
    page.mouse.move(x + px, y)
    if up:
        page.mouse.up()


def data(page: Any) -> dict[str, str]:
    return {node: shown for node, shown, _ in cards(page)}


# ---------------------------------------------------------------- every number follows


def test_a_typed_number_recomputes_every_step(show: Any) -> None:
    page = show(lesson(), level="full")
    enter(page, "a", "2.5")
    expected = states(trace(lesson()).replay(a=2.5))
    for k, seen in enumerate(expected):
        go(page, k)
        assert cards(page) == seen
    assert field(page, "a").input_value() == "2.5"


def test_nothing_moves_and_the_step_stays(show: Any) -> None:
    page = show(lesson(), level="full", step=7)
    before = page.evaluate(PLACES)
    enter(page, "a", "-1234.5678e-90")
    enter(page, "c", "inf")
    drag(page, 1, 30)
    assert page.evaluate(PLACES) == before
    assert (step(page), page.locator(".mv-count").inner_text()) == (7, "Step 7 of 10")


def test_the_sentence_the_rule_and_the_paths_follow(show: Any) -> None:
    page = show(lesson(), level="full", step=10)
    page.locator("[data-node='0']").click(position={"x": 20, "y": 10})
    why = page.get_by_role("region", name="About a")
    assert "1 × −2 × 1 × −3" in why.text_content()
    enter(page, "b", "-4")
    assert "1 × −2 × 1 × −4" in why.text_content()
    assert "1 path = a.grad8" in why.text_content()
    go(page, 1)
    assert status(page).startswith("e = a × b = 2 × −4 = −8")
    name = page.locator(".mv-picture").get_attribute("aria-label")
    assert name == "Expression graph of 7 values: e = a × b = −8; d = e + c = 2; L = d × f = −4"


def test_gradients_of_a_value_used_twice_follow_each_contribution(show: Any) -> None:
    a = Value(3.0, label="a")
    page = show(a * a, step=3, level="full")
    assert cards(page)[0] == ["0", "3", "3"]
    enter(page, "a", "5")
    assert cards(page)[0] == ["0", "5", "5"]
    button(page, "Next").click()
    assert cards(page)[0] == ["0", "5", "10"]


def test_what_is_played_wrongly_stays_wrong_at_the_new_numbers(show: Any) -> None:
    a = Value(3.0, label="a")
    page = show(a * a, accumulate=False, step=4, level="full")
    enter(page, "a", "5")
    assert cards(page)[0] == ["0", "5", "5 ⚠"]
    assert "10 would be right" in status(page)


# ---------------------------------------------------------------- fields


@pytest.mark.parametrize(
    ("text", "shown"), [("inf", "∞"), ("-inf", "−∞"), ("nan", "nan"), ("-1e3", "−1000"), ("−2", "−2"), (" .5 ", "0.5")]
)
def test_numbers_of_every_kind_can_be_typed(show: Any, text: str, shown: str) -> None:
    page = show(lesson(), level="full")
    enter(page, "a", text)
    assert data(page)["0"] == shown


@pytest.mark.parametrize("text", ["", "1//3", "2,500", "a", "0x1", "<b>1</b>", "1" * 10_000 + "x"])
def test_bad_text_is_refused_in_a_sentence_and_the_number_stays(show: Any, text: str) -> None:
    page = show(lesson(), level="full")
    enter(page, "a", text)
    short = text if len(text) <= 30 else text[:29] + "…"
    assert panel(page).get_by_role("alert").inner_text().removeprefix("⚠ ") == SENTENCE.format(short, 2)
    assert field(page, "a").get_attribute("aria-invalid") == "true"
    assert data(page)["0"] == "2"
    page.keyboard.press("Tab")  # on leaving, the field shows the number again
    assert field(page, "a").input_value() == "2"
    enter(page, "a", "7")
    assert panel(page).get_by_role("alert").inner_text() == ""
    assert data(page)["0"] == "7"


def test_escape_cancels_and_leaving_commits(show: Any) -> None:
    page = show(lesson(), level="full")
    field(page, "a").fill("99")
    page.keyboard.press("Escape")
    assert (field(page, "a").input_value(), data(page)["0"]) == ("2", "2")
    field(page, "a").fill("98")
    page.keyboard.press("Tab")
    assert data(page)["0"] == "98"


def test_arrows_in_a_field_nudge_its_number(show: Any) -> None:
    page = show(lesson(), level="full")
    field(page, "a").focus()
    page.keyboard.press("ArrowUp")
    assert data(page)["0"] == "2.05"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert data(page)["0"] == "1.95"
    assert step(page) == 0


def test_letters_and_arrows_in_a_field_do_not_step(show: Any) -> None:
    page = show(lesson(), level="full")
    field(page, "a").focus()
    for key in ("n", "e", "ArrowRight", "Home", "End", "Space"):
        page.keyboard.press(key)
    assert step(page) == 0


def test_the_panel_of_a_leaf_offers_its_number(show: Any) -> None:
    page = show(lesson())
    page.locator("[data-node='0']").click(position={"x": 20, "y": 10})
    given = page.get_by_role("region", name="About a").get_by_role("textbox", name="a", exact=True)
    given.fill("5")
    page.keyboard.press("Enter")
    assert data(page)["0"] == "5"
    assert given.evaluate("field => document.activeElement === field")  # it is still the same field


# ---------------------------------------------------------------- sliders


def test_a_slider_moves_with_keys_and_all_follows(show: Any) -> None:
    page = show(lesson(), level="full", step=10)
    slider(page, "a").focus()
    page.keyboard.press("ArrowRight")
    assert data(page)["0"] == "2.1"
    assert field(page, "a").input_value() == "2.1"
    page.keyboard.press("Home")
    assert (data(page)["0"], step(page)) == ("−5", 10)
    assert slider(page, "a").get_attribute("aria-valuetext") == "−5"


def test_a_slider_reaches_further_for_a_larger_number(show: Any) -> None:
    page = show(lesson(), level="full")
    enter(page, "a", "70")
    assert [slider(page, "a").get_attribute(name) for name in ("min", "max")] == ["-200", "200"]
    assert slider(page, "a").input_value() == "70"
    button(page, "Reset").click()
    assert slider(page, "a").get_attribute("max") == "5"


def test_a_boxed_number_says_how_it_is_changed(show: Any) -> None:
    page = show(lesson())
    page.locator("[data-node='0'] .mv-grip").hover()
    told = "Drag this number, or double-click it"
    assert page.locator(".mv-tip").text_content() == told


def test_a_function_shows_its_sliders_at_once_and_others_under_more(show: Any) -> None:
    page = show(lambda a, b, c: (a + b) * c, a=2, b=-3, c=10)
    assert [slider(page, name).is_visible() for name in "abc"] == [True] * 3
    assert field(page, "a").input_value() == "2"
    page = show(lesson())
    assert panel(page).count() == 0
    button(page, "More").click()
    assert slider(page, "a").is_visible()
    button(page, "More").click()
    assert panel(page).count() == 0


# ---------------------------------------------------------------- on the cards


def test_dragging_a_number_scrubs_it_and_is_no_click(show: Any) -> None:
    page = show(lesson(), step=3)
    assert number(page, 0).evaluate("e => getComputedStyle(e).cursor") == "ew-resize"
    drag(page, 0, 50)
    assert data(page) == {"0": "2.5", "1": "−3", "2": "−7.5", "3": "10", "4": "2.5", "5": "−2", "6": "−5"}
    assert page.get_by_role("region", name="About a").count() == 0
    assert slider(page, "a").is_visible()  # what is edited, and the way back, are in sight
    drag(page, 0, -100)
    assert data(page)["0"] == "1.5"


def test_a_click_on_a_number_still_says_why(show: Any) -> None:
    page = show(lesson())
    number(page, 0).click()
    assert page.get_by_role("region", name="About a").is_visible()
    assert data(page)["0"] == "2"


def test_a_double_click_or_a_key_on_a_card_opens_a_field_over_its_number(show: Any) -> None:
    page = show(lesson())
    card = page.locator("[data-node='0']")
    for begin in (card.dblclick, lambda: (card.focus(), page.keyboard.press("F2"))):
        begin()
        over = page.locator(".mv-graph").get_by_role("textbox", name="a", exact=True)
        over.fill("1//3")
        page.keyboard.press("Enter")
        assert over.get_attribute("aria-invalid") == "true"
        page.keyboard.press("Escape")
        assert (over.count(), data(page)["0"]) == (0, "2")
        assert page.evaluate("document.activeElement.dataset.node") == "0"
    page.keyboard.press("e")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    assert (over.count(), data(page)["0"]) == (0, "6")


def test_a_field_over_a_scrolled_graph_lies_on_its_card(show: Any, open_page: Any) -> None:
    page = show(lesson(), on=open_page(viewport={"width": 420, "height": 800}), step=10)
    page.locator("[data-node='5']").focus()
    page.keyboard.press("F2")
    at, over = number(page, 5).bounding_box(), page.locator(".is-on-card").bounding_box()
    assert abs(at["x"] - over["x"]) < 2
    assert abs(at["y"] + at["height"] - over["y"] - over["height"]) < 2


def test_the_wheel_over_a_number_scrolls_the_page(show: Any) -> None:
    page = show(lesson(), level="full")
    resize(page, 1000, 300)
    at = number(page, 0).bounding_box()
    page.mouse.move(at["x"] + 5, at["y"] + 5)
    page.mouse.wheel(0, 100)
    until(page, "window.scrollY > 0")
    assert data(page)["0"] == "2"


def test_results_and_constants_have_nothing_to_drag(show: Any) -> None:
    page = show(Value(2.0, label="a") * 3.0, level="full", constants=True)
    assert page.locator(".mv-grip").count() == 1
    page.locator("[data-node='1']").focus()
    page.keyboard.press("F2")
    assert page.locator(".is-on-card").count() == 0


# ---------------------------------------------------------------- back again, and what else is on


def test_reset_brings_the_given_numbers_back_and_restart_does_not(show: Any) -> None:
    page = show(lesson(), level="full", step=10)
    before = cards(page)
    assert button(page, "Reset").get_attribute("aria-disabled") == "true"
    enter(page, "a", "2.5")
    assert "was 2" in panel(page).inner_text()
    button(page, "Restart").click()
    assert data(page)["0"] == "2.5"
    go(page, 10)
    button(page, "Reset").click()
    assert cards(page) == before
    assert step(page) == 10
    assert "was" not in panel(page).inner_text()


def test_an_edit_pauses_the_play(show: Any) -> None:
    page = show(lesson(), level="full")
    button(page, "Play").click()
    until(page, "document.querySelector('.microgradviz').dataset.step === '1'")
    drag(page, 0, 20)
    assert button(page, "Play").is_visible()


def test_an_infinity_that_an_edit_brings_is_told_and_goes_with_it(show: Any) -> None:
    page = show(lesson(), level="full")
    enter(page, "a", "1e308")
    enter(page, "b", "1e308")
    wrong = page.get_by_role("region", name="What went wrong")
    assert "e is ∞ from 1e308 and 1e308: it was born here" in wrong.inner_text()
    assert page.locator("[data-node='2'] .mv-badge").count() == 1
    button(page, "Reset").click()
    assert wrong.count() == page.locator(".mv-badge").count() == 0


def test_other_changes_keep_the_edited_numbers(show: Any) -> None:
    page = show(lesson(), level="full")
    enter(page, "a", "2.5")
    page.evaluate("() => window.microgradviz.model.set('by', 'node')")
    until(page, "document.querySelector('.mv-count').textContent === 'Step 0 of 7'")
    assert data(page)["0"] == "2.5"
    button(page, "Reset").click()
    assert data(page)["0"] == "2"


def test_a_page_has_no_kernel_and_never_misses_one(show: Any, open_page: Any) -> None:
    page = show(lambda a: a * a, on=open_page(), a=3)
    page.clock.install()
    enter(page, "a", "4")
    page.clock.run_for(10_000)
    assert panel(page).get_by_role("alert").inner_text() == ""
    assert "Without a kernel your function is not called again" in panel(page).inner_text()


# ---------------------------------------------------------------- what cannot be computed again


def test_an_engine_with_mistakes_is_not_computed_again_and_says_why(show: Any) -> None:
    a = AssignsInMul(3.0, label="a")
    page = show(a * a, level="full")
    assert page.locator(".mv-grip").count() == 0
    assert "These numbers are what your engine did, with its mistakes" in panel(page).inner_text()
    assert panel(page).get_by_role("slider").count() == 0


def test_an_engine_without_mistakes_is_computed_by_the_rules_and_says_so(show: Any) -> None:
    a, b = Lecture(3.0, label="a"), Lecture(2.0, label="b")
    page = show((a * b).tanh(), level="full", step=2)
    enter(page, "a", "0.25")
    assert data(page)["3"] == "0.4621"
    assert "by the rules of the table, not by your engine" in panel(page).inner_text()


def test_without_named_leaves_it_says_so(show: Any) -> None:
    page = show(trace(Value(1.0) * 2.0), level="full")
    assert "There is no named leaf" in panel(page).inner_text()


# ---------------------------------------------------------------- names, sizes, strangers


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_leaves_of_any_name_can_be_edited(show: Any, every: int) -> None:
    labels = [label for label in HARMFUL + AWKWARD if label][:100:every]
    leaves = [Value(2.0, label=label) for label in labels]
    page = show(total(leaves), level="full", step=1)
    fields = panel(page).get_by_role("textbox")
    assert fields.count() == len(labels)
    for i in range(len(labels)):
        fields.nth(i).fill("5")
        page.keyboard.press("Enter")
    assert data(page)[str(len(labels))] == str(5 * len(labels))


def test_a_hundred_rows_at_most_and_the_rest_on_the_cards(show: Any) -> None:
    net = MLP(4, [12, 6, 1])
    page = show(net([0.1, 0.2, -0.3, 0.4]), level="full", groups="open")
    assert panel(page).get_by_role("slider").count() == 100
    assert "and 49 more: click a card, or drag its number" in panel(page).inner_text()


@pytest.mark.parametrize("name", ["__proto__", "constructor"])
def test_a_trace_edited_by_hand_harms_nothing(show: Any, page: Any, name: str) -> None:
    t = Trace.from_dict({**trace(lesson()).to_dict(), "op": ["", "", name, "", "add", "", "mul"]})
    show(t, level="full")
    assert f"The rule of '{name}' is not known here" in panel(page).inner_text()


def test_two_players_of_one_expression_do_not_disturb_each_other(open_page: Any, show: Any) -> None:
    result = lesson()
    one = show(result, level="full")
    enter(one, "a", "9")
    two = show(result, on=open_page(), level="full")
    assert (data(one)["0"], data(two)["0"], play(result).leaves["a"]) == ("9", "2", 2.0)
    assert math.isclose(result.inputs[0].inputs[0].inputs[0].data, 2.0)
