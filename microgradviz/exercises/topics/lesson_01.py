"""Lesson 01: slopes measured by nudging, and what they are good for."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import (
    draw_several_cases,
    probes,
    random_number,
    random_numbers,
)
from .lesson_00 import NO_NUMBER_YET, rows_by_hand


def _polynomial(rng: Random) -> Inputs:
    return {"coefficients": random_numbers(rng, 4), "args": [random_number(rng), rng.choice([0.1, 0.01, 0.001])]}


def _expression(rng: Random) -> Inputs:
    return {"at": random_numbers(rng, 3), "scale": 0.0, "args": [rng.choice([0.1, 0.01])]}


def _curved(rng: Random) -> Inputs:
    return {**_expression(rng), "scale": random_number(rng)}


def _with_equal_inputs(rng: Random) -> list[Inputs]:
    x, y = random_numbers(rng, 2)
    return [*(_curved(rng) for _ in range(3)), {**_curved(rng), "at": [x, x, y]}, {**_curved(rng), "at": [x, y, x]}]


def _descent(rng: Random) -> Inputs:
    return {  # an odd number of steps: two whole slopes lead back to x
        "coefficients": [random_number(rng), 2.0],
        "args": [random_number(rng), rng.choice([0.2, 0.05]), rng.choice([3, 9])],
    }


_NOTHING_RETURNED = "So far it gives nothing back: write your lines below the first two, and end with `return`."


EXERCISES = (
    Exercise(
        name="numeric_slope",
        lesson="01",
        title="A slope by nudging",
        prompt="""\
Write `numeric_slope(f, x, h)`: let x grow by h, see by how much f changes, and return the change *for each 1* that x grows.
`f` is a function of one number, which you may call: `f(x)` is its value at x.""",
        docstring="How fast f changes at x, measured with one nudge of h.",
        solution="""\
def numeric_slope(f, x, h):
    return (f(x + h) - f(x)) / h
""",
        stub_sentence=_NOTHING_RETURNED,
        hints=(
            "A rate is a change divided by what caused it.",
            "Compute f at x and at x + h. What is the difference, and how large was the nudge?",
            "return (f(after the nudge) - f(before)) / (size of the nudge)",
        ),
        rows=(
            Row(
                "straight lines",
                1,
                draw_several_cases(2, lambda rng: {**_polynomial(rng), "coefficients": random_numbers(rng, 2)}),
                probe=probes.numbers_for_polynomial,
            ),
            Row(
                "curves, small and large nudges",
                2,
                draw_several_cases(4, _polynomial),
                probe=probes.numbers_for_polynomial,
            ),
        ),
        wrong_parts={
            "(f(x + h) - f(x)) / h": {
                "(f(x + h) - f(x))": "That is the change, not the rate: divide it by the nudge.",
                "(f(x) - f(x + h)) / h": "The sign is turned round: it is what f becomes, minus what it was.",
                "f(x + h) / h": "That divides f itself by the nudge: it is the *change* of f that counts.",
                "f(x + h) - f(x) / h": "Only f(x) is divided by h: the whole difference must be, so put it in brackets.",
                "(f(x + h) - f(x)) * h": "You multiply by the nudge: the change *for each 1* is the change divided by it.",
                "h / (f(x + h) - f(x))": "That is upside down: the change of f stands above, the nudge below.",
                "(f(x + 0.001) - f(x)) / 0.001": "The nudge is not always 0.001: use the h that the function is given.",
                "(f(x + 1e-4) - f(x)) / 1e-4": "The nudge of 0.0001 is your own: use the h that the function is given.",
                "(f(x + 1e-6) - f(x)) / 1e-6": "The nudge of a millionth is your own: use the h that the function is given.",
                "(f(x) + h - f(x)) / h": "There f's value grows by h, which says nothing of f. It is x that grows: `f(x + h)`.",
                "f(x + h) / f(x) / h": "What f becomes is divided there by what it was. A change is a *difference*: minus.",
                "6 * x - 4": "That is the slope of this lesson's parabola. Here f may be any function: call it.",
                "round((f(x + h) - f(x)) / h, 2)": "Return the slope as it is: rounded, it is no longer exact.",
                "(f(x + h) - f(x)) / x": "You divide by x: the nudge was h.",
                "(f(x + h) - f(x - h)) / (2 * h)": "That is a fine slope, but one with two nudges. Here x only grows: from x to x + h.",
                "(f(x) - f(x - h)) / h": "That nudges x down, from x to x − h. Here x grows: from x to x + h.",
                "(f(x + h) + f(x)) / h": "A change is a difference: what f becomes, *minus* what it was.",
            },
        },
    ),
    Exercise(
        name="symmetric_slope",
        lesson="01",
        title="A better slope: nudge both ways",
        prompt="""\
Write `symmetric_slope(f, x, h)`: how fast f changes on the way from x − h to x + h, for each 1 that x grows.""",
        docstring="How fast f changes at x, measured from x - h to x + h.",
        solution="""\
