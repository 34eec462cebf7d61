"""The exercises, a file for each lesson: one that is added is found by its name."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from ..base import Exercise

_LESSONS = sorted(found.name for found in iter_modules(__path__) if found.name.startswith("lesson_"))
_ALL: tuple[Exercise, ...] = tuple(
    exercise for name in _LESSONS for exercise in import_module(f"{__name__}.{name}").EXERCISES
)

EXERCISES: dict[str, Exercise] = {exercise.name: exercise for exercise in _ALL}


def find_exercise(name: Any) -> Exercise:
    """The exercise of that name.

    Raises:
        ValueError: If there is none, with the nearest names.
    """
    if isinstance(name, str) and name in EXERCISES:
        return EXERCISES[name]
    from difflib import get_close_matches

    near = get_close_matches(str(name)[:80], EXERCISES, n=3)
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "progress() lists them all"
    raise ValueError(f"name must be that of an exercise (got {str(name)[:80]!r}); {hint}")
