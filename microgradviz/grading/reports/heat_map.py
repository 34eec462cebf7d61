"""The class as a picture: a row for each learner, or for each tenth of a large class, and a column for each exercise.

Each field holds its number, so that colour is never alone: blue is good, orange is where a class or a learner is stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ...exercises import EXERCISES
from ..results import ExerciseMark, GradedSubmission
from ..texts import count_phrase, visible_text
from .common import marks_by_exercise, percent
from .page_parts import PAGE_COLOURS, html_text

MOST_ROWS = 60  # learners by name; a larger class is drawn in tenths
_WIDE, _HIGH, _GAP = 24, 22, 7  # px: a field, and the gap between lessons
_LABEL, _HEAD, _TOTAL = 176, 132, 58  # px: names, headings, totals
_LONGEST = 24  # letters of a name

HEAT_MAP_STYLE = """\
.heat { display: block; max-width: 100%; height: auto; }
.heat.many { min-width: 1050px; }
.heat text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--ink); }
.heat .quiet { fill: var(--quiet); }
.heat .alarm { fill: var(--alarm); }
.heat .strong { font-weight: 600; }
.heat a text { fill: var(--good); }
.heat .h0 { fill: light-dark(#f2a56f, #9a4a12); }
.heat .h1 { fill: light-dark(#fbdcc4, #5c3115); }
.heat .h2 { fill: light-dark(#eceff2, #2b3036); }
.heat .h3 { fill: light-dark(#c3def0, #1d4a66); }
.heat .h4 { fill: light-dark(#7db9de, #1f6fa3); }
.heat .gone { fill: none; stroke: light-dark(#e3e7eb, #2b3036); }
"""
_ALONE = "svg { color-scheme: light dark; background: var(--paper);\n" + PAGE_COLOURS + "}\n" + HEAT_MAP_STYLE


class HeatField(NamedTuple):
    """One field: a share from 0 to 1 that colours it, or None; what is written in it; what the mouse shows."""

    share: float | None
    label: str
    tip: str


class HeatRow(NamedTuple):
    """One row of fields, with its name, its total and where its name leads."""

    name: str
    fields: list[HeatField]
    total: str
    href: str = ""
    tip: str = ""


def draw_heat_map(
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
    return _svg(lines, list(worth), alt, warning)


def standalone_svg(svg: str) -> str:
    """The picture as the text of a file of its own, which brings its looks along."""
    return svg.replace("><title>", f"><style>{_ALONE}</style><title>", 1) + "\n"


def _learner_row(one: GradedSubmission, worth: Mapping[str, int], link: Callable[[str], str] | None) -> HeatRow:
    found = marks_by_exercise(one)
    name = visible_text(one.name or one.learner)
    fields = [_mark_field(name, exercise, found.get(exercise)) for exercise in worth]
    tip = f"{name}: {one.reason}" if one.reason else name
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


def _svg(lines: list[HeatRow], names: list[str], alt: str, warning: str) -> str:
    places = _column_starts(names)
    right = (places[-1] + _WIDE if places else _LABEL) + _TOTAL
    end = _HEAD + _GAP + _HIGH * len(lines) + 4
    wide, below = (max(right, 16 + 7 * len(warning)), end + _HIGH) if warning else (right, end)
    many = " many" if len(names) > 25 else ""
    role = "group" if any(line.href for line in lines) else "img"
    parts = [
        f'<svg class="heat{many}" xmlns="http://www.w3.org/2000/svg" width="{wide}" '
        f'height="{below}" viewBox="0 0 {wide} {below}" role="{role}"><title>{html_text(alt)}</title>',
        *(_heading_svg(x, name) for x, name in zip(places, names, strict=True)),
        f'<text class="quiet" x="{right - 8}" y="{_HEAD - 8}" text-anchor="end">points</text>',
        *(_row_svg(line, places, _HEAD + _HIGH * i + _GAP * (i > 0), i == 0, right) for i, line in enumerate(lines)),
        f'<text class="alarm strong" x="8" y="{end + 12}">⚠ {html_text(warning)}</text>' if warning else "",
    ]
    return "\n".join(part for part in parts if part) + "\n</svg>"


def _column_starts(names: list[str]) -> list[int]:
    """Where each column begins: a gap stands between lessons."""
    found: list[int] = []
    x, before = _LABEL, ""
    for name in names:
        lesson = EXERCISES[name].lesson if name in EXERCISES else ""
        x += _GAP if found and lesson != before else 0
        found.append(x)
        x, before = x + _WIDE, lesson
    return found


def _heading_svg(x: int, name: str) -> str:
    at = f"{x + _WIDE / 2 + 4:g} {_HEAD - 8}"
    return (
        f'<text transform="translate({at}) rotate(-60)">{html_text(_cut(name))}<title>{html_text(name)}</title></text>'
    )


def _row_svg(line: HeatRow, places: list[int], y: int, first: bool, right: int) -> str:
    middle = f"{y + _HIGH / 2 + 4:g}"
    strong = ' class="strong"' if first else ""
    name = f'<text{strong} x="{_LABEL - 8}" y="{middle}" text-anchor="end">{html_text(_cut(line.name))}'
    name += f"<title>{html_text(line.tip or line.name)}</title></text>"
    if line.href:
        name = f'<a href="{html_text(line.href)}">{name}</a>'
    total = f'<text{strong} x="{right - 8}" y="{middle}" text-anchor="end">{line.total}</text>'
    return name + "".join(_field_svg(*pair, y) for pair in zip(places, line.fields, strict=True)) + total


def _field_svg(x: int, field: HeatField, y: int) -> str:
    kind = "gone" if field.share is None else f"h{min(int(5 * field.share), 4)}"
    box = f'<rect class="{kind}" x="{x + 0.5:g}" y="{y + 0.5:g}" width="{_WIDE - 1}" height="{_HIGH - 1}" rx="3"/>'
    label = f'<text x="{x + _WIDE / 2:g}" y="{y + _HIGH / 2 + 4:g}" text-anchor="middle">{field.label}</text>'
    return f"<g>{box}{label}<title>{html_text(field.tip)}</title></g>"


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
