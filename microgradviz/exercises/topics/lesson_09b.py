"""Lesson 09b: a test of whole engines."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ..base import DrawCases, Exercise, Inputs, Row, WrongAnswer
from ..judge import Outcome, probes
from .engine_words import in_other_words
from .engine_zoo import (
    AT_THE_KINK,
    FUNCTIONS_OVERWRITE,
    LASTING,
    LOST,
    ORDER_KEPT,
    PLAINLY_WRONG,
    RIGHT,
    TANH_KEPT,
    WRONG_NUMBERS,
    WRONG_ORDER,
    WRONG_RULES,
)
from .verdicts import all_pass, none_passes, verdicts


def _engines(*kinds: dict[str, str], right: int = 0) -> DrawCases:
    """Draws all engines of these kinds, shuffled among that many right ones, one to three if 0; each in words of its own."""

    def draw(rng: Random) -> list[Inputs]:
        labels = [*rng.sample(sorted(RIGHT), right or rng.randint(1, 3)), *(label for kind in kinds for label in kind)]
        rng.shuffle(labels)
        known = {label: text for kind in (RIGHT, *kinds) for label, text in kind.items()}
        return [{"engines": [in_other_words(known[label], rng) for label in labels], "labels": labels}]

    return draw


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
_ARITHMETIC = "d * c + (1 - c) * b**3 + 3 / a - (-d) + (d + c) * c"
_USED_ONCE = {
    "c = a * b + a\n        d = c / b - 2 * a": "c = 2 * a\n        d = c / 3 - 1",
    _ARITHMETIC: "(1 - (-d)) * (3 / b**3 + 4)",
    "c = (a * b).tanh()\n        d = (c + a).sigmoid() * c.exp()\n        e = (d + a).tanh()": "c = a.tanh()\n        d = c.sigmoid().exp()",
    "e * b.log() + (e - b).relu() * c + (b - d).relu() * a + e * a": "d * (b.log() - 1).relu() + 1",
}


_NO_ORDER = {
    "c = a * b + a\n        d = c / b - 2 * a": "c = a * b\n        d = 2 / b - a",
    _ARITHMETIC: "d * c + (1 - a) * b**3 + 3 / a - (-a) + (b + a) * a",
    "(c + a).sigmoid() * c.exp()": "(b + a).sigmoid() * a.exp()",
    "e = (d + a).tanh()": "e = (b + a).tanh()",
    "e * b.log() + (e - b).relu() * c + (b - d).relu() * a + e * a": "e * b.log() + (a - b).relu() * c + (b - a).relu() * d",
}


def _passes_wrongly(cases: list[list[Inputs]], outcomes: list[list[Outcome]], labels: Iterable[str]) -> bool:
    """Whether one of these wrong engines passes, in a test that finds the plainly wrong ones."""
    said = verdicts(cases, outcomes)
    return any(said.get(label, False) for label in labels) and none_passes(said, PLAINLY_WRONG)


def _row(text: str, points: int, draw: DrawCases) -> Row:
    return Row(text, points, draw, probe=probes.engine_verdicts, seconds=5.0)


EXERCISES = (
    Exercise(
        name="check_engine",
        lesson="09b",
        title="The test that you wrote",
        prompt="""\
