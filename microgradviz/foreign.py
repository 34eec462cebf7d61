"""Reading the graph behind an object of somebody else's class: its values, their inputs, their operations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from .ops import OPS

_POWER = re.compile(r"(?:\*\*|\^)\s*\(?(-?\d+(?:\.\d*)?(?:e-?\d+)?)\)?")
_BY_SYMBOL = {(op.symbol.lower(), op.arity): op.name for op in OPS.values() if not op.params} | {
    (op.name, op.arity): op.name for op in OPS.values() if not op.params
}
_BY_SYMBOL[("-", 1)] = "neg"


def is_foreign(thing: Any) -> bool:
    """Whether the object can be walked: it has a number, and the values it was computed from."""
    return hasattr(thing, "data") and hasattr(thing, "_prev")


def walk(root: Any, *, limit: int | None = None) -> tuple[list[Any], list[list[Any]]]:
    """The values root was computed from, each after its inputs, and the inputs of each.

    Raises:
        TypeError: If an input is not such a value.
        ValueError: If the graph has a cycle, or more values made by operations than `limit`.
    """
    order: list[Any] = []
    inputs: dict[int, list[Any]] = {id(root): operands(root)}
    finished: set[int] = set()
    started = [root]
    rest = [iter(inputs[id(root)])]
    while started:
        for x in rest[-1]:
            if id(x) in finished:
                continue
            if id(x) in inputs:
                raise ValueError(f"the graph must not have a cycle (got one through {_short(x)})")
            inputs[id(x)] = operands(x)
            started.append(x)
            rest.append(iter(inputs[id(x)]))
            break
        else:
            done = started.pop()
            rest.pop()
            finished.add(id(done))
            order.append(done)
        if limit is not None and len(inputs) > 2 * limit + 1:
            raise ValueError(
                f"the graph must have at most {limit:,} operations (it has more); "
                "take a smaller part, such as the loss of one sample"
            )
    return order, [inputs[id(value)] for value in order]


def operands(value: Any) -> list[Any]:
    """The inputs of one value, in order and with a + a as two.

    `_prev` is a set in micrograd and in the lessons, which forgets both; the closure that `_backward` is remembers.
    """
    try:
        children = list(value._prev)
    except TypeError:
        raise TypeError(f"_prev must be a tuple or set of values (got {_short(value._prev)})") from None
    for x in children:
        if not is_foreign(x):
            raise TypeError(f"every input must have data and _prev (got {_short(x)} as input of {_short(value)})")
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
    return ordered


def operation(symbol: Any, arity: int) -> tuple[str, dict[str, float]]:
    """The name and constants in our table of an operation that another engine calls by this symbol.

    Example:
        >>> operation("*", 2), operation("**-1", 1), operation("ReLU", 1), operation("swish", 1)
        (('mul', {}), ('pow_n', {'n': -1.0}), ('relu', {}), ('swish', {}))
    """
    text = str(symbol).strip()
    power = _POWER.fullmatch(text)
    if power and arity == 1:
        return "pow_n", {"n": float(power[1])}
    return _BY_SYMBOL.get((text.lower(), arity), text or "?"), {}


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


def distinct(values: Iterable[Any]) -> list[Any]:
    """The objects without repetition, by identity."""
    return list({id(x): x for x in values}.values())


def _short(thing: Any) -> str:
    text = f"{type(thing).__name__} {thing!r}"
    return text if len(text) <= 80 else text[:79] + "…"
