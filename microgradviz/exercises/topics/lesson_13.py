"""Lesson 13: two moons, and a loss for them."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import (
    Outcome,
    draw_several_cases,
    random_moons,
    random_number,
    random_numbers,
)
from .classifiers import all_numbers, runs_away, sign_row

_MOONS = """\
from microgradviz import MLP


def train_moons(xs, ys):
    model = MLP(2, [8, 1], activation="tanh", init="xavier", seed=1)
    velocity = [0.0 for p in model.parameters()]
    for step in range(150):
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)
        model.zero_grad()
        loss.backward()
        for i, p in enumerate(model.parameters()):
            velocity[i] = 0.9 * velocity[i] + p.grad
            p.data -= 0.1 * velocity[i]
    return model
"""


def _hinges(rng: Random) -> Inputs:
    near = random_numbers(rng, rng.choice([4, 5, 6]), -0.9, 0.9)
    near[1:3] = map(abs, near[1:3])  # one is right by less than 1, one wrong: no two mistakes come to the same
    scores = [*near, random_number(rng, 1.2, 3), -random_number(rng, 1.2, 3)]
    return {"args": [scores, [-1.0, 1.0, -1.0, *(rng.choice([-1.0, 1.0]) for _ in near[3:]), 1.0, 1.0]]}


def _moons(rng: Random) -> list[Inputs]:
    turn, upper = rng.choice([-1, 1]) * rng.uniform(0.4, 0.6), rng.choice([-1.0, 1.0])
    xs, ys = random_moons(rng, 40, 0.05, turn, upper)
    looked_at, labels = random_moons(rng, 100, 0.05, turn, upper)
    return [{"xs": xs, "ys": ys, "looked_at": looked_at, "labels": labels}]


def _share_of_right_signs(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> float:
    labels, said = drawn[0][0]["labels"], all_numbers(outcomes)[0]
    return sum((y > 0) == (label > 0) for y, label in zip(said, labels, strict=False)) / len(labels) if said else -1.0


EXERCISES = (
    Exercise(
        name="hinge",
        lesson="13",
        title="Hinge loss",
        prompt="Write `hinge(scores, labels)`: the mean of max(0, 1 − label · score), with labels 1 or −1. Scores and labels are plain numbers.",
        docstring="The mean hinge loss.",
        solution="""\
def hinge(scores, labels):
    return sum(max(0.0, 1 - y * s) for s, y in zip(scores, labels)) / len(labels)
""",
        hints=(
            "label · score is positive where the sign is right.",
            "Where it is above 1 there is nothing to pay: that is the max.",
        ),
        rows=(Row("random scores and labels", 2, draw_several_cases(4, _hinges)),),
        wrong_parts={
            "max(0.0, 1 - y * s)": {
                "1 - y * s": "Who is right by a wide margin pays nothing, but gets nothing back either: max(0, …), for each score by itself.",
                "max(0.0, -y * s)": "The margin is missing: 1 − label · score.",
                "max(0.0, 1 + y * s)": "The sign is turned round: being right must cost less.",
                "min(0.0, 1 - y * s)": "min takes the smaller of the two: it is max that leaves nothing below 0.",
                "max(0.0, (1 - y) * s)": "`*` comes first: 1 − label · score, without brackets round 1 − label.",
                "abs(1 - y * s)": "A wide margin costs nothing: max(0, …), not abs.",
                "max(0.0, y * s - 1)": "The sign is turned round: it is 1 − label · score.",
                "(1 - y * s if y * s < 0 else 0.0)": "Who is right by less than 1 pays as well: everything below the margin of 1 counts.",
                "max(0.0, y - s)": "That is a difference. A score counts by its sign: label · score.",
                "max(0.0, 1 - y * s) ** 2": "Nothing is squared here.",
                "max(0.0, 1 - s)": "The label is missing: a score of 2 is fine for label 1 and bad for label −1.",
            },
            " / len(labels)": {
                "": "That is the sum; divide by how many there are.",
                " / 5": "That divides by 5, however many there are: len(labels) counts them.",
                " / sum(y * s < 1 for s, y in zip(scores, labels))": "The mean is over all: who pays nothing is counted as well.",
            },
            "zip(scores, labels))": {
                "list(zip(scores, labels))[:-1])": "The last one is missing: is it range(len(scores)), without − 1?",
                "list(zip(scores, labels))[1:])": "The first one is missing: a list begins at 0.",
            },
            "sum(max(0.0, 1 - y * s) for s, y in zip(scores, labels)) / len(labels)": {
                "[max(0.0, 1 - y * s) for s, y in zip(scores, labels)]": "Those are the losses, one by one; asked is their mean, one number.",
                "max(0.0, 1 - labels[-1] * scores[-1]) / len(labels)": "Only the last score counts: `+=` adds up, `=` forgets what was there.",
                "max(0.0, 1 - labels[0] * scores[0]) / len(labels)": "Only the first score counts: does the `return` stand inside the loop?",
            },
        },
    ),
    Exercise(
        name="moons",
        lesson="13",
        title="Two moons",
        prompt="""\
Write `train_moons(xs, ys)`: train a model on 40 points of two half moons, labels 1 or −1, and return it. At least 95 of 100 *new*
points must get the right sign. Whatever learns from the 40 points may stand in; a network is what this lesson is about. Keep it under
twenty seconds.""",
        answer="train_moons",
        needs=("engine", "nn"),
        stub="""\
from microgradviz import MLP


def train_moons(xs, ys):
    model = MLP(2, [1], seed=1)
    return None
""",
        solution=_MOONS,
        hints=(
            "A hidden layer of eight with tanh can bend far enough.",
            "Momentum gets there in 150 steps at a rate of 0.1: velocity = 0.9 * velocity + grad.",
        ),
        rows=(sign_row("95 of 100 new points", 3, _moons, 0.95, seconds=20),),
        wrong_answers=(
            WrongAnswer(
                "The numbers run away. Is every gradient set to 0 in each step, and subtracted? Then try a smaller rate.",
                edits={"p.data -=": "p.data +="},
                recognise=runs_away,
            ),
            WrongAnswer(
                "Between three quarters and 95 % is what a straight line can do: use a hidden layer with tanh, or train longer.",
                edits={"[8, 1]": "[1]"},
                recognise=lambda drawn, outcomes: 0.75 <= _share_of_right_signs(drawn, outcomes) < 0.95,
            ),
            WrongAnswer(
                "Nearly every sign is turned round: above 0 means label 1, below it −1.",
                edits={"    return model": "    return lambda x: -model(x)"},
                # below 0 there is no answer
                recognise=lambda drawn, outcomes: 0 <= _share_of_right_signs(drawn, outcomes) < 0.25,
            ),
            WrongAnswer(
                "That is hardly better than tossing a coin: does the update reach every parameter and go downhill, and does it answer for points that it has not seen?",
                edits={"    return model": "    return lambda x: 1.0"},
                recognise=lambda drawn, outcomes: 0.25 <= _share_of_right_signs(drawn, outcomes) < 0.75,
            ),
        ),
    ),
)
