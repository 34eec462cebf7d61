"""A class: who is in it, what was due when, and marks that a person set. Three small CSV files and dates.

roster      learner, and if you like name, email, file, submitted
overrides   learner, exercise, earned, by, reason

Nothing is changed silently: what is late is marked as late, a mark that a person set is shown beside the one that was
found, with who set it and why, and a notebook of nobody's stays in the list and says so.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from pathlib import Path, PurePosixPath

from ..exercises import EXERCISES
from .answers import path_text, report_names
from .results import ExerciseMark, GradedSubmission, MarkChange, mark_rank
from .texts import count_phrase, name_key

_OTHER_NAMES = {"id": "learner", "learner id": "learner", "student": "learner", "e-mail": "email"}
_OTHER_NAMES |= {"id number": "learner", "full name": "name", "email address": "email"}  # as Moodle calls them
NOTHING_HANDED_IN = "Nothing was handed in."
NOT_IN_ROSTER = "It matches nobody in the roster."


@dataclass(frozen=True)
class Learner:
    """One line of the roster; `submitted` is when the work came in, if the roster knows."""

    learner: str
    name: str = ""
    email: str = ""
    file: str = ""
    submitted: datetime | None = None


@dataclass(frozen=True)
class Override:
    """One mark that a person sets."""

    learner: str
    exercise: str
    earned: int
    by: str
    reason: str


def read_roster(path: Path) -> list[Learner]:
    """The learners of a class, from a CSV file with a column learner (or id).

    Raises:
        ValueError: If the file is not such a table, in a sentence that names the line.
    """
    found: dict[str, Learner] = {}
    for line, row in _read_table(path, {"learner"}, {"name", "email", "file", "submitted"}):
        key = name_key(row["learner"])
        if not key:
            raise _line_error(path, line, "learner must be given")
        if key in found:
            raise _line_error(path, line, f"each learner must stand in it once (got {row['learner']!r} again)")
        try:
            submitted = parse_datetime(row["submitted"]) if row.get("submitted") else None
        except ValueError as error:
            raise _line_error(path, line, f"submitted {error}") from None
        found[key] = Learner(row["learner"], row.get("name", ""), row.get("email", ""), row.get("file", ""), submitted)
    if not found:
        raise ValueError(f"{path.name} must have a line for each learner (got none)")
    return list(found.values())


def read_overrides(path: Path) -> list[Override]:
    """Marks that a person set, from a CSV file with the columns learner, exercise, earned, by, reason.

    Raises:
        ValueError: If the file is not such a table, or a line has no reason, in a sentence that names the line.
    """
    found: dict[tuple[str, str], Override] = {}
    for line, row in _read_table(path, {"learner", "exercise", "earned", "by", "reason"}, set()):
        missing = [name for name in ("learner", "by", "reason") if not row[name]]
        if missing:
            raise _line_error(path, line, f"{missing[0]} must be given")
        if row["exercise"] not in EXERCISES:
            raise _line_error(path, line, f"exercise must be the name of an exercise (got {row['exercise']!r})")
        most = EXERCISES[row["exercise"]].points
        if not (row["earned"].isascii() and row["earned"].isdecimal() and int(row["earned"][:9]) <= most):
            raise _line_error(
                path, line, f"earned must be a whole number from 0 to {most} (got {row['earned'][:40]!r})"
            )
        key = (name_key(row["learner"]), row["exercise"])
        if key in found:
            raise _line_error(path, line, f"{row['exercise']} of {row['learner']!r} must be set once (got it again)")
        found[key] = Override(row["learner"], row["exercise"], int(row["earned"]), row["by"], row["reason"])
    return list(found.values())


def parse_datetime(text: str, *, end_of_day: bool = False) -> datetime:
    """A date or a date and time in ISO form; without a zone it is local time.

    Args:
        text: Such as "2026-11-20" or "2026-11-20T18:00+01:00".
        end_of_day: Whether a date alone means its last moment, as for a due date, or its first.

    Raises:
        ValueError: If it is neither.

    Example:
        >>> parse_datetime("2026-11-20T18:00+01:00").isoformat(), parse_datetime("2026-11-20", end_of_day=True).hour
        ('2026-11-20T18:00:00+01:00', 23)
    """
    text = text.strip()
    try:
        if len(text) == 10:
            return datetime.combine(date.fromisoformat(text), time.max if end_of_day else time.min).astimezone()
        found = datetime.fromisoformat(text)
        return found if found.tzinfo else found.astimezone()
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"must be a date such as 2026-11-20 or 2026-11-20T18:00 (got {text[:40]!r})") from None


def modification_times(items: Iterable[tuple[Path, Path]]) -> dict[str, datetime]:
    """When each of these files, given with its root, was changed last: what lateness rests on without a better source.

    Of files of one name below several roots it is the latest. Whoever copies or unpacks files may change these times; a
    roster's column submitted goes before them.
    """
    found: dict[str, datetime] = {}
    for path, root in items:
        try:
            name, came = path_text(path.relative_to(root)), datetime.fromtimestamp(path.lstat().st_mtime).astimezone()
        except (OSError, OverflowError, ValueError):
            continue
        found[name] = max(came, found.get(name, came))
    return found


def apply_roster(
    graded: Sequence[GradedSubmission],
    roster: Sequence[Learner] = (),
    *,
    due: datetime | None = None,
    overrides: Sequence[Override] = (),
    times: Mapping[str, datetime] | None = None,
    others: Iterable[tuple[Path, Path]] = (),
) -> list[GradedSubmission]:
    """What was graded as the class has it: whose it is, what is late, and what a person set.

    Args:
        graded: What was graded.
        roster: The class; its order is kept, who handed in nothing gets a row, and notebooks of nobody's come last.
        due: When it was due.
        overrides: Marks that a person set.
        times: When each file came in, by its name; a roster's own times go before.
        others: Files that are no notebooks, each with its root: what a learner without a notebook may have handed in.

    Raises:
        ValueError: If an override names a learner who is not there.
    """
    whose = {learner.learner: learner for learner in roster}
    owned = _assign_learners(graded, roster, others) if roster else list(graded)
    found = [_mark_late(one, whose.get(one.learner) if not one.note else None, due, times or {}) for one in owned]
    for override in overrides:
        _apply_override(found, override)
    return found


def students_by_file(items: Iterable[tuple[Path, Path]], roster: Sequence[Learner] = ()) -> dict[str, str]:
    """Whose each of these files is, given with its root; "" if the roster does not tell."""
    whose = {}
    for path, root in items:
        one = GradedSubmission(*report_names(path, root))
        owner = _find_owner(one, roster) if roster else None
        whose[str(path)] = owner.learner if owner else "" if roster else one.learner
    return whose


def _assign_learners(
    graded: Sequence[GradedSubmission], roster: Sequence[Learner], others: Iterable[tuple[Path, Path]]
) -> list[GradedSubmission]:
    """The rows of a class, learner by learner."""
    owners = [_find_owner(one, roster) for one in graded]
    files: dict[str, list[str]] = {}
    for one in (GradedSubmission(*report_names(path, root)) for path, root in others):
        if owner := _find_owner(one, roster):
            files.setdefault(owner.learner, []).append(one.file)
    found = []
    for learner in roster:
        own = [one for one, owner in zip(graded, owners, strict=True) if owner is learner]
        own = own or [GradedSubmission("", learner.learner, reason=_no_notebook_reason(files.get(learner.learner, [])))]
        found += [replace(one, learner=learner.learner, name=learner.name) for one in own]
    nobody = [one for one, owner in zip(graded, owners, strict=True) if owner is None]
    taken = {name_key(learner.learner) for learner in roster}
    return found + [replace(one, learner=_name_of_stranger(one, taken), note=NOT_IN_ROSTER) for one in nobody]


def _no_notebook_reason(files: Sequence[str]) -> str:
    """What is said of a learner who handed in no notebook, but perhaps these files."""
    if not files:
        return NOTHING_HANDED_IN
    more = f" and {count_phrase(len(files) - 1, 'other file')}" if files[1:] else ""
    return f"No notebook (.ipynb) was handed in, but {files[0]}{more}."


def _name_of_stranger(graded: GradedSubmission, taken: Collection[str]) -> str:
    """What to call nobody in particular: like no learner, so that no report takes the notebook for that learner's."""
    return graded.file if name_key(graded.learner) in taken else graded.learner


