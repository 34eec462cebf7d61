"""trace(expression): from a result to its Trace, whoever's engine made it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from inspect import signature
from operator import ge
from typing import Any

from ..engine import Group, Value, as_float, calling_frame, short_repr, too_large_error, topological_order
from ..tracing import Trace, count_operations, names_in_frame, names_in_scopes, parameters_of
from .foreign import is_foreign, walk_graph
from .function import call_with_leaves
from .microgpt_style import is_microgpt, trace_microgpt
from .observe import trace_by_observing
from .presets import find_preset
from .text import evaluate_text
from .torch_functions import is_torch


def trace(
    expr: Any, /, *, limit: int | None = None, leaves: Mapping[str, float] | None = None, **named: float
) -> Trace:
    """Everything that happened in an expression, as plain data.

    Args:
        expr: The expression, as one of:

            - the result: a `Value`;
            - a value of another engine, micrograd's or your own: an object of any class with `data`, `grad`, `_prev`,
              `_op` and an assignable `_backward`, which is watched while it works and left exactly as it was found;
              or one with `_children` and `_local_grads`, as in microgpt;
            - a torch tensor with one number, walked through `grad_fn`; no `.grad` is touched, nothing is freed, and
              hooks do not run, so what a hook makes of a gradient is not in the trace;
            - text, such as `"tanh(x1*w1 + b)"`, which is read and never run;
            - the name of a preset, such as `"neuron"`; see `microgradviz.sources.presets`;
            - a function whose parameters are leaves, which is called once;
            - a `Trace`, which is returned as it is.
        limit: Refuse graphs with more operations than this.
        leaves: The leaves' numbers, by name, for presets, text and functions; needed only for a name that is also an
            option.
        **named: The same, more conveniently: `trace("a * b", a=2, b=-3)`.

    Returns:
        The trace. Values without a label get the names of your variables.

    Raises:
        TypeError: If expr is none of these, holds something that is not a real number, or is a function with other
            parameters.
        ValueError: If a text is not arithmetic, with a caret below the place; if a torch result has no graph; if the
            graph has a cycle or exceeds the limit.

    Example:
        >>> a, b = Value(2.0), Value(-3.0)
        >>> t = trace(a * b)
        >>> [(n.label, n.op, n.data) for n in t.nodes]
        [('a', '', 2.0), ('b', '', -3.0), ('', 'mul', -6.0)]
        >>> trace("c = a * b", a=2, b=-3).nodes[2]
        Node(id=2, op='mul', label='c', data=-6.0, grad=0.0, group=-1)
    """
    return trace_any(expr, leaves, named, trace, limit=limit)


def trace_any(
    expr: Any,
    leaves: Mapping[str, float] | None,
    named: Mapping[str, float],
    function: Callable[..., Any],
    *,
    limit: int | None = None,
    in_groups: int | None = None,
) -> Trace:
    """The trace of whatever a public function was given: the one door for every kind of expression.

    Args:
        expr: As for `trace`.
        leaves: Numbers by name.
        named: The same, from the function's own keyword arguments.
        function: The function that was called; errors name it, and its options.
        limit: Refuse graphs with more operations than this.
        in_groups: The same for those of our own engine, which may have groups to close.
    """
    if leaves is not None and not isinstance(leaves, Mapping):
        raise TypeError(f"leaves must be a dict of numbers by name, such as {{'a': 2}} (got {short_repr(leaves)})")
    twice = [name for name in named if name in (leaves or {})]
    if twice:
        raise TypeError(f"{twice[0]} must be given once (got it in leaves and as a keyword)")
    numbers = {**(leaves or {}), **named}
    described = isinstance(expr, str) or is_function(expr)
    if numbers and not described:
        raise TypeError(
            f"leaves must be for a preset, text or function (got {next(iter(numbers))!r} for {short_repr(expr)}); "
            f"the options of {function.__name__} are {', '.join(_options(function))}"
        )
    if described and callable(getattr(expr, "parameters", None)):
        raise TypeError(
            f"expression must be the result of a module, such as a loss (got the {type(expr).__name__} itself)"
        )
    most = in_groups or limit
    if preset := find_preset(expr, numbers):
        return _of_value(preset.value(numbers), most)
    if isinstance(expr, str):
        return _of_value(evaluate_text(expr, numbers, partial(_how_to_give, function, "text")), most)
    if described:
        result, variables = call_with_leaves(expr, numbers, partial(_how_to_give, function, "function"))
        return _of_value(result, most, variables)
    if isinstance(expr, Trace):
        if most is not None and (count_operations(expr) > most or len(expr) > 2 * most + 1):
            raise too_large_error(most)
        return expr
    if isinstance(expr, Value):
        return _of_value(expr, most)
    if is_torch(expr):
        from .torch_trace import trace_torch  # it needs torch, which is here if its tensor is

        return trace_torch(expr, limit=limit)
    if is_foreign(expr):
        return trace_by_observing(expr, names_in=partial(_names_here, expr, bool(expr._prev)), limit=limit)
    if is_microgpt(expr):
        return trace_microgpt(expr, names_in=partial(_names_here, expr, bool(expr._children)), limit=limit)
    missing = [name for name in ("data", "grad", "_prev", "_backward") if not hasattr(expr, name)]
    lacks = f"has no {', '.join(missing)}" if missing else "is a class, not a value"
    raise TypeError(
        f"expression must be a Value, a Trace, or an object with data, grad, _prev and _backward, a torch tensor, "
        f"a text or a function (got {short_repr(expr)}, which {lacks})"
    )


def is_function(thing: Any) -> bool:
    """Whether it is to be called with leaves, and is no value of any engine."""
    if isinstance(thing, type | Value | Trace) or is_foreign(thing) or is_microgpt(thing) or is_torch(thing):
        return False
    return callable(thing)


def graph_values(expr: Any) -> list[Any]:
    """The values that an expression was computed from, itself the last, as its trace numbers them.

    There are none of a text, a function, a trace or a torch tensor.
    """
    if isinstance(expr, Value):
        return topological_order(expr)
    if isinstance(expr, type | str | Trace) or is_torch(expr):
        return []
    if is_foreign(expr):
        return walk_graph(expr)[0]
    return walk_graph(expr, inputs_of=lambda value: list(value._children))[0] if is_microgpt(expr) else []


def _options(function: Callable[..., Any]) -> list[str]:
    named = signature(function).parameters.values()
    return [x.name for x in named if x.kind is not x.VAR_KEYWORD and x.name not in ("expr", "leaves")]


def _how_to_give(function: Callable[..., Any], kind: str, leaf: str) -> str:
    """What to write to give a leaf its number."""
    if leaf in (*_options(function), "leaves"):
        how = f"{function.__name__}({kind}, leaves={{{leaf!r}: …}})"
        return f"{how}, because {leaf} is also an option of {function.__name__}"
    return f"{function.__name__}({kind}, {leaf}=…)"


def _names_here(root: Any, made: bool, values: list[Any]) -> dict[int, str]:
    """What the caller's variables call values; a helper's parameter is nobody's name for a result that it was given."""
    frame = calling_frame()
    found = names_in_frame(frame, values)
    if made and found.get(id(root)) in parameters_of(frame):
        del found[id(root)]
    return found


