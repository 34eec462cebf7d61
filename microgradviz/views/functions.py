"""A function of a few numbers, text or Python, that is one graph: its value and its derivative, for curves."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import isfinite
from typing import Any

from ..engine import as_float
from ..sources import names_in_text, trace_any
from ..tracing import clean_text

_EACH = (1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8)
NUDGES = [*(float(f"{n}e{k}") for k in range(-16, 0) for n in _EACH), 1.0]  # those of core/differences.js
MOST_INPUTS = 6
_AS_TEXT = "it may not choose by an input or call math.sin: a text such as 'sin(x)' or 'max(x, 0)' says it"
_TRIED = 9  # places where a graph must give what the function gives
_OPTIONS = ("h", "symmetric", "limits", "reveal", "leaves", "at")  # names that an input cannot be given by
_REACH = 3.0  # to either side of a place


class Function:
    """A function and a place.

    Attributes:
        at: The numbers of its inputs, by name.
        title: Its text, `f(x) = 3 × x² − 4 × x + 5`, or its name and inputs.
        output: What its result is called.
        limits: From where to where each input goes.
        graph: What it computes.
    """

    def __init__(self, f: str | Callable[..., Any], at: dict[str, float], limits: dict[str, list[float]]) -> None:
        self.at, self.limits = at, limits
        try:
            self.graph = trace_any(f, at, {}, read_function)
            if not isinstance(f, str):
                _require_one_graph(f, self)
        except TypeError:
            if isinstance(f, str) or not isinstance(f(*at.values()), float | int):
                raise
            raise ValueError(f"f must be one formula of its inputs (got a number alone); {_AS_TEXT}") from None
        self.title = _title(f, list(at))
        named = isinstance(f, str) and self.graph.op[self.graph.root]
        self.output = self.graph.label.get(self.graph.root, "f") if named else "f"

    def value(self, at: Mapping[str, float]) -> float:
        """The function's number."""
        there = self.graph.replay(**at)
        return there.data[there.root]

    def derivative(self, along: str, at: Mapping[str, float]) -> float:
        """The derivative by the chain rule; 0 if no path leads from the input to the result."""
        there = self.graph.replay(**at)
        leaf = next(i for i, name in there.label.items() if name == along and not there.op[i])
        found = there.gradients()[leaf]
        return float(leaf == there.root) if found is None else found

    def has_slope(self, along: str, at: Mapping[str, float]) -> bool:
        """Whether it has one slope there.

        At a corner those to the left and to the right stay apart however small the step; at a jump they grow with every
        smaller one.
        """
        here = self.value(at)
        power = math.ceil(math.log10(max(1.0, abs(at[along]))))
        sides = []
        for k in (-4, -5, -6):
            h = float(f"1e{min(k + power, 0)}")
            below, above = (self.value({**at, along: at[along] + d}) for d in (-h, h))
            sides.append(((here - below) / h, (above - here) / h))
        if not all(isfinite(slope) for pair in sides for slope in pair):
            return True
        sizes = [max(abs(left), abs(right)) for left, right in sides]
        gaps = [abs(right - left) for left, right in sides]
        grows = all(later > 2 * earlier for earlier, later in pairwise(sizes))
        return not grows and (gaps[2] <= 0.02 * sizes[2] or gaps[2] <= 0.5 * gaps[0])


def read_function(f: Any, at: Mapping[str, float] | float, limits: tuple[float, float] | None = None) -> Function:
    """A function that somebody wrote, and a place.

    Args:
        f: A text such as `"3*x**2 - 4*x + 5"`, or a Python function of numbers.
        at: The inputs' numbers by name; of a function of one input its number alone will do.
        limits: From where to where the first input goes; three to either side if not given.

    Raises:
        TypeError: If f is neither, or gives something else than a real number.
        ValueError: If the names are not those of f's inputs, f has no finite number there, or a Python function is not
            one formula.
    """
    if not isinstance(f, str) and not callable(f):
        raise TypeError(f"f must be a text or a function of numbers (got {f!r:.60})")
    names = names_in_text(f) if isinstance(f, str) else _parameters(f)
    if not 1 <= len(names) <= MOST_INPUTS:
        raise ValueError(f"f must have from 1 to {MOST_INPUTS} inputs (got {len(names)})")
    if not isinstance(at, Mapping):
        if len(names) > 1:
            raise ValueError(f"f must have one input (got {', '.join(names)})")
        at = {names[0]: at}
    if at.keys() != set(names):
        ask = ", ".join(f"{name}=…" for name in names)
        if any(name in _OPTIONS for name in names):
            ask = f"leaves={{{', '.join(f'{name!r}: …' for name in names)}}}"
        raise ValueError(f"inputs must be those of f (got {', '.join(map(str, at)) or 'none'}); write {ask}")
    numbers = {name: as_float(at[name], f"input {name}") for name in names}
    for name, x in numbers.items():
        if not isfinite(x):
            raise ValueError(f"input {name} must be a finite number (got {x!r})")
    wide = {name: [x - max(_REACH, abs(x) / 2), x + max(_REACH, abs(x) / 2)] for name, x in numbers.items()}
    if limits is not None:
        lowest, highest = wide[names[0]] = _checked(limits)
        if not lowest <= numbers[names[0]] <= highest:
            raise ValueError(f"limits must go around {names[0]} = {numbers[names[0]]:g} (got {limits!r})")
    function = Function(f, numbers, wide)
    here = function.value(numbers)
    if not isfinite(here):
        raise ValueError(f"f must be finite at the point (got {here!r})")
    return function


def _require_one_graph(f: Callable[..., Any], function: Function) -> None:
    """Raises ValueError if another graph, or a number that no graph tells, is what f gives somewhere in its limits."""
    for name, (lowest, highest) in function.limits.items():
        for k in range(_TRIED):
            at = {**function.at, name: lowest + (highest - lowest) * k / (_TRIED - 1)}
            told, seen = function.graph.replay(**at), trace_any(f, at, {}, read_function)
            if (told.op, repr(told.data)) != (seen.op, repr(seen.data)):
                raise ValueError(
                    f"f must be one formula of its inputs (got another one at {name} = {at[name]:g}); {_AS_TEXT}"
                )


def _parameters(f: Callable[..., Any]) -> list[str]:
    try:
        parameters = inspect.signature(f).parameters.values()
    except (TypeError, ValueError):
        raise TypeError(f"f must have a signature that can be read (got {f!r:.60}); wrap it in a lambda") from None
    by_place = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return [p.name for p in by_place if p.default is p.empty or type(p.default) in (int, float)]


def _title(f: str | Callable[..., Any], names: list[str]) -> str:
    given = f"({', '.join(names)})"
    if not isinstance(f, str):
        name = getattr(f, "__name__", "f")
        return clean_text(("f" if name == "<lambda>" else name) + given)
    text = re.sub(r" ?\*\* ?([2-9])(?![\d.])", lambda found: "²³⁴⁵⁶⁷⁸⁹"[int(found[1]) - 2], clean_text(f.strip())[:200])
    text = re.sub(r" ?\* ?", " × ", text.replace("**", "^")).replace("-", "−")
    return text if "=" in text else f"f{given} = {text}"


def _checked(limits: Any) -> list[float]:
    try:
        lowest, highest = (as_float(x, "limits") for x in limits)
    except (TypeError, ValueError):
        raise TypeError(f"limits must be two numbers (got {limits!r})") from None
    if not (isfinite(lowest) and isfinite(highest) and lowest < highest):
        raise ValueError(f"limits must be two finite numbers, the smaller first (got {limits!r})")
    return [lowest, highest]
