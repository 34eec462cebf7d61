"""What the cards of closed groups show of their inside."""

import re

import pytest
from kit.grouped_graphs import training

from microgradviz import Value, group, to_svg, trace
from microgradviz.gpt import GPT, encode
from microgradviz.layout.groups_scene import make_groups_scene
from microgradviz.layout.parts import split_into_parts
from microgradviz.layout.units import MOST_UNITS, UNIT
from microgradviz.nn import MLP
from microgradviz.tracing import Trace, number_text
from microgradviz.views.bundle import HERE

POINTS = ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))


def units_of(result: Value) -> tuple[Trace, dict[str, list[tuple[str, int]]]]:
    """The trace in parts; and of each part the labels and the values of what its card shows."""
    found = split_into_parts(trace(result))
    units = make_groups_scene(found)["parts"]["units"]
    named = {part.name: [(unit.label, unit.node) for unit in own] for part, own in zip(found.parts, units, strict=True)}
    return found.trace, named


def losses_of(samples: int = 4) -> list[Value]:
    model = MLP(2, [2, 1], activation="tanh", seed=1)
    return [(model(x) - y) ** 2 for *x, y in POINTS[:samples]]


def test_page_and_python_agree_how_large_a_unit_is() -> None:
    source = (HERE / "kit" / "unit_card.js").read_text(encoding="utf-8")
    assert tuple(map(float, re.findall(r"UNIT = \{ width: (\d+), height: (\d+) \}", source)[0])) == UNIT


def test_a_layer_shows_its_neurons_and_the_inputs_stand_before_it() -> None:
    t, units = units_of((MLP(2, [4, 4, 1], seed=1)([1.0, -2.0]) - 1) ** 2)
    for layer, count in (("layer 1", 4), ("layer 2", 4), ("layer 3", 1)):
        assert [label for label, _ in units[layer]] == [f"n{k + 1}" for k in range(count)]
    assert [t.op[i] for _, i in units["layer 1"]] == ["relu"] * 4
    found = split_into_parts(t)
    inputs = [i for i, label in found.trace.label.items() if label in ("x1", "x2")]
    assert len(inputs) == 2
    assert all(not part.begin <= i < part.end for part in found.parts for i in inputs)


@pytest.mark.parametrize("neurons", [MOST_UNITS, MOST_UNITS + 1])
def test_too_many_neurons_for_a_card_are_counted_on_it(neurons: int) -> None:
    _, units = units_of(MLP(2, [neurons, 1], seed=1)([1.0, -2.0]))
    assert len(units["layer 1"]) == (neurons if neurons <= MOST_UNITS else 0)


def test_a_sample_shows_prediction_target_and_loss() -> None:
    losses = losses_of()
    t, units = units_of(sum(losses) / 4)
    for k, (loss, (*_, y)) in enumerate(zip(losses, POINTS, strict=True), start=1):
        assert [label for label, _ in units[f"sample {k}"]] == ["prediction", "target", "loss"]
        assert [t.data[i] for _, i in units[f"sample {k}"]][1:] == [y, loss.data]


def test_many_samples_are_one_card_of_their_losses() -> None:
    _, units = units_of(training(10))
    assert [label for label, _ in units["10 samples"]] == [f"loss {k + 1}" for k in range(10)]
    assert [label for label, _ in units["sample 1"]] == ["prediction", "times", "loss"]


@pytest.mark.parametrize(
    ("result", "name"),
    [
        (lambda: sum(losses_of()), "Σ of 4 terms"),
        (lambda: sum(losses_of()) / 4, "mean of 4 terms"),
        (lambda: sum(losses_of()) * 0.25, "mean of 4 terms"),
        (lambda: sum(losses_of()) * 0.5, "Σ of 4 terms"),
        (lambda: sum(losses_of(3)), "Σ of 3 terms"),
    ],
)
def test_a_sum_is_one_card_and_says_whether_it_is_a_mean(result: object, name: str) -> None:
    whole = [part.name for part in split_into_parts(trace(result())).parts if part.around < 0]  # type: ignore[operator]
    assert [one for one in whole if " of " in one] == [name]


def test_two_terms_are_an_addition_as_ever() -> None:
    with group("inner"):
        a = Value(2.0, label="a") * 3.0
    names = [part.name for part in split_into_parts(trace(a + Value(1.0, label="b"))).parts]
    assert names == ["inner"]


def test_a_gpt_has_a_part_for_each_letter_and_each_of_those_its_own() -> None:
    _, units = units_of(GPT(width=4, heads=2, seed=0).loss(*encode("eve")))
    assert {"letter 1 “.”", "letter 2 “e”", "letter 3 “v”", "letter 4 “e”", "mean of 4 terms"} <= set(units)
    assert {"position", "query · key · value", "head 1", "head 2", "mix", "block", "scores", "loss"} <= set(units)
    assert [label for label, _ in units["letter 2 “e”"]] == ["loss"]
    assert len(units["head 1"]) == 2


def test_a_still_picture_shows_the_units_too() -> None:
    result = sum(losses_of()) / 4
    svg = to_svg(result, groups="closed")
    for words in ("prediction", "target", "loss"):
        assert svg.count(f">{words}<") == 4
    assert f">{number_text(result.data)}<" in svg
