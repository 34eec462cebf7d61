"""The NumPy backend: operations that can be done side by side are one call, for a block of samples at a time."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache, partial, reduce
from itertools import chain
from typing import Any

import numpy as np

from ..engine import FUNCTIONS
from .arrays import Batch
from .formula_trees import fill_formula
from .program import Instruction, Program
from .sums import Row, Sums

_FLOATS = 1 << 18  # doubles that the values of a block may take, of which few are in use at a time


class NumPyKernel:
    """A program's values as rows of two arrays: what is the same for all samples, and what differs, a column a sample.

    A layer of neurons is one product of matrices, which adds in an order of its own.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        places = _Places(program)
        self._calls: tuple[list[Any], list[Any]] = [], []
        for (varies, _, kind, *_), some in sorted(_side_by_side(program).items(), key=lambda item: item[0][:2]):
            self._calls[varies].append(_KINDS.get(kind, _Alike)(places, some))
        self._root = places.of([program.root])
        self._sizes = places.sizes
        self._constants = np.zeros((self._sizes[False], 1))
        self._constants[program.params : program.params + len(program.constants), 0] = program.constants

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""
        results, grads[:] = self._run(params, batch, seed)
        with np.errstate(all="ignore"):
            return float(results.sum())

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""
        return self._run(params, batch)[0]

    def _run(self, params: Any, batch: Batch, seed: float | None = None) -> tuple[Any, Any]:
        uniform, varying = self._calls
        once = self._constants.copy()
        once[: len(params), 0] = params
        once_grads = np.zeros_like(once)
        results = []
        with np.errstate(all="ignore"):  # infinity and nan are results here, not accidents
            for call in uniform:
                call.forward([once])
            for samples in self._blocks(batch):
                each = np.empty((self._sizes[True], samples.shape[1]))
                each[0] = 1.0
                each[1 : 1 + self._program.inputs] = samples
                for call in varying:
                    call.forward([once, each])
                results.append(self._root.of([once, each])[0])
                if seed is not None:
                    grads = [once_grads, np.zeros(each.shape)]
                    grads[self._root.varies][self._root.rows] = seed
                    for call in reversed(varying):
                        call.backward([once, each], grads)
            for call in reversed(uniform) if seed is not None else ():
                call.backward([once], [once_grads])
        return np.concatenate(results), once_grads[: len(params), 0]

    def _blocks(self, batch: Batch) -> list[Any]:
        if not batch.columns:
            return [np.empty((0, 1))]
        table = np.concatenate(batch.columns, axis=1).T
        size = max(64, _FLOATS // self._sizes[True])
        return [table[:, at : at + size] for at in range(0, batch.count, size)]


class _Places:
    """Which row each value has, in which of the two arrays. Row 0 of what differs between samples is 1."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sizes = [program.params + len(program.constants), 1 + program.inputs]
        self._row = {i: 1 + i for i in range(program.inputs)}
        self._row |= {program.inputs + i: i for i in range(self.sizes[False])}

    def of(self, values: Sequence[int | None]) -> _Rows:
        """The rows of values that are in one array; None stands for 1."""
        varies = values[0] is None or self.program.varying[values[0]]
        return _Rows(varies, [0 if i is None else self._row[i] for i in values])

    def new(self, values: Sequence[int]) -> _Rows:
        """New rows, side by side."""
        varies = self.program.varying[values[0]]
        self._row |= {value: self.sizes[varies] + i for i, value in enumerate(values)}
        self.sizes[varies] += len(values)
        return self.of(values)


class _Rows:
    """Where some values are: in which of the two arrays, and their rows there."""

    def __init__(self, varies: bool, places: Sequence[int]) -> None:
        first, last = places[0], places[-1]
        self.varies, self._distinct = varies, len({*places}) == len(places)
        self.rows: Any = slice(first, last + 1) if [*places] == [*range(first, last + 1)] else np.array(places)

    def of(self, arrays: Sequence[Any]) -> Any:
        """The values."""
        return arrays[self.varies][self.rows]

    def add(self, grads: Sequence[Any], amounts: Any) -> None:
        """Add amounts to their gradients, those of all samples to what is the same for all."""
        if not self.varies:
            amounts = amounts.sum(axis=1, keepdims=True)
        if self._distinct:
            grads[self.varies][self.rows] += amounts
        else:
            np.add.at(grads[self.varies], self.rows, amounts)


class _Alike:
    """Operations of one kind on inputs of one kind, none of which needs another's result."""

    def __init__(self, places: _Places, steps: Sequence[Instruction]) -> None:
        op, active = steps[0].op, places.program.active
        constants = tuple(op.constants.items())
        self._inputs = [places.of(column) for column in zip(*(step.inputs for step in steps), strict=True)]
        self._value = _vectorised(op.formula, constants)
        slopes = [_vectorised(formula, constants) for formula in op.locals]
        wanted = [active[i] and active[steps[0].out] for i in steps[0].inputs]
        self._slopes = [(x, s) for x, s, yes in zip(self._inputs, slopes, wanted, strict=True) if yes]
        self._out = places.new([step.out for step in steps])

    def forward(self, arrays: Sequence[Any]) -> None:
        arrays[self._out.varies][self._out.rows] = self._value(*[x.of(arrays) for x in self._inputs])

    def backward(self, arrays: Sequence[Any], grads: Sequence[Any]) -> None:
        if self._slopes:
            xs, out, grad = [x.of(arrays) for x in self._inputs], self._out.of(arrays), self._out.of(grads)
            for x, slope in self._slopes:
                x.add(grads, grad * slope(*xs, out=out))


class _Total:
    """Sums of equally many values: first of what is the same for all samples, then of what differs."""

    def __init__(self, places: _Places, steps: Sequence[Instruction]) -> None:
        varying, self._count = places.program.varying, len(steps)
        of_kind = [[i for i in zip(*(s.inputs for s in steps), strict=True) if varying[i[0]] == v] for v in (0, 1)]
        self._parts = [places.of([*chain.from_iterable(columns)]) for columns in of_kind if columns]
        self._out = places.new([step.out for step in steps])

    def forward(self, arrays: Sequence[Any]) -> None:
        xs = [part.of(arrays) for part in self._parts]
        sums = [x.reshape(-1, self._count, x.shape[1]).sum(axis=0) for x in xs]
        arrays[self._out.varies][self._out.rows] = sum(sums, 0.0)

    def backward(self, arrays: Sequence[Any], grads: Sequence[Any]) -> None:
        grad = self._out.of(grads)
        for part in self._parts:
            part.add(grads, np.tile(grad, (len(part.of(grads)) // self._count, 1)))


class _Layer:
    """A layer of neurons: its weights, biases among them, times its inputs, 1 among them."""

    def __init__(self, places: _Places, rows: Sequence[Row]) -> None:
        self._weights = places.of([*chain.from_iterable(row.weights for row in rows)])
        self._inputs = places.of(rows[0].inputs)
        self._active = any(i is not None and places.program.active[i] for i in rows[0].inputs)
        self._out = places.new([row.out for row in rows])

    def forward(self, arrays: Sequence[Any]) -> None:
        xs = self._inputs.of(arrays)
        arrays[True][self._out.rows] = self._matrix(arrays, xs) @ xs

    def backward(self, arrays: Sequence[Any], grads: Sequence[Any]) -> None:
        xs, grad = self._inputs.of(arrays), self._out.of(grads)
        self._weights.add(grads, (grad @ xs.T).reshape(-1, 1))
        if self._active:
            self._inputs.add(grads, self._matrix(arrays, xs).T @ grad)

    def _matrix(self, arrays: Sequence[Any], xs: Any) -> Any:
        return self._weights.of(arrays).reshape(-1, len(xs))


_KINDS = {"layer": _Layer, "total": _Total}


def _side_by_side(program: Program) -> dict[tuple[Any, ...], list[Any]]:
    """The operations that can be done at once, and the rows of each layer, by a key that begins with when they can."""
    sums = Sums(program, [not varies for varies in program.varying])
    layers = {out: rows for out, rows in sums.rows.items() if program.varying[out]}
    inside = {*layers}
    for step in reversed(program.steps):
        if step.out in inside:
            inside |= sums.merged.intersection(step.inputs)
    depth = [0] * len(program)
    found: dict[tuple[Any, ...], list[Any]] = {}
    for step in program.steps:
        if step.out in layers:
            rows = layers[step.out]
            depth[step.out] = 1 + max((depth[i] for i in rows[0].inputs if i is not None), default=0)
            found[True, depth[step.out], "layer", rows[0].out] = rows
        elif step.out not in inside:
            depth[step.out] = 1 + max((depth[i] for i in step.inputs), default=0)
            op, inputs = step.op, [(program.varying[i], program.active[i]) for i in step.inputs]
            kind = (op.name, *op.constants.values()) if op.constants else "total" if op.arity is None else op
            key = program.varying[step.out], depth[step.out], kind, program.active[step.out], *inputs
            found.setdefault(key, []).append(step)
    return found


def _power(x: Any, y: Any) -> Any:
    """C99's pow. NumPy takes x ** 0.5 for sqrt(x), which differs at -0 and -inf."""
    out = np.power(x, y)
    if isinstance(y, float) and y != 0.5:
        return out
    return np.where(np.equal(y, 0.5), np.where(np.equal(x, -np.inf), np.inf, out + 0.0), out)


_SCOPE = {name: getattr(np, name) for name in (*FUNCTIONS, "where", "logical_and", "logical_or", "logical_not", "nan")
          if name != "pow"}  # fmt: skip
_SCOPE |= {"pow": _power, "__builtins__": {}}


@lru_cache(maxsize=1024)
def _vectorised(formula: str, constants: tuple[tuple[str, float], ...]) -> Any:
    """A formula as a function of x, y and out, which are arrays."""
    text = ast.unparse(_Vectorised().visit(fill_formula(formula, dict(constants))))
    return eval(f"lambda x=None, y=None, out=None: {text}", _SCOPE)  # text of our own: a formula that was checked


def _call(name: str, *arguments: Any) -> Any:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


class _Vectorised(ast.NodeTransformer):
    """Makes branches calls of where(), and logic calls of logical_and() and the like."""

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        return _call("where", self.visit(node.test), self.visit(node.body), self.visit(node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        function = "logical_and" if isinstance(node.op, ast.And) else "logical_or"
        return reduce(partial(_call, function), map(self.visit, node.values))

    def visit_Compare(self, node: ast.Compare) -> Any:
        sides = [self.visit(side) for side in (node.left, *node.comparators)]
        pairs: list[Any] = [ast.Compare(a, [op], [b]) for op, a, b in zip(node.ops, sides, sides[1:], strict=False)]
        return reduce(partial(_call, "logical_and"), pairs)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        return _call("logical_not", operand) if isinstance(node.op, ast.Not) else ast.UnaryOp(node.op, operand)
