"""What was graded as the class has it: whose each notebook is, what came late, and marks that a person set.

Nothing is changed silently: what is late is marked as late, a mark that a person set is shown beside the one that was
found, with who set it and why, and a notebook of nobody's stays in the list and says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from ..exercises import EXERCISES
from .answers import file_and_learner_names, path_text
from .owners import Owners, is_late_in_canvas
from .results import LATE_BY_NAME, ExerciseMark, GradedSubmission, MarkChange, mark_rank
from .roster import EVERYBODY, Learner, Override
from .texts import count_phrase, name_key

NOTHING_HANDED_IN = "Nothing was handed in."
NOT_IN_ROSTER = "It matches nobody in the roster."
SEVERAL_IN_ROSTER = "It matches several learners in the roster"


def modification_times(items: Iterable[tuple[Path, Path]]) -> dict[str, datetime]:
    """When each file was changed last, by its name in reports: what lateness rests on if the roster has no times.

    Whoever copies or unpacks files may change these times. Files that are gone are left out.

    Args:
        items: Files, each with its root; of one name below several roots the latest time counts.
    """
    found: dict[str, datetime] = {}
    for path, root in items:
        try:
            name, time = path_text(path.relative_to(root)), datetime.fromtimestamp(path.lstat().st_mtime).astimezone()
        except (OSError, OverflowError, ValueError):
            continue
        found[name] = max(time, found.get(name, time))
    return found


def apply_roster(
    graded: Sequence[GradedSubmission],
    roster: Sequence[Learner] = (),
    *,
    due: datetime | None = None,
    overrides: Sequence[Override] = (),
    times: Mapping[str, datetime] | None = None,
    others: Iterable[tuple[Path, Path]] = (),
) -> list[GradedSubmission]:
    """What was graded as the class has it: each with its learner, how late it is, and the marks that a person set.

    Args:
        graded: What was graded.
        roster: The class; its order is kept, who handed in nothing gets a row, and notebooks of nobody's come last.
        due: When it was due.
        overrides: Marks that a person set.
        times: When each file came in, by its name; a roster's own times go before.
        others: Files that are no notebooks, each with its root: what a learner without a notebook may have handed in.

    Raises:
        ValueError: If an override names a learner who is not there.
    """
    whose = {learner.learner: learner for learner in roster}
    owned = _assign_learners(graded, roster, others) if roster else list(graded)
    found = [_mark_late(one, whose.get(one.learner) if not one.note else None, due, times or {}) for one in owned]
    for override in sorted(overrides, key=lambda one: one.learner != EVERYBODY):  # what is set for one comes later
        _apply_override(found, override)
    return found


def _assign_learners(
    graded: Sequence[GradedSubmission], roster: Sequence[Learner], others: Iterable[tuple[Path, Path]]
) -> list[GradedSubmission]:
    """The rows of a class, learner by learner."""
    others = list(others)
    whose = Owners(roster)
    candidates = [whose.candidates(one.file) for one in graded]
    owners = [found[0] if len(found) == 1 else None for found in candidates]
    unclear: dict[str, list[str]] = {}
    for one, several in zip(graded, candidates, strict=True):
        for learner in several[1:] and several:
            unclear.setdefault(learner.learner, []).append(one.file)
    files: dict[str, list[str]] = {}
    for file, _ in (file_and_learner_names(path, root) for path, root in others):
        if owner := whose.owner(file):
            files.setdefault(owner.learner, []).append(file)
    found = []
    for learner in roster:
        own = [one for one, owner in zip(graded, owners, strict=True) if owner is learner]
        why = _no_notebook_reason(files.get(learner.learner, []), unclear.get(learner.learner, []))
        own = own or [GradedSubmission("", learner.learner, reason=why)]
        found += [replace(one, learner=learner.learner, name=learner.name) for one in own]
    taken = {name_key(learner.learner) for learner in roster}
    return found + [
        replace(one, learner=_name_of_stranger(one, taken), note=_stranger_note(several))
        for one, several, owner in zip(graded, candidates, owners, strict=True)
        if owner is None
    ]


def _stranger_note(several: Sequence[Learner]) -> str:
    """Why a notebook is added to nobody's marks."""
    if not several:
        return NOT_IN_ROSTER
    names = ", ".join(sorted(who.learner for who in several))
    return f"{SEVERAL_IN_ROSTER} ({names}): write it into the column file of one."


def _no_notebook_reason(files: Sequence[str], unclear: Sequence[str]) -> str:
    """Why a learner has no marks who handed in no notebook, but perhaps other files, or one that may be another's."""
    if unclear:
        return f"It is not clear whose {unclear[0]} is: write it into the column file of one learner of the roster."
    if not files:
        return NOTHING_HANDED_IN
    more = f" and {count_phrase(len(files) - 1, 'other file')}" if files[1:] else ""
    return f"No notebook (.ipynb) was handed in, but {files[0]}{more}."


def _name_of_stranger(graded: GradedSubmission, taken: Collection[str]) -> str:
    """What to call a notebook of nobody's: like no learner, so that no report takes it for that learner's."""
    return graded.file if name_key(graded.learner) in taken else graded.learner


def _mark_late(
    graded: GradedSubmission, owner: Learner | None, due: datetime | None, times: Mapping[str, datetime]
) -> GradedSubmission:
    handed_in = (owner.submitted if owner else None) or times.get(graded.file)
    if due and handed_in and graded.file and handed_in > due:
        return replace(graded, late=(handed_in - due).total_seconds())
    return replace(graded, late=LATE_BY_NAME) if is_late_in_canvas(graded.file) else graded


def _apply_override(found: list[GradedSubmission], override: Override) -> None:
    """Set one mark, where the answer that counts was found or else in the learner's first notebook.

    What was said of the answer goes with the points that it explained; the person's reason stands in its place.
    """
    if override.learner == EVERYBODY:
        for learner in {one.learner: None for one in found if one.note != NOT_IN_ROSTER}:
            _apply_override(found, replace(override, learner=learner))
        return
    own = [i for i, one in enumerate(found) if name_key(one.learner) == name_key(override.learner)]
    if not own:
        raise ValueError(f"an override must be of a learner who is there (got {override.learner!r})")

    def rank(i: int) -> tuple[bool, int]:
        return max(
            (mark_rank(mark) for mark in found[i].exercises if mark.name == override.exercise), default=(False, 0)
        )

    at = max(own, key=rank)
    marks = {mark.name: mark for mark in found[at].exercises}
    mark = marks.get(override.exercise) or ExerciseMark(override.exercise, EXERCISES[override.exercise].points, 0)
    marks[override.exercise] = replace(mark, earned=override.earned, mistake="", rows=())
    change = MarkChange(override.exercise, mark.earned, override.earned, override.by, override.reason)
    found[at] = replace(found[at], exercises=tuple(marks.values()), changes=(*found[at].changes, change))
