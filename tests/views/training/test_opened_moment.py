"""A moment of a learner's own loop opens with the names of its inputs, its target and its parameters."""

from collections.abc import Iterator
from typing import Any

from microgradviz import training
from microgradviz.exercises.networks import NETWORK_TEXT
from microgradviz.exercises.stages import engine_source


def test_a_moment_of_a_learners_network_names_its_leaves() -> None:
    space: dict[str, Any] = {}
    exec(f"{engine_source('08')}\n\n{NETWORK_TEXT}", space)
    model = space["MLP"](2, [2, 1])

    def learn() -> Iterator[float]:
        while True:
            yield model([1.0, 0.0]).data

    run = training(learn(), model, [[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0]).taken_runs()[0]
    names = run.answer({"do": "open", "step": 0, "sample": 0})[0]["play"]["scene"]["name"]
    assert {"x1", "x2", "y", "layers[0].neurons[1].w[0]", "layers[1].neurons[0].b"} <= {*names}
