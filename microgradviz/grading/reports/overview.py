"""write_overview: the class on one page: who is stuck where, as a picture and in words."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from ...exercises import EXERCISES, sentence_html
from ..results import Graded, by_learner, together
from ..texts import count, readable
from .heat import MOST_ROWS, STYLE, alone, heat_map
from .learner import page_name
from .pages import page, table, text
from .sheet import UNSAFE, changed, late, percent, worth, write_text

_MOST_MISTAKES = 12
_LEGENDS = {
    True: "A row for each learner, the most points on top; a number is what was earned.",
    False: "A row for each tenth of the class, the most points on top; a number is the percentage that was earned.",
}
_MOST_REMARKS = 40


def write_overview(graded: Sequence[Graded], path: Path, pages: Path | None = None) -> None:
    """The class as a page with a picture; as the picture alone if the path ends in .svg.

    Args:
        graded: What was graded.
        path: Where to write it.
        pages: The folder of the learners' pages, if there are any: names then lead there.
    """
    whole, learners = worth(graded), [together(own) for own in by_learner(graded)]
    link: Callable[[str], str] | None = None
    if pages is not None:
        folder = quote(Path(os.path.relpath(pages, path.parent)).as_posix())

        def link(learner: str) -> str:
            return f"{folder}/{page_name(learner)}"

    if path.suffix.lower() == ".svg":
        write_text(path, alone(heat_map(learners, whole, link, " ".join(_warnings(graded)))))
    else:
        write_text(path, overview_page(graded, learners, link))


def overview_page(
    graded: Sequence[Graded], learners: Sequence[Graded], link: Callable[[str], str] | None = None
) -> str:
    """The page about a class: its submissions, and the same learner by learner."""
    whole = worth(graded)
    points = sum(whole.values())
    mean = percent(sum(one.earned for one in learners), points * len(learners))
    sizes = ", ".join((count(len(learners), "learner"), count(len(whole), "exercise"), count(points, "point")))
    picture = heat_map(learners, whole, link)
    parts = [
        "<h1>Who is stuck where</h1>",
        f'<p class="quiet">{sizes}. The class earned {mean:g} % of the points.</p>',
        *(f'<p class="banner">{line}</p>' for line in _warnings(graded)),
        f"<p>{_LEGENDS[len(learners) <= MOST_ROWS]} Orange is where it is low, a dot is no answer.</p>",
        f'<div class="scroll" tabindex="0" role="region" aria-label="The class">{picture}</div>',
        _mistakes(learners),
        _exercises(learners, whole),
        _remarks(graded, link),
    ]
    return page("Who is stuck where", "\n".join(part for part in parts if part), more=STYLE, wide=True)


def _warnings(graded: Sequence[Graded]) -> list[str]:
    unsafe = sum(not one.sandboxed for one in graded)
    return [f"{count(unsafe, 'submission')}: {UNSAFE}."] if unsafe else []


def mistakes(graded: Sequence[Graded]) -> list[tuple[str, str, int]]:
    """What was said most often: exercise, sentence, how many times; the commonest first."""
    said = Counter((m.name, m.mistake) for one in graded for m in one.exercises if m.mistake and m.found)
    return [(name, sentence, times) for (name, sentence), times in sorted(said.items(), key=lambda x: (-x[1], x[0]))]


def _mistakes(graded: Sequence[Graded]) -> str:
    found = mistakes(graded)
    if not found:
        return ""
    rows = [
        [f"{times:,}", _exercise(name), sentence_html(readable(said))] for name, said, times in found[:_MOST_MISTAKES]
    ]
    more = (
        f'<p class="quiet">And {count(len(found) - len(rows), "other sentence")}.</p>' if len(found) > len(rows) else ""
    )
    return "<h2>What was said most often</h2>\n" + table(["times", "exercise", "what was said"], rows, {0}) + more


def _exercises(graded: Sequence[Graded], whole: Mapping[str, int]) -> str:
    """The picture in numbers, exercise by exercise."""
    tally: dict[str, Counter[str]] = {name: Counter() for name in whole}
    for one in graded:
        for mark in one.exercises:
            kind = "full" if mark.earned == mark.points else "part" if mark.earned else "none"
            tally[mark.name]["earned"] += mark.earned
            tally[mark.name][kind if mark.found or mark.earned else "no answer"] += 1
    rows = []
    for name, points in whole.items():
        t = tally[name]
        answered = t["full"] + t["part"] + t["none"]
        share = percent(t["earned"], points * len(graded))
        numbers = [f"{share:.0f} %", *(f"{t[kind]:,}" for kind in ("full", "part", "none"))]
        rows.append([_exercise(name), *numbers, f"{len(graded) - answered:,}"])
    headings = ["exercise", "earned", "all points", "some", "none", "no answer"]
    return "<h2>Exercise by exercise</h2>\n" + table(headings, rows, {1, 2, 3, 4, 5}) if rows else ""


def _remarks(graded: Sequence[Graded], link: Callable[[str], str] | None) -> str:
    """Submissions about which a teacher must know something."""
    rows = []
    for one in graded:
        lines = [line for line in (one.reason, one.note, late(one), changed(one)) if line]
        if lines:
            name = text(one.name or one.learner)
            who = f'<a href="{text(link(one.learner))}">{name}</a>' if link else name
            rows.append([who, text(one.file), "<br>".join(map(text, lines))])
    if not rows:
        return ""
    more = len(rows) - _MOST_REMARKS
    rest = f'<p class="quiet">And {count(more, "other")}; the table of marks has them all.</p>' if more > 0 else ""
    return "<h2>To know</h2>\n" + table(["learner", "file", "what"], rows[:_MOST_REMARKS], set()) + rest


def _exercise(name: str) -> str:
    title = f" {text(EXERCISES[name].title)}" if name in EXERCISES else ""
    return f"<code>{text(name)}</code>{title}"
