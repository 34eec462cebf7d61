"""From numbers to points: what a submission gave, held against what the solution gives for the same inputs.

Nothing here runs a submission. It gets outcomes, as plain data, and trusts none of them: a number passes only if it
is a float and is known to be near enough, so that nan or a wrong count never passes by accident.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from .probes import Inputs, halves, wide_plan

_TELLING = ("RecursionError", "OverflowError")  # kinds of error that come from one kind of mistake
FOR_THE_JUDGE = ("labels",)  # of a case's inputs: what no answer may see
Judge = Callable[[Inputs, list[float], list[float]], bool]  # inputs, what came, what the solution gives


class Outcome(NamedTuple):
    """What one case gave: numbers, or the kind of error and its text."""

    numbers: tuple[float, ...] = ()
    error: str = ""
    text: str = ""

    @classmethod
    def read(cls, found: Any) -> Outcome:
        """An outcome from plain data that may come from anywhere."""
        if not isinstance(found, dict):
            return cls(error="ValueError", text="no outcome came back")
        numbers = found.get("numbers")
        if isinstance(numbers, list) and all(type(x) is float for x in numbers):
            return cls(tuple(numbers))
        error, text = found.get("error"), found.get("text")
        if isinstance(error, str) and error:
            return cls(error=error[:80], text=text[:200] if isinstance(text, str) else "")
        return cls(error="ValueError", text="what came back is not a list of floats")


class Mark(NamedTuple):
    """What one row earned; if it failed, the number of the first wrong case and what that gave."""

    earned: int
    case: int | None = None
    outcome: Outcome | None = None


def near(x: float, y: float, tolerance: float) -> bool:
    """Whether x is y but for rounding; nan is near nan only, infinity near itself only.

    Example:
        >>> near(0.1 + 0.2, 0.3, 1e-9), near(float("nan"), 0.3, 1e-9), near(float("nan"), float("nan"), 1e-9)
        (True, False, True)
        >>> near(5.0, float("inf"), 1e-9), near(float("inf"), 5.0, 1e-9), near(float("-inf"), float("-inf"), 1e-9)
        (False, False, True)
    """
    if x == y or (math.isnan(x) and math.isnan(y)):
        return True
    return abs(x - y) <= tolerance * max(1.0, abs(y)) and math.isfinite(y)


def close(tolerance: float = 1e-9) -> Judge:
    """A judge: as many numbers as the solution gives, each as near as that."""

    def judge(inputs: Inputs, came: list[float], right: list[float]) -> bool:
        return len(came) == len(right) and all(near(x, y, tolerance) for x, y in zip(came, right, strict=True))

    return judge


def in_order(inputs: Inputs, came: list[float], right: list[float]) -> bool:
    """A judge of topological orders: every value once, after its inputs; there may be many such orders."""
    leaves = len(inputs["leaves"])
    if sorted(came) != sorted(right):
        return False
    place = {int(i): k for k, i in enumerate(came)}
    return all(
        place[x] < place[leaves + i]
        for i, (_, *operands) in enumerate(inputs["steps"])
        for x in operands
        if isinstance(x, int) and leaves + i in place
    )


def swept(inputs: Inputs, came: list[float], right: list[float]) -> bool:
    """A judge of `probes.wide`, which makes a large graph of sums and products of whole numbers: no rounding, so ==."""
    level, levels, factors = wide_plan(inputs)
    passed = []
    for op, turn in levels:
        passed.append((op, turn, level))
        ones, others, rest = halves(level, turn)
        pairs = zip(ones, others, strict=True)
        level = [*([x + y for x, y in pairs] if op == "+" else [x * y for x, y in pairs]), *rest]
    grad = [sum(factors)]  # every chain ends where it began
    for op, turn, level in reversed(passed):
        ones, others, rest = halves(level, turn)
        arriving, back = grad[: len(ones)], len(ones) - turn
        to_ones = arriving if op == "+" else [g * y for g, y in zip(arriving, others, strict=True)]
        to_others = arriving if op == "+" else [g * x for g, x in zip(arriving, ones, strict=True)]
        grad = [*to_ones, *to_others[back:], *to_others[:back], *grad[len(ones) :]]
    return came == grad


def agrees(share: float) -> Judge:
    """A judge of classifiers: at least this share of the points looked at is put on the right side of 0."""

    def judge(inputs: Inputs, came: list[float], right: list[float]) -> bool:
        labels = inputs["labels"]
        hits = sum((y > 0) == (label > 0) and y == y and y != 0 for y, label in zip(came, labels, strict=False))
        return len(came) == len(labels) and hits >= share * len(labels)

    return judge


def mark(points: int, judge: Judge, cases: list[Inputs], came: list[Outcome], right: list[Outcome]) -> Mark:
    """The mark of one row: its points if every case passes, else 0 and the first case that does not."""
    for k, inputs in enumerate(cases):
        found = came[k] if k < len(came) else Outcome(error="ValueError", text="no outcome came back")
        if found.error or not judge(inputs, list(found.numbers), list(right[k].numbers)):
            return Mark(0, k, found)
    return Mark(points)


def alike(x: Outcome, y: Outcome, *, to_the_letter: bool) -> bool:
    """Whether two outcomes may come from the same mistake: the same numbers or the same error.

    Not to the letter, an error's text may differ where its kind says it all; a TypeError comes from many mistakes.
    """
    if x.error or y.error:
        return x.error == y.error and (x.text == y.text or (x.error in _TELLING and not to_the_letter))
    return len(x.numbers) == len(y.numbers) and all(near(a, b, 1e-7) for a, b in zip(x.numbers, y.numbers, strict=True))
