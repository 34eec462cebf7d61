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


class FunctionBody:
    """The lines of one function, which grow; what adds a value returns its name.

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

    def with_longer_vectors(self, times: int) -> FunctionBody:
        """The same body, to be continued in vectors that many times as long."""
        wide = FunctionBody(self.lanes * times, self.declared, fast=bool(self.flags))
        wide.lines, wide._names = self.lines, self._names
        return wide

    def add_line(self, line: str) -> None:
        """Add a line that makes no value."""
        self.lines.append(f"  {line}")

    def begin_block(self, name: str) -> None:
        """Add the label that a block begins with."""
        self.lines.append(f"{name}:")

    def add_value(self, text: str, hint: str = "t") -> str:
        """Add a line that makes a value; return its name, which begins with the hint."""
        name = f"%{hint}.{next(self._names)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def constant(self, x: float) -> str:
        """A number as LLVM writes it, in every lane; adds nothing."""
        return vector_constant(x, self.lanes)

    def add_binary(self, what: str, a: str, b: str, hint: str = "t") -> str:
        """Add `what a, b`, such as fadd of two values; return the name of its result."""
        return self.add_value(f"{what} {self.flags}{self.kind} {a}, {b}", hint)

    def add_product(self, total: str, a: str, b: str, *, fused: bool = False) -> str:
        """Add the lines of total + a × b, rounded once if fused, else twice; return the name of the result."""
        if not fused:
            return self.add_binary("fadd", total, self.add_binary("fmul", a, b))
        return self._intrinsic("fma", [a, b, total], "t")

    def add_below_test(self, x: str, limit: float) -> str:
        """Add the test whether |x| is below a limit; return the name of its truth in each lane."""
        size = self._intrinsic("fabs", [x], "t")
        return self.add_value(f"fcmp olt {self.kind} {size}, {self.constant(limit)}")

    def add_all_lanes_test(self, truth: str) -> str:
        """Add the test whether a truth holds in every lane; return the name of one bit."""
        bits = self.add_value(f"bitcast {self.truth} {truth} to i{self.lanes}")
        return self.add_value(f"icmp eq i{self.lanes} {bits}, -1")

    def load(self, pointer: str, at: int | str, hint: str = "t") -> str:
        """Read element `at` of an array of values; return its name."""
        place = self.add_value(f"getelementptr {self.kind}, ptr {pointer}, i64 {at}", "at")
        return self.add_value(f"load {self.kind}, ptr {place}, align 8", hint)

    def store(self, value: str, pointer: str, at: int | str) -> None:
        """Write element `at` of an array of values."""
        place = self.add_value(f"getelementptr {self.kind}, ptr {pointer}, i64 {at}", "at")
        self.add_line(f"store {self.kind} {value}, ptr {place}, align 8")

    def load_scalar(self, pointer: str, at: int | str, hint: str = "t") -> str:
        """Read element `at` of an array of doubles into every lane; return its name."""
        place = self.add_value(f"getelementptr double, ptr {pointer}, i64 {at}", "at")
        one = self.add_value(f"load double, ptr {place}, align 8", hint)
        return self.broadcast(one, hint)

    def broadcast(self, one: str, hint: str = "t") -> str:
        """Put a double into every lane; return the name of that vector."""
        if self.lanes == 1:
            return one
        first = self.add_value(f"insertelement {self.kind} poison, double {one}, i64 0")
        zeros = f"<{self.lanes} x i32> zeroinitializer"
        return self.add_value(f"shufflevector {self.kind} {first}, {self.kind} poison, {zeros}", hint)

    def add_formula(self, tree: ast.expr, values: Mapping[str, str], hint: str = "t") -> str:
        """Add a formula, given the values that its names stand for; return the name of its result."""
        if isinstance(tree, ast.Name):
            return values[tree.id]
        if isinstance(tree, ast.Constant):
            return self.constant(float(tree.value))  # type: ignore[arg-type]
        if isinstance(tree, ast.BinOp):
            a, b = self.add_formula(tree.left, values), self.add_formula(tree.right, values)
            return self.add_binary(_ARITHMETIC[type(tree.op)], a, b, hint)
        if isinstance(tree, ast.UnaryOp):
            a = self.add_formula(tree.operand, values)
            return self.add_value(f"fneg {self.flags}{self.kind} {a}", hint) if isinstance(tree.op, ast.USub) else a
        if isinstance(tree, ast.IfExp):
            test = self._test(tree.test, values)
            a, b = self.add_formula(tree.body, values), self.add_formula(tree.orelse, values)
            return self.add_value(f"select {self.truth} {test}, {self.kind} {a}, {self.kind} {b}", hint)
        assert isinstance(tree, ast.Call)
        assert isinstance(tree.func, ast.Name)
        return self._call(tree.func.id, [self.add_formula(argument, values) for argument in tree.args], hint)

    def _test(self, tree: ast.expr, values: Mapping[str, str]) -> str:
        if isinstance(tree, ast.Compare):
            sides = [self.add_formula(side, values) for side in (tree.left, *tree.comparators)]
            pairs = zip(tree.ops, sides, sides[1:], strict=False)
            tests = [self.add_value(f"fcmp {_COMPARISONS[type(op)]} {self.kind} {a}, {b}") for op, a, b in pairs]
            return self._combine("and", tests)
        if isinstance(tree, ast.BoolOp):
            tests = [self._test(value, values) for value in tree.values]
            return self._combine("and" if isinstance(tree.op, ast.And) else "or", tests)
        if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
            same = self._test(tree.operand, values)
            return self.add_value(f"icmp eq {self.truth} {same}, zeroinitializer")
        number = self.add_formula(tree, values)  # a number is true unless it is 0
        return self.add_value(f"fcmp une {self.kind} {number}, {self.constant(0.0)}")

    def _combine(self, word: str, tests: list[str]) -> str:
        found = tests[0]
        for test in tests[1:]:
            found = self.add_value(f"{word} {self.truth} {found}, {test}")
        return found

    def _call(self, function: str, arguments: list[str], hint: str) -> str:
        if function in INTRINSICS:
            return self._intrinsic(INTRINSICS[function], arguments, hint)
        self.declared.add(f"declare double @{function}(double)")
        if self.lanes == 1:
            return self.add_value(f"call double @{function}(double {arguments[0]})", hint)
        out = "poison"
        for lane in range(self.lanes):
            x = self.add_value(f"extractelement {self.kind} {arguments[0]}, i64 {lane}")
            y = self.add_value(f"call double @{function}(double {x})")
            out = self.add_value(f"insertelement {self.kind} {out}, double {y}, i64 {lane}", hint)
        return out

    def _intrinsic(self, function: str, arguments: list[str], hint: str) -> str:
        name = f"@llvm.{function}.{f'v{self.lanes}' if self.lanes > 1 else ''}f64"
        self.declared.add(f"declare {self.kind} {name}({', '.join([self.kind] * len(arguments))})")
        given = ", ".join(f"{self.kind} {a}" for a in arguments)
        return self.add_value(f"call {self.flags}{self.kind} {name}({given})", hint)


def vector_constant(x: float, lanes: int) -> str:
    """A number as LLVM writes it, by its bits, once for each lane.

    Example:
        >>> vector_constant(1.0, 2)
        '<double 0x3FF0000000000000, double 0x3FF0000000000000>'
    """
    text = f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
    return text if lanes == 1 else f"<{', '.join([f'double {text}'] * lanes)}>"
