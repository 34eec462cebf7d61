"""Rounds of updates in the exported page: forward, backward, every parameter steps, and again."""

from typing import Any

import pytest
from kit.player_page import button, cards, enter, field, go, is_disabled, status, step, until

from microgradviz import Value, total
from microgradviz.nn import MLP

pytestmark = pytest.mark.browser


def result() -> Value:
    """L = a·b + c, three leaves, two operations: seven steps of the passes."""
    a, b, c = (Value(x, label=name) for x, name in ((2.0, "a"), (-3.0, "b"), (10.0, "c")))
    product = a * b
    product.label = "e"
    made = product + c
    made.label = "L"
    return made


def count(page: Any) -> str:
    return str(page.locator(".mv-count").inner_text())


def press(page: Any, name: str, times: int = 1) -> None:
    for _ in range(times):
        button(page, name).click()


def data(page: Any) -> list[str]:
    return [shown for _, shown, _ in cards(page)]


def ghosts(page: Any) -> list[str]:
    return [str(text) for text in page.locator(".mv-ghost").all_text_contents()]


def test_each_parameter_steps_and_the_round_repeats(show: Any) -> None:
    page = show(result(), update=0.1, params=["a", "c"])
    assert count(page) == "Round 1 · step 0 of 9"
    press(page, "Next", 7)
    assert page.locator(".mv-hint").inner_text() == "update a: 2 − 0.1 × (−3)"
    press(page, "Next")
    assert (count(page), page.locator(".mv-phase").inner_text()) == ("Round 1 · step 8 of 9", "↻ update")
    assert status(page) == "a: 2 − 0.1 × (−3) = 2.3\nrule: parameter − rate × gradient"
    assert (data(page), ghosts(page)) == (["2.3", "−3", "−6", "10", "4"], ["was 2"])
    assert page.locator(".mv-contribution").all_text_contents() == ["+ 0.3"]
    press(page, "Next")
    assert page.locator(".mv-hint").inner_text() == "begin update 2: gradients back to 0, forward again"
    press(page, "Next")
    assert (count(page), data(page)) == ("Round 2 · step 0 of 9", ["2.3", "−3", "–", "9.9", "–"])
    assert status(page) == "Round 2 begins: every gradient is 0 again; forward again, with a = 2.3, c = 9.9"
    assert ghosts(page) == ["was 2", "was −6", "was 10", "was 4"]
    press(page, "Next", 2)
    assert status(page).splitlines()[1] == "L was 4; now 3: it fell · The forward pass is complete; backward is next."
    press(page, "Next", 3)
    assert ghosts(page) == ["was 4"]  # the old result stays beside the new one


def test_previous_goes_back_into_the_round_before_and_restart_into_the_first(show: Any) -> None:
    page = show(result(), update=0.1, params=["a"])
    press(page, "Next update", 2)
    assert (count(page), field_text(page, "a")) == ("Round 3 · step 2 of 8", "2.5999999999999996")
    press(page, "Previous", 3)
    assert (count(page), data(page)[0], ghosts(page)) == ("Round 2 · step 8 of 8", "2.6", ["was 4", "was 2.3"])
    press(page, "Previous", 9)
    assert count(page) == "Round 1 · step 8 of 8"
    page.locator("[data-node='0']").focus()
    for key, seen in (("ArrowRight", "Round 2 · step 0 of 8"), ("ArrowLeft", "Round 1 · step 8 of 8")):
        page.keyboard.press(key)
        assert count(page) == seen
    press(page, "Next update", 3)
    press(page, "Restart")
    assert (count(page), data(page)) == ("Round 1 · step 0 of 8", ["2", "−3", "–", "10", "–"])
    assert is_disabled(page, "Previous")
    assert is_disabled(page, "Restart")


def field_text(page: Any, name: str) -> str:
    if not field(page, name).count():
        press(page, "More")
    return str(field(page, name).input_value())


def test_play_goes_on_through_the_rounds_until_it_is_paused_or_nothing_moves(show: Any, open_page: Any) -> None:
    page = show(result(), on=open_page(reduced_motion="reduce"), update=0.1, level="full")
    page.clock.install()
    press(page, "Play")
    page.clock.run_for(30_000)
    assert int(count(page).split()[1]) >= 2
    press(page, "Pause")
    before = count(page)
    page.clock.run_for(10_000)
    assert count(page) == before
    page.evaluate("() => window.microgradviz.model.set('update', 0)")  # where nothing moves any more, play ends
    until(page, "document.querySelector('.mv-play').textContent === 'Play'")
    press(page, "Play")
    page.clock.run_for(60_000)
    assert (count(page).split(" · ")[1], button(page, "Play").count()) == ("step 10 of 10", 1)


def test_an_edit_in_the_update_goes_back_to_the_gradients_it_was_made_of(show: Any) -> None:
    page = show(result(), update=0.1, params=["a"], step=8, level="full")
    enter(page, "b", "-4")
    assert (count(page), data(page)) == ("Round 1 · step 7 of 8", ["2", "−4", "−8", "10", "2"])
    press(page, "Next")
    assert status(page).startswith("a: 2 − 0.1 × (−4) = 2.4")


