"""Lesson 14b: None and 0, backward() twice, and shapes that fit too well; all of it without PyTorch."""

from __future__ import annotations

from random import Random
from typing import Any

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import ask_for_entries, case_graphs, probes, random_number, random_numbers
from .lesson_00 import NO_NUMBER_YET


def _grads(rng: Random, *kinds: float | None) -> Inputs:
    """A number for each nan, and the others as they are, in any order."""
    grads: list[Any] = [random_number(rng) if kind != kind else kind for kind in kinds]
    rng.shuffle(grads)
    return {"args": [grads]}


_SOME = float("nan")


def _mixed_grads(rng: Random) -> list[Inputs]:
    return [_grads(rng, None, None, 0.0, _SOME, _SOME, _SOME), _grads(rng, None, None, None, 0.0, 0.0, _SOME, _SOME)]


def _extreme_grads(rng: Random) -> list[Inputs]:
    return [_grads(rng, 0.0, 0.0, None, _SOME), {"args": [[None] * rng.randint(2, 4)]}]


def _column_and_row(rng: Random, count: int) -> Inputs:
    predictions, targets = random_numbers(rng, count), random_numbers(rng, count)
    return {"args": [[[p] for p in predictions], targets]}


_FIRST_ALONE = """\
def unreached(grads):
    for place, grad in enumerate(grads):
        if grad is None:
            return [place]
    return []
"""
_TWICE = {"a": 5.0, "k": 4.0, "m": -2.0}
_SHARES = '{"torch": 2 * k * m, "closures": 3 * k * m, "torch sum": 2, "closures sum": 3}'


