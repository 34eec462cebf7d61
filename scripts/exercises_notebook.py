"""Write the cells of exercises into the lessons, as the table of exercises has them.

    python scripts/exercises_notebook.py        (make notebooks)

An exercise is three cells: its text, the stub (id and tag `exercise-NAME`, so that it is found wherever it is moved),
and the call of check (tag `check-NAME`). A lesson says where its exercises stand, and the table what they say.
refresh_notebooks.py then runs them all.
"""

from copy import deepcopy
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from microgradviz.exercises.cells import exercise_cells
from microgradviz.exercises.topics import EXERCISES

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def update_exercises(notebook: NotebookNode) -> None:
    """Let the cells of exercises say what the table says, in place; names that it has not stay as they are."""
    made = {cell["id"]: cell for exercise in EXERCISES.values() for cell in exercise_cells(exercise)}
    for cell in notebook.cells:
        if cell.id in made:
            cell.source, cell.metadata = made[cell.id]["source"], NotebookNode(made[cell.id]["metadata"])


if __name__ == "__main__":
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb")):
        lesson = nbformat.read(path, as_version=4)
        before = deepcopy(lesson)
        update_exercises(lesson)
        if lesson != before:
            nbformat.write(lesson, path)
            print(f"{path}: its exercises are as in the table, to be run by refresh_notebooks.py")
