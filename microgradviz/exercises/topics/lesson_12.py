"""Lesson 12: XOR."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, WrongAnswer
from ..judge import (
    Outcome,
)
from .classifiers import all_numbers, runs_away, sign_row

_XOR = """\
from microgradviz import MLP


def train_xor(xs, ys):
    model = MLP(2, [6, 1], activation="tanh", init="xavier", seed=3)
    for step in range(120):
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= 0.3 * p.grad
    return model
"""


def _xor(rng: Random, flip: bool) -> Inputs:
    xs = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]
    labels = [x * y if flip else -x * y for x, y in xs]
    near = [[round(x + rng.uniform(-0.05, 0.05), 3), round(y + rng.uniform(-0.05, 0.05), 3)] for x, y in xs]
    return {"xs": xs, "ys": labels, "looked_at": near, "labels": labels}


def _same_to_both(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    first, *others = ([y > 0 for y in numbers] for numbers in all_numbers(outcomes))
    return len(first) == 4 and all(first == other for other in others) and not runs_away(drawn, outcomes)


def _some_signs_are_wrong(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether both tasks got an answer, and neither only wrong ones."""
    said = all_numbers(outcomes)
    pairs = [zip(numbers, row[0]["labels"], strict=False) for row, numbers in zip(drawn, said, strict=True)]
    return all(len(numbers) == 4 for numbers in said) and all(any(y * t > 0 for y, t in row) for row in pairs)


def _lies_in_a_plane(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether what is said at the four points lies in a plane, as the heights of a sloping roof do."""
    return all(
        len(said) == 4
        and max(said) > min(said)
        and abs(_off_plane(row[0]["looked_at"], said)) < 1e-6 * max(map(abs, said)) + 1e-9
        for row, said in zip(drawn, all_numbers(outcomes), strict=True)
    )


def _off_plane(points: list[list[float]], heights: tuple[float, ...]) -> float:
    """How far the fourth height is from the plane through the other three."""
    (x0, y0), *others = points
    (x1, y1), (x2, y2), (x3, y3) = ((x - x0, y - y0) for x, y in others)
    h1, h2, h3 = (h - heights[0] for h in heights[1:])
    area = x1 * y2 - x2 * y1
    return h3 - ((h1 * y2 - h2 * y1) * x3 + (x1 * h2 - x2 * h1) * y3) / area


EXERCISES = (
    Exercise(
        name="xor",
        lesson="12",
        title="XOR",
        prompt="""\
Write `train_xor(xs, ys)`: make a model, train it on the four points xs and labels ys (1 or −1), and return it. Called with a point,
it must answer with the right sign. It is tried on XOR and on its opposite, at points *near* the four, which it has not seen. Keep
it under a few seconds.""",
        answer="train_xor",
        needs=("engine", "nn"),
        stub="""\
from microgradviz import MLP


def train_xor(xs, ys):
    model = MLP(2, [1], seed=1)
    return None
""",
        solution=_XOR,
        hints=(
            "One neuron cannot do it: a straight line does not part XOR. Use a hidden layer of at least three, with tanh.",
            "The loop is the one of the exercise before. A rate of 0.3 and some hundred steps will do.",
            "If it is stuck, try another seed: some starts fail, and that is not your fault.",
        ),
        rows=(
            sign_row("XOR", 2, lambda rng: [_xor(rng, False)], 1.0, seconds=10),
            sign_row("its opposite", 1, lambda rng: [_xor(rng, True)], 1.0, seconds=10),
        ),
        wrong_answers=(
            WrongAnswer(
                "The numbers run away. Is every gradient set to 0 in each step, and subtracted? Then try a smaller rate.",
                edits={"p.data -=": "p.data +=", "range(120)": "range(40)"},
                recognise=runs_away,
            ),
            WrongAnswer(
                "Its four answers lie in one plane, and XOR needs a bend. Is there a hidden layer with tanh or relu, and are its weights large enough to bend?",
                edits={"[6, 1]": "[1]"},
                recognise=_lies_in_a_plane,
            ),
            WrongAnswer(
                "XOR and its opposite get the same four signs: does it learn from the labels, with an update in each step, and can it answer for points that it has not seen?",
                edits={"p.data -= 0.3 * p.grad": "pass"},
                recognise=_same_to_both,
            ),
            WrongAnswer(
                "Only some of the signs are right. Perhaps it needs more steps, a wider hidden layer or another seed, for some starts fail.",
                edits={"range(120)": "range(2)"},
                recognise=_some_signs_are_wrong,
            ),
        ),
    ),
)
