"""A function of a few numbers, text or Python: its value and its derivative anywhere, for the pictures of curves."""

from __future__ import annotations

import inspect
import math
import re
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import inf, isfinite, nan
from typing import Any

from ..engine import as_float
from ..sources import names_in_text, trace_any
from ..tracing import Trace, clean_text

_EACH = (1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8)
NUDGES = [*(float(f"{n}e{k}") for k in range(-16, 0) for n in _EACH), 1.0]  # those of core/differences.js
MOST_INPUTS = 6
_TRIED = 9  # places where a graph must give what the function gives
_OPTIONS = ("h", "symmetric", "along", "limits", "leaves", "at")  # names that an input cannot be given by
_PATIENCE = 1.0  # seconds that are spent on one derivative
_REACH = 3.0  # to either side of a place


class Function:
    """A function and a place.

    Attributes:
        names: Its inputs.
        at: Their numbers.
        title: Its text, `f(x) = 3 × x² − 4 × x + 5`, or its name and inputs.
        output: What its result is called.
        limits: From where to where each input goes.
        graph: The one graph that it is everywhere, if it is one; a function that chooses by its input is none.
    """

    def __init__(self, f: str | Callable[..., Any], at: dict[str, float], limits: dict[str, list[float]]) -> None:
        self.names, self.at, self.limits = list(at), at, limits
        self._function = None if isinstance(f, str) else f
        self.graph = trace_any(f, at, {}, read_function) if isinstance(f, str) else self._as_graph()
        self.title = _title(f, self.names)
        named = isinstance(f, str) and self.graph and self.graph.op[self.graph.root]
        self.output = self.graph.label.get(self.graph.root, "f") if named and self.graph else "f"

    def value(self, at: Mapping[str, float]) -> float:
        """The function's number; what it raises passes through.

        Raises:
            TypeError: If it is no real number.
        """
        if self.graph is None:
            assert self._function
            return as_float(self._function(*(at[name] for name in self.names)), "what f returns")
        there = self.graph.replay(**at)
        return there.data[there.root]

    def tried(self, at: Mapping[str, float]) -> float:
        """The function's number, nan where it has none."""
        try:
            return self.value(at)
        except Exception:  # a learner's function may raise whatever it likes
            return nan

    def derivative(self, along: str, at: Mapping[str, float]) -> tuple[float, bool]:
        """The derivative, and whether the chain rule gave it; else it is the best that nudging can do."""
        if self.graph:
            return _gradient(self.graph.replay(**at), along), True
        near = 1e-3 * max(1.0, abs(at[along]))
        try:
            found = trace_any(self._function, at, {}, read_function)
            if all(self._is_told_by(found, {**at, along: at[along] + d}) for d in (-near, near)):
                return _gradient(found, along), True
        except Exception:  # it does not compute with our values
            pass
        return self._extrapolated(along, at), False

    def _as_graph(self) -> Trace | None:
        """The graph that the function is at all places within its limits, None if there is no such graph."""
        try:
            found = trace_any(self._function, self.at, {}, read_function)
            for name, (lowest, highest) in self.limits.items():
                for k in range(_TRIED):
                    if not self._is_told_by(found, {**self.at, name: lowest + (highest - lowest) * k / (_TRIED - 1)}):
                        return None
        except Exception:  # any of them means that it is none
            return None
        return found

    def _is_told_by(self, graph: Trace, at: Mapping[str, float]) -> bool:
        """Whether the graph of another place tells what the function does at this one, value by value.

        It does not where the function chooses by its input, or calls `math.sin`.
        """
        told, seen = graph.replay(**at), trace_any(self._function, at, {}, read_function)
        return (told.op, repr(told.data)) == (seen.op, repr(seen.data))

    def _extrapolated(self, along: str, at: Mapping[str, float]) -> float:
        """The derivative by symmetric slopes at shrinking h, extrapolated to h = 0 (Ridders, 1982).

        A function can vary over any distance: several first steps are tried, and the estimates that agree best count.
        """
        until = time.monotonic() + _PATIENCE
        best, least = nan, inf
        for power in range(9):
            if power > 2 and time.monotonic() > until:
                break
            found, error = self._ridders(along, at, 0.1 * (abs(at[along]) or 1.0) / 10**power)
            if error < least:
                best, least = found, error
        return best

    def _ridders(self, along: str, at: Mapping[str, float], h: float) -> tuple[float, float]:
        """An estimate that begins with steps of h, and how far it may be off; rounding is part of that."""
        rows: list[list[float]] = []
        best, least = nan, inf
        size = abs(self.tried(at))
        for i in range(8):
            above, below = (self.tried({**at, along: at[along] + side * h}) for side in (1, -1))
            row = [(above - below) / (2 * h)]
            factor = 1.96  # h shrinks by 1.4 each time
            for j in range(i):
                row.append((row[j] * factor - rows[-1][j]) / (factor - 1))
                factor *= 1.96
                error = max(abs(row[-1] - row[j]), abs(row[-1] - rows[-1][j])) + 2e-16 * size / h
                if error <= least:
                    best, least = row[-1], error
            rows.append(row)
            h /= 1.4
        return best, least

    def slopes_beside(self, along: str, at: Mapping[str, float]) -> tuple[float, float] | None:
        """The slopes to the left and to the right where they stay apart however small the step: at a corner, or a jump.

        At a jump they grow with every smaller step; one of them is then infinite.
        """
        here = self.tried(at)
        power = math.ceil(math.log10(max(1.0, abs(at[along]))))
        sides = []
        for k in (-4, -5, -6):
            h = float(f"1e{min(k + power, 0)}")
            below, above = (self.tried({**at, along: at[along] + d}) for d in (-h, h))
            sides.append(((here - below) / h, (above - here) / h))
        if not all(isfinite(slope) for pair in sides for slope in pair):
            return None
        sizes = [max(abs(left), abs(right)) for left, right in sides]
        gaps = [abs(right - left) for left, right in sides]
        if all(later > 2 * earlier for earlier, later in pairwise(sizes)):
            left, right = (math.copysign(inf, slope) if abs(slope) > sizes[2] / 2 else slope for slope in sides[2])
            return left, right
        return sides[2] if gaps[2] > 0.02 * sizes[2] and gaps[2] > 0.5 * gaps[0] else None


