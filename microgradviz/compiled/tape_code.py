"""The machine program that reads tapes. It is made once; a new graph needs nothing but a new tape.

forward     the instructions that begin at starts[0], starts[1], …: their results into data
backward    the same, passing grad of each result on to its inputs
batch       all samples: a block of them into data, forward, backward, the next block
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ..ops import Op
from .llvm_frames import BATCH, LOOP
from .llvm_host import INTEGER, POINTER, Machine
from .llvm_text import Lines
from .printing import filled
from .tape import DOT, passes_nothing_on

FIELDS = (
    "count", "width", "moving", "moving_count", "root", "go_count", "back_count", "fixed",
    "table", "data", "grad", "code", "go", "goback", "outs", "seed",
)  # fmt: skip
_POINTERS = {"table", "data", "grad", "code", "go", "goback", "outs"}


class Reader:
    """The functions, for tapes whose operations are these, and blocks of that many samples."""

    def __init__(self, rows: Sequence[Op], lanes: int) -> None:
        machine = Machine(_module(rows, lanes), optimised=True)
        one = [POINTER, POINTER, INTEGER, POINTER, POINTER]
        self.batch = machine.function("batch", None, [POINTER])
        self.forward = machine.function("forward", None, one)
        self.backward = machine.function("backward", None, one)


def reader(rows: Sequence[Op], lanes: int) -> Reader:
    """A reader, made once for each table of operations."""
    texts = tuple((row.name, row.formula, row.locals, row.params, *row.constants.items()) for row in rows)
    if (texts, lanes) not in _READERS:
        _READERS[texts, lanes] = Reader(rows, lanes)
    return _READERS[texts, lanes]


_READERS: dict[tuple[object, int], Reader] = {}


def _module(rows: Sequence[Op], lanes: int) -> str:
    declared = {"declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"}
    kind = f"<{lanes} x double>" if lanes > 1 else "double"
    lines = Lines(lanes, declared)
    fields = []
    for n, name in enumerate(FIELDS):
        fields.append(f"  %{name}.field = getelementptr i64, ptr %t, i64 {n}")
        what = "ptr" if name in _POINTERS else "double" if name == "seed" else "i64"
        fields.append(f"  %{name} = load {what}, ptr %{name}.field, align 8")
    seed = lines.splat("%seed")
    batch = BATCH.format(
        fields="\n".join(fields), lanes=lanes, lanes_less_1=lanes - 1, bytes=8 * lanes, kind=kind,
        seeds="\n".join(lines.lines), seed=seed,
    )  # fmt: skip
    loops = [_loop("forward", rows, lanes, declared), _loop("backward", rows, lanes, declared)]
    return "\n".join([*loops, batch, *sorted(declared)])


def _loop(name: str, rows: Sequence[Op], lanes: int, declared: set[str]) -> str:
    lines = Lines(lanes, declared)
    lines.label(f"op{DOT}")
    _dot_back(lines) if name == "backward" else _dot(lines)
    for n, row in enumerate(rows, 1):
        lines.label(f"op{n}")
        case = _Case(lines, row)
        case.back() if name == "backward" else case.there()
        lines.add("br label %done")
    cases = "\n".join(f"    i32 {n}, label %op{n}" for n in range(DOT, len(rows) + 1))
    return LOOP.format(name=name, cases=cases, blocks="\n".join(lines.lines))


class _Case:
    """One operation. Its operands are read when a formula first needs them."""

    def __init__(self, lines: Lines, row: Op) -> None:
        self.lines, self.row = lines, row
        self.inputs = ("x", "y")[: row.arity]
        self.operands = [*self.inputs, *(() if row.constants else row.params)]
        self.places: dict[str, str] = {"out": "%out"}
        self.values: dict[str, str] = {}

    def there(self) -> None:
        """The value, into its place."""
        self.lines.store(self.formula(self.row.formula), "%data", "%out")

    def back(self) -> None:
        """grad × local derivative, added to each input's grad."""
        if passes_nothing_on(self.row):
            return
        grad = self.lines.load("%grad", "%out")
        for name, local in zip(self.inputs, self.row.locals, strict=True):
            slope = self.formula(local)
            amount = grad if slope == self.lines.number(1.0) else self.lines.binary("fmul", grad, slope)
            _add_to(self.lines, self.place(name), amount)

    def place(self, name: str) -> str:
        if name not in self.places:
            self.places[name] = _number(self.lines, "%here", 2 + self.operands.index(name))
        return self.places[name]

    def formula(self, text: str) -> str:
        tree = filled(text, self.row.constants)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in (*self.operands, "out") and node.id not in self.values:
                self.values[node.id] = self.lines.load("%data", self.place(node.id))
        return self.lines.formula(tree, self.values)


def _number(lines: Lines, pointer: str, at: int | str) -> str:
    """One number of the tape."""
    place = lines.make(f"getelementptr i32, ptr {pointer}, i64 {at}", "at")
    narrow = lines.make(f"load i32, ptr {place}, align 4")
    return lines.make(f"zext i32 {narrow} to i64")


def _add_to(lines: Lines, place: str, amount: str) -> None:
    before = lines.load("%grad", place)
    lines.store(lines.binary("fadd", before, amount), "%grad", place)


def _dot(lines: Lines) -> None:
    start = lines.load("%data", _number(lines, "%here", 2))
    count = _number(lines, "%here", 3)
    pairs = lines.make("getelementptr i32, ptr %here, i64 4", "pairs")
    lines.add("br label %dot")
    lines.label("dot")
    lines.add(f"%dot.j = phi i64 [ 0, %op{DOT} ], [ %dot.next, %dot ]")
    lines.add(f"%dot.sum = phi {lines.kind} [ {start}, %op{DOT} ], [ %dot.more, %dot ]")
    place = lines.make("shl i64 %dot.j, 1")
    after = lines.make(f"or i64 {place}, 1")
    a = lines.load("%data", _number(lines, pairs, place))
    b = lines.load("%data", _number(lines, pairs, after))
    product = lines.binary("fmul", a, b)
    lines.add(f"%dot.more = fadd {lines.kind} %dot.sum, {product}")
    lines.add("%dot.next = add i64 %dot.j, 1")
    lines.add(f"%dot.again = icmp ult i64 %dot.next, {count}")
    lines.add("br i1 %dot.again, label %dot, label %dot.end")
    lines.label("dot.end")
    lines.store("%dot.more", "%data", "%out")
    lines.add("br label %done")


def _dot_back(lines: Lines) -> None:
    grad = lines.load("%grad", "%out")
    count = _number(lines, "%here", 3)
    pairs = lines.make("getelementptr i32, ptr %here, i64 4", "pairs")
    lines.add("br label %dot")
    lines.label("dot")
    lines.add(f"%dot.j = phi i64 [ {count}, %op{DOT} ], [ %dot.below, %dot ]")
    lines.add("%dot.below = sub i64 %dot.j, 1")
    place = lines.make("shl i64 %dot.below, 1")
    after = lines.make(f"or i64 {place}, 1")
    a, b = _number(lines, pairs, place), _number(lines, pairs, after)
    x, y = lines.load("%data", a), lines.load("%data", b)
    _add_to(lines, a, lines.binary("fmul", grad, y))
    _add_to(lines, b, lines.binary("fmul", grad, x))
    lines.add("%dot.last = icmp eq i64 %dot.below, 0")
    lines.add("br i1 %dot.last, label %done, label %dot")
