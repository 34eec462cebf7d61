"""Lesson 17b: gradients that are too long."""

from __future__ import annotations

import math
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
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


_STEP = """\
def clipped_step(w, x, y, rate, most):
    w = Value(w)
    loss = (w * x - y) ** 2
    loss.backward()
    gradient = max(-most, min(most, w.grad))
    return w.data - rate * gradient
"""
_CUT = """\
    error = w * x - y
    error = most - (most - error).relu()  # at most `most`
    error = (error + most).relu() - most  # at least -most
    loss = error**2
"""
_ERROR_CUT = {
    "    loss = (w * x - y) ** 2\n": _CUT,
    "    gradient = max(-most, min(most, w.grad))\n": "",
    "rate * gradient": "rate * w.grad",
}


def _with_the_error_cut() -> str:
    text = _STEP
    for old, new in _ERROR_CUT.items():
        text = text.replace(old, new)
    return text


def _far_off(rng: Random) -> Inputs:
    """A point far from the line, on either side of it, so that the gradient is longer than `most`."""
    w, x = random_number(rng, 0.5, 2.5), rng.choice([-1, 1]) * random_number(rng, 0.6, 2.5)
    error = rng.choice([-1, 1]) * random_number(rng, 4, 9)
    return {"args": [w, x, round(w * x - error, 2), rng.choice([0.05, 0.2, 0.3]), rng.choice([0.5, 1.5, 2.0])]}


def _steps_far_off(rng: Random) -> list[Inputs]:
    """Both signs of the gradient are among them."""
    found = [_far_off(rng) for _ in range(3)]
    w, x, y, rate, most = found[0]["args"]
    return [*found, {"args": [w, x, round(2 * w * x - y, 2), rate, most]}]


def _step_near(rng: Random, side: int) -> Inputs:
    """A point on one side whose error is longer than `most`, and its gradient shorter: nothing is to be cut."""
    w, x, most = random_number(rng, 0.5, 2.5), random_number(rng, 0.21, 0.35), rng.choice([0.7, 1.5])
    return {"args": [w, x, round(w * x - 1.3 * side * most, 2), 0.1, most]}


