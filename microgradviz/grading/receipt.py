"""A receipt: all that was found in one notebook, so that anyone can find the same marks again.

It holds, for each exercise, the hash of the code that ran, the version of the exercise, the seed that the inputs were
drawn from, and what the mark says. Same code, same version, same seed: same inputs, and the same mark. (The one large
graph is another each time the grader starts; what is right on one is right on all.)

A receipt proves how a mark came about, not who wrote the answer. The solutions come with the package, and for some
exercises its engine is the answer; none of it is at hand in the sandbox unless the exercise allows it, but a solution
that was copied into the notebook runs like any other and earns what it earns.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..exercises import EXERCISES, write_whole_file
from .answers import FoundAnswer, read_submission
from .official_marks import mark_answer
from .reports import learner_page_names
from .results import ExerciseMark, GradedSubmission
from .texts import unused_name

_FORMAT = 1
_KINDS = {"name": str, "points": int, "earned": int, "code": str, "version": str, "seed": str}  # what marks rest on
_LARGEST = 1_000_000  # bytes of a receipt


def write_receipts(graded: Sequence[GradedSubmission], folder: Path) -> None:
    """Write a receipt of each notebook as JSON: {"format": 1, and the fields of `GradedSubmission`}."""
    names, taken = learner_page_names(graded), set[str]()
    for one in graded:
        if one.file:  # who handed in nothing has none
            taken.add(name := unused_name(Path(names[one.learner]).stem, taken))
            text = json.dumps({"format": _FORMAT, **one.to_json()}, indent=1) + "\n"
            write_whole_file(folder / f"{name}.json", text)


def read_receipt(path: Path) -> list[ExerciseMark]:
    """The marks in a receipt, as they were found: what a person set is taken back.

    Raises:
        ValueError: If the file is not a receipt.
    """
    try:
        with path.open("rb") as file:
            plain = json.loads(file.read(_LARGEST))
        plain.pop("format", None)
        graded = GradedSubmission.from_json(plain)
        found = {change.exercise: change.before for change in reversed(graded.changes)}
        marks = [replace(mark, earned=found.get(mark.name, mark.earned)) for mark in graded.exercises]
        if any(type(getattr(mark, name)) is not kind for mark in marks for name, kind in _KINDS.items()):
            raise TypeError
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {(error.strerror or 'it is gone').lower()}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError(f"{path.name} must be a receipt, as grading writes it") from None
    return marks


def regrade(entries: list[ExerciseMark], notebook: Path) -> list[str]:
    """What differs when a notebook is graded again as its receipt says, a sentence each; none if all is as it was.

    Args:
        entries: What `read_receipt` gave.
        notebook: The notebook.

    Raises:
        ValueError: If the notebook cannot be read.
        NoSandbox: If there is no sandbox.
    """
    submission = read_submission(notebook, notebook.parent)
    if submission.reason:
        reason = submission.reason[0].lower() + submission.reason[1:].rstrip(".")
        raise ValueError(f"{submission.file} must be the notebook that was graded; {reason}")
    differences = []
    for entry in entries:
        answer = submission.answers.get(entry.name)
        why = _why_not_again(entry, answer)
        now = entry.earned if why else _points_again(entry, answer)
        if now != entry.earned:
            why = f"it earned {entry.earned} then and {now} now, from the same code and inputs; it may hang on chance"
        differences += [f"{entry.name}: {why}."] if why else []
    return differences


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


def _points_again(entry: ExerciseMark, answer: FoundAnswer | None) -> int:
    if answer is None or answer.fault or not entry.seed:
        return 0
    return mark_answer(EXERCISES[entry.name], answer.source, entry.seed).earned
