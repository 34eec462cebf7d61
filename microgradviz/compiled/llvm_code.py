"""A program as straight machine code: one vector for each value, a lane for each sample.

    start    the uniform values, once: their data in the array u, parameters first
    block    the samples first ... last, a vector of them at a time, forward and straight back; what arrives at
             uniform values is added up in acc, one vector each, the result itself in acc[0]
    finish   the lanes of acc added up, and the way back from uniform values to the parameters
    step     all three, for one thread
    forward  each sample's result

The last block may be only partly filled. It is done first, its empty lanes repeat the last sample, and what they
added is cleared before the others begin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .formula_trees import fill_formula
from .llvm_templates import BLOCK_FUNCTION, GATHER_LOOP, SCATTER_LOOP, STEP_FUNCTION
from .llvm_text import FunctionBody
from .program import Instruction, Program, formula_names


class MemoryLayout:
    """Which slot of the arrays u and acc belongs to which value of a program.

    Attributes:
        u: For each uniform value, the slot of its data.
        acc: For each value that gradients of varying values arrive at, the slot of their sum; slot 0 is the result's.
    """

    def __init__(self, program: Program) -> None:
        first = program.inputs
        uniform = [i for i in range(first, first + program.params)]
        uniform += [step.out for step in program.steps if not program.varying[step.out]]
        self.u = {i: place for place, i in enumerate(uniform)}
        arriving = (
            i
            for step in program.steps
            if program.varying[step.out]
            for i, _ in program.local_derivatives(step)
            if not program.varying[i]
        )
        self.acc = {i: place for place, i in enumerate(dict.fromkeys(arriving), 1)}

    @property
    def slots(self) -> int:
        """How many vectors acc holds."""
        return len(self.acc) + 1


def llvm_source(program: Program, widths: Sequence[int], names: Sequence[str], lanes: int, *, fast: bool) -> str:
    """A program in LLVM's language: the text of the functions start, block, finish, step and forward.

    Args:
        program: What to compute.
        widths: How many numbers of a sample each argument holds.
        names: What to call the numbers of a sample and the parameters, for the reader.
        lanes: How many samples are computed at once, 2 at least.
        fast: Whether the compiler may reorder arithmetic.
    """
    declared = {"declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"}
    layout = MemoryLayout(program)
    writer = _Writer(program, layout, names, declared, lanes, fast)
    parts = [
        writer.start(),
        writer.blocks(widths, backward=True),
        writer.blocks(widths, backward=False),
        writer.finish(),
        STEP_FUNCTION.format(bytes=8 * lanes * layout.slots),
    ]
    return "\n".join([*parts, *sorted(declared)])


class _Writer:
    def __init__(
        self, program: Program, layout: MemoryLayout, names: Sequence[str], declared: set[str], lanes: int, fast: bool
    ) -> None:
        self.program, self.layout, self.declared, self.lanes, self.fast = program, layout, declared, lanes, fast
        first = program.inputs + program.params + len(program.constants)
        self.hint = [*names, *program.constants, *(f"v{i - first + 1}" for i in range(first, len(program)))]
        self.key: list[str | float] = [
            c if (c := program.constant(i)) is not None else str(i) for i in range(len(program))
        ]

    def start(self) -> str:
        """The text of the function that computes uniform values."""
        lines = FunctionBody(1, self.declared, fast=self.fast)
        value: dict[str, str] = {}
        for i, place in self.layout.u.items():
            if place < self.program.params:
                value[str(i)] = lines.load("%params", place, self._hint(i))
                lines.store(value[str(i)], "%u", place)
        for step in self.program.steps:
            if step.out in self.layout.u:
                value[str(step.out)] = self._forward(lines, step, value)
                lines.store(value[str(step.out)], "%u", self.layout.u[step.out])
        return "\n".join(["define void @start(ptr %params, ptr %u) {", *lines.lines, "  ret void", "}"])

    def blocks(self, widths: Sequence[int], *, backward: bool) -> str:
        """The text of the function that goes through samples, forward and (if wanted) back."""
        program = self.program
        lines = FunctionBody(self.lanes, self.declared, fast=self.fast)
        value = _BlockValues(lines, self)
        for i in range(program.inputs):
            value[str(i)] = lines.load("%tile", i, self._hint(i))
        varying = [step for step in program.steps if program.varying[step.out]]
        for step in varying:
            value[str(step.out)] = self._forward(lines, step, value)
        root = value.value_of(program.root)
        if backward:
            self._collect(lines, 0, [root])
            self._backward(lines, varying, value)
        body = "\n".join(lines.lines)
        text = BLOCK_FUNCTION.format(
            inputs=max(1, program.inputs),
            kind=lines.kind,
            lanes=self.lanes,
            lanes_less_1=self.lanes - 1,
            gather=self._gather(widths),
            body=body if backward else body + "\n" + SCATTER_LOOP.format(kind=lines.kind, root=root),
            counting=f"<{', '.join(f'i64 {lane}' for lane in range(self.lanes))}>",
            slots=self.layout.slots,
        )
        if backward:
            return text
        before, rest = text.replace("@block", "@forward").split("  br i1 %whole, label %done, label %clear")
        return before + rest[rest.index("done:") :]

    def _gather(self, widths: Sequence[int]) -> str:
        parts, first = [], 0
        for n, width in enumerate(widths):
            before = f"gathered{n - 1}" if n else "next"
            parts.append(GATHER_LOOP.format(n=n, width=width, first=first, lanes=self.lanes, before=before))
            first += width
        return "\n".join(parts)

    def finish(self) -> str:
        """The text of the function that adds up lanes, and goes back from uniform values to the parameters."""
        program, layout = self.program, self.layout
        lines = FunctionBody(1, self.declared, fast=self.fast)
        kind = f"<{self.lanes} x double>"
        reduce = f"@llvm.vector.reduce.fadd.v{self.lanes}f64"
        self.declared.add(f"declare double {reduce}(double, {kind})")

        def lane_sum(slot: int, hint: str) -> str:
            place = lines.add_value(f"getelementptr {kind}, ptr %acc, i64 {slot}", "at")
            lanes = lines.add_value(f"load {kind}, ptr {place}, align 8", hint)
            return lines.add_value(f"call reassoc double {reduce}(double -0.0, {kind} {lanes})", hint)

        value = {str(i): lines.load("%u", place, self._hint(i)) for i, place in layout.u.items()}
        shares = {i: [lane_sum(slot, f"grad_{self._hint(i)}")] for i, slot in layout.acc.items()}
        total = lane_sum(0, "total")
        if not program.varying[program.root]:
            constant = program.constant(program.root)
            total = value[str(program.root)] if constant is None else lines.constant(constant)
            shares.setdefault(program.root, []).append("%seed")
        for step in reversed(program.steps):
            if not program.varying[step.out] and program.active[step.out]:
                self._pass_back(lines, step, shares, value)
        for i in range(program.inputs, program.inputs + program.params):
            grad = self._sum(lines, shares[i], self._hint(i)) if program.active[i] else lines.constant(0.0)
            lines.store(grad, "%grads", layout.u[i])
        head = "define double @finish(ptr %u, ptr %acc, ptr %grads, double %seed) {"
        return "\n".join([head, *lines.lines, f"  ret double {total}", "}"])

    def _hint(self, i: int) -> str:
        return str(self.hint[i])

    def _forward(self, lines: FunctionBody, step: Instruction, value: Mapping[str, str]) -> str:
        hint = self._hint(step.out)
        if step.op.arity is None:
            out = lines.constant(0.0)
            for i in step.inputs:
                constant = _constant_text(self.program, i, lines)
                out = lines.add_binary("fadd", out, constant or value[str(i)], hint)
            return out
        return lines.add_formula(fill_formula(step.op.formula, formula_names(step, self.key)), value, hint)

    def _backward(self, lines: FunctionBody, varying: Sequence[Instruction], value: _BlockValues) -> None:
        program = self.program
        shares = {program.root: [lines.broadcast("%seed")]} if program.varying[program.root] else {}
        for step in reversed(varying):
            if program.active[step.out] and step.out in shares:
                self._pass_back(lines, step, shares, value)
        for i, slot in self.layout.acc.items():
            self._collect(lines, slot, shares[i])

    def _pass_back(
        self, lines: FunctionBody, step: Instruction, shares: dict[int, list[str]], value: Mapping[str, str]
    ) -> None:
        grad = self._sum(lines, shares.pop(step.out), self._hint(step.out))
        for i, formula in self.program.local_derivatives(step):
            tree = fill_formula(formula, formula_names(step, self.key))
            hint = f"grad_{self._hint(i)}"
            local = lines.add_formula(tree, value)
            amount = grad if local == lines.constant(1.0) else lines.add_binary("fmul", grad, local, hint)
            shares.setdefault(i, []).append(amount)

    def _sum(self, lines: FunctionBody, terms: Sequence[str], hint: str) -> str:
        out = terms[0]
        for term in terms[1:]:
            out = lines.add_binary("fadd", out, term, f"grad_{hint}")
        return out

    def _collect(self, lines: FunctionBody, slot: int, terms: Sequence[str]) -> None:
        so_far = lines.load("%acc", slot)
        lines.store(self._sum(lines, [so_far, *terms], "sum"), "%acc", slot)


class _BlockValues(dict[str, str]):
    """The values of a block by number; a uniform one is read from u, into every lane, each time it is used."""

    def __init__(self, lines: FunctionBody, writer: _Writer) -> None:
        self.lines, self.writer = lines, writer

    def __missing__(self, key: str) -> str:
        i = int(key)
        return self.lines.load_scalar("%u", self.writer.layout.u[i], self.writer._hint(i))

    def value_of(self, i: int) -> str:
        return _constant_text(self.writer.program, i, self.lines) or self[str(i)]


def _constant_text(program: Program, i: int, lines: FunctionBody) -> str | None:
    """Value i as LLVM writes a number, if it is a constant."""
    constant = program.constant(i)
    return None if constant is None else lines.constant(constant)
