"""A program as a tape: a list of small numbers that one machine program for all graphs reads, forward and backward.

An instruction is its operation's number, the place of its result, and the places of its inputs and constants:

    [operation, out, x, y, constants ...]         one row of the table of operations
    [DOT, out, start, count, a, b, a, b ...]      start + a × b + a × b + …: what a neuron does, in one instruction

A place is a row of an array with one column for each sample of a block. First come the numbers of a sample, then what
is the same for all samples (parameters, constants, uniform values), then the varying values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..ops import BUILT_IN, OPS, Op
from .matrices import by_the_table
from .program import Instruction, Program
from .recording import DETACH

DOT = 0
# Operations with constants that are worth a number of their own, because their formulas become simpler.
_BOUND = [OPS["pow_n"].bind(n) for n in (2.0, 3.0, -1.0, 0.5, -0.5)]


class Tape:
    """A program's instructions, and where its values are.

    Args:
        program: What to compute.
        blocks: Whether several samples are computed at once, so that uniform values need steps of their own.

    Attributes:
        rows: The operations by number, from 1 on; 0 is DOT.
        code: All instructions, one after another.
        uniform, varying: Where the instructions of these values begin, in order.
        uniform_back, varying_back: The same, for those that pass a gradient on, last first.
        numbers: What the places hold to begin with, as (place, number).
        place: For each value of the program, its place.
        fixed, moving: The first place of what is the same for all samples, and of the varying values.
        size: How many places there are.
    """

    def __init__(self, program: Program, *, blocks: bool) -> None:
        self.program = program
        own = {step.op.name: step.op for step in program.steps if step.op.name not in BUILT_IN}
        self.rows = [
            *(OPS[name] for name in BUILT_IN if OPS[name].arity),
            *_BOUND,
            *(own[name] for name in sorted(own)),
        ]
        self._number = {_key(row): n for n, row in enumerate(self.rows, 1)}
        self._constant: dict[str, int] = {}
        self.code: list[int] = []
        self._uses = Counter(i for step in program.steps for i in step.inputs)
        self._uses[program.root] += 1
        first = program.inputs + program.params + len(program.constants)
        self._step = {step.out: step for step in program.steps}
        varying = program.varying if blocks else [True] * len(program)
        merged = self._merged(varying)
        steps = [step for step in program.steps if step.out not in merged]
        for number in (0.0, -0.0, 1.0, *(c for step in steps for c in step.op.constants.values())):
            self._constant.setdefault(repr(number), first + len(self._constant))
        at = first + len(self._constant)
        self.place = list(range(first)) + [-1] * len(program.steps)
        for step in sorted(steps, key=lambda step: varying[step.out]):
            self.place[step.out] = at
            at += 1
        self.size, self.fixed = at, program.inputs
        self.moving = at - sum(varying[step.out] for step in steps)
        self.numbers = [*enumerate(program.constants, program.inputs + program.params)]
        self.numbers += [(place, float(digits)) for digits, place in self._constant.items()]
        begins = {step.out: self._write(step, merged) for step in steps}
        self.uniform = [b for out, b in begins.items() if not varying[out]]
        self.varying = [b for out, b in begins.items() if varying[out]]
        back = [(out, b) for out, b in reversed(begins.items()) if program.active[out]]
        self.uniform_back = [b for out, b in back if not varying[out]]
        self.varying_back = [b for out, b in back if varying[out]]

    def _merged(self, varying: list[bool]) -> set[int]:
        """The values that exist only inside a DOT: products and partial sums that are used once."""
        found: set[int] = set()
        if not by_the_table():
            return found
        for step in reversed(self.program.steps):
            if step.op.name in ("add", "total"):
                for slot, i in enumerate(step.inputs):
                    inner = self._step.get(i)
                    if inner and self._uses[i] == 1 and varying[i] == varying[step.out]:
                        sums = slot == 0 and step.op.name == "add" and inner.op.name in ("add", "total")
                        if (inner.op.name == "mul" or sums) and self.program.active[i] == self.program.active[step.out]:
                            found.add(i)
        return found

    def _write(self, step: Instruction, merged: set[int]) -> int:
        begin = len(self.code)
        inputs = [self.place[i] for i in step.inputs]
        if step.op.arity is None or not merged.isdisjoint(step.inputs):
            start, pairs = self._pairs(step, merged)
            self.code += [DOT, self.place[step.out], start, len(pairs) // 2, *pairs]
            return begin
        number = self._number.get(_key(step.op))
        if number is not None:
            self.code += [number, self.place[step.out], *inputs]
        else:
            constants = [self._constant[repr(c)] for c in step.op.constants.values()]
            self.code += [self._number[step.op.name,], self.place[step.out], *inputs, *constants]
        return begin

    def _pairs(self, step: Instruction, merged: set[int]) -> tuple[int, list[int]]:
        """Where a sum starts, and the pairs of places whose products are added to it, in order."""
        terms: list[int] = []
        while step.op.name == "add" and step.inputs[0] in merged and self._step[step.inputs[0]].op.name != "mul":
            terms.append(step.inputs[1])  # (a + b) + c
            step = self._step[step.inputs[0]]
        terms += reversed(step.inputs)
        start = "0.0" if step.op.arity is None else "-0.0"  # nothing changes when it is added to -0.0
        pairs: list[int] = []
        for i in reversed(terms):
            if i in merged:
                pairs += [self.place[x] for x in self._step[i].inputs]
            else:
                pairs += [self.place[i], self._constant["1.0"]]
        return self._constant[start], pairs

    def listing(self) -> Iterator[str]:
        """The tape in words."""
        for kind, begins in (("once", self.uniform), ("for each sample", self.varying)):
            if begins:
                yield f"# {kind}"
            for b in begins:
                yield self._sentence(b)

    def _sentence(self, at: int) -> str:
        number, out = self.code[at : at + 2]
        if number == DOT:
            start, count = self.code[at + 2 : at + 4]
            pairs = self.code[at + 4 : at + 4 + 2 * count]
            terms = [f"[{a}] * [{b}]" for a, b in zip(pairs[::2], pairs[1::2], strict=True)]
            return f"[{out}] = {' + '.join([f'[{start}]', *terms])}"
        row = self.rows[number - 1]
        operands = self.code[at + 2 : at + 2 + (row.arity or 0) + len(row.params) * (not row.constants)]
        return f"[{out}] = {row.name}{row.symbol if row.constants else ''}({', '.join(f'[{i}]' for i in operands)})"


def _key(op: Op) -> tuple[object, ...]:
    return op.name, *op.constants.values()


def passes_nothing_on(row: Op) -> bool:
    """Whether an operation keeps its gradient to itself."""
    return row.name == DETACH.name
