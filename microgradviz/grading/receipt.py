"""A receipt: what a mark rests on, so that anyone can find the same mark again.

It holds, for each exercise, the hash of the code that ran, the version of the exercise, the seed that the inputs were
drawn from, and the marks. Same code, same version, same seed: same inputs, and the same mark. (The one large graph is
another each time the grader starts; what is right on one is right on all.)

A receipt proves how a mark came about, not who wrote the answer. The solutions come with the package, and for some
exercises its engine is the answer; none of it is at hand in the sandbox unless the exercise allows it, but a solution
that was copied into the notebook runs like any other and earns what it earns.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..exercises import EXERCISES, Exercise, write_whole_file
from .answers import FoundAnswer, read_submission
from .results import ExerciseMark, GradedSubmission
from .texts import count_phrase

MarkAnswer = Callable[[Exercise, str, str], ExerciseMark]
_FORMAT = 1
_KINDS = {"name": str, "points": int, "earned": int, "code": str, "version": str, "seed": str}  # what is kept of a mark
_LARGEST = 1_000_000  # bytes of a receipt


@dataclass(frozen=True)
class RegradeResult:
    """What grading again gave; as text, the sentences for the terminal.

    Attributes:
        marks: The name of each exercise, what it earned then, and now; None if it could not be tried.
        differences: What differs, a sentence each; none if all is as it was.
    """

    marks: tuple[tuple[str, int, int | None], ...]
    differences: tuple[str, ...]

    def __str__(self) -> str:
        then = sum(earned for _, earned, _ in self.marks)
        if not self.differences:
            said = f"{count_phrase(then, 'point')} for {count_phrase(len(self.marks), 'exercise')}"
            return f"The same marks: {said}, from the same code and inputs."
        return "\n".join(["Not all is as it was:", *self.differences])


def write_receipt(graded: GradedSubmission, path: Path) -> None:
    """Write the receipt of one submission as JSON; marks that a person set are in it as they were found."""
    found = {change.exercise: change.before for change in reversed(graded.changes)}
    entries = [
        {name: found.get(mark.name, mark.earned) if name == "earned" else getattr(mark, name) for name in _KINDS}
        for mark in graded.exercises
    ]
    head = {"format": _FORMAT, "file": graded.file, "learner": graded.learner, "sandboxed": graded.sandboxed}
    write_whole_file(path, json.dumps({**head, "exercises": entries}, indent=1) + "\n")


def read_receipt(path: Path) -> list[ExerciseMark]:
    """The entries of a receipt.

    Raises:
        ValueError: If the file is not a receipt.
    """
    try:
        with path.open("rb") as file:
            plain: Any = json.loads(file.read(_LARGEST))
        entries = [ExerciseMark(**entry) for entry in plain["exercises"]]
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {(error.strerror or 'it is gone').lower()}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"{path.name} must be a receipt, as grading writes it") from None
    if any(type(getattr(entry, name)) is not kind for entry in entries for name, kind in _KINDS.items()):
        raise ValueError(f"{path.name} must be a receipt, as grading writes it")
    return entries


def regrade(entries: list[ExerciseMark], notebook: Path, mark: MarkAnswer) -> RegradeResult:
    """What a notebook earns when it is graded again as its receipt says, and what differs.

    Args:
        entries: What `read_receipt` gave.
        notebook: The notebook.
        mark: The mark of an exercise's answer, given as text, for inputs drawn from a seed.

    Raises:
        ValueError: If the notebook cannot be read.
    """
    submission = read_submission(notebook, notebook.parent)
    if submission.reason:
        reason = submission.reason[0].lower() + submission.reason[1:].rstrip(".")
        raise ValueError(f"{submission.file} must be the notebook that was graded; {reason}")
    marks, differences = [], []
    for entry in entries:
        answer = submission.answers.get(entry.name)
        why = _why_not_again(entry, answer)
        now = None if why else _points_again(entry, answer, mark)
        if not why and now != entry.earned:
            why = f"it earned {entry.earned} then and {now} now, from the same code and inputs; it may hang on chance"
        marks.append((entry.name, entry.earned, now))
        differences += [f"{entry.name}: {why}."] if why else []
    return RegradeResult(tuple(marks), tuple(differences))


def _why_not_again(entry: ExerciseMark, answer: FoundAnswer | None) -> str:
    """Why an answer cannot be marked again as its entry says; "" if it can."""
    exercise = EXERCISES.get(entry.name)
    if exercise is None:
        return "there is no such exercise here"
    if exercise.version != entry.version and entry.version:
        return f"the exercise has changed (version {entry.version[:12]} then, {exercise.version} here)"
    code = answer.code if answer else ""
    if code != entry.code:
        then, now = (f"hash {x[:12]}…" if x else "no answer" for x in (entry.code, code))
        return f"the code has changed ({then} then, {now} in this notebook)"
    return ""


def _points_again(entry: ExerciseMark, answer: FoundAnswer | None, mark: MarkAnswer) -> int:
    if answer is None or answer.fault or not entry.seed:
        return 0
    return mark(EXERCISES[entry.name], answer.source, entry.seed).earned
