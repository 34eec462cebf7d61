"""Editing leaves in a picture of groups, in the exported page: those in sight; the closed groups follow."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from kit.grouped_graphs import training
from kit.player_page import button, enter, field, go, panel, part, until

from microgradviz import MLP, Trace, Value, group, play
from microgradviz.layout.parts import split_into_parts
from microgradviz.sources.any_expression import trace
from microgradviz.tracing.words import number_text
from microgradviz.views.player.widget import Player

pytestmark = pytest.mark.browser

FIRST = "L1.n1.w1"


def open_first_neuron(page: Any) -> None:
    part(page, "parameters").click()
    part(page, "layer 1", ".mv-inside").click()
    if not part(page, "neuron 1", ".mv-inside").count():
        part(page, "neuron", ".mv-inside").click()
    part(page, "neuron 1", ".mv-inside").click()


def grip(page: Any, nth: int = 0) -> Any:
    return page.locator(".mv-inside .mv-grip").nth(nth)


def norm(found: Trace, player: Player, name: str) -> str:
    """What the card of a part says of its gradients."""
    columns = player.scene["parts"]
    at = columns["name"].index(name)
    squares = [(g or 0.0) ** 2 for g in found.gradients()[columns["begin"][at] : columns["end"][at]]]
    return number_text(math.sqrt(math.fsum(squares)))


def test_an_edit_in_an_open_group_reaches_every_closed_one(show: Callable[..., Any]) -> None:
    result = training(20)
    player = play(result)
    page = show(result, step=player.steps)
    open_first_neuron(page)
    leaf = int(page.locator(".mv-inside [data-node]").first.get_attribute("data-node"))
    grip(page).dblclick()
    page.keyboard.type("1/4")
    page.keyboard.press("Enter")
    expected = split_into_parts(trace(result)).trace.at({leaf: 0.25})
    whole = page.locator(".mv-graph").first
    for name in ("parameters", "20 samples"):
        assert part(page, name).locator(".mv-grad").text_content() == norm(expected, player, name)
    result_card = whole.locator(f"[data-node='{expected.root}']")
    assert result_card.locator(".mv-data").text_content() == number_text(expected.data[expected.root])
    inside = page.locator(f".mv-inside [data-node='{leaf}']")
    assert inside.locator(".mv-data").text_content() == "0.25"
    assert inside.locator(".mv-grad").text_content() == number_text(expected.gradients()[leaf])
    assert page.locator(".mv-way-in strong").inner_text() == "neuron 1", "what is open stays open"


def test_every_step_has_the_new_numbers(show: Callable[..., Any]) -> None:
    result = training(20)
    page = show(result, level="full")
    open_first_neuron(page)
    enter(page, FIRST, "-2")
    expected = split_into_parts(trace(result)).trace.at({int(page.evaluate(LEAF)): -2.0})
    button(page, "Go to backward pass").click()
    shown = page.locator(f".mv-graph >> nth=0 >> [data-node='{expected.root}'] >> .mv-data")
    assert shown.text_content() == number_text(expected.data[expected.root])


LEAF = "document.querySelector('.mv-inside [data-node]').getAttribute('data-node')"


def test_a_number_is_dragged_in_an_open_group_and_the_group_stays_open(show: Callable[..., Any]) -> None:
    page = show(training(20), level="full")
    open_first_neuron(page)
    before = field(page, FIRST).input_value()
    at = grip(page).bounding_box()
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y)
    page.mouse.move(x + 40, y)
    page.mouse.up()
    assert field(page, FIRST).input_value() != before
    assert page.locator(".mv-way-in strong").inner_text() == "neuron 1"
    button(page, "Reset").click()
    assert field(page, FIRST).input_value() == before


def test_the_leaves_in_sight_have_rows_and_the_others_are_counted(show: Callable[..., Any]) -> None:
    page = show(training(20), level="full")
    assert panel(page).get_by_role("textbox").count() == 0
    assert panel(page).get_by_text("Open a group to edit the leaves in it: 37 are in closed ones.").is_visible()
    open_first_neuron(page)
    assert panel(page).locator(".mv-leaf-name").all_inner_texts() == ["L1.n1.w1", "L1.n1.w2", "L1.n1.b"]
    assert panel(page).get_by_text("34 are in closed ones.").is_visible()
    button(page, "Close neuron 1").click()
    assert panel(page).get_by_role("textbox").count() == 0


def test_inputs_outside_of_all_groups_can_always_be_edited(show: Callable[..., Any]) -> None:
    scale = Value(0.5, label="scale")
    page = show(MLP(2, [4, 1])([1.0, 2.0]) * scale, groups="closed", level="full")
    assert panel(page).locator(".mv-leaf-name").all_inner_texts() == ["x1", "x2", "scale"]
    enter(page, "scale", "3")
    assert page.locator(".mv-graph .mv-card.is-editable .mv-data").all_text_contents() == ["1", "2", "3"]


def test_a_fault_that_an_edit_makes_is_marked_on_the_closed_group(show: Callable[..., Any]) -> None:
    a = Value(2.0, label="a")
    with group("root"):
        b = (a * 3.0).log()
    page = show(b + 1, groups="closed", level="full")
    name = part(page, "root").locator(".mv-title")
    assert name.text_content() == "root"
    part(page, "root").click()
    enter(page, "a", "-1")
    assert name.text_content() == "⚠ root"
    assert part(page, "root").get_attribute("aria-label").startswith("group ⚠ root,")
    assert page.get_by_role("region", name="What went wrong").is_visible()
    enter(page, "a", "2")
    assert name.text_content() == "root"


def test_the_keyboard_edits_in_an_open_group(show: Callable[..., Any]) -> None:
    page = show(training(20))
    open_first_neuron(page)
    page.locator(".mv-inside [data-node]").first.focus()
    page.keyboard.press("e")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    assert page.locator(".mv-inside [data-node] .mv-data").first.text_content() == "7"
    until(page, "document.activeElement.getAttribute('data-node') !== null")


def test_new_numbers_from_outside_change_the_cards_and_leave_the_group_open(show: Callable[..., Any]) -> None:
    """What a kernel does: it sends a trace of the same graph."""
    result = training(20)
    page = show(result, step=play(result).steps)
    open_first_neuron(page)
    leaf = int(page.evaluate(LEAF))
    other = Trace.from_dict(page.evaluate("window.microgradviz.model.get('trace')")).at({leaf: 0.5})
    page.evaluate("trace => window.microgradviz.model.set('trace', trace)", other.to_dict())
    until(page, "document.querySelector('.mv-inside [data-node] .mv-data').textContent === '0.5'")
    assert page.locator(".mv-way-in strong").inner_text() == "neuron 1"
    go(page, 0)
    assert page.locator(".mv-inside [data-node] .mv-grad").first.text_content() == "–"
