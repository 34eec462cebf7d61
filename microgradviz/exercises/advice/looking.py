"""A look at an answer in the notebook's own process: its cases run one after another, and are marked."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..base import Exercise, Inputs, Row
from ..judge import Mark, Outcome, Outcomes, ask_here, mark_rubric, out_of_time, run_answer
from ..learner_code import OutOfTime, PrintedText, run_guarded


class Look(NamedTuple):
    """What a look at an answer found: its outcomes, the mark of every row, and what it printed."""

    outcomes: Outcomes
    marks: list[Mark | None]
    printed: PrintedText

    @property
    def points(self) -> int:
        """What all rows together earned."""
        return sum(mark.earned for mark in self.marks if mark)


def look_at(exercise: Exercise, answer: Any, seed: str | int) -> Look:
    """Run an answer for the cases of a seed, each within its limits; after one timeout nothing more is tried."""
    stopped, printed = False, PrintedText()

    def run_case(row: Row, answer: Any, inputs: Inputs) -> Outcome:
        nonlocal stopped
        if stopped:
            return Outcome(error="OutOfTime", text="not tried, because of that")
        ran = run_guarded(lambda: ask_here(row, answer, inputs), row.seconds, printed)
        if ran.value is not None:
            return ran.value
        stopped = isinstance(ran.error, OutOfTime)
        return out_of_time(row.seconds) if stopped else Outcome.read({"error": type(ran.error).__name__})

    outcomes = run_answer(exercise, answer, seed, run_case)
    return Look(outcomes, mark_rubric(exercise, seed, outcomes), printed)
