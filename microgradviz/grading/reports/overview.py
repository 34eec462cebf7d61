"""The class on one page: who is stuck where, in colours and in words."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from ...exercises import EXERCISES, sentence_html, write_whole_file
from ..results import GradedSubmission, group_by_learner, merge_submissions
from ..texts import count_phrase, visible_text
from .class_table import CLASS_TABLE_STYLE, MOST_ROWS, class_table
from .common import UNOFFICIAL_NOTE, changes_text, percent, points_by_exercise
from .learner_pages import learner_page_names
from .page_parts import html_page, html_table, html_text

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
    learners = [merge_submissions(own) for own in group_by_learner(graded)]
    link: Callable[[str], str] | None = None
    if pages is not None:
        folder, names = quote(Path(os.path.relpath(pages, path.parent)).as_posix()), learner_page_names(graded)

        def link(learner: str) -> str:
            return f"{folder}/{quote(names[learner])}"

    write_whole_file(path, overview_page(graded, learners, link))


def overview_page(
    graded: Sequence[GradedSubmission], learners: Sequence[GradedSubmission], link: Callable[[str], str] | None = None
) -> str:
    """The HTML of the page about a class.

    Args:
        graded: All submissions.
        learners: The same, learner by learner.
        link: Where a learner's name leads; nowhere without it.
    """
    worth = points_by_exercise(graded)
    points = sum(worth.values())
    mean = percent(sum(one.earned for one in learners), points * len(learners))
    sizes = ", ".join(
        (count_phrase(len(learners), "learner"), count_phrase(len(worth), "exercise"), count_phrase(points, "point"))
    )
    parts = [
        "<h1>Who is stuck where</h1>",
        f'<p class="quiet">{sizes}. The class earned {mean:g} % of the points.</p>',
        *(f'<p class="banner">{line}</p>' for line in _warnings(graded)),
        f"<p>{_LEGENDS[len(learners) <= MOST_ROWS]} Orange is where it is low, a dot is no answer.</p>",
        '<div class="scroll" tabindex="0" role="region" aria-label="The class">',
        f"{class_table(learners, worth, link)}</div>",
        _mistakes_table(learners),
        _remarks_table(graded, link),
    ]
    return html_page(
        "Who is stuck where", "\n".join(part for part in parts if part), more_style=CLASS_TABLE_STYLE, wide=True
    )


def _warnings(graded: Sequence[GradedSubmission]) -> list[str]:
    unsafe = sum(not one.sandboxed for one in graded)
    return [f"{count_phrase(unsafe, 'submission')}: {UNOFFICIAL_NOTE}."] if unsafe else []


def common_mistakes(graded: Sequence[GradedSubmission]) -> list[tuple[str, str, int]]:
    """The sentences about mistakes: exercise, sentence, how many times it was said; the commonest first.

    What was said of a stub that nobody touched is left out: nobody made that mistake.
    """
    marks = [mark for one in graded for mark in one.exercises if mark.found and not mark.untouched]
    said = Counter((mark.name, mark.mistake) for mark in marks if mark.mistake)
    return [(name, sentence, times) for (name, sentence), times in sorted(said.items(), key=lambda x: (-x[1], x[0]))]


def _mistakes_table(graded: Sequence[GradedSubmission]) -> str:
    found = common_mistakes(graded)
    if not found:
        return ""
    rows = [
        [f"{times:,}", _exercise_title(name), sentence_html(visible_text(said))]
        for name, said, times in found[:_MOST_MISTAKES]
    ]
    more = (
        f'<p class="quiet">And {count_phrase(len(found) - len(rows), "other sentence")}.</p>'
        if len(found) > len(rows)
        else ""
    )
    return "<h2>What was said most often</h2>\n" + html_table(["times", "exercise", "what was said"], rows, {0}) + more


def _remarks_table(graded: Sequence[GradedSubmission], link: Callable[[str], str] | None) -> str:
    """Submissions about which a teacher must know something."""
    rows = []
    for one in graded:
        lines = [line for line in (one.reason, one.note, one.late, changes_text(one)) if line]
        if lines:
            name = html_text(one.name or one.learner)
            who = f'<a href="{html_text(link(one.learner))}">{name}</a>' if link else name
            rows.append([who, html_text(one.file), "<br>".join(map(html_text, lines))])
    if not rows:
        return ""
    more = len(rows) - _MOST_REMARKS
    rest = (
        f'<p class="quiet">And {count_phrase(more, "other")}; the table of marks has them all.</p>' if more > 0 else ""
    )
    return "<h2>To know</h2>\n" + html_table(["learner", "file", "what"], rows[:_MOST_REMARKS], set()) + rest


def _exercise_title(name: str) -> str:
    title = f" {html_text(EXERCISES[name].title)}" if name in EXERCISES else ""
    return f"<code>{html_text(name)}</code>{title}"
