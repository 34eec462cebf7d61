"""The class on one page: who is stuck where, in colours and in words."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from ...exercises import EXERCISES, sentence_html, write_whole_file
from ..results import GradedSubmission, merge_by_learner
from ..texts import count_phrase, visible_text
from .class_table import CLASS_TABLE_STYLE, MOST_ROWS, class_table
from .common import changes_text, percent, points_by_exercise
from .learner_pages import learner_page_names
from .page_parts import html_page, html_table, html_text, learner_name

_MOST_MISTAKES = 12
_LEGENDS = {
    True: "A row for each learner, the most points on top; a number is what was earned.",
    False: "A row for each tenth of the class, the most points on top; a number is the percentage that was earned.",
}
_MOST_REMARKS = 40


def write_overview(graded: Sequence[GradedSubmission], path: Path, pages: Path | None = None) -> None:
    """Write a page about the class.

    Args:
        graded: What was graded.
        path: Where to write it.
        pages: The folder of the learners' pages, if there are any: names then lead there.
    """
    links: dict[str, str] = {}
    if pages is not None:
        folder = quote(Path(os.path.relpath(pages, path.parent)).as_posix())
        links = {learner: f"{folder}/{quote(name)}" for learner, name in learner_page_names(graded).items()}
    learners = list(merge_by_learner(graded))
    worth = points_by_exercise(graded)
    points = sum(worth.values())
    mean = percent(sum(one.earned for one in learners), points * len(learners))
    sizes = (
        count_phrase(len(learners), "learner"),
        count_phrase(len(worth), "exercise"),
        count_phrase(points, "point"),
    )
    unsafe = sum(not one.sandboxed for one in graded)
    parts = [
        "<h1>Who is stuck where</h1>",
        f'<p class="quiet">{", ".join(sizes)}. The class earned {mean:g} % of the points.</p>',
        f'<p class="banner">{count_phrase(unsafe, "submission")} without a sandbox: no official marks.</p>'
        if unsafe
        else "",
        f"<p>{_LEGENDS[len(learners) <= MOST_ROWS]} Orange is where it is low, a dot is no answer.</p>",
        '<div class="scroll" tabindex="0" role="region" aria-label="The class">',
        f"{class_table(learners, worth, links)}</div>",
        _mistakes_table(learners),
        _remarks_table(graded, links),
    ]
    body = "\n".join(part for part in parts if part)
    write_whole_file(path, html_page("Who is stuck where", body, more_style=CLASS_TABLE_STYLE, wide=True))


def common_mistakes(graded: Sequence[GradedSubmission]) -> list[tuple[str, str, int]]:
    """The sentences about mistakes: exercise, sentence, how many times it was said; the commonest first.

    What was said of a stub that nobody touched is left out: nobody made that mistake.
    """
    marks = [mark for one in graded for mark in one.exercises if mark.found and not mark.untouched]
    said = Counter((mark.name, mark.mistake) for mark in marks if mark.mistake)
    return [(name, sentence, times) for (name, sentence), times in sorted(said.items(), key=lambda x: (-x[1], x[0]))]


def _mistakes_table(graded: Sequence[GradedSubmission]) -> str:
    rows = [
        [
            f"{times:,}",
            f"<code>{html_text(name)}</code> {html_text(EXERCISES[name].title)}",
            sentence_html(visible_text(said)),
        ]
        for name, said, times in common_mistakes(graded)
    ]
    return _first_rows("What was said most often", ["times", "exercise", "what was said"], rows, _MOST_MISTAKES)


def _remarks_table(graded: Sequence[GradedSubmission], links: Mapping[str, str]) -> str:
    """Submissions about which a teacher must know something."""
    rows = []
    for one in graded:
        lines = [line for line in (one.reason, one.note, one.late, changes_text(one)) if line]
        if lines:
            rows.append([learner_name(one, links), html_text(one.file), "<br>".join(map(html_text, lines))])
    return _first_rows("To know", ["learner", "file", "what"], rows, _MOST_REMARKS)


def _first_rows(title: str, headings: list[str], rows: list[list[str]], most: int) -> str:
    """The first rows of a table and how many there are besides; "" without any."""
    if not rows:
        return ""
    more = f'<p class="quiet">And {count_phrase(len(rows) - most, "other")}.</p>' if rows[most:] else ""
    return f"<h2>{title}</h2>\n{html_table(headings, rows[:most], {'times'})}{more}"
