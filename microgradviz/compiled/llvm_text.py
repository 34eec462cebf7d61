"""Formulas as text of LLVM's language: arithmetic on one double, or on a vector with one lane for each sample."""

from __future__ import annotations

import ast
import struct
from collections.abc import Callable, Mapping, Sequence
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
    """

    def __init__(self, lanes: int, declared: set[str]) -> None:
        self.lanes, self.declared = lanes, declared
        self.kind = f"<{lanes} x double>" if lanes > 1 else "double"
        self.truth = f"<{lanes} x i1>" if lanes > 1 else "i1"
        self.lines: list[str] = []
        self._names = count()

    def with_lanes(self, lanes: int) -> FunctionBody:
        """The same body, to be continued in vectors of so many lanes."""
        other = FunctionBody(lanes, self.declared)
        other.lines, other._names = self.lines, self._names
        return other

    def add_line(self, line: str) -> None:
        """Add a line that makes no value."""
        self.lines.append(f"  {line}")

    def begin_block(self, name: str) -> None:
        """Add the label that a block begins with."""
        self.lines.append(f"{name}:")

    def add_value(self, text: str) -> str:
        """Add a line that makes a value; return its name."""
        name = f"%t.{next(self._names)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def loop(
        self,
        times: str,
        body: Callable[[str, list[str]], Sequence[str] | None],
        starts: Sequence[str] = (),
        kinds: Sequence[str] = (),
    ) -> list[str]:
        """Add a loop; return the names of what it carries from round to round, which begins with `starts`.

        The body is given the number of the round and what is carried, and returns what the next round is given.
        """
        name, before = f"loop{next(self._names)}", self.label()
        kinds = kinds or [self.kind] * len(starts)
        some = self.add_value(f"icmp ne i64 {times}, 0")
        self.add_line(f"br i1 {some}, label %{name}, label %{name}.end")
        self.begin_block(name)
        at = len(self.lines)
        carried = [f"%{name}.carried{n}" for n in range(len(starts))]
        results = body(f"%{name}.k", carried) or ()
        self.add_line(f"%{name}.next = add i64 %{name}.k, 1")
        self.add_line(f"%{name}.more = icmp ult i64 %{name}.next, {times}")
        self.add_line(f"br i1 %{name}.more, label %{name}, label %{name}.end")
        last = self.label()
        whole = [(f"%{name}.k", "i64", "0", f"%{name}.next"), *zip(carried, kinds, starts, results, strict=True)]
        self.lines[at:at] = [f"  {x} = phi {k} [ {a}, %{before} ], [ {b}, %{last} ]" for x, k, a, b in whole]
        self.begin_block(f"{name}.end")
        ends = zip(kinds, starts, results, strict=True)
        return [self.add_value(f"phi {k} [ {a}, %{before} ], [ {b}, %{last} ]") for k, a, b in ends]

    def label(self) -> str:
        """The label of the block that the next line goes into."""
        return next(line[:-1] for line in reversed(self.lines) if line.endswith(":"))

    def add_transposed(self, rows: Sequence[str]) -> list[str]:
        """Add lines that swap rows and columns of as many vectors as each has lanes; return the columns."""
        found = list(rows)
        for step in (1 << bit for bit in range(self.lanes.bit_length() - 1)):
            for i in (i for i in range(self.lanes) if not i & step):
                a, b = found[i], found[i + step]
                low = [k if not k & step else self.lanes + k - step for k in range(self.lanes)]
                high = [k + step if not k & step else self.lanes + k for k in range(self.lanes)]
                found[i], found[i + step] = (self._shuffled(a, b, order) for order in (low, high))
        return found

    def _shuffled(self, a: str, b: str, order: Sequence[int]) -> str:
        mask = f"<{self.lanes} x i32> <{', '.join(f'i32 {k}' for k in order)}>"
        return self.add_value(f"shufflevector {self.kind} {a}, {self.kind} {b}, {mask}")

    def constant(self, x: float) -> str:
        """A number as LLVM writes it, by its bits, once for each lane; adds nothing.

        Example:
            >>> FunctionBody(2, set()).constant(1.0)
            '<double 0x3FF0000000000000, double 0x3FF0000000000000>'
        """
        text = f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
        return text if self.lanes == 1 else f"<{', '.join([f'double {text}'] * self.lanes)}>"

    def add_binary(self, what: str, a: str, b: str) -> str:
        """Add `what a, b`, such as fadd of two values; return the name of its result."""
        return self.add_value(f"{what} {self.kind} {a}, {b}")

    def add_product(self, total: str, a: str, b: str, *, fused: bool = False) -> str:
        """Add the lines of total + a × b, rounded once if fused, else twice; return the name of the result."""
        if not fused:
            return self.add_binary("fadd", total, self.add_binary("fmul", a, b))
        return self._intrinsic("fma", [a, b, total])

    def address(self, pointer: str, at: int | str, kind: str = "") -> str:
        """The address of element `at` of an array, of values or of another kind."""
        return self.add_value(f"getelementptr {kind or self.kind}, ptr {pointer}, i64 {at}")

    def load(self, pointer: str, at: int | str) -> str:
        """Read element `at` of an array of values; return its name."""
        return self.add_value(f"load {self.kind}, ptr {self.address(pointer, at)}, align 8")

    def store(self, value: str, pointer: str, at: int | str) -> None:
        """Write element `at` of an array of values."""
        self.add_line(f"store {self.kind} {value}, ptr {self.address(pointer, at)}, align 8")

    def load_double(self, pointer: str, at: int | str) -> str:
        """Read element `at` of an array of doubles."""
        return self.add_value(f"load double, ptr {self.address(pointer, at, 'double')}, align 8")

    def load_scalar(self, pointer: str, at: int | str) -> str:
        """Read element `at` of an array of doubles into every lane; return its name."""
        return self.broadcast(self.load_double(pointer, at))

    def broadcast(self, one: str, kind: str = "double") -> str:
        """Put a number into every lane; return the name of that vector."""
        if self.lanes == 1:
            return one
        whole = f"<{self.lanes} x {kind}>"
        first = self.add_value(f"insertelement {whole} poison, {kind} {one}, i64 0")
        zeros = f"<{self.lanes} x i32> zeroinitializer"
        return self.add_value(f"shufflevector {whole} {first}, {whole} poison, {zeros}")

    def lanes_below(self, limit: str) -> str:
        """The truth for each lane whether its number is below a limit, which may be negative."""
        every, counting = self.broadcast(limit, "i64"), ", ".join(f"i64 {k}" for k in range(self.lanes))
        return self.add_value(f"icmp sgt <{self.lanes} x i64> {every}, <{counting}>")

    def masked_increase(self, address: str, truth: str, amount: str) -> None:
        """Add an amount to what is at an address, in the lanes for which a truth holds."""
        name = f"v{self.lanes}f64.p0"
        self.declared |= {
            f"declare {self.kind} @llvm.masked.load.{name}(ptr, i32, {self.truth}, {self.kind})",
            f"declare void @llvm.masked.store.{name}({self.kind}, ptr, i32, {self.truth})",
        }
        given = f"ptr {address}, i32 8, {self.truth} {truth}"
        before = self.add_value(f"call {self.kind} @llvm.masked.load.{name}({given}, {self.kind} zeroinitializer)")
        now = self.add_binary("fadd", before, amount)
        self.add_line(f"call void @llvm.masked.store.{name}({self.kind} {now}, {given})")

    def add_formula(self, tree: ast.expr, values: Mapping[str, str]) -> str:
        """Add a formula, given the values that its names stand for; return the name of its result."""
        if isinstance(tree, ast.Name):
            return values[tree.id]
        if isinstance(tree, ast.Constant):
            return self.constant(float(tree.value))  # type: ignore[arg-type]
        if isinstance(tree, ast.BinOp):
            a, b = self.add_formula(tree.left, values), self.add_formula(tree.right, values)
            return self.add_binary(_ARITHMETIC[type(tree.op)], a, b)
        if isinstance(tree, ast.UnaryOp):
            a = self.add_formula(tree.operand, values)
            return self.add_value(f"fneg {self.kind} {a}") if isinstance(tree.op, ast.USub) else a
        if isinstance(tree, ast.IfExp):
            test = self._test(tree.test, values)
            a, b = self.add_formula(tree.body, values), self.add_formula(tree.orelse, values)
            return self.add_value(f"select {self.truth} {test}, {self.kind} {a}, {self.kind} {b}")
        assert isinstance(tree, ast.Call)
        assert isinstance(tree.func, ast.Name)
        return self._call(tree.func.id, [self.add_formula(argument, values) for argument in tree.args])

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

    def _call(self, function: str, arguments: list[str]) -> str:
        if function in INTRINSICS:
            return self._intrinsic(INTRINSICS[function], arguments)
        self.declared.add(f"declare double @{function}(double)")
        if self.lanes == 1:
            return self.add_value(f"call double @{function}(double {arguments[0]})")
        out = "poison"
        for lane in range(self.lanes):
            x = self.add_value(f"extractelement {self.kind} {arguments[0]}, i64 {lane}")
            y = self.add_value(f"call double @{function}(double {x})")
            out = self.add_value(f"insertelement {self.kind} {out}, double {y}, i64 {lane}")
        return out

    def _intrinsic(self, function: str, arguments: list[str]) -> str:
        name = f"@llvm.{function}.{f'v{self.lanes}' if self.lanes > 1 else ''}f64"
        self.declared.add(f"declare {self.kind} {name}({', '.join([self.kind] * len(arguments))})")
        given = ", ".join(f"{self.kind} {a}" for a in arguments)
        return self.add_value(f"call {self.kind} {name}({given})")
