"""What each lesson's network shall have learned."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from ...train import moons

Samples = tuple[list[list[float]], list[float]]  # points, and the signs that are right


def _gate(says_yes: tuple[int, ...]) -> tuple[Samples, ...]:
    """The four corners, from −1 to 1 or from 0 to 1, and the signs of a gate that says yes to so many ones."""
    ones = [sum(corner) for corner in product((0, 1), repeat=2)]
    labels = [1.0 if count in says_yes else -1.0 for count in ones]
    return tuple(([[float(x) for x in corner] for corner in product((low, 1), repeat=2)], labels) for low in (-1, 0))


class Goal(NamedTuple):
    """What a lesson's network shall have learned.

    Attributes:
        what: Its name.
        samples: What it may be asked: the corners of a gate may be written in two ways; none for a model of names.
        share: How many of them must be right, at most 1; of names, how low the loss must be.
        hint: What may help where it is not reached.
        by: Who learned it, for the page.
    """

    what: str
    samples: tuple[Samples, ...]
    share: float
    hint: str
    by: str


GOALS = {
    "10": Goal("AND", _gate((2,)), 1.0, "More steps, or another rate, may do it.", "learned by one neuron"),
    "12": Goal("XOR", _gate((1,)), 1.0,
               "Another start (random.seed before the model is made), another rate, or more steps may do it.",
               "learned by a network"),
    "13": Goal("Two moons", (moons(200, seed=2718),), 0.95,
               "More steps, or another rate, may do it; a single neuron draws only a straight line.",
               "learned by a network"),
    "25": Goal("Names", (), 2.65,
               "More steps, or another rate, may do it; whoever only counts letters gets 2.79.",
               "learned by a network"),
    "28": Goal("A GPT", (), 2.3,
               "More names, or another rate, may do it; whoever counts pairs of letters gets 2.35.",
               "which learned names"),
}  # fmt: skip
