"""A program as a tape: a list of small numbers that one machine program for all graphs reads, forward and backward.

An instruction is its operation's number, its length, and its operands:

    [operation, length, count, out, x, step, y, step]   a row of the table of operations, `count` times: each time the
                                                        next out, and each input `step` places further on (0 or 1)
    [DOT, length, out, start, count, a, b, a, b ...]    start + a × b + a × b + …
    [GATHER, length, count, copy, number ...]           on the way back: what arrives at copies of uniform values

Sums over the same values with different weights are a matrix product, whoever made them:

    [MATRIX, length, runs, outs, starts, run ...]       GROUP_SIZE sums, or one: start + weight × value + …
    [COLLECT, length, columns, rows, out, base ..., x ...]     on the way back: to each x the sum of grad × weight
    [OUTER, length, tiles, columns, outs, bases ..., x ...]    and to each weight the sum over samples of grad × x
    [COLUMN, length, x, count, out, number ...]                the same for a single x
    [ROW, length, out, count, x, number ...]                   or for a single sum

Where weights lie side by side, the first one's place stands for all: a run is [columns, base of each sum, x ...].

What is the same for all samples (parameters, uniform values, constants) is an array of numbers. What differs from
sample to sample has a row in an array of rows, each with a number for every sample of a block; uniform values that are
used there have copies. For a single sample everything is in the array of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from ..engine import OPS, Op
from .llvm_host import count_vectors
from .program import Instruction, Program
from .sums import Row, Sums

GROUP_SIZE = 4  # sums at a time: enough to load values seldom, few enough to keep the sums in registers
END, DOT, GATHER, COLLECT, OUTER, COLUMN, ROW = range(7)
MATRIX = {GROUP_SIZE: 7, 1: 8}  # by the number of sums
FIRST_OP = 9
# Operations with constants that are worth a number of their own, because their formulas become simpler.
_BOUND = {(op.name, *op.constants.values()): op for op in (OPS["pow_n"].bind(n) for n in (2.0, 3.0, -1.0, 0.5, -0.5))}
_NUMBERS: dict[tuple[object, ...], int] = {}  # of the operations that any tape has had
_COPY, _SPARE = 1 << 30, 1 << 29  # placeholders, until it is known where copies begin, and the place that nobody reads
_WORTH_A_PANEL = 12  # columns


class Tape:
    """A program's instructions, and where its values are.

    Args:
        program: What to compute.
        single: Whether for one sample, and not for blocks of them.

    Attributes:
        once_ops, each_ops: The operations on numbers and in blocks, by number; None for those that are no row of the
            table.
        numbers: What the array of numbers begins with, after the parameters.
        place: For each value of the program, its place among numbers or rows.
        copies: The places of the numbers that rows hold copies of; these rows are the last ones.
        rows: How many rows there are.
        spare: How many places there must be after the numbers.
    """

    def __init__(self, program: Program, *, single: bool) -> None:
        self.program, self.single = program, single
        self._once = [single or not varies for varies in program.varying]
        self._sums = Sums(program, self._once)
        steps = self._sums.steps
        self.spare = max((len(rows[0].inputs) for rows in self._sums.groups.values()), default=0)
        self._find_places()
        self._at_copies: dict[int, int] = {}
        self._code: dict[str, Any] = {}  # (who needs it, instructions), for each that was written
        self.once_ops = self._write("once", [s for s in steps if self._once[s.out]])
        self.rows = program.inputs
        self._copy(-1)  # the spare row
        self.column_sums: list[int] = []
        self.each_ops = self._write("each", [s for s in steps if not self._once[s.out]])
        self.each_ops[GATHER] = None
        wanted = {self.place[i] for i, once in enumerate(self._once) if once and program.active[i]}
        pairs = [p for n, copy in self._at_copies.items() if n >= 0 and n in wanted for p in (copy, n)]
        self._gather = [GATHER, 3 + len(pairs), len(pairs) // 2, *pairs]
        self.copies = [max(place, 0) for place in self._at_copies]
        self.rows += len(self.copies)

    def _find_places(self) -> None:
        program = self.program
        self.place = [-1] * len(program)
        self.numbers: list[float] = []
        for i in range(program.params):
            self.place[program.inputs + i] = i
        for i in range(program.inputs):
            self.place[i] = self._reserve() if self.single else i
        self._constant: dict[str, int] = {}
        for i, number in enumerate(program.constants, program.inputs + program.params):
            self.place[i] = self._constant_place(number)

    def _constant_place(self, number: float) -> int:
        if repr(number) not in self._constant:
            self._constant[repr(number)] = self._reserve(number)
        return self._constant[repr(number)]

    def _reserve(self, number: float = 0.0) -> int:
        self.numbers.append(number)
        return self.program.params + len(self.numbers) - 1

    def _new_place(self, out: int) -> int:
        if self._once[out]:
            self.place[out] = self._reserve()
        else:
            self.place[out], self.rows = self.rows, self.rows + 1
        return self.place[out]

    def _copy(self, number: int) -> int:
        return self._at_copies.setdefault(number, _COPY + len(self._at_copies))

    def _final(self, code: list[int]) -> Any:
        import numpy as np

        found = np.array([*code, END, 0], np.int32)
        found[found >= _COPY] += self.rows - len(self.copies) - _COPY
        found[found >= _SPARE] += self.program.params + len(self.numbers) - _SPARE
        return found

    def _operand(self, i: int, out: int) -> int:
        """The place of a value for use in the instruction that makes `out`."""
        place = self.place[i]
        return place if self._once[out] or not self._once[i] else self._copy(place)

    def _number(self, number: float, out: int) -> int:
        place = self._constant_place(number)
        return place if self._once[out] else self._copy(place)

    # Instructions.

    def _write(self, name: str, steps: Sequence[Instruction]) -> dict[int, Op | None]:
        """Write the instructions for these operations, forward and backward, each with bits for who needs it."""
        self._ops: dict[int, Op | None] = {}
        forward: list[tuple[int, list[list[int]]]] = []
        backward: list[tuple[int, list[list[int]]]] = []
        for step in steps:
            out, needs = step.out, self.program.needs[step.out]
            active = self.program.active[out]
            if out in self._sums.groups:
                there, back = self._matrix(self._sums.groups[out])
                forward.append((needs, there))
                backward.append((needs, back if active else []))
            if out in self._sums.rows:
                continue
            if out in self._sums.pairs:
                code = self._dot_code(out)
            else:
                code = self._op_code(step)
                last = forward[-1] if forward else (0, [])
                alike = (needs, active) == (last[0], bool(backward and backward[-1][1]))
                if alike and self._extend(last[1][0], code):
                    continue
            forward.append((needs, [code]))
            backward.append(forward[-1] if active else (0, []))
        self._code |= {name: forward, f"{name}_back": backward[::-1]}
        return self._ops | {c[0]: self._ops.get(c[0]) for _, codes in (*forward, *backward) for c in codes}

    def _dot_code(self, out: int) -> list[int]:
        """The instruction for a sum that is no row of a matrix."""
        start, pairs = self._sums.pairs[out]
        begin = self._number(start, out)
        places = [self._number(1.0, out) if i is None else self._operand(i, out) for pair in pairs for i in pair]
        return [DOT, 5 + len(places), self._new_place(out), begin, len(pairs), *places]

    def _op_code(self, step: Instruction) -> list[int]:
        """The instruction for a row of the table."""
        number, constants = self._op_number(step.op)
        places = [self._operand(i, step.out) for i in step.inputs] + [self._number(c, step.out) for c in constants]
        at = self._new_place(step.out)
        return [number, 4 + 2 * len(places), 1, at, *(n for place in places for n in (place, 1))]

    def code_of(self, result: int) -> tuple[int, dict[str, Any]]:
        """What to read for one of the results.

        Returns:
            The place of the result, and the instructions: once, once_back for numbers, each, each_back for blocks.
        """
        bit = 1 << result
        code = {name: [c for bits, codes in parts if bits & bit for c in codes] for name, parts in self._code.items()}
        code["each_back"].append(self._gather)
        return self.place[self.program.roots[result]], {n: self._final(_joined(codes)) for n, codes in code.items()}

    def _extend(self, code: list[int], other: list[int]) -> bool:
        """Let an instruction also make the value of another, if that is at the next place and its operands in line."""
        count, strides = code[2], code[5::2]
        moved = [place - first for place, first in zip(other[4::2], code[4::2], strict=False)]
        strides = moved if count == 1 else strides
        if code[0] != other[0] or other[3] != code[3] + count:
            return False
        if any(s not in (0, 1) or m != s * count for s, m in zip(strides, moved, strict=True)):
            return False
        code[2], code[5::2] = count + 1, strides
        return True

    def _op_number(self, op: Op) -> tuple[int, list[float]]:
        """An operation's number, and its constants if these are operands."""
        bound = _BOUND.get((op.name, *op.constants.values()))
        own = bound or OPS.get(op.name, op) if op.constants else op
        key = own.name, own.formula, own.locals, own.params, *own.constants.items()
        number = _NUMBERS.setdefault(key, FIRST_OP + len(_NUMBERS))
        self._ops[number] = own
        return number, [] if bound else list(op.constants.values())

    def _matrix(self, rows: list[Row]) -> tuple[list[list[int]], list[list[int]]]:
        import numpy as np

        out, program = rows[0].out, self.program
        outs = [self._new_place(row.out) for row in rows]
        starts = [self._number(row.start, out) for row in rows]
        inputs = [self._number(1.0, out) if i is None else self._operand(i, out) for i in rows[0].inputs]
        weights = np.array([[self.place[w] for w in row.weights] for row in rows])
        new_run = (np.diff(weights, axis=1) != 1).any(axis=0)
        ends = [0, *(np.flatnonzero(new_run) + 1).tolist(), len(inputs)]
        runs = [range(a, b) for a, b in pairwise(ends)]
        spare = _SPARE if self._once[out] else _COPY
        bases = {run.start: weights[:, run.start].tolist() for run in runs}
        forward: list[list[int]] = []
        for at in range(0, len(rows), GROUP_SIZE):
            group = [*range(at, min(at + GROUP_SIZE, len(rows)))]
            padding = GROUP_SIZE - len(group) if len(group) > 1 else 0
            code = [len(runs), *(outs[r] for r in group), *[spare] * padding]
            group += group[:1] * padding
            code += [starts[r] for r in group]
            for run in runs:
                code += [len(run), *(bases[run.start][r] for r in group), *inputs[run.start : run.stop]]
            forward.append([MATRIX[len(group)], 2 + len(code), *code])
        backward: list[list[int]] = []
        wanted = [i is not None and program.active[i] for i in rows[0].inputs]
        tile = 2 * count_vectors()
        padding = -len(rows) % tile
        for run in runs:
            columns = inputs[run.start : run.stop]
            base = bases[run.start]
            pairs = [n for pair in zip(outs, base, strict=True) for n in pair]
            if any(wanted[run.start : run.stop]):
                more = [c if wanted[t] else spare for t, c in zip(run, columns, strict=True)]
                more += [spare] * (-len(run) % GROUP_SIZE)
                backward.append([COLLECT, 4 + len(pairs) + len(more), len(run), len(rows), *pairs, *more])
            if len(run) < _WORTH_A_PANEL or len(rows) < GROUP_SIZE:
                backward += self._products(out, outs, columns, base)
                continue
            tiles: list[int] = []
            padded = [*outs, *outs[:1] * padding], [*base, *[_SPARE] * padding]
            for at in range(0, len(rows), tile):
                tiles += [n for part in padded for n in part[at : at + tile]]
            count = len(tiles) // (2 * tile)
            backward.append([OUTER, 4 + len(tiles) + len(run), count, len(run), *tiles, *columns])
        return forward, backward

    def _products(self, out: int, outs: list[int], columns: list[int], bases: list[int]) -> Iterator[list[int]]:
        """Instructions for the gradients of a few weights, COLUMN or ROW, whichever are fewer."""
        targets = [[base + n for n in range(len(columns))] for base in bases]
        if not self._once[out]:
            first = len(self.column_sums)
            self.column_sums += _joined(targets)
            targets = [[first + r * len(columns) + n for n in range(len(columns))] for r in range(len(outs))]
        number, fixed, others = COLUMN, columns, outs
        if len(outs) < len(columns):
            number, fixed, others = ROW, outs, columns
        else:
            targets = [*zip(*targets, strict=True)]  # type: ignore[list-item]
        for one, places in zip(fixed, targets, strict=True):
            pairs = _joined(zip(others, places, strict=True))
            yield [number, 4 + len(pairs), one, len(others), *pairs]


def _joined(parts: Any) -> list[int]:
    return [n for part in parts for n in part]