def symmetric_slope(f, x, h):
    return (f(x + h) - f(x - h)) / (2 * h)
""",
        stub_sentence=_NOTHING_RETURNED,
        hints=(
            "Look at f at x + h and at x − h.",
            "How far apart are these two places?",
            "They are 2 · h apart, so divide the difference by that.",
        ),
        rows=(
            Row(
                "parabolas, exactly",
                1,
                draw_several_cases(2, lambda rng: {**_polynomial(rng), "coefficients": random_numbers(rng, 3)}),
                probe=probes.numbers_for_polynomial,
            ),
            Row("other curves", 2, draw_several_cases(4, _polynomial), probe=probes.numbers_for_polynomial),
        ),
        wrong_parts={
            "(f(x + h) - f(x - h)) / (2 * h)": {
                "(f(x + h) - f(x - h)) / h": "From x − h to x + h is a way of 2 · h, but you divide by h.",
                "(f(x + h) - f(x - h)) / 2 * h": "`/ 2 * h` divides by 2 and then multiplies by h: write `/ (2 * h)`.",
                "f(x + h) - f(x - h) / (2 * h)": "Only f(x − h) is divided: the whole difference must be, so put it in brackets.",
                "(f(x + h) - f(x - h)) / 2": "From x − h to x + h is a way of 2 · h, but you divide by 2.",
                "round((f(x + h) - f(x - h)) / (2 * h), 2)": "Return the slope as it is: rounded, it is no longer exact.",
                "(f(x + h) - f(x)) / h": "That is the one-sided slope: nudge down as well as up.",
                "(f(x + h) - f(x)) / (2 * h)": "That is the one-sided slope divided by 2 · h: start from f(x − h), not f(x).",
                "(f(x - h) - f(x + h)) / (2 * h)": "The sign is turned round: f at x + h, minus f at x − h.",
                "(f(x + h / 2) - f(x - h / 2)) / h": "That goes from x − h/2 to x + h/2: nudge by the whole h to each side.",
                "(f(x + h) + f(x - h)) / (2 * h)": "A change is a difference: f at x + h, *minus* f at x − h.",
            },
        },
    ),
    Exercise(
        name="partials_by_hand",
        lesson="01",
        title="Three slopes of one expression",
        prompt="""\
**d = a² · b + c** with a = {a}, b = {b}, c = {c}. Find ∂d/∂a, ∂d/∂b and ∂d/∂c with what you know from school: let one
of them change, and hold the other two still.""",
        given={"a": 4.0, "b": -5.0, "c": 6.0},
        stub='partials_by_hand = {"a": None, "b": None, "c": None}\n',
        solution='partials_by_hand = {"a": 2 * a * b, "b": a**2, "c": 1}\n',
        needs=("engine",),
        hints=(
            "While a changes, b and c are plain numbers. What is the derivative of a² times a number, plus a number?",
            "While b changes, a² is the number that multiplies it.",
            "While c changes, a² · b is a plain number: d is c plus something.",
        ),
        rows=rows_by_hand("∂d/∂{}", "d = a**2 * b + c", "q e"),
        wrong_parts={
            '{"a": 2 * a * b, "b": a**2, "c": 1}': {
                '{"a": -2 * a * b, "b": a**2, "c": 1}': "The sign of ∂d/∂a is turned round: b is a factor of it, sign and all.",
                '{"a": 2 * a, "b": a**2, "c": 1}': "2a is the slope of a² alone. In d it is multiplied by b, so its slope is too.",
                '{"a": b, "b": a, "c": 1}': "Those would be the slopes of a · b + c. Here a is squared.",
                '{"a": a**2, "b": 2 * a * b, "c": 1}': "Two slopes have changed places: in ∂d/∂a it is a that grows.",
                '{"a": a * b, "b": a**2, "c": 1}': "The derivative of a² is 2a, so a 2 is missing in ∂d/∂a.",
                '{"a": 2 * a * b, "b": 2 * a, "c": 1}': "While b changes, a holds still: a² is a plain number then, and is not differentiated.",
                '{"a": 2 * a * b, "b": a**2 * b, "c": 1}': "a² · b is the value of the product. How much does it grow when b grows by 1?",
                '{"a": a**2 * b, "b": a**2 * b, "c": 1}': "a² · b is the value of the product. How much does it grow when a grows by 1, and when b does?",
                '{"a": 2 * a * b, "b": a**2, "c": c}': "That is the value of c. The question is how fast d changes when c does.",
                '{"a": 2 * a * b, "b": a**2, "c": 0}': "c is only added: let it grow by 1, and see by how much d grows.",
                '{"a": 2 * a * b + c, "b": a**2 + c, "c": 1}': "c holds still while a or b changes: it is no part of their slopes.",
                '{"a": 2 * a + b, "b": a**2, "c": 1}': "a² and b are *multiplied*: while a changes, b is a factor that stays in front.",
            },
        },
        stub_sentence=NO_NUMBER_YET,
    ),
    Exercise(
        name="partial_slopes",
        lesson="01",
        title="Nudge one, hold the rest",
        prompt="""\
