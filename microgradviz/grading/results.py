"""What grading finds, as plain data: the one thing that grading makes, the journal keeps and every report reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
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
        untouched: Whether the answer is the stub as it was handed out.
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
    untouched: bool = False


@dataclass(frozen=True)
class MarkChange:
    """A mark that a person set in place of the one that was found.

    Attributes:
        exercise: The exercise's name.
        before: The points that were earned.
        after: The points that count.
        by: Who set it.
        reason: Why.
    """

    exercise: str
    before: int
    after: int
    by: str
    reason: str


@dataclass(frozen=True)
class GradedSubmission:
    """One submission and its marks, or why it has none.

    Attributes:
        file: The path of the notebook, relative to the folder that was graded, with / between its parts.
        learner: Whose it is: the name of the file or of its folder.
        exercises: The marks, in the order of the course.
        reason: Why nothing could be graded, in a sentence; "" if it was graded.
        sandboxed: False if it ran without a sandbox: such a mark is not an official one.
        name: The learner's name in the roster; "" without a roster.
        late: How late it was handed in, in words; "" if in time. Marks do not depend on it.
        changes: The marks that a person set; `exercises` holds them already.
        note: What a teacher should know, such as that it matches nobody in the roster; "" if nothing.
    """

    file: str
    learner: str
    exercises: tuple[ExerciseMark, ...] = ()
    reason: str = ""
    sandboxed: bool = True
    name: str = ""
    late: str = ""
    changes: tuple[MarkChange, ...] = ()
    note: str = ""

    @property
    def by_exercise(self) -> dict[str, ExerciseMark]:
        """The marks by the name of the exercise."""
        return {mark.name: mark for mark in self.exercises}

    @property
    def earned(self) -> int:
        """What was earned in all."""
        return sum(mark.earned for mark in self.exercises)

    def to_json(self) -> dict[str, Any]:
        """This as plain data for a JSON file; `from_json` reads it back."""
        return asdict(self)

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> GradedSubmission:
        """The submission that `to_json` made plain; KeyError, TypeError or AttributeError for other data."""
        exercises = tuple(
            ExerciseMark(**{**mark, "rows": tuple(RowMark(**row) for row in mark.get("rows", ()))})
            for mark in plain["exercises"]
        )
        changes = tuple(MarkChange(**change) for change in plain.get("changes", ()))
        return cls(**{**plain, "exercises": exercises, "changes": changes})


MOST_ATTEMPTS = 3  # different answers to an exercise that count, if a learner hands in many notebooks


# All that a learner handed in as one: the rule by which every report adds up several notebooks.


def group_by_learner(graded: Sequence[GradedSubmission]) -> Iterator[list[GradedSubmission]]:
    """The submissions of each learner, which may be several; learners in the order of their first one."""
    places: dict[str, list[int]] = {}
    for i, one in enumerate(graded):
        places.setdefault(one.learner, []).append(i)
    for own in places.values():
        yield [graded[i] for i in own]


def merge_by_learner(graded: Sequence[GradedSubmission]) -> Iterator[GradedSubmission]:
    """All that each learner handed in as one; learners in the order of their first submission."""
    return map(merge_submissions, group_by_learner(graded))


def merge_submissions(own: Sequence[GradedSubmission]) -> GradedSubmission:
    """All that a learner handed in as one: of several marks of an exercise the one a person set, else the best.

    Of many different answers to an exercise the last `MOST_ATTEMPTS` count, in the order of the files' names, so that
    nobody buys luck with many notebooks; the note says so. What is said of each is kept, with its file where there are
    several.
    """
    best: dict[str, tuple[tuple[bool, bool, int], ExerciseMark]] = {}
    answers = _answers(own)
    for one in own:
        by_hand = {change.exercise for change in one.changes}
        for mark in one.exercises:
            if mark.name not in by_hand and _answer_key(one, mark) not in answers[mark.name][-MOST_ATTEMPTS:]:
                mark = replace(mark, earned=0)
            rank = (mark.name in by_hand, *mark_rank(mark))
            if mark.name not in best or rank > best[mark.name][0]:
                best[mark.name] = (rank, mark)
    many = [f"{name} ({len(keys)} different answers)" for name, keys in answers.items() if keys[MOST_ATTEMPTS:]]
    more = f"Of many answers the last {MOST_ATTEMPTS} by the files' names count: {', '.join(many)}." if many else ""
    return replace(
        own[0],
        file="; ".join(one.file for one in own),
        exercises=tuple(mark for _, mark in best.values()),
        reason=_joined(own, "reason"),
        sandboxed=all(one.sandboxed for one in own),
        late=_joined(own, "late"),
        changes=tuple(change for one in own for change in one.changes),
        note=" ".join(filter(None, (_joined(own, "note"), more))),
    )


def _answers(own: Sequence[GradedSubmission]) -> dict[str, list[str]]:
    """For each exercise its different answers, each where it comes last; what earned nothing and is the same is one."""
    found: dict[str, dict[str, None]] = {}
    for one in sorted(own, key=lambda one: one.file):
        for mark in one.exercises:
            keys = found.setdefault(mark.name, {})
            if mark.found:
                key = _answer_key(one, mark)
                keys.pop(key, None)
                keys[key] = None
    return {name: list(keys) for name, keys in found.items()}


def _answer_key(one: GradedSubmission, mark: ExerciseMark) -> str:
    return mark.code or one.file


def mark_rank(mark: ExerciseMark) -> tuple[bool, int]:
    """A key to compare marks by, larger for the better one: any answer is better than none, then points count."""
    return bool(mark.found), mark.earned


def _joined(own: Sequence[GradedSubmission], remark: str) -> str:
    """What is said of each submission under this name, each with its file where there are several."""
    lines = [(one.file, getattr(one, remark)) for one in own]
    return "; ".join(f"{file}: {line}" if len(own) > 1 else line for file, line in lines if line)


def has_repeated_answers(own: Sequence[GradedSubmission]) -> bool:
    """Whether an exercise is answered in more than one of these submissions."""
    names = [mark.name for one in own for mark in one.exercises if mark.found]
    return len(set(names)) < len(names)
