"""Whose a file is: its learner is looked for in its path, as people write names, and as platforms for courses do.

Moodle   Zoë Rose_1234_assignsubmission_file_/x.ipynb
Canvas   rosezoë_LATE_1234_5678_x.ipynb: the last name first, and the learner's number
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from .roster import Learner
from .texts import name_key

_CANVAS = re.compile(r"[^_]+(_late)?_(\d+)_\d+_.")
_MOODLE = re.compile(r".+_\d+_assignsubmission_file_?")
_Names = dict[str, list[Learner]]


class Owners:
    """The learners of a class by all that their work may be called.

    Args:
        roster: The class.
    """

    def __init__(self, roster: Sequence[Learner]) -> None:
        self._by_file: _Names = {}
        self._exact: _Names = {}
        self._loose: _Names = {}  # names without spaces and marks, from whatever word they begin
        for who in roster:
            if who.file:
                self._by_file.setdefault(name_key(who.file), []).append(who)
            for name in _exact_names(who):
                self._exact.setdefault(name, []).append(who)
            words = re.split(r"[\s,]+", name_key(who.name))
            for name in {_squeezed("".join(words[k:] + words[:k])) for k in range(len(words))} - {""}:
                self._loose.setdefault(name, []).append(who)

    def owner(self, file: str) -> Learner | None:
        """Whose a file is; None if that is not clear."""
        found = self.candidates(file)
        return found[0] if len(found) == 1 else None

    def candidates(self, file: str) -> list[Learner]:
        """All whose a file may be: by the roster's file, else by the learner's id, e-mail address or name.

        A folder of one learner that holds a file named after another has two, for a file may be called as its learner
        likes.
        """
        if owners := self._by_file.get(name_key(file)):
            return owners
        path = PurePosixPath(file)
        keys = [name_key(part.lstrip(".")) for part in (*path.parts[:-1], path.stem)]
        return list({who.learner: who for key in keys for who in self._named_in(key)}.values())

    def _look_up(self, name: str) -> list[Learner]:
        return self._exact.get(name) or self._loose.get(_squeezed(name)) or []

    def _named_in(self, part: str) -> list[Learner]:
        """Whom a folder's or file's name tells, be it all of it or what stands before a `_`; of several the longest
        counts, so that ann_lee's work is not ann's."""
        words = part.split("_")
        beginnings = ["_".join(words[:k]) for k in range(len(words), 0, -1)]
        found = self._longest(beginnings) or next(filter(None, map(self._look_up, beginnings)), [])
        if match := _CANVAS.match(part):
            known = self._exact.get(match[2], [])
            return [who for who in known if who in found or not (found or who.name)] or found
        return found

    def _longest(self, names: Iterable[str]) -> list[Learner]:
        """Those who are called like the first of some names that anybody has."""
        return next((self._exact[name] for name in names if name in self._exact), [])


def _exact_names(who: Learner) -> set[str]:
    return {name_key(name) for name in (who.learner, who.email, who.name, *who.also)} - {""}


def _squeezed(name: str) -> str:
    return re.sub(r"[\W_]+", "", name)


def is_late_in_canvas(file: str) -> bool:
    """Whether a file's name says what Canvas writes into it where it came late."""
    match = _CANVAS.match(PurePosixPath(file).stem.casefold())
    return bool(match and match[1])


def feedback_name(file: str) -> str:
    """The name, without its ending, that a platform finds the learner of this file by when feedback is uploaded; "" if
    it came from none."""
    path = PurePosixPath(file)
    folder = next((part for part in path.parts[:-1] if _MOODLE.fullmatch(part)), "")
    if folder:
        return f"{folder.rstrip('_')}_feedback"
    return path.stem if _CANVAS.match(path.stem.casefold()) else ""
