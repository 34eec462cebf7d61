"""The presets of `training`: a task with its samples, a small network, and the loop that solves it."""

from __future__ import annotations

import random
from collections.abc import Callable
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
        samples: Points and their targets.
        network: A new network, from its seed.
        loop: The settings of its loop.
    """

    title: str
    samples: Callable[[], Samples]
    network: Callable[[int], MLP]
    loop: dict[str, Any]


def _corners(low: float, targets: list[float]) -> Callable[[], Samples]:
    return lambda: ([[x, y] for x in (low, 1.0) for y in (low, 1.0)], targets)


def _line() -> Samples:
    rng = random.Random(SEED)
    points = [[round(rng.uniform(-1, 1), 2)] for _ in range(20)]
    return points, [round(0.7 * x - 0.3 + rng.gauss(0, 0.1), 2) for [x] in points]


def _logic(*layers: int) -> Callable[[int], MLP]:
    """Tanh throughout, weights from -1 to 1: learned from every one of the seeds 0 to 99."""
    return lambda seed: MLP(2, layers, activation="tanh", output="tanh", seed=seed)


def _network(nin: int, *layers: int) -> Callable[[int], MLP]:
    return lambda seed: MLP(nin, layers, activation="tanh", init="xavier", seed=seed)


_QUICK = {"lr": 0.1, "momentum": 0.9}
TASKS = {
    "xor": Task("XOR", _corners(0.0, [-1.0, 1.0, 1.0, -1.0]), _logic(4, 1), {"lr": 0.5}),
    "and": Task("AND", _corners(-1.0, [-1.0, -1.0, -1.0, 1.0]), _logic(1), {"lr": 0.1}),
    "or": Task("OR", _corners(-1.0, [-1.0, 1.0, 1.0, 1.0]), _logic(1), {"lr": 0.1}),
    "moons": Task("Two moons", lambda: moons(100, seed=SEED), _network(2, 8, 8, 1), _QUICK),
    "circles": Task("Two circles", lambda: circles(100, seed=SEED), _network(2, 8, 8, 1), _QUICK),
    "line": Task("A line through points", _line, _network(1, 1), {"lr": 0.1}),
}
