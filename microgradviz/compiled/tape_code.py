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
from . import tape_blocks as blocks, tape_overflow as overflow, tape_sums as sums
from .formula_trees import fill_formula
from .llvm_host import INTEGER, POINTER, MachineCode
from .llvm_templates import BATCH_FUNCTION, TAPE_FUNCTION
from .llvm_text import FunctionBody
from .recording import DETACH
from .tape import FIRST_OP, WEIGHTED_SUM
from .tape_sums import VectorPlace, add_to_grad, write_tape_read, write_vector_loop

BATCH_FIELDS = (
    "count", "width", "first_varying", "varying_count", "root", "forward_count", "backward_count", "params",
    "table", "data", "grad", "single", "code", "forward_begins", "backward_begins", "outs", "seed", "safe",
)  # fmt: skip
_POINTERS = {"table", "data", "grad", "single", "code", "forward_begins", "backward_begins", "outs"}


class TapeReader:
    """Machine code that reads tapes: the functions forward, backward and batch.

    Args:
        ops: The operations that a tape may hold, by number from FIRST_OP on.
        lanes: How many samples a vector holds.
        vectors: How many vectors a block has.
        fused: Whether products are fused with sums on the way back; `tape_overflow` says when that is right.
    """

    def __init__(self, ops: Sequence[Op], lanes: int, vectors: int, *, fused: bool) -> None:
        machine = MachineCode(_module(ops, lanes, vectors, fused), optimised=True)
        one = [POINTER, POINTER, INTEGER, POINTER, POINTER, POINTER, INTEGER, POINTER]
        self.fused = fused
        self.batch = machine.get_function("batch", None, [POINTER])
        self.forward = machine.get_function("forward", None, one)
        self.backward = machine.get_function("backward", None, one)


def get_tape_reader(ops: Sequence[Op], lanes: int, vectors: int, *, fused: bool = False) -> TapeReader:
    """The reader for these operations and this size of blocks, made when it is first asked for."""
    texts = tuple((op.name, op.formula, op.locals, op.params, *op.constants.items()) for op in ops)
    key = texts, lanes, vectors, fused
    if key not in _READERS:
        _READERS[key] = TapeReader(ops, lanes, vectors, fused=fused)
    return _READERS[key]


_READERS: dict[tuple[object, int, int, bool], TapeReader] = {}


def _module(ops: Sequence[Op], lanes: int, vectors: int, fused: bool) -> str:
    declared = {"declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"}
    vector = FunctionBody(lanes, declared)
    block = vector.with_longer_vectors(vectors)
    fields = []
    for n, name in enumerate(BATCH_FIELDS):
        fields.append(f"  %{name}.field = getelementptr i64, ptr %t, i64 {n}")
        what = "ptr" if name in _POINTERS else "double" if name == "seed" else "i64"
        fields.append(f"  %{name} = load {what}, ptr %{name}.field, align 8")
    seed = block.broadcast("%seed")
    batch = BATCH_FUNCTION.format(
        fields="\n".join(fields), lanes=block.lanes, lanes_less_1=block.lanes - 1, bytes=8 * block.lanes,
        kind=block.kind, vector=vector.kind, vector_bytes=8 * lanes, vectors=vectors, seeds="\n".join(block.lines),
        seed=seed, check_uniform=overflow.CHECK_UNIFORM.format(vector=vector.kind) if fused else "",
        check_block=overflow.CHECK_BLOCK if fused else "",
    )  # fmt: skip
    loops = [_loop(name, ops, lanes, vectors, declared, fused) for name in ("forward", "backward")]
    checks = [overflow.overflow_check(lanes, declared)] if fused else []
    return "\n".join([*loops, *checks, batch, *sorted(declared)])


def _loop(name: str, ops: Sequence[Op], lanes: int, vectors: int, declared: set[str], fused: bool) -> str:
    lines = FunctionBody(lanes, declared)
    back = name == "backward"
    (sums.write_dot_backward if back else sums.write_dot)(lines, vectors)
    if vectors > 1:
        (sums.write_broadcast_backward if back else sums.write_broadcast)(lines, vectors)
        for together in WEIGHTED_SUM:
            if back:
                blocks.write_weighted_sum_backward(lines, vectors, together, fused=fused)
                blocks.write_collect_grads(lines, vectors, together, fused=fused)
            else:
                blocks.write_weighted_sum(lines, vectors, together)
    for number, op in enumerate(ops, FIRST_OP):
        case = _OpCase(lines, op)
        write_vector_loop(lines, f"op{number}", vectors, case.backward if back else case.forward)
    numbers = [line[2:-1] for line in lines.lines if re.fullmatch(r"op\d+:", line)]
    cases = "\n".join(f"    i32 {n}, label %op{n}" for n in numbers)
    return TAPE_FUNCTION.format(name=name, cases=cases, blocks="\n".join(lines.lines))


class _OpCase:
    """The case of one operation. Its operands are read when a formula first needs them."""

    def __init__(self, lines: FunctionBody, op: Op) -> None:
        self.lines, self.op = lines, op
        self.inputs = ("x", "y")[: op.arity]
        self.operands = [*self.inputs, *(() if op.constants else op.params)]
        self.places: dict[str, str] = {}
        self.values: dict[str, str] = {}

    def forward(self, at: VectorPlace, before: str) -> None:
        """Write the operation's value into its place."""
        self.at = at
        self.lines.store(self.formula(self.op.formula), "%data", self.place("out"))

    def backward(self, at: VectorPlace, before: str) -> None:
        """Add grad × local derivative to each input's grad."""
        if self.op.name == DETACH.name:
            return
        self.at = at
        grad = self.lines.load("%grad", self.place("out"))
        for name, local in zip(self.inputs, self.op.locals, strict=True):
            slope = self.formula(local)
            amount = grad if slope == self.lines.constant(1.0) else self.lines.add_binary("fmul", grad, slope)
            add_to_grad(self.lines, self.place(name), amount)

    def place(self, name: str) -> str:
        if name not in self.places:
            start = "%out" if name == "out" else write_tape_read(self.lines, "%here", 2 + self.operands.index(name))
            self.places[name] = self.at(start)
        return self.places[name]

    def formula(self, text: str) -> str:
        tree = fill_formula(text, self.op.constants)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in (*self.operands, "out") and node.id not in self.values:
                self.values[node.id] = self.lines.load("%data", self.place(node.id))
        return self.lines.add_formula(tree, self.values)
