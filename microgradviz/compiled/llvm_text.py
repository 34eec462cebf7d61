"""Formulas as text of LLVM's language: arithmetic on one double, or on a vector with one lane for each sample."""

from __future__ import annotations

import ast
import struct
from collections.abc import Mapping
from itertools import count

_ARITHMETIC: dict[type, str] = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
# As in Python: what is compared with nan is false, except for !=.
_COMPARISONS: dict[type, str] = {
    ast.Lt: "olt",
    ast.LtE: "ole",
    ast.Gt: "ogt",
    ast.GtE: "oge",
    ast.Eq: "oeq",
    ast.NotEq: "une",
}
# What LLVM knows itself; other functions are those of the C library, lane by lane.
INTRINSICS = {"exp": "exp", "log": "log", "sqrt": "sqrt", "sin": "sin", "cos": "cos", "pow": "pow", "abs": "fabs"}


class Lines:
    """The body of one function, growing.

    Args:
        lanes: How many samples a value holds; 1 makes every value a plain double.
        declared: Collects the declarations of the functions that were called; shared by a module.
        fast: Whether the compiler may reorder arithmetic.
    """

    def __init__(self, lanes: int, declared: set[str], *, fast: bool = False) -> None:
        self.lanes, self.declared = lanes, declared
        self.kind = f"<{lanes} x double>" if lanes > 1 else "double"
        self.truth = f"<{lanes} x i1>" if lanes > 1 else "i1"
        self.flags = "fast " if fast else ""
        self.lines: list[str] = []
        self._names = count()

    def widened(self, times: int) -> Lines:
        """The same body, written in vectors that many times as long."""
        wide = Lines(self.lanes * times, self.declared, fast=bool(self.flags))
        wide.lines, wide._names = self.lines, self._names
        return wide

    def add(self, line: str) -> None:
        """A line that makes no value."""
        self.lines.append(f"  {line}")

    def label(self, name: str) -> None:
        """The beginning of a block."""
        self.lines.append(f"{name}:")

    def make(self, text: str, hint: str = "t") -> str:
        """A line that makes a value; returns what the value is called."""
        name = f"%{hint}.{next(self._names)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def number(self, x: float) -> str:
        """A constant, in every lane."""
        return vector(x, self.lanes)

    def binary(self, what: str, a: str, b: str, hint: str = "t") -> str:
        """a what b, such as fadd."""
        return self.make(f"{what} {self.flags}{self.kind} {a}, {b}", hint)

    def plus(self, total: str, a: str, b: str, *, fused: bool = False) -> str:
        """total + a × b, rounded once if fused, else after each operation."""
        if not fused:
            return self.binary("fadd", total, self.binary("fmul", a, b))
        return self._intrinsic("fma", [a, b, total], "t")

    def below(self, x: str, limit: float) -> str:
        """In which lanes |x| is below a limit."""
        size = self._intrinsic("fabs", [x], "t")
        return self.make(f"fcmp olt {self.kind} {size}, {self.number(limit)}")

    def everywhere(self, truth: str) -> str:
        """Whether something is true in every lane."""
        bits = self.make(f"bitcast {self.truth} {truth} to i{self.lanes}")
        return self.make(f"icmp eq i{self.lanes} {bits}, -1")

    def load(self, pointer: str, at: int | str, hint: str = "t") -> str:
        """Element `at` of an array of values."""
        place = self.make(f"getelementptr {self.kind}, ptr {pointer}, i64 {at}", "at")
        return self.make(f"load {self.kind}, ptr {place}, align 8", hint)

    def store(self, value: str, pointer: str, at: int | str) -> None:
        """Write element `at` of an array of values."""
        place = self.make(f"getelementptr {self.kind}, ptr {pointer}, i64 {at}", "at")
        self.add(f"store {self.kind} {value}, ptr {place}, align 8")

    def spread(self, pointer: str, at: int | str, hint: str = "t") -> str:
        """Element `at` of an array of doubles, in every lane."""
        place = self.make(f"getelementptr double, ptr {pointer}, i64 {at}", "at")
        one = self.make(f"load double, ptr {place}, align 8", hint)
        return self.splat(one, hint)

    def splat(self, one: str, hint: str = "t") -> str:
        """A double in every lane."""
        if self.lanes == 1:
            return one
        first = self.make(f"insertelement {self.kind} poison, double {one}, i64 0")
        zeros = f"<{self.lanes} x i32> zeroinitializer"
        return self.make(f"shufflevector {self.kind} {first}, {self.kind} poison, {zeros}", hint)

    def formula(self, tree: ast.expr, values: Mapping[str, str], hint: str = "t") -> str:
        """A formula, given what its names stand for; returns what the result is called."""
        if isinstance(tree, ast.Name):
            return values[tree.id]
        if isinstance(tree, ast.Constant):
            return self.number(float(tree.value))  # type: ignore[arg-type]
        if isinstance(tree, ast.BinOp):
            a, b = self.formula(tree.left, values), self.formula(tree.right, values)
            return self.binary(_ARITHMETIC[type(tree.op)], a, b, hint)
        if isinstance(tree, ast.UnaryOp):
            a = self.formula(tree.operand, values)
            return self.make(f"fneg {self.flags}{self.kind} {a}", hint) if isinstance(tree.op, ast.USub) else a
        if isinstance(tree, ast.IfExp):
            test = self._test(tree.test, values)
            a, b = self.formula(tree.body, values), self.formula(tree.orelse, values)
            return self.make(f"select {self.truth} {test}, {self.kind} {a}, {self.kind} {b}", hint)
        assert isinstance(tree, ast.Call)
        assert isinstance(tree.func, ast.Name)
        return self._call(tree.func.id, [self.formula(argument, values) for argument in tree.args], hint)

    def _test(self, tree: ast.expr, values: Mapping[str, str]) -> str:
        if isinstance(tree, ast.Compare):
            sides = [self.formula(side, values) for side in (tree.left, *tree.comparators)]
            pairs = zip(tree.ops, sides, sides[1:], strict=False)
            tests = [self.make(f"fcmp {_COMPARISONS[type(op)]} {self.kind} {a}, {b}") for op, a, b in pairs]
            return self._joined("and", tests)
        if isinstance(tree, ast.BoolOp):
            tests = [self._test(value, values) for value in tree.values]
            return self._joined("and" if isinstance(tree.op, ast.And) else "or", tests)
        if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
            same = self._test(tree.operand, values)
            return self.make(f"icmp eq {self.truth} {same}, zeroinitializer")
        number = self.formula(tree, values)  # a number is true unless it is 0
        return self.make(f"fcmp une {self.kind} {number}, {self.number(0.0)}")

    def _joined(self, word: str, tests: list[str]) -> str:
        found = tests[0]
        for test in tests[1:]:
            found = self.make(f"{word} {self.truth} {found}, {test}")
        return found

    def _call(self, function: str, arguments: list[str], hint: str) -> str:
        if function in INTRINSICS:
            return self._intrinsic(INTRINSICS[function], arguments, hint)
        self.declared.add(f"declare double @{function}(double)")
        if self.lanes == 1:
            return self.make(f"call double @{function}(double {arguments[0]})", hint)
        out = "poison"
        for lane in range(self.lanes):
            x = self.make(f"extractelement {self.kind} {arguments[0]}, i64 {lane}")
            y = self.make(f"call double @{function}(double {x})")
            out = self.make(f"insertelement {self.kind} {out}, double {y}, i64 {lane}", hint)
        return out

    def _intrinsic(self, function: str, arguments: list[str], hint: str) -> str:
        name = f"@llvm.{function}.{f'v{self.lanes}' if self.lanes > 1 else ''}f64"
        self.declared.add(f"declare {self.kind} {name}({', '.join([self.kind] * len(arguments))})")
        given = ", ".join(f"{self.kind} {a}" for a in arguments)
        return self.make(f"call {self.flags}{self.kind} {name}({given})", hint)


def vector(x: float, lanes: int) -> str:
    """A double as LLVM writes it, by its bits, in every lane.

    Example:
        >>> vector(1.0, 2)
        '<double 0x3FF0000000000000, double 0x3FF0000000000000>'
    """
    text = f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
    return text if lanes == 1 else f"<{', '.join([f'double {text}'] * lanes)}>"
