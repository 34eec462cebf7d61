"""A moment of a learner's own loop opens with the names of its leaves, and as the units of the network."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from kit.learner_network import Network, X, Y, learning

from microgradviz import Value, training
from microgradviz.exercises.networks import NETWORK_TEXT
from microgradviz.exercises.stages import engine_source


def test_a_moment_of_a_learners_network_names_its_leaves() -> None:
    space: dict[str, Any] = {}
    exec(f"{engine_source('08')}\n\n{NETWORK_TEXT}", space)
    model = space["MLP"](2, [2, 1])

    def learn() -> Iterator[float]:
        while True:
            yield model([1.0, 0.0]).data

    run = training(learn, model, [[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0]).taken_runs()[0]
    trace = run.answer({"do": "open", "step": 0, "sample": 0})[0]["play"]["trace"]
    assert {"x1", "x2", "y", "L1.n2.w1", "L2.n1.b"} <= {*trace["label"].values()}


@pytest.mark.parametrize("engine", ["theirs", "ours"])
def test_a_moment_of_a_network_of_ones_own_opens_as_its_units(engine: str) -> None:
    space: dict[str, Any] = {"Value": Value}
    exec(engine_source("08") if engine == "theirs" else "", space)
    model = Network(space["Value"])
    run = training(learning(model), model, X, Y).taken_runs()[0]
    opened = run.answer({"do": "open", "step": 0, "sample": 0})[0]["play"]["trace"]
    recorded = run.to_page()["play"]["trace"]
    assert run.to_page()["play"]["update"] is None, "their rate is not known"
    for trace in (opened, recorded):
        unit = ["neuron 1", "neuron 2", "neuron 3", "neuron 4"]
        assert [name for name, _ in trace["groups"]] == ["layer 1", *unit, "layer 2", "neuron 1"]
        sizes = Counter(trace["group"])
        assert [sizes[k] for k in (1, 2, 3, 4)] == [5] * 4  # two products, two sums, tanh
        assert sizes[6] == 8  # four products, four sums
        assert trace["group"][-1] == -1  # the loss
