"""What the exercises on classifiers share, those of lessons 12 and 13."""

from __future__ import annotations

from ..base import DrawCases, Inputs, Row
from ..judge import (
    Outcome,
    judge_signs,
    probes,
)


def sign_row(text: str, points: int, draw: DrawCases, share: float, seconds: float, middle: float = 0.0) -> Row:
    judge = judge_signs(share, middle)
    return Row(text, points, draw, probe=probes.predictions, judge=judge, seconds=seconds, reference=False)


def all_numbers(outcomes: list[list[Outcome]]) -> list[tuple[float, ...]]:
    return [outcome.numbers for row in outcomes for outcome in row]


def knows_by_heart(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether every case ends at a point that it does not find, as one looked up in a list or a dict."""
    return all(
        outcome.error == "KeyError"
        or outcome.text.endswith(("is not in list”", "a prediction must be a number (got None)"))
        for row in outcomes
        for outcome in row
    )


def runs_away(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    return any(not abs(y) < 1e3 for numbers_said in all_numbers(outcomes) for y in numbers_said)
