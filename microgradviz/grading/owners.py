"""Whose a file is: its learner is looked for in its path, as people write names, and as platforms for courses do.

Moodle   Zoë Rose_1234_assignsubmission_file_/x.ipynb
Canvas   rosezoë_LATE_1234_5678_x.ipynb: the last name first, and the learner's number
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from pathlib import PurePosixPath

from .roster import Learner
from .texts import name_key

_CANVAS = re.compile(r"[^_]+(_late)?_(\d+)_\d+_.")
_MOODLE = re.compile(r".+_\d+_assignsubmission_file_?")


class Owners:
    """The learners of a class by all that their work may be called.

    Args:
        roster: The class.
    """

    def __init__(self, roster: Sequence[Learner]) -> None:
        self._by_file: dict[str, list[Learner]] = defaultdict(list)
        self._exact: dict[str, list[Learner]] = defaultdict(list)
        self._loose: dict[str, list[Learner]] = defaultdict(list)  # names squeezed, from whatever word they begin
        for who in roster:
            self._by_file[name_key(who.file)].append(who)
            for name in {name_key(name) for name in (who.learner, who.email, who.name, *who.also)}:
                self._exact[name].append(who)
            words = re.split(r"[\s,]+", name_key(who.name))
            for name in {_squeezed("".join(words[k:] + words[:k])) for k in range(len(words))}:
                self._loose[name].append(who)
        for names in (self._by_file, self._exact, self._loose):
            names.pop("", None)  # what the roster does not say

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

    def _named_in(self, part: str) -> list[Learner]:
        """Whom a folder's or file's name tells, be it all of it or what stands before a `_`; of several the longest
        counts, so that ann_lee's work is not ann's."""
        words = part.split("_")
        beginnings = ["_".join(words[:k]) for k in range(len(words), 0, -1)]
        exact = (self._exact.get(name) for name in beginnings)
        loose = (self._loose.get(_squeezed(name)) for name in beginnings)
        found = next(filter(None, chain(exact, loose)), [])
        if match := _CANVAS.match(part):
            known = self._exact.get(match[2], [])
            return [who for who in known if who in found or not (found or who.name)] or found
        return found


def _squeezed(name: str) -> str:
    """A name without spaces and marks."""
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
