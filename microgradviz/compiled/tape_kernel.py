"""The backend that reads tapes: for functions of any size, at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

from . import llvm_host
from .arrays import Batch
from .program import Program
from .tape import Tape
from .tape_code import BATCH_FIELDS, TapeReader, get_tape_reader

VECTORS_PER_BLOCK = 4  # of a wide block: enough to keep the arithmetic busy, few enough to stay in the cache
_WORTH_WIDE = 1 << 20  # operations; a smaller batch is not worth a second reader, which takes a moment to make
_WORTH_A_THREAD = 1 << 22  # operations; fewer are done before a second thread has woken up


class _Share(NamedTuple):
    """Samples first to last of a batch, and what they are read with."""

    runner: _Runner
    first: int
    last: int


class TapeKernel:
    """A tape, read by machine code that is the same for every graph.

    A large batch goes through in wide blocks, divided among threads, and the rest one vector of samples at a time.
    A result is the same in blocks of any size; gradients of wide blocks are rounded less often (see `tape_overflow`).
    """

    name = "tape"

    def __init__(self, program: Program, threads: int | None) -> None:
        self._program = program
        self._threads = threads or llvm_host.count_cores()
        self._runners: dict[tuple[int, int], _Runner] = {}

    @property
    def source(self) -> str:
        """The tape in words."""
        return "\n".join(Tape(self._program, blocks=True).describe())

    def _runner(self, lanes: int, vectors: int = 1, thread: int = 0) -> _Runner:
        key = lanes * vectors, thread
        if key not in self._runners:
            self._runners[key] = _Runner(self._program, lanes, vectors)
        return self._runners[key]

    def _shares(self, count: int) -> list[_Share]:
        if count == 1:
            return [_Share(self._runner(1), 0, 1)]
        lanes = llvm_host.count_lanes()
        wide = lanes * VECTORS_PER_BLOCK
        work = count * len(self._program.steps)
        blocks = count // wide if work >= _WORTH_WIDE else 0
        threads = max(1, min(self._threads, blocks, work // _WORTH_A_THREAD))
        ends = [blocks * i // threads * wide for i in range(threads + 1)] if blocks else [0]
        shares = [_Share(self._runner(lanes, VECTORS_PER_BLOCK, i), *part) for i, part in enumerate(pairwise(ends))]
        if ends[-1] < count:
            shares.append(_Share(self._runner(lanes), ends[-1], count))
        return shares

    def _run(self, params: Any, batch: Batch, seed: float, *, back: bool) -> tuple[Any, list[_Runner]]:
        """Each sample's result, and the decks that then hold the gradients."""
        import numpy as np

        columns = batch.columns
        table = np.concatenate(columns, axis=1) if len(columns) > 1 else columns[0] if columns else np.zeros((1, 1))
        outs = np.empty(batch.count)

        def run(share: _Share) -> None:
            part = slice(share.first, share.last)
            share.runner.run(params, table[part], outs[part], seed, back=back)

        first, *others = self._shares(batch.count)
        if others and others[0].runner.wide:
            with ThreadPoolExecutor(self._threads - 1) as pool:  # this thread takes its share too
                waiting = [pool.submit(run, share) for share in others]
                run(first)
            for one in waiting:
                one.result()
        else:
            for share in (first, *others):
                run(share)
        return outs, [share.runner for share in (first, *others)]

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""
        import numpy as np

        outs, runners = self._run(params, batch, seed, back=True)
        grads[:] = runners[0].gradients()
        if batch.count == 1:
            return float(outs[0])
        with np.errstate(all="ignore"):  # infinity and nan are results here, not accidents
            for runner in runners[1:]:  # always in this order, so that the sum has the same digits in every run
                grads += runner.gradients()
            return float(outs.sum())

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        return self._run(params, batch, 0.0, back=False)[0]


