"""play(mine, against=True): what a player is given, what it refuses, and what an edit does to it."""

import math
import re
from base64 import b64decode
from typing import Any

import pytest
from kit import learner_engines as learners
from kit.learner_engines import diamond, neuron

from microgradviz import Trace, Value, play, to_html, to_svg, trace
from microgradviz.layout.scene import CARD_HEIGHT
from microgradviz.nn import MLP


def beside(expr: Any, **options: Any) -> dict[str, Any]:
    """{value: (data, grad)} of what stands beside."""
    columns = play(expr, **options).scene.get("beside") or {"node": []}
    rows = zip(columns["node"], columns.get("data", []), columns.get("grad", []), strict=True)
    return {i: (data, grad) for i, data, grad in rows}


def still(player: Any) -> str:
    """The picture that is shown without a kernel."""
    return b64decode(re.search(r"base64,([^\"]+)", player.fallback())[1]).decode()  # type: ignore[index]


def test_without_a_fault_nothing_stands_beside_and_no_card_is_higher() -> None:
    player = play(diamond(learners.Lecture))
    assert "beside" not in player.scene
    assert player.scene["h"] == CARD_HEIGHT


def test_the_right_numbers_stand_beside_those_that_a_fault_made_wrong() -> None:
    assert beside(diamond(learners.AssignsInMul)) == {0: (None, 18.0), 1: (None, 18.0), 2: (None, 18.0)}
    player = play(diamond(learners.AssignsInMul))
    assert player.scene["beside"]["name"] == "right"
    assert player.scene["h"] > CARD_HEIGHT


def test_the_shortest_call_compares_with_our_own_engine() -> None:
    columns = play(diamond(learners.AssignsInMul), against=True).scene["beside"]
    assert (columns["name"], columns["compared"], columns["remarks"]) == ("ours", 6, [])
    assert columns["grad"] == [18.0, 18.0, 18.0]
    assert play(diamond(learners.Lecture), against=True).scene["beside"]["node"] == []


def test_nan_equals_nan_and_travels() -> None:
    a = Value(math.nan)
    f = a * 2
    assert beside(trace(f), against=True) == {}
    a.data = 1.0
    assert {i: data for i, (data, _) in beside(trace(f), against=True).items() if data} == {2: 2.0}
    g = a * 2
    a.data = math.nan
    assert beside(trace(g), against=True)[2] == ({"$f": "NaN"}, None)


@pytest.mark.parametrize(
    ("against", "options", "error", "sentence"),
    [
        (3, {}, TypeError, "against must be True, for our own engine's numbers, or left out \\(got int 3\\)"),
        ("a * 2", {}, TypeError, "against must be True"),
        (True, {"update": 0.1}, ValueError, "against must be left out with update=0.1"),
        (True, {"accumulate": False}, ValueError, "against must be left out with accumulate=False"),
        (
            True,
            {"presets": True},
            ValueError,
            "against must be left out with presets, .* play\\('neuron', against=True\\)",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused_by_name(against: Any, options: Any, error: Any, sentence: str) -> None:
    expr = None if "presets" in options else Value(2.0, label="a") * 3.0
    with pytest.raises(error, match=sentence):
        play(expr, against=against, **options)


def test_an_update_begins_on_a_player_without_a_comparison() -> None:
    player = play("a * 3", a=2, against=True)
    with pytest.raises(ValueError, match="update must be None beside another engine"):
        player.update = 0.1


def test_large_graphs_and_closed_groups_are_compared_too() -> None:
    start = Value(1.0)
    x = start
    for _ in range(1250):
        x = x * 1.0 + 0.5
    start.data = 1.5
    columns = play(x, against=True).scene["beside"]
    assert (columns["compared"], len(columns["node"])) == (5001, 3750)
    net = MLP(3, [8, 8, 1], seed=1)
    mine = net([1.0, 2.0, 3.0])
    net.parameters()[5].data += 0.5
    player = play(mine, against=True, groups="closed")
    assert "parts" in player.scene
    assert player.scene["beside"]["compared"] == len(trace(mine))
    assert player.scene["beside"]["node"]


def test_an_edit_never_leaves_a_number_that_was_compared_at_others() -> None:
    a = Value(3.0, label="a")
    f = a * 4
    a.data = 2.0  # after the forward pass
    player = play(f, against=True)
    given = player.scene["beside"]
    assert given["node"]
    assert ">ours<" in still(player)
    player.leaves = {"a": 5}
    assert ">ours<" not in still(player)
    player.leaves = {"a": 2}
    assert player.scene["beside"] == given
    assert ">ours<" in still(player)


def test_a_still_picture_has_the_second_number_when_nothing_more_arrives() -> None:
    t = diamond(learners.AssignsInMul)
    assert [to_svg(t, step=k).count(">right<") for k in (3, 6, 7, 8)] == [0, 0, 1, 2]
    assert to_svg(neuron(learners.WrongTanhData), step=1).count(">right<") == 0
    assert to_svg(neuron(learners.WrongTanhData), step=2).count(">right<") == 1


def test_a_trace_that_was_saved_is_compared_as_it_was() -> None:
    saved = Trace.from_json(diamond(learners.AssignsInMul).to_json())
    assert beside(saved, against=True) == {0: (None, 18.0), 1: (None, 18.0), 2: (None, 18.0)}
    assert '"beside"' in to_html(saved, against=True)
