"""The marks as Canvas imports them: its own gradebook with one column more."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from ...exercises import write_whole_file
from ..results import GradedSubmission, group_by_learner, merge_submissions
from ..roster import is_no_learner
from ..texts import csv_cell, name_key
from .common import points_by_exercise

_COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


def write_canvas(graded: Sequence[GradedSubmission], path: Path, *, gradebook: Path, column: str) -> None:
    """Write the points of those who handed in something that could be read; the others' cells stay empty.

    Args:
        graded: What was graded, with that gradebook as the roster.
        path: Where to write it.
        gradebook: The table that Canvas exported.
        column: The assignment's column, as Canvas has it; one that it does not know becomes a new assignment.

    Raises:
        ValueError: If the roster is not such a table.
    """
    with gradebook.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    missing = [name for name in _COLUMNS if name != "SIS User ID" and (not rows or name not in rows[0])]
    if missing:
        raise ValueError(f"--canvas must come with Canvas's own gradebook as --roster (it has no column {missing[0]})")
    merged = {name_key(own[0].learner): merge_submissions(own) for own in group_by_learner(graded)}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*_COLUMNS, column])
    table.writerow(["    Points Possible", "", "", "", "", sum(points_by_exercise(graded).values())])
    for row in rows:
        one = merged.get(name_key(row["ID"] or ""))
        if one and not is_no_learner(row["ID"], row["Student"]):
            cells = [csv_cell(row.get(name) or "") for name in _COLUMNS]
            table.writerow([*cells, one.earned if one.exercises else ""])
    write_whole_file(path, "\ufeff" + text.getvalue())
