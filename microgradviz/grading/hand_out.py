"""What a class is handed out, as commands: notebooks with numbers of one's own, and the exercises for nbgrader."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ..exercises import EXERCISES, course_files, notebook_for
from .output_paths import check_no_overwrite, check_output_paths
from .roster import read_roster
from .texts import count_phrase, name_key


def add_hand_out_commands(commands: Any) -> None:
    """Add `notebook` and `export-nbgrader` to the command's parsers."""
    own = commands.add_parser(
        "notebook",
        help="a notebook of exercises for each learner, with numbers of their own",
        description="Writes NAME.ipynb for each learner; `grade --own-numbers` then expects that learner's answers.",
    )
    own.set_defaults(run=_write_notebooks)
    own.add_argument("names", nargs="*", metavar="NAME", help="a learner, as the grader knows them")
    own.add_argument("--roster", type=Path, metavar="CSV", help="the whole class")
    own.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the notebooks go")
    nb = commands.add_parser("export-nbgrader", help="the exercises as an assignment of nbgrader")
    nb.set_defaults(run=_export_nbgrader)
    nb.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the course of nbgrader")


def _write_notebooks(options: argparse.Namespace) -> int:
    names = [*options.names, *(who.learner for who in (read_roster(options.roster) if options.roster else ()))]
    if not names:
        raise ValueError("NAME or --roster must be given")
    taken: set[str] = set()
    for name in names:
        if not name.isprintable() or name.startswith(".") or set(name) & set('/\\:*?"<>|'):
            raise ValueError(f"every name must be able to be that of a file (got {name!r})")
        if name_key(name) in taken:
            raise ValueError(f"every learner must be named once (got {name!r} again)")
        taken.add(name_key(name))
    texts = {options.out / f"{name}.ipynb": _as_json(notebook_for(name, EXERCISES.values())) for name in names}
    _write_new_files(options.out, texts)
    print(f"{count_phrase(len(names), 'notebook')}: {options.out}")
    return 0


def _as_json(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _export_nbgrader(options: argparse.Namespace) -> int:
    texts = course_files(options.out, EXERCISES.values())
    _write_new_files(options.out, texts)
    print(f"The source of the assignment, with solutions: {next(iter(texts))}")
    return 0


def _write_new_files(folder: Path, texts: dict[Path, str]) -> None:
    """Write files into a folder; ValueError if that cannot be, or another text is there already."""
    check_output_paths([], [("--out", folder)], [])
    check_no_overwrite(texts)
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
