"""A program as a tape: a list of small numbers that one machine program for all graphs reads, forward and backward.

An instruction is its operation's number, the place of its result, and the places of its inputs and constants:

    [operation, out, x, y, constants ...]              one row of the table of operations
    [DOT, out, start, count, a, b, a, b ...]           start + a × b + a × b + …: what a neuron does, in one instruction
    [WEIGHTED_SUM, the same]                           where each a is uniform: one number for all samples of a block
    [COLLECT_GRADS, b, b, count, a, out, a, out ...]   on the way back through those: grad of b + a × grad of out + …
    [BROADCAST, out, x]                                the uniform value x, for all samples of a block

Of sums over the same values, GROUP_SIZE have one instruction, WEIGHTED_SUM or COLLECT_GRADS number 2 of its kind:

    [WEIGHTED_SUM, out, start, count, out, start ..., a, a ..., b, a, a ..., b ...]

A place is a row of an array of vectors. With one sample, or one vector of samples at a time, every value takes a row.
In a wide block a uniform value still takes one row and any other takes as many as the block has vectors; WEIGHTED_SUM,
COLLECT_GRADS and BROADCAST bring the two together. First come the numbers of a sample, then what is the same for all
samples (parameters, uniform values, constants), then the varying values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..engine import BUILT_IN, OPS, Op
from .matrices import table_allows_dot_products
from .program import Instruction, Program

GROUP_SIZE = 4  # enough to load values seldom, few enough to keep the sums in registers
DOT, BROADCAST = 0, 1
WEIGHTED_SUM, COLLECT_GRADS = {1: 2, GROUP_SIZE: 3}, {1: 4, GROUP_SIZE: 5}  # by the number of results
FIRST_OP = 6
# Operations with constants that are worth a number of their own, because their formulas become simpler.
_BOUND = [OPS["pow_n"].bind(n) for n in (2.0, 3.0, -1.0, 0.5, -0.5)]


class Tape:
    """A program's instructions, and where its values are.

    Args:
        program: What to compute.
        blocks: Whether several samples are computed at once, so that uniform values need steps of their own.
        vectors: How many vectors of samples a block has; more than one makes it wide.

    Attributes:
        ops: The operations by number, from FIRST_OP on.
        code: All instructions, one after another.
        uniform, varying: Where the instructions of these values begin, in order.
        uniform_back, varying_back: The same, for those that pass a gradient on, last first.
        initial_numbers: What the places hold to begin with, as (place, number).
        place: For each value of the program, its place.
        params: The place of the first parameter.
        first_varying: The place of the first varying value; what is the same for all samples ends there.
        size: How many places there are.
    """

    def __init__(self, program: Program, *, blocks: bool, vectors: int = 1) -> None:
        self.program, self._vectors = program, vectors
        own = {step.op.name: step.op for step in program.steps if step.op.name not in BUILT_IN}
        self.ops = [
            *(OPS[name] for name in BUILT_IN if OPS[name].arity),
            *_BOUND,
            *(own[name] for name in sorted(own)),
        ]
        self._number = {_key(row): n for n, row in enumerate(self.ops, FIRST_OP)}
        self.code: list[int] = []
        self._uses = Counter(i for step in program.steps for i in step.inputs)
        self._uses[program.root] += 1
        self._step = {step.out: step for step in program.steps}
        self._varying = program.varying if blocks else [True] * len(program)
        merged = self._find_merged()
        steps = [step for step in program.steps if step.out not in merged]
        self._find_places(steps)
        self._copies: dict[int, int] = {}
        weighted = self._weighted_sums(steps, merged)
        groups = {group[0].value: group for group in group_sums(weighted.values())}
        begins = {
            step.out: self._write(step, merged, groups.get(step.out))
            for step in steps
            if step.out in groups or step.out not in weighted
        }
        copies = {i: self._begin(BROADCAST, place, self.place[i]) for i, place in self._copies.items()}
        self.uniform = [b for out, b in begins.items() if not self._varying[out]]
        self.varying = [*copies.values(), *(b for out, b in begins.items() if self._varying[out])]
        back = [step.out for step in reversed(steps) if program.active[step.out]]
        self.uniform_back = [begins[out] for out in back if not self._varying[out]]
        varying_back = [out for out in back if self._varying[out]]
        collects = self._collects(weighted, varying_back)
        self.varying_back = [found[out] for out in varying_back for found in (collects, begins) if out in found]
        self.varying_back += [b for i, b in copies.items() if program.active[i]]

    def _find_places(self, steps: list[Instruction]) -> None:
        program = self.program
        self.place = [-1] * len(program)
        self.size = 0
        params = range(program.inputs, program.inputs + program.params)
        for i in range(program.inputs):
            self.place[i] = self._reserve(self._vectors)
        self.params = self.size
        for i in (*params, *(step.out for step in steps if not self._varying[step.out])):
            self.place[i] = self._reserve(1)
        self._constant: dict[str, int] = {}
        for i, number in enumerate(program.constants, params.stop):
            self.place[i] = self._constant[repr(number)] = self._reserve(self._vectors)
        for number in (0.0, -0.0, 1.0, *(c for step in steps for c in step.op.constants.values())):
            if repr(number) not in self._constant:
                self._constant[repr(number)] = self._reserve(self._vectors)
        self.initial_numbers = [(place, float(digits)) for digits, place in self._constant.items()]
        self.first_varying = self.size
        for step in steps:
            if self._varying[step.out]:
                self.place[step.out] = self._reserve(self._vectors)

    def _reserve(self, count: int) -> int:
        place, self.size = self.size, self.size + count
        return place

    def _find_merged(self) -> set[int]:
        """The values that exist only inside a DOT: products and partial sums that are used once."""
        found: set[int] = set()
        varying = self._varying
        if not table_allows_dot_products():
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

    def _begin(self, *numbers: int) -> int:
        """Write an instruction; returns where it begins."""
        begin = len(self.code)
        self.code += numbers
        return begin

    def _write(self, step: Instruction, merged: set[int], group: list[WeightedSum] | None) -> int:
        if group:
            return self._begin(WEIGHTED_SUM[len(group)], *operands_of_group(group))
        if self._is_sum(step, merged):
            return self._sum(step, merged)
        wide = self._varying[step.out]
        inputs = [self._wide_place(i) if wide else self.place[i] for i in step.inputs]
        number = self._number.get(_key(step.op))
        if number is not None:
            return self._begin(number, self.place[step.out], *inputs)
        constants = [self._constant[repr(c)] for c in step.op.constants.values()]
        return self._begin(self._number[step.op.name,], self.place[step.out], *inputs, *constants)

    def _takes_one_row(self, i: int) -> bool:
        """Whether a value takes one row where others take more."""
        return self._vectors > 1 and not self._varying[i] and self.program.constant(i) is None

    def _wide_place(self, i: int) -> int:
        """The place of a value for use in a block: that of its copy, if it takes one row itself."""
        if not self._takes_one_row(i):
            return self.place[i]
        if i not in self._copies:
            self._copies[i] = self._reserve(self._vectors)
        return self._copies[i]

    def _sum(self, step: Instruction, merged: set[int]) -> int:
        start, pairs = self._pairs(step, merged)
        one = self._constant["1.0"]
        place = self._wide_place if self._varying[step.out] else self.place.__getitem__
        places = [p for a, b in pairs for p in (place(a), one if b is None else place(b))]
        return self._begin(DOT, self.place[step.out], self._constant[start], len(pairs), *places)

    def _is_sum(self, step: Instruction, merged: set[int]) -> bool:
        return step.op.arity is None or not merged.isdisjoint(step.inputs)

    def _weighted_sums(self, steps: list[Instruction], merged: set[int]) -> dict[int, WeightedSum]:
        found: dict[int, WeightedSum] = {}
        one = self._constant["1.0"]
        for step in steps:
            if self._vectors > 1 and self._varying[step.out] and self._is_sum(step, merged):
                start, pairs = self._pairs(step, merged)
                if all(self._takes_one_row(a) and (b is None or not self._takes_one_row(b)) for a, b in pairs):
                    terms = [(self.place[a], one if b is None else self.place[b]) for a, b in pairs]
                    active = self.program.active[step.out]
                    found[step.out] = WeightedSum(step.out, active, self.place[step.out], self._constant[start], terms)
        return found

    def _collects(self, weighted: dict[int, WeightedSum], back: list[int]) -> dict[int, int]:
        """Where the instructions begin that bring to values what arrives from their weighted sums.

        Each stands where the first of its values is needed; the gradients that it collects are complete by then.
        """
        arriving: dict[int, list[tuple[int, int]]] = {}
        for user in reversed(weighted.values()):  # last user first, as everywhere on the way back
            for a, b in reversed(user.terms) if user.active else ():
                arriving.setdefault(b, []).append((a, user.out))
        sums = [
            WeightedSum(i, True, place, place, arriving[place])
            for i, place in ((i, self.place[i]) for i in back)
            if place in arriving
        ]
        groups = group_sums(sums)
        return {group[0].value: self._begin(COLLECT_GRADS[len(group)], *operands_of_group(group)) for group in groups}

    def _pairs(self, step: Instruction, merged: set[int]) -> tuple[str, list[tuple[int, int | None]]]:
        """Where a sum starts, and the pairs of values whose products are added to it, in order; None stands for 1."""
        terms: list[int] = []
        while step.op.name == "add" and step.inputs[0] in merged and self._step[step.inputs[0]].op.name != "mul":
            terms.append(step.inputs[1])  # (a + b) + c
            step = self._step[step.inputs[0]]
        terms += reversed(step.inputs)
        start = "0.0" if step.op.arity is None else "-0.0"  # nothing changes when it is added to -0.0
        pairs: list[tuple[int, int | None]] = []
        for i in reversed(terms):
            if i not in merged:
                pairs.append((i, None))
                continue
            a, b = self._step[i].inputs
            pairs.append((b, a) if self._takes_one_row(b) else (a, b))
        return start, pairs

    def describe(self) -> Iterator[str]:
        """One line for each instruction, in words."""
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
        row = self.ops[number - FIRST_OP]
        operands = self.code[at + 2 : at + 2 + (row.arity or 0) + len(row.params) * (not row.constants)]
        return f"[{out}] = {row.name}{row.symbol if row.constants else ''}({', '.join(f'[{i}]' for i in operands)})"


class WeightedSum(NamedTuple):
    """start + a × b + a × b + …, where each a is uniform; all by their places, but `value` by its number."""

    value: int
    active: bool
    out: int
    start: int
    terms: list[tuple[int, int]]


def group_sums(sums: Iterable[WeightedSum]) -> Iterator[list[WeightedSum]]:
    """The sums for each instruction: GROUP_SIZE over the same values at a time, and any others alone."""
    alike: dict[tuple[int, ...], list[WeightedSum]] = {}
    for one in sums:
        alike.setdefault((one.active, *(b for _, b in one.terms)), []).append(one)
    for group in alike.values():
        whole = len(group) // GROUP_SIZE * GROUP_SIZE
        yield from (group[i : i + GROUP_SIZE] for i in range(0, whole, GROUP_SIZE))
        yield from ([one] for one in group[whole:])


def operands_of_group(group: list[WeightedSum]) -> list[int]:
    """The numbers of the instruction for these sums, without its operation's.

    Example:
        >>> first = WeightedSum(90, True, 10, 5, [(1, 7), (2, 8)])
        >>> operands_of_group([first, WeightedSum(91, True, 11, 6, [(3, 7), (4, 8)])])
        [10, 5, 2, 11, 6, 1, 3, 7, 2, 4, 8]
    """
    first, *others = group
    heads = [place for one in others for place in (one.out, one.start)]
    terms = zip(*(one.terms for one in group), strict=True)
    return [
        *(first.out, first.start, len(first.terms), *heads),
        *(place for term in terms for place in (*(a for a, _ in term), term[0][1])),
    ]


def _key(op: Op) -> tuple[object, ...]:
    return op.name, *op.constants.values()