def test_an_edit_of_an_earlier_round_can_be_undone_and_reset_begins_anew(show: Any) -> None:
    page = show(result(), update=0.1, params=["a"], level="full")
    enter(page, "b", "-4")
    press(page, "Next update", 2)
    assert (count(page), field_text(page, "a")) == ("Round 3 · step 2 of 8", "2.8")
    press(page, "Undo edit")
    assert (count(page), field_text(page, "b")) == ("Round 1 · step 2 of 8", "-3")
    press(page, "Next update")
    press(page, "Reset")
    assert (count(page), field_text(page, "a")) == ("Round 1 · step 2 of 8", "2")
    press(page, "Undo edit")
    assert (count(page), field_text(page, "a")) == ("Round 2 · step 2 of 8", "2.3")


@pytest.mark.parametrize(
    ("rate", "last", "rule"),
    [
        (0, "c: 10 − 0 × 1 = 10", "the rate is 0: nothing moves"),
        (-0.5, "c: 10 − (−0.5) × 1 = 10.5", "the rate is negative: it climbs, and the result is to grow"),
        (1e300, "c: 10 − 1e300 × 1 = −1e300", "rule: parameter − rate × gradient"),
    ],
)
def test_odd_rates_are_played_and_said(show: Any, rate: float, last: str, rule: str) -> None:
    page = show(result(), update=rate, params=["c"], step=8)
    assert status(page).splitlines()[0] == last
    assert rule in status(page)
    press(page, "Next update", 3)
    assert count(page) == "Round 4 · step 2 of 8"


def test_a_blow_up_ends_in_nan_and_says_where_it_is_born(show: Any) -> None:
    w = Value(2.0, label="w")
    page = show((w * 3 - 1) ** 2, update=1e200, level="full")
    press(page, "Next update", 3)
    assert field(page, "w").input_value() == "nan"
    assert "w is nan and is a leaf: it was born here" in page.get_by_role("region", name="What went wrong").inner_text()


def test_without_params_every_leaf_steps_and_that_is_said(show: Any) -> None:
    page = show(result(), update=0.1, step=8)
    assert "no params were named, so every named leaf steps, inputs too" in status(page)
    press(page, "Next update")
    assert data(page)[:4] == ["2.3", "−3.2", "−7.36", "9.9"]


def test_groups_stay_closed_and_their_parameters_step_at_once(show: Any) -> None:
    net = MLP(2, [4, 1], seed=1)
    loss = total([(net([x, y]) - x * y) ** 2 for x in (0.0, 1.0) for y in (0.0, 1.0)])
    page = show(loss, update=0.1, params=net.parameters(), groups="closed")
    page.keyboard.press("Tab")
    page.locator(".mv-card").first.focus()
    page.keyboard.press("End")
    assert page.locator(".mv-phase").inner_text() == "↻ update"
    assert status(page).startswith("17 parameters step at once: ")
    press(page, "Next")
    assert count(page).startswith("Round 2 · step 0 of ")


def test_nothing_is_predicted_and_no_update_is_left_without_gradients(show: Any) -> None:
    page = show(result(), update=0.1, level="full")
    assert page.get_by_label("Predict").count() == 0
    page.evaluate("() => window.microgradviz.model.set('gradients', false)")
    until(page, "document.querySelector('.mv-count').textContent === 'Step 0 of 2'")
    page.evaluate("() => window.microgradviz.model.set('gradients', true)")
    until(page, "document.querySelector('.mv-count').textContent === 'Round 1 · step 0 of 10'")


def test_the_rounds_outlive_another_drawing(show: Any) -> None:
    page = show(result(), update=0.1, params=["a"], level="full")
    press(page, "Next update", 2)
    page.evaluate("() => window.microgradviz.model.set('by', 'node')")
    until(page, "document.querySelector('.mv-count').textContent === 'Round 3 · step 2 of 6'")
    assert ghosts(page) == ["was 2.3", "was −6.9", "was 3.1"]
    go(page, 0)
    press(page, "Previous")
    assert count(page) == "Round 2 · step 6 of 6"
    assert step(page) == 6


def test_the_rounds_so_far_are_a_strip_on_which_each_opens(show: Any) -> None:
    page = show(result(), update=0.1)
    told = page.locator(".mv-rounds .mv-strip-told b")
    assert page.locator(".mv-rounds").is_hidden(), "one round has no history"
    seen = []
    for number in range(1, 5):
        press(page, "Next", 2)
        seen.append(page.locator(".mv-card.is-result .mv-data").text_content())
        if number > 1:
            assert told.inner_text() == f"Round {number}: L = {seen[-1]}"
        if number < 4:
            press(page, "Next update")
            press(page, "Previous", 2)
            assert told.inner_text() == f"Round {number + 1}: L not computed yet"
    strip = page.get_by_role("slider", name="Round")
    assert (strip.get_attribute("max"), strip.input_value()) == ("3", "3")
    assert page.locator(".mv-strip-places").get_attribute("d").count("M") == 4
    box = strip.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    assert (told.inner_text(), count(page)) == (f"Round 2: L = {seen[1]}", "Round 2 · step 2 of 10")
    assert page.locator(".mv-card.is-result .mv-data").text_content() == seen[1]
    assert strip.get_attribute("max") == "3", "the rounds ahead stay"
    press(page, "Next update")
    assert (told.inner_text(), strip.get_attribute("max")) == (f"Round 3: L = {seen[2]}", "3")
    button(page, "More").click()
    enter(page, "c", "5")
    assert strip.get_attribute("max") == "2", "what came after other numbers is gone"
