"""Lesson 16: what its screens say of gradients is what backward() gives."""

import math
import random
from itertools import pairwise
from typing import Any

import pytest
from kit.lesson_files import read_lesson, text_of
from kit.training_page import TrainingPage

from microgradviz import MLP, trace, training


def names_of_the_lesson() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = {cell["id"]: text_of(cell) for cell in read_lesson("16").code_cells}
    for cell in ("chain", "by-layer"):
        exec(cells[cell], names)
    return names


def test_every_gradient_on_the_screens_of_lesson_16_is_that_of_backward(require_node: str) -> None:
    lesson, rng = names_of_the_lesson(), random.Random(16)
    for _ in range(10):
        x, out = lesson["chain"](rng.randint(2, 10), rng.uniform(0, 4))
        along = math.prod(edge.local for edge in trace(out).edges if edge.slot == 0)  # w and σ′, layer by layer
        assert along == pytest.approx(x.grad, rel=1e-9)
    X, y = lesson["moons"](40, noise=0.1, seed=1)
    for kind, init in [("sigmoid", "xavier"), ("tanh", "xavier"), ("relu", "he")]:
        model = MLP(2, [8] * 6 + [1], activation=kind, init=init, seed=1)
        rms = [math.sqrt(sum(g * g for g in layer) / len(layer)) for layer in lesson["by_layer"](kind, init)]
        with TrainingPage(require_node, training(model, X, y, lr=0.3), kernel=False) as page:
            assert page.act("factors")[::-1] == pytest.approx([a / b for a, b in pairwise(rms)], rel=1e-9)
            for _ in range(10 if kind == "tanh" else 0):
                page.steps(rng.randint(1, 30))
                now = page.act("now")
                for p, number in zip(model.parameters(), now["params"], strict=True):
                    p.data, p.grad = number, 0.0
                loss = sum((model(point) - target) ** 2 for point, target in zip(X, y, strict=True)) / len(X)
                loss.backward()
                told = page.act("gradientsAt", now["step"])
                assert told == pytest.approx([p.grad for p in model.parameters()], rel=1e-9, abs=1e-12)
