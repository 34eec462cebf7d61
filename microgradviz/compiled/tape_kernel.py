"""The backend that reads tapes: machine code for functions of any size, at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from operator import is_
from typing import Any

from . import llvm_host
from .arrays import Batch
from .program import Program
from .tape import Tape
from .tape_code import tape_reader
from .tape_lines import BLOCK
from .tape_step import FIELDS

_WORTH_A_THREAD = 1 << 22  # operations; fewer are done before a second thread has woken up


class TapeKernel:
    """A tape, read by machine code that is the same for every graph.

    The samples of a batch go through in blocks, divided among threads if there are many. A result is the same in
    blocks of any size; gradients are rounded less often than the engine's (see `tape_matrices`).
    """

    name = "llvm"

    def __init__(self, program: Program, *, fast_math: bool, threads: int | None) -> None:
        self._program, self._fast = program, fast_math
        self._threads = threads or llvm_host.count_cores()
        self._tapes: dict[tuple[bool, bool], Tape] = {}
        self._decks: dict[tuple[bool, bool, int], _Deck] = {}
        self._work: tuple[Any, ...] = ()
        self._shape = (0, 0)
        self._ready: list[_Deck] = []

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""
        return self._run(params, grads, batch, None, seed)

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        import numpy as np

        outs = np.empty(batch.count)
        self._run(params, None, batch, outs, 0.0)
        return outs

    def _deck(self, single: bool, thread: int = 0, *, matrices: bool = True) -> _Deck:
        key = single, matrices, thread
        if key not in self._decks:
            if key[:2] not in self._tapes:
                self._tapes[key[:2]] = Tape(self._program, single=single, matrices=matrices)
            self._decks[key] = _Deck(self._program, self._tapes[key[:2]], fast=self._fast)
        return self._decks[key]

    def _run(self, params: Any, grads: Any, batch: Batch, outs: Any, seed: float) -> float:
        work, shape = (params, grads, outs, *batch.columns), (batch.count, batch.cut)
        if shape != self._shape or not all(map(is_, work, self._work)):
            self._prepare(params, grads, batch, outs)
            self._work, self._shape = work, shape
        if len(self._ready) == 1:
            return self._part(0, seed)
        import numpy as np

        with ThreadPoolExecutor(len(self._ready) - 1) as pool:  # this thread takes its share too
            waiting = [pool.submit(self._part, i, seed) for i in range(1, len(self._ready))]
            total = self._part(0, seed) + sum([one.result() for one in waiting])
        with np.errstate(all="ignore"):  # infinity and nan are results here, not accidents
            if grads is not None:  # always in this order, so that the sum has the same digits in every run
                grads[:] = sum(deck.grads for deck in self._ready)
        return total

    def _prepare(self, params: Any, grads: Any, batch: Batch, outs: Any) -> None:
        """Tell each thread's deck what it is to work on."""
        import numpy as np

        single, count = batch.count == 1, batch.count
        threads = max(1, min(self._threads, count // BLOCK, count * len(self._program.steps) // _WORTH_A_THREAD))
        ends = [count // BLOCK * i // threads * BLOCK for i in range(threads)] + [count]
        self._ready = [self._deck(single, i) for i in range(threads)]
        for deck, (first, last) in zip(self._ready, pairwise(ends), strict=True):
            own = grads if threads == 1 else None if grads is None else np.zeros(len(params))
            tables = [column[first:last] for column in batch.columns]
            deck.prepare(params, own, tables, last - first, None if outs is None else outs[first:last], batch.cut)

    def _part(self, thread: int, seed: float) -> float:
        deck = self._ready[thread]
        total = deck.run(seed)
        if deck.is_suspect() and not self._fast:
            plain = self._deck(deck.single, thread, matrices=False)
            plain.prepare(*deck.work)
            plain.run(seed)
        return total


class _Deck:
    """A tape, the arrays that its places are in, and the machine to read it."""

    def __init__(self, program: Program, tape: Tape, *, fast: bool) -> None:
        import numpy as np

        self.single, self._tape = tape.single, tape
        lanes, vectors = llvm_host.count_lanes(), llvm_host.count_vectors()
        ops = {"once": tape.once_ops} | ({} if tape.single else {"each": tape.each_ops})
        fused = llvm_host.has_fused_multiply_add()
        self._step = tape_reader(ops, lanes, vectors, fused=fused, fast=fast)
        size, rows = program.params + len(tape.numbers), 0 if tape.single else tape.rows
        self._fields: Any = np.zeros(len(FIELDS), np.int64)
        self._seed: Any = self._fields[FIELDS.index("seed") :].view(np.float64)
        self._arrays = {name: _aligned(size + tape.spare + 2 * lanes) for name in ("u", "gu")}
        self._arrays |= {name: _aligned(rows * BLOCK, skip) for name, skip in (("data", 0), ("grad", 96))}
        self._arrays |= {"sums": _aligned(lanes * len(tape.column_sums))}
        self._arrays |= {name: np.array(getattr(tape, name), np.int32) for name in ("copies", "column_sums")}
        self._cuts: dict[int, dict[str, int]] = {}
        self._cut = 0
        self._arrays["u"][program.params : size] = tape.numbers
        self._set(
            param_count=program.params, u_count=size, rows=rows,
            first_input=tape.place[0] if program.inputs else 0, copy_count=len(tape.copies),
            column_count=len(tape.column_sums), **{name: array.ctypes.data for name, array in self._arrays.items()},
        )  # fmt: skip
        self._address = self._fields.ctypes.data

    def _set(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self._fields[FIELDS.index(name)] = number

    def prepare(self, *work: Any) -> None:
        """Take up other work: parameters, where gradients go (or None), tables, count, results, and cut."""
        import numpy as np

        self.work = work
        params, self.grads, tables, count, outs, cut = work
        if cut != self._cut:
            self._take(cut)
        self._outs = np.empty(count) if outs is None else outs
        pairs = [number for table in tables for number in (table.ctypes.data, table.shape[1])]
        self._tables = np.array(pairs or [0], np.int64)
        back = self.grads is not None
        self._fields[:7] = (  # the first of FIELDS
            count, back, params.ctypes.data, self.grads.ctypes.data if back else 0,
            self._outs.ctypes.data, self._tables.ctypes.data, len(tables),
        )  # fmt: skip

    def _take(self, cut: int) -> None:
        """Read the instructions for other results."""
        if cut not in self._cuts:
            root, code = self._tape.cut(cut)
            self._arrays |= {f"{name} {cut}": array for name, array in code.items()}
            self._cuts[cut] = {"root": root, **{name: array.ctypes.data for name, array in code.items()}}
        self._cut = cut
        self._set(**self._cuts[cut])

    def run(self, seed: float) -> float:
        """Write each sample's result and, if wanted, the gradients of seed × their sum; returns the sum."""
        self._seed[0] = seed
        total: float = self._step(self._address)
        return total

    def is_suspect(self) -> bool:
        """Whether infinity and nan may be elsewhere than in the engine after the latest run."""
        return self.grads is not None and self._tape.has_matrices and not self._fields[_SAFE]


_SAFE = FIELDS.index("safe")


def _aligned(count: int, skip: int = 0) -> Any:
    """Zeros that begin so many numbers after a page of memory.

    A vector in one line of the cache is nearly twice as fast; and what lies whole pages apart gets in each other's way.
    """
    import numpy as np

    page = 4096 // 8
    whole = np.zeros(count + page + skip)
    skip += -whole.ctypes.data // 8 % page
    return whole[skip : skip + count]
