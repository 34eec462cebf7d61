"""Random inputs for the cases of an exercise: numbers that are pleasant to read, and programs over them.

What is called random_… draws at once, from the source of random numbers it is given. What is called draw_… makes a
function for a row of a rubric, which draws whenever a seed is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from random import Random
from typing import Any

from ..base import DrawCases, Inputs

DrawCase = Callable[[Random], Inputs]

# A program's steps: [operation, index of a value, index of another]; leaves come first. Every shape uses a value twice.
PROGRAM_SHAPES: dict[str, tuple[int, list[list[Any]]]] = {
    "square": (1, [["*", 0, 0]]),
    "doubled": (1, [["+", 0, 0]]),
    "diamond": (2, [["+", 0, 1], ["*", 0, 1], ["*", 2, 3]]),
    "again": (2, [["*", 0, 1], ["*", 2, 0], ["*", 2, 3]]),  # a value made by an operation, used early and late
    "late": (2, [["*", 0, 1], ["*", 2, 0], ["*", 3, 2]]),
    "fork": (2, [["*", 0, 1], ["+", 2, 0], ["*", 2, 1], ["*", 3, 4]]),  # level by level is right, depth first is not
    "detour": (2, [["*", 0, 1], ["+", 2, 0], ["*", 3, 1], ["*", 4, 2]]),  # and the other way round
    "ladder": (2, [["+", 0, 1], ["*", 2, 2], ["+", 3, 2], ["*", 4, 3]]),
}


def random_number(rng: Random, low: float = -3.0, high: float = 3.0) -> float:
    """A number with two decimals that is not close to 0, 1 or −1, where many mistakes look right."""
    while True:
        x = round(rng.uniform(low, high), 2)
        if abs(x) > 0.2 and abs(abs(x) - 1) > 0.1:
            return x


def random_numbers(rng: Random, count: int, low: float = -3.0, high: float = 3.0) -> list[float]:
    """That many random numbers, no two of them close to each other."""
    found: list[float] = []
    while len(found) < count:
        x = random_number(rng, low, high)
        if all(abs(x - y) > 0.1 for y in found):
            found.append(x)
    return found


def zeros(rows: int, columns: int) -> list[list[int]]:
    """What a table looks like: that many rows, each with so many numbers."""
    return [[0] * columns for _ in range(rows)]


def draw_arguments(count: int, low: float = -3.0, high: float = 3.0) -> DrawCase:
    """Draws that many numbers, the arguments that a function is called with."""
    return lambda rng: {"args": random_numbers(rng, count, low, high)}


def random_shaped_programs(rng: Random, *names: str) -> list[Inputs]:
    """A program of each of these `PROGRAM_SHAPES`, with random leaves."""
    return [
        {"leaves": random_numbers(rng, PROGRAM_SHAPES[name][0]), "steps": PROGRAM_SHAPES[name][1]} for name in names
    ]


def draw_fixed_cases(*given: Inputs) -> DrawCases:
    """Draws nothing at random: always these cases."""
    return lambda rng: [dict(inputs) for inputs in given]


def draw_several_cases(count: int, draw: DrawCase) -> DrawCases:
    """Draws that many cases, each with `draw`."""
    return lambda rng: [draw(rng) for _ in range(count)]


def ask_for_entries(keys: Sequence[str]) -> DrawCases:
    """The one case of an answer found by hand: these entries of its dict."""
    return draw_fixed_cases({"asked": list(keys)})


def random_program(rng: Random, operations: str = "+*", count: int = 6) -> Inputs:
    """A program over two leaves, of `count` operations; the latest values are the likeliest inputs of the next one."""
    leaves = random_numbers(rng, 2, -1.5, 1.5)
    steps: list[list[Any]] = [[rng.choice(operations), 0, 1]]
    for i in range(1, count):
        last = len(leaves) + i - 1
        steps.append([rng.choice(operations), last, rng.randrange(max(0, last - 2), last + 1)])
    return {"leaves": leaves, "steps": steps}


def draw_programs(times: int, operations: str = "+*", count: int = 6) -> DrawCases:
    """Draws `times` random programs, each of `count` operations."""
    return lambda rng: [random_program(rng, operations, count) for _ in range(times)]


def addition_chain(depth: int) -> Inputs:
    """A program of that many additions, one after another: too deep for a function that calls itself."""
    return {"leaves": [0.5], "steps": [["+", i, i] if i < 3 else ["+", i, 0] for i in range(depth)]}


TWENTY_DOUBLINGS = "twenty doublings in a row, x + x: each value passes on once"


def twenty_doublings(rng: Random) -> list[Inputs]:
    """The one case of a chain with two ways at every link: 2²⁰ paths."""
    return [{"leaves": random_numbers(rng, 1), "steps": [["+", i, i] for i in range(20)]}]


_WIDTH, _LEAVES_A_LINK = 500, 4  # of a wide program


def random_wide_program(rng: Random) -> list[Inputs]:
    """The one case of a graph with 500 leaves: small shapes, linked one behind the other.

    No path to it is long enough for Python's limit of recursion, and their number is small enough to follow each. But
    who finds the leaves' gradients leaf by leaf goes through the whole graph for each of them. All numbers are above 0,
    so no rounding is ever magnified.
    """
    program: Inputs = {"leaves": [rng.choice((rng.uniform(0.4, 0.9), rng.uniform(1.1, 1.6))) for _ in range(_WIDTH)]}
    steps: list[list[Any]] = []

    def add(op: str, i: int, j: int) -> int:
        steps.append([op, i, j])
        return _WIDTH + len(steps) - 1

    def add_shape(first: int) -> int:
        """A shape on two leaves, of which one comes first; the number of its result."""
        values = [first, first + 1]
        for op, i, j in PROGRAM_SHAPES[rng.choice(("diamond", "again", "late"))][1]:
            values.append(add(op, values[i], values[j]))
        return values[-1]

    end = -1
    for first in range(0, _WIDTH, _LEAVES_A_LINK):
        link = add("+", add_shape(first), add_shape(first + 2))
        end = add(rng.choice("***+"), end, link) if first else link
    return [{**program, "steps": steps}]


def random_weights(rng: Random, nin: int, nout: int) -> tuple[list[list[float]], list[float]]:
    """Weights and biases of a layer: `nout` rows of `nin` weights, and `nout` biases."""
    return [random_numbers(rng, nin, -1.5, 1.5) for _ in range(nout)], random_numbers(rng, nout, -1.5, 1.5)


def random_moons(
    rng: Random, count: int, noise: float, turn: float, upper: float
) -> tuple[list[list[float]], list[float]]:
    """Two half moons that reach into each other, each with points all along it: points and labels.

    Args:
        rng: Where random numbers come from.
        count: How many points.
        noise: How far they lie beside the moons.
        turn: The angle by which both are turned.
        upper: The label of the upper one, 1 or −1; the lower one has the other.
    """
    found = []
    for k in range(count):
        angle, is_upper = 2 * pi * (k // 2 + rng.random()) / count, k % 2 == 0
        x, y = (cos(angle), sin(angle)) if is_upper else (1 - cos(angle), 0.5 - sin(angle))
        x, y = x + rng.gauss(0, noise), y + rng.gauss(0, noise)
        turned = [round(x * cos(turn) - y * sin(turn), 3), round(x * sin(turn) + y * cos(turn), 3)]
        found.append((turned, upper if is_upper else -upper))
    rng.shuffle(found)  # or their order would tell
    return [point for point, _ in found], [label for _, label in found]
