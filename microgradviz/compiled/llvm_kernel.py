"""The backend that runs machine code made for one function."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import prod
from threading import Thread
from typing import Any, NamedTuple

from . import llvm_host
from .arrays import Batch, Shape
from .llvm_code import MemoryLayout, llvm_source
from .llvm_host import DOUBLE, INTEGER, POINTER, MachineCode
from .program import Program

_WORTH_OPTIMISING = 1 << 28  # operations; a shorter run is over before better code is ready
_WORTH_A_THREAD = 1 << 21  # operations; fewer are done before a second thread has woken up


class LLVMKernel:
    """Straight machine code; a large batch is shared out among threads.

    The code is made quickly, so that the first step need not wait. If the run turns out to be a long one, another
    thread makes it again, better; the results are the same.
    """

    name = "llvm"

    def __init__(
        self, program: Program, names: Sequence[str], shapes: Sequence[Shape], *, fast_math: bool, threads: int | None
    ) -> None:
        import numpy as np

        self._np = np
        self.lanes = llvm_host.count_lanes()
        self.source = llvm_source(program, [prod(shape) for shape in shapes], names, self.lanes, fast=fast_math)
        self._functions = _functions(self.source, optimised=False)
        self._better: Thread | None = None
        self._done = 0
        self._size = len(program.steps)
        self._threads = threads or llvm_host.count_cores()
        layout = MemoryLayout(program)
        self._slots = layout.slots
        self._u = np.zeros(max(1, len(layout.u)))
        self._acc = np.zeros(self._slots * self.lanes)
        self._own = self._u.ctypes.data, self._acc.ctypes.data
        self._known: tuple[Any, Any, Any, int, int, int] = (None, None, None, 0, 0, 0)

    def _optimise(self) -> None:
        self._functions = _functions(self.source, optimised=True)

    def _improve(self) -> Thread:
        if self._better is None:
            self._better = Thread(target=self._optimise)
            self._better.start()
        return self._better

    def settle(self) -> None:
        """Wait until the better code is in use."""
        self._improve().join()

    def _places(self, params: Any, grads: Any, batch: Batch) -> tuple[int, int, int]:
        """Addresses of the parameters, their gradients, and the table of columns."""
        if self._known[0] is not params or self._known[1] is not grads or self._known[2] is not batch:
            table = self._np.array([column.ctypes.data for column in batch.columns] or [0], dtype=self._np.uintp)
            self._table = table
            self._known = (params, grads, batch, params.ctypes.data, grads.ctypes.data, table.ctypes.data)
        return self._known[3:]

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""
        at_params, at_grads, table = self._places(params, grads, batch)
        self._done += batch.count * self._size
        if self._done > _WORTH_OPTIMISING:
            self._improve()
        u, acc = self._own
        shares = min(self._threads, batch.count * self._size // _WORTH_A_THREAD)
        if shares < 2:
            total: float = self._functions.step(batch.count, at_params, at_grads, table, u, acc, seed)
            return total
        functions = self._functions
        functions.start(at_params, u)
        accs = self._np.zeros((shares, len(self._acc)))
        ends = [batch.count * i // shares for i in range(shares + 1)]
        with ThreadPoolExecutor(shares) as pool:
            for i in range(shares):
                pool.submit(functions.block, ends[i], ends[i + 1], u, table, accs[i].ctypes.data, None, seed)
        with self._np.errstate(all="ignore"):  # infinity and nan are results here, not accidents
            added = accs.sum(axis=0)
        total = functions.finish(u, added.ctypes.data, at_grads, seed)
        return total

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        at_params, _, table = self._places(params, params, batch)
        out = self._np.empty(batch.count)
        u, acc = self._own
        functions = self._functions
        functions.start(at_params, u)
        functions.forward(0, batch.count, u, table, acc, out.ctypes.data, 0.0)
        return out


class _Functions(NamedTuple):
    step: Any
    start: Any
    block: Any
    forward: Any
    finish: Any


def _functions(text: str, *, optimised: bool) -> _Functions:
    machine = MachineCode(text, optimised=optimised)
    pointers = [POINTER] * 4
    blocks = [INTEGER, INTEGER, *pointers, DOUBLE]
    return _Functions(
        machine.get_function("step", DOUBLE, [INTEGER, *pointers, POINTER, DOUBLE]),
        machine.get_function("start", None, [POINTER, POINTER]),
        machine.get_function("block", None, blocks),
        machine.get_function("forward", None, blocks),
        machine.get_function("finish", DOUBLE, [POINTER, POINTER, POINTER, DOUBLE]),
    )
