"""The quick questions of the lessons: a file a lesson, each with its `QUESTIONS`."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..questions import Question


def lesson_names() -> list[str]:
    """The lessons that have questions, such as "05", in order."""
    return sorted(module.name.removeprefix("lesson_") for module in iter_modules(__path__))


@cache
def questions_of(lesson: str) -> tuple[Question, ...]:
    """The questions of a lesson."""
    found: tuple[Question, ...] = import_module(f"{__name__}.lesson_{lesson}").QUESTIONS
    return found


def find_question(name: str) -> Question:
    """The question of that name.

    Raises:
        ValueError: If no lesson has one, with the nearest names.
    """
    question = next((question for question in _all_questions() if question.name == name), None)
    if question is None:
        near = get_close_matches(name, [question.name for question in _all_questions()], n=3)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise ValueError(f"name must be that of a question of a lesson (got {name[:80]!r}){hint}")
    return question


def _all_questions() -> Iterator[Question]:
    for lesson in lesson_names():
        yield from questions_of(lesson)
