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

from .llvm_frames import BLOCK, GATHER, SCATTER, STEP
from .llvm_text import Lines
from .printing import filled
from .program import Instruction, Program, known


class Layout:
    """Where things are: uniform values in u, and what arrives at them in acc (0 is the result itself)."""

    def __init__(self, program: Program) -> None:
        first = program.inputs
        uniform = [i for i in range(first, first + program.params)]
        uniform += [step.out for step in program.steps if not program.varying[step.out]]
        self.u = {i: place for place, i in enumerate(uniform)}
        arriving = (
            i
            for step in program.steps
            if program.varying[step.out]
            for i, _ in program.shares(step)
            if not program.varying[i]
        )
        self.acc = {i: place for place, i in enumerate(dict.fromkeys(arriving), 1)}

    @property
    def slots(self) -> int:
        """How many vectors acc holds."""
        return len(self.acc) + 1


def module(program: Program, widths: Sequence[int], names: Sequence[str], lanes: int, *, fast: bool) -> str:
    """The text of the module.

    Args:
        program: What to compute.
        widths: How many numbers of a sample each argument holds.
        names: What to call the numbers of a sample and the parameters, for the reader.
        lanes: How many samples are computed at once, 2 at least.
        fast: Whether the compiler may reorder arithmetic.
    """
    declared = {"declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"}
    layout = Layout(program)
    writer = _Writer(program, layout, names, declared, lanes, fast)
    parts = [
        writer.start(),
        writer.blocks(widths, backward=True),
        writer.blocks(widths, backward=False),
        writer.finish(),
        STEP.format(bytes=8 * lanes * layout.slots),
    ]
    return "\n".join([*parts, *sorted(declared)])


