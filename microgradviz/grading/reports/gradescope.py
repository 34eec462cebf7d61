"""One submission as the results.json that Gradescope reads from an autograder.

Its fields are documented at https://gradescope-autograders.readthedocs.io/en/latest/specs/.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...exercises import EXERCISES, write_whole_file
from ..results import ExerciseMark, GradedSubmission
from ..texts import visible_text
from .common import UNOFFICIAL_NOTE, changes_text, lateness_text

_VISIBLE = "visible"


def write_gradescope(graded: GradedSubmission, path: Path, *, visibility: str = _VISIBLE) -> None:
    """Write the marks of one submission as Gradescope's results.json.

    Args:
        graded: What was graded.
        path: Where to write it, in Gradescope's container /autograder/results/results.json.
        visibility: Who sees the tests when: "visible", "hidden", "after_due_date" or "after_published".
    """
    write_whole_file(path, json.dumps(gradescope_data(graded, visibility), indent=1) + "\n")


def gradescope_data(graded: GradedSubmission, visibility: str = _VISIBLE) -> dict[str, Any]:
    """The content of results.json as plain data; ValueError for an unknown visibility."""
    allowed = (_VISIBLE, "hidden", "after_due_date", "after_published")
    if visibility not in allowed:
        raise ValueError(f"visibility must be one of {', '.join(allowed)} (got {visibility!r})")
    unsafe = "" if graded.sandboxed else UNOFFICIAL_NOTE[0].upper() + UNOFFICIAL_NOTE[1:] + "."
    lines = [graded.reason, graded.note, unsafe, lateness_text(graded), changes_text(graded)]
    return {
        "score": graded.earned,
        "execution_time": round(sum(mark.seconds for mark in graded.exercises), 3),
        "output": visible_text("  ".join(line for line in lines if line)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": visibility,
        "stdout_visibility": "hidden",
        "extra_data": {
            "file": visible_text(graded.file),
            "learner": visible_text(graded.learner),
            "points": graded.points,
        },
        "tests": [_test_data(i, mark, visibility) for i, mark in enumerate(graded.exercises, 1)],
    }


def _test_data(number: int, mark: ExerciseMark, visibility: str) -> dict[str, Any]:
    rows = [f"{row.earned} of {row.points}: {row.text}{f' ({row.said})' if row.said else ''}" for row in mark.rows]
    lines = [mark.mistake, *rows]
    return {
        "number": str(number),
        "name": visible_text(f"{EXERCISES[mark.name].title} ({mark.name})" if mark.name in EXERCISES else mark.name),
        "score": mark.earned,
        "max_score": mark.points,
        "status": "passed" if mark.earned == mark.points else "failed",
        "output": "\n".join(visible_text(line) for line in lines if line),
        "visibility": visibility,
    }
