"""Program: a recorded function as columns of numbers, which is what every backend reads.

Values are numbered: first the numbers of a sample, then the parameters, then constants, then one value for each
operation, in an order in which they can be computed. What depends on no sample (such as a penalty on the weights) is
*uniform*: it is computed once for a batch. What no parameter went into needs no gradient: only *active* values get one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..engine import Op, Value, as_float, topological_order
from .recording import DETACH


class Instruction(NamedTuple):
    """One operation of a program: value number `out` from the values `inputs`."""

    out: int
    op: Op
    inputs: tuple[int, ...]


class Program:
    """The operations of one result, for one sample.

    Attributes:
        inputs: How many numbers a sample has.
        params: How many parameters there are.
        constants: The numbers that stand in the function itself.
        steps: The operations, in order.
        root: The number of the result.
        varying: For each value, whether it differs from sample to sample.
        active: For each value, whether it needs a gradient: a parameter went into it, and the result depends on it.
    """

    def __init__(self, root: Value, leaves: Sequence[Value], params: Sequence[Value]) -> None:
        self.inputs, self.params = len(leaves), len(params)
        number = {value: i for i, value in enumerate([*leaves, *params])}
        fixed, made = _split_constants(root, set(number))
        written = {v: repr(as_float(v.data, "data of a constant")) for v in fixed}  # tells -0.0 from 0.0, and finds nan
        places = {digits: len(number) + i for i, digits in enumerate(dict.fromkeys(written.values()))}
        self.constants = [float(digits) for digits in places]
        number.update({value: places[digits] for value, digits in written.items()})
        first = self.inputs + self.params + len(places)
        number.update({value: first + i for i, value in enumerate(made)})
        self.steps = [_to_instruction(value, number) for value in made]
        self.root = number[root]
        self.varying, self.active = self._dependence()

    def _dependence(self) -> tuple[list[bool], list[bool]]:
        varying = [i < self.inputs for i in range(len(self))]
        active = [self.inputs <= i < self.inputs + self.params for i in range(len(self))]
        for out, op, inputs in self.steps:
            for i in inputs:
                varying[out] |= varying[i]
                active[out] |= active[i] and op.name != DETACH.name
        wanted = [False] * len(self)
        wanted[self.root] = active[self.root]
        for out, _, inputs in reversed(self.steps):
            for i in inputs if wanted[out] else ():
                wanted[i] = active[i]
        return varying, wanted

    def __len__(self) -> int:
        return self.inputs + self.params + len(self.constants) + len(self.steps)

    def fingerprint(self) -> tuple[object, ...]:
        """What must be equal for any two samples if the recorded operations hold for both."""
        steps = [(op.name, *op.constants.items(), inputs) for _, op, inputs in self.steps]
        return self.inputs, [repr(c) for c in self.constants], steps, self.root

    def local_derivatives(self, step: Instruction) -> Iterator[tuple[int, str]]:
        """The inputs of a step that its gradient goes to, and the formula of d out / d input for each."""
        if self.active[step.out]:
            for i, formula in zip(
                step.inputs, step.op.locals * len(step.inputs), strict=False
            ):  # total has one for all
                if self.active[i]:
                    yield i, formula

    def constant(self, i: int) -> float | None:
        """The number that value i stands for, or None if it is no constant."""
        place = i - self.inputs - self.params
        return self.constants[place] if 0 <= place < len(self.constants) else None


def _split_constants(root: Value, leaves: set[Value]) -> tuple[list[Value], list[Value]]:
    """The values that no leaf went into, whose numbers stand for themselves, and the others, both in order."""
    fixed: list[Value] = []
    made: list[Value] = []
    depend = set(leaves)
    for value in topological_order(root):
        if value in leaves:
            continue
        if depend.isdisjoint(value.inputs):
            fixed.append(value)
        else:
            depend.add(value)
            made.append(value)
    return fixed, made


def _to_instruction(value: Value, number: dict[Value, int]) -> Instruction:
    op = value.op
    if op is None or not op.formula:
        raise TypeError(
            f"a compiled function must use operations of the table (got one made by hand: {value._op!r}); "
            "define it with microgradviz.define_op"
        )
    return Instruction(number[value], op, tuple([number[x] for x in value.inputs]))


def formula_names(step: Instruction, name: Mapping[int, str | float] | Sequence[str | float]) -> dict[str, str | float]:
    """What stands for x, y, out and the constants in the formulas of an instruction.

    Args:
        step: The instruction.
        name: For each value of the program its name, or its number if that is known.
    """
    inputs = zip(("x", "y"), step.inputs, strict=False)
    return {**{letter: name[i] for letter, i in inputs}, **step.op.constants, "out": name[step.out]}
