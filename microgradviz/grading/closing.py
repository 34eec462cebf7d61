"""What is said on the terminal when a class is graded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from .answers.finding import shown
from .joined import by_learner, twice
from .reports.sheet import worth
from .results import Graded
from .roster import NOBODY
from .texts import count

_HOLDS_NOTEBOOKS = re.compile(r"\.(?:zip|7z|rar|tar|tgz|gz)$|\.ipynb", re.IGNORECASE)


def closing(marks: Sequence[Graded], rows: int, by: str, out: Path) -> str:
    """How many submissions there were, how many cannot be read, what counts, and what a row of the table is for."""
    failed = sum(bool(one.reason) for one in marks)
    whole = worth(marks)
    counts = f"{count(len(whole), 'exercise')}, worth {count(sum(whole.values()), 'point')}"
    table = f"{count(rows, 'row')}, one for each {by}"
    return f"{count(len(marks), 'submission')}, {failed:,} with a reason instead of marks. {counts}. {table}: {out}"


def strangers(graded: Sequence[Graded]) -> str:
    """How many notebooks the roster does not know, and how many learners have none; "" if all have found each other."""
    nobody = sum(one.note == NOBODY for one in graded)
    if not nobody:
        return ""
    without = sum(not one.file for one in graded)
    they = f"{count(nobody, 'notebook')} {'matches' if nobody == 1 else 'match'} nobody in the roster"
    have = f", and {count(without, 'learner')} of it {'has' if without == 1 else 'have'} none" if without else ""
    return f"{they}{have}: see the end of the table."


def without_notebook(marks: Sequence[Graded], others: Iterable[tuple[Path, Path]]) -> str:
    """Where there are files but no notebook, as when an archive was handed in; "" if nowhere."""
    there = {one.file.split("/")[0] for one in marks}
    files: dict[str, str] = {}
    for path, root in others:
        file = shown(path.relative_to(root))
        folder = file.split("/")[0]
        if folder not in there and ("/" in file or _HOLDS_NOTEBOOKS.search(file)):
            files.setdefault(folder, file)
    if not files:
        return ""
    first = next(iter(files.values()))
    more = f" and {count(len(files) - 1, 'other place')}" if len(files) > 1 else ""
    return f"Files, but no notebook: {first}{more}. Unpack archives, and let names end in .ipynb."


def doubt(marks: Sequence[Graded]) -> str:
    """A doubt whether a folder is that of one learner; "" if nothing speaks against it."""
    names = [own[0].learner for own in by_learner(marks) if twice(own)]
    if not names:
        return ""
    others = f" and {count(len(names) - 1, 'other')}" if names[1:] else ""
    return (
        f"{names[0]}{others} answered an exercise in more than one notebook; the better answer counts. If such a "
        "folder holds the work of several learners, give the folder itself as PATH, or a roster, or --by submission."
    )
