"""An expression written as a function of named leaves: `play(lambda a, b: a * b, a=2, b=-3)`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from numbers import Real
from typing import Any

from ..engine import Value, as_float, record_lines, short_repr
from ..tracing import record_locals

_FEW = 5  # names that are told


def call_with_leaves(
    function: Callable[..., Any], leaves: Mapping[str, Any], ask: Callable[[str], str]
) -> tuple[Value, dict[str, Any]]:
    """What a function returns when every parameter is a leaf, and its local variables; lines are recorded.

    Args:
        function: Takes values, returns one. What it raises passes through unchanged.
        leaves: Numbers for the parameters; a parameter whose default is a number may be left out. Other defaults are
            left as they are.
        ask: What to write to give a leaf a number, such as `play(function, a=…)`.

    Raises:
        TypeError: If the names are not those of the parameters, what is given is not a real number, or the result is
            not one value.

    Example:
        >>> call_with_leaves(lambda a, b=10: a * b, {"a": 2}, ask=str)
        (Value(data=20.0, grad=0.0), {'a': Value(data=2.0, grad=0.0), 'b': Value(data=10.0, grad=0.0)})
    """
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        raise TypeError(f"function must have a signature that can be read (got {short_repr(function)})") from None
    named = {name: p for name, p in parameters.items() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)}
    unknown = [name for name in leaves if name not in named]
    if unknown and not any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        near = get_close_matches(unknown[0], named, 1)
        hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(named) or 'none'}"
        raise TypeError(f"every leaf must be a parameter of the function (got {unknown[0]!r}); {hint}")
    missing = [name for name, p in named.items() if name not in leaves and p.default is p.empty]
    if missing:
        raise TypeError(numbers_wanted(missing, ask))
    given: dict[str, Any] = {}
    for name, p in named.items():
        if name in leaves or _is_number(p.default):
            given[name] = Value(as_float(leaves.get(name, p.default), f"leaf {name}"), label=name)
        else:
            given[name] = p.default
    extra = {name: Value(as_float(leaves[name], f"leaf {name}"), label=name) for name in unknown}
    by_place = [given[name] for name, p in named.items() if p.kind is p.POSITIONAL_ONLY]
    by_name = {name: given[name] for name, p in named.items() if p.kind is not p.POSITIONAL_ONLY}
    with record_lines(), record_locals(function) as variables:
        result = function(*by_place, **by_name, **extra)
    if isinstance(result, Value):
        return result, variables
    if inspect.iscoroutine(result):
        result.close()  # it would complain that nobody waited for it
    hint = ""
    if result is None:
        hint = "; is a return missing?"
    elif isinstance(result, list | tuple):
        hint = "; return one of them, or their sum"
    elif isinstance(result, Real):
        hint = "; a plain number has no graph: compute with the leaves, and write a.exp() for math.exp(a)"
    raise TypeError(f"function must return one Value (got {short_repr(result)}){hint}")


def leaf_numbers(function: Callable[..., Any], leaves: Mapping[str, Any]) -> dict[str, float]:
    """The numbers of all the leaves of a function: those given, and those of its defaults.

    Example:
        >>> leaf_numbers(lambda a, b=10: a * b, {"a": 2})
        {'a': 2.0, 'b': 10.0}
    """
    named = inspect.signature(function).parameters
    numbers = {name: leaves.get(name, p.default) for name, p in named.items()}
    numbers.update(leaves)
    return {name: as_float(x, f"leaf {name}") for name, x in numbers.items() if name in leaves or _is_number(x)}


def _is_number(default: Any) -> bool:
    return isinstance(default, Real) and not isinstance(default, bool)


def numbers_wanted(missing: list[str], ask: Callable[[str], str]) -> str:
    """The sentence about names without a number: what to write for the first, and which others there are."""
    first, *rest = missing
    others = f"; and so must {', '.join(rest[:_FEW])}{', …' * (len(rest) > _FEW)}" if rest else ""
    return f"{first} must be given a number: {ask(first)}{others}"
