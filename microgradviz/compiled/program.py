"""Program: a recorded function as columns of numbers, which is what every backend reads.

Values are numbered: first the numbers of a sample, then the parameters, then constants, then one value for each
operation, in an order in which they can be computed. What depends on no sample (such as a penalty on the weights) is
*uniform*: it is computed once for a batch. What no parameter went into needs no gradient: only *active* values get one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ..engine import Op, Value
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
        roots: The numbers of the results, one for each shape of samples.
        root: The first of them.
        needs: For each value, bits that say which results need it.
        varying: For each value, whether it differs from sample to sample.
        active: For each value, whether it needs a gradient: a parameter went into it, and the result depends on it.
    """

    def __init__(
        self, roots: Sequence[Value], made: Mapping[Value, int], leaves: Sequence[Value], params: Sequence[Value]
    ) -> None:
        """A program.

        Args:
            roots: The results, one for each shape of samples.
            made: The operations behind them, in order, each with a bit for each result that needs it.
            leaves: The numbers of a sample.
            params: The parameters.
        """
        self.inputs, self.params = len(leaves), len(params)
        number = {value: i for i, value in enumerate([*leaves, *params])}
        known = {*number, *made}
        fixed = dict.fromkeys(x for x in (*chain.from_iterable(v.inputs for v in made), *roots) if x not in known)
        self.constants = [value.data for value in fixed]
        first = len(number) + len(fixed)
        number.update({value: i for i, value in enumerate([*fixed, *made], len(number))})
        place = number.__getitem__
        self.steps = [Instruction(place(v), v.op, tuple(map(place, v.inputs))) for v in made if v.op]
        self.roots = [place(root) for root in roots]
        self.root = self.roots[0]
        self.needs = [(1 << len(roots)) - 1] * first + [*made.values()]
        self.varying, self.active = self._dependence()

    def _dependence(self) -> tuple[list[bool], list[bool]]:
        varying = [i < self.inputs for i in range(len(self))]
        active = [self.inputs <= i < self.inputs + self.params for i in range(len(self))]
        for out, op, inputs in self.steps:
            varying[out] = any(map(varying.__getitem__, inputs))
            active[out] = op is not DETACH and any(map(active.__getitem__, inputs))
        wanted = [False] * len(self)
        for root in self.roots:
            wanted[root] = active[root]
        for out, _, inputs in reversed(self.steps):
            for i in inputs if wanted[out] else ():
                wanted[i] = active[i]
        return varying, wanted

    def __len__(self) -> int:
        return self.inputs + self.params + len(self.constants) + len(self.steps)

    def local_derivatives(self, step: Instruction) -> Iterator[tuple[int, str]]:
        """The inputs of a step that its gradient goes to, and the formula of d out / d input for each."""
        if self.active[step.out]:
            formulas = step.op.locals * len(step.inputs)  # total has one for all
            for i, formula in zip(step.inputs, formulas, strict=False):
                if self.active[i]:
                    yield i, formula