EXERCISES = (
    Exercise(
        name="unreached",
        lesson="14b",
        title="Who got nothing at all?",
        prompt="""\
`grads` is a list: what each parameter of a model has in `grad` after `backward()`, a number, or None where no gradient
ever came. Write `unreached(grads)`: the list of the *places* (0 is the first) of those that nothing came to.""",
        docstring="The places of the parameters that no gradient came to.",
        solution="""\
def unreached(grads):
    return [place for place, grad in enumerate(grads) if grad is None]
""",
        hints=(
            "`enumerate(grads)` gives each place with what stands there.",
            "`not grad` is true of None, and of 0.0 as well. Which question is true of None alone?",
            "`[place for place, grad in enumerate(grads) if grad is None]`",
        ),
        rows=(
            Row("some None, some 0, some numbers", 3, _mixed_grads),
            Row("one alone, and all of them", 1, _extreme_grads),
        ),
        wrong_parts={
            "if grad is None": {
                "if not grad": "0.0 is a gradient, too: it came, and says that a nudge changes nothing. `not grad` and the like take it for None; ask `is None`.",
                "if grad == 0": "Those are the ones whose gradient came and is 0. Asked are those that nothing came to: None.",
                "if grad != 0": "None is not equal to 0, and neither are all other numbers: those are all but the zeros.",
                "if grad": "Those are the ones whose gradient came and is not 0. Asked are those that nothing came to.",
                "if grad is not None": "It is the other way round: those are the ones that a gradient came to.",
            },
            "[place for": {
                "[grad for": "A list of Nones does not tell whose they are: give the places, by enumerate.",
                "[place + 1 for": "The first place is 0, as everywhere in Python.",
            },
            "[place for place, grad in enumerate(grads) if grad is None]": {
                "[grad is None for grad in grads]": "That is a list of True and False, one for each parameter. Asked are the places of the True ones.",
                "[grads.index(grad) for grad in grads if grad is None]": "`index` finds the first None, again and again. enumerate gives each its own place.",
                "sum(grad is None for grad in grads)": "That is how many there are. Asked is which: a list of their places.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "That is the first one alone: collect all places, and return when the loop is over.",
                source=_FIRST_ALONE,
            ),
        ),
    ),
    Exercise(
        name="twice_by_hand",
        lesson="14b",
        title="Backward, twice",
        prompt="""\
a = {a}, **y = (a · {k}) · ({m})** and **z = (a + {k}) + ({m})**. Of each, `backward()` is called twice, and nothing is set
to 0 in between. What is in a's grad then: in PyTorch (for y with `retain_graph=True`), and in your engine ("closures": its `_backward` functions)?""",
        given=_TWICE,
        stub='twice_by_hand = {"torch": None, "closures": None, "torch sum": None, "closures sum": None}\n',
        stub_sentence=NO_NUMBER_YET,
        solution=f"twice_by_hand = {_SHARES}\n",
        needs=("engine",),
        hints=(
            "First once: how fast does y change with a, and how fast z?",
            "PyTorch keeps gradients in leaves alone: the second pass brings a what the first one did.",
            "With closures a · k still has the gradient of the first pass when the second begins: it sends twice as much.",
        ),
        rows=tuple(
            Row(
                text,
                1,
                ask_for_entries([key]),
                probe=probes.entries_by_hand,
                graph=case_graphs.expression_graph(expression, "inner", of="a"),
            )
            for key, text, expression in (
                ("torch", "y in PyTorch", lambda a, k, m: (a * k) * m),
                ("closures", "y with closures", lambda a, k, m: (a * k) * m),
                ("torch sum", "z in PyTorch", lambda a, k, m: (a + k) + m),
                ("closures sum", "z with closures", lambda a, k, m: (a + k) + m),
            )
        ),
        wrong_parts={
            _SHARES: {
                '{"torch": k * m, "closures": k * m, "torch sum": 1, "closures sum": 1}': "That is after one call. A second one adds to what stands in a's grad, in both engines.",
                '{"torch": k * m, "closures": 3 * k * m, "torch sum": 1, "closures sum": 3}': "PyTorch adds as well: `backward()` clears nothing, that is what zero_grad is for.",
                '{"torch": 2 * k * m, "closures": 2 * k * m, "torch sum": 2, "closures sum": 2}': "PyTorch's are right. With closures the value in the middle still holds its gradient of the first pass, and sends that again.",
                '{"torch": 3 * k * m, "closures": 3 * k * m, "torch sum": 3, "closures sum": 3}': "With closures it is so. PyTorch keeps no gradient in the middle: its second pass brings what the first one did.",
                '{"torch": 3 * k * m, "closures": 2 * k * m, "torch sum": 3, "closures sum": 2}': "It is the other way round: which of the two keeps gradients in the middle of the graph?",
                '{"torch": 2 * k * m, "closures": 4 * k * m, "torch sum": 2, "closures sum": 4}': "With closures the second pass sends twice as much as the first: once and twice make three.",
                '{"torch": 2 * k * m, "closures": 3 * k * m, "torch sum": 1, "closures sum": 3}': "z needs no retain_graph, for a sum saves no numbers; but its second pass runs and adds as y's does.",
                '{"torch": 2 * k * m, "closures": 3 * k * m, "torch sum": 2, "closures sum": 2}': "Three of four. In z, too, the value in the middle keeps its gradient of the first pass.",
                '{"torch": 2 * m, "closures": 3 * m, "torch sum": 2, "closures sum": 3}': "That is how fast y changes with a · k. Multiply by the rate of a · k with a: k.",
                '{"torch": 2 * a * k * m, "closures": 3 * a * k * m, "torch sum": 2, "closures sum": 3}': "The value of a plays no part: y's rate with a is k · m, wherever a stands.",
                '{"torch": (k * m) ** 2, "closures": (k * m) ** 3, "torch sum": 1, "closures sum": 1}': "What comes again is added, not multiplied.",
                '{"torch": -2 * k * m, "closures": -3 * k * m, "torch sum": 2, "closures sum": 3}': "The size is right, the sign is not: one of the two factors is below 0.",
            },
        },
    ),
    Exercise(
        name="shape_trap",
        lesson="14b",
        title="The trap of shapes",
        prompt="""\
`predictions` has the shape (n, 1): a list of n rows with one number each, [[0.5], [2.0]]. `targets` has the shape (n,): a list
of n numbers. Write `shape_trap(predictions, targets)`: the number that PyTorch computes for
`((predictions - targets) ** 2).mean()`, not the one that was meant.""",
        docstring="The loss over all the pairs that PyTorch makes of a column and a row.",
        solution="""\
def shape_trap(predictions, targets):
    squares = [(row[0] - target) ** 2 for row in predictions for target in targets]
    return sum(squares) / len(squares)
""",
        hints=(
            "Each prediction meets each target: how many differences are there?",
            "Two loops, one in the other: `for row in predictions for target in targets`.",
            "The mean is over all of them: n · n squares, not n.",
        ),
        rows=(Row("a column and a row", 3, lambda rng: [_column_and_row(rng, n) for n in (2, 3, 4)]),),
        wrong_parts={
            "for row in predictions for target in targets]": {
                "for row, target in zip(predictions, targets)]": "That is the loss that was meant, each prediction with its own target. PyTorch takes each with every target.",
                "for row in predictions for target in targets if row[0] != target or True][: len(targets)]": "Those are the pairs of the first prediction alone. Every prediction meets all targets.",
            },
            "sum(squares) / len(squares)": {
                "sum(squares)": "That is the sum of the squares. `.mean()` divides it by how many there are.",
                "sum(squares) / len(targets)": "There are n · n squares, and the mean divides by that, not by n.",
                "sum(squares) / (len(predictions) + len(targets))": "The pairs are n times n, not n plus n: divide by how many squares there are.",
                "squares": "Those are all the squares; their mean is one number.",
                "(sum(squares) / len(squares)) ** 0.5": "Nothing takes a root there: the mean of the squares is the loss.",
            },
            "(row[0] - target) ** 2": {
                "row[0] - target": "The differences are squared first: `** 2`.",
                "abs(row[0] - target)": "It is `** 2` that takes the sign away here, not abs.",
                "(row[0] - target) * 2": "`** 2` squares; `* 2` doubles.",
                "(row - target) ** 2": "A row is a list with one number in it: `row[0]`.",
                "(row[0] + target) ** 2": "It is a difference that is squared: minus.",
            },
        },
    ),
)  # fmt: skip
