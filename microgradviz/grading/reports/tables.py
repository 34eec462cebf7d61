"""write_csv, write_json: the marks of a class as a table, and as data that holds everything."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..results import Graded
from ..texts import cell
from .sheet import changed, late, marks, percent, worth, write_text

FORMAT = 1  # of the JSON file


def write_csv(graded: Sequence[Graded], path: Path) -> None:
    """The marks as a CSV file, a row for each submission, the same for the same marks.

    Columns: file, learner, name, points, earned, percent, one for each exercise (empty where it was not graded),
    reason, sandboxed, late, changed, note. It is UTF-8 with a byte order mark, without which Excel garbles names (read
    it as "utf-8-sig"), and no text in it can be taken for a formula.
    """
    names = worth(graded)
    whole = sum(names.values())
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    columns = ("reason", "sandboxed", "late", "changed", "note")
    table.writerow(["file", "learner", "name", "points", "earned", "percent", *map(cell, names), *columns])
    for one in graded:
        found = marks(one)
        own = [found[name].earned if name in found else "" for name in names]
        who = [cell(one.file), cell(one.learner), cell(one.name)]
        said = [one.reason, "yes" if one.sandboxed else "no", late(one), changed(one), one.note]
        table.writerow([*who, whole, one.earned, percent(one.earned, whole), *own, *map(cell, said)])
    write_text(path, "\ufeff" + text.getvalue())


def write_json(graded: Sequence[Graded], path: Path) -> None:
    """Everything that was found, as JSON: {"format": 1, "points": …, "submissions": […]}, a submission on each line.

    A submission has the fields of `results.Graded`, and the sums points and earned.
    """
    lines = [json.dumps(vars(one) | {"points": one.points, "earned": one.earned}, default=vars) for one in graded]
    head = f'{{"format": {FORMAT}, "points": {sum(worth(graded).values())}, "submissions": ['
    write_text(path, "\n".join([head, ",\n".join(lines), "]}"]) + "\n")


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
