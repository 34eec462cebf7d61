"""Lesson 17b: gradients that are too long."""

from __future__ import annotations

import math
from random import Random

from ..base import Exercise, Inputs, Row
from ..judge import draw_several_cases, random_number, random_numbers


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


EXERCISES = (
    Exercise(
        name="clip_grad_norm",
        lesson="17b",
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
