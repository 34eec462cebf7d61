"""Where the learner's engine is kept: my_engine.py beside the notebooks, and in this session's memory.

The environment variable MICROGRADVIZ_ENGINES names another folder, or keeps none if it is empty. The file is written
whole or not at all; what stood in it before goes into the folder my_engine_before, under its lesson and the date.
"""

from __future__ import annotations

import os
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from ..advice import write_whole_file
from ..learner_code import OutOfTime, run_guarded
from .class_text import NotKept
from .trying import run_text

NAME, BEFORE = "my_engine.py", "my_engine_before"

_SECONDS = 5.0  # that a text may take to run

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
    names = (f"{stem}{f'_{number}' if number > 1 else ''}.py" for number in count(1))
    name = next(name for name in names if not (folder / name).exists() or (folder / name).read_bytes() == before)
    (folder / name).write_bytes(before)
    return f"{BEFORE}/{name}"


def run_kept(text: str) -> dict[str, Any]:
    """The names that the text of an engine defines, run on its own, made anew.

    Raises:
        NotKept: If it does not run, or has no class Value.
    """
    name = f"<your engine, version {abs(hash(text)):x}>"
    ran = run_guarded(lambda: run_text(text, name), _SECONDS)
    if isinstance(ran.error, OutOfTime):
        raise NotKept(f"it takes longer than {_SECONDS:g} seconds to run; does it loop for ever?")
    if ran.error or ran.value is None:
        raise NotKept(f"it cannot be run on its own ({type(ran.error).__name__}: {str(ran.error)[:80]}).")
    if not isinstance(ran.value.get("Value"), type):
        raise NotKept("there must be a class Value.")
    return ran.value


def kept_space() -> tuple[dict[str, Any], str]:
    """The names that the kept text defines, made anew; none, and why, if there is nothing that runs."""
    try:
        text = load_engine()
        if not text:
            return {}, "once yours is kept, mine brings yours"
        return run_kept(text), ""
    except NotKept as error:
        return {}, f"{NAME} is left alone, for {str(error).rstrip('.')}"
    except (OSError, UnicodeDecodeError) as error:
        return {}, f"{NAME} is left alone, for it cannot be read ({getattr(error, 'strerror', '') or 'no text'})"
