"""A play as plain data: its options, its steps, and what is known after each of them."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from ..tracing import Trace
from .scene import alt, scene

CHOICES = {
    "level": ("first", "full"),
    "by": ("contribution", "node"),
    "start": ("forward", "backward"),
    "rankdir": ("LR", "TB"),
    "predict": (None, "data", "local", "grad"),
}


def playing(
    trace: Trace,
    *,
    level: str,
    by: str,
    accumulate: bool,
    start: str,
    step: int | None,
    rankdir: str,
    predict: str | None,
) -> dict[str, Any]:
    """All that a page needs to play a trace: the values of the player's traits.

    Raises:
        ValueError: If an option is none of its choices.
    """
    chosen = {"level": level, "by": by, "start": start, "rankdir": rankdir, "predict": predict}
    for name, given in chosen.items():
        if given not in CHOICES[name]:
            raise ValueError(f"{name} must be {' or '.join(map(repr, CHOICES[name]))} (got {given!r})")
    first = operations(trace) if start == "backward" else 0
    placed = scene(trace, rankdir=rankdir)
    if predict == "data":
        placed["alt"] = alt(trace, placed["title"], numbers=False)
    return {
        "trace": sendable(trace.to_dict()),
        "scene": sendable(placed),
        "step": first if step is None else within(trace, by, step),
        "level": level,
        "by": by,
        "accumulate": bool(accumulate),
        "predict": predict,
        "answers": [],
    }


def operations(trace: Trace) -> int:
    """The number of forward steps."""
    return sum(map(bool, trace.op))


def steps(trace: Trace, by: str) -> int:
    """The number of the last step: operations, one to begin backward, and what backward passes on."""
    return operations(trace) + (1 + len(pushes(trace, by)) if trace.order else 0)


def within(trace: Trace, by: str, step: int) -> int:
    """The step, if there is one of that number.

    Raises:
        ValueError: If not.
    """
    last = steps(trace, by)
    if not 0 <= step <= last:
        raise ValueError(f"step must be from 0 to {last} (got {step!r})")
    return step


def data_at(trace: Trace, step: int) -> list[float | None]:
    """Every value's data as far as it is known after a step: leaves from the beginning."""
    known = [x if not op else None for op, x in zip(trace.op, trace.data, strict=True)]
    for i in islice((i for i, op in enumerate(trace.op) if op), step):
        known[i] = trace.data[i]
    return known


def gradients_at(trace: Trace, by: str, step: int, *, accumulate: bool = True) -> list[float | None]:
    """Every value's gradient as far as it is known after a step; None where nothing has arrived yet."""
    grads: list[float | None] = [None] * len(trace)
    pushed = step - operations(trace) - 1
    if pushed < 0 or not trace.order:
        return grads
    grads[trace.root] = trace.seed
    count = sum(pushes(trace, by)[:pushed])
    for c in islice(trace.replay_backward(accumulate=accumulate), count):
        grads[trace.sources[c.edge]] = c.after
    return grads


def pushes(trace: Trace, by: str) -> list[int]:
    """The number of contributions in each step after the one that begins backward."""
    first = trace.first_edges()
    edges = [first[i + 1] - first[i] for i in trace.order]
    return [1] * sum(edges) if by == "contribution" else [n for n in edges if n]


def sendable(columns: dict[str, Any]) -> dict[str, Any]:
    """Plain data that can travel: half a character (a lone surrogate) in a label becomes "?"."""
    text = json.dumps(columns, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        mended: dict[str, Any] = json.loads(text.encode("utf-8", "replace"))
        return mended
    return columns
