"""`microgradviz grade` and `regrade`: official marks on the command line."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from ..exercises import EXERCISES
from .answers import find_notebooks, find_other_files
from .batch import Batch, grade_batch
from .class_list import apply_roster, modification_times
from .hand_out import add_hand_out_commands
from .journal import Journal
from .official_marks import mark_answer
from .output_paths import check_output_paths
from .receipt import read_receipt, regrade, write_receipt
from .reports import write_csv, write_json, write_learner_pages, write_overview
from .results import GradedSubmission
from .roster import Override, parse_datetime, read_overrides, read_roster
from .sandbox import require_sandbox
from .secret import read_or_make_secret
from .summary import ProgressBar, missing_notebook_warning, shared_folder_warning, summary_line, unmatched_warning
from .texts import safe_folder_name, unused_name
from .workers import process_pool

_INTERRUPTED = 130
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
    grade.add_argument("--out", type=Path, required=True, metavar="CSV", help="where the table of marks goes")
    grade.add_argument("--json", type=Path, metavar="FILE", help="all that was found, with receipts")
    grade.add_argument("--html", type=Path, metavar="FOLDER", help="a page for each learner: what was wrong, in words")
    grade.add_argument(
        "--overview", type=Path, metavar="FILE", help="who is stuck where: a picture (.svg) or a page (.html)"
    )
    grade.add_argument("--receipts", type=Path, metavar="FOLDER", help="what each mark rests on, for regrade")
    grade.add_argument("--only", nargs="+", default=[], metavar="NAME", help="the exercises that count")
    grade.add_argument(
        "--roster", type=Path, metavar="CSV", help="the class: learner, name, email, file, submitted; or a gradebook"
    )
    grade.add_argument(
        "--due", metavar="DATE", help="2026-11-20 or 2026-11-20T18:00; what came later is marked as late"
    )
    grade.add_argument(
        "--overrides", type=Path, metavar="CSV", help="marks set by hand: learner, exercise, earned, by, reason"
    )
    grade.add_argument("--jobs", type=int, metavar="N", help="processes; as many as cores")
    grade.add_argument(
        "--no-sandbox",
        action="store_true",
        help="run answers on this machine's own files, unprotected; every mark then says that it is not official",
    )
    again = commands.add_parser("regrade", help="the same notebook on the same inputs, as a receipt says")
    again.set_defaults(run=_regrade)
    again.add_argument("receipt", type=Path, help="a receipt that grade --receipts wrote")
    again.add_argument("notebook", type=Path, help="the notebook that was graded")
    add_hand_out_commands(commands)


def _grade(options: argparse.Namespace) -> int:
    found = find_notebooks(options.paths)
    _check_options(options, found)
    roster = read_roster(options.roster) if options.roster else []
    overrides, due = _read_overrides(options), _due_date(options)
    if options.no_sandbox:
        print(
            "Without a sandbox answers can read and change what you can. These marks are not official.", file=sys.stderr
        )
    else:
        require_sandbox()
    out: Path = options.out
    out.parent.mkdir(parents=True, exist_ok=True)
    secret = read_or_make_secret(out.with_suffix(".secret"))
    others = _other_files(options)
    batch = Batch(
        tuple(options.paths),
        secret,
        not options.no_sandbox,
        tuple(options.only),
    )
    bar = ProgressBar()
    with Journal(out.with_suffix(".journal")) as journal:
        try:
            jobs = options.jobs or os.cpu_count() or 1
            marks = grade_batch(batch, journal, partial(process_pool, jobs), 4 * jobs, bar)
        except KeyboardInterrupt:
            bar.end()
            print("Stopped. What is done is kept: run the same command again to go on.", file=sys.stderr)
            for process in multiprocessing.active_children():
                process.terminate()
            return _INTERRUPTED
        bar.end()
        graded = (
            apply_roster(marks, roster, due=due, overrides=overrides, times=modification_times(found), others=others)
            if roster or overrides or due
            else marks
        )
        print(summary_line(marks, _write_reports(graded, options), out))
        warnings = [
            shared_folder_warning(marks) if not options.roster else "",
            unmatched_warning(graded),
            missing_notebook_warning(marks, others),
        ]
        print("".join(f"{line}\n" for line in warnings if line), end="")
    return 0


def _check_options(options: argparse.Namespace, found: NotebookPaths) -> None:
    """Raise ValueError for what is wrong with the options, before hours of work."""
    _check_outputs(options, found)
    unknown = [name for name in options.only if name not in EXERCISES]
    if unknown:
        raise ValueError(f"--only must name exercises (got {unknown[0]!r}); there are {', '.join(EXERCISES)}")
    if options.jobs is not None and options.jobs < 1:
        raise ValueError(f"--jobs must be at least 1 (got {options.jobs})")
    if not found:
        raise ValueError(f"PATH must hold notebooks (got {', '.join(map(str, options.paths))}, which hold none)")


def _read_overrides(options: argparse.Namespace) -> list[Override]:
    overrides = read_overrides(options.overrides) if options.overrides else []
    for override in overrides:
        if options.only and override.exercise not in options.only:
            raise ValueError(f"--overrides must be of exercises that count (got {override.exercise!r}); see --only")
    return overrides


def _other_files(options: argparse.Namespace) -> NotebookPaths:
    """What lies below PATH and is neither a notebook nor this command's own."""
    out: Path = options.out
    read = (options.roster, options.overrides, out.with_suffix(".secret"), out.with_suffix(".journal"))
    made = (out, options.json, options.overview, options.html, options.receipts)
    return find_other_files(options.paths, [path for path in (*read, *made) if path])


def _due_date(options: argparse.Namespace) -> datetime | None:
    try:
        return parse_datetime(options.due, end_of_day=True) if options.due else None
    except ValueError as error:
        raise ValueError(f"--due {error}") from None


def _check_outputs(options: argparse.Namespace, found: NotebookPaths) -> None:
    """Raise ValueError rather than write over what is handed in, one file over another, or where nothing can be."""
    out: Path = options.out
    check_output_paths(
        [("--out", out), ("--json", options.json), ("--overview", options.overview)],
        [("--html", options.html), ("--receipts", options.receipts)],
        [
            ("the secret", out.with_suffix(".secret")),
            ("the journal", out.with_suffix(".journal")),
            ("--roster", options.roster),
            ("--overrides", options.overrides),
            *(("PATH", path) for path, _ in found),
        ],
    )


def _write_reports(graded: Sequence[GradedSubmission], options: argparse.Namespace) -> int:
    """Write all reports; returns how many rows the table has."""
    rows = write_csv(graded, options.out)
    writers: list[tuple[Path | None, Callable[..., Any]]] = [
        (options.json, write_json),
        (options.html, write_learner_pages),
        (options.overview, partial(write_overview, pages=options.html)),
    ]
    for path, write in writers:
        if path:
            write(graded, path)
    taken: set[str] = set()
    for one in graded if options.receipts else ():
        if one.file:  # who handed in nothing has none
            place = unused_name(safe_folder_name(one.file), taken)
            taken.add(place)
            write_receipt(one, options.receipts / place / "receipt.json")
    return rows


def _regrade(options: argparse.Namespace) -> int:
    again = regrade(read_receipt(options.receipt), options.notebook, mark_answer)
    print(again)
    return 1 if again.differences else 0
