"""Write the cells of exercises into the notebooks, as the table of exercises has them.

    python scripts/exercises_notebook.py        (make notebooks)

An exercise is three cells: its text, the stub (id and tag `exercise-NAME`, so that it is found wherever it is moved),
and the call of check (tag `check-NAME`). A lesson says where its exercises stand, and the table what they say. Those
whose lessons are still being written make up exercises.ipynb. refresh_notebooks.py then runs them all.
"""

from copy import deepcopy
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from microgradviz.exercises.base import Exercise
from microgradviz.exercises.cells import code_cell, exercise_cells, make_notebook, text_cell
from microgradviz.exercises.lessons import LESSONS
from microgradviz.exercises.topics import EXERCISES

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
TARGET = NOTEBOOKS / "exercises.ipynb"
TITLES = {"20": "An engine that holds"}
INTRO = """\
# Exercises of the lessons to come

Lessons 00 to 19 hold their own; [the map](README.md) shows them all. Here is what is asked in lessons that are still
being written, in the order of the course. Anyone who has finished lesson 19 can try it.

Each has a cell to fill in and a cell that looks at it. `check` runs your answer at once, says what is right, point by
point, and draws your own graph where it goes wrong. `hint("iterative_order")` gives the next hint, as often as you
like. What you have reached is kept in a small file beside this notebook, and `progress()` shows it. Nothing is sent
anywhere."""
AFTER = """\
## At the end

The questions of the map again. This time you see what each answer says."""


def without_lesson() -> list[Exercise]:
    """The exercises whose lessons are still being written, in the order of the course."""
    return [exercise for exercise in EXERCISES.values() if exercise.lesson not in LESSONS]


def build() -> NotebookNode:
    """The notebook, not yet run."""
    cells = [
        text_cell(INTRO, "title"),
        code_cell("from microgradviz import check, concept_test, hint, progress", "import"),
    ]
    lesson = ""
    for exercise in without_lesson():
        if exercise.lesson != lesson:
            lesson = exercise.lesson
            cells.append(text_cell(f"## {lesson} · {TITLES[lesson]}", f"lesson-{lesson}"))
        cells += exercise_cells(exercise)
    cells += [
        text_cell(AFTER, "after"),
        code_cell('concept_test("after")', "concepts-after"),
    ]
    made: NotebookNode = nbformat.from_dict(make_notebook(cells))
    return made


def update_exercises(notebook: NotebookNode) -> None:
    """Let the cells of exercises say what the table says, in place; names that it has not stay as they are."""
    made = {cell["id"]: cell for exercise in EXERCISES.values() for cell in exercise_cells(exercise)}
    for cell in notebook.cells:
        if cell.id in made:
            cell.source, cell.metadata = made[cell.id]["source"], NotebookNode(made[cell.id]["metadata"])


if __name__ == "__main__":
    nbformat.write(build(), TARGET)
    print(f"{TARGET}: written, to be run by refresh_notebooks.py")
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb")):
        lesson = nbformat.read(path, as_version=4)
        before = deepcopy(lesson)
        update_exercises(lesson)
        if lesson != before:
            nbformat.write(lesson, path)
            print(f"{path}: its exercises are as in the table, to be run by refresh_notebooks.py")
