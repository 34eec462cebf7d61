"""What each lesson's network shall have learned."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from ...train import moons

_GATE = [list(map(float, x)) for x in product((-1, 1), repeat=2)]


class Goal(NamedTuple):
    """What a lesson's network shall have learned.

    Attributes:
        what: Its name.
        samples: Points it is asked about, and the signs that are right.
        share: How many of them must be right, at most 1.
        box: The part of the plane they lie in: from x to x, from y to y.
        hint: What may help where it is not reached.
        by: Who learned it, for the page.
    """

    what: str
    samples: tuple[list[list[float]], list[float]]
    share: float
    box: tuple[float, float, float, float]
    hint: str
    by: str


_AROUND = (-1.6, 1.6, -1.6, 1.6)
GOALS = {
    "10": Goal("AND", (_GATE, [1.0 if x + y == 2 else -1.0 for x, y in _GATE]), 1.0, _AROUND,
               "More steps, or another rate, may do it.", "learned by one neuron"),
    "12": Goal("XOR", (_GATE, [-x * y for x, y in _GATE]), 1.0, _AROUND,
               "Another start (random.seed before the model is made), another rate, or more steps may do it.",
               "learned by a network"),
    "13": Goal("Two moons", moons(200, seed=2718), 0.95, (-1.6, 2.6, -1.2, 1.7),
               "More steps, or another rate, may do it; a single neuron draws only a straight line.",
               "learned by a network"),
}  # fmt: skip
