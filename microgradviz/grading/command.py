"""`microgradviz grade` and `regrade`: official marks on the command line."""

from __future__ import annotations

import argparse
import errno
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

from ..exercises import EXERCISES, course_files
from .answers import find_notebooks, find_other_files
from .batch import Batch, grade_batch
from .class_list import apply_roster, modification_times
from .journal import BatchMarks, Journal
from .output_paths import NamedPath, check_no_overwrite, check_output_paths
from .receipt import read_receipt, regrade, write_receipts
from .reports import write_canvas, write_csv, write_learner_pages, write_overview
from .results import GradedSubmission
from .roster import Override, parse_datetime, read_overrides, read_roster
from .sandbox import require_sandbox
from .secret import read_or_make_secret
from .summary import (
    ProgressBar,
    missing_notebook_warning,
    shared_folder_warning,
    summary_line,
    unmatched_warning,
    unread_warning,
)
from .texts import count_phrase
from .workers import MakeExecutor, cluster_executors, process_pool

_INTERRUPTED = 130
_UNPROTECTED = "Without a sandbox answers can read and change what you can. These marks are not official."
_KEPT = "What is done is kept: run the same command again to go on."
Graded = Sequence[GradedSubmission]
NotebookPaths = Sequence[tuple[Path, Path]]  # each with the folder that its name is relative to


def add_commands(commands: Any) -> None:
    """Add `grade`, `regrade` and what hands out exercises to the command's parsers (argparse's)."""
    grade = commands.add_parser(
        "grade",
        help="official marks of notebooks",
        description="Marks notebooks: every answer runs in a sandbox on inputs drawn afresh, and is judged outside it. "
        "What is done is kept beside the CSV file, so that the same command goes on where it was stopped.",
    )
    grade.set_defaults(run=_grade)
    grade.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a notebook, or a folder of notebooks")
    grade.add_argument("--out", required=True, metavar="CSV", help="where the table of marks goes")
    grade.add_argument("--html", type=Path, metavar="FOLDER", help="a page for each learner: what was wrong, in words")
    grade.add_argument("--overview", type=Path, metavar="HTML", help="a page about the class: who is stuck where")
    grade.add_argument(
        "--receipts", type=Path, metavar="FOLDER", help="all that was found in each notebook, for regrade"
    )
    grade.add_argument("--only", nargs="+", default=[], metavar="NAME", help="the exercises, or lessons, that count")
    grade.add_argument(
        "--roster", type=Path, metavar="CSV", help="the class: learner, name, email, file, submitted; or a gradebook"
    )
    grade.add_argument("--canvas", type=Path, metavar="CSV", help="the marks as Canvas imports them; needs --roster")
    grade.add_argument(
        "--assignment", metavar="NAME", help="their column in Canvas, such as 'Week 2 (77)'; the name of the CSV file"
    )
    grade.add_argument(
        "--due", metavar="DATE", help="2026-11-20 or 2026-11-20T18:00; what came later is marked as late"
    )
    grade.add_argument(
        "--overrides", type=Path, metavar="CSV", help="marks set by hand: learner, exercise, earned, by, reason"
    )
    where = grade.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, metavar="N", help="processes; as many as cores")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, whose workers see the same files")
    grade.add_argument(
        "--no-sandbox",
        action="store_true",
        help="run answers on this machine's own files, unprotected; every mark then says that it is not official",
    )
    again = commands.add_parser("regrade", help="the same notebook on the same inputs, as a receipt says")
    again.set_defaults(run=_regrade)
    again.add_argument("receipt", type=Path, help="a receipt that grade --receipts wrote")
    again.add_argument("notebook", type=Path, help="the notebook that was graded")
    nb = commands.add_parser("export-nbgrader", help="the exercises as an assignment of nbgrader")
    nb.set_defaults(run=_export_nbgrader)
    nb.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the course of nbgrader")


def _grade(options: argparse.Namespace) -> int:
    found, options.out = find_notebooks(options.paths), _path_of_table(options.out)
    options.only = _exercises_that_count(options.only)
    _check_options(options, found)
    roster = read_roster(options.roster) if options.roster else []
    overrides = _read_overrides(options)
    due = parse_datetime("--due", options.due, end_of_day=True) if options.due else None
    if options.no_sandbox:
        print(_UNPROTECTED, file=sys.stderr)
    else:
        require_sandbox()
    secret = read_or_make_secret(options.out.with_suffix(".secret"))
    batch = Batch(tuple(options.paths), secret, not options.no_sandbox, options.only)
    bar = ProgressBar()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with Journal(options.out.with_suffix(".journal")) as journal, _executors(options) as (make_executor, at_once):
            marks = grade_batch(batch, journal, make_executor, at_once, bar)
            bar.end()
            graded: Graded = marks
            if roster or overrides or due:
                times = modification_times(found)
                graded = apply_roster(marks, roster, due=due, overrides=overrides, times=times)
            _report(marks, graded, options)
    except KeyboardInterrupt:
        bar.end()
        print(f"Stopped. {_KEPT}", file=sys.stderr)
        for process in multiprocessing.active_children():
            process.terminate()
        return _INTERRUPTED
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        bar.end()
        raise ValueError(f"No room is left on the disk. {_KEPT}") from None
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


