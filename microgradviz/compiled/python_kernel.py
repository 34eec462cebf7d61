"""The backend that runs generated Python."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from ..engine import IEEE_FUNCTIONS, PYTHON_FUNCTIONS, ieee, with_ieee_division
from .arrays import Batch
from .program import Program
from .python_code import python_source


class PlainKernel:
    """Generated Python on floats; what raises there is computed again with IEEE arithmetic, as in the engine."""

    def __init__(self, program: Program, names: Sequence[str]) -> None:
        self._program, self._names = program, names
        self._functions: dict[tuple[str, bool], Any] = {}
        self._function("step", careful=False)  # what few need is made when they do

    def _function(self, name: str, *, careful: bool) -> Any:
        if (name, careful) not in self._functions:
            text = python_source(self._program, self._names, backward=name == "step")
            functions = {**IEEE_FUNCTIONS, "Double": ieee.Double} if careful else PYTHON_FUNCTIONS
            scope: dict[str, Any] = {**functions, "__builtins__": {}, "nan": ieee.nan}
            code = compile(with_ieee_division(text) if careful else text, f"<microgradviz {name}>", "exec")
            exec(code, scope)  # text of our own: formulas of the table, and names that were checked
            self._functions[name, careful] = scope[name]
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
