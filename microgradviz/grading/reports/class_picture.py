"""The class as a picture: a row for each learner, or for each tenth of a large class, and a column for each exercise.

Blue is good, orange is where a class or a learner is stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...exercises import EXERCISES
from ..results import ExerciseMark, GradedSubmission
from ..texts import count_phrase, visible_text
from .common import marks_by_exercise, percent
from .heat_map import HeatColumn, HeatField, HeatRow, draw_heat_map

MOST_ROWS = 60  # learners by name; a larger class is drawn in tenths


def draw_marks(
    graded: Sequence[GradedSubmission],
    worth: Mapping[str, int],
    link: Callable[[str], str] | None = None,
    warning: str = "",
) -> str:
    """The picture of a class as the text of an `<svg>` element, whose looks are HEAT_MAP_STYLE.

    Args:
        graded: What was graded, learner by learner.
        worth: The exercises, and what each is worth.
        link: Where a learner's name leads; nowhere without it.
        warning: What must be read with it, below it.
    """
    ranked = sorted(graded, key=lambda one: (-one.earned, one.learner, one.file))
    lines = [_mean_row("whole class", ranked, worth)]
    if len(ranked) <= MOST_ROWS:
        lines += [_learner_row(one, worth, link) for one in ranked]
    else:
        lines += _tenth_rows(ranked, worth)
    alt = f"{count_phrase(len(graded), 'learner')} by {count_phrase(len(worth), 'exercise')}"
    columns = [HeatColumn(visible_text(name), EXERCISES[name].lesson if name in EXERCISES else "") for name in worth]
    return draw_heat_map(lines, columns, alt, visible_text(warning))


def _learner_row(one: GradedSubmission, worth: Mapping[str, int], link: Callable[[str], str] | None) -> HeatRow:
    found = marks_by_exercise(one)
    name = visible_text(one.name or one.learner)
    fields = [_mark_field(name, exercise, found.get(exercise)) for exercise in worth]
    tip = f"{name}: {visible_text(one.reason)}" if one.reason else name
    total = "–" if one.reason and not one.exercises else f"{one.earned}"
    return HeatRow(name, fields, total, link(one.learner) if link else "", tip)


def _mark_field(who: str, exercise: str, mark: ExerciseMark | None) -> HeatField:
    if mark is None or not (mark.found or mark.earned):
        return HeatField(None, "·", f"{who}, {exercise}: no answer")
    said = f": {visible_text(mark.mistake)}" if mark.mistake else ""
    share = mark.earned / mark.points if mark.points else 1.0
    return HeatField(share, str(mark.earned), f"{who}, {exercise}: {mark.earned} of {mark.points}{said}")


def _tenth_rows(ranked: Sequence[GradedSubmission], worth: Mapping[str, int]) -> list[HeatRow]:
    """A row for each tenth of the class, from the most points to the fewest."""
    found = []
    for k in range(10):
        begin, end = len(ranked) * k // 10, len(ranked) * (k + 1) // 10
        found.append(_mean_row(f"places {begin + 1:,} to {end:,}", ranked[begin:end], worth))
    return found


def _mean_row(name: str, several: Sequence[GradedSubmission], worth: Mapping[str, int]) -> HeatRow:
    found = [marks_by_exercise(one) for one in several]
    fields = []
    for exercise, points in worth.items():
        own = [by_name[exercise] for by_name in found if exercise in by_name]
        share = sum(mark.earned for mark in own) / (points * len(several)) if points and several else 0.0
        answered = sum(bool(mark.found) for mark in own)
        tip = f"{name}, {exercise}: {share:.0%} of the points, {count_phrase(answered, 'answer')}"
        fields.append(HeatField(share, f"{100 * share:.0f}", tip))
    earned = sum(one.earned for one in several)
    return HeatRow(name, fields, f"{percent(earned, sum(worth.values()) * len(several)):.0f} %")
