"""Rows of a rubric that several exercises share."""

from __future__ import annotations

from ..base import Probe, Row
from .inputs import random_wide_program
from .judging import judge_wide_graph


def by_backpropagation(probe: Probe, *rows: Row) -> tuple[Row, ...]:
    """Rows about right gradients, and what guards their points: few additions and multiplications, in one sweep back.

    It is counted, never timed: a sort, a search or a list in place of a set costs nothing.

    Args:
        probe: One that counts.
        rows: The rows.
    """
    guard = Row(
        "500 leaves in one sweep back",
        0,
        random_wide_program,
        probe=probe,
        judge=judge_wide_graph,
        guards=tuple(row.text for row in rows),
        seconds=30.0,
        reference=False,
    )
    return *rows, guard
