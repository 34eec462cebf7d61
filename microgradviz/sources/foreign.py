"""Reading the graph behind an object of somebody else's class: its values, their inputs, their operations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isfinite, log
from typing import Any

from ..engine import OPS, short_repr, too_large_error
from ..tracing import Trace, nearly_same

_POWER = re.compile(r"(?:\*\*|\^)\s*\(?(-?\d+(?:\.\d*)?(?:e[+-]?\d+)?)\)?")
_BY_SYMBOL = {(op.symbol.lower(), op.arity): op.name for op in OPS.values() if not op.params} | {
    (op.name, op.arity): op.name for op in OPS.values() if not op.params
}
_BY_SYMBOL[("-", 1)] = "neg"


def is_foreign(thing: Any) -> bool:
    """Whether the object can be walked: it has a number, and the values it was computed from."""
    return hasattr(thing, "data") and hasattr(thing, "_prev") and not isinstance(thing, type)


def walk_graph(
    root: Any, *, limit: int | None = None, inputs_of: Callable[[Any], list[Any]] | None = None
) -> tuple[list[Any], list[list[Any]]]:
    """The values root was computed from, each after its inputs, and the inputs of each; `find_operands` finds them.

    Raises:
        TypeError: If an input is not such a value.
        ValueError: If the graph has a cycle, or more values made by operations than `limit`.
    """
    inputs_of = inputs_of or find_operands
    order: list[Any] = []
    inputs: dict[int, list[Any]] = {id(root): inputs_of(root)}
    finished: set[int] = set()
    started = [root]
    rest = [iter(inputs[id(root)])]
    while started:
        for x in rest[-1]:
            if id(x) in finished:
                continue
            if id(x) in inputs:
                raise ValueError(f"the graph must not have a cycle (got one through {short_repr(x)})")
            inputs[id(x)] = inputs_of(x)
            started.append(x)
            rest.append(iter(inputs[id(x)]))
            break
        else:
            done = started.pop()
            rest.pop()
            finished.add(id(done))
            order.append(done)
        if limit is not None and len(inputs) > 2 * limit + 1:
            raise too_large_error(limit)
    return order, [inputs[id(value)] for value in order]


def find_operands(value: Any) -> list[Any]:
    """The inputs of one value, in order and with a + a as two.

    `_prev` is a set in micrograd and in the lessons, which forgets both; the closure that `_backward` is remembers.
    """
    try:
        children = list(value._prev)
    except TypeError:
        raise TypeError(f"_prev must be a tuple or set of values (got {short_repr(value._prev)})") from None
    for x in children:
        if not is_foreign(x):
            raise TypeError(
                f"every input must have data and _prev (got {short_repr(x)} as input of {short_repr(value)})"
            )
    if not isinstance(value._prev, set | frozenset):
        return children
    known = {id(x) for x in children}
    held = _closure(getattr(value, "_backward", None))
    ordered = [held[name] for name in ("self", "other") if id(held.get(name)) in known]
    if not ordered:
        ordered = [x for name, x in held.items() if id(x) in known and x is not value]
    missing = [x for x in children if all(x is not y for y in ordered)]
    ordered += sorted(missing, key=lambda x: (str(getattr(x, "label", "")), str(x.data)))
    symbol = str(getattr(value, "_op", "")).lower()
    if len(ordered) == 1 and (symbol, 2) in _BY_SYMBOL and (symbol, 1) not in _BY_SYMBOL:
        return ordered * 2  # a set of one, under an operation of two: a + a
    return _as_computed(value, ordered)


def _as_computed(value: Any, ordered: list[Any]) -> list[Any]:
    """The two inputs turned round if only that gives the value's number: 2 - a has a as its `self`."""
    known = OPS.get(op_of_symbol(getattr(value, "_op", ""), len(ordered))[0])
    if known is None or known.arity != 2 or len(ordered) != 2:
        return ordered
    try:
        x, y, out = float(ordered[0].data), float(ordered[1].data), float(value.data)
    except (TypeError, ValueError, OverflowError):
        return ordered
    return ordered[::-1] if abs(known.run_ieee(y, x)[0] - out) < abs(known.run_ieee(x, y)[0] - out) else ordered


def op_of_symbol(symbol: Any, arity: int) -> tuple[str, dict[str, float]]:
    """The name and constants in our table of an operation that another engine calls by this symbol.

    Example:
        >>> op_of_symbol("*", 2), op_of_symbol("**-1", 1), op_of_symbol("ReLU", 1), op_of_symbol("swish", 1)
        (('mul', {}), ('pow_n', {'n': -1.0}), ('relu', {}), ('swish', {}))
    """
    text = str(symbol).strip()
    power = _POWER.fullmatch(text)
    if power and arity == 1:
        return "pow_n", {"n": float(power[1])}
    return _BY_SYMBOL.get((text.lower(), arity), text or "?"), {}


