"""Three witnesses for the gradient of each leaf: what they say, and when; and the ways that a row lights."""

import re
from typing import Any

import pytest
from kit.learner_engines import AssignsInMul
from kit.player_page import button, enter, go, until

from microgradviz import Value

pytestmark = pytest.mark.browser

READ = """() => {
  const marks = { "mv-differs": ["[", "]"], "mv-unsure": ["(", ")"] };
  const text = (node) => marks[node.className]?.join(node.textContent) ?? node.textContent;
  return [...document.querySelectorAll(".mv-witnesses tbody tr")].map((row) =>
    [...row.cells].filter((cell) => !cell.hidden).map((cell) => [...cell.childNodes].map(text).join("").trim()));
}"""
LIT = "() => [...document.querySelectorAll('.mv-picture .is-spot')].map((card) => card.dataset.node).sort()"


def told(page: Any) -> dict[str, list[str]]:
    """What the witnesses say by leaf, in [] what differs, in () what cannot be known."""
    until(page, "![...document.querySelectorAll('.mv-witnesses td:not([hidden])')].some((c) => c.textContent === '…')")
    return {name: rest for name, *rest in page.evaluate(READ)}


def open_table(page: Any) -> Any:
    button(page, "Table").click()
    return page


def heads(page: Any) -> list[str]:
    return [text for text in page.locator(".mv-witnesses thead th:visible").all_inner_texts() if text]


def without_torch(page: Any) -> None:
    page.evaluate("window.microgradviz.model.set('torch', {})")


def test_each_leaf_has_its_gradient_as_played_as_nudged_and_by_pytorch(show: Any) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
    page = open_table(show("a*b + tanh(c)", a=2, b=-3, c=0.5, level="full", step=9))
    assert heads(page) == ["Leaf", "Ours", "Nudged", "PyTorch"]
    seen = told(page)
    assert (seen["a"], seen["b"]) == (["−3", "−3", "−3"], ["2", "2", "2"])
    ours, nudged, torch = seen["c"]
    assert ours == torch == "0.786447733"
    assert re.fullmatch(r"0\.78644773\d*\(\d+\)", nudged)


def test_nothing_is_told_before_backward_has_told_it(show: Any) -> None:
    page = open_table(show(a_squared(), level="full"))
    without_torch(page)
    assert heads(page) == ["Leaf", "Ours", "Nudged"]
    for k, row in (
        (0, ["–", "–"]),
        (1, ["–", "–"]),
        (2, ["–", "–"]),
        (3, ["3", "–"]),
        (4, ["6", "6"]),
        (3, ["3", "–"]),
    ):
        go(page, k)
        assert told(page) == {"a": row}, k


def a_squared() -> Value:
    a = Value(3.0, label="a")
    return a * a


def test_a_wrong_gradient_is_told_by_its_witnesses(show: Any) -> None:
    a = AssignsInMul(3.0)
    a.label = "a"
    page = open_table(show(a * a, level="full", step=4))
    without_torch(page)
    assert told(page) == {"a": ["3 ⚠", "[6]"]}
    style = "(e) => [getComputedStyle(e).textDecorationLine, getComputedStyle(e).color]"
    line, colour = page.locator(".mv-differs").evaluate(style)
    assert line == "underline"
    assert colour != page.locator(".mv-witnesses td").first.evaluate("(e) => getComputedStyle(e).color")


def test_kinks_and_what_is_not_finite_are_told_in_words_and_no_right_gradient_is_blamed(show: Any) -> None:
    page = open_table(show("relu(a) + b*0 + c*1e-9 + log(d)", a=0, b=2, c=3, d=1, level="full"))
    without_torch(page)
    page.keyboard.press("End")
    said = told(page)
    assert (said["a"], said["b"]) == (["0", "a kink: 0 left, 1 right"], ["0", "0"])
    assert said["c"][0] == "1e−9"
    enter(page, "d", "0")
    page.keyboard.press("Tab")
    page.evaluate("window.microgradviz.model.set('step', 99)")
    assert {name: row[1] for name, row in told(page).items()} == dict.fromkeys("abcd", "f is not finite")
    assert page.locator(".mv-witnesses .mv-differs").count() == 0


