"""The game of visiting orders in Python: what it takes, refuses and knows; and the picture of two orders."""

import re
from base64 import b64decode
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from kit.random_expressions import expressions

from microgradviz import Value, draw_orders, trace, visit_order
from microgradviz.tracing import count_operations
from microgradviz.views.still.orders import right_orders


def chain(length: int) -> Value:
    x = Value(1.0, label="x")
    for k in range(length):
        x = x.tanh()
        x.label = f"t{k}"
    return x


@pytest.mark.parametrize(
    ("expr", "error"),
    [
        (Value(3.0), "must have operations to put in order"),
        (chain(13), r"at most 12 operations \(got 13\); take a part of it"),
    ],
)
def test_what_is_no_game_is_refused_with_what_to_do(expr: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        visit_order(expr)


def test_the_still_of_a_game_shows_what_was_placed_and_tells_no_gradient() -> None:
    game = visit_order("order")
    drawn = b64decode(re.findall('base64,([^"]+)', game.fallback())[0]).decode()
    assert "placed so far: nothing; still open: b, c, d" in game.fallback()
    assert ">18<" not in drawn
    assert drawn.count(">–<") == 3
    ids = {name: i for i, name in trace("order").label.items()}
    game.visits = [ids["d"], ids["b"]]
    assert "placed so far: d, b; still open: c" in game.fallback()


def test_what_a_page_sends_is_read_with_care() -> None:
    game = visit_order("order")
    game.set_state({"visits": [5, "b", 99, -1]})
    assert game.order == ["d"]
    assert "d" in repr(game)


def test_numbers_for_leaves_are_given_as_to_play() -> None:
    assert visit_order("a*b + a", a=2, b=-3).trace["data"] == trace("a*b + a", a=2, b=-3).data


# ---------------------------------------------------------------- the picture


@settings(max_examples=40)
@given(expression=expressions())
def test_orders_of_the_picture_are_right(expression: Value) -> None:
    t = trace(expression)
    if not any(t.op):
        return
    order = next(right_orders(t))
    place = {node: k for k, node in enumerate(order)}
    assert len(order) == count_operations(t)
    assert all(
        place[target] < place[source] for source, target in zip(t.sources, t.targets, strict=True) if t.op[source]
    )


def test_two_orders_are_two_pictures_with_the_same_gradients() -> None:
    picture = draw_orders("orders")
    assert repr(picture) == "two right orders of the backward pass: g, f, e, d, c and g, e, f, c, d"
    drawn = ElementTree.fromstring(picture.svg)
    svg = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in drawn.iter(f"{svg}text")]
    assert texts.count("g = e + f") == 2
    badges = [group[1].text for group in drawn.iter(f"{svg}g") if len(group) and group[0].tag == f"{svg}rect"]
    badges = [text for text in badges if text.isdecimal()]
    assert badges == [*"12345", *"12345"]
    assert len([text for text in texts if text == "g → f → e → d → c"]) == 1


def test_one_order_is_one_picture() -> None:
    assert repr(draw_orders("order")) == "the only right order of the backward pass: d, c, b"


def test_labels_of_the_picture_are_escaped() -> None:
    a = Value(2.0, label="<script>")
    b = a * a
    b.label = "</svg>&"
    picture = draw_orders(b)
    ElementTree.fromstring(picture.svg)
    assert "<script>" not in picture.svg


def test_a_picture_needs_an_operation() -> None:
    with pytest.raises(ValueError, match="must have operations"):
        draw_orders(Value(1.0))
