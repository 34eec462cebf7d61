"""Lesson 17: where weights begin, and gradients that are too long."""

from __future__ import annotations

import math
from random import Random

from ..base import Exercise, Inputs, Row
from ..judge import draw_several_cases, probes, random_number, random_numbers


def _gradients(rng: Random, length: float) -> Inputs:
    drawn = random_numbers(rng, 4)
    norm = math.sqrt(sum(g * g for g in drawn))
    return {"args": [drawn, round(norm * length, 3)]}


def _short_ones(rng: Random) -> list[Inputs]:
    """Two that are short enough, one that is not, and one of length 0."""
    return [
        *(_gradients(rng, length) for length in (1.5, 1.2, 0.5)),
        {"args": [[0.0, 0.0], random_number(rng, 0.3, 2)]},
    ]


def _judge_weights(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
    """A judge of drawn weights: mean and deviation may differ from what is asked by a share of that, as chance has it."""
    asked_for = math.sqrt(2 / inputs["args"][0])
    return (
        len(found) == len(expected)
        and found[2] == expected[2]
        and abs(found[0]) <= 0.1 * asked_for
        and abs(found[1] - asked_for) <= 0.08 * asked_for
        and found[3] <= 0.035  # numbers that are drawn evenly are 0.057 away, 4,000 normal ones hardly ever 0.025
    )


EXERCISES = (
    Exercise(
        name="initialisation",
        lesson="17",
        title="How large shall weights be?",
        prompt="""\
Write `he_weight(nin)`: one weight for a relu neuron with nin inputs, drawn from a normal distribution (`random.gauss`) around 0 whose
*variance* is 2 / nin. It is called many times, and mean and spread are measured.""",
        answer="he_weight",
        stub='''\
import random


def he_weight(nin):
    """One weight, drawn."""
    return 0.0
''',
        solution="""\
import math
import random


def he_weight(nin):
    return random.gauss(0, math.sqrt(2 / nin))
""",
        hints=("random.gauss(mean, standard deviation)", "The standard deviation is the root of the variance."),
        rows=(
            Row(
                "mean and spread of many weights",
                2,
                lambda rng: [
                    {"args": [rng.randint(3, 6)], "times": 4000},
                    {"args": [rng.randint(30, 80)], "times": 4000},
                ],
                probe=probes.drawn_numbers,
                judge=_judge_weights,
            ),
        ),
        wrong_parts={
            "random.gauss(0, math.sqrt(2 / nin))": {
                "random.gauss(0, 2 / nin)": "That is the variance; gauss wants its root, the standard deviation.",
                "random.gauss(0, math.sqrt(1 / nin))": "The factor 2 is missing: relu lets half of it through, and 2 makes up for that.",
                "random.gauss(0, 1)": "The spread must shrink as inputs become more: divide by nin.",
                "random.gauss(1, math.sqrt(2 / nin))": "The mean is off: weights are drawn around 0.",
                "random.gauss(0, math.sqrt(2) / nin)": "nin belongs under the root: the root of 2 / nin.",
                "random.gauss(0, 2 / math.sqrt(nin))": "The 2 belongs under the root as well: the root of 2 / nin.",
                "random.gauss(0, (2 / nin) ** 2)": "That is the square of the variance; gauss wants its root.",
                "random.gauss(0, math.sqrt(nin / 2))": "The fraction is upside down: the more inputs, the smaller the weights.",
                "random.gauss(math.sqrt(2 / nin), 0)": "All weights are one number, the standard deviation: they are drawn with random.gauss(0, …), the mean first.",
                "abs(random.gauss(0, math.sqrt(2 / nin)))": "All are positive: abs moves the mean away from 0.",
                "random.uniform(-1, 1)": "That is drawn evenly, and nin plays no part: random.gauss, with the root of 2 / nin.",
                "random.gauss(0, math.sqrt(2 / 10))": "nin is given: use it, not a number of your own.",
                "(random.seed(0), random.gauss(0, math.sqrt(2 / nin)))[1]": "Each call sets the same seed, so all the weights are one number.",
                "math.sqrt(6 / nin) * random.uniform(-1, 1)": "Mean and spread are right, but these are drawn evenly: a normal distribution has most of them near 0.",
            },
        },
    ),
    Exercise(
        name="clip_grad_norm",
        lesson="17",
        title="Not too long",
        prompt="""\
Write `clip_grad_norm(grads, most)`: if the length of the list of gradients, the root of the sum of their squares, is above `most`,
return them all scaled down to that length; else return them as they are.""",
        docstring="The gradients, at most that long.",
        solution="""\
import math


def clip_grad_norm(grads, most):
    length = math.sqrt(sum(g * g for g in grads))
    if length <= most:
        return grads
    return [g * most / length for g in grads]
""",
        hints=("First the length: math.sqrt of the sum of squares.", "Scaling by most / length keeps the direction."),
        rows=(
            Row("long ones are scaled", 1, draw_several_cases(3, lambda rng: _gradients(rng, rng.choice([0.3, 0.7])))),
            Row("short ones are left alone", 1, _short_ones),
        ),
        wrong_parts={
            "length = math.sqrt(sum(g * g for g in grads))": {
                "length = sum(abs(g) for g in grads)": "The length is the root of the sum of squares, not the sum of the sizes.",
                "length = sum(g * g for g in grads)": "The root is missing: length² is not the length.",
                "length = max(abs(g) for g in grads)": "That is the largest entry; the length of the list is the root of the sum of squares.",
                "length = len(grads)": "len counts the entries; the length is the root of the sum of their squares.",
                "length = math.sqrt(sum(g * g for g in grads) / len(grads))": "That takes the mean of the squares; the length has their sum.",
            },
            "g * most / length": {
                "g / length": "They come out with length 1: multiply by most.",
                "g / most": "Dividing by most does not give that length: multiply by most / length.",
                "g * length / most": "The fraction is upside down: most / length is the one below 1.",
                "abs(g) * most / length": "The signs are lost: scaling keeps them.",
                "g": "Nothing is scaled. Is `most` what the length is compared with, and does a new list come back? (`g = …` in a loop changes none.)",
                "max(-most, min(most, g))": "Cutting each gradient by itself turns the direction: scale all by the same factor.",
            },
            "    if length <= most:\n        return grads\n": {"": "Short ones are stretched: only scale down."},
            "length <= most": {"length >= most": "The condition is turned round: it is the long ones that are scaled."},
            "    return [g * most / length for g in grads]": {
                "    return [g * 5 / length for g in grads]": "`most` is given: use it, not a number of your own.",
                "    for i, g in enumerate(grads):\n        length = math.sqrt(sum(g * g for g in grads))\n        grads[i] = g * most / length\n    return grads": "The length is computed anew while the list changes: once, before the loop.",
            },
        },
    ),
)
