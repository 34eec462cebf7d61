"""Lesson 13: two moons, and a loss for them."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import (
    Outcome,
    draw_several_cases,
    random_moons,
    random_number,
    random_numbers,
)
from .classifiers import all_numbers, knows_by_heart, runs_away, sign_row

_MOONS = """\
import random

from microgradviz import MLP


def train_moons(xs, ys):
    model = MLP(2, [8, 1], activation="tanh", init="xavier", seed=1)
    draw = random.Random(1)
    for step in range(800):
        batch = draw.sample(range(len(xs)), 8)
        loss = sum((1 - ys[i] * model(xs[i])).relu() for i in batch) / len(batch)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= 0.2 * p.grad
    return model
"""
_EPOCH = """\
def one_epoch(w, xs, ys, size, rate):
    found = []
    for start in range(0, len(xs), size):
        batch = list(zip(xs[start : start + size], ys[start : start + size]))
        slope = sum(2 * (w * x - y) * x for x, y in batch) / len(batch)
        w -= rate * slope
        found.append(w)
    return found
"""


def _epoch(rng: Random, size: int, count: int) -> Inputs:
    xs, ys = random_numbers(rng, count, -1.8, 1.8), random_numbers(rng, count)
    return {"args": [random_number(rng), xs, ys, size, round(rng.uniform(0.11, 0.3), 2)]}


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


def _in_another_order(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether each w of the first row comes from the one before by some samples, but not always by neighbours."""
    by_some, by_neighbours = [], []
    for inputs, came in zip(drawn[0], outcomes[0], strict=False):
        first, xs, ys, size, rate = inputs["args"]
        samples = list(zip(xs, ys, strict=True))
        neighbours = [tuple(samples[k : k + size]) for k in range(len(xs) - size + 1)]
        by_some.append(len(came.numbers) == len(xs) // size)
        for w, after in pairwise([first, *came.numbers]):
            fitting = [
                batch
                for batch in combinations(samples, size)
                if math.isclose(after, w - rate * sum(2 * (w * x - y) * x for x, y in batch) / size, rel_tol=1e-9)
            ]
            by_some.append(bool(fitting))
            by_neighbours.append(any(batch in neighbours for batch in fitting))
    return all(by_some) and not all(by_neighbours)


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
                "(y - s) ** 2": "That is squared error, which pulls back who is right by more: max(0, 1 − label · score).",
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
        name="one_epoch",
        lesson="13",
        title="Once through all samples",
        prompt="""\
One weight and plain numbers, no engine: the model is w · x, and the slope of (w · x − y)² with w is 2 · (w · x − y) · x. Write
`one_epoch(w, xs, ys, size, rate)`: go once through the samples in order, `size` at a time, with one update for each minibatch,
by the *mean* of its slopes. The last minibatch may be smaller. Return the list of w after each update.""",
        docstring="The list of w, after each update.",
        solution=_EPOCH,
        hints=(
            "`range(0, len(xs), size)` gives the places where the minibatches begin.",
            "`xs[start : start + size]` is one of them; at the end Python takes what is left.",
            "The slope is computed with the w of *now*, and divided by how many samples this minibatch has.",
        ),
        rows=(
            Row("minibatches of equal size", 2, lambda rng: [_epoch(rng, 2, 6), _epoch(rng, 3, 9)]),
            Row("a smaller one at the end", 1, lambda rng: [_epoch(rng, 3, 7), _epoch(rng, 4, 10)]),
        ),
        wrong_parts={
            "range(0, len(xs), size)": {
                "range(0, len(xs) - size + 1, size)": "The last samples are left out: a minibatch at the end may be smaller.",
                "range(len(xs))": "The minibatches overlap: the next begins where the last one ended, `size` further on.",
                "range(len(xs) // size)": "The places where minibatches begin are `size` apart: 0, size, 2 · size and so on.",
                "range(0, size)": "That begins at the first samples only: the minibatches reach to the end of the list.",
            },
            " / len(batch)": {
                " / size": "The last minibatch has fewer samples: divide by how many it has.",
                "": "That is the sum of the slopes: divide by how many samples the minibatch has.",
                " / len(xs)": "Divide by the samples of this minibatch, not by all of them.",
            },
            "2 * (w * x - y) * x": {
                "(w * x - y) * x": "The 2 is missing: the slope of a square is 2 times what is squared, and then the chain rule.",
                "2 * (w * x - y)": "The inner rate is missing: w · x − y changes by x with w.",
                "2 * (y - w * x) * x": "That goes uphill: an update goes *against* the slope, and the slope is that of w · x − y, not of y − w · x.",
                "2 * (w * x - y) * w": "The inner rate is x: w · x − y changes by x when w changes by 1.",
                "(w * x - y) ** 2": "That is the loss; an update needs its slope, 2 · (w · x − y) · x.",
            },
            "w -= rate * slope": {
                "w = rate * slope": "That is the step alone: subtract it from w.",
                "w -= slope": "That is a step of a whole slope: multiply it by the rate.",
                "w -= 0.1 * slope": "The rate is not always 0.1: use the one that the function is given.",
            },
            "    found = []": {
                "    found = [w]": "The list begins with the w that was given: asked is w after each update only.",
            },
            "ys[start : start + size]": {
                "ys": "The targets stay at the first ones: cut ys as xs is cut.",
            },
            "    return found": {
                "        return found": "The return stands inside the loop, so it ends after the first minibatch: indent it less.",
                "    return found[-1]": "That is w at the end: asked is the list of w after each update.",
            },
            """\
        w -= rate * slope
        found.append(w)""": {
                """\
        found.append(w)
        w -= rate * slope""": "That is w *before* each update: append it afterwards.",
                """\
        found.append(w - rate * slope)""": "w itself never moves, so each minibatch begins at the same place: `w -= …`.",
                """\
        w -= rate * slope
        found.append(slope)""": "Those are the slopes; asked is w after each update.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Each w comes from some samples, but not from the next ones: here they are taken in order, not by chance.",
                source="""\
import random


def one_epoch(w, xs, ys, size, rate):
    found, order = [], list(range(len(xs)))
    random.shuffle(order)
    for start in range(0, len(xs), size):
        batch = order[start : start + size]
        w -= rate * sum(2 * (w * xs[i] - ys[i]) * xs[i] for i in batch) / len(batch)
        found.append(w)
    return found
""",
                recognise=_in_another_order,
            ),
            WrongAnswer(
                "Each slope is found with the w that was given. After an update there is a new w: the next minibatch goes by that one.",
                source="""\
def one_epoch(w, xs, ys, size, rate):
    found, first = [], w
    for start in range(0, len(xs), size):
        batch = list(zip(xs[start : start + size], ys[start : start + size]))
        w -= rate * sum(2 * (first * x - y) * x for x, y in batch) / len(batch)
        found.append(w)
    return found
""",
            ),
            WrongAnswer(
                "That is one update by all samples together. A minibatch is `size` of them, and each has an update of its own.",
                source="""\
def one_epoch(w, xs, ys, size, rate):
    slope = sum(2 * (w * x - y) * x for x, y in zip(xs, ys)) / len(xs)
    return [w - rate * slope]
""",
            ),
            WrongAnswer(
                "Each update takes all samples: a minibatch is only `size` of them, the next ones in order.",
                source="""\
def one_epoch(w, xs, ys, size, rate):
    found = []
    for start in range(0, len(xs), size):
        w -= rate * sum(2 * (w * x - y) * x for x, y in zip(xs, ys)) / len(xs)
        found.append(w)
    return found
""",
            ),
            WrongAnswer(
                "That is an update for each sample. A minibatch is `size` of them, and has one update, by their mean.",
                source="""\
def one_epoch(w, xs, ys, size, rate):
    found = []
    for x, y in zip(xs, ys):
        w -= rate * 2 * (w * x - y) * x
        found.append(w)
    return found
""",
            ),
            WrongAnswer(
                "The last minibatch ends where the lists end, and may be smaller: `min(start + size, len(xs))`.",
                source="""\
def one_epoch(w, xs, ys, size, rate):
    found = []
    for start in range(0, len(xs), size):
        slope = sum(2 * (w * xs[i] - ys[i]) * xs[i] for i in range(start, start + size)) / size
        w -= rate * slope
        found.append(w)
    return found
""",
            ),
            WrongAnswer(
                "Only the last sample of each minibatch counts there: add their slopes up, and divide by their number.",
                source="""\
def one_epoch(w, xs, ys, size, rate):
    found = []
    for start in range(0, len(xs), size):
        for x, y in zip(xs[start : start + size], ys[start : start + size]):
            slope = 2 * (w * x - y) * x
        w -= rate * slope
        found.append(w)
    return found
""",
            ),
            WrongAnswer(
                "The slopes of the minibatches before are still in the sum: it begins at 0 for each of them.",
                source="""\
def one_epoch(w, xs, ys, size, rate):
    found, slope = [], 0
    for start in range(0, len(xs), size):
        batch = list(zip(xs[start : start + size], ys[start : start + size]))
        for x, y in batch:
            slope += 2 * (w * x - y) * x / len(batch)
        w -= rate * slope
        found.append(w)
    return found
""",
            ),
            WrongAnswer(
                "w moves within a minibatch, sample by sample: find the slopes of all of them with one w, then update once.",
                source="""\
def one_epoch(w, xs, ys, size, rate):
    found = []
    for start in range(0, len(xs), size):
        batch = list(zip(xs[start : start + size], ys[start : start + size]))
        for x, y in batch:
            w -= rate * 2 * (w * x - y) * x / len(batch)
        found.append(w)
    return found
""",
            ),
        ),
    ),
    Exercise(
        name="moons",
        lesson="13",
        title="Two moons",
        prompt="""\
Write `train_moons(xs, ys)`: train a model on 40 points of two half moons, labels 1 or −1, and return it. At least 95 of 100 *new*
points must get the right sign. `Scorer` and the loop of this lesson will do, on xs and ys in place of the notebook's X and y; whatever learns
from the 40 points may stand in. Keep it under twenty seconds: 800 steps on 8 points each are enough.""",
        answer="train_moons",
        beside=("Neuron", "Layer", "MLP"),
        needs=("engine", "nn"),
        stub="""\
def train_moons(xs, ys):
    \"\"\"A model that has learned: called with a point, it gives a score.\"\"\"
""",
        stub_sentence="Nothing comes back yet: hand the model over with `return`.",
        solution=_MOONS,
        hints=(
            "A hidden layer of eight with tanh can bend far enough, and behind it stands a neuron without tanh.",
            "The loop is the one above: 800 steps, each on 8 points taken at random, hinge, a rate of 0.2.",
            "Take the batch by `random.sample(range(len(xs)), 8)`, and do not forget to return the model.",
        ),
        rows=(sign_row("95 of 100 new points", 3, _moons, 0.95, seconds=20),),
        wrong_answers=(
            WrongAnswer(
                "It knows the forty points by heart, and new ones are asked for: that takes a model that answers anywhere.",
                source="""\
def train_moons(xs, ys):
    known = {tuple(x): y for x, y in zip(xs, ys)}
    return lambda x: known.get(tuple(x))
""",
                recognise=knows_by_heart,
            ),
            WrongAnswer(
                "The numbers run away. Is every gradient set to 0 in each step, and subtracted? Then try a smaller rate.",
                edits={"p.data -=": "p.data +="},
                recognise=runs_away,
            ),
            WrongAnswer(
                "That is between three quarters and 95 %: so far come a straight line, a network that stops early, and one whose gradients are never set to 0. Is step 2 there? Then give it a hidden layer with tanh, or more steps.",
                edits={"[8, 1]": "[1]"},
                recognise=lambda drawn, outcomes: 0.75 <= _share_of_right_signs(drawn, outcomes) < 0.95,
            ),
            WrongAnswer(
                "Nearly every sign is turned round. Does it learn from the xs and ys that it is given (the lesson's `learn` reads the notebook's X and y)? Does each update *subtract*? Then: above 0 means label 1, below it −1.",
                edits={"    return model": "    return lambda x: -model(x)"},
                # below 0 there is no answer
                recognise=lambda drawn, outcomes: 0 <= _share_of_right_signs(drawn, outcomes) < 0.25,
            ),
            WrongAnswer(
                "That is hardly better than tossing a coin: does it learn from the xs and ys that it is given (the lesson's `learn` reads the notebook's X and y), and does the update reach every parameter and go downhill?",
                edits={"    return model": "    return lambda x: 1.0"},
                recognise=lambda drawn, outcomes: 0.25 <= _share_of_right_signs(drawn, outcomes) < 0.75,
            ),
        ),
    ),
)
