"""The presets of `training`: a task with its samples, a small network, and the loop that solves it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...nn import MLP
from ...train import circles, moons

Samples = tuple[list[list[float]], list[float]]
SEED = 1337
STARTS = 12  # how many of them a page without a kernel has


@dataclass(frozen=True)
class Task:
    """A preset.

    Attributes:
        title: What a page calls it.
        samples: The training samples, and as many held-out ones as are asked for; None if there are no others.
        layers: The sizes of its network's layers, the output's last.
        network: A new network, from such sizes and its seed.
        loop: The settings of its loop.
    """

    title: str
    samples: Callable[[int], tuple[Samples, Samples | None]]
    layers: tuple[int, ...]
    network: Callable[[Sequence[int], int], Any]
    loop: dict[str, Any]


def _corners(low: float, targets: tuple[float, ...]) -> Callable[[int], tuple[Samples, None]]:
    points = [[x, y] for x in (low, 1.0) for y in (low, 1.0)]
    return lambda _: ((points, list(targets)), None)


def _clouds(draw: Callable[..., Samples]) -> Callable[[int], tuple[Samples, Samples]]:
    return lambda held: (draw(100, seed=SEED), draw(held, seed=SEED + 1) if held else ([], []))


def _line(_: int) -> tuple[Samples, None]:
    rng = random.Random(SEED)
    points = [[round(rng.uniform(-1, 1), 2)] for _ in range(20)]
    return (points, [round(0.7 * x - 0.3 + rng.gauss(0, 0.1), 2) for [x] in points]), None


def _logic(layers: Sequence[int], seed: int) -> MLP:
    """Tanh throughout, weights from -1 to 1: learned from every one of the seeds 0 to 99."""
    return MLP(2, layers, activation="tanh", output="tanh", seed=seed)


def _network(nin: int) -> Callable[[Sequence[int], int], MLP]:
    return lambda layers, seed: MLP(nin, layers, activation="tanh", init="xavier", seed=seed)


_QUICK = {"lr": 0.1, "momentum": 0.9}
TASKS = {
    "xor": Task("XOR", _corners(0.0, (-1.0, 1.0, 1.0, -1.0)), (4, 1), _logic, {"lr": 0.5}),
    "and": Task("AND", _corners(-1.0, (-1.0, -1.0, -1.0, 1.0)), (1,), _logic, {"lr": 0.1}),
    "or": Task("OR", _corners(-1.0, (-1.0, 1.0, 1.0, 1.0)), (1,), _logic, {"lr": 0.1}),
    "moons": Task("Two moons", _clouds(moons), (8, 8, 1), _network(2), _QUICK),
    "circles": Task("Two circles", _clouds(circles), (8, 8, 1), _network(2), _QUICK),
    "line": Task("A line through points", _line, (1,), _network(1), {"lr": 0.1}),
}
