"""The machine program that reads tapes. It is made once; a new graph needs nothing but a new tape.

forward     the instructions that begin at starts[0], starts[1], …: their results into data
backward    the same, passing grad of each result on to its inputs
batch       all samples: a block of them into data, forward, backward, the next block; wide blocks must all be full
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from ..engine import Op
from . import tape_blocks as blocks, tape_overflow as tame, tape_sums as sums
from .llvm_frames import BATCH, LOOP
from .llvm_host import INTEGER, POINTER, Machine
from .llvm_text import Lines
from .printing import filled
from .tape import FIRST_ROW, WEIGHTED, passes_nothing_on
from .tape_sums import At, add_to, over_vectors, read

FIELDS = (
    "count", "width", "moving", "moving_count", "root", "go_count", "back_count", "params",
    "table", "data", "grad", "single", "code", "go", "goback", "outs", "seed", "tame",
)  # fmt: skip
_POINTERS = {"table", "data", "grad", "single", "code", "go", "goback", "outs"}


class Reader:
    """The functions, for tapes whose operations are these, and blocks of that many vectors of samples.

    Wide blocks may fuse products with sums on the way back; `tape_overflow` tells when that is right.
    """

    def __init__(self, rows: Sequence[Op], lanes: int, vectors: int, *, fused: bool) -> None:
        machine = Machine(_module(rows, lanes, vectors, fused), optimised=True)
        one = [POINTER, POINTER, INTEGER, POINTER, POINTER, POINTER, INTEGER, POINTER]
        self.fused = fused
        self.batch = machine.function("batch", None, [POINTER])
        self.forward = machine.function("forward", None, one)
        self.backward = machine.function("backward", None, one)


def reader(rows: Sequence[Op], lanes: int, vectors: int, *, fused: bool = False) -> Reader:
    """A reader, made once for each table of operations."""
    texts = tuple((row.name, row.formula, row.locals, row.params, *row.constants.items()) for row in rows)
    key = texts, lanes, vectors, fused
    if key not in _READERS:
        _READERS[key] = Reader(rows, lanes, vectors, fused=fused)
    return _READERS[key]


_READERS: dict[tuple[object, int, int, bool], Reader] = {}


def _module(rows: Sequence[Op], lanes: int, vectors: int, fused: bool) -> str:
    declared = {"declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"}
    vector = Lines(lanes, declared)
    block = vector.widened(vectors)
    fields = []
    for n, name in enumerate(FIELDS):
        fields.append(f"  %{name}.field = getelementptr i64, ptr %t, i64 {n}")
        what = "ptr" if name in _POINTERS else "double" if name == "seed" else "i64"
        fields.append(f"  %{name} = load {what}, ptr %{name}.field, align 8")
    seed = block.splat("%seed")
    batch = BATCH.format(
        fields="\n".join(fields), lanes=block.lanes, lanes_less_1=block.lanes - 1, bytes=8 * block.lanes,
        kind=block.kind, vector=vector.kind, vector_bytes=8 * lanes, vectors=vectors, seeds="\n".join(block.lines),
        seed=seed, tame_before=tame.BEFORE.format(vector=vector.kind) if fused else "",
        tame_block=tame.BLOCK if fused else "",
    )  # fmt: skip
    loops = [_loop(name, rows, lanes, vectors, declared, fused) for name in ("forward", "backward")]
    checks = [tame.function(lanes, declared)] if fused else []
    return "\n".join([*loops, *checks, batch, *sorted(declared)])


def _loop(name: str, rows: Sequence[Op], lanes: int, vectors: int, declared: set[str], fused: bool) -> str:
    lines = Lines(lanes, declared)
    back = name == "backward"
    (sums.dot_back if back else sums.dot)(lines, vectors)
    if vectors > 1:
        (sums.spread_back if back else sums.spread)(lines, vectors)
        for together in WEIGHTED:
            if back:
                blocks.weighted_back(lines, vectors, together, fused=fused)
                blocks.collect(lines, vectors, together, fused=fused)
            else:
                blocks.weighted(lines, vectors, together)
    for number, row in enumerate(rows, FIRST_ROW):
        one = _Row(lines, row)
        over_vectors(lines, f"op{number}", vectors, one.back if back else one.there)
    numbers = [line[2:-1] for line in lines.lines if re.fullmatch(r"op\d+:", line)]
    cases = "\n".join(f"    i32 {n}, label %op{n}" for n in numbers)
    return LOOP.format(name=name, cases=cases, blocks="\n".join(lines.lines))


class _Row:
    """One operation. Its operands are read when a formula first needs them."""

    def __init__(self, lines: Lines, row: Op) -> None:
        self.lines, self.row = lines, row
        self.inputs = ("x", "y")[: row.arity]
        self.operands = [*self.inputs, *(() if row.constants else row.params)]
        self.places: dict[str, str] = {}
        self.values: dict[str, str] = {}

    def there(self, at: At, before: str) -> None:
        """The value, into its place."""
        self.at = at
        self.lines.store(self.formula(self.row.formula), "%data", self.place("out"))

    def back(self, at: At, before: str) -> None:
        """grad × local derivative, added to each input's grad."""
        if passes_nothing_on(self.row):
            return
        self.at = at
        grad = self.lines.load("%grad", self.place("out"))
        for name, local in zip(self.inputs, self.row.locals, strict=True):
            slope = self.formula(local)
            amount = grad if slope == self.lines.number(1.0) else self.lines.binary("fmul", grad, slope)
            add_to(self.lines, self.place(name), amount)

    def place(self, name: str) -> str:
        if name not in self.places:
            start = "%out" if name == "out" else read(self.lines, "%here", 2 + self.operands.index(name))
            self.places[name] = self.at(start)
        return self.places[name]

    def formula(self, text: str) -> str:
        tree = filled(text, self.row.constants)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in (*self.operands, "out") and node.id not in self.values:
                self.values[node.id] = self.lines.load("%data", self.place(node.id))
        return self.lines.formula(tree, self.values)
