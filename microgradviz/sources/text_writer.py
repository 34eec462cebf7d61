"""write_text(trace): an expression written as the text that `text.py` reads, value for value the same graph."""

from __future__ import annotations

import keyword
import re
from collections import Counter
from itertools import chain, count
from math import isnan
from typing import NamedTuple
from unicodedata import normalize

from ..engine import BUILT_IN, OPS
from ..tracing import Trace

MOST_VALUES = 1_000
_DEEP = 20  # brackets in brackets; what goes deeper is written as a part of its own
_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)  # how strongly a piece of text holds together
_SIGNS = {"add": (_SUM, " + "), "sub": (_SUM, " - "), "mul": (_PRODUCT, "*"), "div": (_PRODUCT, "/")}
_HARMLESS = ("non-finite", "stale gradient")  # faults of numbers and of earlier passes, not of an expression


class WrittenText(NamedTuple):
    """An expression as text; `leaves` are its names that need a number, each with the number of its value."""

    text: str
    leaves: dict[str, int]


class _Piece(NamedTuple):
    text: str
    strength: int = _ATOM
    plain: bool = False  # no name in it
    depth: int = 0


def write_text(trace: Trace) -> WrittenText:
    """An expression as text: leaves and parts under their labels, whatever is used twice under a name of its own.

    Groups are not in it, nor is what happened in a backward pass.

    Raises:
        ValueError: If a text cannot say it: mistakes, operations of your own, tensors of several numbers, and more than
            1,000 values.

    Example:
        >>> from microgradviz import Value, trace
        >>> a, b = Value(2.0), Value(-3.0)
        >>> d = a * b
        >>> write_text(trace(d * (d + 1))).text
        'd = a*b; d*(d + 1)'
    """
    _require_arithmetic(trace)
    return _Writer(trace).write()


def _require_arithmetic(trace: Trace) -> None:
    if len(trace) > MOST_VALUES:
        raise ValueError(f"expression must have at most {MOST_VALUES:,} values, to be written (got {len(trace):,})")
    inputs = trace.inputs()
    unknown = [
        op for i, op in enumerate(trace.op) if op and (op not in BUILT_IN or trace.operation(i, len(inputs[i])) is None)
    ]
    leaves = [x for x, op in zip(trace.data, trace.op, strict=True) if not op]
    if trace.engine == "torch" and (unknown or None in trace.local or any(map(isnan, leaves))):
        raise ValueError(
            "expression must consist of single numbers that torch keeps, to be written (got a tensor of several, or a "
            "constant that it does not keep)"
        )
    if unknown:
        raise ValueError(f"expression must use operations that a text can name, to be written (got {unknown[0]!r})")
    if any(isnan(x) for given in trace.params.values() for x in given.values()):
        raise ValueError("expression must have constants that are numbers, to be written (got nan)")
    wrong = next((fault for fault in trace.faults if fault.kind not in _HARMLESS), None)
    if wrong:
        raise ValueError(f"expression must be without mistakes, to be written (got this one: {wrong.text})")


class _Writer:
    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._inputs = trace.inputs()
        self._names: dict[int, str] = {}
        self._taken: set[str] = set()
        self._reached = trace.made_of(trace.root)
        self._uses = Counter(x for i in self._reached for x in self._inputs[i])

    def write(self) -> WrittenText:
        trace, root = self.trace, self.trace.root
        for i in self._reached:
            if i in trace.label:
                self._name(i)
        pieces: dict[int, _Piece] = {}
        parts: list[str] = []
        for i in self._reached:
            if not trace.op[i]:
                pieces[i] = self._leaf(i)
                continue
            piece = self._operation(trace.op[i], i, [pieces[x] for x in self._inputs[i]])
            if i != root and (i in self._names or self._uses[i] > 1 or piece.depth > _DEEP):
                parts.append(f"{self._name(i)} = {piece.text}")
                piece = _Piece(self._names[i])
            pieces[i] = piece
        result = pieces[root].text
        parts.append(f"{self._names[root]} = {result}" if trace.op[root] and root in self._names else result)
        return WrittenText("; ".join(parts), {self._names[i]: i for i in self._reached if self._is_named_leaf(i)})

    def _is_named_leaf(self, i: int) -> bool:
        return i in self._names and not self.trace.op[i]

    def _name(self, i: int) -> str:
        """The name of a value: its label as far as a name can say it, and no other's."""
        if i not in self._names:
            label = normalize("NFKC", self.trace.label.get(i, ""))  # as Python reads names
            name = label
            if not label.isidentifier() or "·" in label:
                name = re.sub("_+", "_", "".join(c if f"a{c}".isidentifier() and c != "·" else "_" for c in label))
                name = name.strip("_") or ("v" if self.trace.op[i] else "c")
            if not name.isidentifier():  # it begins with a digit
                name = f"v{name}"
            if keyword.iskeyword(name):
                name += "_"
            others = (f"{name}_{n}" for n in count(2))
            self._names[i] = next(free for free in chain([name], others) if free not in self._taken)
            self._taken.add(self._names[i])
        return self._names[i]

    def _leaf(self, i: int) -> _Piece:
        """A constant is written as its number, unless it is used twice, is nan, or the sign before it would be its."""
        x = self.trace.data[i]
        text = number_literal(x)
        signed = text.startswith("-")
        if i in self._names or self._uses[i] > 1 or isnan(x) or (self._is_negated(i) and not signed):
            return _Piece(self._name(i))
        return _Piece(text, _SIGN if signed else _ATOM, plain=True)

    def _is_negated(self, i: int) -> bool:
        return any(self.trace.op[user] == "neg" and i in self._inputs[user] for user in self._reached)

    def _operation(self, op: str, i: int, inputs: list[_Piece]) -> _Piece:
        plain = all(x.plain for x in inputs)
        if op in _SIGNS:
            strength, sign = _SIGNS[op]
            (x, deep), (y, deeper) = (_held(inputs[0], strength), _held(inputs[1], strength + 1))
            return _Piece(f"{x}{sign}{y}", strength, plain, max(deep, deeper))
        if op == "neg":
            x, deep = _held(inputs[0], _SIGN)
            return _Piece(f"-{x}", _SIGN, plain, deep + 1)
        if op == "pow_n":
            x, deep = _held(inputs[0], _ATOM)
            return _Piece(f"{x}**{number_literal(self.trace.params[i]['n'])}", _POWER, plain, deep)
        if op == "pow" and not inputs[1].plain:  # a plain exponent makes it a pow_n
            (x, deep), (y, deeper) = _held(inputs[0], _ATOM), _held(inputs[1], _SIGN)
            return _Piece(f"{x}**{y}", _POWER, plain, max(deep, deeper + 1))
        given = [number_literal(self.trace.params[i][name]) for name in OPS[op].params]
        text = ", ".join([*(x.text for x in inputs), *given])
        return _Piece(f"{op}({text})", _ATOM, plain, 1 + max(x.depth for x in inputs))


def _held(piece: _Piece, strength: int) -> tuple[str, int]:
    """A piece in brackets where it needs them, and how deep that is."""
    return (piece.text, piece.depth) if piece.strength >= strength else (f"({piece.text})", piece.depth + 1)


def number_literal(x: float) -> str:
    """A number as a text has it: 2, -0.5, 1e-07; infinity is 1e999.

    Example:
        >>> number_literal(2.0), number_literal(-1e20), number_literal(float("inf"))
        ('2', '-1e20', '1e999')
    """
    text = repr(float(x)).removesuffix(".0").replace("e+", "e")
    return text.replace("inf", "1e999")
