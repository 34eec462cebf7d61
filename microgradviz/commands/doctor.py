"""`microgradviz doctor`: what is installed, what is missing, what each is for, and how to get it."""

from __future__ import annotations

import argparse
import platform
import sys
from typing import Any

import microgradviz

from ..installed import install_line
from .course import course_files
from .parts import BY_PIP, MISSING, Part, course_parts, optional_parts


def add_doctor(commands: Any) -> None:
    """Add `doctor` to the command's parsers (argparse's)."""
    doctor = commands.add_parser(
        "doctor",
        description="Says what is installed, what is missing, what each is for, and how to get it. "
        "The exit code is 0 if the course can run, 1 if it lacks something.",
    )
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    needed = [*course_parts(), _lessons()]
    print(f"microgradviz {microgradviz.__version__}, Python {platform.python_version()} in {sys.prefix}")
    _print_parts("The course", needed)
    _print_parts("If you like", optional_parts())
    _print_parts("For teachers", [_sandbox()])
    lacking = [part.name for part in needed if part.fault]
    print(f"\nThe course lacks {', '.join(lacking)}." if lacking else "\nThe course can run: microgradviz lab")
    return 1 if lacking else 0


def _print_parts(title: str, parts: list[Part]) -> None:
    print(f"\n{title}")
    wide = max(len(f"{part.name} {part.version}") for part in parts)
    to_get: dict[str, list[str]] = {}
    for part in parts:
        print(f"  {'no ' if part.fault else 'yes'}  {f'{part.name} {part.version}':{wide}}  {part.why}")
        if part.fault not in ("", MISSING):
            print(f"       {part.fault}")
        if part.fault and part.how:
            to_get.setdefault(part.how, []).append(part.name)
    for how, names in to_get.items():
        print(f"  For {', '.join(names)}: {install_line(*names) if how == BY_PIP else how}")


def _lessons() -> Part:
    try:
        count, fault = sum(name.endswith(".ipynb") for name in course_files()), ""
    except FileNotFoundError as error:
        count, fault = 0, str(error)
    return Part("notebooks", str(count), fault, "what `microgradviz lab` copies", "")


def _sandbox() -> Part:
    """All walls in one row; what is wrong with them, wall by wall."""
    why = "answers of learners run in it"
    if sys.platform != "linux":
        return Part("sandbox", "", f"It exists on Linux alone (this is {platform.system()})", why, "")
    from ..grading import wall_faults  # which other systems cannot load

    return Part("sandbox", "", "\n       ".join(wall_faults()), why, "")
