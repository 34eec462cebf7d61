"""Write notebooks/exercises.ipynb from the table of exercises: those whose lessons do not hold them yet.

    python scripts/exercises_notebook.py        (make notebooks)

An exercise is three cells: its text, the stub (id and tag `exercise-NAME`, so that it is found wherever it is moved),
and the call of check (tag `check-NAME`). The outputs are stored by refresh_notebooks.py, as those of every lesson.
"""

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from microgradviz.exercises.cells import code_cell, exercise_cells, make_notebook, text_cell
from microgradviz.exercises.topics import EXERCISES

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
TARGET = NOTEBOOKS / "exercises.ipynb"
# Exercises that stand in the lesson itself; move a lesson's exercises here when it is written.
IN_LESSONS = {"02": NOTEBOOKS / "02_backprop_by_hand.ipynb"}
TITLES = {
    "01": "What is a gradient?",
    "03": "The class Value",
    "04": "Local derivatives",
    "05": "Order and sums",
    "06": "An engine that holds",
    "07": "More operations",
    "09": "Neurons, layers, networks",
    "10": "Training",
    "12": "When it goes wrong",
    "13": "Vanishing and exploding",
    "14": "Classification",
    "15": "Better steps",
}
INTRO = """\
# Exercises

All exercises whose lessons are still being written, in the order of the course; those of lesson 02 stand in
[that lesson](02_backprop_by_hand.ipynb).

Each has a cell to fill in and a cell that looks at it. `check` runs your answer at once, says which rows of the rubric
are right, and draws your own graph where it goes wrong. `hint("slope_tanh")` gives the next hint, as often as you like.
What you have reached is kept in a small file beside this notebook, and `progress()` shows it. Nothing is sent anywhere.

`check` gives advice, not a mark: it always tries the same inputs, and an official mark draws new ones. The solutions
come with the package, so nobody stops you from looking. But the fun is in the minute before you know."""
BEFORE = """\
## Before you begin

Twelve questions, five minutes. Guess where you do not know: at the end of the course you answer them again, and see how
far you have come."""
AFTER = """\
## At the end

The same twelve questions again. This time you see what each answer says."""
PROGRESS = "And this is how far you have come:"


def build() -> NotebookNode:
    """The notebook, not yet run."""
    cells = [
        text_cell(INTRO, "title"),
        code_cell("from microgradviz import check, concept_test, hint, progress", "import"),
        text_cell(BEFORE, "before"),
        code_cell('concept_test("before")', "concepts-before"),
    ]
    lesson = ""
    for exercise in EXERCISES.values():
        if exercise.lesson in IN_LESSONS:
            continue
        if exercise.lesson != lesson:
            lesson = exercise.lesson
            cells.append(text_cell(f"## {lesson} · {TITLES[lesson]}", f"lesson-{lesson}"))
        cells += exercise_cells(exercise)
    cells += [
        text_cell(AFTER, "after"),
        code_cell('concept_test("after")', "concepts-after"),
        text_cell(PROGRESS, "progress-text"),
        code_cell("progress()", "progress"),
    ]
    made: NotebookNode = nbformat.from_dict(make_notebook(cells))
    return made


if __name__ == "__main__":
    nbformat.write(build(), TARGET)
    print(f"{TARGET}: written, to be run by refresh_notebooks.py")
