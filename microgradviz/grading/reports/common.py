"""What all reports share: what each exercise is worth, what a row says in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...exercises import EXERCISES
from ..results import GradedSubmission


def points_by_exercise(graded: Sequence[GradedSubmission]) -> dict[str, int]:
    """What each exercise is worth that any submission was graded for, in the order of the course."""
    found = {mark.name for one in graded for mark in one.exercises}
    return {name: exercise.points for name, exercise in EXERCISES.items() if name in found}


def percent(earned: int, points: int) -> float:
    """A share in percent, to one place; 0 of nothing is 0."""
    return round(100 * earned / points, 1) if points else 0.0


def changes_text(graded: GradedSubmission) -> str:
    """The marks that a person set, in words; "" if there are none."""
    said = (f"{c.exercise}: {c.after} in place of {c.before}, set by {c.by} ({c.reason})" for c in graded.changes)
    return "; ".join(said)
