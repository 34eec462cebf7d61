"""Engines in microgpt's style: values that hold `_children` and `_local_grads`, numbers stored as they are computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine import BUILT_IN, OPS, short_repr
from ..tracing import Trace
from .foreign import attribute_as_float, trace_of_objects, walk_graph

_POWERS = (-3.0, -2.0, -1.5, -1.0, -0.5, 0.5, 1.5, 2.0, 3.0, 4.0)
_ONE_NAME = [OPS[name] for name in BUILT_IN if not OPS[name].params and OPS[name].arity is not None]


def is_microgpt(thing: Any) -> bool:
    """Whether the object keeps its inputs and local derivatives as microgpt's values do."""
    return all(hasattr(thing, name) for name in ("data", "_children", "_local_grads")) and not isinstance(thing, type)


def trace_microgpt(root: Any, *, names_in: Callable[[list[Any]], dict[int, str]], limit: int | None = None) -> Trace:
    """The trace of such a value: local derivatives and gradients as stored, backward in topological order.

    Raises:
        TypeError: If an input is no such value, or the local derivatives are not one for each input.
        ValueError: If the graph has a cycle or exceeds the limit.
    """
    values, inputs = walk_graph(root, limit=limit, inputs_of=_inputs)
    slopes = [
        [attribute_as_float(s, "a local derivative") for s in v._local_grads] if v._children else [] for v in values
    ]
    ops = [
        _operation([attribute_as_float(x.data, "data") for x in some], attribute_as_float(v.data, "data"), own)
        if some
        else ("", {})
        for v, some, own in zip(values, inputs, slopes, strict=True)
    ]
    trace = trace_of_objects(values, inputs, ops, names_in)
    trace.local = [slope for own in slopes for slope in own]
    trace.order = [i for i in range(len(values) - 1, -1, -1) if inputs[i]]
    return trace


def _inputs(value: Any) -> list[Any]:
    try:
        children, slopes = list(value._children), list(value._local_grads)
    except TypeError:
        raise TypeError(f"_children and _local_grads must be tuples (got {short_repr(value)})") from None
    for x in children:
        if not is_microgpt(x):
            raise TypeError(f"every input must have data, _children and _local_grads (got {short_repr(x)})")
    if len(slopes) != len(children):
        raise TypeError(
            f"_local_grads must hold one number for each of _children (got {len(slopes)} for {len(children)} "
            f"in {short_repr(value)})"
        )
    return children


def _operation(inputs: list[float], out: float, slopes: list[float]) -> tuple[str, dict[str, float]]:
    """The operation that made a value, which this style does not store, where the numbers leave no doubt; else "f".

    The rule: exactly one row of the table (or one small power) must give, from these inputs, this very value and these
    very local derivatives, to the last digit. At points where several do (relu and abs of 2.0), and where a number was
    changed after the forward pass, nobody can tell.

    Example:
        >>> _operation([2.0, -3.0], -6.0, [-3.0, 2.0]), _operation([2.0], 2.0, [1.0])
        (('mul', {}), ('f', {}))
    """
    found: list[tuple[str, dict[str, float]]] = [
        (op.name, {}) for op in _ONE_NAME if op.arity == len(inputs) and op.run_ieee(*inputs) == (out, tuple(slopes))
    ]
    if len(inputs) == 1:
        found += [("pow_n", {"n": n}) for n in _POWERS if OPS["pow_n"].run_ieee(*inputs, n) == (out, (slopes[0],))]
    return found[0] if len(found) == 1 else ("f", {})
