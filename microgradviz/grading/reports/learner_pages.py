"""A page for each learner, which says in words what was right and what was not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...exercises import EXERCISES, sentence_html, write_whole_file
from ..owners import feedback_name
from ..results import ExerciseMark, GradedSubmission, group_by_learner, merge_by_learner
from ..texts import safe_file_name, unused_name, visible_text
from .common import changes_text, percent, points_by_exercise
from .page_parts import html_page, html_table, html_text

_VERDICTS = {"full": "✓ all points", "part": "◐ some points", "none": "✗ no points yet"}
_MANY = 4  # exercises of a lesson without an answer: their number says enough
_PLAIN = re.compile(r"\w[\w ,()+@'-]{0,150}")
_HOW = {"cell id": "its cell's id", "name": "the name that it defines"}


def write_learner_pages(graded: Sequence[GradedSubmission], folder: Path) -> None:
    """Write a page for each learner into a folder; one who handed in several notebooks gets one page."""
    worth = points_by_exercise(graded)
    names = learner_page_names(graded)
    for one in merge_by_learner(graded):
        write_whole_file(folder / names[one.learner], learner_page(one, worth))


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


def learner_page(one: GradedSubmission, worth: Mapping[str, int]) -> str:
    """The HTML of one learner's page.

    Args:
        one: All that the learner handed in, as one.
        worth: The exercises of the class, and what each is worth.
    """
    title = one.name or one.learner or "Nobody"
    done = one.by_exercise
    found = [done[name] for name in worth if name in done and (done[name].found or done[name].earned)]
    names = {mark.name for mark in found}
    earned, points = sum(mark.earned for mark in found), sum(worth.values())
    share = percent(earned, points)
    lost, full = ([mark for mark in found if (mark.earned == mark.points) == ok] for ok in (False, True))
    parts = [
        f"<h1>{html_text(title)}</h1>",
        f'<p class="quiet">{html_text(one.file or "no notebook")}</p>',
        f'<p class="total"><strong>{earned}</strong> of {points} points ({share:g} %)</p>',
        f'<meter min="0" max="{points or 1}" value="{earned}" aria-label="points">{share:g} %</meter>',
        *(f'<p class="banner">{html_text(line)}</p>' for line in _remarks(one)),
        "<p>Every point earned. Well done!</p>" if found and earned == points else "",
        _group("To look at again", lost),
        _group("All points", full),
        _unanswered([name for name in worth if name not in names]),
    ]
    return html_page(f"{title}: {earned} of {points} points", "\n".join(part for part in parts if part))


def _remarks(one: GradedSubmission) -> list[str]:
    """What must be said about all that was handed in."""
    late = f"{one.late}. The marks do not depend on it." if one.late else ""
    unofficial = "" if one.sandboxed else "No official mark, for it ran without a sandbox."
    return [line for line in (one.reason, one.note, late, unofficial, changes_text(one)) if line]


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
