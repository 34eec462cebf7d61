"""class_heat_map: what a class answered in the concept test, before and after, as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from ...views import Still
from ..advice import read_progress
from ..heat_map import HeatColumn, HeatField, HeatRow, draw_heat_map, standalone_svg
from .concepts import CONCEPTS, Concept
from .questions import LETTERS

PROGRESS_FILES = "**/microgradviz_progress*.json"
_TITLE = "The concept test"
_CHOICES = len(CONCEPTS[0].choices)


def shares(tests: Iterable[dict[str, Any]]) -> tuple[list[list[float]], int]:
    """For each question, what share of its answers made each choice, "I don't know" the last; how many took part.

    Example:
        >>> shares([{"rate": 1}, {"rate": 4}])[0][0]
        [0.0, 0.5, 0.0, 0.0, 0.5]
    """
    taken = list(tests)
    table = []
    for question in CONCEPTS:
        given = [test.get(question.name) for test in taken]
        chosen = [k for k in given if type(k) is int and 0 <= k < _CHOICES]
        table.append([chosen.count(k) / len(chosen) if chosen else 0.0 for k in range(_CHOICES)])
    return table, len(taken)


def class_heat_map(where: str | PathLike[str] | Iterable[dict[str, Any]]) -> Still:
    """What a class answered in the concept test: a row a question, a column an option, the last for "I don't know".

    The right option has a frame; each field holds its share in percent.

    Args:
        where: A folder in which to look for progress files, also in folders below it; or their contents,
            {"before": answers, "after": answers} for each learner.

    Returns:
        A picture, which a notebook shows; files that cannot be read are counted below it.

    Raises:
        ValueError: If nobody has taken the test.
    """
    learners, unreadable = _learners(where)
    parts = [(when, shares(learner[when] for learner in learners if when in learner)) for when in ("before", "after")]
    parts = [(when, found) for when, found in parts if found[1]]
    if not parts:
        raise ValueError(f"there must be at least one concept test that was handed in (got none in {str(where)[:80]})")
    columns = [HeatColumn(f"{when} {_heading(k)}", when) for when, _ in parts for k in range(_CHOICES)]
    rows = [
        HeatRow(question.about, [_field(question, k, table[i][k]) for _, (table, _) in parts for k in range(_CHOICES)])
        for i, question in enumerate(CONCEPTS)
    ]
    took = ", ".join(f"{when}: {count} {'learner' if count == 1 else 'learners'}" for when, (_, count) in parts)
    note = f"{took}{f'; unreadable files: {unreadable}' if unreadable else ''}\nA number is the percentage"
    note += " of the class that chose the option;\nthe frame marks the right one, ? is “I don't know”."
    return Still(standalone_svg(draw_heat_map(rows, columns, _TITLE, note=note)), f"{_TITLE}: {took}.")


def _heading(choice: int) -> str:
    return "?" if choice == _CHOICES - 1 else LETTERS[choice]


def _field(question: Concept, choice: int, share: float) -> HeatField:
    tip = f"{question.choices[choice]} {share:.0%}"
    return HeatField(share, f"{100 * share:.0f}", tip, framed=choice == question.right)


def _learners(where: Any) -> tuple[list[dict[str, dict[str, int]]], int]:
    if not isinstance(where, str | PathLike):
        return [dict(learner) for learner in where], 0
    found, unreadable = [], 0
    for path in sorted(Path(where).glob(PROGRESS_FILES)):
        try:
            found.append(read_progress(path)["concepts"])
        except (ValueError, OSError):
            unreadable += 1
    return found, unreadable
