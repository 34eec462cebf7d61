"""Where the learner's engine is kept: my_engine.py beside the notebooks, and in this session's memory.

The environment variable MICROGRADVIZ_ENGINES names another folder, or keeps none if it is empty. The file is written
whole or not at all; what stood in it before goes into the folder my_engine_before, under its lesson and the date.
"""

from __future__ import annotations

import os
from datetime import date
from itertools import count
from pathlib import Path

from ..advice import write_whole_file

NAME, BEFORE = "my_engine.py", "my_engine_before"

_session: dict[str, str] = {}


def engine_path() -> Path | None:
    """The file that the engine is kept in; None if it is kept in memory alone."""
    named = os.environ.get("MICROGRADVIZ_ENGINES")
    return Path(NAME).absolute() if named is None else Path(named, NAME) if named else None


def load_engine() -> str:
    """The text that is kept; "" if there is none.

    Raises:
        OSError: If there is a file that cannot be read.
        UnicodeDecodeError: If it is no text.
    """
    at = engine_path()
    if at is None or not at.exists():
        return _session.get("text", "")
    return at.read_text(encoding="utf-8")


def store_engine(text: str, lesson: str) -> str:
    """Keep a text; the name of the file with what stood there before, "" if that was nothing else.

    Args:
        text: What to keep.
        lesson: The lesson whose engine stands there; "" if what stands there is none that runs.

    Raises:
        OSError: If it cannot be written; it is kept in memory then.
    """
    _session["text"] = text
    at = engine_path()
    if at is None:
        return ""
    try:
        before = at.read_bytes()
    except FileNotFoundError:
        before = text.encode()
    aside = _put_aside(at.with_name(BEFORE), before, lesson) if before != text.encode() else ""
    write_whole_file(at, text)
    return aside


def _put_aside(folder: Path, before: bytes, lesson: str) -> str:
    """Write what is to be replaced under a name of its own, once; no earlier file is touched."""
    folder.mkdir(exist_ok=True)
    stem = f"{f'lesson_{lesson}' if lesson else 'not_read'}_{date.today().isoformat()}"
    for number in count(1):
        there = folder / f"{stem}{f'_{number}' if number > 1 else ''}.py"
        if not there.exists():
            there.write_bytes(before)
        elif there.read_bytes() != before:
            continue
        return f"{BEFORE}/{there.name}"
    raise AssertionError
