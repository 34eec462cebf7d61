"""The marks of a class as a table (CSV), and as data that holds everything (JSON)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...exercises import write_whole_file
from ..results import GradedSubmission, group_by_learner, joined_remarks, merge_submissions
from ..texts import csv_cell
from .common import changes_text, lateness_text, marks_by_exercise, percent, points_by_exercise

_FORMAT = 1  # of the JSON file


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
    for own in group_by_learner(graded):
        one = merge_submissions(own)
        found = marks_by_exercise(one)
        earned = [found[name].earned if name in found else "" for name in names]
        who = [csv_cell(one.file), csv_cell(one.learner), csv_cell(one.name)]
        late, sandboxed = joined_remarks(own, lateness_text), "yes" if one.sandboxed else "no"
        remarks = map(csv_cell, (one.reason, sandboxed, late, changes_text(one), one.note))
        table.writerow([*who, possible, one.earned, percent(one.earned, possible), *earned, *remarks])
        rows += 1
    write_whole_file(path, "\ufeff" + text.getvalue())
    return rows


def write_json(graded: Sequence[GradedSubmission], path: Path) -> None:
    """Write everything that was found as JSON: {"format": 1, "points": …, "submissions": […], "learners": […]}.

    A submission has the fields of `results.GradedSubmission`, and the sums points and earned. A learner has learner,
    name, files, earned, and exercises: what was earned in each, from all submissions together.
    """
    lines = [json.dumps(vars(one) | {"points": one.points, "earned": one.earned}, default=vars) for one in graded]
    learners = [json.dumps(_learner_data(own)) for own in group_by_learner(graded)]
    head = f'{{"format": {_FORMAT}, "points": {sum(points_by_exercise(graded).values())}, "submissions": ['
    write_whole_file(path, "\n".join([head, ",\n".join(lines), '], "learners": [', ",\n".join(learners), "]}"]) + "\n")


def _learner_data(own: Sequence[GradedSubmission]) -> dict[str, Any]:
    one = merge_submissions(own)
    return {
        "learner": one.learner,
        "name": one.name,
        "files": [submission.file for submission in own if submission.file],
        "earned": one.earned,
        "exercises": {mark.name: mark.earned for mark in one.exercises},
    }
