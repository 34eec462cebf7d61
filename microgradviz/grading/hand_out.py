"""The exercises for nbgrader, as a command."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..exercises import EXERCISES, course_files
from .output_paths import check_no_overwrite, check_output_paths


def add_hand_out_commands(commands: Any) -> None:
    """Add `export-nbgrader` to the command's parsers."""
    nb = commands.add_parser("export-nbgrader", help="the exercises as an assignment of nbgrader")
    nb.set_defaults(run=_export_nbgrader)
    nb.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the course of nbgrader")


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
