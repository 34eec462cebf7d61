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
        samples: The training samples, and those that are held out.
        network: A new network, from its seed.
        loop: The settings of its loop.
    """

    title: str
    samples: Callable[[], tuple[Samples, Samples]]
    network: Callable[[int], Any]
    loop: dict[str, Any]


def _corners(*targets: float) -> Callable[[], tuple[Samples, Samples]]:
    return lambda: (([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], list(targets)), ([], []))


def _clouds(draw: Callable[..., Samples]) -> Callable[[], tuple[Samples, Samples]]:
    return lambda: (draw(100, seed=SEED), draw(40, seed=SEED + 1))


def _line() -> tuple[Samples, Samples]:
    rng = random.Random(SEED)
    points = [[round(rng.uniform(-1, 1), 2)] for _ in range(20)]
    return (points, [round(0.7 * x - 0.3 + rng.gauss(0, 0.1), 2) for [x] in points]), ([], [])


def _network(nin: int, *sizes: int) -> Callable[[int], MLP]:
    return lambda seed: MLP(nin, sizes, activation="tanh", init="xavier", seed=seed)


_QUICK = {"lr": 0.1, "momentum": 0.9}
TASKS = {
    "xor": Task("XOR", _corners(-1.0, 1.0, 1.0, -1.0), _network(2, 4, 1), {"lr": 0.1}),
    "and": Task("AND", _corners(-1.0, -1.0, -1.0, 1.0), _network(2, 1), {"lr": 0.1}),
    "or": Task("OR", _corners(-1.0, 1.0, 1.0, 1.0), _network(2, 1), {"lr": 0.1}),
    "moons": Task("Two moons", _clouds(moons), _network(2, 8, 8, 1), _QUICK),
    "circles": Task("Two circles", _clouds(circles), _network(2, 8, 8, 1), _QUICK),
    "line": Task("A line through points", _line, _network(1, 1), {"lr": 0.1}),
}