@contextmanager
def _executors(options: argparse.Namespace) -> Iterator[tuple[MakeExecutor, int]]:
    """What makes executors, and how many notebooks they may have at once."""
    if options.cluster:
        with cluster_executors(options.cluster) as made:
            yield made
    else:
        jobs = options.jobs or os.cpu_count() or 1
        yield partial(process_pool, jobs), 4 * jobs


def _report(marks: BatchMarks, graded: Graded, options: argparse.Namespace) -> None:
    """Write all reports, and say on the terminal what there is to know."""
    print(summary_line(marks, _write_reports(graded, options), options.out))
    own = [path for places in _places(options) for _, path in places if path]
    warnings = [
        unread_warning(marks),
        shared_folder_warning(marks) if not options.roster else "",
        unmatched_warning(graded),
        missing_notebook_warning(find_other_files(options.paths, own)),
    ]
    print("".join(f"{line}\n" for line in warnings if line), end="")


def _path_of_table(text: str) -> Path:
    """The path in --out, which must be a file's."""
    if text.endswith(os.sep) or Path(text).is_dir():
        raise ValueError(f"--out must be a file (got the folder {text!r}); give {Path(text) / 'grades.csv'}")
    return Path(text)


def _exercises_that_count(names: Sequence[str]) -> tuple[str, ...]:
    """The exercises of these names, and those of these lessons."""
    lessons: dict[str, list[str]] = {}
    for exercise in EXERCISES.values():
        lessons.setdefault(exercise.lesson, []).append(exercise.name)
    for name in names:
        if name not in EXERCISES and name.zfill(2) not in lessons:
            near = get_close_matches(name, EXERCISES, n=3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are the lessons {', '.join(lessons)}"
            raise ValueError(f"--only must name exercises or lessons (got {name!r}); {hint}")
    return tuple(one for name in names for one in ([name] if name in EXERCISES else lessons[name.zfill(2)]))


def _check_options(options: argparse.Namespace, found: NotebookPaths) -> None:
    """Raise ValueError for what is wrong with the options, before hours of work."""
    if options.canvas and not options.roster:
        raise ValueError("--canvas must come with --roster: the gradebook as Canvas exports it")
    if options.jobs is not None and options.jobs < 1:
        raise ValueError(f"--jobs must be at least 1 (got {options.jobs})")
    if not found:
        raise ValueError(f"PATH must hold notebooks (got {', '.join(map(str, options.paths))}, which hold none)")
    files, folders, kept = _places(options)
    check_output_paths(files, folders, [*kept, *(("PATH", path) for path, _ in found)])


def _read_overrides(options: argparse.Namespace) -> list[Override]:
    overrides = read_overrides(options.overrides) if options.overrides else []
    for override in overrides:
        if options.only and override.exercise not in options.only:
            raise ValueError(f"--overrides must be of exercises that count (got {override.exercise!r}); see --only")
    return overrides


def _places(options: argparse.Namespace) -> tuple[list[NamedPath], list[NamedPath], list[NamedPath]]:
    """Files that are written, folders that are written into, and what is read or kept."""
    files = [(f"--{name}", getattr(options, name)) for name in ("out", "canvas", "overview")]
    kept = [(f"the {name}", options.out.with_suffix(f".{name}")) for name in ("secret", "journal")]
    kept += [("--roster", options.roster), ("--overrides", options.overrides)]
    return files, [("--html", options.html), ("--receipts", options.receipts)], kept


def _write_reports(graded: Graded, options: argparse.Namespace) -> int:
    """Write all reports; returns how many rows the table has."""
    in_canvas = partial(write_canvas, gradebook=options.roster, column=options.assignment or options.out.stem)
    writers: list[tuple[Path | None, Callable[..., Any]]] = [
        (options.canvas, in_canvas),
        (options.html, write_learner_pages),
        (options.overview, partial(write_overview, pages=options.html)),
        (options.receipts, write_receipts),
    ]
    for path, write in writers:
        if path:
            write(graded, path)
    return write_csv(graded, options.out)


def _regrade(options: argparse.Namespace) -> int:
    entries = read_receipt(options.receipt)
    differences = regrade(entries, options.notebook)
    if differences:
        print("Not all is as it was:", *differences, sep="\n")
        return 1
    points, exercises = sum(entry.earned for entry in entries), count_phrase(len(entries), "exercise")
    print(f"The same marks: {count_phrase(points, 'point')} for {exercises}, from the same code and inputs.")
    return 0


def _export_nbgrader(options: argparse.Namespace) -> int:
    texts = course_files(options.out, EXERCISES.values())
    check_output_paths([], [("--out", options.out)], [])
    check_no_overwrite(texts)
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"The source of the assignment, with solutions: {next(iter(texts))}")
    return 0
