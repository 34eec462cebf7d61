"""progress: what a learner has reached, lesson by lesson, and what is next."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from ...verify import Report
from ..lessons import LESSONS, OPTIONAL, lesson_title
from ..topics import EXERCISES
from .progress_file import load_progress


class Progress(Report):
    """What has been reached in the lessons that there are; `progress()` makes it.

    Attributes:
        best: The points of every exercise.
        next: The number of the first lesson with points to be had, "" if there is none.
    """

    headings = ("lesson", "points", "done", "still open")
    worded = True

    def __init__(self, kept: dict[str, Any], sentence: str) -> None:
        lessons: dict[str, list[str]] = {number: [] for number in LESSONS}
        for exercise in EXERCISES.values():
            lessons[exercise.lesson].append(exercise.name)
        self.best = {name: min(_best_points(kept, name), EXERCISES[name].points) for name in EXERCISES}
        rows = [_LessonRow(number, lessons[number], self.best) for number in LESSONS]
        self.next = next((row.lesson for row in rows if not row.ok and row.lesson not in OPTIONAL), "")
        have, all_points = sum(row.have for row in rows), sum(row.points for row in rows)
        told = [
            f"Your progress: {have} of {all_points} points",
            sentence.rstrip("."),
            f"Next: {lesson_title(self.next)}" if self.next else "",
        ]
        title = ". ".join(filter(None, told))
        super().__init__(rows, title if title.endswith("?") else f"{title}.")

    def cells(self, row: Any) -> tuple[str, ...]:
        done = [name for name in row.names if self.best[name] == EXERCISES[name].points]
        still = [name for name in row.names if name not in done]
        return lesson_title(row.lesson), f"{row.have} of {row.points}", ", ".join(done), ", ".join(still)

    def _repr_html_(self) -> str:
        text = super()._repr_html_()
        for number, lesson in LESSONS.items():
            title = escape(lesson_title(number))
            if Path(f"{lesson.file}.ipynb").is_file():  # beside this notebook: elsewhere the link would lead nowhere
                text = text.replace(title, f'<a href="{lesson.file}.ipynb">{title}</a>')
        return text


class _LessonRow:
    def __init__(self, lesson: str, names: list[str], best: dict[str, int]) -> None:
        self.lesson, self.names = lesson, names
        self.have, self.points = sum(best[name] for name in names), sum(EXERCISES[name].points for name in names)
        self.ok = self.have == self.points


def _best_points(kept: dict[str, Any], name: str) -> int:
    return max(0, int(kept["exercises"].get(name, {}).get("best", 0)))


def progress() -> Progress:
    """What you have reached in the exercises so far, lesson by lesson, as kept in the file beside the notebook.

    Example:
        >>> progress().headings
        ('lesson', 'points', 'done', 'still open')
    """
    return Progress(*load_progress())