Write `check_engine(Value)`: True if an engine is right, False if it is wrong. It is tried on five right engines and on 24
wrong ones, each with one fault. Choose expressions and points; this lesson's `right_for` tests one expression at one point.
Every engine has `+ - * /` of two values or of a value and a number (`a - 5`, `5 - a`), `-a`, powers (`a**3`), `.tanh()`,
`.exp()`, `.log()`, `.relu()`, `.sigmoid()`, `.data`, `.grad` and `.backward()`. Rely on nothing else:
right ones are built in different ways, and log of a negative number, or relu exactly at 0, is nobody's fault.""",
        stub='''\
def check_engine(Value):
    """True if this engine is right, False if it is wrong."""
''',
        stub_sentence="It returns nothing yet: True for a right engine, False for a wrong one. (print shows a word, return hands it over.)",
        solution=_SOLUTION,
        hints=(
            "Make expressions of two values, each operation in one of them, 5 − a and 1 ÷ a too. This lesson's `right_for` looks at one, at one point: go through all with `for`.",
            "Use values twice, so that the operation is the second to send something: (a + b) · a, (b + a) · a, exp(a) · a. And use tanh twice in one expression.",
            "Use a value that an operation made twice, at different distances from the result: u = a · b, then u · (u + a) · b, and with the sides swapped.",
            "Two points are enough, such as 0.7, 1.9 and 2.0, 0.4. Stay away from kinks, relu has no slope at 0, and log wants numbers above 0.",
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
            _row(
                "wrong numbers are caught, and what is kept of an earlier value or graph",
                1,
                _engines(WRONG_NUMBERS, LASTING),
            ),
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
                    none_passes(verdicts(cases, outcomes), RIGHT) and all_pass(verdicts(cases, outcomes), PLAINLY_WRONG)
                ),
            ),
            WrongAnswer(
                "Your test asks for `_prev`, `_op` or `_backward`. Right engines may have other names: rely on `data`, `grad` and `backward()`.",
                source="def check_engine(Value):\n    a, b = Value(2.0), Value(3.0)\n    return (a * b)._prev == (a, b)\n",
                recognise=lambda cases, outcomes: any(
                    outcome.error == "AttributeError"
                    and any(f"attribute '{name}'" in outcome.text for name in ("_prev", "_op", "_backward"))
                    for row in outcomes
                    for outcome in row
                ),
            ),
            WrongAnswer(
                "It says False of every engine, the right ones included. Allow a small difference: a measured slope is hardly ever exactly the gradient, and at a kink, such as relu's at 0, there is none.",
                source=_SOLUTION.replace("> 1e-5 * max(1, abs(measured))", "> 0"),
                recognise=lambda cases, outcomes: none_passes(verdicts(cases, outcomes), RIGHT),
            ),
            WrongAnswer(
                "A right engine is refused for relu's slope at 0. There is none at the kink: stay away from it.",
                edits={
                    "    x = Value(0.7)\n": "    x = Value(0.0)\n    x.relu().backward()\n    if x.grad != 0:\n        return False\n    x = Value(0.7)\n"
                },
                recognise=lambda cases, outcomes: (
                    {label for label in RIGHT if not verdicts(cases, outcomes).get(label, True)} == {AT_THE_KINK}
                ),
            ),
            WrongAnswer(
                "Some right engines pass and some are refused. They add in different orders, so their numbers may differ in the last digits: allow a small difference, such as 1e-9, in place of ==.",
                edits={
                    "    x = Value(0.7)\n": "    x = Value(1.0)\n    (x * 0.1 + (x * 0.2 + x * 0.3)).backward()\n    if x.grad != 0.3 + 0.2 + 0.1:\n        return False\n    x = Value(0.7)\n"
                },
                recognise=lambda cases, outcomes: (
                    not any(outcome.error for outcome in outcomes[0])
                    and 0 < sum(verdicts(cases, outcomes).get(label, True) for label in RIGHT) < len(RIGHT)
                ),
            ),
            WrongAnswer(
                "At one of your points a wrong engine divides by 0, and your test stops there: at 0 and 1 a number and its logarithm, power or product are special. Take numbers such as 0.7 and 1.3.",
                edits={"for xs in ([0.7, 1.9], [2.0, 0.4]):": "for xs in ([0.7, 1.0],):"},
                recognise=lambda cases, outcomes: (
                    not any(outcome.error for outcome in outcomes[0])
                    and any(outcome.error == "ZeroDivisionError" for row in outcomes for outcome in row)
                ),
            ),
            WrongAnswer(
                "Now only tanh, exp and their like may write = for += unseen. It shows where such a function is the *second* to send something to its input: in exp(a) · a first × sends to a, and then exp. Write one like it for each.",
                edits={
                    "c = (a * b).tanh()\n        d = (c + a).sigmoid() * c.exp()\n        e = (d + a).tanh()": "c = (a * b).tanh()\n        d = c.exp().sigmoid()",
                    "e * b.log() + (e - b).relu() * c + (b - d).relu() * a + e * a": "d + (a + 3).log().relu()",
                },
                recognise=lambda cases, outcomes: (
                    [label for label in LOST if "=" in label and verdicts(cases, outcomes).get(label, False)]
                    == [FUNCTIONS_OVERWRITE]
                    and none_passes(verdicts(cases, outcomes), PLAINLY_WRONG)
                ),
            ),
            WrongAnswer(
                "An engine that writes = for += passes. It shows where an operation is the *second* to send something to its input: in (b + a) · a first × sends to a, and then +. Use values twice in such ways, around each operation.",
                edits=_USED_ONCE,
                recognise=lambda cases, outcomes: (
                    any(verdicts(cases, outcomes).get(label, False) for label in LOST if "=" in label)
                    and none_passes(verdicts(cases, outcomes), PLAINLY_WRONG)
                ),
            ),
            WrongAnswer(
                "Engines that go back in a wrong order all pass. The order matters for a value *made by an operation* that has two users, at different distances from the result. Written out twice, a · b is two values: give it a name.",
                edits=_NO_ORDER,
                recognise=lambda cases, outcomes: (
                    all_pass(verdicts(cases, outcomes), {label: "" for label in WRONG_ORDER if "inputs" not in label})
                    and none_passes(verdicts(cases, outcomes), PLAINLY_WRONG)
                ),
            ),
            WrongAnswer(
                "A wrong order still passes: in your expressions it happens to be right. With u = a · b, take u · ((u + a) · b), one user near the result and one further from it, and then the sides the other way round: ((a + u) · b) · u.",
                edits={**_NO_ORDER, _ARITHMETIC: _NO_ORDER[_ARITHMETIC].replace("d * c", "d * c * c")},
                recognise=lambda cases, outcomes: _passes_wrongly(cases, outcomes, WRONG_ORDER),
            ),
            WrongAnswer(
                "A wrong engine passes whose fault is in one operation. Put that operation into an expression of a and b, and look at the gradients of both, at two points such as 0.7, 1.9 and 2.0, 0.4.",
                edits={"b.log()": "b"},
                recognise=lambda cases, outcomes: _passes_wrongly(cases, outcomes, [*WRONG_RULES, *LOST]),
            ),
            WrongAnswer(
                "An engine with wrong numbers passes: 5 − a may give a − 5, or 1 ÷ a give a ÷ 1, with gradients that fit. Compare the data of *every* operation, of these two as well, with what plain numbers give.",
                edits={"if abs(value.data - number) > 1e-9:": "if value.data is None:"},
                recognise=lambda cases, outcomes: _passes_wrongly(cases, outcomes, WRONG_NUMBERS),
            ),
            WrongAnswer(
                "An engine that keeps tanh's slope in one place passes: its last tanh overwrites what the first one needs. Use tanh twice in one expression, at two different numbers: tanh(a) · tanh(b).",
                edits={"e = (d + a).tanh()": "e = d + a"},
                recognise=lambda cases, outcomes: _passes_wrongly(cases, outcomes, [TANH_KEPT]),
            ),
            WrongAnswer(
                "An engine that finds its order only once passes: a second expression goes by the order of the first. Call `backward()` of two expressions with the same engine, and look at the gradients of both.",
                edits={
                    "for f in (arithmetic, functions):": "for f in (lambda a, b: arithmetic(a, b) + functions(a, b),):",
                    "for xs in ([0.7, 1.9], [2.0, 0.4]):": "for xs in ([0.7, 1.9],):",
                },
                recognise=lambda cases, outcomes: _passes_wrongly(cases, outcomes, [ORDER_KEPT]),
            ),
        ),
    ),
)
