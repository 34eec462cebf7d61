"""class_heat_map: what a class answered in the concept test, before and after, as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from ..advice import read_progress
from ..heat_map import HeatColumn, HeatField, HeatRow, draw_heat_map, standalone_svg
from .questions import ITEMS, Item, mark_answers, option_letter

PROGRESS_FILES = "**/microgradviz_progress*.json"
_CHOICES = 5  # of an item: its options, and "I don't know"


def shares(tests: Iterable[dict[str, int]]) -> tuple[list[list[float]], int]:
    """For each item, what share of those who answered it made each choice, "I don't know" the last; how many took part.

    Example:
        >>> shares([{"rate": 1}, {"rate": 4}])[0][0]
        [0.0, 0.5, 0.0, 0.0, 0.5]
    """
    taken = [mark_answers(test) for test in tests]
    table = []
    for i in range(len(ITEMS)):
        chosen = [answers[i].chosen for answers in taken if answers[i].chosen is not None]
        table.append([chosen.count(k) / len(chosen) if chosen else 0.0 for k in range(_CHOICES)])
    return table, len(taken)


class HeatMap(NamedTuple):
    """A picture that a notebook shows; `svg` is the text of its file."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def class_heat_map(where: str | PathLike[str] | Iterable[dict[str, Any]]) -> HeatMap:
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
        HeatRow(item.about, [_field(item, k, table[i][k]) for _, (table, _) in parts for k in range(_CHOICES)])
        for i, item in enumerate(ITEMS)
    ]
    took = ", ".join(f"{when}: {count} {'learner' if count == 1 else 'learners'}" for when, (_, count) in parts)
    note = f"{took}{f'; unreadable files: {unreadable}' if unreadable else ''}\nA number is the percentage"
    note += " of the class that chose the option;\nthe frame marks the right one, ? is “I don't know”."
    return HeatMap(standalone_svg(draw_heat_map(rows, columns, "The concept test", note=note)))


def _heading(choice: int) -> str:
    return "?" if choice == _CHOICES - 1 else option_letter(choice)


def _field(item: Item, option: int, share: float) -> HeatField:
    return HeatField(share, f"{100 * share:.0f}", f"{item.choices[option]} {share:.0%}", option == item.right)


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
