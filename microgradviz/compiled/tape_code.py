"""The machine program that reads tapes. It is made once for the operations that occur; a new graph needs a new tape.

forward    the instructions of a tape: their results into data
backward   the same, passing the grad of each result on to its inputs
step       a whole batch: numbers forward, each block of samples forward and back, numbers back
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import partial
from typing import Any

from ..engine import Op
from . import tape_matrices as matrices
from .formula_trees import fill_formula
from .llvm_host import machine_code
from .recording import DETACH
from .tape import COLLECT, COLUMN, DOT, GATHER, MATRIX, OUTER, ROW
from .tape_lines import TapeLines
from .tape_step import StepBody

_LOOP = """\
define internal void @{name}(
  ptr %code, ptr %data, ptr %grad, ptr %u, ptr %gu, i64 %vectors, i64 %valid, ptr %panel, ptr %sums
) {{
entry:
  br label %done
done:
  %here = phi ptr {heres}
  %op = load i32, ptr %here, align 4
  %length.at = getelementptr i32, ptr %here, i64 1
  %length = load i32, ptr %length.at, align 4
  %following = getelementptr i32, ptr %here, i32 %length
  %case.at = getelementptr ptr, ptr @{name}.cases, i32 %op
  %case = load ptr, ptr %case.at, align 8
  indirectbr ptr %case, [ {labels} ]
{blocks}
exit:
  ret void
}}
"""


Ops = dict[str, dict[int, Op | None]]  # those of the instructions "once" and for "each" block, by number


def _loop(lines: TapeLines, name: str, ops: Mapping[int, Op | None], native: int, *, back: bool) -> str:
    if back:
        writers = {
            GATHER: _write_gather,
            COLLECT: matrices.write_collect,
        }
        writers |= {OUTER: partial(matrices.write_outer, native=native)}
        writers |= {n: partial(matrices.write_products, number=n) for n in (COLUMN, ROW)}
    else:
        writers = {m: partial(matrices.write_matrix, together=n) for n, m in MATRIX.items()}
    writers[DOT] = partial(_write_dot, back=back)
    writers |= {n: _OpCase(lines, op, back=back).write for n, op in ops.items() if op}
    for number, write in writers.items():
        if number in ops:
            lines.begin_block(f"op{number}")
            write(lines)
            lines.add_line("br label %done")
    numbers = writers.keys() & ops.keys()
    cases = [f"op{n}" if n in numbers else "exit" for n in range(max(numbers, default=0) + 1)]
    label, heres = "", ["[ %code, %entry ]"]
    for line in lines.lines:
        label = line[:-1] if line.endswith(":") else label
        if line == "  br label %done":
            heres.append(f"[ %following, %{label} ]")
    table = ", ".join(f"ptr blockaddress(@{name}, %{case})" for case in cases)
    labels = ", ".join(f"label %{case}" for case in dict.fromkeys([*cases, "exit"]))
    text = _LOOP.format(name=name, labels=labels, heres=", ".join(heres), blocks="\n".join(lines.lines))
    return f"{text}@{name}.cases = private constant [{len(cases)} x ptr] [ {table} ]\n"


def _write_dot(lines: TapeLines, *, back: bool) -> None:
    """DOT: start + a × b + a × b + …, from the left; back grad × b to each a and grad × a to each b, last first."""
    count = lines.read(4)
    terms = lines.move("5")
    out, start = (lines.row(lines.read(at)) for at in (2, 3))

    def pair(n: str, v: str) -> list[str]:
        at = lines.move(lines.add(n, 2, "mul"), terms)
        return [lines.add(lines.row(lines.read(k, at)), v) for k in (0, 1)]

    def vector(v: str) -> None:
        if back:
            grad = lines.load("%grad", lines.add(out, v))

            def share(n: str, _: list[str]) -> None:
                a, b = pair(lines.add(lines.add(count, n, "sub"), 1, "sub"), v)
                x, y = lines.load("%data", a), lines.load("%data", b)
                lines.increase(a, lines.add_binary("fmul", grad, y))
                lines.increase(b, lines.add_binary("fmul", grad, x))

            lines.loop(count, share)
        else:

            def plus(n: str, so_far: list[str]) -> list[str]:
                x, y = (lines.load("%data", at) for at in pair(n, v))
                return [lines.add_product(so_far[0], x, y)]

            total = lines.loop(count, plus, [lines.load("%data", lines.add(start, v))])[0]
            lines.store(total, "%data", lines.add(out, v))

    lines.each_vector(vector)


def _write_gather(lines: TapeLines) -> None:
    """GATHER: what arrived at copies of numbers, in every sample of a block, to these numbers."""

    def pair(n: str, _: list[str]) -> None:
        at = lines.move(lines.add(lines.add(n, 2, "mul"), 3))
        row = lines.row(lines.read(0, at))

        def plus(v: str, sums: list[str]) -> list[str]:
            return [lines.add_binary("fadd", sums[0], lines.keep_valid(lines.load("%grad", lines.add(row, v)), v))]

        total = lines.lane_sum(lines.loop("%vectors", plus, [lines.constant(0.0)])[0])
        lines.increase_double("%gu", lines.read(1, at), total)

    lines.loop(lines.read(2), pair)


class _OpCase:
    """The case of one operation. Its operands are read when a formula first needs them."""

    def __init__(self, lines: TapeLines, op: Op, *, back: bool) -> None:
        self.lines, self.op, self.back = lines, op, back
        self.inputs = ("x", "y")[: op.arity]
        self.operands = ["out", *self.inputs, *(() if op.constants else op.params)]

    def write(self, lines: TapeLines) -> None:
        """Write the operation's value into its place; or back, add grad × local derivative to each input's grad."""
        if self.back and self.op.name == DETACH.name:
            return
        count = lines.read(2)
        others = range(len(self.operands) - 1)
        firsts = [lines.read(3), *(lines.read(4 + 2 * k) for k in others)]
        steps = ["1", *(lines.read(5 + 2 * k) for k in others)]

        def row(n: str, _: list[str]) -> None:
            at = lines.add(lines.add(count, n, "sub"), 1, "sub") if self.back else n
            pairs = zip(firsts, steps, strict=True)
            places = [lines.row(lines.add(first, lines.add(at, step, "mul"))) for first, step in pairs]

            def vector(v: str) -> None:
                self.place = {name: lines.add(p, v) for name, p in zip(self.operands, places, strict=True)}
                self.values: dict[str, str] = {}
                (self._backward if self.back else self._forward)(lines)

            lines.each_vector(vector)

        lines.loop(count, row)

    def _forward(self, lines: TapeLines) -> None:
        lines.store(self._formula(self.op.formula), "%data", self.place["out"])

    def _backward(self, lines: TapeLines) -> None:
        grad = lines.load("%grad", self.place["out"])
        for name, local in zip(self.inputs, self.op.locals, strict=True):
            slope = self._formula(local)
            amount = grad if slope == lines.constant(1.0) else lines.add_binary("fmul", grad, slope)
            lines.increase(self.place[name], amount)

    def _formula(self, text: str) -> str:
        tree = fill_formula(text, self.op.constants)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in self.operands and node.id not in self.values:
                self.values[node.id] = self.lines.load("%data", self.place[node.id])
        return self.lines.add_formula(tree, self.values)


def tape_reader(ops: Ops, lanes: int, vectors: int, *, fused: bool) -> Any:
    """A function that reads tapes; it takes the address of FIELDS, does a whole step, and returns the total.

    It knows the operations of all earlier ones too, so a process that compiles many functions soon has one for all.

    Args:
        ops: The operations that a tape may hold; "once" alone for tapes of a single sample.
        lanes: How many samples a vector holds.
        vectors: How many vectors of a wide block are taken at a time.
        fused: Whether products are fused with sums on the way back.
    """
    key = *ops, lanes, vectors, fused
    known, reader = _READERS.get(key, ({}, None))
    if reader is None or any(some.keys() - known[suffix].keys() for suffix, some in ops.items()):
        ops = {suffix: known.get(suffix, {}) | some for suffix, some in ops.items()}
        declared = {"declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"}
        declared.add("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        parts = [StepBody(TapeLines(lanes, vectors, declared), single="each" not in ops).text()]
        for suffix, some in ops.items():
            for name in ("forward", "backward"):
                lines = TapeLines(lanes if suffix == "each" else 1, vectors, declared, fused=fused)
                parts.append(_loop(lines, f"{name}.{suffix}", some, lanes, back=name == "backward"))
        reader = machine_code("\n".join([*parts, *sorted(declared)]), "step")
        _READERS[key] = ops, reader
    return reader


_READERS: dict[tuple[object, ...], tuple[Ops, Any]] = {}
