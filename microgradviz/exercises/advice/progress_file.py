"""What a learner has reached so far: a small file beside the notebooks. Nothing is sent anywhere.

The file is `microgradviz_progress.json` in the current directory; the environment variable MICROGRADVIZ_PROGRESS names
another one, or keeps none if it is empty. It is written whole or not at all. What cannot be read is moved aside, never
overwritten, and what this session has reached is kept in memory besides.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

FORMAT, VERSION = "microgradviz-progress", 1
_NAME = "microgradviz_progress.json"

_session: dict[str, Any] = {"exercises": {}, "concepts": {}, "questions": {}}


def progress_path() -> Path | None:
    """The file that progress is kept in; None if it is kept in memory alone."""
    named = os.environ.get("MICROGRADVIZ_PROGRESS")
    return Path(_NAME).absolute() if named is None else Path(named) if named else None


def store_points(name: str, points: int, version: str) -> str:
    """Keep the best points of an exercise; a sentence if they could not be stored, else ""."""
    best = _session["exercises"].get(name, {})
    if points >= best.get("best", -1):
        _session["exercises"][name] = {"best": points, "version": version}
    return _store_session()


def store_answers(when: str, answers: Mapping[str, int]) -> str:
    """Keep the answers of a concept test, "before" or "after"; a sentence if they could not be stored, else ""."""
    _session["concepts"][when] = dict(answers)
    return _store_session()


def store_question(name: str, ok: bool, tries: int) -> str:
    """Keep how a quick question went, once right right for ever; a sentence if it could not be stored, else ""."""
    if not _session["questions"].get(name, {}).get("ok"):
        _session["questions"][name] = {"ok": ok, "tries": tries}
    return _store_session()


def load_progress() -> tuple[dict[str, Any], str]:
    """All that was reached, in the file and in this session; and a sentence if the file could not be read, else ""."""
    at = progress_path()
    if at is None:
        return _session, ""
    try:
        kept = read_progress(at)
    except FileNotFoundError:
        return _session, ""
    except OSError as error:
        return _session, f"Your progress could not be read ({error.strerror}: {at}); this session's is kept in memory."
    except ValueError as error:
        return _session, _set_aside(at, error)
    return _merge(kept, _session), ""


def read_progress(at: Path) -> dict[str, Any]:
    """What a progress file holds: {"exercises": {name: {"best", "version"}}, "concepts": {when: answers},
    "questions": {name: {"ok", "tries"}}}.

    Raises:
        ValueError: If it is not one of this version.
        OSError: If it cannot be read.
    """
    try:
        kept = json.loads(at.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is not whole JSON text ({error})") from None
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    if kept.get("version") != VERSION:
        raise ValueError(f"its version is {str(kept.get('version'))[:20]}, not {VERSION}")
    exercises, concepts, questions = kept.get("exercises"), kept.get("concepts"), kept.get("questions", {})
    if not (isinstance(exercises, dict) and isinstance(concepts, dict) and isinstance(questions, dict)):
        raise ValueError("exercises, concepts and questions must be objects")
    return {
        "exercises": {n: e for n, e in exercises.items() if isinstance(e, dict) and type(e.get("best")) is int},
        "concepts": {when: a for when, a in concepts.items() if when in ("before", "after") and isinstance(a, dict)},
        "questions": {n: q for n, q in questions.items() if isinstance(q, dict) and type(q.get("ok")) is bool},
    }


def _merge(kept: dict[str, Any], session: dict[str, Any]) -> dict[str, Any]:
    exercises = dict(kept["exercises"])
    for name, entry in session["exercises"].items():
        if entry["best"] >= exercises.get(name, {}).get("best", -1):
            exercises[name] = entry
    questions = {**session["questions"], **{name: q for name, q in kept["questions"].items() if q["ok"]}}
    return {
        "exercises": exercises,
        "concepts": {**kept["concepts"], **session["concepts"]},
        "questions": {**kept["questions"], **questions},
    }


def _store_session() -> str:
    at = progress_path()
    if at is None:
        return ""
    everything, sentence = load_progress()
    if sentence and at.exists():
        return sentence  # it could neither be read nor set aside: leave it alone
    text = json.dumps({"format": FORMAT, "version": VERSION, **everything}, indent=1, sort_keys=True) + "\n"
    try:
        at.parent.stat()  # a folder that is gone is not made again
        write_whole_file(at, text)
    except OSError as error:
        why = error.strerror or error
        return f"Your progress could not be stored ({why}: {at}); it is kept in memory until you close this."
    return sentence


def write_whole_file(path: Path, text: str) -> None:
    """Write a file, and folders for it, so that it is there whole or not at all; OSError if it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name[:80]}.{token_hex(8)}")
    try:
        beside.write_bytes(text.encode("utf-8", "backslashreplace"))
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _set_aside(at: Path, error: ValueError) -> str:
    """Move a file that cannot be read out of the way, to a name that is free."""
    number = 1
    while (aside := at.with_name(f"{at.stem}.unreadable-{number}{at.suffix}")).exists():
        number += 1
    try:
        at.rename(aside)
    except OSError:
        return f"{at.name} cannot be read ({error}) nor moved aside: your progress is kept in memory only."
    return f"{at.name} cannot be read ({error}); it is now called {aside.name}, and a new one was begun."
