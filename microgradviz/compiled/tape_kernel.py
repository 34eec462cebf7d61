"""The backend that reads tapes: machine code for functions of any size, at once."""

from __future__ import annotations

from operator import is_
from typing import Any

from . import llvm_host
from .arrays import Batch
from .program import Program
from .tape import Tape
from .tape_code import tape_reader
from .tape_lines import BLOCK
from .tape_step import FIELDS


class TapeKernel:
    """A tape, read by machine code that is the same for every graph.

    The samples of a batch go through in blocks. A result is the same in blocks of any size; gradients are rounded less
    often than the engine's (see `tape_matrices`).
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._decks: dict[bool, _Deck] = {}
        self._work: tuple[Any, ...] = ()
        self._shape = (0, 0)

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""
        return self._run(params, grads, batch, None, seed)

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        import numpy as np

        outs = np.empty(batch.count)
        self._run(params, None, batch, outs, 0.0)
        return outs

    def _run(self, params: Any, grads: Any, batch: Batch, outs: Any, seed: float) -> float:
        single = batch.count == 1
        if single not in self._decks:
            self._decks[single] = _Deck(self._program, Tape(self._program, single=single))
        deck = self._decks[single]
        work, shape = (params, grads, outs, *batch.columns), (batch.count, batch.result)
        if shape != self._shape or not all(map(is_, work, self._work)):
            deck.prepare(params, grads, batch, outs)
            self._work, self._shape = work, shape
        return deck.run(seed)


class _Deck:
    """A tape, the arrays that its places are in, and the machine to read it."""

    def __init__(self, program: Program, tape: Tape) -> None:
        import numpy as np

        self._tape = tape
        lanes, vectors = llvm_host.count_lanes(), llvm_host.count_vectors()
        ops = {"once": tape.once_ops} | ({} if tape.single else {"each": tape.each_ops})
        self._step = tape_reader(ops, lanes, vectors, fused=llvm_host.has_fused_multiply_add())
        size, rows = program.params + len(tape.numbers), 0 if tape.single else tape.rows
        self._fields: Any = np.zeros(len(FIELDS), np.int64)
        self._seed: Any = self._fields[FIELDS.index("seed") :].view(np.float64)
        self._arrays = {name: _aligned(size + tape.spare + 2 * lanes) for name in ("u", "gu")}
        self._arrays |= {name: _aligned(rows * BLOCK, skip) for name, skip in (("data", 0), ("grad", 96))}
        self._arrays |= {"sums": _aligned(lanes * len(tape.column_sums))}
        self._arrays |= {name: np.array(getattr(tape, name), np.int32) for name in ("copies", "column_sums")}
        self._codes: dict[int, dict[str, int]] = {}
        self._result = -1
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

    def prepare(self, params: Any, grads: Any, batch: Batch, outs: Any) -> None:
        """Take up other work: parameters, where gradients go (or None), samples, and where results go (or None)."""
        import numpy as np

        if batch.result != self._result:
            self._take(batch.result)
        self._outs = np.empty(batch.count) if outs is None else outs
        pairs = [number for table in batch.columns for number in (table.ctypes.data, table.shape[1])]
        self._tables = np.array(pairs or [0], np.int64)
        back = grads is not None
        self._fields[:7] = (  # the first of FIELDS
            batch.count, back, params.ctypes.data, grads.ctypes.data if back else 0,
            self._outs.ctypes.data, self._tables.ctypes.data, len(batch.columns),
        )  # fmt: skip

    def _take(self, result: int) -> None:
        """Read the instructions for another result."""
        if result not in self._codes:
            root, code = self._tape.code_of(result)
            self._arrays |= {f"{name} {result}": array for name, array in code.items()}
            self._codes[result] = {"root": root, **{name: array.ctypes.data for name, array in code.items()}}
        self._result = result
        self._set(**self._codes[result])

    def run(self, seed: float) -> float:
        """Write each sample's result and, if wanted, the gradients of seed × their sum; returns the sum."""
        self._seed[0] = seed
        total: float = self._step(self._address)
        return total


def _aligned(count: int, skip: int = 0) -> Any:
    """Zeros that begin so many numbers after a page of memory.

    A vector in one line of the cache is nearly twice as fast; and what lies whole pages apart gets in each other's way.
    """
    import numpy as np

    page = 4096 // 8
    whole = np.zeros(count + page + skip)
    skip += -whole.ctypes.data // 8 % page
    return whole[skip : skip + count]
