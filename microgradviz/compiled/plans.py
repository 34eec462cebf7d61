"""What is made for samples of each shape.

On a tape all shapes have one program: its results are those of all shapes, and each shape reads the instructions that
its own result needs.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from time import perf_counter
from typing import Any, NamedTuple

from ..engine import Value
from .arguments import leaf_names, places_of
from .arrays import Batch, Shape
from .backends import make_kernel
from .program import Program
from .python_code import python_source
from .recording import Recording

_LONG = 1.0  # seconds of recording, after which it is not done again to notice chance


@dataclass(eq=False)
class Plan:
    """What was made for samples of one shape.

    Attributes:
        root: The result, as it was recorded.
        leaves: The numbers of a sample.
        names: Those of the function's arguments.
        shapes: The shapes of these.
        kernel: What runs it.
        varies: Whether the result differs from sample to sample.
        result: Which of the results of the kernel's program it is.
        columns: Where its numbers stand among those of the program; None if these are all.
        width: How many numbers the program takes.
    """

    root: Value
    leaves: Sequence[Value]
    names: Sequence[str]
    shapes: tuple[Shape, ...]
    kernel: Any = None
    varies: bool = True
    result: int = 0
    columns: list[int] | None = None
    width: int = 0


class Part(NamedTuple):
    """Samples that go through together."""

    plan: Plan
    batch: Batch


class Plans:
    """The plans of a step, by shape.

    Args:
        recording: The function.
        params: The parameters.
        labels: Their names.
        backend: The backend's name.
    """

    def __init__(self, recording: Recording, params: Sequence[Value], labels: Sequence[str], backend: str) -> None:
        self._recording, self._params, self._labels, self._backend = recording, params, labels, backend
        self._plans: dict[tuple[Shape, ...], Plan] = {}

    def source(self, plan: Plan) -> str:
        """What is done for samples of one shape, in plain Python."""
        return python_source(self._program([plan], plan.leaves), self._names(plan))

    def parts(self, names: Sequence[str], batches: Sequence[Batch]) -> list[Part]:
        """The batches, each with its plan, which is made now if need be."""
        new = [batch for batch in batches if batch.shapes not in self._plans]
        if new:
            running = gc.isenabled()
            gc.disable()  # it would look through what is recorded again and again, and find nothing
            try:
                self._make(names, sorted(new, key=_size, reverse=True))
            finally:
                if not gc.get_freeze_count():
                    gc.freeze()  # there and back makes everything old at once
                    gc.unfreeze()
                if running:
                    gc.enable()
        plans = [self._plans[batch.shapes] for batch in batches]
        return [Part(plan, _widened(plan, batch)) for plan, batch in zip(plans, batches, strict=True)]

    def _make(self, names: Sequence[str], batches: Sequence[Batch]) -> None:
        made = [self._record(names, batch) for batch in batches]
        on_tape = [*self._plans.values(), *made]
        for plans in [on_tape] if self._backend == "llvm" else [[plan] for plan in made]:
            self._make_kernel(plans)
        self._plans |= {plan.shapes: plan for plan in made}

    def _record(self, names: Sequence[str], batch: Batch) -> Plan:
        started, before = perf_counter(), len(self._recording.made)
        try:
            root = self._recording.run(batch.shapes)
        except Exception as error:
            kinds = [f"a list of {' × '.join(map(str, shape))}" if shape else "one number" for shape in batch.shapes]
            got = ", ".join(f"{name} {kind}" for name, kind in zip(names, kinds, strict=True))
            error.add_note(f"The sample that fn was given: {got or 'none'}.")
            raise
        took = perf_counter() - started
        new = len(self._recording.made) - before > len(self._recording.latest) // 2  # else it did again what others did
        if new and took < _LONG and self._recording.run(batch.shapes) is not root:
            raise ValueError(
                "a compiled function must do the same operations for every sample (run again, it did others); "
                "keep chance, and constants that differ from sample to sample, outside and give them as arguments"
            )
        leaves = [self._recording.leaves[place] for place in places_of(batch.shapes)]
        return Plan(root, leaves, names, batch.shapes)

    def _program(self, plans: Sequence[Plan], leaves: Sequence[Value]) -> Program:
        roots = [plan.root for plan in plans]
        return Program(roots, self._recording.values_behind(roots), leaves, self._params)

    def _names(self, plan: Plan) -> list[str]:
        return leaf_names(plan.names, plan.shapes, self._labels)

    def _make_kernel(self, plans: Sequence[Plan]) -> None:
        leaves = [*dict.fromkeys(leaf for plan in plans for leaf in plan.leaves)]
        program = self._program(plans, leaves)
        names = self._names(plans[0]) if self._backend == "python" else []
        kernel = make_kernel(self._backend, program, names)
        place = {leaf: i for i, leaf in enumerate(leaves)}
        for n, (plan, root) in enumerate(zip(plans, program.roots, strict=True)):
            plan.kernel, plan.varies, plan.result, plan.width = kernel, program.varying[root], n, len(leaves)
            plan.columns = [place[leaf] for leaf in plan.leaves] if len(plans) > 1 else None


def _widened(plan: Plan, batch: Batch) -> Batch:
    """The batch as the plan's kernel wants it: a table with a column for each number of any shape."""
    if plan.columns is None:
        return batch
    import numpy as np

    table = np.zeros((batch.count, plan.width))
    table[:, plan.columns] = np.concatenate(batch.columns, axis=1) if batch.columns else 0.0
    return replace(batch, columns=[table], result=plan.result)


def _size(batch: Batch) -> int:
    return sum(map(prod, batch.shapes))
