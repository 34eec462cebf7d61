"""The backend that reads tapes: for functions of any size, at once."""

from __future__ import annotations

from typing import Any

from . import llvm_host
from .batches import Batch
from .program import Program
from .tape import Tape
from .tape_code import FIELDS, Reader, reader


class TapeKernel:
    """A tape, read by machine code that is the same for every graph."""

    name = "tape"

    def __init__(self, program: Program) -> None:
        self._program = program
        self._decks: dict[bool, _Deck] = {}

    @property
    def source(self) -> str:
        """The tape in words."""
        return "\n".join(Tape(self._program, blocks=True).listing())

    def _deck(self, batch: Batch) -> _Deck:
        blocks = batch.count > 1
        if blocks not in self._decks:
            self._decks[blocks] = _Deck(self._program, blocks)
        return self._decks[blocks]

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""
        return self._deck(batch).step(params, grads, batch, seed)

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        return self._deck(batch).forward(params, batch)


class _Deck:
    """A tape, the arrays that its places are rows of, and the machine to read it."""

    def __init__(self, program: Program, blocks: bool) -> None:
        import numpy as np

        self._np = np
        tape = Tape(program, blocks=blocks)
        lanes = llvm_host.lanes() if blocks else 1
        self._reader: Reader = reader(tape.rows, lanes)
        self._lists = {
            name: np.array(getattr(tape, name) or [0], np.int32)
            for name in ("code", "uniform", "varying", "uniform_back", "varying_back")
        }
        self._counts = {name: len(getattr(tape, name)) for name in self._lists}
        self._data, self._grad = np.zeros((tape.size, lanes)), np.zeros((tape.size, lanes))
        for place, number in tape.numbers:
            self._data[place] = number
        self._params = slice(program.inputs, program.inputs + program.params)
        self._fixed = slice(tape.fixed, tape.moving)
        self._fields: Any = np.zeros(len(FIELDS), np.int64)
        self._seed: Any = self._fields[FIELDS.index("seed") :].view(np.float64)
        self._root = tape.place[program.root]
        self._active = program.active[program.root]
        self._set(
            width=program.inputs,
            root=self._root,
            fixed=tape.fixed,
            moving=tape.moving,
            moving_count=tape.size - tape.moving,
            data=self._data.ctypes.data,
            grad=self._grad.ctypes.data,
            code=self._lists["code"].ctypes.data,
            go=self._lists["varying"].ctypes.data,
            go_count=self._counts["varying"],
            goback=self._lists["varying_back"].ctypes.data,
        )

    def _set(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self._fields[FIELDS.index(name)] = number

    def _run(self, params: Any, batch: Batch, seed: float, *, back: bool) -> Any:
        np = self._np
        columns = batch.columns
        table = np.concatenate(columns, axis=1) if len(columns) > 1 else columns[0] if columns else self._data
        outs = np.empty(batch.count)
        self._data[self._params] = params[:, None]
        back_count = self._counts["varying_back"] if back else 0
        self._set(count=batch.count, table=table.ctypes.data, outs=outs.ctypes.data, back_count=back_count)
        self._seed[0] = seed
        self._read("forward", "uniform")
        self._reader.batch(self._fields.ctypes.data)
        return outs

    def _read(self, what: str, which: str) -> None:
        if self._counts[which]:
            lists, data, grad = self._lists, self._data.ctypes.data, self._grad.ctypes.data
            begins = lists[which].ctypes.data
            getattr(self._reader, what)(lists["code"].ctypes.data, begins, self._counts[which], data, grad)

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        self._grad[self._fixed] = 0.0
        outs = self._run(params, batch, seed, back=self._active)
        if self._active and not self._counts["varying_back"]:
            self._grad[self._root] = seed  # the result is a parameter itself
        self._read("backward", "uniform_back")
        found = self._grad[self._params]
        grads[:] = found[:, 0] if found.shape[1] == 1 else found.sum(axis=1)
        return float(outs.sum())

    def forward(self, params: Any, batch: Batch) -> Any:
        return self._run(params, batch, 0.0, back=False)
