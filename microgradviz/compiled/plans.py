"""What is made for samples of each shape, and how a batch of several shapes is shared out among it.

On a tape all shapes have one program: its results are those of all shapes, and each shape reads the instructions that
its own result needs. So samples of several shapes may go through in one block, where each has its own result.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from time import perf_counter
from typing import Any, NamedTuple

from ..engine import Value
from .arguments import leaf_names, places_of
from .arrays import Batch, Shape
from .backends import make_kernel
from .dialects import Dialect
from .program import Program
from .python_code import python_source
from .recording import Recording

_LONG = 1.0  # seconds of recording, after which it is not done again to notice chance
_WORTH_AGEING = 0.03  # seconds of recording, after which the collector would look through it for as long
_BLOCK = 8  # samples that a mixture holds at most
_WORTH_MIXING = 1.5  # operations of a mixture, for each of its largest sample's


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
        result: Which of the results of the kernel's program it is, smaller samples first.
        columns: Where its numbers stand among those of the program; None if these are all.
        width: How many numbers the program takes.
        mixes: Whether it may share a block with smaller samples.
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
    mixes: bool = False


class Part(NamedTuple):
    """Samples that go through together; those of several shapes also apart."""

    plan: Plan
    batch: Batch
    apart: Sequence[Any] = ()


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
        """The code for samples of one shape; of machine code the same in plain Python."""
        if self._backend == "llvm":
            return python_source(self._program([plan], plan.leaves), self._names(plan), Dialect())
        return str(plan.kernel.source)

    def parts(self, names: Sequence[str], batches: Sequence[Batch]) -> list[Part]:
        """The batches, each with its plan, which is made now if need be."""
        new = [batch for batch in batches if batch.shapes not in self._plans]
        if new:
            with _collector_paused():
                made = [self._record(names, batch) for batch in sorted(new, key=_size, reverse=True)]
                on_tape = sorted([*self._plans.values(), *made], key=_size)
                for plans in [on_tape] if self._backend == "llvm" else [[plan] for plan in made]:
                    self._make_kernel(plans)
            self._plans |= {plan.shapes: plan for plan in made}
        plans = [self._plans[batch.shapes] for batch in batches]
        return [Part(plan, _widened(plan, batch)) for plan, batch in zip(plans, batches, strict=True)]

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
        flags = [Value(0.0) for _ in plans if len(plans) > 1]  # for each sample 1 for its own result, 0 for the others
        leaves = [*flags, *dict.fromkeys(leaf for plan in plans for leaf in plan.leaves)]
        program = self._program(plans, leaves)
        names = [] if self._backend == "llvm" else self._names(plans[0])
        kernel = make_kernel(self._backend, program, names)
        place = {leaf: i for i, leaf in enumerate(leaves)}
        sizes = Counter(program.needs[step.out] for step in program.steps)
        for n, (plan, root) in enumerate(zip(plans, program.roots, strict=True)):
            plan.kernel, plan.varies, plan.result, plan.width = kernel, program.varying[root], n, len(leaves)
            plan.columns = [place[leaf] for leaf in plan.leaves] if flags else None
            own, together = (sum(c for bits, c in sizes.items() if bits & some) for some in (1 << n, (2 << n) - 1))
            plan.mixes = bool(flags) and plan.varies and together < _WORTH_MIXING * own


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Python's cyclic collector waits: it would look through what is recorded again and again, and find nothing."""
    running, started = gc.isenabled(), perf_counter()
    gc.disable()
    try:
        yield
    finally:
        if perf_counter() - started > _WORTH_AGEING and not gc.get_freeze_count():
            gc.freeze()  # there and back makes everything old at once
            gc.unfreeze()
        if running:
            gc.enable()


def mix_shapes(parts: Sequence[Part]) -> list[Part]:
    """The parts again, but samples that fill no block of their own shape stand in blocks with others, if they may."""
    found = []
    loose: list[tuple[Plan, Any]] = []
    for part in sorted(parts, key=lambda part: part.plan.result):
        plan, batch = part.plan, part.batch
        whole = batch.count // _BLOCK * _BLOCK if plan.mixes else batch.count
        loose += [(plan, row) for row in batch.columns[0][whole:]] if plan.mixes else []
        if whole:
            found.append(Part(plan, batch.some(0, whole)) if whole < batch.count else part)
    return found + [_mixture(loose[at : at + _BLOCK]) for at in range(0, len(loose), _BLOCK)]


def _widened(plan: Plan, batch: Batch) -> Batch:
    """The batch as the plan's kernel wants it: a table with a column for each number of any shape."""
    if plan.columns is None:
        return batch
    import numpy as np

    table = np.zeros((batch.count, plan.width))
    table[:, plan.columns] = np.concatenate(batch.columns, axis=1) if batch.columns else 0.0
    return Batch(batch.count, batch.shapes, [table], batch.rows, 1 << plan.result)


def _mixture(samples: Sequence[tuple[Plan, Any]]) -> Part:
    """Samples of several shapes as one block. What a shorter one lacks is filled up from the longest."""
    import numpy as np

    plans = [plan for plan, _ in samples]
    rows = np.array([row for _, row in samples])
    apart = []
    for plan in dict.fromkeys(plans):
        own = [i for i, other in enumerate(plans) if other is plan]
        apart.append(Part(plan, Batch(len(own), plan.shapes, [rows[own]], (), 1 << plan.result)))
    if len(apart) == 1:
        return apart[0]
    table = np.tile(rows[-1], (len(samples), 1))
    for row, own, plan in zip(table, rows, plans, strict=True):
        row[plan.columns] = own[plan.columns]
        row[plan.result] = 1.0
    return Part(plans[-1], Batch(len(samples), (), [table], (), (2 << plans[-1].result) - 1), apart)


def _size(of: Plan | Batch) -> int:
    return sum(map(prod, of.shapes))
