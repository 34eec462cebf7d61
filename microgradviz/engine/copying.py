"""Copies and pickles of whole graphs, of any depth: both walk the graph in order instead of recursing."""

from __future__ import annotations

from .ops import OPS, Op, bind_op, op_without_formula
from .order import topological_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def copy_graph(root: Any, memo: dict[int, Any]) -> Any:
    """The copy of a value and of everything it was computed from, as `copy.deepcopy` wants it.

    Raises:
        ValueError: If the graph has a cycle.
    """
    for value in topological_order(root):
        if id(value) not in memo:
            if any(id(x) not in memo for x in value.inputs):  # only somebody who writes to .inputs can make one
                raise ValueError(f"the graph must not have a cycle (got one through {value!r})")
            out: Any = object.__new__(type(value))
            out.data, out.grad, out.label = value.data, value.grad, value.label
            out.op, out.dx, out.dy, out.group, out.line = value.op, value.dx, value.dy, value.group, value.line
            out.inputs = tuple([memo[id(x)] for x in value.inputs])
            memo[id(value)] = out
    return memo[id(root)]


def reduce_for_pickle(root: Any) -> tuple[Any, ...]:
    """A value as `pickle` wants it, operations by name.

    A graph goes in as a list of rows, since the pickler's recursion would stop at a depth of a few hundred. Leaves go
    in as themselves, so that parameters stay shared with whatever else is in the same pickle; a result in the middle
    of a graph that is pickled twice, on its own and inside another, comes back as two.
    """
    if not root.inputs:
        return _leaf, (type(root), root.data, root.grad, root.label, root.group, root.line)
    order = topological_order(root)
    index = {value: i for i, value in enumerate(order)}
    return _graph, (type(root), [_row(value, index) if value.inputs else value for value in order])


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