def test_a_row_pressed_lights_the_ways_of_its_leaf_and_gives_the_light_back(show: Any) -> None:
    page = open_table(show("(a*b + a)*c", a=2, b=-3, c=4, level="full", step=9))
    row = page.locator(".mv-witnesses tbody tr").first
    press = row.get_by_role("button")
    assert page.evaluate(LIT) == []
    row.locator("td").first.click()
    assert page.evaluate(LIT) == ["0", "2", "3", "5"]
    assert press.get_attribute("aria-pressed") == "true"
    button(page, "Previous").click()
    assert page.evaluate(LIT) == ["0", "2", "3", "5"]
    row.locator("td").first.click()
    assert page.evaluate(LIT) == []
    press.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(LIT) == ["0", "2", "3", "5"]
    page.keyboard.press("Escape")
    assert page.evaluate(LIT) == []
    assert press.get_attribute("aria-pressed") == "false"
    page.keyboard.press("Enter")
    page.locator("[data-node='1']").click()  # who asks why borrows the light
    page.locator("button.mv-term").first.hover()
    assert page.evaluate(LIT) == ["1", "2", "3", "5"]
    page.locator("h1").hover()
    assert page.evaluate(LIT) == ["0", "2", "3", "5"]
    button(page, "Table").click()
    assert page.evaluate(LIT) == []


def test_a_million_million_ways_are_lit_at_once(show: Any) -> None:
    x = Value(0.5, label="x")
    y = x
    for _ in range(40):
        y = y + y
    page = open_table(show(y, level="full", step=121))
    page.locator(".mv-witnesses tbody tr").click()
    assert len(page.evaluate(LIT)) == 41
    assert told(page)["x"][:2] == ["1.099511628e12", "1.099511628e12"]


def test_an_edit_is_followed_and_what_pytorch_said_of_other_numbers_is_not_shown(show: Any) -> None:
    page = open_table(show("a*b", a=2, b=-3, level="full", step=4))
    page.evaluate("window.microgradviz.model.set('torch', { leaves: [2, -3], grads: { 0: -3, 1: 2.5 } })")
    assert told(page) == {"a": ["−3", "−3", "−3"], "b": ["2.0 ⚠", "2.0", "[2.5]"]}
    enter(page, "b", "7")
    go(page, 4)
    assert page.evaluate(READ) == [["a", "7", "7", "…"], ["b", "2", "2", "…"]]
    page.evaluate("window.microgradviz.model.set('torch', { leaves: [2, 7], grads: { 0: 7, 1: 2 } })")
    assert told(page) == {"a": ["7", "7", "7"], "b": ["2", "2", "2"]}


def test_the_kernel_is_asked_once_when_the_table_is_open_and_again_after_an_edit(show: Any) -> None:
    page = show("a*b", a=2, b=-3, level="full", step=4)
    without_torch(page)
    page.evaluate("() => { for (const name of ['asked', 'acknowledged']) window.microgradviz.model.set(name, 0); }")
    asked = "window.microgradviz.model.get('asked')"
    open_table(page)
    until(page, f"{asked} === 1")
    go(page, 3)
    go(page, 4)
    page.evaluate("window.microgradviz.model.set('torch', { missing: 'No torch here.' })")
    assert page.locator(".mv-witnesses > p").last.inner_text() == "No torch here."
    page.evaluate("window.microgradviz.model.set('torch', { leaves: [2, -3], grads: { 0: -3, 1: 2 } })")
    enter(page, "a", "5")
    go(page, 4)
    until(page, f"{asked} === 2")


@pytest.mark.parametrize("options", [{"predict": "grad"}, {"predict": "local"}, {"gradients": False}])
def test_who_is_to_find_gradients_gets_no_witnesses(show: Any, options: Any) -> None:
    page = open_table(show("a*b", a=2, b=-3, level="full", **options))
    assert not page.locator(".mv-witnesses").is_visible()
    assert page.evaluate("window.microgradviz.model.get('torch')") is None


def test_a_narrow_page_does_not_scroll_sideways(show: Any, open_page: Any) -> None:
    page = show("tanh(a*b)", a=0.1, b=-3, level="full", step=5, on=open_page(viewport={"width": 360, "height": 700}))
    open_table(page)
    assert told(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    box = page.locator(".mv-witnesses .mv-table-box")
    assert box.evaluate("(box) => box.scrollWidth <= box.clientWidth")
