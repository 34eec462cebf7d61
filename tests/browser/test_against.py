"""A second number on a card: another engine's, or the right one where a fault made it wrong."""

import re
from typing import Any

import pytest
from kit import learner_engines as learners
from kit.learner_engines import diamond, neuron
from kit.player_page import enter, go, overlaps, status, step, until

from microgradviz import Value, group

pytestmark = pytest.mark.browser


def others(page: Any) -> dict[str, list[str]]:
    """{title of a card: the second numbers in sight, with whose they are}."""
    found: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".mv-card")].map((card) => [
          card.querySelector(".mv-title").textContent.split(" ")[0],
          [...card.querySelectorAll(".mv-other")].filter((line) => line.style.display !== "none")
            .map((line) => [...line.children].map((text) => text.textContent).join(" "))]))"""
    )
    return {name: lines for name, lines in found.items() if lines}


def tags(page: Any) -> list[str]:
    return [tag.text_content() for tag in page.locator(".mv-tag").all() if tag.is_visible()]


def compared(page: Any) -> Any:
    return page.get_by_role("region", name="Two engines side by side")


def label(page: Any, node: int) -> str:
    return str(page.locator(f"[data-node='{node}']").get_attribute("aria-label"))


def test_what_is_wrong_because_of_a_fault_elsewhere_says_so_with_the_right_number(show: Any) -> None:
    page = show(diamond(learners.AssignsInMul))  # a = 2, b = a + 1, c = 3 b, d = b c: a.grad is 9 and should be 18
    go(page, 6)
    assert others(page) == {}
    go(page, 7)
    assert others(page) == {"b": ["right 18"]}
    assert tags(page) == ["lost contribution"]
    go(page, 8)
    assert others(page) == {"b": ["right 18"], "a": ["right 18"]}
    assert tags(page) == ["lost contribution", "wrong because of b"]
    assert label(page, 0) == "a, data 2, grad 9, wrong: 18 would be right"
    assert page.locator("[data-node='0']").get_attribute("aria-description") == "wrong because of b"
    assert "⚠ a.grad is wrong because of b: 18 would be right" in status(page)
    assert page.get_by_role("region", name="What went wrong").get_by_role("button").count() == 1  # the cause alone
    assert compared(page).count() == 0
    go(page, 7)
    assert others(page) == {"b": ["right 18"]}
    assert label(page, 0) == "a, data 2, grad not yet known"


def test_the_panel_of_a_wrong_slope_has_the_formulas_own_result_beside_it(show: Any) -> None:
    page = show(neuron(learners.WrongTanhRule))
    page.get_by_role("region", name="What went wrong").get_by_role("button").click()
    panel = page.locator(".mv-why").inner_text()
    assert re.search(r"1 − o × o\) = 1 − [\d.]+ × [\d.]+ = 0.9845; your engine: 0.8756", panel)
    assert others(page) == {"n": ["right 0.9845"]}


def test_the_first_difference_is_named_and_leads_to_its_place(show: Any) -> None:
    page = show(diamond(learners.AssignsInMul), against=True)
    verdict = compared(page).get_by_role("button")
    assert verdict.inner_text() == "The first difference is b.grad: 9, ours 18. 1 more value differs."
    assert page.locator(".is-first").count() == 0
    verdict.click()
    assert step(page) == 7
    assert page.evaluate("document.activeElement.dataset.node") == "2"
    assert page.locator(".is-first").get_attribute("data-node") == "2"
    assert others(page) == {"b": ["ours 18"]}
    assert label(page, 2).endswith(", grad of ours 18")


def test_an_edit_takes_the_second_numbers_away_and_reset_brings_them_back(show: Any) -> None:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    d = a * b
    b.data = 4.0  # after the forward pass
    page = show(d, against=True, level="full", step=1)
    before = {"e": ["ours 8"]}
    assert others(page) == before
    enter(page, "a", "5")
    assert others(page) == {}
    assert "These are other numbers than those that were compared" in compared(page).inner_text()
    page.evaluate("window.microgradviz.model.set('formula', true)")  # the player is made anew
    until(page, "document.querySelector('.mv-names')")
    assert others(page) == {}
    page.get_by_role("button", name="Reset", exact=True).click()
    assert others(page) == before


def test_while_numbers_are_asked_for_the_comparison_tells_none_that_is_to_come(show: Any) -> None:
    page = show(diamond(learners.AssignsInMul), against=True, predict="grad")
    assert compared(page).inner_text().strip() == "What the comparison found is told at the last step."
    assert others(page) == {}


def test_without_gradients_only_data_is_compared(show: Any) -> None:
    page = show(diamond(learners.AssignsInMul), against=True, gradients=False)
    assert compared(page).inner_text().strip() == "Beside ours, the data of all 6 values compared agree."


def test_a_second_number_of_an_open_group_stands_in_it(show: Any) -> None:
    x = Value(2.0)
    with group("inner"):
        y = x * 4.0 + 1.0
    f = y * 3.0
    x.data = 2.5  # after the forward pass
    page = show(f, against=True, groups="closed")
    go(page, 3)
    assert "inner" not in others(page)
    page.locator("[data-part]").first.click()
    until(page, "document.querySelector('.mv-inside .mv-card')")
    assert any(lines == ["ours 10"] for lines in others(page).values())


def test_a_folded_constant_is_no_consequence_and_no_mark_covers_another(show: Any) -> None:
    a, b, c = (learners.WrongTanhRule(x, label=name) for name, x in (("a", 2.0), ("b", -3.0), ("c", 7.0)))
    o = ((a * b + a * c) * 0.1).tanh()
    o.backward()
    page = show(o, against=True)
    go(page, 14)
    assert page.locator(".mv-card").count() == 8  # the 0.1 has none
    assert "6 more values differ" in compared(page).inner_text()
    assert "constant" not in status(page)
    assert overlaps(page) == []


def test_a_second_fault_of_a_value_is_counted_in_words(show: Any) -> None:
    a = learners.AssignsInMul(2.0)
    o = (a * learners.AssignsInMul(-3.0) + a * learners.AssignsInMul(7.0)) * a
    o.backward()
    a.grad = 33.0
    page = show(o)
    go(page, page.evaluate("window.microgradviz.model.get('trace').order.length") + 4)
    page.keyboard.press("End")
    assert "⚠ lost contribution, 1 more" in tags(page)
    assert overlaps(page) == []
