"""Copies and pickles of whole graphs, of any depth: both walk the graph in order instead of recursing."""

from __future__ import annotations

from .ops import OPS, Op, bind_op, op_without_formula
from .order import topological_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def copy_graph(root: Any, memo: dict[int, Any]) -> Any:
    """The copy of a value and of everything it was computed from, as `copy.deepcopy` wants it.

    Raises:
        ValueError: If the graph has a cycle.
    """
    owned = []
    for value in topological_order(root):
        if id(value) not in memo:
            if any(id(x) not in memo for x in value.inputs):  # only somebody who writes to .inputs can make one
                raise ValueError(f"the graph must not have a cycle (got one through {value!r})")
            out: Any = object.__new__(type(value))
            out.data, out.grad, out.label = value.data, value.grad, value.label
            out.op, out.dx, out.dy, out.group, out.line = value.op, value.dx, value.dy, value.group, value.line
            out.inputs = tuple([memo[id(x)] for x in value.inputs])
            memo[id(value)] = out
            if own := _own(value):
                owned.append((out, own))
    if owned:
        from copy import deepcopy  # few need it

        for out, own in owned:  # last, for they may refer to values of this graph
            out.__dict__.update(deepcopy(own, memo))
    return memo[id(root)]


def reduce_for_pickle(root: Any) -> tuple[Any, ...]:
    """A value as `pickle` wants it, operations by name.

    A graph goes in as a list of rows, since the pickler's recursion would stop at a depth of a few hundred. Leaves go
    in as themselves, so that parameters stay shared with whatever else is in the same pickle; a result in the middle
    of a graph that is pickled twice, on its own and inside another, comes back as two.
    """
    if not root.inputs:
        leaf = type(root), root.data, root.grad, root.label, root.group, root.line
        return _leaf, leaf, _owned([root])
    order = topological_order(root)
    index = {value: i for i, value in enumerate(order)}
    rows = [_row(value, index) if value.inputs else value for value in order]
    return _graph, (type(root), rows), _owned(value if value.inputs else None for value in order)


def _owned(values: Iterable[Any]) -> dict[int, dict[str, Any]] | None:
    """The attributes of the user's own of each of the values that has some, by its place."""
    return {i: own for i, value in enumerate(values) if value is not None and (own := _own(value))} or None


def restore_attributes(root: Any, owned: dict[int, dict[str, Any]]) -> None:
    """Give the values of a graph the attributes of the user's own that its pickle holds, each by its place in order."""
    order = topological_order(root)
    for i, own in owned.items():
        order[i].__dict__.update(own)


def _own(value: Any) -> dict[str, Any] | None:
    state: Any = object.__getstate__(value)  # value.__dict__ would make one where there is none
    own: dict[str, Any] | None = state[0]
    return own


def _row(value: Any, index: dict[Any, int]) -> tuple[Any, ...]:
    inputs = tuple([index[x] for x in value.inputs])
    constants = tuple(value.op.constants.values())
    slopes = value.dx, value.dy
    return value.op.name, constants, inputs, slopes, value.data, value.grad, value.label, value.group, value.line


def _leaf(kind: Any, data: float, grad: float, label: str, group: Any, line: Any) -> Any:
    out = kind(data, label=label)
    out.grad, out.group, out.line = grad, group, line
    return out


def _graph(kind: Any, rows: list[Any]) -> Any:
    values: list[Any] = []
    for row in rows:
        out = row
        if type(row) is tuple:
            out = object.__new__(kind)
            name, constants, inputs, slopes, out.data, out.grad, out.label, out.group, out.line = row
            out.dx, out.dy = slopes
            out.inputs = tuple([values[i] for i in inputs])
            out.op = _named(name, constants) if out.dx is not None else op_without_formula(name)
        values.append(out)
    return values[-1]


def _named(name: str, constants: tuple[float, ...]) -> Op:
    if name not in OPS:
        raise ValueError(f"operation {name!r} must be defined before it is unpickled; call define_op first")
    return bind_op(name, *constants) if constants else OPS[name]
