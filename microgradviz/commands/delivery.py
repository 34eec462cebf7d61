"""The course, copied to a folder of the learner's: what is theirs stays, and a newer lesson is put beside it.

A small file in the folder keeps the digest of each file as it was delivered. Who has not edited a notebook, though
perhaps run it, gets the newer one in its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from ..exercises import write_whole_file
from .course import course_files, is_of_the_project, work_digest

RECORD = ".microgradviz-course.json"
DEFAULT_FOLDER = "microgradviz-course"
USUAL_HOME = Path("~", DEFAULT_FOLDER)


class Delivery(NamedTuple):
    """What was copied.

    Attributes:
        new: Files that were not there.
        updated: Files that nobody had edited, and that were older.
        beside: Files that somebody has edited -> what the newer one beside it is called.
    """

    new: list[str]
    updated: list[str]
    beside: dict[str, str]


def usual_folder() -> str:
    """Where the course goes if nobody says where: here, if this is the course, and none is put inside it."""
    return "." if Path(RECORD).is_file() else DEFAULT_FOLDER


def last_lesson(folder: Path) -> str | None:
    """The notebook of the course that was worked on last: run or edited, and saved; None if none was."""
    touched = [
        ((folder / name).stat().st_mtime, name)
        for name, text in course_files().items()
        if name.endswith(".ipynb") and _text_there(folder / name) not in (None, text)
    ]
    return max(touched, default=(0.0, None))[1]


def deliver_course(folder: Path) -> Delivery:
    """Copy the course into a folder, which is made if need be; again, and only what is new is written.

    Raises:
        ValueError: If that cannot be, with what to do; what was in the folder is still there.
    """
    files = course_files()
    delivered = Delivery([], [], {})
    try:
        if is_of_the_project(folder):
            raise ValueError(
                f"FOLDER must be a folder of your own (got {folder}, which is the project's); "
                "name another one, and the lessons are copied there"
            )
        folder.mkdir(parents=True, exist_ok=True)
        record = _read_record(folder / RECORD)
        before = dict(record)
        try:
            for name, text in files.items():
                _deliver_file(folder, name, text, record, delivered)
        finally:
            if record != before:
                with suppress(OSError):  # without it a file counts as edited, and stays
                    write_whole_file(folder / RECORD, json.dumps({"delivered": record}, indent=1) + "\n")
    except OSError as error:
        got = f"{error.filename or folder}: {(error.strerror or str(error)).lower()}"
        raise ValueError(
            f"FOLDER must be one where you may read and write, with room for the course (got {got}); nothing of yours "
            f"was changed: make room and run the same command again, or name another one, such as {USUAL_HOME}"
        ) from None
    return delivered


def _deliver_file(folder: Path, name: str, text: str, record: dict[str, str], delivered: Delivery) -> None:
    ours, there = work_digest(name, text), _text_there(folder / name)
    theirs = None if there is None else work_digest(name, there)
    if theirs == ours:
        pass
    elif there is None or theirs == record.get(name):
        write_whole_file(folder / name, text)
        (delivered.new if there is None else delivered.updated).append(name)
    elif ours != record.get(name):  # edited, and there is a newer one
        place = next(other for other in _names_beside(name) if _is_free(folder / other, ours, record.get(other)))
        if _digest_there(folder / place) != ours:
            write_whole_file(folder / place, text)
            delivered.beside[name] = place
        record[place] = ours
    record[name] = ours


def _digest_there(path: Path) -> str | None:
    """The digest of the file that is there, None if there is none."""
    text = _text_there(path)
    return None if text is None else work_digest(path.name, text)


def _text_there(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    except FileNotFoundError:
        return None


def _is_free(path: Path, ours: str, recorded: str | None) -> bool:
    there = _digest_there(path)
    return there is None or there in (ours, recorded)


def _names_beside(name: str) -> Iterator[str]:
    stem, dot, suffix = name.rpartition(".")
    return (f"{stem}.new{k if k > 1 else ''}{dot}{suffix}" for k in count(1))


def _read_record(path: Path) -> dict[str, str]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))["delivered"]
        return {str(name): str(digest) for name, digest in kept.items()}
    except (FileNotFoundError, ValueError, LookupError, TypeError, AttributeError):
        return {}