def op_of_value(value: Any, inputs: list[Any]) -> tuple[str, dict[str, float]]:
    """The same for a value; a power is known by its numbers, whatever it is called."""
    found = op_of_symbol(getattr(value, "_op", ""), len(inputs))
    if len(inputs) != 1 or (found[0] in OPS and OPS[found[0]].arity == 1):
        return found
    try:
        x, out = float(inputs[0].data), float(value.data)
    except (TypeError, ValueError, OverflowError):
        return found
    symbol = str(getattr(value, "_op", "")).lower()
    said = any(sign in symbol for sign in ("pow", "**", "^"))
    exponents = [n for n in _closure(getattr(value, "_backward", None)).values() if type(n) in (int, float)]
    if said and abs(x) not in (0.0, 1.0) and out and isfinite(x) and isfinite(out):
        exponents.append(round(2 * log(abs(out)) / log(abs(x))) / 2)  # -2, 0.5, 3: what lessons ask for
    n = next((float(n) for n in exponents if nearly_same(OPS["pow_n"].run_ieee(x, n)[0], out)), None)
    return found if n is None else ("pow_n", {"n": n})


def _closure(function: Callable[..., Any] | None) -> dict[str, Any]:
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None)
    if code is None or not cells:
        return {}
    held = {}
    for name, cell in zip(code.co_freevars, cells, strict=True):
        try:
            held[name] = cell.cell_contents
        except ValueError:  # not bound yet
            continue
    return held


def unique_objects(values: Iterable[Any]) -> list[Any]:
    """The objects without repetition, by identity."""
    return list({id(x): x for x in values}.values())


class _Inputs:
    """Inputs that are gone through in a given order, and call `looks` whenever that begins."""

    items: list[Any]
    looks: Callable[[], None]

    def __iter__(self) -> Iterator[Any]:
        self.looks()
        return iter(self.items)


_OF_KIND: dict[type, Any] = {kind: type("Inputs", (_Inputs, kind), {}) for kind in (set, frozenset, tuple, list)}


def report_reads(held: Any, inputs: list[Any], looks: Callable[[], None]) -> Any:
    """The same set, tuple or list of inputs, but one that calls `looks` whenever it is gone through.

    A set of objects is gone through in the order of their addresses, which differs from run to run; this one keeps to
    the order of the operands, so that the same program gives the same picture.
    """
    if type(held) not in _OF_KIND:
        return held
    out = _OF_KIND[type(held)](held)
    out.items, out.looks = inputs if isinstance(held, set | frozenset) else list(held), looks
    return out


def trace_of_objects(
    values: list[Any],
    inputs: list[list[Any]],
    ops: Sequence[tuple[str, dict[str, float]]],
    names_in: Callable[[list[Any]], dict[int, str]],
) -> Trace:
    """A trace of what the objects hold: names, numbers, edges; local derivatives and the backward pass not known yet.

    Args:
        values: Each after its inputs, as `walk_graph` gives them.
        inputs: The inputs of each.
        ops: The name of each value's operation, and its constants.
        names_in: What the variables of the calling code call them, by id.
    """
    index = {id(value): i for i, value in enumerate(values)}
    labels = {i: v.label for i, v in enumerate(values) if isinstance(getattr(v, "label", None), str) and v.label}
    found = names_in([v for i, v in enumerate(values) if i not in labels])
    labels.update({index[key]: name for key, name in found.items()})
    return Trace(
        op=[name for name, _ in ops],
        data=[attribute_as_float(v.data, "data") for v in values],
        grad=[None if getattr(v, "grad", None) is None else attribute_as_float(v.grad, "grad") for v in values],
        label=dict(sorted(labels.items())),
        params={i: params for i, (_, params) in enumerate(ops) if params},
        group=[-1] * len(values),
        groups=[],
        line={},
        sources=[index[id(x)] for some in inputs for x in some],
        targets=[i for i, some in enumerate(inputs) for _ in some],
        slot=[slot for some in inputs for slot in range(len(some))],
        local=[None for some in inputs for _ in some],
        order=[],
        engine="observed",
    )


def attribute_as_float(x: Any, what: str) -> float:
    """The number in an attribute of somebody else's value.

    Raises:
        TypeError: If it is not one.
    """
    try:
        if isinstance(x, str | bytes | bytearray):
            raise TypeError
        return float(x)
    except (TypeError, ValueError, OverflowError):
        hint = "; use .data for its number" if is_foreign(x) else ""
        raise TypeError(f"{what} must be a real number (got {short_repr(x)}){hint}") from None
