"""Copy link: the page's own numbers in the link, wherever it was copied from."""

from collections.abc import Callable
from typing import Any

import pytest
from kit.player_page import enter, until

from microgradviz import Value, define_op, link, play

pytestmark = pytest.mark.browser

NOTES = """() => {
  window.copied = [];
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void copied.push(text) } });
}"""


def copy(page: Any) -> Any:
    """Press Copy link, and wait for what it says."""
    page.get_by_role("button", name="Copy a link to this graph").click()
    until(page, "document.querySelector('.mv-export [aria-live]').textContent !== ''")
    return page.locator(".mv-export [aria-live]").text_content()


def test_the_link_has_the_numbers_of_now(show: Callable[..., Any]) -> None:
    page = show("d = a * b; d + tanh(d)", a=2, b=-3, level="full")
    page.evaluate(NOTES)
    assert copy(page) == "Copied"
    assert page.evaluate("copied") == [link("d = a * b; d + tanh(d)", a=2, b=-3)]
    enter(page, "b", "-0.125")
    assert copy(page) == "Copied"
    assert page.evaluate("copied")[1] == link("d = a * b; d + tanh(d)", a=2, b=-0.125)
    assert page.locator(".mv-address:visible").count() == 0


@pytest.mark.parametrize("clipboard", ["undefined", "{ writeText: async () => { throw new Error('not allowed'); } }"])
def test_where_nothing_may_be_copied_the_link_is_there_to_be_taken(show: Callable[..., Any], clipboard: str) -> None:
    page = show("ŷ * 2", leaves={"ŷ": 1e-7}, level="full")
    page.evaluate(f"() => Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard} }})")
    assert copy(page) == "Copy it from here:"
    field = page.get_by_role("textbox", name="Link to this graph")
    assert field.input_value() == link("ŷ * 2", leaves={"ŷ": 1e-7}).replace("1e-07", "1e-7")
    assert page.evaluate("getSelection().toString() || document.activeElement.selectionEnd") in (
        field.input_value(),
        len(field.input_value()),
    )


def test_there_is_no_button_where_there_is_no_link(show: Callable[..., Any]) -> None:
    cubed = define_op("cubed_here", "x * x * x", ["3 * x * x"])
    page = show(cubed(Value(2.0)), level="full")
    assert page.get_by_role("button", name="Copy a link to this graph").count() == 0


def test_another_graph_has_another_link() -> None:
    player = play(lambda a: a * a if a.data > 0 else a + 1, a=2)
    first = player.scene["edit"]["link"]["to"]
    player.leaves = {"a": -2}
    assert (first.split("#")[1], player.scene["edit"]["link"]["to"].split("#")[1]) == ("a*a", "a+1")
