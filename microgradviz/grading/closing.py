"""What is said on the terminal when a class is graded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .joined import by_learner, twice
from .results import Graded
from .texts import count


def closing(marks: Sequence[Graded], rows: int, by: str, out: Path) -> str:
    """How many submissions there were, how many cannot be read, and what a row of the table is for."""
    failed = sum(bool(one.reason) for one in marks)
    table = f"{count(rows, 'row')}, one for each {by}"
    return f"{count(len(marks), 'submission')}, {failed:,} with a reason instead of marks. {table}: {out}"


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
