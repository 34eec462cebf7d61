"""The notebook of exercises is what the table makes of it, and so are the exercises in the lessons."""

from collections import Counter

import nbformat
from exercises_notebook import NOTEBOOKS, TARGET, build, update_exercises, without_lesson


def test_the_notebook_of_exercises_is_that_of_the_table() -> None:
    stored, built = nbformat.read(TARGET, as_version=4), build()
    stored.cells = [cell for cell in stored.cells if cell.id != "colab"]
    for kept, made in zip(stored.cells, built.cells, strict=True):
        assert (kept.id, kept.cell_type, kept.metadata.get("tags")) == (
            made.id,
            made.cell_type,
            made.metadata.get("tags"),
        )
        assert kept.source == made.source, f"{kept.id}: run `make notebooks`"


def test_cells_of_exercises_say_what_the_table_says_and_others_stay() -> None:
    notebook = build()
    at = next(i for i, cell in enumerate(notebook.cells) if cell.id == "exercise-iterative-order")
    notebook.cells[at].source = notebook.cells[at - 1].source = "another"
    notebook.cells[at + 1].metadata = nbformat.NotebookNode(tags=["check-iterative_order"])
    notebook.cells[0].source = "# Mine"
    update_exercises(notebook)
    assert notebook.cells[1:] == build().cells[1:]
    assert notebook.cells[0].source == "# Mine"


def test_no_exercise_stands_in_two_places() -> None:
    tags = Counter(
        tag
        for path in NOTEBOOKS.glob("*.ipynb")
        for cell in nbformat.read(path, as_version=4).cells
        for tag in cell.metadata.get("tags", [])
        if tag.startswith("exercise-")
    )
    assert set(tags.values()) == {1}
    assert {f"exercise-{exercise.name}" for exercise in without_lesson()} <= set(tags)
