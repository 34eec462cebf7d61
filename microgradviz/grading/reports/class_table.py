"""The class as a table: a row for each learner, or for each tenth of a large class, and a column for each exercise.

Blue is good, orange is where a class or a learner is stuck; each field holds its number, so that colour is never alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..results import GradedSubmission
from ..texts import count_phrase
from .common import percent
from .page_parts import html_text, learner_name

MOST_ROWS = 60  # learners by name; a larger class is shown in tenths
CLASS_TABLE_STYLE = """\
.class { width: auto; font-size: 12px; border-collapse: separate; border-spacing: 1px; }
.class th { color: var(--ink); text-align: right; max-width: 15em; overflow: hidden; text-overflow: ellipsis; }
.class thead th { vertical-align: bottom; padding: 0 2px 6px; height: 14em; max-width: 2.4em; overflow: visible; }
.class thead span { writing-mode: vertical-rl; transform: rotate(180deg); }
.class th, .class td { border: 0; padding: 2px 4px; }
.class td { min-width: 2.4em; text-align: center; font-variant-numeric: tabular-nums; }
.class tbody tr:first-child { font-weight: 600; }
.class .h0 { background: light-dark(#f2a56f, #9a4a12); }
.class .h1 { background: light-dark(#fbdcc4, #5c3115); }
.class .h2 { background: light-dark(#eceff2, #2b3036); }
.class .h3 { background: light-dark(#c3def0, #1d4a66); }
.class .h4 { background: light-dark(#7db9de, #1f6fa3); }
"""
# A share from 0 to 1, which colours it, what is written in it, and what the mouse shows.
_Field = tuple[float | None, str, str]


def class_table(graded: Sequence[GradedSubmission], worth: Mapping[str, int], links: Mapping[str, str]) -> str:
    """The HTML of the table, whose looks are CLASS_TABLE_STYLE.

    Args:
        graded: What was graded, learner by learner.
        worth: The exercises, and what each is worth.
        links: Where a learner's name leads.
    """
    ranked = sorted(graded, key=lambda one: (-one.earned, one.learner, one.file))
    rows = [_mean_row("whole class", ranked, worth)]
    if len(ranked) <= MOST_ROWS:
        rows += [_learner_row(one, worth, links) for one in ranked]
    else:
        tenths = [len(ranked) * k // 10 for k in range(11)]
        rows += [
            _mean_row(f"places {begin + 1:,} to {end:,}", ranked[begin:end], worth) for begin, end in pairwise(tenths)
        ]
    heads = "".join(f'<th scope="col"><span>{html_text(name)}</span></th>' for name in ("learner", *worth, "points"))
    return f'<table class="class"><thead><tr>{heads}</tr></thead>\n<tbody>' + "\n".join(rows) + "</tbody></table>"


def _learner_row(one: GradedSubmission, worth: Mapping[str, int], links: Mapping[str, str]) -> str:
    found, name = one.by_exercise, one.name or one.learner
    fields: list[_Field] = []
    for exercise in worth:
        mark = found.get(exercise)
        if mark is None or not (mark.found or mark.earned):
            fields.append((None, "·", f"{name}, {exercise}: no answer"))
        else:
            said = f"{name}, {exercise}: {mark.earned} of {mark.points}{f': {mark.mistake}' if mark.mistake else ''}"
            fields.append((mark.earned / mark.points, str(mark.earned), said))
    return _row(learner_name(one, links), fields, "–" if one.reason and not one.exercises else f"{one.earned}")


def _mean_row(name: str, several: Sequence[GradedSubmission], worth: Mapping[str, int]) -> str:
    found, fields = [one.by_exercise for one in several], list[_Field]()
    for exercise, points in worth.items():
        own = [by_name[exercise] for by_name in found if exercise in by_name]
        share = sum(mark.earned for mark in own) / (points * len(several)) if several else 0.0
        answers = count_phrase(sum(bool(mark.found) for mark in own), "answer")
        fields.append((share, f"{100 * share:.0f}", f"{name}, {exercise}: {share:.0%} of the points, {answers}"))
    earned = sum(one.earned for one in several)
    return _row(name, fields, f"{percent(earned, sum(worth.values()) * len(several)):.0f} %")


def _row(name: str, fields: Sequence[_Field], total: str) -> str:
    cells = [
        f'<td class="h{"" if share is None else min(int(5 * share), 4)}" title="{html_text(tip)}">{label}</td>'
        for share, label, tip in fields
    ]
    return f'<tr><th scope="row">{name}</th>{"".join(cells)}<td class="n">{total}</td></tr>'
