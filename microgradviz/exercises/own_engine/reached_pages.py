"""What was reached: my_milestones.json beside my_engine.py, and in this session's memory.

What stands in the file is somebody's text: whatever is no milestone of ours is left out, and never written over.
"""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

from ...tracing import cut_text
from ..advice import write_whole_file
from .storing import engine_path

FILE, FORMAT, VERSION = "my_milestones.json", "microgradviz-milestones", 1
_LARGEST, _MOST, _WIDEST = 1_000_000, 200, 60  # bytes of the file, numbers of a curve, tiles of a plane across

_session: dict[str, Reached] = {}


class Reached(NamedTuple):
    """A milestone that was reached: only what its page shows.

    Attributes:
        lesson: The lesson's number.
        what: What was learned.
        how_well: How many answers are right, in words.
        loss: The last one.
        steps: How many there were.
        seconds: How long they took.
        engine: Whose engine it was, and what of it is lent, in words.
        date: The day.
        curve: Losses, from the first to the last, thinned out.
        plane: The answers over the plane, as `picture_of_success` takes them.
        dots: Some of the points that it was asked about, each with the sign that is right.
        made: Names that it makes up, where it was asked about names in place of points.
    """

    lesson: str
    what: str
    how_well: str
    loss: float
    steps: int
    seconds: float
    engine: str
    date: str
    curve: list[float]
    plane: list[str]
    dots: list[list[float]]
    made: tuple[str, ...] = ()


def load_reached() -> tuple[dict[str, Reached], str]:
    """All milestones that were reached, by lesson; and a sentence if the file could not be read, else ""."""
    at = engine_path()
    if at is None:
        return dict(_session), ""
    at = at.with_name(FILE)
    try:
        if at.stat().st_size > _LARGEST:
            raise ValueError("it is larger than any of ours")
        kept = json.loads(at.read_bytes())
        if not isinstance(kept, dict) or (kept.get("format"), kept.get("version")) != (FORMAT, VERSION):
            raise ValueError(f"it is no file of {FORMAT}, version {VERSION}")
        entries = kept.get("milestones")
        found = [_read(entry) for entry in entries] if isinstance(entries, list) else []
    except FileNotFoundError:
        return dict(_session), ""
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", "") or (str(error) if type(error) is ValueError else "it is no JSON text")
        return dict(_session), f"{FILE} is left alone ({why[:80]}); this session's milestones are kept in memory."
    return {**{one.lesson: one for one in found if one}, **_session}, ""


def store_reached(new: Reached) -> str:
    """Keep a milestone, the newest of its lesson; a sentence if it could not be stored, else ""."""
    _session[new.lesson] = new
    at = engine_path()
    if at is None:
        return ""
    everything, sentence = load_reached()
    if sentence:
        return sentence
    entries = [everything[lesson]._asdict() for lesson in sorted(everything)]
    text = json.dumps({"format": FORMAT, "version": VERSION, "milestones": entries}, indent=1) + "\n"
    try:
        at.parent.stat()  # a folder that is gone is not made again
        write_whole_file(at.with_name(FILE), text)
    except OSError as error:
        return f"It is kept in memory only ({error.strerror or error}: {at.with_name(FILE)})."
    return ""


def _read(entry: Any) -> Reached | None:
    """An entry of the file as a milestone; None if it is none."""
    if not isinstance(entry, dict) or {"made", *entry} != {*Reached._fields}:
        return None
    texts = [entry[key] for key in ("lesson", "what", "how_well", "engine", "date")]
    curve, plane = entry["curve"], entry["plane"]
    numbers = [entry["loss"], entry["steps"], entry["seconds"]]
    if not (isinstance(curve, list) and 0 < len(curve) <= _MOST and all(map(_is_number, [*numbers, *curve]))):
        return None
    if not all(isinstance(text, str) for text in texts) or type(entry["steps"]) is not int:
        return None
    if not isinstance(plane, list) or len(plane) > _WIDEST:
        return None
    if not all(isinstance(row, str) and len(row) == len(plane) and {*row} <= {*"012345678"} for row in plane):
        return None
    dots, made = entry["dots"], entry.get("made", [])
    if not isinstance(made, list) or len(made) > _MOST or not all(isinstance(name, str) for name in made):
        return None
    if not isinstance(dots, list) or not (1 < len(dots) <= _MOST or (made and not dots)):
        return None
    if not all(isinstance(dot, list) and len(dot) == 3 and all(map(_is_number, dot)) for dot in dots):
        return None
    clean = {key: cut_text(value, 200) for key, value in entry.items() if isinstance(value, str)}
    return Reached(**{**entry, **clean, "made": tuple(cut_text(name, 20) for name in made)})


def _is_number(x: Any) -> bool:
    return type(x) in (int, float) and abs(x) < 1e300 and math.isfinite(x)
