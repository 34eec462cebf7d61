"""The edit answers: promise and outcome, what the numbers were, and the way back."""

from typing import Any

import pytest
from kit.player_page import button, cards, enter, field, go, is_disabled, overlaps, panel, status, until
from kit.sample_pictures import lesson

from microgradviz import Value, trace

pytestmark = pytest.mark.browser


def data(page: Any) -> list[str]:
    return [shown for _, shown, _ in cards(page)]


def ghosts(page: Any) -> list[str]:
    return [str(text) for text in page.locator(".mv-ghost").all_text_contents()]


def answer(page: Any) -> str:
    return str(page.locator(".mv-rule.is-answer").first.inner_text())


def centre(page: Any, node: int) -> tuple[float, float]:
    at = page.locator(f"[data-node='{node}'] .mv-grip").bounding_box()
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def test_the_outcome_is_told_at_any_step_and_the_promise_once_its_gradient_is_seen(show: Any) -> None:
    page = show("neuron", level="full")
    for k in (0, 3, 15):
        go(page, k)
        enter(page, "b", "6.981373587019544")
        promise = "; its gradient promised 0.5 × 0.1 = 0.05" if k == 15 else ""
        assert status(page).splitlines()[1] == f"b + 0.1: o moved by +0.04655{promise}"
        assert ("was 0.7071" in ghosts(page)) == (k == 15)
        assert "was 6.881" in ghosts(page)
        button(page, "Undo edit").click()


def test_a_drag_is_one_edit_and_finer_with_shift(show: Any) -> None:
    page = show(lesson(), step=3)
    x, y = centre(page, 0)
    page.mouse.move(x, y)
    page.mouse.down()
    for px in (5, 10, 20, 30):
        page.mouse.move(x + px, y)
    assert (data(page)[0], answer(page)) == ("2.3", "a + 0.3: L moved by +1.8")
    page.keyboard.down("Shift")
    page.mouse.move(x + 30, y)
    page.mouse.move(x + 35, y)
    page.keyboard.up("Shift")
    assert data(page)[0] == "2.305"
    page.mouse.up()
    button(page, "Undo edit").click()
    assert (data(page)[0], is_disabled(page, "Undo edit")) == ("2", True)


