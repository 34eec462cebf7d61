"""Notebooks as learners hand them in, for the tests of grading: cells as plain data, and what befalls them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from microgradviz.exercises.base import Exercise
from microgradviz.exercises.topics import EXERCISES

CellData = dict[str, Any]


def code_cell(text: str, *, id: str = "", tags: tuple[str, ...] = ()) -> CellData:
    """A code cell."""
    metadata = {"tags": list(tags)} if tags else {}
    cell = {"cell_type": "code", "metadata": metadata, "source": text, "outputs": [], "execution_count": None}
    return cell | ({"id": id} if id else {})


def markdown_cell(text: str) -> CellData:
    """A Markdown cell."""
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def answer_text(exercise: Exercise) -> str:
    """The solution as a learner would write it: numbers by hand are numbers."""
    if not exercise.given:
        return exercise.solution
    return f"{exercise.answer} = {exercise.load(exercise.solution)!r}\n"


def answer_cell(name: str, text: str | None = None) -> CellData:
    """An answer's cell as the course has it; the solution without a text."""
    text = answer_text(EXERCISES[name]) if text is None else text
    return code_cell(text, id=f"exercise-{name.replace('_', '-')}", tags=("exercise", f"exercise-{name}"))


def check_cell(name: str) -> CellData:
    """The cell that calls check."""
    return code_cell(f'check("{name}", {EXERCISES[name].answer})')


def notebook_data(*cells: CellData, **top: Any) -> dict[str, Any]:
    """A notebook of these cells."""
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5} | top


def write_notebook(path: Path, *cells: CellData) -> Path:
    """A notebook file of these cells."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook_data(*cells)), encoding="utf-8")
    return path


def _untouched(cells: list[CellData], at: int) -> list[CellData]:
    return cells


def _metadata_lost(cells: list[CellData], at: int) -> list[CellData]:
    return [code_cell(cell["source"]) if cell["cell_type"] == "code" else cell for cell in cells]


def _pasted_elsewhere(cells: list[CellData], at: int) -> list[CellData]:
    moved = code_cell(cells[at]["source"], id="pasted")
    return [moved, *cells[:at], *cells[at + 1 :]]


def _moved_to_the_end(cells: list[CellData], at: int) -> list[CellData]:
    return [*cells[:at], *cells[at + 1 :], cells[at]]


def _duplicated(cells: list[CellData], at: int) -> list[CellData]:
    return [*cells[: at + 1], {**cells[at], "id": "copy"}, *cells[at + 1 :]]


def _type_changed(kind: str) -> Callable[[list[CellData], int], list[CellData]]:
    return lambda cells, at: [*cells[:at], {**cells[at], "cell_type": kind}, *cells[at + 1 :]]


def _magic_added(cells: list[CellData], at: int) -> list[CellData]:
    magic = (
        "%%time\n%matplotlib inline\n!pip list\n?print\n" + cells[at]["source"] + "\nlen?\n%timeit 1 + 1\nfiles = !ls\n"
    )
    return [*cells[:at], {**cells[at], "source": magic}, *cells[at + 1 :]]


def _split(cells: list[CellData], at: int) -> list[CellData]:
    """In the middle of a function or class, as Jupyter does it: both halves keep the tags."""
    lines = cells[at]["source"].rstrip("\n").split("\n")
    middle = max((i for i, line in enumerate(lines) if line.startswith("    ") and i > 1), default=0)
    halves = ["\n".join(lines[:middle]), "\n".join(lines[middle:])]
    return [
        *cells[:at],
        *({**cells[at], "source": half, "id": f"half-{i}"} for i, half in enumerate(halves) if half),
        *cells[at + 1 :],
    ]


def _written_below(cells: list[CellData], at: int) -> list[CellData]:
    """The stub stays as it is, and the answer stands in a cell of its own below it."""
    name = next(tag for tag in cells[at]["metadata"]["tags"] if tag.startswith("exercise-")).removeprefix("exercise-")
    return [*cells[:at], answer_cell(name, EXERCISES[name].stub), code_cell(cells[at]["source"]), *cells[at + 1 :]]


ACCIDENTS: dict[str, Callable[[list[CellData], int], list[CellData]]] = {
    "untouched": _untouched,
    "metadata lost": _metadata_lost,
    "pasted elsewhere": _pasted_elsewhere,
    "moved to the end": _moved_to_the_end,
    "duplicated": _duplicated,
    "turned raw": _type_changed("raw"),
    "turned Markdown": _type_changed("markdown"),
    "magic added": _magic_added,
    "split": _split,
    "written below the stub": _written_below,
}
