"""Copies of whole graphs, of any depth, for they walk the graph in order instead of recursing; pickles of leaves."""

from __future__ import annotations

from .order import topological_order

TYPE_CHECKING = False
if TYPE_CHECKING:
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


def reduce_leaf(leaf: Any) -> tuple[Any, ...]:
    """A leaf as `pickle` wants it, so that models can be saved.

    Raises:
        TypeError: If it is a result, whose graph may be deeper than a pickle can be.
    """
    if leaf.inputs:
        raise TypeError(
            f"a result must be saved as trace(result).to_json(), and copied by copy.deepcopy (got {leaf!r})"
        )
    return _leaf, (type(leaf), leaf.data, leaf.grad, leaf.label, leaf.group, leaf.line), _own(leaf)


def _own(value: Any) -> dict[str, Any] | None:
    state: Any = object.__getstate__(value)  # value.__dict__ would make one where there is none
    own: dict[str, Any] | None = state[0]
    return own


def _leaf(kind: Any, data: float, grad: float, label: str, group: Any, line: Any) -> Any:
    out = kind(data, label=label)
    out.grad, out.group, out.line = grad, group, line
    return out
