"""Lesson 09: a check of gradients."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import probes, random_numbers

_LARGE = 1e12


_SLOPES: dict[str, tuple[Callable[[float], float], Callable[[float], float]]] = {  # of the curves that f is made of
    "1": (lambda x: 1.0, lambda x: 0.0),
    "x": (lambda x: x, lambda x: 1.0),
    "x²": (lambda x: x * x, lambda x: 2 * x),
    "sin": (math.sin, math.cos),
    "cos": (math.cos, lambda x: -math.sin(x)),
    "tanh": (math.tanh, lambda x: 1 - math.tanh(x) ** 2),
    "sqrt": (math.sqrt, lambda x: 0.5 / math.sqrt(x)),
}


def _claims(rng: Random, faults: list[Any], scale: float = 1.0) -> list[Inputs]:
    """A claim for each of these faults, each of a function of its own, in an order that nobody knows beforehand."""
    found = []
    for fault in rng.sample(faults, len(faults)):
        products, at, parts = _sum_of_products(rng, scale, flat=fault == "flat")
        right = [sum(part[i] for part in parts) for i in (0, 1)]
        if fault == "sign":
            claimed = [-right[0], right[1]]
        elif fault == "second":  # a part of it is forgotten
            claimed = [right[0], right[1] - parts[0][1]]
        elif fault == "cancel":
            claimed = [right[0] + 0.5, right[1] - 0.5]
        elif fault in ("twice", "none"):
            claimed = [(2.0 if fault == "twice" else 0.0) * slope for slope in right]
        else:
            claimed = [right[0] + (0.0 if fault == "flat" else float(fault)) * scale, right[1]]
        found.append({"products": products, "at": at, "claimed": claimed})
    return found


def _sum_of_products(
    rng: Random, scale: float, *, flat: bool
) -> tuple[list[list[Any]], list[float], list[tuple[float, float]]]:
    """Two or three products [factor, curve of x, curve of y], where to look, and the gradient of each; if `flat`, none
    of them changes with x."""
    at, curves = random_numbers(rng, 2, 0.5, 1.5), sorted(_SLOPES)
    products: list[list[Any]] = [
        [rng.choice((1, -1)) * rng.uniform(0.5, 1.5) * scale, "1" if flat else rng.choice(curves), rng.choice(curves)]
        for _ in range(rng.randint(2, 3))
    ]
    parts = []
    for factor, of_x, of_y in products:
        (u, du), (v, dv) = ((f(at[i]), slope(at[i])) for i, (f, slope) in enumerate((_SLOPES[of_x], _SLOPES[of_y])))
        parts.append((factor * du * v, factor * u * dv))
    shows = abs(sum(x for x, _ in parts)) > 0.1 * scale or flat
    if shows and abs(parts[0][1]) > 0.1 * scale:
        return products, at, parts
    return _sum_of_products(rng, scale, flat=flat)


EXERCISES = (
    Exercise(
        name="gradient_check",
        lesson="09",
        title="Never trust a gradient you have not nudged",
        prompt="""\
Write `gradient_check(f, xs, grads)`: True if the claimed gradients `grads` of `f(x, y)` at `xs` agree with slopes that you
measure yourself, to about four digits; else False. Four digits of a million are a hundred: allow more where slopes are large.""",
        stub='''\
def gradient_check(f, xs, grads):
    """Whether the claimed gradients agree with measured slopes."""
''',
        stub_sentence="It returns nothing yet: True if *all* the claims agree, else False. (print shows a word, return hands it over.)",
        solution="""\
def gradient_check(f, xs, grads, h=1e-5):
    for i, claimed in enumerate(grads):
        up, down = list(xs), list(xs)
        up[i] += h
        down[i] -= h
        measured = (f(*up) - f(*down)) / (2 * h)
        if abs(measured - claimed) > 1e-4 * max(1, abs(measured)):
            return False
    return True
