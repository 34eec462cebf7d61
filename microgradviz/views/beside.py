"""Numbers beside those of a trace, as plain data: our engine's, or the right ones where a fault made others."""

from __future__ import annotations

from typing import Any

from ..engine import short_repr
from ..tracing import StepState, Trace, find_consequences, number_text, tag_number
from ..verify import compare_with_ours
from .options import PlayOptions

ROW = 15.5  # px: a line of a card


def require_against(options: PlayOptions) -> None:
    """Do nothing if the play can have our own engine's numbers beside its own, or does not ask for them.

    Raises:
        TypeError: If `against` is neither True nor left out.
        ValueError: If the play has numbers that are not those compared.
    """
    against = options.against
    if against not in (None, False, True):
        raise TypeError(f"against must be True, for our own engine's numbers, or left out (got {short_repr(against)})")
    for name, other, why in (
        ("accumulate", True, "whose numbers are no engine's"),
        ("update", None, "which makes other numbers than those compared"),
    ):
        if against and getattr(options, name) != other:
            raise ValueError(f"against must be left out with {name}={getattr(options, name)!r}, {why} (got True)")


def numbers_beside(trace: Trace, against: bool | None = None) -> dict[str, Any]:
    """The numbers to show beside a trace's own where they differ.

    Args:
        trace: What is shown.
        against: Whether to compare it with our own engine's; if not, the right numbers stand where a fault has made
            those of the trace wrong.

    Returns:
        Columns: `node`, the values; `data` and `grad`, the other numbers, null where there is no difference;
        `because`, the values at which the faults are that data and grad are wrong by, or null; `name`, what to call
        these numbers; and of a comparison `compared`, how many values it took in, and `remarks`. Empty if there is
        nothing to show.
    """
    wrong = {row.node: row for row in find_consequences(trace, trace.faults)}
    if not against:
        name, rest = "right", {}
        data = {i: row.data for i, row in wrong.items() if row.data is not None}
        grad = {i: row.grad for i, row in wrong.items() if row.grad is not None}
        if not wrong:
            return {}
    else:
        found = compare_with_ours(trace)
        name, data, grad = "ours", found.data, found.grad
        rest = {"compared": found.compared, "remarks": found.remarks}
    nodes = sorted({*data, *grad})
    return {
        "name": name,
        "node": nodes,
        "data": [tag_number(data.get(i)) for i in nodes],
        "grad": [tag_number(grad.get(i)) for i in nodes],
        "because": [[wrong[i].data_cause, wrong[i].grad_cause] if i in wrong else [None, None] for i in nodes],
        **rest,
    }


def room_beside(beside: dict[str, Any] | None) -> float:
    """How much higher the cards must be, px: every number beside is a line of its own."""
    both = [zip(beside["data"], beside["grad"], strict=True)] if beside else []
    return ROW * max((sum(x is not None for x in pair) for pairs in both for pair in pairs), default=0)


def rows_beside(trace: Trace, beside: dict[str, Any] | None, now: StepState | None) -> dict[int, dict[str, str]]:
    """What a still picture writes under the data and grad of a value: {value: {"grad": "18"}}.

    A gradient gets its line when nothing more will arrive at the value.
    """
    if not beside:
        return {}
    told = set(now.told) if now else set()
    visited = set(trace.order) if now else set()
    to_come = {e for e, target in enumerate(trace.targets) if target in visited} - told
    waiting = {trace.sources[e] for e in to_come}
    reached = {trace.sources[e] for e in told} | {trace.root}
    rows: dict[int, dict[str, str]] = {}
    for i, data, grad in zip(beside["node"], beside["data"], beside["grad"], strict=True):
        known = now is None or (now.backward and i not in waiting and (i in reached or not to_come))
        if data is not None and (now is None or now.data[i] is not None):
            rows.setdefault(i, {})["data"] = _text(data)
        if grad is not None and known:
            rows.setdefault(i, {})["grad"] = _text(grad)
    return rows


def _text(tagged: Any) -> str:
    return number_text(float(tagged["$f"]) if isinstance(tagged, dict) else tagged)