def _slopes(rng: Random) -> Inputs:
    return {"args": [random_numbers(rng, rng.choice([3, 4, 5]), -0.9, 1.5)]}


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
            Row("only long ones are scaled", 1, _short_ones),
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
                "0.0": "Nothing is left of a long one: its length is to be `most`, and its direction is to stay.",
                "g / length": "They come out with length 1: multiply by most.",
                "g / most": "Dividing by most does not give that length: multiply by most / length.",
                "g * length / most": "The fraction is upside down: most / length is the one below 1.",
                "abs(g) * most / length": "The signs are lost: scaling keeps them.",
                "g": "Nothing is scaled. Is `most` what the length is compared with, and does a new list come back? (`g = …` in a loop changes none.)",
                "min(g, most)": "That cuts some gradients by themselves, which turns the direction: scale all by the same factor.",
                "max(-most, min(most, g))": "Cutting each gradient by itself turns the direction: scale all by the same factor.",
            },
            "    if length <= most:\n        return grads\n": {"": "Short ones are stretched: only scale down."},
            "    if length <= most:\n        return grads\n    return [g * most / length for g in grads]": {
                "    return [g * min(1, most / length) for g in grads]": "All gradients may be 0, and then most / length divides by 0: ask first whether the length is above `most`.",
            },
            "length <= most": {
                "length**2 <= most": "The root is missing where it is compared with `most`: length² is not the length.",
                "length >= most": "The condition is turned round: it is the long ones that are scaled.",
            },
            "    return [g * most / length for g in grads]": {
                "    return [g * 5 / length for g in grads]": "`most` is given: use it, not a number of your own.",
                "    for i, g in enumerate(grads):\n        length = math.sqrt(sum(g * g for g in grads))\n        grads[i] = g * most / length\n    return grads": "The length is computed anew while the list changes: once, before the loop.",
            },
        },
    ),
    Exercise(
        name="clipped_step",
        lesson="17b",
        title="The wrong thing was cut",
        prompt="""\
This step was meant to clip the gradient: w shall move by at most rate · most. But far off, where it matters, w does not move at all. The
loss is to be (w · x − y)², and the *gradient* of w is to lie between −most and most. Find the fault and mend it.""",
        beside=(),
        stub=_with_the_error_cut(),
        stub_sentence="Far off w still does not move. Where the error is cut, or the loss, the loss is a constant, whatever w is. What is the slope of a constant?",
        solution=_STEP,
        hints=(
            "Each relu is a gate. Which one is closed when the error is 5 and `most` is 1?",
            "Leave the error whole, and let backward() find the true gradient.",
            "Then cut the number w.grad, before it is used: max(-most, min(most, w.grad)).",
        ),
        rows=(
            Row("points far off", 2, _steps_far_off),
            Row("points where nothing is to be cut", 1, lambda rng: [_step_near(rng, side) for side in (1, -1, 1)]),
        ),
        wrong_parts={
            "    gradient = max(-most, min(most, w.grad))\n": {
                "    gradient = w.grad\n": "The error is whole again, and so is the gradient: now cut it, before it is used.",
                "    gradient = min(most, w.grad)\n": "One side is open: a gradient far below 0 must be cut, too, at −most.",
                "    gradient = max(-most, w.grad)\n": "One side is open: a gradient far above 0 must be cut, too, at most.",
                "    gradient = most if abs(w.grad) > most else w.grad\n": "The sign is lost: a gradient far below 0 is cut at −most, not at most.",
                "    gradient = most\n": "Now each step has the same length and sign: a gradient that is shorter stays as it is.",
                "    gradient = min(most, abs(w.grad))\n": "The sign is lost: half of the steps go uphill.",
                "    gradient = max(-1.0, min(1.0, w.grad))\n": "`most` is given: use it, not a number of your own.",
                "    gradient = w.grad * most / abs(w.grad)\n": "Short ones are stretched: only a gradient longer than `most` is cut.",
            },
            "return w.data - rate * gradient": {
                "return w.data + rate * gradient": "Uphill: subtract.",
                "return w.data - max(-most, min(most, rate * w.grad))": "That cuts the step, rate · gradient; asked is the gradient, and the rate comes after.",
                "return max(-most, min(most, w.data - rate * w.grad))": "That cuts the new w; asked is the gradient, before w moves by it.",
                "return gradient": "That is the gradient; return the new w.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "With wider bounds the error is cut further out, and there w stands still again. The error has to stay whole.",
                source=_with_the_error_cut().replace("    error = w", "    most = 2 * most\n    error = w"),
            ),
            WrongAnswer(
                "So the gradient is 2 · (cut error) · x: that bounds the error's part, and a large x still makes a long step. Cut w.grad itself.",
                edits={
                    "max(-most, min(most, w.grad))": "2 * max(-most, min(most, w.data * x - y)) * x",
                },
            ),
        ),
    ),
    Exercise(
        name="way_around",
        lesson="17b",
        title="With a way around, and without",
        prompt="""\
Layers in a row, one number wide. `slopes` has the slope of each layer's function at the place where it is. Write `way_around(slopes)`: return
two numbers, by how much the gradient is multiplied from the last layer's output back to the first one's input: when each layer is
h → f(h), and when each is h → h + f(h).""",
        docstring="Two factors: without a way around each layer, and with it.",
        needs=("engine",),
        solution="""\
def way_around(slopes):
    without, around = 1.0, 1.0
    for slope in slopes:
        without *= slope
        around *= 1 + slope
    return without, around
""",
        hints=(
            "Layers in a row: one factor for each, multiplied (lesson 02).",
            "h + f(h) has two paths from h, with the slopes 1 and f\u2032. Paths add.",
            "So the factor of a layer is slope, or 1 + slope.",
        ),
        rows=(
            Row("random slopes", 2, draw_several_cases(4, _slopes)),
            Row("no layer at all; a slope of 0", 1, lambda rng: [{"args": [[]]}, {"args": [[random_number(rng), 0.0]]}]),
        ),
        wrong_parts={
            "1 + slope": {
                "slope": "The way around is missing: h + f(h) has a second path from h, with the slope 1.",
                "2 * slope": "The way around has the slope 1, whatever f does: it adds 1, and does not double.",
                "1": "So the layer itself would pass nothing back: both paths count, and add.",
                "1 - slope": "The two paths add: 1 + slope.",
                "max(1, slope)": "Paths add; the larger one does not win.",
            },
            "without *= slope": {"without += slope": "Layers in a row multiply: one factor after the other."},
            "around *= 1": {"around += 1": "Layers in a row multiply, with a way around as well."},
            "    return without, around": {
                "    return around, without": "The two are swapped: first without a way around.",
                "    return around": "Two numbers are asked for: without a way around, and with it.",
                "    return without": "That is the one without a way around alone: two numbers are asked for.",
                "    return without, 1 + sum(slopes)": "The factors 1 + slope multiply as well: with two layers, (1 + s) · (1 + t) is 1 + s + t + s · t, and the last term is missing.",
                "    return without, sum(1 + slope for slope in slopes)": "The factors 1 + slope are one behind the other: they multiply.",
                "    return without + around": "Two numbers are asked for, and you add them: return both, with a comma.",
                "    return without, without + len(slopes)": "The ways around are no shares that are added in the end: each layer has the factor 1 + slope, and these multiply.",
                "    return without, 1 + without": "That is one way around all layers together. Here each layer has its own: multiply the 1 + slope.",
                "        return without, around": "The `return` stands inside the loop, which so ends after the first layer.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Layers in a row multiply, they do not add.",
                edits={"without, around = 1.0, 1.0": "without, around = 0.0, 0.0", "without *= slope": "without += slope", "around *= 1": "around += 1"},
            ),
        ),
    ),
)  # fmt: skip
