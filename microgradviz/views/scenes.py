"""The trace and the scene that a picture shows: every value, or closed groups."""

from __future__ import annotations

from typing import Any

from ..engine import too_large_error
from ..layout import (
    CARD_HEIGHT,
    MOST_IN_PARTS,
    MOST_OPERATIONS,
    MOST_VISIBLE,
    TraceInParts,
    count_closed_cards,
    make_groups_scene,
    make_scene,
    split_into_parts,
)
from ..tracing import Trace, count_operations
from .beside import numbers_beside, room_beside


def trace_and_scene(
    trace: Trace, rankdir: str, groups: str, against: bool | None = None
) -> tuple[Trace, dict[str, Any]]:
    """The trace and its scene: in parts if that was asked for, or if it has groups and would be too much at once.

    The scene has `beside` where other numbers stand beside the trace's own; see `numbers_beside`.
    """
    found = parts_to_close(trace, groups)
    shown = found.trace if found else trace
    beside = numbers_beside(shown, against)
    height = CARD_HEIGHT + room_beside(beside)
    if found:
        placed = make_groups_scene(found, rankdir=rankdir, height=height)
    else:
        placed = make_scene(trace, rankdir=rankdir, height=height)
    return shown, {**placed, "beside": beside} if beside else placed


def parts_to_close(trace: Trace, groups: str) -> TraceInParts | None:
    """The parts of a trace if they are to be closed; None if every value is to be seen.

    Raises:
        ValueError: If that would be too many.
    """
    if trace.groups and (groups == "closed" or (groups == "auto" and len(trace) > MOST_VISIBLE)):
        found = split_into_parts(trace)
        if count_closed_cards(found) <= MOST_OPERATIONS:
            return found
    if count_operations(trace) > MOST_OPERATIONS:
        raise too_large_error(MOST_OPERATIONS, MOST_IN_PARTS)
    return None