def test_a_finger_drags_too(show: Any, open_page: Any) -> None:
    page = show(lesson(), on=open_page(has_touch=True, reduced_motion="reduce"), step=3)
    x, y = centre(page, 0)
    client = page.context.new_cdp_session(page)
    for kind, px in (("touchStart", 0), ("touchMove", 6), ("touchMove", 20), ("touchMove", 50), ("touchEnd", None)):
        points = [] if px is None else [{"x": x + px, "y": y}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    until(page, "document.querySelector('[data-node=\"0\"] .mv-data').textContent === '2.5'")
    assert answer(page) == "a + 0.5: L moved by +3"


def test_a_step_or_another_edit_ends_the_answer(show: Any) -> None:
    page = show(lesson(), level="full", step=3)
    enter(page, "a", "3")
    assert ghosts(page) == ["was 2", "was −6", "was 4", "was −8"]
    enter(page, "c", "11")
    assert ghosts(page) == ["was 10", "was 1", "was −2"]
    assert answer(page) == "c + 1: L moved by −2"
    button(page, "Next").click()
    assert ghosts(page) == []
    assert page.locator(".is-answer").count() == 0


def test_the_answer_stays_as_the_kernel_follows_and_goes_with_numbers_from_python(show: Any) -> None:
    page = show(lesson(), level="full", step=3)
    enter(page, "a", "3")
    before = (answer(page), ghosts(page))
    for number, follows in ((3, True), (4, False)):
        sent = trace(lesson()).replay(a=number).to_dict()
        page.evaluate("sent => window.microgradviz.model.set('trace', sent)", sent)
        until(page, f"document.querySelector('[data-node=\"0\"] .mv-data').textContent === '{number}'")
        assert (page.locator(".is-answer").count() == 1 and (answer(page), ghosts(page)) == before) == follows


def test_an_edit_that_makes_nan_says_where_it_is_born(show: Any) -> None:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    page = show(a.log() * b, level="full", step=2)
    enter(page, "a", "-1")
    assert data(page)[-1] == "nan"
    assert "and is now nan (" in answer(page)
    assert "is nan from −1: it was born here)" in answer(page)
    enter(page, "a", "1")
    assert "there is no step" not in answer(page)


def test_edits_are_undone_one_by_one_and_done_again(show: Any) -> None:
    page = show(lesson(), level="full", step=3)
    assert is_disabled(page, "Undo edit")
    enter(page, "a", "3")
    enter(page, "b", "5")
    enter(page, "b", "6")
    page.locator("[data-node='0']").focus()
    seen = []
    for key in ("Control+z", "Control+z", "Control+z", "Control+z", "Control+y", "Control+Shift+Z", "Meta+z"):
        page.keyboard.press(key)
        seen.append(data(page)[:2])
    assert seen == [["3", "5"], ["3", "−3"], ["2", "−3"], ["2", "−3"], ["3", "−3"], ["3", "5"], ["3", "−3"]]
    assert answer(page) == "Undone: b is −3 again; L is −2"
    button(page, "Reset").click()
    assert answer(page) == "All numbers are those given."
    button(page, "Undo edit").click()
    assert data(page)[:2] == ["3", "−3"]


KEYS = """() => { window.left = []; window.addEventListener("keydown", (event) => {
  if (event.ctrlKey && event.key === "z") window.left.push(event.defaultPrevented); }); }"""


def test_the_key_is_the_notebooks_where_there_is_nothing_to_undo_or_the_focus_is_elsewhere(show: Any) -> None:
    page = show(lesson(), level="full")
    page.evaluate(KEYS)
    page.locator("[data-node='0']").focus()
    page.keyboard.press("Control+z")
    enter(page, "a", "3")
    field(page, "a").fill("4")
    page.keyboard.press("Control+z")  # of what is typed, the browser takes back
    assert page.evaluate("window.left") == [False, False]
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    assert (page.evaluate("window.left.length"), data(page)[0]) == (2, "2")
    enter(page, "a", "3")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+z")
    assert (page.evaluate("window.left"), data(page)[0]) == ([False, False, False], "3")


def test_a_held_arrow_is_one_edit_and_shift_moves_finer(show: Any) -> None:
    page = show(lesson(), level="full")
    field(page, "a").focus()
    for _ in range(3):
        page.keyboard.down("ArrowUp")
    page.keyboard.up("ArrowUp")
    assert field(page, "a").input_value() == "2.15"
    page.keyboard.press("Shift+ArrowUp")
    assert field(page, "a").input_value() == "2.155"
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert field(page, "a").input_value() == "2"


def test_a_slider_is_one_edit_from_press_to_release(show: Any) -> None:
    page = show(lesson(), level="full", step=3)
    at = panel(page).get_by_role("slider", name="a", exact=True).bounding_box()
    y = at["y"] + at["height"] / 2
    page.mouse.move(at["x"] + at["width"] * 0.7, y)
    page.mouse.down()
    page.mouse.move(at["x"] + at["width"] * 0.8, y)
    page.mouse.move(at["x"] + at["width"] * 0.9, y)
    page.mouse.up()
    assert answer(page).startswith("a + ")
    button(page, "Undo edit").click()
    assert (data(page)[0], is_disabled(page, "Undo edit")) == ("2", True)


def test_changed_numbers_flash_but_not_with_reduced_motion(show: Any, open_page: Any) -> None:
    for motion, flashes in (("no-preference", True), ("reduce", False)):
        page = show(lesson(), on=open_page(reduced_motion=motion), level="full", step=3)
        enter(page, "a", "3")
        found = page.evaluate("document.querySelector('[data-node=\"6\"] .mv-data').getAnimations().length > 0")
        assert found == flashes


def test_a_double_click_edits_and_asks_nothing_and_the_gradient_stays_in_sight(show: Any) -> None:
    page = show(lesson(), step=10)
    number, grad = (page.locator(f"[data-node='0'] {name}") for name in (".mv-grip", ".mv-grad"))
    number.dblclick()
    over = page.locator(".is-on-card")
    assert page.get_by_role("region", name="About a").count() == 0
    assert over.evaluate("field => field === document.activeElement")
    box, below = over.bounding_box(), grad.bounding_box()
    assert box["y"] + box["height"] <= below["y"] + below["height"] / 3
    page.keyboard.press("Escape")
    page.locator("[data-node='1']").click(position={"x": 20, "y": 10})
    number.dblclick()  # a panel that was open stays open
    assert page.locator(".mv-why").is_visible()


def test_what_numbers_were_stands_apart_from_all_else_or_is_left_out(show: Any) -> None:
    page = show("neuron", level="full")
    go(page, 15)
    for number, least in (("-2", 11), ("1e300", 10), ("nan", 10)):
        enter(page, "w1", number)
        assert overlaps(page) == []
        assert len(ghosts(page)) >= least


def test_the_field_of_a_leaf_shows_all_digits(show: Any) -> None:
    page = show("neuron", level="full")
    assert field(page, "b").input_value() == "6.881373587019543"
    assert field(page, "b").evaluate("field => field.scrollWidth <= field.clientWidth")