Write `partial_slopes(f, xs, h)`: for a function `f(a, b, c)` and the list `xs` of its three inputs, return the list of its
three slopes. For each, let *one* input grow by h and hold the others still. To call f with a list, write `f(*xs)`: it
means `f(xs[0], xs[1], xs[2])`.""",
        docstring="The slope of f by each of its inputs, a list as long as xs.",
        solution="""\
def partial_slopes(f, xs, h):
    slopes = []
    for i in range(len(xs)):
        nudged = list(xs)
        nudged[i] += h
        slopes.append((f(*nudged) - f(*xs)) / h)
    return slopes
""",
        stub_sentence=_NOTHING_RETURNED,
        hints=(
            "One run of f with nothing nudged, and one for each input.",
            "Copy the list before you nudge: `nudged = list(xs)`.",
            "For each i: copy xs, add h to entry i of the copy, and divide the change of f by h.",
        ),
        rows=(
            Row("a · b + c", 1, draw_several_cases(2, _expression), probe=probes.numbers_for_expression),
            Row("a · b + c + k · a · c", 2, _with_equal_inputs, probe=probes.numbers_for_expression),
        ),
        wrong_parts={
            " / h": {"": "Those are changes, not rates: divide by the nudge."},
            "nudged = list(xs)": {
                "nudged = xs": "xs itself is nudged, so both runs of f see the same numbers: nudge a copy."
            },
            "    for i in range(len(xs)):\n        nudged = list(xs)\n": {
                "    nudged = list(xs)\n    for i in range(len(xs)):\n": "The nudges pile up: every input must be back in its place before the next one is nudged."
            },
            "nudged = list(xs)\n        nudged[i] += h": {
                "nudged = [x + h for x in xs]": "All inputs are nudged at once: that gives one slope, of all together."
            },
            "nudged[i] += h": {
                "nudged[0] += h": "Only the first input is ever nudged: for the slope of input i, input i grows.",
            },
            "f(*nudged) - f(*xs)": {
                "f(*xs) - f(*nudged)": "The sign is turned round: it is what f becomes, minus what it was."
            },
            "    return slopes": {
                "        return slopes": "The return stands inside the loop, so it ends after the first input: indent it less."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Each input stays nudged while the next one grows: put it back, or nudge a copy of the list.",
                edits={
                    "nudged = list(xs)": "before = f(*xs)",
                    "nudged[i]": "xs[i]",
                    "f(*nudged) - f(*xs)": "f(*xs) - before",
                },
            ),
        ),
    ),
    Exercise(
        name="descend",
        lesson="01",
        title="Downhill",
        prompt="""\
Write `descend(slope, x, rate, steps)`: take that many steps *downhill*, each of `rate` times the slope at x, and return the
x where they end. `slope` is a function: `slope(x)` is the slope at x.""",
        stub='''\
def descend(slope, x, rate, steps):
    """Where x is after that many steps downhill."""
    return x
''',
        solution="""\
def descend(slope, x, rate, steps):
    for _ in range(steps):
        x -= rate * slope(x)
    return x
""",
        stub_sentence="So far x stays where it was: take the steps, then return the new x.",
        hints=(
            "A positive slope means uphill to the right. Which way is down?",
            "Ask for the slope anew in every step: it changes as x moves.",
        ),
        rows=(
            Row("the place after a few steps", 2, draw_several_cases(4, _descent), probe=probes.numbers_for_polynomial),
        ),
        wrong_parts={
            "x -= rate * slope(x)": {
                "x += rate * slope(x)": "That walks uphill: go *against* the slope.",
                "x -= slope(x)": "The rate is left out: a step is rate times slope.",
                "x -= 0.1 * slope(x)": "The rate is not always 0.1: use the one that the function is given.",
                "x -= rate": "All steps are equally long there: a step is the rate *times the slope*.",
                "x = rate * slope(x)": "That is the step alone: take it away from x.",
            },
            "range(steps)": {
                "range(1)": "Only one step is taken: repeat it, and return after the loop.",
                "range(1, steps)": "That is one step too few: `range(1, steps)` leaves out 0.",
                "range(steps + 1)": "That is one step too many: `range(steps)` goes round `steps` times, from 0 on.",
            },
            "    return x": {"    return round(x, 2)": "Return x as it is: rounded, it is no longer exact."},
        },
        wrong_answers=(
            WrongAnswer(
                "The slope is asked for only once, at the start. It changes with every step.",
                edits={"    for _": "    first = slope(x)\n    for _", "slope(x)\n    return": "first\n    return"},
            ),
        ),
    ),
)
