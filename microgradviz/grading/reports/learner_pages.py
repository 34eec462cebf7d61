"""A page for each learner, which says in words what was right and what was not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...exercises import EXERCISES, sentence_html, write_whole_file
from ..owners import feedback_name
from ..results import ExerciseMark, GradedSubmission, attempts_remark, group_by_learner, merge_submissions
from ..texts import safe_file_name, unused_name, visible_text
from .common import UNOFFICIAL_NOTE, marks_by_exercise, percent, points_by_exercise
from .page_parts import html_page, html_table, html_text

_VERDICTS = {"full": "✓ all points", "part": "◐ some points", "none": "✗ no points yet"}
_MANY = 4  # exercises of a lesson without an answer: their number says enough
_PLAIN = re.compile(r"\w[\w ,()+@'-]{0,150}")
_HOW = {"cell id": "its cell's id", "name": "the name that it defines"}


def write_learner_pages(graded: Sequence[GradedSubmission], folder: Path) -> None:
    """Write a page for each learner into a folder; one who handed in several notebooks gets one page."""
    worth = points_by_exercise(graded)
    names = learner_page_names(graded)
    for own in group_by_learner(graded):
        write_whole_file(folder / names[own[0].learner], learner_page(own, worth))


def learner_page_names(graded: Sequence[GradedSubmission]) -> dict[str, str]:
    """The file's name of each learner's page: what Moodle or Canvas wants where the notebook came from there, else the
    learner's, safe whatever that is."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for own in group_by_learner(graded):
        name = feedback_name(own[0].file)
        if not _PLAIN.fullmatch(name) or name in taken:  # a file may be called as its learner likes
            name = unused_name(safe_file_name(own[0].learner), taken)
        taken.add(name)
        found[own[0].learner] = f"{name}.html"
    return found


def learner_page(own: Sequence[GradedSubmission], worth: Mapping[str, int]) -> str:
    """The HTML of one learner's page.

    Args:
        own: All that the learner handed in.
        worth: The exercises of the class, and what each is worth.
    """
    title = own[0].name or own[0].learner or "Nobody"
    done = marks_by_exercise(merge_submissions(own))
    found = [done[name] for name in worth if name in done and (done[name].found or done[name].earned)]
    names = {mark.name for mark in found}
    earned, points = sum(mark.earned for mark in found), sum(worth.values())
    share = percent(earned, points)
    lost, full = ([mark for mark in found if (mark.earned == mark.points) == ok] for ok in (False, True))
    parts = [
        f"<h1>{html_text(title)}</h1>",
        f'<p class="quiet">{html_text(", ".join(one.file for one in own if one.file) or "no notebook")}</p>',
        f'<p class="total"><strong>{earned}</strong> of {points} points ({share:g} %)</p>',
        f'<meter min="0" max="{points or 1}" value="{earned}" aria-label="points">{share:g} %</meter>',
        *(_banner(line) for one in own for line in _remarks(one)),
        _banner(f"{html_text(attempts_remark(own))}.") if attempts_remark(own) else "",
        "<p>Every point earned. Well done!</p>" if found and earned == points else "",
        _group("To look at again", lost),
        _group("All points", full),
        _unanswered([name for name in worth if name not in names]),
    ]
    return html_page(f"{title}: {earned} of {points} points", "\n".join(part for part in parts if part))


def _remarks(one: GradedSubmission) -> list[str]:
    """What must be said about a submission as a whole, as HTML."""
    file = f"<code>{html_text(one.file)}</code>: " if one.file else ""
    found = [file + html_text(line) for line in (one.reason, one.note) if line]
    found += [f"{file}{html_text(one.late)}. The marks do not depend on it."] if one.late else []
    found += [] if one.sandboxed else [f"{file}{UNOFFICIAL_NOTE}."]
    for change in one.changes:
        marks = f"<strong>{change.after}</strong> in place of {change.before}"
        exercise, by, reason = map(html_text, (change.exercise, change.by, change.reason))
        found.append(f"<code>{exercise}</code>: {marks}, set by {by}. Reason: {reason}")
    return found


def _banner(html: str) -> str:
    return f'<p class="banner">{html}</p>'


def _group(title: str, found: list[ExerciseMark]) -> str:
    return "\n".join([f"<h2>{title}</h2>", *map(_exercise, found)]) if found else ""


def _unanswered(names: list[str]) -> str:
    lessons: dict[str, list[str]] = {}
    for name in names:
        lessons.setdefault(EXERCISES[name].lesson, []).append(name)
    said = {
        lesson: ", ".join(map(_title, some)) if len(some) < _MANY else f"{len(some)} exercises"
        for lesson, some in lessons.items()
    }
    lines = [f"<p>Lesson {html_text(lesson)}: {what}</p>" for lesson, what in said.items()]
    return "\n".join(["<h2>No answer was found to</h2>", *lines]) if names else ""


def _exercise(mark: ExerciseMark) -> str:
    kind = "full" if mark.earned == mark.points else "part" if mark.earned else "none"
    score = f'<span class="score">{mark.earned} of {mark.points} · {_VERDICTS[kind]}</span>'
    head = (
        f'<div class="head"><h3>{_title(mark.name)}</h3><code class="quiet">{html_text(mark.name)}</code>{score}</div>'
    )
    tried = any(row.earned or row.said for row in mark.rows)  # else the text itself could not run
    rows = [
        [html_text(row.text), f"{row.earned} of {row.points}" if row.points else "", _said(row.said, tried)]
        for row in mark.rows
    ]
    rubric = html_table(["what was looked at", "points", "what was seen"], rows, {"points"}) if rows else ""
    if kind == "full" and rubric:
        rubric = f"<details><summary>What was looked at</summary>{rubric}</details>"
    mistake = f'<p class="mistake">{sentence_html(visible_text(mark.mistake))}</p>' if mark.mistake else ""
    how = f'<p class="quiet">The answer was found by {_HOW[mark.found]}.</p>' if mark.found in _HOW else ""
    return f'<section class="{kind}">{head}{mistake}{rubric}{how}</section>'


def _said(said: str, tried: bool) -> str:
    return f"✗ {sentence_html(visible_text(said))}" if said else "✓" if tried else "not tried"


def _title(name: str) -> str:
    return html_text(EXERCISES[name].title)
