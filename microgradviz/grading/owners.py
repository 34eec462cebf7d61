"""Whose a file is: its learner is looked for in its path, as people write names, and as platforms for courses do.

Moodle        Zoë Rose_1234_assignsubmission_file_/x.ipynb
Canvas        rosezoë_LATE_1234_5678_x.ipynb: the last name first, and the learner's number
Blackboard    Week 1_zrose_attempt_2026-11-20-17-55-12_x.ipynb
Brightspace   1234-5678 - Zoë Rose - Nov 20, 2026 555 PM/x.ipynb, or all of that in the file's name
GitHub        week-1-zrose/x.ipynb
Gradescope    submission_1234/x.ipynb; submission_metadata.yml beside that folder says whose it is
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from .answers import path_text
from .roster import Learner
from .texts import name_key

_CANVAS = re.compile(r"[^_]+(?:_late)?_(\d+)_\d+_.")
_BLACKBOARD = re.compile(r"(.+?)_attempt_\d{4}(?:-\d\d){5}(?:_|$)")
_BRIGHTSPACE = re.compile(r"\d+-\d+ - (.+)")
_METADATA = "submission_metadata.yml"
_SUBMITTER = re.compile(r"  (  |- ):(email|sid|name): (.*)")
_Names = dict[str, list[Learner]]


class Owners:
    """The learners of a class by all that their work may be called.

    Args:
        roster: The class.
        others: Files that are no notebooks, each with its root; Gradescope's tell whose the notebooks are.
    """

    def __init__(self, roster: Sequence[Learner], others: Iterable[tuple[Path, Path]] = ()) -> None:
        self._by_file: dict[str, Learner] = {}
        self._exact: _Names = {}
        self._loose: _Names = {}  # names without spaces and marks, from whatever word they begin
        for who in roster:
            if who.file:
                self._by_file.setdefault(name_key(who.file), who)
            for name in _exact_names(who):
                self._exact.setdefault(name, []).append(who)
            words = re.split(r"[\s,]+", name_key(who.name))
            for name in {_squeezed("".join(words[k:] + words[:k])) for k in range(len(words))} - {""}:
                self._loose.setdefault(name, []).append(who)
        self._submitters: dict[str, list[list[str]]] = {}
        found = [(path, PurePosixPath(path_text(path.relative_to(root)))) for path, root in others]
        for path, file in sorted(found, key=lambda one: len(one[1].parts)):
            if file.name == _METADATA and not self.candidates(str(file)):  # a learner's own says nothing
                self._submitters |= {str(file.parent / name): who for name, who in _read_submitters(path).items()}

    def owner(self, file: str) -> Learner | None:
        """Whose a file is; None if that is not clear."""
        found = self.candidates(file)
        return found[0] if len(found) == 1 else None

    def candidates(self, file: str) -> list[Learner]:
        """All whose a file may be: by the roster's file, else by the learner's id, e-mail address or name.

        A folder of one learner that holds a file named after another has two, for a file may be called as its learner
        likes.
        """
        if owner := self._by_file.get(name_key(file)):
            return [owner]
        path = PurePosixPath(file)
        folders = path.parts[:-1]
        keys = [name_key(folder.lstrip(".")) for folder in folders]
        found = [*self._submitters_of(folders), *(who for key in keys for who in self._named_in(key))]
        found = found or [who for key in keys for who in self._last_in(key)]
        return list({who.learner: who for who in [*found, *self._named_in(name_key(path.stem.lstrip(".")))]}.values())

    def _look_up(self, name: str) -> list[Learner]:
        return self._exact.get(name) or self._loose.get(_squeezed(name)) or []

    def _named_in(self, part: str) -> list[Learner]:
        """Whom a folder's or file's name tells, be it all of it or what stands before a `_`; of several the longest
        counts, so that ann_lee's work is not ann's."""
        if match := _BLACKBOARD.match(part):
            return self._longest(_ends(match[1], "_"))
        if match := _BRIGHTSPACE.match(part):  # a school may show the learner's number before the name
            shown = re.split(r" ?- ", match[1])[:2]
            return next((found for name in shown if (found := self._look_up(name))), [])
        words = part.split("_")
        beginnings = ["_".join(words[:k]) for k in range(len(words), 0, -1)]
        found = self._longest(beginnings) or next(filter(None, map(self._look_up, beginnings)), [])
        if match := _CANVAS.match(part):
            known = self._exact.get(match[1], [])
            return [who for who in known if who in found or not (found or who.name)] or found
        return found

    def _last_in(self, folder: str) -> list[Learner]:
        """Whom the end of a repository's name tells; a number there is rather the assignment's."""
        return self._longest(end for end in _ends(folder, "-") if not end.isdecimal())

    def _longest(self, names: Iterable[str]) -> list[Learner]:
        """Those who are called like the first of some names that anybody has."""
        return next((self._exact[name] for name in names if name in self._exact), [])

    def _submitters_of(self, folders: Sequence[str]) -> list[Learner]:
        """Who handed in what lies in these folders, as Gradescope tells of the outermost that it knows."""
        paths = ("/".join(folders[:k]) for k in range(1, len(folders) + 1))
        people = next((self._submitters[path] for path in paths if path in self._submitters), [])
        return [who for names in people for who in next(filter(None, map(self._look_up, names)), [])]


def _exact_names(who: Learner) -> set[str]:
    return {name_key(name) for name in (who.learner, who.email, who.name, *who.also)} - {""}


def _squeezed(name: str) -> str:
    return re.sub(r"[\W_]+", "", name)


def _ends(text: str, mark: str) -> list[str]:
    """The text, and what stands behind each mark in it, the longest first."""
    words = text.split(mark)
    return [mark.join(words[k:]) for k in range(len(words))]


def _read_submitters(path: Path) -> dict[str, list[list[str]]]:
    """For each folder of Gradescope's metadata those who handed it in, each by e-mail address, number and name.

    It is YAML as Ruby writes it; what else it tells, such as tests and their output, stands deeper or elsewhere.
    """
    found: dict[str, list[list[str]]] = {}
    people: list[list[str]] = []
    inside = False
    if path.is_symlink() or not path.is_file():
        return {}
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line[:1] not in (" ", "-", "\n") and line.rstrip().endswith(":"):
                    people, inside = found.setdefault(line.rstrip()[:-1].strip("'\""), []), False
                elif line.startswith("  :"):
                    inside = line.rstrip() == "  :submitters:"
                elif inside and (match := _SUBMITTER.match(line)):
                    if match[1] == "- " or not people:
                        people.append([])
                    name = name_key(match[3].strip().strip("'\""))
                    people[-1].insert(0 if match[2] == "email" else len(people[-1]), name)
    except OSError:
        return {}
    return {folder: [[name for name in names if name] for names in people] for folder, people in found.items()}
