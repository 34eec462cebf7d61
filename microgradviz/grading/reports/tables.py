"""The marks of a class as a table: of ours, and as Canvas imports them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from ...exercises import write_whole_file
from ..results import GradedSubmission, merge_by_learner
from ..roster import is_no_learner
from ..texts import csv_cell, name_key
from .common import changes_text, percent, points_by_exercise

_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


def write_csv(graded: Sequence[GradedSubmission], path: Path) -> int:
    """Write the marks as a CSV file, the same for the same marks: a row for each learner, with all that was handed in.

    Columns: file, learner, name, points, earned, percent, one for each exercise (empty where it was not graded),
    reason, sandboxed, late, changed, note. It is UTF-8 with a byte order mark, without which Excel garbles names (read
    it as "utf-8-sig"), and no text in it can be taken for a formula.

    Args:
        graded: What was graded.
        path: Where to write it.

    Returns:
        How many rows there are.
    """
    names = points_by_exercise(graded)
    possible = sum(names.values())
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    columns = ("reason", "sandboxed", "late", "changed", "note")
    table.writerow(["file", "learner", "name", "points", "earned", "percent", *map(csv_cell, names), *columns])
    rows = 0
    for one in merge_by_learner(graded):
        found = one.by_exercise
        earned = [found[name].earned if name in found else "" for name in names]
        who = [csv_cell(one.file), csv_cell(one.learner), csv_cell(one.name)]
        sandboxed = "yes" if one.sandboxed else "no"
        remarks = map(csv_cell, (one.reason, sandboxed, one.late, changes_text(one), one.note))
        table.writerow([*who, possible, one.earned, percent(one.earned, possible), *earned, *remarks])
        rows += 1
    write_whole_file(path, "\ufeff" + text.getvalue())
    return rows


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
    missing = [name for name in _CANVAS if name != "SIS User ID" and (not rows or name not in rows[0])]
    if missing:
        raise ValueError(f"--canvas must come with Canvas's own gradebook as --roster (it has no column {missing[0]})")
    merged = {name_key(one.learner): one for one in merge_by_learner(graded)}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*_CANVAS, column])
    table.writerow(["    Points Possible", "", "", "", "", sum(points_by_exercise(graded).values())])
    for row in rows:
        one = merged.get(name_key(row["ID"] or ""))
        if one and not is_no_learner(row["ID"], row["Student"]):
            cells = [csv_cell(row.get(name) or "") for name in _CANVAS]
            table.writerow([*cells, one.earned if one.exercises else ""])
    write_whole_file(path, "\ufeff" + text.getvalue())
