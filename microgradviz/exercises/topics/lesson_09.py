"""Lesson 09: tests that learners write: a check of gradients, and one of whole engines."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

from ..base import DrawCases, Exercise, Inputs, Row, WrongAnswer
from ..judge import Outcome, probes, random_numbers
from .engine_words import in_other_words
from .engine_zoo import AT_THE_KINK, LASTING, LOST, PLAINLY_WRONG, RIGHT, WRONG_NUMBERS, WRONG_ORDER, WRONG_RULES

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
        else:
            claimed = [right[0] + (0.0 if fault == "flat" else fault) * scale, right[1]]
        found.append({"products": products, "at": at, "claimed": claimed})
    return found


def _sum_of_products(
    rng: Random, scale: float, *, flat: bool
) -> tuple[list[list[Any]], list[float], list[tuple[float, float]]]:
    """Two or three products [factor, curve of x, curve of y], where to look, and the gradient of each; if `flat`, none
    of them changes with x."""
    at, curves = random_numbers(rng, 2, 0.5, 1.5), sorted(_SLOPES)
    products = [
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


def _engines(*kinds: dict[str, str], right: int = 0) -> DrawCases:
    """Draws all engines of these kinds, shuffled among that many right ones, one to three if 0; each in words of its own."""

    def draw(rng: Random) -> list[Inputs]:
        labels = [*rng.sample(sorted(RIGHT), right or rng.randint(1, 3)), *(label for kind in kinds for label in kind)]
        rng.shuffle(labels)
        known = {label: text for kind in (RIGHT, *kinds) for label, text in kind.items()}
        return [{"engines": [in_other_words(known[label], rng) for label in labels], "labels": labels}]

    return draw


_Verdicts = dict[str, bool]


def _verdicts(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> _Verdicts:
    """What was said of each engine, by its label; of a right one, whether it passed every time."""
    found: _Verdicts = {}
    for row, came in zip(cases, outcomes, strict=False):
        for inputs, outcome in zip(row, came, strict=False):
            for label, said in zip(inputs["labels"], outcome.numbers, strict=False):
                found[label] = found.get(label, True) and said == 1.0
    return found


def _all_pass(said: _Verdicts, *kinds: dict[str, str]) -> bool:
    return all(said.get(label, False) for kind in kinds for label in kind)


def _none_passes(said: _Verdicts, *kinds: dict[str, str]) -> bool:
    return not any(said.get(label, True) for kind in kinds for label in kind)


_CHECK = """\
def check_engine(Value):
    def arithmetic(a, b):
        c = a * b + a
        d = c / b - 2 * a
        return d * c + (1 - c) * b**3 + 3 / a - (-d) + (d + c) * c

    def functions(a, b):
        c = (a * b).tanh()
        d = (c + a).sigmoid() * c.exp()
        e = (d + a).tanh()
        return e * b.log() + (e - b).relu() * c + (b - d).relu() * a + e * a

    def slopes_agree(f, xs):
        values = [Value(x) for x in xs]
        f(*values).backward()
        for i, value in enumerate(values):
            up, down = list(xs), list(xs)
            up[i] += 1e-5
            down[i] -= 1e-5
            measured = (f(*[Value(x) for x in up]).data - f(*[Value(x) for x in down]).data) / 2e-5
            if abs(value.grad - measured) > 1e-5 * max(1, abs(measured)):
                return False
        return True

    x = Value(0.7)
    found = [x.tanh(), x.exp(), x.log(), x.sigmoid(), x.relu(), (-x).relu(), arithmetic(Value(2.0), Value(3.0))]
    numbers = [math.tanh(0.7), math.exp(0.7), math.log(0.7), 1 / (1 + math.exp(-0.7)), 0.7, 0.0, arithmetic(2.0, 3.0)]
    for value, number in zip(found, numbers):
        if abs(value.data - number) > 1e-9:
            return False
    for f in (arithmetic, functions):
        for xs in ([0.7, 1.9], [2.0, 0.4]):
            if not slopes_agree(f, xs):
                return False
    return True
"""
_SOLUTION = f"import math\n\n\n{_CHECK}"
_USED_ONCE = {
    "c = a * b + a\n        d = c / b - 2 * a": "c = 2 * a\n        d = c / 3 - 1",
    "d * c + (1 - c) * b**3 + 3 / a - (-d) + (d + c) * c": "(1 - (-d)) * (3 / b**3 + 4)",
    "c = (a * b).tanh()\n        d = (c + a).sigmoid() * c.exp()\n        e = (d + a).tanh()": "c = a.tanh()\n        d = c.sigmoid().exp()",
    "e * b.log() + (e - b).relu() * c + (b - d).relu() * a + e * a": "d * (b.log() - 1).relu() + 1",
}


def _row(text: str, points: int, draw: DrawCases) -> Row:
    return Row(text, points, draw, probe=probes.engine_verdicts, seconds=5.0)


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
                lambda rng: _claims(rng, [0.0] * 3 + [0.01, -0.01, -0.5, "sign", "second", "cancel"]),
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
                "if abs(measured - claimed) > 1e-4:": "Small numbers are judged well. Of large ones right gradients are refused: rounding grows with them, so what you allow must grow too.",
                "if abs(measured - claimed) != 0:": "Right gradients are refused, too. Floats are hardly ever exactly equal: allow a small difference. If you do: is the slope nudged to both sides, and divided by the whole distance, 2h?",
            },
            "    return True": {"        return True": "Only the first gradient is looked at."},
            "return False": {"return True": "It says True whatever is claimed."},
        },
        wrong_answers=(
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
    Exercise(
        name="check_engine",
        lesson="09",
        title="The test that you wrote",
        prompt="""\
