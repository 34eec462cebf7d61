"""On a phone a small picture runs from top to bottom: all of it is seen before the first step, then what is lit."""

from typing import Any

import pytest
from kit.grouped_graphs import training
from kit.player_page import button, go, part, status, until

from microgradviz import play

pytestmark = pytest.mark.browser

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
GRAPHS: dict[str, dict[str, float]] = {"a*b + c": {"a": 2, "b": -3, "c": 10}, "neuron": {}, "sigmoid": {}}
IN_VIEW = """(name) => {
  const box = document.querySelector(".mv-graph").getBoundingClientRect();
  const card = [...document.querySelectorAll(".mv-card")].find((c) => c.matches(name)).getBoundingClientRect();
  return card.left >= box.left && card.right <= box.right && card.top >= box.top && card.bottom <= box.bottom;
}"""
SIZE = """() => {
  const [picture, data] = [document.querySelector(".mv-picture"), document.querySelector(".mv-data")];
  const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
  return parseFloat(getComputedStyle(data).fontSize) * scale;
}"""


SIDE_BY_SIDE = """(() => {
  const loss = [...document.querySelectorAll(".mv-unit-label")].find((one) => one.textContent === "loss");
  const units = [...loss.closest("[data-part]").querySelectorAll(".mv-unit")];
  return new Set(units.map((unit) => unit.getBoundingClientRect().top)).size === 1;
})()"""
DOWN = """(() => {
  const tops = [...document.querySelectorAll(".mv-card")].map((card) => card.getBoundingClientRect().top);
  return document.querySelector(".is-result").getBoundingClientRect().top === Math.max(...tops);
})()"""


@pytest.mark.parametrize("text", GRAPHS)
def test_the_result_is_in_view_before_the_first_step(show: Any, open_page: Any, text: str) -> None:
    page = show(text, on=open_page(viewport=PHONE, reduced_motion="reduce"), **GRAPHS[text])
    assert page.evaluate(DOWN)
    assert page.evaluate(IN_VIEW, ".is-result")
    assert page.evaluate(SIZE) >= 6
    assert page.locator(".mv-graph.is-tiny").count() == 0


def test_three_cards_side_by_side_are_whole(show: Any, open_page: Any) -> None:
    page = show("(a*b + c)*a", on=open_page(viewport=PHONE, reduced_motion="reduce"), a=2, b=-3, c=10)
    button(page, "Next").click()
    assert page.evaluate(SIZE) >= 11
    assert page.locator(".mv-graph").evaluate("(box) => box.scrollWidth === box.clientWidth")


@pytest.mark.parametrize("text", GRAPHS)
def test_what_is_lit_comes_closer_and_the_buttons_stay(show: Any, open_page: Any, text: str) -> None:
    page = show(text, on=open_page(viewport=PHONE, reduced_motion="reduce"), **GRAPHS[text])
    before = button(page, "Next").bounding_box()["y"]
    button(page, "Next").click()
    assert page.evaluate(SIZE) >= 11
    assert page.evaluate(IN_VIEW, ".is-forward")
    assert button(page, "Next").bounding_box()["y"] == pytest.approx(before, abs=1)
    button(page, "Previous").click()
    assert page.evaluate(IN_VIEW, ".is-result")


def test_a_samples_card_is_whole_on_a_phone_and_flat_on_a_desk(show: Any, open_page: Any) -> None:
    page = show(training(4, penalty=False), on=open_page(viewport=PHONE), groups="closed")
    assert page.locator(".mv-graph.is-tiny").count() == 0
    button(page, "Next").click()
    sample = part(page, "sample 1")
    assert page.evaluate(SIZE) >= 11
    assert sample.bounding_box()["width"] < page.locator(".mv-graph").bounding_box()["width"] - 16
    assert sample.locator(".mv-unit-label").all_text_contents() == ["prediction", "times", "loss"]
    page.set_viewport_size(DESK)
    until(page, SIDE_BY_SIDE)


def test_a_phone_that_is_turned_keeps_its_step(show: Any, open_page: Any) -> None:
    page = show("neuron", on=open_page(viewport=PHONE, reduced_motion="reduce"))
    go(page, 9)
    said = status(page)
    page.set_viewport_size(DESK)
    until(page, f"!{DOWN}")
    assert status(page) == said
    page.set_viewport_size(PHONE)
    until(page, DOWN)
    assert status(page) == said


def test_only_a_small_picture_that_runs_to_the_right_has_another_for_a_phone() -> None:
    assert play("neuron").scene["narrow"]["rankdir"] == "TB"
    assert "narrow" in play("sigmoid").scene["fold"]
    assert "narrow" not in play("neuron", rankdir="TB").scene
    assert "narrow" not in play("+".join("a" * 25), a=1).scene
