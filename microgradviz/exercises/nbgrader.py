"""The exercises as an assignment of nbgrader, for teachers who run it: a source notebook, and what its tests call.

nbgrader decides inside the learner's own kernel, where an answer can reach the judge: its marks are as safe as that.
`microgradviz grade` decides outside.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .advice import look_at, row_remarks
from .base import Exercise
from .cells import Cell, code_cell, exercise_cells, make_notebook, text_cell
from .judge import marking
from .topics import find_exercise

ASSIGNMENT = "exercises"  # its name
IMPORT_LINE = "from microgradviz.exercises.nbgrader import earned_points"
_INTRO = """\
# Exercises

Write your answers into the cells below the texts. Where nothing is said about it, an answer needs Python alone."""
_CONFIG = '''\
"""Settings of nbgrader for the exercises of microgradviz. Here, in this folder:

    nbgrader generate_assignment exercises
    nbgrader autograde exercises
    nbgrader export

nbgrader and microgradviz must be installed in the same environment, and the environment must be activated.
"""

c = get_config()  # noqa: F821 (nbgrader runs this file, and knows)
c.CourseDirectory.course_id = "microgradviz"
c.CourseDirectory.root = "."
c.ClearSolutions.code_stub = {"python": "# Your answer goes here, or into the lines above."}
c.ClearSolutions.enforce_metadata = True
c.ExecutePreprocessor.timeout = 120
'''


def course_files(folder: Path, exercises: Iterable[Exercise]) -> dict[Path, str]:
    """The text of each file of a course of nbgrader with one assignment, these exercises; the source notebook first."""
    notebook = json.dumps(source_notebook(exercises), indent=1, ensure_ascii=False) + "\n"
    return {folder / "source" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb": notebook, folder / "nbgrader_config.py": _CONFIG}


def source_notebook(exercises: Iterable[Exercise]) -> dict[str, Any]:
    """The instructor's notebook: solutions between the markers that nbgrader cuts out, and a test for each.

    Example:
        >>> from microgradviz.exercises import EXERCISES
        >>> cells = source_notebook([EXERCISES["slope_mul"]])["cells"]
        >>> cells[-1]["source"]
        'earned_points("slope_mul", slope_mul)'
        >>> cells[-1]["metadata"]["nbgrader"]["points"]
        3
    """
    head = code_cell(IMPORT_LINE, "import")
    head["metadata"]["nbgrader"] = _metadata("import", locked=True)
    return make_notebook([text_cell(_INTRO, "title"), head, *(cell for e in exercises for cell in _nbgrader_cells(e))])


def earned_points(name: str, answer: Any) -> int:
    """The points of an answer, for inputs drawn now; nbgrader takes the number for the mark.

    What was wrong is printed, row by row.

    Args:
        name: The exercise's name.
        answer: The answer itself.

    Raises:
        ValueError: If there is no exercise of that name.
    """
    exercise = find_exercise(name)
    seed = secrets.token_hex(8)
    look = look_at(exercise, exercise.bind(answer), seed)
    for row, remark in zip(exercise.rows, row_remarks(exercise, seed, look.marks), strict=True):
        if remark:
            print(f"{row.text}: {remark}")
    mistake = marking.name_mistake(exercise, seed, look.outcomes)
    if mistake:
        print(mistake)
    return look.points


def _nbgrader_cells(exercise: Exercise) -> list[Cell]:
    """The text, for a method its class, the stub with its solution, and the test, each as nbgrader must know it."""
    text, stub, look = exercise_cells(exercise)
    given = "".join(f"{name} = {x!r}\n" for name, x in exercise.given.items())
    solution = f"### BEGIN SOLUTION\n{given}{exercise.solution.rstrip()}\n### END SOLUTION"
    stub["source"] += f"\n\n{solution}"
    stub["metadata"]["nbgrader"] = _metadata(stub["id"], solution=True)
    look["source"] = f'earned_points("{exercise.name}", {exercise.answer})'
    look["metadata"]["nbgrader"] = {**_metadata(look["id"], grade=True, locked=True), "points": exercise.points}
    if not exercise.prelude:
        return [text, stub, look]
    engine = code_cell(exercise.prelude, stub["id"].replace("exercise-", "engine-", 1))
    engine["metadata"]["nbgrader"] = _metadata(engine["id"], locked=True)
    return [text, engine, stub, look]


def _metadata(grade_id: str, *, grade: bool = False, solution: bool = False, locked: bool = False) -> dict[str, Any]:
    return {
        "grade": grade,
        "grade_id": grade_id,
        "locked": locked,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
