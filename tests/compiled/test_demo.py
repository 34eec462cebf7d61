"""micrograd's demo, two moons and a net of 337 parameters: its losses, plain and compiled. The whole run is slow."""

import gc
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from kit.backends import every_backend, needs_llvmlite

from microgradviz import compile
from microgradviz.engine import Value
from microgradviz.nn import MLP
from microgradviz.train import hinge

np = pytest.importorskip("numpy", reason="NumPy is not installed: pip install numpy")
STEPS = 100


class Demo(NamedTuple):
    """The samples, the model, its weights at the beginning, and the plain engine's loss and accuracy at each step."""

    points: Any
    signs: Any
    model: MLP
    start: list[float]
    losses: list[float]
    accuracies: list[float]


def make_moons() -> tuple[Any, Any]:
    """scikit-learn's make_moons(n_samples=100, noise=0.1), with NumPy's global random numbers."""
    angle = np.linspace(0, np.pi, 50)
    x = np.append(np.cos(angle), 1 - np.cos(angle))
    y = np.append(np.sin(angle), 1 - np.sin(angle) - 0.5)
    points, labels = np.vstack([x, y]).T, np.repeat([0, 1], 50)
    order = np.arange(100)
    np.random.shuffle(order)
    points, labels = points[order], labels[order]
    return points + np.random.normal(scale=0.1, size=points.shape), labels


def rate(step: int) -> float:
    return 1.0 - 0.9 * step / STEPS


def penalty(model: MLP) -> Value:
    return 1e-4 * sum(p * p for p in model.parameters())  # type: ignore[return-value]


def total_loss(model: MLP, points: Any, signs: Any) -> tuple[Value, list[Value]]:
    scores = [model([*map(Value, row)]) for row in points]
    losses = [(1 + -y * score).relu() for y, score in zip(signs, scores, strict=True)]
    return sum(losses) * (1.0 / len(losses)) + penalty(model), scores


@pytest.fixture(scope="module")
def no_collector() -> Iterator[None]:
    """The engine leaves nothing to the cyclic collector, whose walks are much of the time of this run."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(scope="module", params=[30, pytest.param(STEPS, marks=pytest.mark.slow)])
def demo(request: pytest.FixtureRequest, no_collector: None) -> Demo:
    np.random.seed(1337)
    random.seed(1337)
    points, labels = make_moons()
    model = MLP(2, [16, 16, 1])
    demo = Demo(points, labels * 2.0 - 1, model, [p.data for p in model.parameters()], [], [])
    for step in range(request.param):
        loss, scores = total_loss(model, points, demo.signs)
        demo.losses.append(loss.data)
        demo.accuracies.append(sum((y > 0) == (s.data > 0) for y, s in zip(demo.signs, scores, strict=True)) / 100)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= rate(step) * p.grad
    return demo


def test_the_seeded_demo_gives_micrograds_losses(demo: Demo) -> None:
    assert len(demo.start) == 337
    assert (demo.losses[0], demo.accuracies[0]) == (0.8958441028683222, 0.5)
    loss, accuracy = {30: ("0.087787837074", 0.96), STEPS: ("0.010978370135", 1.0)}[len(demo.losses)]
    assert (f"{demo.losses[-1]:.12f}", demo.accuracies[-1]) == (loss, accuracy)


def trained(step: Any, demo: Demo, *arrays: Any) -> list[float]:
    losses = []
    for i, number in enumerate(demo.start):
        step.params[i] = number
    for t in range(len(demo.losses)):
        losses.append(step(*arrays))
        for i, grad in enumerate(step.grads):
            step.params[i] -= rate(t) * grad
    return losses


@every_backend
def test_compiled_it_has_the_same_losses_at_every_step(demo: Demo, backend: str) -> None:
    model = demo.model
    step = compile(lambda x, y: hinge(model(x), y) + penalty(model), model.parameters(), backend=backend)
    assert trained(step, demo, demo.points, demo.signs) == pytest.approx(demo.losses, rel=1e-9, abs=0)


@needs_llvmlite
def test_all_its_samples_in_one_compiled_graph_have_the_same_losses(demo: Demo) -> None:
    model = demo.model
    step = compile(lambda: total_loss(model, demo.points, demo.signs)[0], model.parameters(), backend="llvm")
    assert trained(step, demo) == pytest.approx(demo.losses, rel=1e-9, abs=0)
