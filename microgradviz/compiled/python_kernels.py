"""The two backends that run generated Python: plain, and NumPy on blocks of samples."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any

from ..engine import FUNCTIONS, IEEE_FUNCTIONS, PYTHON_FUNCTIONS, ieee, with_ieee_division
from .arrays import Batch
from .dialects import Dialect, NumPyDialect
from .program import Program
from .python_code import python_source

_FLOATS = 1 << 16  # doubles that a block of samples may keep alive in NumPy: half a megabyte stays in the cache


class PlainKernel:
    """Generated Python on floats; what raises there is computed again with IEEE arithmetic, as in the engine."""

    def __init__(self, program: Program, names: Sequence[str]) -> None:
        self._forward_source = partial(python_source, program, names, Dialect(), backward=False)
        self.source = python_source(program, names, Dialect())
        self._functions: dict[tuple[str, bool], Any] = {}
        self._function("step", careful=False)  # what few need is made when they do

    def _function(self, name: str, *, careful: bool) -> Any:
        if (name, careful) not in self._functions:
            text = self.source if name == "step" else self._forward_source()
            scope = {**IEEE_FUNCTIONS, "Double": ieee.Double} if careful else PYTHON_FUNCTIONS
            text = with_ieee_division(text) if careful else text
            self._functions[name, careful] = _function(text, name, {**scope, "nan": ieee.nan})
        return self._functions[name, careful]

    def _run(self, name: str, params: Any, batch: Batch, *seed: float) -> Any:
        one, *more = batch.columns or [[[]]]
        rows = [[*chain(*row)] for row in zip(one, *more, strict=True)] if more else one
        try:
            return self._function(name, careful=False)(params, rows, *seed)
        except (ArithmeticError, ValueError):
            numbers = [ieee.Double(p) for p in params], [[ieee.Double(x) for x in row] for row in rows]
            return self._function(name, careful=True)(*numbers, *map(ieee.Double, seed))

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""
        total, found = self._run("step", params, batch, seed)
        for i, g in enumerate(found):
            grads[i] = g
        return float(total)

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        return [*map(float, self._run("forward", params, batch))]


class NumPyKernel:
    """Generated NumPy: each value of the program is an array over the samples of a block.

    A product of matrices adds in an order of its own, so a sum may overflow in the engine and not there. Where a result
    or a gradient is not finite, the batch goes through once more, line by line in the engine's order.
    """

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
        self._functions = {("step", self._has_matrices): _function(self.source, "step", self._scope)}

    def _function(self, name: str, *, matrices: bool) -> Any:
        if (name, matrices) not in self._functions:
            text = python_source(self._program, self._names, NumPyDialect(matrices=matrices), backward=name == "step")
            self._functions[name, matrices] = _function(text, name, self._scope)
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
        numbers = self._run("step", params, batch, seed)
        grads[:] = numbers[1:]
        return float(numbers[0])

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        return self._run("forward", params, batch)

    def _run(self, name: str, params: Any, batch: Batch, *seed: float) -> Any:
        np, blocks = self._np, self._blocks(batch)
        for matrices in (True, False) if self._has_matrices else (False,):
            function = self._function(name, matrices=matrices)
            with np.errstate(all="ignore"):  # infinity and nan are results here, not accidents
                try:
                    found = function(params.tolist(), blocks, *seed)
                except ArithmeticError:  # of Python's floats, which are faster; NumPy's never raise here
                    found = function([*params], blocks, *seed)
            numbers = np.array([found[0], *found[1]]) if seed else np.concatenate([*map(np.atleast_1d, found)])
            if np.isfinite(numbers).all():
                break
        return numbers


def _power(x: Any, y: Any) -> Any:
    """C99's pow. NumPy takes x ** 0.5 for sqrt(x), which differs at -0 and -inf."""
    import numpy as np

    out = np.power(x, y)
    if isinstance(y, float) and y != 0.5:
        return out
    return np.where(np.equal(y, 0.5), np.where(np.equal(x, -np.inf), np.inf, out + 0.0), out)


def _function(text: str, name: str, scope: dict[str, Any]) -> Any:
    scope = {"__builtins__": {"__import__": __import__}, **scope}  # NumPy imports some of its parts when they are used
    code = compile(text, f"<microgradviz {name}>", "exec")
    exec(code, scope)  # text of our own: formulas of the table, and names that were checked
    return scope[name]