Write `check_engine(Value)`: True if an engine is right, False if it is wrong. It is tried on five right engines and on 24
wrong ones, each with one fault. All have `+ - * /` with numbers on either side, `-a`, `a**3`, `.tanh()`, `.exp()`,
`.log()`, `.relu()`, `.sigmoid()`, `.data`, `.grad` and `.backward()`, and that is all you may rely on: right ones are built in
different ways. Your `gradient_check` may help.""",
        stub='''\
def check_engine(Value):
    """True if this engine is right, False if it is wrong."""
''',
        stub_sentence="It returns nothing yet: True for a right engine, False for a wrong one. (print shows a word, return hands it over.)",
        solution=_SOLUTION,
        hints=(
            "Make an expression of a few values, call backward(), and hold each grad against a slope that you measure by nudging.",
            "Use values twice, values made by operations too, at different distances from the result; and tanh twice.",
            "Nudging believes the engine's own numbers. Are those right? Compare 5 − a, 1 ÷ a, sigmoid and so on with plain numbers.",
            "Try several expressions and points. Stay away from kinks: relu has no slope at 0.",
        ),
        rows=(
            _row(
                "no right engine is refused, and two plainly wrong ones are",
                2,
                _engines(PLAINLY_WRONG, right=len(RIGHT)),
            ),
            _row("wrong local derivatives are caught", 1, _engines(WRONG_RULES)),
            _row("lost contributions are caught", 1, _engines(LOST)),
            _row("a wrong order is caught", 1, _engines(WRONG_ORDER)),
            _row("wrong numbers, and what lasts too long, are caught", 1, _engines(WRONG_NUMBERS, LASTING)),
        ),
        wrong_answers=(
            WrongAnswer(
                "It says True of every engine, the wrong ones included.",
                source="def check_engine(Value):\n    return True\n",
            ),
            WrongAnswer(
                "The answers are turned round: True must mean that the engine is right.",
                edits={
                    "return False": "return None",
                    "return True": "return False",
                    "return None": "return True",
                    "if not slopes_agree": "if slopes_agree",
                },
                recognise=lambda cases, outcomes: (
                    _none_passes(_verdicts(cases, outcomes), RIGHT)
                    and _all_pass(_verdicts(cases, outcomes), PLAINLY_WRONG)
                ),
            ),
            WrongAnswer(
                "It says False of every engine, the right ones included. Allow a small difference: a measured slope is hardly ever exactly the gradient, and at a kink, such as relu's at 0, there is none.",
                source=_SOLUTION.replace("> 1e-5 * max(1, abs(measured))", "> 0"),
                recognise=lambda cases, outcomes: _none_passes(_verdicts(cases, outcomes), RIGHT),
            ),
            WrongAnswer(
                "A right engine is refused for relu's slope at 0. There is none at the kink: stay away from it.",
                edits={
                    "    x = Value(0.7)\n": "    x = Value(0.0)\n    x.relu().backward()\n    if x.grad != 0:\n        return False\n    x = Value(0.7)\n"
                },
                recognise=lambda cases, outcomes: (
                    {label for label in RIGHT if not _verdicts(cases, outcomes).get(label, True)} == {AT_THE_KINK}
                ),
            ),
            WrongAnswer(
                "Engines that write = for += all pass. Use a value twice in one expression, a value made by an operation too, and look at the gradients that two contributions make.",
                edits=_USED_ONCE,
                recognise=lambda cases, outcomes: (
                    _all_pass(_verdicts(cases, outcomes), {label: "" for label in LOST if "=" in label})
                    and _none_passes(_verdicts(cases, outcomes), PLAINLY_WRONG)
                ),
            ),
            WrongAnswer(
                "Engines that go back in a wrong order all pass. The order matters for a value *made by an operation* that has two users, at different distances from the result.",
                edits={
                    "c = a * b + a\n        d = c / b - 2 * a": "c = a * b\n        d = 2 / b - a",
                    "d * c + (1 - c) * b**3 + 3 / a - (-d) + (d + c) * c": "d * c + (1 - a) * b**3 + 3 / a - (-a) + (b + a) * a",
                    "(c + a).sigmoid() * c.exp()": "(b + a).sigmoid() * a.exp()",
                    "e = (d + a).tanh()": "e = (b + a).tanh()",
                    "e * b.log() + (e - b).relu() * c + (b - d).relu() * a + e * a": "e * b.log() + (a - b).relu() * c + (b - a).relu() * d",
                },
                recognise=lambda cases, outcomes: (
                    _all_pass(_verdicts(cases, outcomes), {label: "" for label in WRONG_ORDER if "inputs" not in label})
                    and _none_passes(_verdicts(cases, outcomes), PLAINLY_WRONG)
                ),
            ),
            WrongAnswer(
                "Engines with wrong numbers all pass: their 5 − a gives a − 5, say, with gradients that fit. Compare the data of *every* operation with what plain numbers give.",
                edits={"if abs(value.data - number) > 1e-9:": "if value.data is None:"},
                recognise=lambda cases, outcomes: (
                    _all_pass(_verdicts(cases, outcomes), WRONG_NUMBERS)
                    and _none_passes(_verdicts(cases, outcomes), PLAINLY_WRONG)
                ),
            ),
        ),
    ),
)
