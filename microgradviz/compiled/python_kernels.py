"""The two backends that run generated Python: plain, and NumPy on blocks of samples."""

from __future__ import annotations

from collections.abc import Sequence
from types import CodeType
from typing import Any

from ..engine import FUNCTIONS, IEEE_FUNCTIONS, PYTHON_FUNCTIONS, ieee, with_ieee_division
from .arrays import Batch
from .dialects import Dialect, NumPyDialect
from .program import Program
from .python_code import python_source

_FLOATS = 1 << 16  # doubles that a block of samples may keep alive in NumPy: half a megabyte stays in the cache


class PlainKernel:
    """Generated Python on floats; what raises there is computed again with IEEE arithmetic, as in the engine."""

    name = "python"

    def __init__(self, program: Program, names: Sequence[str]) -> None:
        self.source = python_source(program, names, Dialect())
        self._texts = {"step": self.source, "forward": python_source(program, names, Dialect(), backward=False)}
        scope = {**PYTHON_FUNCTIONS, "nan": ieee.nan}
        self._step, self._forward = (_function(_code(text, name), name, scope) for name, text in self._texts.items())
        self._careful_functions: dict[str, Any] = {}

    def _run_carefully(self, name: str, params: Any, rows: list[list[float]], *seed: float) -> Any:
        if name not in self._careful_functions:  # few need it
            code = _code(with_ieee_division(self._texts[name]), name)
            scope = {**IEEE_FUNCTIONS, "Double": ieee.Double, "nan": ieee.nan}
            self._careful_functions[name] = _function(code, name, scope)
        return self._careful_functions[name](*_doubles(params, rows), *map(ieee.Double, seed))

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""
        rows = _rows(batch)
        try:
            total, found = self._step(params, rows, seed)
        except (ArithmeticError, ValueError):
            total, found = self._run_carefully("step", params, rows, seed)
        for i, g in enumerate(found):
            grads[i] = g
        return float(total)

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        rows = _rows(batch)
        try:
            return [float(out) for out in self._forward(params, rows)]
        except (ArithmeticError, ValueError):
            return [float(out) for out in self._run_carefully("forward", params, rows)]


def _rows(batch: Batch) -> list[list[float]]:
    if len(batch.columns) == 1:
        return batch.columns[0]  # type: ignore[no-any-return]
    return [[x for row in rows for x in row] for rows in zip(*batch.columns, strict=True)] or [[]]


def _doubles(params: Any, rows: list[list[float]]) -> tuple[Any, Any]:
    return [ieee.Double(p) for p in params], [[ieee.Double(x) for x in row] for row in rows]


class NumPyKernel:
    """Generated NumPy: each value of the program is an array over the samples of a block.

    A product of matrices adds in an order of its own, so a sum may overflow in the engine and not there. Where a result
    or a gradient is not finite, the batch goes through once more, line by line in the engine's order.
    """

    name = "numpy"

    def __init__(self, program: Program, names: Sequence[str]) -> None:
        import numpy as np

        wanted = ("array", "where", "full_like", "logical_and", "logical_or", "logical_not")
        functions = {f: getattr(np, f) for f in (*wanted, *FUNCTIONS) if f != "pow"}
        self._scope = {**functions, "pow": _power, "sum": np.add.reduce, "nan": np.nan}
        self._np = np
        self.block_size = max(64, _FLOATS // (len(program.steps) + 1))
        self._program, self._names = program, names
        self.source = python_source(program, names, NumPyDialect())
        self._has_matrices = "@" in self.source
        self._functions: dict[tuple[str, bool], Any] = {}

    def _function(self, name: str, *, matrices: bool) -> Any:
        if (name, matrices) not in self._functions:
            text = python_source(self._program, self._names, NumPyDialect(matrices=matrices), backward=name == "step")
            self._functions[name, matrices] = _function(_code(text, name), name, self._scope)
        return self._functions[name, matrices]

    def _blocks(self, batch: Batch) -> list[Any]:
        np = self._np
        if not batch.columns:
            return [()]
        table = np.concatenate(batch.columns, axis=1).T if len(batch.columns) > 1 else batch.columns[0].T
        starts = range(0, batch.count, self.block_size)
        return [np.ascontiguousarray(table[:, at : at + self.block_size]) for at in starts]

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""
        isfinite = self._np.isfinite
        total, grads[:] = self._run("step", params, batch, seed)
        if self._has_matrices and not (isfinite(total) and isfinite(grads).all()):
            total, grads[:] = self._run("step", params, batch, seed, matrices=False)
        return float(total)

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        results = self._results(params, batch)
        if self._has_matrices and not self._np.isfinite(results).all():
            results = self._results(params, batch, matrices=False)
        return results

    def _results(self, params: Any, batch: Batch, *, matrices: bool = True) -> Any:
        np = self._np
        return np.concatenate([np.atleast_1d(out) for out in self._run("forward", params, batch, matrices=matrices)])

    def _run(self, name: str, params: Any, batch: Batch, *seed: float, matrices: bool = True) -> Any:
        function, blocks = self._function(name, matrices=matrices), self._blocks(batch)
        with self._np.errstate(all="ignore"):  # infinity and nan are results here, not accidents
            try:
                return function(params.tolist(), blocks, *seed)
            except ArithmeticError:  # of Python's floats, which are faster; NumPy's never raise here
                return function([*params], blocks, *seed)


def _power(x: Any, y: Any) -> Any:
    """C99's pow. NumPy takes x ** 0.5 for sqrt(x), which differs at -0 and -inf."""
    import numpy as np

    out = np.power(x, y)
    if isinstance(y, float) and y != 0.5:
        return out
    return np.where(np.equal(y, 0.5), np.where(np.equal(x, -np.inf), np.inf, out + 0.0), out)


def _code(text: str, name: str) -> CodeType:
    return compile(text, f"<microgradviz {name}>", "exec")


def _function(code: CodeType, name: str, scope: dict[str, Any]) -> Any:
    scope = {"__builtins__": {"__import__": __import__}, **scope}  # NumPy imports some of its parts when they are used
    exec(code, scope)  # text of our own: formulas of the table, and names that were checked
    return scope[name]
