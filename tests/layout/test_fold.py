"""Constants in their operation: which leaves have no card, and the picture of what is left."""

import base64
from typing import Any

import pytest
from kit.grouped_graphs import training
from kit.sample_pictures import cards

from microgradviz import MLP, Trace, Value, draw_dot, group, play, to_svg, trace
from microgradviz.layout.fold import find_constants
from microgradviz.layout.groups_closed import close_groups
from microgradviz.layout.groups_scene import items_by_part, make_groups_scene
from microgradviz.layout.parts import split_into_parts
from microgradviz.layout.scene import make_scene, text_width
from microgradviz.tracing.faults import Fault

HALF = [Value(0.5), Value(-2.0)]  # named by their place in the list


def bare() -> Value:
    """A leaf that no variable holds."""
    return Value(0.5)


def shared() -> Value:
    two = [Value(2.0)].pop()
    made = Value(3.0, label="x") * two + two
    del two
    return made


def folded(expression: Any) -> list[str]:
    """The titles of the operations that constants are folded into."""
    found = expression if isinstance(expression, Trace) else trace(expression)
    user = dict(zip(found.sources, found.targets, strict=True))
    return [make_scene(found)["title"][user[i]] for i in find_constants(found, found.faults)]


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        (lambda x: (x + 2) * x, ["e = x + 2"]),
        (lambda x: x * 2 + 1, ["e = x × 2", "f = e + 1"]),
        (lambda x: (3 * x * x).relu(), ["e = 3 × x"]),
        (lambda x: 1 / (1 + (-x).exp()), ["g = 1 + f", "h = 1 ÷ g"]),
        (lambda x: x**2 + x, []),  # an exponent is part of the operation
        (lambda x: x * 0.123456, []),  # which the title would cut
        (lambda x: x + bare(), ["e = x + 0.5"]),  # a trace does not tell it from a number
        (lambda x: x + bare() * bare(), []),  # nothing else goes into ×
        (lambda x: x * float("inf"), []),  # what a fault is about
    ],
)
def test_a_number_that_stands_in_the_title_has_no_card(expression: Any, found: list[str]) -> None:
    assert folded(trace(expression, x=3)) == found


def test_what_could_be_a_parameter_keeps_its_card() -> None:
    assert folded(shared()) == []  # a number is wrapped anew for each operation
    assert folded(HALF[0] * Value(3.0, label="x") + HALF[1]) == []
    assert folded(Value(3.0)) == []  # the result itself
    assert folded((bare() * 2.0 + bare()).tanh() + 1) == []  # a class of one's own, whose w and b have no names
    net = trace(MLP(2, [2, 1], seed=1, init="zeros")([1.0, -2.0]))
    assert not set(find_constants(net, ())) & net.label.keys()
    assert find_constants(net, ()) == []  # its inputs have names too


def test_a_constant_with_a_fault_keeps_its_card() -> None:
    t = trace("a * 2 + 1", a=3)
    two = t.data.index(2.0)
    assert two in find_constants(t, ())
    for fault in (Fault("stale gradient", "", two, None), Fault("lost contribution", "", None, t.sources.index(two))):
        assert two not in find_constants(t, [fault])


def test_what_is_left_is_placed_as_if_there_were_nothing_else() -> None:
    scene, plain = make_scene(trace("(x + 2) * x", x=3)), make_scene(trace("relu(x) * x", x=3))
    at = [i for i, x in enumerate(scene["fold"]["x"]) if x is not None]
    assert [scene["fold"]["x"][i] for i in at] == plain["x"]
    assert [route for route in scene["fold"]["routes"] if route] == plain["routes"]
    assert None not in scene["x"]
    assert "fold" not in plain


def titles(svg: str) -> list[str]:
    return [title for title, *_ in cards(svg)]


def test_still_pictures_fold_and_draw_dot_does_not() -> None:
    assert titles(to_svg("(x + 2) * x", x=3)) == ["x", "e = x + 2", "f = e × x"]
    assert titles(to_svg("(x + 2) * x", x=3, constants=True)) == ["x", "constant", "e = x + 2", "f = e × x"]
    player = play("(x + 2) * x", x=3)
    for shown, title in ((False, "of 3 values: e = x + 2 = 5"), (True, "of 4 values: e = x + 2 = 5")):
        player.constants = shown
        html = player._repr_mimebundle_()[0]["text/html"]
        assert title in html
        assert ("constant" in base64.b64decode(html.split("base64,")[1][:-2]).decode()) is shown
    assert draw_dot("(x + 2) * x", x=3).source.count("data ") == 4


def test_what_goes_into_a_folded_constant_is_no_step_of_its_own() -> None:
    pictures = [to_svg("a * 2 + 1", a=3, step=k) for k in range(6)]
    assert len(set(pictures)) == 6
    assert to_svg("a * 2 + 1", a=3) == pictures[-1]
    with pytest.raises(ValueError, match="step must be from 0 to 5 "):
        to_svg("a * 2 + 1", a=3, step=6)
    with pytest.raises(ValueError, match="step must be from 0 to 7 "):
        to_svg("a * 2 + 1", a=3, step=8, constants=True)
    by_node = to_svg("a * 2 + 1", a=3, by="node", step=4)
    assert by_node.count("× 1<") == 1


def test_in_groups_a_leaf_is_folded_if_it_is_a_constant_in_all_that_look_alike() -> None:
    values = []
    for number in (0.5, 0.25, 0.123456, 2.0):
        with group("part"):
            values.append((Value(3.0, label="x") * number + 1).relu())
    found = split_into_parts(trace(values[0] + values[1] + values[2] + values[3]))
    scene = make_groups_scene(found)
    assert [found.trace.data[i] for i in scene["fold"]["nodes"]] == [1.0] * 4
    shape = next(shape for shape in scene["shapes"].values() if "fold" in shape)
    assert sum(x is None for x in shape["fold"]["x"]) == 1
    assert len(shape["fold"]["routes"]) == len(shape["edges"])


def test_closed_groups_leave_room_for_the_widest_of_their_titles() -> None:
    found = split_into_parts(trace(MLP(2, [12, 1], seed=1)([Value(1.0, label="a"), Value(-2.0, label="b")])))
    scene = make_groups_scene(found)
    for at, level in items_by_part(len(found.trace), found.parts).items():
        wide = scene["shapes"][str(found.parts[at].shape if at >= 0 else -1)]["w"]
        for i, width in zip(level, wide, strict=True):
            assert i < 0 or width >= round(text_width(scene["texts"][scene["text"][i]][2]))


def test_a_picture_of_groups_folds_too() -> None:
    found = split_into_parts(trace(training(20)))
    scene = make_groups_scene(found)
    shown, hidden = close_groups(found.trace, scene), close_groups(found.trace, scene, constants=False)
    gone = set(shown["shown"]) - set(hidden["shown"])
    assert gone
    assert gone <= set(scene["fold"]["nodes"])
    assert all(hidden["x"][i] is None for i in gone)
    assert len(hidden["drawn"]) == len(shown["drawn"]) - len(gone)


def test_sums_and_neurons_have_names_of_one_word() -> None:
    found = split_into_parts(trace(training(20)))
    scene = make_groups_scene(found)
    names = [scene["texts"][at][0] for at in scene["text"]]
    assert {"sum", "mean", "neuron2"} <= set(names)
    assert not [name for name in names if " " in name]