class _Runner:
    """A tape, the arrays that its places are rows of, and the machine to read it."""

    def __init__(self, program: Program, lanes: int, vectors: int) -> None:
        import numpy as np

        tape = Tape(program, blocks=lanes > 1, vectors=vectors)
        self.wide = vectors > 1
        self._kind = tape.ops, lanes, vectors
        self._tape_reader = get_tape_reader(*self._kind, fused=self.wide and llvm_host.has_fused_multiply_add())
        self._lists = {
            name: np.array(getattr(tape, name) or [0], np.int32)
            for name in ("code", "uniform", "varying", "uniform_back", "varying_back")
        }
        self._counts = {name: len(getattr(tape, name)) for name in self._lists}
        self._data, self._grad = _aligned(tape.size, lanes), _aligned(tape.size, lanes)
        self._single = np.zeros(tape.first_varying)  # what is uniform once more, close together in the cache
        for place, number in tape.initial_numbers:
            self._data[place : place + vectors] = number
        self._params = slice(tape.params, tape.params + program.params)
        self._fixed = slice(tape.params, tape.first_varying)
        self._fields: Any = np.zeros(len(BATCH_FIELDS), np.int64)
        self._seed: Any = self._fields[BATCH_FIELDS.index("seed") :].view(np.float64)
        self._root = tape.place[program.root]
        self._active = program.active[program.root]
        self._set(
            width=program.inputs,
            root=self._root,
            params=tape.params,
            first_varying=tape.first_varying,
            varying_count=tape.size - tape.first_varying,
            data=self._data.ctypes.data,
            grad=self._grad.ctypes.data,
            single=self._single.ctypes.data,
            code=self._lists["code"].ctypes.data,
            forward_begins=self._lists["varying"].ctypes.data,
            forward_count=self._counts["varying"],
            backward_begins=self._lists["varying_back"].ctypes.data,
        )

    def _set(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self._fields[BATCH_FIELDS.index(name)] = number

    def run(self, params: Any, table: Any, outs: Any, seed: float, *, back: bool) -> None:
        """Write each sample's result into outs and, if `back`, find the gradients of seed × their sum."""
        back = back and self._active
        if self._tape_reader.fused:
            self._set(safe=1)
        self._run(self._tape_reader, params, table, outs, seed, back=back)
        if back and self._tape_reader.fused and not self._fusing_was_safe():
            self._run(get_tape_reader(*self._kind), params, table, outs, seed, back=back)

    def _fusing_was_safe(self) -> bool:
        """Whether the latest run, which fused products with sums, has infinity and nan in the engine's places."""
        import numpy as np

        return bool(self._fields[BATCH_FIELDS.index("safe")] and np.isfinite(self.gradients()).all())

    def _run(self, machine: TapeReader, params: Any, table: Any, outs: Any, seed: float, *, back: bool) -> None:
        self._grad[self._fixed] = 0.0
        self._data[self._params] = params[:, None]
        backward_count = self._counts["varying_back"] if back else 0
        self._set(count=len(outs), table=table.ctypes.data, outs=outs.ctypes.data, backward_count=backward_count)
        self._seed[0] = seed
        self._read(machine.forward, "uniform")
        self._single[:] = self._data[: len(self._single), 0]
        machine.batch(self._fields.ctypes.data)
        if back:
            if not backward_count:
                self._grad[self._root] = seed  # the result is a parameter itself
            self._read(machine.backward, "uniform_back")

    def _read(self, function: Any, which: str) -> None:
        if self._counts[which]:
            code, begins, count = self._lists["code"], self._lists[which], self._counts[which]
            arrays = [array.ctypes.data for array in (self._data, self._grad, self._single)]
            function(code.ctypes.data, begins.ctypes.data, count, *arrays, 1, None)

    def gradients(self) -> Any:
        """The gradients of the parameters, from the latest run."""
        import numpy as np

        return np.einsum("pl->p", self._grad[self._params])  # the sum over lanes, in a quarter of the time of sum


def _aligned(rows: int, lanes: int) -> Any:
    """Zeros, so placed in memory that a vector lies in one line of the cache, which is nearly twice as fast."""
    import numpy as np

    line = 64
    whole = np.zeros(rows * lanes + line // 8)
    skipped = -whole.ctypes.data % line // 8
    return whole[skipped : skipped + rows * lanes].reshape(rows, lanes)