class _Writer:
    def __init__(
        self, program: Program, layout: Layout, names: Sequence[str], declared: set[str], lanes: int, fast: bool
    ) -> None:
        self.program, self.layout, self.declared, self.lanes, self.fast = program, layout, declared, lanes, fast
        first = program.inputs + program.params + len(program.constants)
        self.hint = [*names, *program.constants, *(f"v{i - first + 1}" for i in range(first, len(program)))]
        self.key: list[str | float] = [
            c if (c := program.constant(i)) is not None else str(i) for i in range(len(program))
        ]

    def start(self) -> str:
        """The function that computes uniform values."""
        lines = Lines(1, self.declared, fast=self.fast)
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
        """The function that goes through samples, forward and (if wanted) back."""
        program = self.program
        lines = Lines(self.lanes, self.declared, fast=self.fast)
        value = _Spread(lines, self)
        for i in range(program.inputs):
            value[str(i)] = lines.load("%tile", i, self._hint(i))
        varying = [step for step in program.steps if program.varying[step.out]]
        for step in varying:
            value[str(step.out)] = self._forward(lines, step, value)
        root = value.of(program.root)
        if backward:
            self._collect(lines, 0, [root])
            self._backward(lines, varying, value)
        body = "\n".join(lines.lines)
        text = BLOCK.format(
            inputs=max(1, program.inputs),
            kind=lines.kind,
            lanes=self.lanes,
            lanes_less_1=self.lanes - 1,
            gather=self._gather(widths),
            body=body if backward else body + "\n" + SCATTER.format(kind=lines.kind, root=root),
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
            parts.append(GATHER.format(n=n, width=width, first=first, lanes=self.lanes, before=before))
            first += width
        return "\n".join(parts)

    def finish(self) -> str:
        """The function that adds up lanes, and goes back from uniform values to the parameters."""
        program, layout = self.program, self.layout
        lines = Lines(1, self.declared, fast=self.fast)
        kind = f"<{self.lanes} x double>"
        reduce = f"@llvm.vector.reduce.fadd.v{self.lanes}f64"
        self.declared.add(f"declare double {reduce}(double, {kind})")

        def added_up(slot: int, hint: str) -> str:
            place = lines.make(f"getelementptr {kind}, ptr %acc, i64 {slot}", "at")
            lanes = lines.make(f"load {kind}, ptr {place}, align 8", hint)
            return lines.make(f"call reassoc double {reduce}(double -0.0, {kind} {lanes})", hint)

        value = {str(i): lines.load("%u", place, self._hint(i)) for i, place in layout.u.items()}
        shares = {i: [added_up(slot, f"grad_{self._hint(i)}")] for i, slot in layout.acc.items()}
        total = added_up(0, "total")
        if not program.varying[program.root]:
            constant = program.constant(program.root)
            total = value[str(program.root)] if constant is None else lines.number(constant)
            shares.setdefault(program.root, []).append("%seed")
        for step in reversed(program.steps):
            if not program.varying[step.out] and program.active[step.out]:
                self._share_out(lines, step, shares, value)
        for i in range(program.inputs, program.inputs + program.params):
            grad = self._sum(lines, shares[i], self._hint(i)) if program.active[i] else lines.number(0.0)
            lines.store(grad, "%grads", layout.u[i])
        head = "define double @finish(ptr %u, ptr %acc, ptr %grads, double %seed) {"
        return "\n".join([head, *lines.lines, f"  ret double {total}", "}"])

    def _hint(self, i: int) -> str:
        return str(self.hint[i])

    def _forward(self, lines: Lines, step: Instruction, value: Mapping[str, str]) -> str:
        hint = self._hint(step.out)
        if step.op.arity is None:
            out = lines.number(0.0)
            for i in step.inputs:
                constant = program_constant(self.program, i, lines)
                out = lines.binary("fadd", out, constant or value[str(i)], hint)
            return out
        return lines.formula(filled(step.op.formula, known(step, self.key)), value, hint)

    def _backward(self, lines: Lines, varying: Sequence[Instruction], value: _Spread) -> None:
        program = self.program
        shares = {program.root: [lines.splat("%seed")]} if program.varying[program.root] else {}
        for step in reversed(varying):
            if program.active[step.out] and step.out in shares:
                self._share_out(lines, step, shares, value)
        for i, slot in self.layout.acc.items():
            self._collect(lines, slot, shares[i])

    def _share_out(
        self, lines: Lines, step: Instruction, shares: dict[int, list[str]], value: Mapping[str, str]
    ) -> None:
        grad = self._sum(lines, shares.pop(step.out), self._hint(step.out))
        for i, formula in self.program.shares(step):
            tree = filled(formula, known(step, self.key))
            hint = f"grad_{self._hint(i)}"
            local = lines.formula(tree, value)
            amount = grad if local == lines.number(1.0) else lines.binary("fmul", grad, local, hint)
            shares.setdefault(i, []).append(amount)

    def _sum(self, lines: Lines, terms: Sequence[str], hint: str) -> str:
        out = terms[0]
        for term in terms[1:]:
            out = lines.binary("fadd", out, term, f"grad_{hint}")
        return out

    def _collect(self, lines: Lines, slot: int, terms: Sequence[str]) -> None:
        so_far = lines.load("%acc", slot)
        lines.store(self._sum(lines, [so_far, *terms], "sum"), "%acc", slot)


class _Spread(dict[str, str]):
    """The values of a block by number; a uniform one is read from u, into every lane, each time it is used."""

    def __init__(self, lines: Lines, writer: _Writer) -> None:
        self.lines, self.writer = lines, writer

    def __missing__(self, key: str) -> str:
        i = int(key)
        return self.lines.spread("%u", self.writer.layout.u[i], self.writer._hint(i))

    def of(self, i: int) -> str:
        return program_constant(self.writer.program, i, self.lines) or self[str(i)]


def program_constant(program: Program, i: int, lines: Lines) -> str | None:
    """Value i as LLVM writes a number, if it is a constant."""
    constant = program.constant(i)
    return None if constant is None else lines.number(constant)
