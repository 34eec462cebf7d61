"""What was graded as the class has it: whose each notebook is, what came late, and marks that a person set.

Nothing is changed silently: what is late is marked as late, a mark that a person set is shown beside the one that was
found, with who set it and why, and a notebook of nobody's stays in the list and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path

from ..exercises import EXERCISES
from .answers import path_text
from .owners import Owners, is_late_in_canvas
from .results import ExerciseMark, GradedSubmission, MarkChange, mark_rank
from .roster import EVERYBODY, Learner, Override
from .texts import duration_text, name_key

NOTHING_HANDED_IN = "No notebook (.ipynb) was handed in."
NOT_IN_ROSTER = "It matches nobody in the roster."
SEVERAL_IN_ROSTER = "It matches several learners in the roster"
_UNCLEAR = "It is not clear whose {} is: write it into the column file of one learner of the roster."


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
) -> list[GradedSubmission]:
    """What was graded as the class has it: each with its learner, how late it is, and the marks that a person set.

    Args:
        graded: What was graded.
        roster: The class; its order is kept, who handed in nothing gets a row, and notebooks of nobody's come last.
        due: When it was due.
        overrides: Marks that a person set.
        times: When each file came in, by its name; a roster's own times go before.

    Raises:
        ValueError: If an override names a learner who is not there.
    """
    whose = {learner.learner: learner for learner in roster}
    owned = _assign_learners(graded, roster) if roster else list(graded)
    found = [_mark_late(one, whose.get(one.learner) if not one.note else None, due, times or {}) for one in owned]
    places: dict[str, list[int]] = {}
    for i, one in enumerate(found):
        places.setdefault(name_key(one.learner), []).append(i)
    for override in sorted(overrides, key=lambda one: one.learner != EVERYBODY):  # what is set for one comes later
        if override.learner == EVERYBODY:
            of_whom = [own for own in places.values() if found[own[0]].note != NOT_IN_ROSTER]
        elif name_key(override.learner) in places:
            of_whom = [places[name_key(override.learner)]]
        else:
            raise ValueError(f"an override must be of a learner who is there (got {override.learner!r})")
        for own in of_whom:
            _apply_override(found, own, override)
    return found


def _assign_learners(graded: Sequence[GradedSubmission], roster: Sequence[Learner]) -> list[GradedSubmission]:
    """The rows of a class, learner by learner, and what is nobody's."""
    owners = Owners(roster)
    rows: dict[str, list[GradedSubmission]] = {who.learner: [] for who in roster}
    names = {name_key(who.learner) for who in roster}
    unclear: dict[str, str] = {}  # a file that may be a learner's, and another's
    of_nobody = []
    for one in graded:
        found = owners.candidates(one.file)
        if len(found) == 1:
            rows[found[0].learner].append(replace(one, learner=found[0].learner, name=found[0].name))
            continue
        unclear |= {who.learner: one.file for who in found}
        name = one.file if name_key(one.learner) in names else one.learner  # no report may take it for that learner's
        of_nobody.append(replace(one, learner=name, note=_note_of_nobody(found)))
    for who in roster:
        file = unclear.get(who.learner)
        why = _UNCLEAR.format(file) if file else NOTHING_HANDED_IN
        rows[who.learner] = rows[who.learner] or [GradedSubmission("", who.learner, reason=why, name=who.name)]
    return [*chain.from_iterable(rows.values()), *of_nobody]


def _note_of_nobody(several: Sequence[Learner]) -> str:
    """Why a notebook is added to nobody's marks."""
    names = ", ".join(sorted(who.learner for who in several))
    return f"{SEVERAL_IN_ROSTER} ({names}): write it into the column file of one." if several else NOT_IN_ROSTER


def _mark_late(
    graded: GradedSubmission, owner: Learner | None, due: datetime | None, times: Mapping[str, datetime]
) -> GradedSubmission:
    handed_in = (owner.submitted if owner else None) or times.get(graded.file)
    if due and handed_in and graded.file and handed_in > due:
        return replace(graded, late=f"{duration_text((handed_in - due).total_seconds())} late")
    return replace(graded, late="late, by its name") if is_late_in_canvas(graded.file) else graded


def _apply_override(found: list[GradedSubmission], own: Sequence[int], override: Override) -> None:
    """Set one mark of a learner, where the answer that counts was found or else in the first notebook.

    What was said of the answer goes with the points that it explained; the person's reason stands in its place.
    """

    def rank(i: int) -> tuple[bool, int]:
        mark = found[i].by_exercise.get(override.exercise)
        return mark_rank(mark) if mark else (False, 0)

    at = max(own, key=rank)
    marks = found[at].by_exercise
    mark = marks.get(override.exercise) or ExerciseMark(override.exercise, EXERCISES[override.exercise].points, 0)
    marks[override.exercise] = replace(mark, earned=override.earned, mistake="", rows=())
    change = MarkChange(override.exercise, mark.earned, override.earned, override.by, override.reason)
    found[at] = replace(found[at], exercises=tuple(marks.values()), changes=(*found[at].changes, change))
