"""model_answer: what the course and somebody else would have written, for who has all points."""

from __future__ import annotations

from importlib.resources import files

from ..base import Exercise
from ..topics import find_exercise
from .progress_file import load_progress

_WHOLE_ENGINES = ("broken_memory", "broken_sums")  # repaired, they are one


class ModelAnswer:
    """Two right answers to an exercise, which show themselves; empty, and so false, before a pass.

    Attributes:
        exercise: The exercise's name.
        said: What stands above the answers, or what is missing before a pass.
        answers: {whose it is: its Python text}.
    """

    def __init__(self, exercise: str, said: str, answers: dict[str, str]) -> None:
        self.exercise, self.said, self.answers = exercise, said, answers

    def __bool__(self) -> bool:
        return bool(self.answers)

    def _repr_markdown_(self) -> str:
        parts = (f"**{whose}**\n\n```python\n{text.rstrip()}\n```" for whose, text in self.answers.items())
        return "\n\n".join([self.said, *parts])

    __repr__ = _repr_markdown_


def model_answer(name: str) -> ModelAnswer:
    """The course's answer to an exercise and one in another style, once you have all points; before, what is missing.

    Args:
        name: The exercise's name.

    Raises:
        ValueError: If there is no exercise of that name.

    Example:
        >>> from microgradviz import check
        >>> _ = check("slope_mul", lambda x, y: (y, x))
        >>> list(model_answer("slope_mul").answers)
        ['In the course', 'In another style']
    """
    exercise = find_exercise(name)
    reached, unread = load_progress()
    best = reached["exercises"].get(name, {}).get("best")
    if best is None or best < exercise.points:
        return ModelAnswer(name, " ".join(filter(None, [_missing(exercise, best), unread])), {})
    answers = {
        "In the course": _with_numbers(exercise, exercise.solution),
        "In another style": _with_numbers(exercise, other_solution(name)),
    }
    return ModelAnswer(name, f"`{name}`: you have all points. There are other ways to write it:", answers)


def other_solution(name: str) -> str:
    """A second right answer to an exercise, in another style, as Python text."""
    at = files("microgradviz.exercises") / "other_solutions" / f"{'engine' if name in _WHOLE_ENGINES else name}.txt"
    return at.read_text(encoding="utf-8")


def _missing(exercise: Exercise, best: int | None) -> str:
    """What is missing, for who has not all points yet."""
    look = f'`check("{exercise.name}", {exercise.answer})`'
    if best is None:
        return f"A model answer is best read after your own: write one first, and look at it with {look}."
    return (
        f"A model answer is best read after your own, and you are on the way: {best} of {exercise.points} "
        f'points. {look} shows what is still open, `hint("{exercise.name}")` helps on.'
    )


def _with_numbers(exercise: Exercise, text: str) -> str:
    """An answer by hand with the numbers that it is about."""
    if not exercise.given:
        return text
    numbers = ", ".join(repr(int(x) if x == int(x) else x) for x in exercise.given.values())
    return f"{', '.join(exercise.given)} = {numbers}\n{text}"
