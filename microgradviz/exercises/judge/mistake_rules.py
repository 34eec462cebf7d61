"""What can be said of a wrong answer that nobody foresaw: rules over its numbers and the right ones.

None of them names a right number. They come after the known wrong answers, whose sentences know the exercise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from ...tracing import number_text
from ..base import Exercise, Inputs, Row
from . import probes
from .judging import Mark, Outcome, nearly_equal
from .probe_table import probe_of
from .probes import value_name

_FEWEST = 3  # numbers that show a rule
_OF_GRADS = (probes.closure_grads, probes.value_grads)
_OF_FUNCTIONS = (
    probes.returned_numbers,
    probes.returned_lists,
    probes.table_and_lists,
    probes.numbers_in_few_calls,
    probes.attributes_and_result,
    probes.numbers_for_polynomial,
    probes.numbers_for_expression,
)


_COMPOSED = (
    "What you return is made of other operations, and these pass the gradient on by rules of their own. Here an "
    "operation with a rule is asked for: one new Value, with self as its input."
)


class TriedRow(NamedTuple):
    """A row of the rubric: its cases, what an answer gave for them, what the solution gives, and the answer's mark."""

    row: Row
    drawn: list[Inputs]
    outcomes: list[Outcome]
    expected: list[Outcome]
    mark: Mark | None

    def failed(self) -> bool:
        """Whether a case of it is not right."""
        return self.mark is not None and self.mark.case is not None


class _Case(NamedTuple):
    """A case for which an answer gave as many numbers as were asked for."""

    inputs: Inputs
    said: tuple[float, ...]
    right: tuple[float, ...]


def sentence_by_rule(exercise: Exercise, rows: list[TriedRow]) -> str:
    """What is true of all that failed; "" if no rule applies."""
    for tried in filter(TriedRow.failed, rows):
        cases = [
            _Case(inputs, came.numbers, right.numbers)
            for inputs, came, right in zip(tried.drawn, tried.outcomes, tried.expected, strict=True)
            if not came.error and len(came.numbers) == len(right.numbers)
        ]
        wrong = [case for case in cases if not _same(case.said, case.right)]
        probe, sentence = probe_of(tried.row), ""
        if not wrong:
            continue
        if probe is probes.entries_by_hand:
            sentence = _by_hand(exercise, wrong[0])
        elif probe in _OF_GRADS:
            sentence = _of_grads(exercise, wrong)
        elif probe in _OF_FUNCTIONS:
            sentence = _of_function(cases, _given_and_right(rows))
        elif probe is probes.program_data:
            sentence = _of_data(wrong[0])
        elif probe is probes.gradient_check_verdict:
            sentence = _of_verdicts(wrong)
        if sentence:
            return sentence
    return ""


def composed_sentence(rows: list[TriedRow]) -> str:
    """Of an operation made of others: backward() is right, and its own rule brings nothing; "" if it is not so."""
    through = [tried for tried in rows if probe_of(tried.row) is probes.value_grads]
    own = [tried for tried in rows if probe_of(tried.row) is probes.closure_grads]
    if not own or not through or any(map(TriedRow.failed, through)):
        return ""
    cases = [case for tried in own for case in zip(tried.drawn, tried.outcomes, strict=True)]
    nothing = all(not came.error and came.numbers[:1] == (inputs["before"],) for inputs, came in cases)
    return _COMPOSED if nothing else ""


def _same(said: tuple[float, ...], right: tuple[float, ...]) -> bool:
    return all(nearly_equal(x, y, 1e-9) for x, y in zip(said, right, strict=True))


def _is_rounded(said: float, right: float) -> bool:
    """Whether a number is the right one with fewer than four digits, in all or behind the point."""
    rounded = [round(right, places) for places in range(4)] + [float(f"{right:.{digits}g}") for digits in (1, 2, 3)]
    return said != 0 and any(math.isclose(said, number, rel_tol=1e-12) for number in rounded)


def _close(said: float, right: float) -> bool:
    """Equal to the four digits that are asked for, however small the number is."""
    return math.isclose(said, right, rel_tol=5e-4)


def _by_hand(exercise: Exercise, case: _Case) -> str:
    for key, said, right in zip(case.inputs["asked"], case.said, case.right, strict=False):
        if nearly_equal(said, right, 1e-9) or not key.isidentifier():
            continue
        sentence = _of_number(key, said, right, exercise.given)
        if sentence:
            return sentence
    return ""


def _of_number(key: str, said: float, right: float, given: dict[str, float]) -> str:
    """What is true of one gradient that was found by hand."""
    shown, value = number_text(said), given.get(key)
    if _close(said, -right):
        return f"{key}: the size is right; look at the sign of each factor on the way to {key}."
    if _is_rounded(said, right):
        return f"{key}: {shown} is rounded too early. Give it four digits, or write it as a calculation."
    if value is not None and _close(said, value):
        return f"{shown} is the value of {key}. Its gradient says how fast the result changes with it."
    if value is not None and _close(said, value * right):
        return f"In {shown} the value of {key} is a factor. A gradient is a rate: for each 1 that {key} grows."
    if said == 0:
        return f"{key}: something arrives there, and all of it together is not 0."
    for p, q in combinations(given, 2):
        if _close(said, given[p] + given[q]) and _close(right, given[p] * given[q]):
            return f"{key}: {shown} is {p} + {q}. Rates along a path multiply; they do not add."
    if _close(said, 2 * right) or _close(2 * said, right):
        return f"{key}: {shown} is off by a factor of 2. What does each edge that leaves {key} bring?"
    return ""


