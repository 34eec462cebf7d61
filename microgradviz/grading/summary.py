"""What is said on the terminal while a class is graded, and when it is done."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic

from .reports import points_by_exercise
from .results import GradedSubmission, group_by_learner, has_repeated_answers
from .texts import count_phrase, duration_text, visible_text

_MOST_NAMED = 10  # files that are named
_WIDTH = 30  # of the bar, in letters
_EVERY = 0.1  # s between two drawings


def summary_line(marks: Sequence[GradedSubmission], rows: int, out: Path) -> str:
    """The last line: how many submissions there were, how many without marks, what counts, and where the table is.

    Args:
        marks: What was graded.
        rows: How many rows the table has.
        out: The table's file.
    """
    failed = sum(bool(one.reason) for one in marks)
    worth = points_by_exercise(marks)
    counts = f"{count_phrase(len(worth), 'exercise')}, worth {count_phrase(sum(worth.values()), 'point')}"
    table = f"{count_phrase(rows, 'row')}, one for each learner"
    all_in_all = f"{count_phrase(len(marks), 'submission')}, {failed:,} with a reason instead of marks"
    return f"{all_in_all}. {counts}. {table}: {out}"


def unread_warning(marks: Iterable[GradedSubmission]) -> str:
    """The files without marks, each with why; "" if there are none."""
    lines = [f"{one.file}: {one.reason}" for one in marks if one.reason]
    shown = [visible_text(line) for line in lines[:_MOST_NAMED]]
    more = f"and {count_phrase(len(lines) - _MOST_NAMED, 'other')}: the table has them all."
    return "\n".join([*shown, more] if lines[_MOST_NAMED:] else shown)


def unmatched_warning(graded: Iterable[GradedSubmission]) -> str:
    """A warning about notebooks that are not one learner's in the roster; "" if there are none."""
    count = sum(bool(one.note) for one in graded)
    return f"{count_phrase(count, 'notebook')} of nobody's, by the roster: see the end of the table." if count else ""


def missing_notebook_warning(files: Sequence[str]) -> str:
    """A warning about places without a notebook, as when an archive was handed in; "" if there are none.

    Args:
        files: A file of each, as `find_other_files` names them.
    """
    if not files:
        return ""
    more = f" and {count_phrase(len(files) - 1, 'other place')}" if files[1:] else ""
    return f"Files, but no notebook: {files[0]}{more}. Unpack archives, and let names end in .ipynb."


def shared_folder_warning(marks: Sequence[GradedSubmission]) -> str:
    """A warning about folders that may hold the work of several learners; "" if none looks like it."""
    names = [own[0].learner for own in group_by_learner(marks) if has_repeated_answers(own)]
    if not names:
        return ""
    others = f" and {count_phrase(len(names) - 1, 'other')}" if names[1:] else ""
    return (
        f"{names[0]}{others} answered an exercise in more than one notebook; the better answer counts. If such a "
        "folder holds the work of several learners, give the folder itself as PATH, or a roster."
    )


class ProgressBar:
    """A line on stderr, if that is a terminal; call it with how many are done, of how many."""

    def __init__(self) -> None:
        self._begin, self._first, self._drawn = monotonic(), -1, 0.0

    def __call__(self, done: int, of: int) -> None:
        if self._first < 0:
            self._first = done
        now = monotonic()
        if sys.stderr.isatty() and (now - self._drawn > _EVERY or done == of):
            self._drawn = now
            text = progress_line(done, of, done - self._first, now - self._begin)
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line as it stands, and go on below it."""
        if self._drawn:
            print(file=sys.stderr)


def progress_line(done: int, of: int, new: int, seconds: float) -> str:
    """The text of a progress bar.

    Args:
        done: How many are done.
        of: How many there are.
        new: How many of them were done in this run.
        seconds: How long it took.

    Example:
        >>> progress_line(250, 1000, 250, 25.0)
        '━━━━━━━                        250 of 1,000 · 10.0/s · 2 min left'
    """
    speed = new / seconds if seconds > 0 else 0.0
    left = f" · {duration_text((of - done) / speed)} left" if speed and done < of else ""
    return f"{'━' * (_WIDTH * done // max(of, 1)):{_WIDTH}} {done:,} of {of:,} · {speed:.1f}/s{left}"