def read_function(
    f: Any, at: Mapping[str, float] | float, limits: tuple[float, float] | None = None, along: str | None = None
) -> Function:
    """A function that somebody wrote, and a place.

    Args:
        f: A text such as `"3*x**2 - 4*x + 5"`, or a Python function of numbers.
        at: The inputs' numbers by name; of a function of one input its number alone will do.
        limits: From where to where the input `along` goes, the first if not given; three to either side if not given.
        along: The name of an input.

    Raises:
        TypeError: If f is neither, or gives something else than a real number.
        ValueError: If the names are not those of f's inputs, or f has no finite number there.
    """
    if not isinstance(f, str) and not callable(f):
        raise TypeError(f"f must be a text or a function of numbers (got {f!r:.60})")
    names = names_in_text(f) if isinstance(f, str) else _parameters(f)
    if not 1 <= len(names) <= MOST_INPUTS:
        raise ValueError(f"f must have from 1 to {MOST_INPUTS} inputs (got {len(names)})")
    if along is not None and along not in names:
        raise ValueError(f"along must be one of {', '.join(names)} (got {along!r})")
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
        lowest, highest = wide[along or names[0]] = _checked(limits)
        if not lowest <= numbers[along or names[0]] <= highest:
            x = numbers[along or names[0]]
            raise ValueError(f"limits must go around {along or names[0]} = {x:g} (got {limits!r})")
    function = Function(f, numbers, wide)
    here = function.value(numbers)
    if not isfinite(here):
        raise ValueError(f"f must be finite at the point (got {here!r})")
    return function


def _gradient(graph: Trace, along: str) -> float:
    """The result's derivative by a leaf, by the chain rule; 0 if no path leads to it."""
    leaf = next(i for i, name in graph.label.items() if name == along and not graph.op[i])
    found = graph.gradients()[leaf]
    return float(leaf == graph.root) if found is None else found


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
