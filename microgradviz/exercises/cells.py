"""Exercises as cells of a notebook: plain data in Jupyter's format 4.5, made without Jupyter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .base import Exercise

Cell = dict[str, Any]
_IMPORTS = "from microgradviz import check, hint, progress"


def text_cell(source: str, name: str) -> Cell:
    """A cell of text; the name is its id."""
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source}


def code_cell(source: str, name: str, *tags: str) -> Cell:
    """A cell of code that has not run; the name is its id."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {"tags": list(tags)} if tags else {},
        "outputs": [],
        "source": source,
    }


def exercise_cells(exercise: Exercise, student: str = "") -> list[Cell]:
    """The three cells of an exercise: its text, the stub, the call of check.

    The stub's id and tag, `exercise-NAME`, are how a grader finds it wherever it is moved. What check says of an empty
    stub is no output to store or to compare (nbval).
    """
    own = exercise.variant(student)
    points = "1 point" if own.points == 1 else f"{own.points} points"
    text = f"### {own.title}\n\n{own.text()}\n\n*{points}* · `{own.name}`"
    label = own.name.replace("_", "-")
    whose = f", student={student!r}" if own is not exercise else ""
    look = f'check("{own.name}", {own.answer}{whose})'
    return [
        text_cell(text, f"text-{label}"),
        code_cell(own.stub.rstrip("\n"), f"exercise-{label}", "exercise", f"exercise-{own.name}"),
        code_cell(look, f"check-{label}", f"check-{own.name}", "nbval-ignore-output"),
    ]


def make_notebook(cells: list[Cell]) -> dict[str, Any]:
    """A notebook of these cells, ready for JSON."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def notebook_for(student: str, exercises: Iterable[Exercise], title: str = "Exercises") -> dict[str, Any]:
    """A notebook of exercises with the numbers of one student, told by the name that the grader knows them by.

    Example:
        >>> from microgradviz.exercises.topics import EXERCISES
        >>> made = notebook_for("ada", [EXERCISES["l_by_hand"]])
        >>> print(made["cells"][-1]["source"])
        check("l_by_hand", l_by_hand, student='ada')
    """
    intro = f"# {title}\n\nThe numbers in this notebook are drawn for you: those of others have other answers."
    cells = [text_cell(intro, "title"), code_cell(_IMPORTS, "import")]
    return make_notebook([*cells, *(cell for exercise in exercises for cell in exercise_cells(exercise, student))])