def _find_owner(graded: GradedSubmission, roster: Sequence[Learner]) -> Learner | None:
    """Whose a notebook is: by its file, else by the learner's id, e-mail address or name; None if that is not clear.

    A folder of one learner that holds a file named after another is not clear: a file may be called as its learner
    likes.

    An id or name may be a folder of the path, the file's name, or what stands there before an underscore, as in
    "Zoë Rose_1234_assignsubmission_file"; of several the longest, so that ann_lee's work is not ann's.
    """
    path = PurePosixPath(graded.file)
    for learner in roster:
        if learner.file and name_key(learner.file) == name_key(graded.file):
            return learner
    called: dict[str, list[Learner]] = {}
    for who in roster:
        for name in {name_key(who.learner), name_key(who.email), name_key(who.name)}:
            called.setdefault(name, []).append(who)
    found: dict[str, Learner] = {}
    for part in {name_key(part) for part in (*path.parts[:-1], path.stem)}:
        words = part.split("_")
        beginnings = ["_".join(words[:k]) for k in range(len(words), 0, -1)]
        longest = next((start for start in beginnings if start and start in called), "")
        found |= {who.learner: who for who in called[longest]} if longest else {}
    return next(iter(found.values())) if len(found) == 1 else None


def _mark_late(
    graded: GradedSubmission, owner: Learner | None, due: datetime | None, times: Mapping[str, datetime]
) -> GradedSubmission:
    came = (owner.submitted if owner else None) or times.get(graded.file)
    if due is None or came is None or not graded.file or came <= due:
        return graded
    return replace(graded, late=(came - due).total_seconds())


