"""What grading finds, as plain data: the one thing that the runner writes, the cache keeps and every report reads."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class RowMark:
    """One row of an exercise's rubric.

    Attributes:
        text: What was looked at, in a few words.
        points: What it is worth; 0 for a condition.
        earned: What was earned.
        said: What was wrong, in words; "" if nothing was.
    """

    text: str
    points: int
    earned: int
    said: str = ""


@dataclass(frozen=True)
class ExerciseMark:
    """One exercise of one submission, with the receipt from which the same mark can be found again.

    Attributes:
        name: The name of the exercise.
        points: What it is worth.
        earned: What was earned.
        found: How the answer was found: "tag", "cell id" or "name"; "" if there was none.
        rows: The rubric, row by row.
        mistake: The sentence that names a known mistake, or why there is no mark; "" otherwise.
        code: The SHA-256 hash, in hexadecimal, of the text that ran.
        version: The version of the exercise, `Exercise.version`.
        seed: What its inputs were drawn from.
        seconds: How long it ran, in s of wall time.
    """

    name: str
    points: int
    earned: int
    found: str = ""
    rows: tuple[RowMark, ...] = ()
    mistake: str = ""
    code: str = ""
    version: str = ""
    seed: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Change:
    """A mark that a person set in place of the one that was found.

    Attributes:
        exercise: The exercise's name.
        before: What was earned.
        after: What counts.
        by: Who set it.
        reason: Why.
    """

    exercise: str
    before: int
    after: int
    by: str
    reason: str


@dataclass(frozen=True)
class Graded:
    """One submission.

    Attributes:
        file: The path of the notebook, relative to the folder that was graded, with / between its parts.
        learner: Whose it is: the name of the file or of its folder.
        exercises: The marks, in the order of the course.
        reason: Why nothing could be graded, in a sentence; "" if it was graded.
        sandboxed: False if it ran without a sandbox: such a mark is not an official one.
        name: The learner's name in the roster; "" without a roster.
        late: How long after the due date it was handed in, in s; 0 if in time. Marks do not depend on it.
        changes: The marks that a person set; `exercises` holds them already.
        note: What a teacher should know, such as that it matches nobody in the roster; "" if nothing.
    """

    file: str
    learner: str
    exercises: tuple[ExerciseMark, ...] = ()
    reason: str = ""
    sandboxed: bool = True
    name: str = ""
    late: float = 0.0
    changes: tuple[Change, ...] = ()
    note: str = ""

    @property
    def points(self) -> int:
        """What all exercises together are worth."""
        return sum(mark.points for mark in self.exercises)

    @property
    def earned(self) -> int:
        """What was earned in all."""
        return sum(mark.earned for mark in self.exercises)

    def to_json(self) -> dict[str, Any]:
        """Plain data for a JSON file; `from_json` reads it back."""
        return asdict(self)

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Graded:
        """The submission that `to_json` wrote."""
        exercises = tuple(
            ExerciseMark(**{**mark, "rows": tuple(RowMark(**row) for row in mark["rows"])})
            for mark in plain["exercises"]
        )
        changes = tuple(Change(**change) for change in plain.get("changes", ()))
        return cls(**{**plain, "exercises": exercises, "changes": changes})
