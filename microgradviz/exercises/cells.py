"""Exercises as cells of a notebook: plain data in Jupyter's format 4.5, made without Jupyter."""

from __future__ import annotations

from typing import Any

from .base import Exercise

Cell = dict[str, Any]


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


def exercise_cells(exercise: Exercise) -> list[Cell]:
    """The three cells of an exercise: its text, the stub, the call of check.

    The stub's id and tag, `exercise-NAME`, are how a grader finds it wherever it is moved. What check says of an empty
    stub is no output to store or to compare (nbval).
    """
    points = "1 point" if exercise.points == 1 else f"{exercise.points} points"
    text = f"### {exercise.title}\n\n{exercise.text()}\n\n*{points}* · `{exercise.name}`"
    label = exercise.name.replace("_", "-")
    look = f'check("{exercise.name}", {exercise.answer})'
    return [
        text_cell(text, f"text-{label}"),
        code_cell(exercise.stub.rstrip("\n"), f"exercise-{label}", "exercise", f"exercise-{exercise.name}"),
        code_cell(look, f"check-{label}", f"check-{exercise.name}", "nbval-ignore-output"),
    ]


def make_notebook(cells: list[Cell]) -> dict[str, Any]:
    """A notebook of these cells, ready for JSON."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
