"""What a forgery is: what it tries, its text, and the mark and the message that it must get."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RIGHT = "def slope_mul(x, y):\n    return (y, x)\n"


@dataclass(frozen=True)
class Forgery:
    """One such submission.

    Attributes:
        name: An identifier.
        tries: What it tries, in a few words that read on after "It".
        source: The text of its answer. {canary}, {folder} and {port} stand for a file with the solution, the folder of
            the submissions and a port of this machine that somebody listens at.
        said: What it is told: the first of reason, mistake and row that says something, without the inputs of the case.
        exercise: Which exercise it pretends to solve.
        earned: What it gets.
        also: The text of another exercise's answer that comes before, by its name.
        known: Whether it gets more than it deserves, and that is known: docs/grading.md says why.
        file: Writes the notebook, if that is where the trick lies: folder -> its path.
    """

    name: str
    tries: str
    source: str
    said: str
    exercise: str = "slope_mul"
    earned: int = 0
    also: dict[str, str] = field(default_factory=dict)
    known: bool = False
    file: Callable[[Path], Path] | None = None


def slope_mul_answer(body: str, before: str = "") -> str:
    """An answer to slope_mul: what runs first, and what its function does; if that gets nowhere, it is wrong."""
    lines = "".join(f"    {line}\n" for line in body.strip("\n").splitlines())
    return f"{before.strip()}\n\ndef slope_mul(x, y):\n{lines}    return (0.0, 0.0)\n"


def points_and_message(graded: dict[str, Any], exercise: str, folder: str) -> tuple[int, str]:
    """The points that a graded notebook, as JSON, got for an exercise, and the first sentence that was said about it."""
    if graded["reason"]:
        return 0, graded["reason"]
    mark = next(mark for mark in graded["exercises"] if mark["name"] == exercise)
    said = mark["mistake"] or next((row["said"] for row in mark["rows"] if row["said"]), "")
    return mark["earned"], re.sub(r"^with [^:]*: ", "", said).replace(folder, "FOLDER")
