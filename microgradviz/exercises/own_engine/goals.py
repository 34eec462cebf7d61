"""What each lesson's network shall have learned, and whether a model has."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from ...tracing import number_text
from ...train import moons
from .loop_run import number_of

_DOTS = 60  # points that are shown

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
               "Below 2.65 is asked; whoever only counts letters gets 2.79. More steps, or another rate, may do it.",
               "learned by a network"),
    "28": Goal("A GPT", (), 2.3,
               "Below 2.3 is asked; whoever counts pairs of letters gets 2.35. More names, or another rate, may do it.",
               "which learned names"),
}  # fmt: skip


class Answers(NamedTuple):
    """What a model answers.

    Attributes:
        enough: Whether the goal is reached.
        how_well: How many answers are right, in words.
        dots: Some of the points that it was asked about, each with the sign that is right.
        made: Names that it makes up, where it was asked about names in place of points.
    """

    enough: bool
    how_well: str
    dots: list[list[float]]
    made: tuple[str, ...] = ()


def look_at(goal: Goal, model: Any, middle: float) -> Answers:
    """What a model answers, held against what it shall have learned."""
    if not goal.samples:
        from .name_judge import held_out_loss, made_names  # with what it takes to train a GPT

        loss, count = held_out_loss(model)
        how_well = f"the loss on {count} names that it has not seen is {number_text(loss)}"
        return Answers(loss <= goal.share, how_well, [], made_names(model))
    counts = [_right_signs(samples, model, middle) for samples in goal.samples]
    count = max(counts)
    points, labels = goal.samples[counts.index(count)]
    how_well = f"{count} of {len(points)} {'signs' if len(points) == 4 else 'new points'} are right"
    dots = [[*point, label] for point, label in zip(points, labels, strict=True)]
    return Answers(count >= goal.share * len(points), how_well, dots[:: max(1, len(points) // _DOTS)])


def _right_signs(samples: Samples, model: Any, middle: float) -> int:
    must = "Your model must answer a point [x1, x2] with a Value or a number"
    return sum((number_of(model(list(x)), must) - middle) * y > 0 for x, y in zip(*samples, strict=True))
