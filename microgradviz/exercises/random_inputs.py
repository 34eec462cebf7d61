"""Drawn inputs: numbers that are pleasant to read, and programs over them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .probes import Inputs

# A program's steps: [operation, index of a value, index of another]; leaves come first. Every shape uses a value twice.
SHAPES: dict[str, tuple[int, list[list[Any]]]] = {
    "square": (1, [["*", 0, 0]]),
    "doubled": (1, [["+", 0, 0]]),
    "diamond": (2, [["+", 0, 1], ["*", 0, 1], ["*", 2, 3]]),
    "again": (2, [["*", 0, 1], ["*", 2, 0], ["*", 2, 3]]),  # a value made by an operation, used early and late
    "late": (2, [["*", 0, 1], ["*", 2, 0], ["*", 3, 2]]),
    "ladder": (2, [["+", 0, 1], ["*", 2, 2], ["+", 3, 2], ["*", 4, 3]]),
}


def some(rng: Random, low: float = -3.0, high: float = 3.0) -> float:
    """A number with two decimals that is not close to 0, 1 or −1, where many mistakes look right."""
    while True:
        x = round(rng.uniform(low, high), 2)
        if abs(x) > 0.2 and abs(abs(x) - 1) > 0.1:
            return x


def numbers(rng: Random, count: int, low: float = -3.0, high: float = 3.0) -> list[float]:
    """So many different numbers."""
    found: list[float] = []
    while len(found) < count:
        x = some(rng, low, high)
        if all(abs(x - y) > 0.1 for y in found):
            found.append(x)
    return found


def small(rng: Random, names: str) -> dict[str, float]:
    """A different whole number for each name, small enough to compute with by hand; never 0, 1 or −1."""
    choices = [x for x in range(-7, 8) if abs(x) > 1]
    return {name: float(x) for name, x in zip(names, rng.sample(choices, len(names)), strict=True)}


def arguments(count: int, low: float = -3.0, high: float = 3.0) -> Callable[[Random], Inputs]:
    """A draw of a function's arguments."""
    return lambda rng: {"args": numbers(rng, count, low, high)}


def shaped(rng: Random, *names: str) -> list[Inputs]:
    """One program of each shape, over drawn leaves."""
    return [{"leaves": numbers(rng, SHAPES[name][0]), "steps": SHAPES[name][1]} for name in names]


def program(rng: Random, operations: str = "+*", count: int = 6) -> Inputs:
    """A random program in which the latest values are the likeliest inputs; the last value depends on its leaves."""
    leaves = numbers(rng, 2, -1.5, 1.5)
    steps: list[list[Any]] = [[rng.choice(operations), 0, 1]]
    for i in range(1, count):
        last = len(leaves) + i - 1
        steps.append([rng.choice(operations), last, rng.randrange(max(0, last - 2), last + 1)])
    return {"leaves": leaves, "steps": steps}


def programs(times: int, operations: str = "+*", count: int = 6) -> Callable[[Random], list[Inputs]]:
    """A draw of so many random programs."""
    return lambda rng: [program(rng, operations, count) for _ in range(times)]


def chain(depth: int) -> Inputs:
    """A program of that many additions, one after another: too deep for a function that calls itself."""
    return {"leaves": [0.5], "steps": [["+", i, i] if i < 3 else ["+", i, 0] for i in range(depth)]}


def whole(rng: Random) -> list[Inputs]:
    """Programs over whole numbers, for exact arithmetic."""
    return [
        {**inputs, "leaves": [float(rng.randint(2, 9)) for _ in inputs["leaves"]]}
        for inputs in shaped(rng, "diamond", "again", "ladder")
    ]


def wide(rng: Random, width: int = 10_000) -> list[Inputs]:
    """What `probes.wide` makes its graph from: too many leaves for any way but one sweep backward."""
    products = [0, rng.randint(2, 4), rng.randint(9, 11)]
    return [{"seed": rng.randrange(1 << 32), "width": width, "products": products, "chains": 10, "links": 150}]


def weights(rng: Random, nin: int, nout: int) -> tuple[list[list[float]], list[float]]:
    """Weights and biases of a layer."""
    return [numbers(rng, nin, -1.5, 1.5) for _ in range(nout)], numbers(rng, nout, -1.5, 1.5)


def moons(rng: Random, count: int, noise: float, turn: float, upper: float) -> tuple[list[list[float]], list[float]]:
    """Two half moons that reach into each other, each with points all along it: points and labels.

    Args:
        rng: Where random numbers come from.
        count: How many points.
        noise: How far they lie beside the moons.
        turn: The angle by which both are turned.
        upper: The label of the upper one, 1 or −1; the lower one has the other.
    """
    from math import cos, pi, sin

    points, labels = [], []
    for k in range(count):
        angle, is_upper = 2 * pi * (k // 2 + rng.random()) / count, k % 2 == 0
        x, y = (cos(angle), sin(angle)) if is_upper else (1 - cos(angle), 0.5 - sin(angle))
        x, y = x + rng.gauss(0, noise), y + rng.gauss(0, noise)
        points.append([round(x * cos(turn) - y * sin(turn), 3), round(x * sin(turn) + y * cos(turn), 3)])
        labels.append(upper if is_upper else -upper)
    return points, labels
