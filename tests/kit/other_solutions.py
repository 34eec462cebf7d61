"""A second right answer to each exercise, in another style: marks must not hang on the style of the first."""

from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "exercises" / "other_solutions"
_WHOLE_ENGINES = ("broken_memory", "broken_sums")


def other_solution(exercise: str) -> str:
    """The second solution of an exercise, as Python text."""
    name = "engine" if exercise in _WHOLE_ENGINES else exercise
    return (_FOLDER / f"{name}.py").read_text(encoding="utf-8")
