"""Where the learner's engine is kept: my_engine.py beside the notebooks, and in this session's memory.

The environment variable MICROGRADVIZ_ENGINES names another folder, or keeps none if it is empty. The file is written
whole or not at all; the one before becomes my_engine.bak.py.
"""

from __future__ import annotations

import os
from pathlib import Path

from ..advice import write_whole_file

NAME, BEFORE = "my_engine.py", "my_engine.bak.py"

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


def store_engine(text: str) -> bool:
    """Keep a text; whether another one stood there before, which is kept beside it.

    Raises:
        OSError: If it cannot be written; it is kept in memory then.
    """
    _session["text"] = text
    at = engine_path()
    if at is None:
        return False
    try:
        before = at.read_text(encoding="utf-8", errors="backslashreplace")
    except FileNotFoundError:
        before = text
    if before != text:
        write_whole_file(at.with_name(BEFORE), before)
    write_whole_file(at, text)
    return before != text