def _of_value(root: Value, limit: int | None, variables: Mapping[str, Any] | None = None) -> Trace:
    order = topological_order(root, limit=limit)
    index = {value: i for i, value in enumerate(order)}
    sources = [index[x] for v in order for x in v.inputs]
    targets = [i for i, v in enumerate(order) for _ in v.inputs]
    if any(map(ge, sources, targets)):  # only somebody who writes to .inputs can make one
        looped = next(t for s, t in zip(sources, targets, strict=True) if s >= t)
        raise ValueError(f"the graph must not have a cycle (got one through {short_repr(order[looped])})")
    label = {index[v]: str(v.label) for v in order if v.label}
    unnamed = [v for v in order if not v.label]
    made_here = names_in_scopes([variables or {}], unnamed)
    found = {**_names_here(root, bool(root.op), unnamed), **made_here}
    label.update({index[v]: found[id(v)] for v in unnamed if id(v) in found})
    groups, numbers = _groups([v.group for v in order])
    return Trace(
        op=[v.op.name if v.op else "" for v in order],
        data=[v.data if v.data.__class__ is float else as_float(v.data, "data of a Value") for v in order],
        grad=[v.grad if v.grad.__class__ is float else as_float(v.grad, "grad of a Value") for v in order],
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
            rows.append((str(outer.name), numbers[outer.parent] if outer.parent else -1))
    return rows, [numbers[g] if g is not None else -1 for g in of_values]
