"""write_csv, write_json: the marks of a class as a table, and as data that holds everything."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from ..results import Graded, by_learner, together, told
from ..texts import cell
from .common import changed, late, marks, percent, worth, write_text

FORMAT = 1  # of the JSON file


def write_csv(graded: Sequence[Graded], path: Path, by: Literal["learner", "submission"] = "learner") -> int:
    """The marks as a CSV file, the same for the same marks: a row for each learner, with all that was handed in.

    Columns: file, learner, name, points, earned, percent, one for each exercise (empty where it was not graded),
    reason, sandboxed, late, changed, note. It is UTF-8 with a byte order mark, without which Excel garbles names (read
    it as "utf-8-sig"), and no text in it can be taken for a formula.

    Args:
        graded: What was graded.
        path: Where to write it.
        by: "submission" for a row for each notebook, though a learner may have several.

    Returns:
        How many rows there are.
    """
    names = worth(graded)
    whole = sum(names.values())
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    columns = ("reason", "sandboxed", "late", "changed", "note")
    table.writerow(["file", "learner", "name", "points", "earned", "percent", *map(cell, names), *columns])
    rows = 0
    for own in by_learner(graded) if by == "learner" else ([one] for one in graded):
        one = together(own)
        found = marks(one)
        earned = [found[name].earned if name in found else "" for name in names]
        who = [cell(one.file), cell(one.learner), cell(one.name)]
        said = [one.reason, "yes" if one.sandboxed else "no", told(own, late), changed(one), one.note]
        table.writerow([*who, whole, one.earned, percent(one.earned, whole), *earned, *map(cell, said)])
        rows += 1
    write_text(path, "\ufeff" + text.getvalue())
    return rows


def write_json(graded: Sequence[Graded], path: Path) -> None:
    """Everything that was found, as JSON: {"format": 1, "points": …, "submissions": […], "learners": […]}.

    A submission has the fields of `results.Graded`, and the sums points and earned. A learner has learner, name, files,
    earned, and exercises: what was earned in each, from all submissions together.
    """
    lines = [json.dumps(vars(one) | {"points": one.points, "earned": one.earned}, default=vars) for one in graded]
    learners = [json.dumps(_learner(own)) for own in by_learner(graded)]
    head = f'{{"format": {FORMAT}, "points": {sum(worth(graded).values())}, "submissions": ['
    write_text(path, "\n".join([head, ",\n".join(lines), '], "learners": [', ",\n".join(learners), "]}"]) + "\n")


def _learner(own: Sequence[Graded]) -> dict[str, Any]:
    one = together(own)
    return {
        "learner": one.learner,
        "name": one.name,
        "files": [submission.file for submission in own if submission.file],
        "earned": one.earned,
        "exercises": {mark.name: mark.earned for mark in one.exercises},
    }


def read_json(path: Path) -> list[Graded]:
    """What `write_json` wrote.

    Raises:
        ValueError: If it is not such a file.
    """
    try:
        plain: Any = json.loads(path.read_text(encoding="utf-8"))
        sums = ("points", "earned")
        return [Graded.from_json({key: x for key, x in one.items() if key not in sums}) for one in plain["submissions"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError(f"{path.name} must be a file of marks that was written as JSON") from None
