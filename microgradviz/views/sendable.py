"""A trace and its scene as plain data that can travel to a page."""

from __future__ import annotations

import json
from typing import Any

from ..tracing import Trace, count_operations, require_step
from .scenes import trace_and_scene

_TEXTS = ("op", "label", "params", "groups", "line", "engine", "note")  # the columns of a trace that hold text


def play_data(trace: Trace, *, step: int | None = None) -> dict[str, Any]:
    """The trace, the scene with all its groups open, and the step that a picture shows at first.

    Args:
        trace: What is to be shown.
        step: The step; the end of the forward pass if not given.
    """
    shown, placed = trace_and_scene(trace, "LR", "open")
    first = count_operations(shown) if step is None else require_step(shown, "contribution", step)
    return {"trace": sendable_trace(shown), "scene": mend_surrogates(placed), "step": first}


def sendable_trace(trace: Trace) -> dict[str, Any]:
    """A trace as plain data that can travel."""
    columns = trace.to_dict()
    return {**columns, **mend_surrogates({name: columns[name] for name in _TEXTS})}


def mend_surrogates(columns: dict[str, Any]) -> dict[str, Any]:
    """Plain data that can travel: half a character (a lone surrogate) in a label becomes "?"."""
    text = json.dumps(columns, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        mended: dict[str, Any] = json.loads(text.encode("utf-8", "replace"))
        return mended
    return columns
