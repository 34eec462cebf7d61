"""fast_track: the one exercise that proves a lesson, for those who know it already."""

from __future__ import annotations

from typing import Any

from ..base import Exercise
from ..lessons import LESSONS
from ..topics import EXERCISES
from .progress_file import load_progress


class FastTrack:
    """The offer, which shows itself.

    Attributes:
        lesson: The lesson's number.
        exercise: The name of the exercise that proves it.
        passed: Whether you have all its points already.
    """

    def __init__(self, lesson: str, exercise: Exercise, passed: bool) -> None:
        self.lesson, self.exercise, self.passed, self._of = lesson, exercise.name, passed, exercise

    def _repr_markdown_(self) -> str:
        """What is asked, the cell to begin with, and what to do with it."""
        own = self._of
        begin = f'from microgradviz import mine\n\nValue = mine("{self.lesson}")\n\n\n' if own.method else ""
        done = f" You have all its points already: lesson {self.lesson} is behind you." if self.passed else ""
        then = f'Copy this into a cell of your own, complete it, and run `check("{own.name}", {own.answer})`.'
        if not self.passed:
            then += (
                f" With all {own.points} points, leave lesson {self.lesson} out; with fewer, it is the lesson for you."
            )
        return (
            f"“{own.title}” proves lesson {self.lesson}.{done}\n\n{own.text()}\n\n"
            f"```python\n{(begin + own.stub).rstrip()}\n```\n\n{then}"
        )

    __repr__ = _repr_markdown_


def fast_track(lesson: Any) -> FastTrack:
    """The one exercise that proves a lesson, for those who know it already: with all points, leave the lesson out.

    Args:
        lesson: The lesson's number, such as "05".

    Raises:
        ValueError: If there is no such lesson, or it has no exercise.

    Example:
        >>> fast_track("18").exercise
        'cross_entropy'
    """
    proofs = {number: known.proof for number, known in LESSONS.items() if known.proof}
    if not isinstance(lesson, str) or lesson not in proofs:
        raise ValueError(
            f"lesson must be the number of a lesson with exercises, {', '.join(proofs)} (got {lesson!r:.60}); "
            "the others are best read: they are short"
        )
    exercise = EXERCISES[proofs[lesson]]
    reached, _ = load_progress()
    best = reached["exercises"].get(exercise.name, {}).get("best", 0)
    return FastTrack(lesson, exercise, best >= exercise.points)
