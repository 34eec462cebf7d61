"""trace(expression): from a result to its Trace, whoever's engine made it."""

from __future__ import annotations

from operator import ge
from typing import Any

from .callers import caller, names_in
from .engine import Group, Value, real, topological_order
from .foreign import is_foreign, short
from .observe import observe
from .order import too_large
from .tracing import Trace


def trace(expr: Any, *, limit: int | None = None) -> Trace:
    """Everything that happened in an expression, as plain data.

    Args:
        expr: The result: a `Value`, or an object of any class with `data`, `grad`, `_prev` and `_op` whose `_backward`
            can be assigned, such as micrograd's or your own. Such an engine is watched while it works and left
            exactly as it was found. A `Trace` is returned as it is.
        limit: Refuse graphs with more operations than this.

    Returns:
        The trace. Values without a label get the names of your variables.

    Raises:
        TypeError: If expr is no such object, or holds something that is not a real number.
        ValueError: If the graph has a cycle or exceeds the limit.

    Example:
        >>> a, b = Value(2.0), Value(-3.0)
        >>> t = trace(a * b)
        >>> [(n.label, n.op, n.data) for n in t.nodes]
        [('a', '', 2.0), ('b', '', -3.0), ('', 'mul', -6.0)]
    """
    if isinstance(expr, Trace):
        if limit is not None and (sum(map(bool, expr.op)) > limit or len(expr) > 2 * limit + 1):
            raise too_large(limit)
        return expr
    if isinstance(expr, Value):
        return _of_value(expr, limit)
    if is_foreign(expr):
        return observe(expr, names_in=lambda nodes: names_in(caller(), nodes), limit=limit)
    missing = [name for name in ("data", "grad", "_prev", "_op") if not hasattr(expr, name)]
    lacks = f"has no {', '.join(missing)}" if missing else "is a class, not a value"
    raise TypeError(
        f"expression must be a Value, a Trace, or an object with data, grad, _prev and _op "
        f"(got {short(expr)}, which {lacks})"
    )


def _of_value(root: Value, limit: int | None) -> Trace:
    order = topological_order(root, limit=limit)
    index = {value: i for i, value in enumerate(order)}
    sources = [index[x] for v in order for x in v.inputs]
    targets = [i for i, v in enumerate(order) for _ in v.inputs]
    if any(map(ge, sources, targets)):  # only somebody who writes to .inputs can make one
        looped = next(t for s, t in zip(sources, targets, strict=True) if s >= t)
        raise ValueError(f"the graph must not have a cycle (got one through {short(order[looped])})")
    label = {index[v]: str(v.label) for v in order if v.label}
    unnamed = [v for v in order if not v.label]
    found = names_in(caller(), unnamed)
    label.update({index[v]: found[id(v)] for v in unnamed if id(v) in found})
    groups, numbers = _groups([v.group for v in order])
    return Trace(
        op=[v.op.name if v.op else "" for v in order],
        data=[v.data if v.data.__class__ is float else real(v.data, "data of a Value") for v in order],
        grad=[v.grad if v.grad.__class__ is float else real(v.grad, "grad of a Value") for v in order],
        label=dict(sorted(label.items())),
        params={index[v]: dict(v.op.constants) for v in order if v.op and v.op.constants},
        group=numbers,
        groups=groups,
        line={index[v]: v.line for v in order if v.line},
        sources=sources,
        targets=targets,
        slot=[slot for v in order for slot in range(len(v.inputs))],
        local=[s for v in order for s in (v.locals if v.locals is not None else (None,) * len(v.inputs))],
        order=[i for i in range(len(order) - 1, -1, -1) if order[i].inputs],
    )


def _groups(of_values: list[Group | None]) -> tuple[list[tuple[str, int]], list[int]]:
    """The groups as [name, number of the one around it], outer ones first, and each value's group number or -1."""
    numbers: dict[Group, int] = {}
    rows: list[tuple[str, int]] = []
    for group in of_values:
        chain = []
        while group is not None and group not in numbers:
            chain.append(group)
            group = group.parent
        for outer in reversed(chain):
            numbers[outer] = len(rows)
            rows.append((outer.name, numbers[outer.parent] if outer.parent else -1))
    return rows, [numbers[g] if g is not None else -1 for g in of_values]
