"""The presets: their numbers, how they are asked for, and the switch between them."""

import json
from typing import Any

import pytest

from microgradviz import Trace, draw_dot, play, to_html, to_svg, trace
from microgradviz.sources import write_text
from microgradviz.sources.presets import PRESETS

NUMBERS: list[tuple[str, float, dict[str, float]]] = [
    ("chain", -10, {"a": 10, "b": 10, "c": -1}),
    ("square", 9, {"a": 6}),
    ("diamond", 18, {"a": 15, "b": 6, "c": 3}),
    ("order", 27, {"a": 18, "b": 18, "c": 3}),
    ("orders", 9, {"a": -6, "b": -12, "c": -1, "d": -9, "e": 1, "f": 1}),
    ("lecture", -8, {"a": 6, "b": -4, "c": -2, "d": -2, "e": -2, "f": 4}),
    ("neuron", 0.7071, {"x1": -1.5, "w1": 1, "x2": 0.5, "w2": 0, "b": 0.5}),
    ("sigmoid", 0.1792, {"w1": -0.2877, "w2": -0.4315, "b": -0.1438, "x1": -0.0719, "x2": 0.0719, "ŷ": -0.5987}),
    ("relu", 12, {"x": 12}),
    ("softmax", 0.6652, {"a": 0.2227, "b": -0.1628, "c": -0.0599}),
]


@pytest.mark.parametrize(("name", "data", "grads"), NUMBERS)
def test_a_preset_has_the_numbers_of_the_lessons(name: str, data: float, grads: dict[str, float]) -> None:
    t = trace(name)
    assert t.data[t.root] == pytest.approx(data, abs=5e-5)
    found = {t.label[i]: grad for i, grad in enumerate(t.gradients()) if i in t.label}
    assert {label: found[label] for label in grads} == pytest.approx(grads, abs=5e-5)


def test_every_preset_is_tested_here() -> None:
    assert [name for name, _, _ in NUMBERS] == list(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_written_as_we_write(name: str) -> None:
    assert write_text(trace(name)).text == PRESETS[name].text


def test_the_sigmoid_neuron_guesses_two_fifths() -> None:
    t = trace("sigmoid")
    assert {label: t.data[i] for i, label in t.label.items()}["ŷ"] == pytest.approx(0.4013, abs=5e-5)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_taken_everywhere_and_knows_itself(name: str) -> None:
    preset = PRESETS[name]
    assert preset.name == name
    assert name.isidentifier()
    assert Trace.from_dict(play(name).trace) == draw_dot(name).trace == trace(name)
    assert play(name).preset == name
    assert play(name).scene["heading"] == preset.title
    assert to_svg(name).startswith("<svg")
    assert f"<title>{preset.title}</title>" in to_html(name)


def test_leaves_can_be_given_and_others_cannot() -> None:
    t = trace("neuron", b=0)
    assert {label: t.data[i] for i, label in t.label.items()}["b"] == 0
    assert trace("square", leaves={"a": 4}).data == [4, 16]
    with pytest.raises(TypeError, match=r"must be one of the preset 'neuron', x1, x2, w1, w2, b \(got 'c'\)"):
        play("neuron", c=1)
    with pytest.raises(TypeError, match="leaf b"):
        play("neuron", b="zero")


def test_an_unknown_name_tells_the_presets_there_are() -> None:
    with pytest.raises(ValueError, match=r"'nueron'\); did you mean 'neuron'\? The presets are chain, square"):
        play("nueron")
    with pytest.raises(ValueError, match="an expression is written like"):
        draw_dot("x")


def test_a_text_that_names_its_own_leaf_is_a_text() -> None:
    assert trace("square", square=3).data == [3]
    assert trace(" square ").data == [3, 9]


# ---------------------------------------------------------------- the switch


def test_a_switch_holds_every_preset_once_and_begins_with_the_first() -> None:
    player = play(presets=["diamond", "neuron", "diamond"])
    assert list(player.plays) == ["diamond", "neuron"]
    assert player.preset == "diamond"
    assert list(play(presets=True).plays) == list(PRESETS)
    assert play("neuron", presets=True).preset == "neuron"
    json.dumps(player.plays, allow_nan=False)


def test_a_preset_set_from_python_brings_everything_with_it() -> None:
    player = play(presets=True, start="backward", step=4)
    assert player.step == 4
    player.preset = "order"
    assert Trace.from_dict(player.trace) == trace("order")
    assert (player.step, player.steps, player.scene["heading"]) == (3, 8, "Why the order matters")
    with pytest.raises(ValueError, match=r"preset must be one of 'chain', 'square'.* \(got 'nothing'\)"):
        player.preset = "nothing"
    assert player.preset == "order"


def test_what_the_page_sends_as_it_switches_is_taken_as_it_is() -> None:
    player = play(presets=["square", "sigmoid"])
    chosen = player.plays["sigmoid"]
    player.set_state({"preset": "sigmoid", "trace": chosen["trace"], "scene": chosen["scene"], "step": 20})
    assert (player.preset, player.step, player.steps) == ("sigmoid", 20, 22)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"presets": "neuron"}, TypeError, "presets must be a list of names, or True for all"),
        ({"presets": 3}, TypeError, "presets must be a list of names"),
        ({"presets": []}, ValueError, r"presets must be some of chain, .* \(got \[\]\)"),
        ({"presets": ["nothing"]}, ValueError, r"presets must be some of .* \(got 'nothing'\)"),
        ({"presets": True, "a": 3}, TypeError, r"leaves must be given for one preset"),
        ({"presets": True, "step": 99}, ValueError, "step must be from 0 to 7"),
    ],
)
def test_a_switch_that_cannot_be_is_refused(given: Any, error: type[Exception], words: str) -> None:
    for function in (play, to_html):
        with pytest.raises(error, match=words):
            function(**given)


def test_an_expression_beside_a_switch_must_be_in_it() -> None:
    with pytest.raises(ValueError, match="expression must be left out, or be the preset to begin with"):
        play("a * b", presets=True)
    with pytest.raises(TypeError, match="expression must be a Value"):
        play()


# ---------------------------------------------------------------- gradients off


def test_without_gradients_the_play_ends_with_the_forward_pass() -> None:
    assert play("lecture", gradients=False).steps == 3
    with pytest.raises(ValueError, match="step must be from 0 to 3"):
        play("lecture", gradients=False, step=4)
    player = play("lecture", step=8)
    player.gradients = False
    assert (player.step, player.steps) == (3, 3)
    player.gradients = True
    assert player.steps == 10
