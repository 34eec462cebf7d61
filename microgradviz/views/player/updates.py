"""Rounds of updates: which leaves step, and whether they can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from ...engine import as_float
from ...layout import order_in_parts
from ...sources import graph_values
from ...tracing import Trace
from .leaves import hint_at_names, named_leaves, why_not_editable

_MOST_EACH = 30  # parameters that step one by one; views/js/core/update.js has the same number


def require_rate(update: Any, trace: Trace, *, gradients: bool, predict: str | None) -> float | None:
    """The rate of the updates as a float; None if none are played.

    Raises:
        TypeError: If it is not a number.
        ValueError: If it is not finite, or this play has nothing to update.
    """
    if update is None:
        return None
    rate = as_float(update, "update")
    if not isfinite(rate):
        raise ValueError(f"update must be a finite number, the learning rate (got {update!r})")
    if predict is not None:
        raise ValueError(f"predict must be None with update={update!r} (got {predict!r})")
    why = "" if gradients else "gradients=False plays no backward pass, and an update needs one."
    why = why or why_not_editable(trace)
    if not why and not trace.order:
        why = "There is no backward pass, and an update needs one."
    if not why and not named_leaves(trace):
        why = "The expression has no named leaf: constants are part of it, and a parameter needs a name."
    if why:
        raise ValueError(f"update must be left out (got {update!r}). {why}")
    return rate


def find_params(params: Any, expr: Any, trace: Trace) -> list[int] | None:
    """The numbers, in the trace, of the leaves that are to step; None if all that have names are.

    Args:
        params: Leaves, or their names.
        expr: The expression whose leaves they are.
        trace: Its trace.

    Raises:
        TypeError: If it is not a list of these.
        ValueError: If one of them is not a named leaf of the expression, or there is none.
    """
    if params is None:
        return None
    if isinstance(params, str | Mapping) or not isinstance(params, Iterable):
        raise TypeError(f"params must be a list of leaves or of their names (got {params!r})")
    names = named_leaves(trace)
    places = {id(value): i for i, value in enumerate(graph_values(expr))}
    found = dict.fromkeys(_leaf(one, names, places, trace) for one in list(params))
    if not found:
        raise ValueError("params must hold one leaf at least (got none); leave it out for all named leaves")
    return list(found)


def _leaf(one: Any, names: Mapping[str, int], places: Mapping[int, int], trace: Trace) -> int:
    place = names.get(one) if isinstance(one, str) else places.get(id(one))
    if place is not None and not trace.op[place] and place in trace.label:
        return place
    if isinstance(one, str):
        hint = hint_at_names(one, names)
    elif place is None:
        hint = "it is not in the graph of this expression"
    elif trace.op[place]:
        hint = "it is computed from others, and only leaves can step"
    else:
        hint = "it has no name: Value(…, label='w')"
    raise ValueError(f"params must be named leaves of the expression (got {one!r}); {hint}")


def param_names(params: list[int] | None, trace: Trace, shown: Trace) -> list[str] | None:
    """Their names in the trace as it is shown, whose values may be numbered anew."""
    if params is None:
        return None
    order = range(len(trace)) if shown is trace else order_in_parts(trace)
    wanted = set(params)
    return [name for name, i in named_leaves(shown).items() if order[i] in wanted]


def count_update_steps(update: float | None, params: list[str] | None, trace: Trace, in_parts: bool) -> int:
    """The number of steps in which the parameters of a round step: one each, or one for all where they are many."""
    if update is None:
        return 0
    names = named_leaves(trace)
    count = len(names) if params is None else sum(name in names for name in params)
    return min(count, 1) if in_parts or count > _MOST_EACH else count