def _apply_override(found: list[GradedSubmission], override: Override) -> None:
    """Set one mark, where the answer that counts was found or else in the learner's first notebook."""
    own = [i for i, one in enumerate(found) if name_key(one.learner) == name_key(override.learner)]
    if not own:
        raise ValueError(f"an override must be of a learner who is there (got {override.learner!r})")

    def rank(i: int) -> tuple[bool, int]:
        return max(
            (mark_rank(mark) for mark in found[i].exercises if mark.name == override.exercise), default=(False, 0)
        )

    at = max(own, key=rank)
    marks = {mark.name: mark for mark in found[at].exercises}
    mark = marks.get(override.exercise) or ExerciseMark(override.exercise, EXERCISES[override.exercise].points, 0)
    marks[override.exercise] = replace(mark, earned=override.earned)
    change = MarkChange(override.exercise, mark.earned, override.earned, override.by, override.reason)
    found[at] = replace(found[at], exercises=tuple(marks.values()), changes=(*found[at].changes, change))


def _read_table(path: Path, needed: set[str], allowed: set[str]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a CSV file by column, with their lines; parted by commas, semicolons or tabs."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeError:
        raise ValueError(f"{path.name} must be UTF-8 text; save it as CSV UTF-8") from None
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {(error.strerror or 'it is gone').lower()}") from None
    head = text.split("\n", 1)[0]
    reader = csv.reader(text.splitlines(), delimiter=max(",;\t", key=head.count), strict=True)
    try:
        rows = [(reader.line_num, [field.strip() for field in row]) for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise _line_error(path, reader.line_num, f"it must be CSV ({error})") from None
    names = [_OTHER_NAMES.get(name_key(name), name_key(name)) for name in rows[0][1]] if rows else []
    missing = sorted(needed - set(names))
    if missing:
        raise ValueError(f"{path.name} must have a column {missing[0]} (got {', '.join(names)[:80] or 'none'})")
    if len(set(names)) < len(names):
        raise ValueError(f"{path.name} must have each column once (got {', '.join(names)[:80]})")
    for line, row in rows[1:]:
        if len(row) > len(names):
            raise _line_error(path, line, f"there must be {len(names)} columns (got {len(row)})")
    wanted = needed | allowed
    return [
        (line, {name: x for name, x in zip(names, [*row, *[""] * len(names)], strict=False) if name in wanted})
        for line, row in rows[1:]
    ]


def _line_error(path: Path, line: int, what: str) -> ValueError:
    return ValueError(f"{path.name}, line {line}: {what}")
