"""The exercises in the lessons are as the table has them, each in one place."""

from collections import Counter
from copy import deepcopy

import nbformat
from exercises_notebook import NOTEBOOKS, update_exercises

from microgradviz.exercises.topics import EXERCISES


def test_cells_of_exercises_say_what_the_table_says_and_others_stay() -> None:
    stored = nbformat.read(NOTEBOOKS / "20_an_engine_that_holds.ipynb", as_version=4)
    notebook = deepcopy(stored)
    at = next(i for i, cell in enumerate(notebook.cells) if cell.id == "exercise-iterative-order")
    notebook.cells[at].source = notebook.cells[at - 1].source = "another"
    notebook.cells[at + 1].metadata = nbformat.NotebookNode(tags=["check-iterative_order"])
    notebook.cells[0].source = "# Mine"
    update_exercises(notebook)
    assert notebook.cells[1:] == stored.cells[1:]
    assert notebook.cells[0].source == "# Mine"


def test_every_exercise_stands_in_one_place() -> None:
    tags = Counter(
        tag.removeprefix("exercise-")
        for path in NOTEBOOKS.glob("*.ipynb")
        for cell in nbformat.read(path, as_version=4).cells
        for tag in cell.metadata.get("tags", [])
        if tag.startswith("exercise-")
    )
    assert tags == dict.fromkeys(EXERCISES, 1)
