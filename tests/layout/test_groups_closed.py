"""The still picture of closed groups: the cards that the player shows, at any step, and the same in a notebook."""

import base64
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st
from kit.grouped_graphs import grouped_graphs, training
from kit.sample_pictures import AWKWARD, HARMFUL, cards
from kit.sweeps import sweep

from microgradviz import MLP, Value, group, play, to_svg, trace
from microgradviz.layout.groups_closed import close_groups, state_of_closed_groups
from microgradviz.layout.groups_scene import make_groups_scene
from microgradviz.layout.parts import split_into_parts
from microgradviz.tracing.steps import state_at_step
from microgradviz.tracing.words import number_text

BLUE, VERMILLION = "#0072b2", "#d55e00"


def of(svg: str) -> dict[str, list[str]]:
    """The cards of a picture by their titles: what stands on them, line by line."""
    return {title: rest for title, *rest in cards(svg)}


def image(html: str) -> str:
    return base64.b64decode(html.split("base64,")[1][:-2]).decode()


def test_a_large_training_graph_is_a_handful_of_cards() -> None:
    seen = of(to_svg(training(20)))
    assert "Σ of 37 terms" in seen
    assert seen["20 samples"][:3] == ["1,040 values", "✓", "‖grad‖"]
    assert seen["parameters"][:2] == ["37 values", "given"]
    assert len(seen) < 12


def test_the_norms_are_those_of_the_gradients() -> None:
    result = training(20)
    found = split_into_parts(trace(result))
    part = next(p for p in found.parts if p.name == "parameters")
    norm = sum((g or 0.0) ** 2 for g in found.trace.gradients()[part.begin : part.end]) ** 0.5
    assert of(to_svg(result))["parameters"][3] == number_text(norm)


def test_groups_are_closed_when_those_of_the_player_are() -> None:
    small, large = MLP(2, [2, 1], seed=1)([1.0, -2.0]), training(20)
    for result, groups in ((small, "auto"), (small, "closed"), (large, "auto"), (small, "open")):
        closed = "parts" in play(result, groups=groups).scene
        svg = to_svg(result, groups=groups)
        assert (">layer 1<" in svg or ">20 samples<" in svg) is closed, groups


def test_groups_is_one_of_three_words() -> None:
    with pytest.raises(ValueError, match="groups must be 'auto' or 'open' or 'closed'"):
        to_svg(training(1), groups="shut")


@pytest.mark.parametrize("by", ["contribution", "node"])
def test_every_step_of_a_closed_group_lights_its_card(by: str) -> None:
    a = Value(3.0, label="a")
    with group("inner"):
        b = (a * 2.0).tanh() * 0.5
    result = b + 1.0
    player = play(result, groups="closed", by=by)
    for step in range(player.steps + 1):
        svg = to_svg(result, groups="closed", by=by, step=step)
        lit = {
            colour
            for colour in (BLUE, VERMILLION)
            if f"stroke='{colour}'" in svg.split("</style>")[1].replace(f"stroke='{BLUE}' stroke-width='1.5'", "")
        }
        assert lit == (set() if step == 0 else {BLUE} if step <= 4 else {VERMILLION}), step
        ElementTree.fromstring(svg)


def test_how_far_a_group_has_come_is_told() -> None:
    result = training(20)
    samples = [of(to_svg(result, step=k))["20 samples"][1] for k in (0, 400, 1_000)]
    assert samples == ["0 %", "41 %", "✓"]
    with group("inner"):
        b = Value(3.0, label="a") * 2.0 * 3.0 * 4.0 * 5.0
    shown = [of(to_svg(b + 1.0, groups="closed", step=k))["inner"][1] for k in range(6)]
    assert shown == ["–", "–", "–", "–", "360", "360"]


@sweep(few=15, many=300)
def test_any_groups_at_any_step_make_a_picture_of_what_is_known(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(result=grouped_graphs(), data=st.data())
    def check(result: Value, data: Any) -> None:
        found = split_into_parts(trace(result))
        placed = close_groups(found.trace, make_groups_scene(found))
        step = data.draw(st.integers(0, play(found.trace, groups="open").steps))
        plain, now = (
            state_at_step(found.trace, "contribution", step),
            state_of_closed_groups(found.trace, placed, "contribution", step),
        )
        assert (now.data, now.grad, now.backward) == (plain.data, plain.grad, plain.backward)
        assert set(plain.edges) <= set(now.edges)
        inside = [i for card in placed["closed"] for i in range(card.part.begin, card.part.end)]
        assert sorted([*placed["shown"], *inside]) == list(range(len(found.trace)))
        assert all(placed["routes"][e] for e in now.told)
        ElementTree.fromstring(to_svg(found.trace, groups="closed", step=step))

    check()


def test_one_group_around_everything_is_opened_for_its_card_would_tell_nothing() -> None:
    seen = of(to_svg(MLP(3, [4, 4, 1], seed=1)([1.0, -2.0, 3.0]), groups="closed"))
    assert [title for title in seen if title.startswith("layer")] == ["layer 1", "layer 2", "layer 3"]


def test_names_of_groups_are_text() -> None:
    for name in HARMFUL + AWKWARD:
        if not name:
            continue
        with group(name):
            inner = Value(2.0, label="a") * 3.0
        ElementTree.fromstring(to_svg(inner + 1.0, groups="closed"))


def test_a_notebook_stores_the_picture_of_the_closed_groups() -> None:
    player = play(training(20))
    html = player._repr_mimebundle_()[0]["text/html"]
    assert html.startswith('<img class="mv-still" alt="Expression graph of 1134 values: ')
    seen = of(image(html))
    assert seen["20 samples"][:3] == ["1,040 values", "✓", "‖grad‖"]
    player.step = player.steps
    assert of(image(player._repr_mimebundle_()[0]["text/html"])) == of(to_svg(training(20), step=player.steps))


def test_the_stored_picture_has_the_edited_numbers() -> None:
    player = play(training(20), step=0)
    player.leaves = {"L1.n1.w1": 2.5}
    shown = of(image(player.fallback()))
    root = number_text(player._traced.data[player._traced.root])
    assert [root in rows for title, rows in shown.items() if " = mean" in title].count(True) == 1


def test_too_many_cards_for_a_notebook_are_a_sentence() -> None:
    values = [Value(float(i), label=f"x{i}") for i in range(400)]
    with group("sum"):
        first = values[0] + values[1]
    result = first
    for value in values[2:]:
        result = (result * value).tanh()
    html = play(result, groups="closed")._repr_mimebundle_()[0]["text/html"]
    assert html.startswith('<p class="mv-still">Expression graph of ')
