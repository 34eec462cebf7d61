"""The sums of a program: what is merged into one instruction, and which of them make up a matrix product.

Nothing is assumed about the function: sums over the same values with different weights are a matrix product, whoever
made them. The order of their terms stays, and so does what is rounded. Here, in tapes and with NumPy it is taken for
granted what the rows mul, add and total of the table are; a test asks the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from .program import Instruction, Program

_SUMS = ("add", "total")
Pair = tuple[int, int | None]  # values whose product is a term; None stands for 1


class Row(NamedTuple):
    """start + weight × input + weight × input + …; all by their numbers in the program. An input None is 1."""

    out: int
    start: float
    inputs: tuple[int | None, ...]
    weights: list[int]


class Sums:
    """The sums of a program.

    Args:
        program: Where to look.
        once: For each value, whether it is a number, and has no row.

    Attributes:
        merged: The values that exist only inside a sum: products and partial sums that are used once.
        steps: The other operations. Those that differ from sample to sample come last, for then every weight is known
            before it is used.
        pairs: For each sum where it starts, and the products that are added, in order.
        groups: The rows of each matrix, by the first of them, where the others can be computed too.
        rows: Each sum that is a row, with all rows of its matrix.
    """

    def __init__(self, program: Program, once: Sequence[bool]) -> None:
        self._program, self._once = program, once
        self._step = {step.out: step for step in program.steps}
        params = range(program.inputs, program.inputs + program.params)
        self._is_weight = {  # in a sum that differs from sample to sample, what does not; in any other a parameter
            True: [not varies for varies in program.varying],
            False: [i in params for i in range(len(program))],
        }
        self.merged = self._find_merged()
        self.steps = [step for step in program.steps if step.out not in self.merged]
        self.steps.sort(key=lambda step: program.varying[step.out])
        sums = (s for s in self.steps if s.op.arity is None or not self.merged.isdisjoint(s.inputs))
        self.pairs = {step.out: self._find_pairs(step) for step in sums}
        self.groups = self._find_groups()
        self.rows = {row.out: rows for rows in self.groups.values() for row in rows}

    def _find_merged(self) -> set[int]:
        found: set[int] = set()
        steps = self._program.steps
        uses = Counter(chain.from_iterable(step.inputs for step in steps))
        uses.update(self._program.roots)
        name = {step.out: step.op.name for step in steps if step.op.name in ("mul", *_SUMS) and uses[step.out] == 1}
        kind = [*zip(self._once, self._program.active, strict=True)]
        for step in reversed(steps):
            if step.op.name in _SUMS:
                mine = kind[step.out]
                found.update([i for i in step.inputs if name.get(i) == "mul" and kind[i] == mine])
                if step.op.name == "add" and name.get(step.inputs[0]) in _SUMS and kind[step.inputs[0]] == mine:
                    found.add(step.inputs[0])  # (a + b) + c
        return found

    def _find_pairs(self, step: Instruction) -> tuple[float, list[Pair]]:
        terms: list[int] = []
        merged, steps = self.merged, self._step
        while step.op.name == "add" and step.inputs[0] in merged and steps[step.inputs[0]].op.name != "mul":
            terms.append(step.inputs[1])
            step = steps[step.inputs[0]]
        terms += reversed(step.inputs)
        start = 0.0 if step.op.arity is None else -0.0  # nothing changes when it is added to -0.0
        return start, [steps[i].inputs if i in merged else (i, None) for i in reversed(terms)]  # type: ignore[misc]

    def _find_groups(self) -> dict[int, list[Row]]:
        alike: dict[tuple[object, ...], list[Row]] = {}
        for out in self.pairs:
            if row := self._find_row(out):
                key = self._program.varying[out], self._program.active[out], self._program.needs[out], row.inputs
                alike.setdefault(key, []).append(row)
        return {
            rows[0].out: rows
            for rows in alike.values()
            if not self._once[rows[0].out] or len(rows) > 1 < len(rows[0].inputs)
        }

    def _find_row(self, out: int) -> Row | None:
        start, pairs = self.pairs[out]
        is_weight = self._is_weight[self._program.varying[out]]
        inputs: list[int | None] = []
        weights: list[int] = []
        for a, b in pairs:
            first = is_weight[a]
            if first == (b is not None and is_weight[b]):
                return None
            weights.append(a if first else b)  # type: ignore[arg-type]
            inputs.append(b if first else a)
        return Row(out, start, tuple(inputs), weights) if inputs else None
