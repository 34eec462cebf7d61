"""Every exercise stands in one notebook, as the table has it, where a grader finds it."""

from collections import Counter

import nbformat
import pytest
from exercises_notebook import IN_LESSONS, NOTEBOOKS, TARGET, build

from microgradviz.exercises.cells import exercise_cells, notebook_for
from microgradviz.exercises.topics import EXERCISES


def test_the_notebook_of_exercises_is_that_of_the_table() -> None:
    stored, built = nbformat.read(TARGET, as_version=4), build()
    for kept, made in zip(stored.cells, built.cells, strict=True):
        assert (kept.id, kept.cell_type, kept.metadata.get("tags")) == (
            made.id,
            made.cell_type,
            made.metadata.get("tags"),
        )
        assert kept.source == made.source, f"{kept.id}: run `make notebooks`"


@pytest.mark.parametrize("lesson", IN_LESSONS)
def test_a_lesson_holds_its_exercises(lesson: str) -> None:
    stored = {cell.id: cell for cell in nbformat.read(IN_LESSONS[lesson], as_version=4).cells}
    for exercise in EXERCISES.values():
        if exercise.lesson == lesson:
            for made in exercise_cells(exercise):
                kept = stored[made["id"]]
                assert (kept.source, kept.metadata) == (made["source"], made["metadata"])


def test_every_exercise_stands_in_one_place() -> None:
    tags = Counter(
        tag
        for path in NOTEBOOKS.glob("*.ipynb")
        for cell in nbformat.read(path, as_version=4).cells
        for tag in cell.metadata.get("tags", [])
    )
    assert {tag: n for tag, n in tags.items() if tag.startswith("exercise-")} == {f"exercise-{n}": 1 for n in EXERCISES}
    assert tags["exercise"] == len(EXERCISES)


def test_a_student_may_have_a_notebook_of_their_own() -> None:
    ada, bob = notebook_for("ada", EXERCISES.values()), notebook_for("bob", EXERCISES.values())
    nbformat.validate(nbformat.from_dict(ada))
    differ = [x["id"] for x, y in zip(ada["cells"], bob["cells"], strict=True) if x != y]
    varied = [e.name.replace("_", "-") for e in EXERCISES.values() if e.vary]
    assert differ == [f"{kind}-{name}" for name in varied for kind in ("text", "check")]
