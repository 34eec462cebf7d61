"""A nudge on the page: its change runs forward, and the backward pass finds the same ratios."""

import re
from typing import Any

import pytest
from kit.player_page import button, enter, go, status

from microgradviz import Value, play, to_html

pytestmark = pytest.mark.browser


def changes(page: Any) -> list[str]:
    return [text.removeprefix("Δ ") for text in page.locator(".mv-change").all_text_contents()]


def ratios(page: Any) -> list[str]:
    found: list[str] = page.locator(".mv-ratio, .mv-chip").all_text_contents()
    return found


def test_a_nudge_runs_through_the_graph_before_the_gradients(show: Any) -> None:
    page = show("a * b + c", a=2, b=-3, c=10, nudge="a")
    assert page.locator(".mv-phase").inner_text() == "→ a is nudged"
    assert page.locator(".mv-data").all_text_contents() == ["2", "−3", "−6", "10", "4"]
    assert (changes(page), ratios(page)) == (["+0.1"], [])
    button(page, "Next").click()
    assert (changes(page), ratios(page)) == (["+0.1", "−0.3"], ["× −3"])
    button(page, "Next").click()
    assert (changes(page), ratios(page)) == (["+0.1", "−0.3", "−0.3"], ["× −3", "× 1"])
    assert "for each 1 of a: −0.3 / 0.1 = −3" in status(page)
    go(page, 6)
    assert "the nudge of 0.1 measured −3, too" in status(page)
    assert len(changes(page)) == 3
    assert page.locator(".mv-used text").all_text_contents() == ["× 1", "× 1"]


def test_an_edit_is_nudged_anew(show: Any) -> None:
    page = show(lambda a, b: (a * b).tanh(), a=0.5, b=2, nudge="a", step=2)
    assert changes(page) == ["+0.1", "+0.2", "+0.07206"]
    enter(page, "b", "-1")
    assert changes(page) == ["+0.1", "−0.1", "−0.07493"]
    assert "≈ 0.7493" in ratios(page)


def test_nothing_is_predicted_beside_a_nudge(show: Any) -> None:
    page = show("a * b", a=2, b=3, nudge="a", level="full")
    assert "while a nudge is played" in page.locator(".mv-extra").first.inner_text()


def test_the_changes_stand_clear_of_what_is_beside_them(show: Any) -> None:
    page = show("neuron", nudge="w1")
    go(page, 15)
    boxes = page.evaluate(
        """() => {
          const marks = document.querySelectorAll(".mv-change, .mv-contribution, .mv-ratio, .mv-used text");
          return [...marks].map((mark) => {
            const { left, right, top, bottom } = mark.getBoundingClientRect();
            return [mark.textContent, left, right, top, bottom];
          });
        }"""
    )
    over = [
        (a[0], b[0])
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
        if a[1] < b[2] and b[1] < a[2] and a[3] < b[4] - 1 and b[3] < a[4] - 1
    ]
    assert len(boxes) > 10
    assert over == []


@pytest.mark.parametrize("function", [play, to_html], ids=["play", "to_html"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"nudge": "q"}, "nudge must be the name of a leaf: 'a', 'b' (got 'q')"),
        ({"nudge": "a", "predict": "grad"}, "predict must be None with nudge='a' (got 'grad')"),
        ({"nudge": "a", "update": 0.1}, "update must be None with nudge='a' (got 0.1)"),
        ({"nudge": "a", "groups": "closed"}, "groups must be 'auto' or 'open' with nudge='a'"),
    ],
)
def test_what_cannot_be_nudged_says_why(function: Any, options: dict[str, Any], message: str) -> None:
    a, b = Value(2.0), Value(-3.0)
    with pytest.raises(ValueError, match=re.escape(message)):
        function(a * b, **options)


def test_a_nudge_can_be_set_and_is_refused_in_the_same_words() -> None:
    player = play("a * b", a=2, b=3)
    player.nudge = "b"
    for name, other in [("predict", "grad"), ("update", 0.1)]:
        with pytest.raises(ValueError, match=f"{name} must be None with nudge='b'"):
            setattr(player, name, other)
    with pytest.raises(ValueError, match="nudge must be the name of a leaf"):
        player.nudge = "c"
    player.nudge = None
    player.predict = "grad"
    with pytest.raises(ValueError, match="predict must be None with nudge='a'"):
        player.nudge = "a"
