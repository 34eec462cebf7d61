"""The small CSV files that a teacher has about a class: who is in it, and marks that a person set.

roster      learner, and if you like name, email, file, submitted; or the gradebook of a platform for courses
overrides   learner, exercise, earned, by, reason
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from io import StringIO
from pathlib import Path

from ..exercises import EXERCISES
from .texts import name_key

# What columns are called, without spaces and marks: by us, in lists of a school, in the tables of Moodle and Canvas.
# Of several that are filled in a line the first counts.
_LEARNER = ("learner", "id", "learnerid", "studentid", "idnumber", "sisuserid", "username", "sisloginid")
_EMAIL = ("email", "emailaddress")
_NAME = ("name", "fullname", "student")
_FIRST_NAME, _LAST_NAME = ("firstname", "givenname"), ("lastname", "surname", "familyname")
_ROSTER = {"learner": (*_LEARNER, *_EMAIL, *_NAME, *_FIRST_NAME, *_LAST_NAME)}
EVERYBODY = "*"  # in place of a learner, in the overrides
_OVERRIDES = {"learner": _LEARNER} | {name: (name,) for name in ("exercise", "earned", "by", "reason")}


@dataclass(frozen=True)
class Learner:
    """One line of the roster; `submitted` is when the work was handed in, if the roster knows; `also` are more ids."""

    learner: str
    name: str = ""
    email: str = ""
    file: str = ""
    submitted: datetime | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Override:
    """One line of the overrides: a mark that a person sets, and why."""

    learner: str
    exercise: str
    earned: int
    by: str
    reason: str


def read_roster(path: Path) -> list[Learner]:
    """The learners of a class, from a CSV file with a column learner (or id), or with what else tells them apart.

    Raises:
        ValueError: If the file is not such a table, in a sentence that names the line.
    """
    columns, rows = _read_table(path, _ROSTER, ("file", "submitted"))
    found: dict[str, Learner] = {}
    for line, row in rows:
        name = _first(row, _NAME) or f"{_first(row, _FIRST_NAME)} {_first(row, _LAST_NAME)}".strip()
        if "sisloginid" in columns and is_no_learner(row.get("id", ""), name):
            continue
        email = _first(row, _EMAIL)
        given = [row[column] for column in _LEARNER if row.get(column)]
        learner = (*given, email or name)[0]
        key = name_key(learner)
        if not key:
            raise _line_error(path, line, "learner must be given")
        if key in found:
            raise _line_error(path, line, f"each learner must stand in it once (got {learner!r} again)")
        try:
            submitted = parse_datetime("submitted", row["submitted"]) if row.get("submitted") else None
        except ValueError as error:
            raise _line_error(path, line, str(error)) from None
        found[key] = Learner(learner, name, email, row.get("file", ""), submitted, tuple(given[1:]))
    if not found:
        raise ValueError(f"{path.name} must have a line for each learner (got none)")
    return list(found.values())


def read_overrides(path: Path) -> list[Override]:
    """Marks that a person set, from a CSV file with the columns learner, exercise, earned, by, reason.

    Raises:
        ValueError: If the file is not such a table, or a line has no reason, in a sentence that names the line.
    """
    found: dict[tuple[str, str], Override] = {}
    for line, row in _read_table(path, _OVERRIDES)[1]:
        row["learner"] = _first(row, _LEARNER)
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


def parse_datetime(what: str, text: str, *, end_of_day: bool = False) -> datetime:
    """The moment that a date, or a date and time, in ISO form names; without a zone it is local time.

    Args:
        what: What the date is called, if it must be refused.
        text: Such as "2026-11-20" or "2026-11-20T18:00+01:00".
        end_of_day: Whether a date alone means its last moment, as for a due date, or its first.

    Raises:
        ValueError: If it is neither.

    Example:
        >>> parse_datetime("--due", "2026-11-20T18:00+01:00").isoformat()
        '2026-11-20T18:00:00+01:00'
    """
    text = text.strip()
    try:
        if len(text) == 10:
            return datetime.combine(date.fromisoformat(text), time.max if end_of_day else time.min).astimezone()
        found = datetime.fromisoformat(text)
        return found if found.tzinfo else found.astimezone()
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"{what} must be a date such as 2026-11-20 or 2026-11-20T18:00 (got {text[:40]!r})") from None


def is_no_learner(number: str, name: str) -> bool:
    """Whether a line of Canvas's gradebook is about the assignments, or of the learner that Canvas makes for tests."""
    about = not number and name_key(name) in ("", "points possible")
    return about or name_key(name) in ("student, test", "test student")


def _first(row: dict[str, str], columns: Iterable[str]) -> str:
    """What stands in the first of some columns that is filled; "" if none is."""
    return next((row[name] for name in columns if row.get(name)), "")


def _read_table(
    path: Path, needed: Mapping[str, Collection[str]], allowed: Collection[str] = ()
) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """The columns of a CSV file, and its rows by column, with their lines; parted by commas, semicolons or tabs.

    Args:
        path: The file.
        needed: What must be there, and the columns that may be it.
        allowed: Columns that may be there; others are left out.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeError:
        raise ValueError(f"{path.name} must be UTF-8 text; save it as CSV UTF-8") from None
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {(error.strerror or 'it is gone').lower()}") from None
    head = text.split("\n", 1)[0]
    reader = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True)
    try:
        rows = [(reader.line_num, [field.strip() for field in row]) for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise _line_error(path, reader.line_num, f"it must be CSV ({error})") from None
    headings = rows[0][1] if rows else []
    names = [re.sub(r"[\W_]+", "", name_key(name)) for name in headings]
    missing = sorted(what for what, columns in needed.items() if not {*columns} & {*names})
    if missing:
        raise ValueError(f"{path.name} must have a column {missing[0]} (got {', '.join(headings)[:80] or 'none'})")
    wanted = {*allowed}.union(*needed.values())
    for line, row in rows[1:]:
        if len(row) > len(names):
            raise _line_error(path, line, f"there must be {len(names)} columns (got {len(row)})")
    return names, [
        (line, {name: x for name, x in zip(names, [*row, *[""] * len(names)], strict=False) if name in wanted})
        for line, row in rows[1:]
    ]


def _line_error(path: Path, line: int, what: str) -> ValueError:
    return ValueError(f"{path.name}, line {line}: {what}")
