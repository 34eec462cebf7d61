"""The small CSV files that a teacher writes about a class: who is in it, and marks that a person set.

roster      learner, and if you like name, email, file, submitted
overrides   learner, exercise, earned, by, reason
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path

from ..exercises import EXERCISES
from .texts import name_key

_OTHER_NAMES = {"id": "learner", "learner id": "learner", "student": "learner", "e-mail": "email"}
_OTHER_NAMES |= {"id number": "learner", "full name": "name", "email address": "email"}  # as Moodle calls them


@dataclass(frozen=True)
class Learner:
    """One line of the roster; `submitted` is when the work was handed in, if the roster knows."""

    learner: str
    name: str = ""
    email: str = ""
    file: str = ""
    submitted: datetime | None = None


@dataclass(frozen=True)
class Override:
    """One line of the overrides: a mark that a person sets, and why."""

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
    """The moment that a date, or a date and time, in ISO form names; without a zone it is local time.

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
