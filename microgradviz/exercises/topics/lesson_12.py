"""Lesson 12: XOR."""

from __future__ import annotations

import math
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import (
    Outcome,
    random_numbers,
)
from .classifiers import all_numbers, knows_by_heart, runs_away, sign_row

_MIDDLE = 0.5  # between the answers 0 and 1
_XOR = """\
def train_xor(xs, ys):
    model = MLP(2, [4, 1])
    for step in range(200):
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)
        for p in model.parameters():
            p.grad = 0.0
        loss.backward()
        for p in model.parameters():
            p.data -= 0.5 * p.grad
    return model
"""


def _xor(rng: Random, flip: bool) -> Inputs:
    xs = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]
    labels = [float((x == y) == flip) for x, y in xs]
    near = [[round(x + rng.uniform(-0.05, 0.05), 3), round(y + rng.uniform(-0.05, 0.05), 3)] for x, y in xs]
    return {"xs": xs, "ys": labels, "looked_at": near, "labels": labels}


def _same_to_both(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    first, *others = ([y > _MIDDLE for y in numbers] for numbers in all_numbers(outcomes))
    return len(first) == 4 and all(first == other for other in others) and not runs_away(drawn, outcomes)


def _some_signs_are_wrong(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether both tasks got an answer, and neither only wrong ones."""
    said = all_numbers(outcomes)
    pairs = [zip(numbers, row[0]["labels"], strict=False) for row, numbers in zip(drawn, said, strict=True)]
    right = [[(y > _MIDDLE) == (t > _MIDDLE) for y, t in row] for row in pairs]
    return all(len(row) == 4 and any(row) for row in right)


def _as_one_neuron(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether what is said at the four points lies in a plane, as the heights of a sloping roof do, or in its tanh."""
    return all(
        len(said) == 4
        and max(said) > min(said)
        and any(
            abs(_off_plane(row[0]["looked_at"], heights)) < 1e-6 * max(map(abs, heights)) + 1e-9
            for heights in (said, *([tuple(map(math.atanh, said))] if max(map(abs, said)) < 1 else []))
        )
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
        name="same_step",
        lesson="12",
        title="The same step",
        prompt="""\
Somebody leaves out the mean, and trains on the *sum* of the squared errors. Write `same_step(rate, samples)`: the rate at which the sum
takes the very steps that the mean takes at `rate`, on that many samples.""",
        docstring="The rate for the sum that steps as the mean does.",
        solution="""\
def same_step(rate, samples):
    return rate / samples
""",
        hints=(
            "How much larger is the sum than the mean? And how much larger are then all of its gradients?",
            "A step is the rate times the gradient. If the gradient is four times as large, and the step shall stay what it was …",
        ),
        rows=(
            Row("four samples", 1, lambda rng: [{"args": [x, 4]} for x in random_numbers(rng, 3, 0.1, 0.9)]),
            Row(
                "any number of samples",
                1,
                lambda rng: [{"args": [x, rng.randint(5, 90)]} for x in random_numbers(rng, 3, 0.1, 0.9)],
            ),
        ),
        wrong_parts={
            "rate / samples": {
                "rate": "At the same rate the sum takes steps that are as many times larger as there are samples.",
                "rate * samples": "The other way round: the gradients of the sum are larger already, so the rate must be smaller.",
                "rate / 4": "That is right for four samples. How many there are is told: `samples`.",
                "rate / 2": "What is two about it? The sum is as many times the mean as there are samples.",
                "rate / samples**2": "Divided once too often: loss, gradients and steps all grow by the same factor, `samples`.",
                "rate / samples**0.5": "The *step* is what counts, and it grows with the gradient itself: no root is needed.",
                "samples / rate": "That is upside down: it is the rate that is divided.",
                "rate / (samples - 1)": "The mean divides by the number of samples, not by one less.",
                "1 / samples": "That forgets the rate that the mean had.",
            }
        },
    ),
    Exercise(
        name="xor",
        lesson="12",
        title="XOR",
        prompt="""\
Write `train_xor(xs, ys)`: make an `MLP`, train it on the four points xs and their answers ys, 0 or 1, and return it. It is tried on XOR
and on its opposite, which is 1 where XOR is 0, and asked about points *near* the four, which it has not seen: each must come out on the right
side of one half. Keep it under a few seconds.""",
        answer="train_xor",
        beside=("Neuron", "Layer", "MLP"),
        needs=("engine", "nn"),
        stub="""\
def train_xor(xs, ys):
    model = MLP(2, [1])
    return model
""",
        solution=_XOR,
        hints=(
            "One neuron cannot do it: a straight line does not part XOR. Give it a hidden layer of at least three.",
            "The loop is the one of this lesson. A rate of 0.5 and two hundred steps will do.",
            "If it is stuck, begin anew with other weights: some starts fail, and that is not your fault.",
        ),
        rows=(
            sign_row("XOR", 2, lambda rng: [_xor(rng, False)], 1.0, seconds=10, middle=_MIDDLE),
            sign_row("its opposite", 1, lambda rng: [_xor(rng, True)], 1.0, seconds=10, middle=_MIDDLE),
        ),
        wrong_answers=(
            WrongAnswer(
                "The numbers run away. Is every gradient set to 0 in each step, and subtracted? Then try a smaller rate.",
                edits={
                    "def train_xor": "from microgradviz import MLP\n\n\ndef train_xor",
                    "p.data -=": "p.data +=",
                    "range(200)": "range(40)",
                },
                recognise=runs_away,
            ),
            WrongAnswer(
                "It knows the four points by heart, and new ones are asked for, near them: that takes a model that answers anywhere.",
                source="""\
def train_xor(xs, ys):
    known = {tuple(x): y for x, y in zip(xs, ys)}
    return lambda x: known[tuple(x)]
""",
                recognise=knows_by_heart,
            ),
            WrongAnswer(
                "Its four answers are such as one neuron gives, and XOR needs a bend. Is there a hidden layer with tanh or relu, and are its weights large enough to bend?",
                edits={"[4, 1]": "[1]"},
                recognise=_as_one_neuron,
            ),
            WrongAnswer(
                "XOR and its opposite get the same four answers: does it learn from the ys that it is given (the lesson's `learn` reads the notebook's), with gradients set to 0 and an update in each step, and can it answer for points that it has not seen?",
                edits={"p.data -= 0.5 * p.grad": "pass"},
                recognise=_same_to_both,
            ),
            WrongAnswer(
                "Only some of the four come out on the right side. Is every gradient set to 0 in each step? Then perhaps it needs more steps, a wider hidden layer or other weights to begin with, for some starts fail.",
                edits={"range(200)": "range(30)"},
                recognise=_some_signs_are_wrong,
            ),
        ),
    ),
)