def _of_grads(exercise: Exercise, wrong: list[_Case]) -> str:
    """Inputs at which nothing has arrived, in every case that failed."""
    served = [dict(_served(case)) for case in wrong]
    asked = sorted({i for found in served for i in found})
    lost = [i for i in asked if not any(found.get(i) for found in served)]
    names = [value_name(wrong[0].inputs, i) for i in lost]
    if not names:
        return _of_local_derivative(wrong[0])
    grads = "its grad" if len(names) == 1 else "their grads"
    listed = " and ".join(names)
    if exercise.solution.startswith("class "):
        return f"At {listed} there is nothing in the end: which line adds to {grads}, and does another take it away?"
    if "_backward" not in exercise.solution:
        return f"Nothing arrives at {listed}: what you return must be made of the Value itself, not of its number."
    return f"Nothing arrives at {listed}: which line of your rule adds to {grads}, and what does it add?"


def _of_data(case: _Case) -> str:
    """Of one operation that computes another number; a rule is judged when that is right."""
    inputs, said = case.inputs, case.said[-1]
    if len(inputs["leaves"]) != 1 or len(inputs["steps"]) != 1:
        return ""
    where = number_text(inputs["leaves"][0])
    return f"At a = {where} it computes {number_text(said)}: see to the number first, then to the rule."


def _of_verdicts(wrong: list[_Case]) -> str:
    """Of claims that were judged wrongly, all in one way."""
    refused = [case.right == (1.0,) for case in wrong]
    if all(refused):
        return (
            "Some right gradients are refused. Is each input nudged alone, by about 1e-5, and to both sides, and the "
            "change divided by 2h? May a slope of 0 be off by a little, too?"
        )
    if not any(refused):
        return "Some wrong gradients pass. Is each of them looked at, by abs(…) of its error, and is little allowed?"
    return ""


def _of_local_derivative(case: _Case) -> str:
    """What an operation makes of the gradient that arrives."""
    arriving, leaves = case.inputs.get("arriving"), case.inputs["leaves"]
    if not arriving or case.said[-1] != case.right[-1]:
        return ""
    i = next(i for i, (x, y) in enumerate(zip(case.said, case.right, strict=True)) if not nearly_equal(x, y, 1e-9))
    if i >= len(leaves):
        return ""
    added, name = case.said[i] - case.inputs["before"], value_name(case.inputs, i)
    return (
        f"At {name} = {number_text(leaves[i])}, where {number_text(arriving)} arrives, your rule adds "
        f"{number_text(added)}: {number_text(added / arriving)} for each 1. Nudge {name} there: how fast does the "
        "result really change?"
    )


def _served(case: _Case) -> Iterator[tuple[int, bool]]:
    """The leaves that something must arrive at, and whether anything does."""
    before = case.inputs.get("before", 0.0)
    for i in range(len(case.inputs["leaves"])):
        if not nearly_equal(case.right[i], before, 1e-9):
            yield i, case.said[i] != before


def _given_and_right(rows: list[TriedRow]) -> list[tuple[float, float]]:
    """What an answer gave in any row, number by number, and what was right."""
    return [
        pair
        for tried in rows
        for came, right in zip(tried.outcomes, tried.expected, strict=True)
        for pair in zip(came.numbers, right.numbers, strict=False)
    ]


def _of_function(cases: list[_Case], everywhere: list[tuple[float, float]]) -> str:
    """What a function does with all numbers of a row; `everywhere`: those of any row, given and right."""
    pairs = [(x, y) for case in cases for x, y in zip(case.said, case.right, strict=True)]
    said, right = [x for x, _ in pairs], [y for _, y in pairs]
    if len(pairs) < _FEWEST or not any(right) or len({*right}) < _FEWEST:
        return ""
    if all(nearly_equal(x, -y, 1e-9) for x, y in pairs):
        return "All numbers are right but for their sign: what must be taken from what?"
    if all(nearly_equal(x, abs(y), 1e-9) for x, y in pairs):
        return "The size is right, and the sign is lost: what falls has a number below 0."
    wrong = [(x, y) for x, y in pairs if not nearly_equal(x, y, 1e-9)]
    if len(wrong) >= _FEWEST and all(_is_rounded(x, y) for x, y in wrong):
        return "The numbers are rounded. Hand over what was computed as it is; `round` is for showing."
    if all(math.isclose(x, y, rel_tol=1e-3, abs_tol=1e-6) for x, y in pairs):
        return "Nearly: only later digits differ. Is something measured, as by nudging, that a rule gives exactly?"
    if len({x for x, _ in everywhere}) == 1:
        return f"It gives {number_text(said[0])} whatever it is asked: what it is given must play a part."
    several = [case for case in cases if len(case.right) > 1]
    if several and all(sorted(case.said) == sorted(case.right) for case in several):
        return "The right numbers, in another order than is asked for."
    factor, *ratios = [x / y for x, y in everywhere if y]
    if not 1e-9 < abs(factor) < math.inf or not all(x == 0 for x, y in everywhere if not y):
        return ""
    if all(nearly_equal(ratio, factor, 1e-6) for ratio in ratios):
        return f"All numbers are off by one and the same factor, {number_text(factor)}. What brings it in?"
    return ""