""",
        hints=(
            "Nudge one input at a time, up and down, and divide by 2h.",
            "h = 1e-5 is a good size: much smaller, and rounding spoils it.",
            "Compare with abs(measured − claimed), and *every* gradient must pass.",
            "Allowed: 1e-4 * max(1, abs(measured)).",
        ),
        rows=(
            Row(
                "right gradients are told from wrong ones",
                1,
                lambda rng: _claims(rng, [0.0] * 4 + ["flat", 0.01, 0.01, -0.01]),
                probe=probes.gradient_check_verdict,
            ),
            Row(
                "every kind of wrong gradient is found",
                2,
                lambda rng: _claims(rng, [0.0] * 3 + [0.01, -0.01, -0.5, "sign", "second", "cancel", "twice", "none"]),
                probe=probes.gradient_check_verdict,
            ),
            Row(
                "large numbers: a right gradient is off by more",
                1,
                lambda rng: _claims(rng, [0.0] * 4 + [0.1, -0.1], _LARGE),
                probe=probes.gradient_check_verdict,
            ),
        ),
        wrong_parts={
            "if abs(measured - claimed) > 1e-4 * max(1, abs(measured)):": {
                "if claimed - measured > 1e-4 * max(1, abs(measured)):": "A claim that is too large is found, one that is too small is not: compare with abs(…).",
                "if measured - claimed > 1e-4 * max(1, abs(measured)):": "A claim that is too small is found, one that is too large is not: compare with abs(…).",
                "if abs(measured - claimed) > 0.1 * max(1, abs(measured)):": "It is far too lenient: gradients that are off by a hundredth must not pass.",
                "if abs(abs(measured) - abs(claimed)) > 1e-4 * max(1, abs(measured)):": "Only the sizes are compared, so that a wrong sign passes: take the difference first, then abs(…).",
                "if abs(measured - claimed) / measured > 1e-4:": "A slope may be 0, or negative, and then this is no relative error: divide by its size, and by 1 where that is smaller.",
                "if abs(measured - claimed) / abs(measured) > 1e-4:": "A slope may be exactly 0, and nothing can be divided by that: divide by its size, or by 1 where that is smaller, `max(1, abs(measured))`.",
                "if claimed - measured > 1e-4:": "A claim that is too large is found, one that is too small is not: compare with abs(…). And allow more where slopes are large.",
                "if measured - claimed > 1e-4:": "A claim that is too small is found, one that is too large is not: compare with abs(…). And allow more where slopes are large.",
                "if abs(measured - claimed) > 1e-4:": "Small numbers are judged well. Of large ones right gradients are refused: rounding grows with them, so what you allow must grow too.",
                "if abs(measured - claimed) != 0:": "Right gradients are refused, too. A measured slope has some ten right digits at best: allow about 1e-4. If you do: is h small and not tiny, about 1e-5? Is the slope nudged to both sides?",
            },
            "    return True": {"        return True": "Only the first gradient is looked at."},
            "return False": {"return True": "It says True whatever is claimed."},
        },
        wrong_answers=(
            WrongAnswer(
                "Your slopes are twice too large: from f(x − h) to f(x + h) the run is 2h.",
                edits={"/ (2 * h)": "/ h"},
            ),
            WrongAnswer(
                "`/ 2 * h` divides by 2 and then multiplies by h: put brackets around 2 * h.",
                edits={"/ (2 * h)": "/ 2 * h"},
            ),
            WrongAnswer(
                "f takes two numbers, not a list: `x, y = xs`, and then `f(x + h, y)`.",
                edits={"f(*up)": "f(up)", "f(*down)": "f(down)"},
            ),
            WrongAnswer(
                "One claim that agrees is enough for it, but *every* one must agree.",
                edits={
                    "> 1e-4": "<= 1e-4",
                    "return False": "return None",
                    "return True": "return False",
                    "return None": "return True",
                },
            ),
            WrongAnswer(
                "The answer is turned round: True must mean that they agree.",
                edits={"return False": "return None", "return True": "return False", "return None": "return True"},
            ),
            WrongAnswer(
                "Only the sums are compared: one claim too large and another one too small make up for each other. Compare each with its own slope.",
                source="""\
def gradient_check(f, xs, grads, h=1e-5):
    total = 0
    for i in range(len(xs)):
        up, down = list(xs), list(xs)
        up[i] += h
        down[i] -= h
        total += (f(*up) - f(*down)) / (2 * h)
    return abs(total - sum(grads)) <= 1e-4 * max(1, abs(total))
""",
            ),
        ),
    ),
)
