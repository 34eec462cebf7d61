"""Constants in the title of their operation: no card, no step, no question; a switch shows them."""

from collections.abc import Callable
from typing import Any

import pytest
from kit.grouped_graphs import training
from kit.player_page import button, cards, enter, go, panel, part, status

from microgradviz import Trace, Value, play, trace

pytestmark = pytest.mark.browser


def titles(page: Any) -> list[str]:
    return [str(title) for title in page.locator(".mv-card .mv-title").all_text_contents()]


def where(page: Any) -> str:
    return str(page.locator(".mv-count").inner_text())


def walk(page: Any, press: str = "Next") -> list[str]:
    """Where every step stands, and what it says."""
    said = []
    while button(page, press).get_attribute("aria-disabled") != "true":
        button(page, press).click()
        said.append(f"{where(page)}: {status(page).splitlines()[0]}")
    return said


def test_a_constant_has_no_card_and_its_gradient_no_step(show: Callable[..., Any]) -> None:
    page = show("a*2 + 1", a=3, level="full")
    assert titles(page) == ["a", "e = a × 2", "f = e + 1"]
    assert page.locator("path[data-edge]").count() == 2
    forth = walk(page)
    assert [line.split(":")[0] for line in forth] == [f"Step {k} of 5" for k in range(1, 6)]
    assert not [line for line in forth if "constant" in line]
    assert page.locator(".mv-phase").inner_text() == "✓ done"
    back = walk(page, "Previous")
    assert back == [*forth[-2::-1], "Step 0 of 5: Given: a = 3"]
    assert page.locator(".mv-picture").get_attribute("aria-label") == "Expression graph of 3 values"


def test_a_switch_shows_constants_and_the_step_stays(show: Callable[..., Any]) -> None:
    page = show("a*2 + 1", a=3, level="full")
    for _ in range(4):
        button(page, "Next").click()
    before = status(page)
    page.get_by_role("checkbox", name="Show constants").check()
    assert titles(page) == ["a", "constant", "e = a × 2", "constant", "f = e + 1"]
    assert page.evaluate("window.microgradviz.model.get('constants')") is True
    assert where(page) == "Step 5 of 7"
    button(page, "Previous").click()
    assert status(page) == before
    page.get_by_role("checkbox", name="Show constants").uncheck()
    assert (where(page), status(page)) == ("Step 4 of 5", before)


def test_all_steps_of_python_are_steps_here(show: Callable[..., Any]) -> None:
    page = show("a*2 + 1", a=3, level="full")
    seen = []
    for k in range(6):
        go(page, k)
        seen.append((where(page).split()[1], page.locator(".mv-phase").inner_text()[2:]))
    passes = ["forward pass"] * 3 + ["backward pass"] * 2 + ["done"]
    assert seen == list(zip("012345", passes, strict=True))
    assert play("a*2 + 1", a=3).steps == 5
    assert play("a*2 + 1", a=3, constants=True).steps == 7


def test_keys_and_table_know_the_cards_that_there_are(show: Callable[..., Any]) -> None:
    page = show("1 + a*2", a=3, level="full")
    page.locator(".mv-card[tabindex='0']").focus()
    seen = []
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "Shift+ArrowRight", "Shift+ArrowLeft"):
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.querySelector('.mv-title').textContent"))
    product, result = titles(page)[1:]
    assert seen == [product, "a", "a", product, result, product]
    button(page, "Table").click()
    assert page.locator("table").first.locator("tbody th").all_inner_texts() == titles(page)


@pytest.mark.parametrize("kind", ["grad", "local"])
def test_nobody_asks_for_a_constant_s_gradient(show: Callable[..., Any], kind: str) -> None:
    page = show("a*2 + 1", a=3, predict=kind, start="backward")
    asked = []
    while button(page, "Next").get_attribute("aria-disabled") != "true":
        button(page, "Next").click()
        if page.get_by_role("group", name="Your prediction").is_visible():
            asked.append(page.locator(".mv-ask-label").inner_text())
            button(page, "Show me").click()
    assert asked == {"grad": ["e.grad after this step?", "a.grad after this step?"],
                     "local": ["along e → f: × ?", "along a → e: × ?"]}[kind]  # fmt: skip
    assert page.locator(".mv-phase").inner_text() == "✓ done"


def test_a_fault_on_a_constant_s_edge_is_seen(show: Callable[..., Any]) -> None:
    t = trace("a*2 + 1", a=3)
    two = t.data.index(2.0)
    contribution = next(k for k, c in enumerate(t.contributions) if t.sources[c.edge] == two)
    columns = {name: getattr(t, name) for name in (*Trace.__mro__[1].__slots__,)}
    page = show(Trace(**{**columns, "observed": [(contribution, 0.0, 99.0)]}))
    assert titles(page) == ["a", "constant", "e = a × 2", "f = e + 1"]
    assert page.locator(".mv-badge").count() > 0


def test_a_fault_that_an_edit_makes_there_is_seen_at_the_operation(show: Callable[..., Any]) -> None:
    page = show("0/a + a", a=1, level="full")
    assert titles(page) == ["a", "e = 0 ÷ a", "f = e + a"]
    enter(page, "a", "1e-320")
    badges = page.locator(".mv-card:has(.mv-badge) .mv-title").all_text_contents()
    assert "e = 0 ÷ a" in badges
    page.locator(".mv-faults button").filter(has_text="along 0 → e").click()
    assert page.evaluate("document.activeElement.querySelector('.mv-title').textContent") == "e = 0 ÷ a"


def test_hundreds_of_constants_are_folded_as_well(show: Callable[..., Any]) -> None:
    value = Value(1.0, label="x")
    for _ in range(75):
        value = value * 0.5 + 1
    page = show(value)
    page.locator(".microgradviz").focus()
    page.keyboard.press("End")
    assert page.locator(".mv-phase").inner_text() == "✓ done"
    assert where(page) == "Step 301 of 301"
    assert 5 < len(cards(page)) < 100
    page.keyboard.press("Home")
    assert page.locator(".mv-card.is-leaf").count() == 1


def test_in_a_group_too(show: Callable[..., Any]) -> None:
    page = show(training(20), level="full")
    steps = where(page).split()[-1]
    part(page, "20 samples").click()
    page.locator(".mv-inside [data-part]").nth(6).click()
    inputs = titles(page).count("constant")  # numbers without a name that a whole layer uses
    go(page, 5)
    assert where(page).startswith(f"Step 1 of {steps}, inside ")
    assert page.get_by_role("slider", name="Step").get_attribute("aria-valuetext").startswith(where(page).lower())
    page.get_by_role("checkbox", name="Show constants").check()
    part(page, "20 samples").click()
    page.locator(".mv-inside [data-part]").nth(6).click()
    assert titles(page).count("constant") > inputs


def test_leaves_have_one_name_in_all_places(show: Callable[..., Any]) -> None:
    page = show(Value(2.0, label="w") * Value(3.0, label="w") + Value(1.0, label="b"), level="full")
    assert titles(page)[:3] == ["w", "w (2)", "e = w × w (2)"]
    assert panel(page).locator(".mv-leaf-name").all_inner_texts() == ["w", "w (2)", "b"]
    assert "w (2) = 3" in status(page)
