"""y = W·x + b as Values, made once: stretched as NumPy stretches shapes, with what goes into each number."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ...engine import Value, as_float, total
from ...sources import graph_values, trace_any
from ...tracing import tag_number

MOST = 4  # rows, columns, samples
_ARRIVING = (1.0, -2.0, 0.5, 3.0, -1.0, 2.0, -0.5, 1.5, 4.0, 1.0, -3.0, 0.5, 2.5, -1.5, 1.0, 2.0)

Shape = tuple[int, ...]
Place = list[Any]  # the table, the row and the column in which a number is drawn


class Grid:
    """Numbers in rows and columns, as they are drawn: of one dimension they stand, or lie where they are stretched.

    Attributes:
        name: What it is called.
        shape: The shape as NumPy has it.
        rows: The Values.
    """

    def __init__(self, key: str, name: str, shape: Shape, numbers: Sequence[Any], *, lies: bool = False) -> None:
        self.key, self.name, self.shape, self._lies = key, name, shape, lies
        self._flat = len(shape) == 1
        listed = [[x] for x in numbers] if self._flat else numbers
        self.rows = [list(numbers)] if self._flat and lies else [list(row) for row in listed]
        for r, row in enumerate(self.rows):
            for c, x in enumerate(row):
                if not isinstance(x, Value):
                    row[c] = Value(x)
                row[c].label = self.label(r, c)

    @property
    def as_matrix(self) -> tuple[int, int]:
        """The shape with a 1 before it, if it has one dimension: what is lined up from the right."""
        return (1, self.shape[0]) if self._flat else (self.shape[0], self.shape[1])

    def label(self, r: int, c: int) -> str:
        """What the number of a drawn row and column is called in code."""
        return f"{self.name}[{c if self._lies else r}]" if self._flat else f"{self.name}[{r}][{c}]"

    def stretched(self, r: int, c: int) -> tuple[int, int]:
        """Where the number is drawn that this grid gives to a cell of what it is stretched to."""
        rows, columns = self.as_matrix
        r, c = min(r, rows - 1), min(c, columns - 1)
        return (c, 0) if self._flat and not self._lies else (r, c)

    def place(self, r: int, c: int) -> Place:
        """The place of a drawn cell, as the page has it."""
        return [self.key, r, c]

    def data(self) -> list[list[float]]:
        """Its numbers, as they are drawn."""
        return [[value.data for value in row] for row in self.rows]


class Product:
    """The graph of y = W·x + b, with a gradient that arrives at each number of y.

    Attributes:
        loss: The sum of each number of y times what arrives there.
        parts: The parts of that sum as traces, as y is drawn.
        slip: What stretching does that is not meant; empty if nothing.
    """

    def __init__(self, W: Any, x: Any, b: Any, arriving: Any, function: Callable[..., Any]) -> None:
        (w_shape, ws), (x_shape, xs), (b_shape, bs) = (
            read_array(name, given) for name, given in (("W", W), ("x", x), ("b", b))
        )
        _require_shapes(w_shape, x_shape, b_shape)
        many = "" if len(x_shape) == 1 else "XY"
        self.W = Grid("W", "W", w_shape, ws)
        self.x = Grid("x", many[:1] or "x", x_shape, xs)
        self.b = Grid("b", "b", b_shape, bs, lies=bool(many) and len(b_shape) == 1)
        self._from: dict[int, tuple[Place, Place, Place]] = {}
        samples = range(len(self.x.rows[0]))
        z = [[self._dot(i, j) for j in samples] for i in range(w_shape[0])]
        shape = (w_shape[0],) if not many else (w_shape[0], len(samples))
        self.z = Grid("z", f"(W·{self.x.name})", shape, z if many else [row[0] for row in z])
        self.y = self._stretched_sum(many[1:] or "y")
        self.slip, self.meant = self._what_slipped()
        weighed = self._weigh(arriving)
        self.parts = [[trace_any(part, None, {}, function) for part in row] for row in weighed]
        self._read_gradients(function)

    def _dot(self, i: int, j: int) -> Value:
        terms = []
        for k, w in enumerate(self.W.rows[i]):
            terms.append(w * self.x.rows[k][j])
            self._from[id(terms[-1])] = (["z", i, j], self.W.place(i, k), self.x.place(k, j))
        return total(terms) if len(terms) > 1 else terms[0]

    def _stretched_sum(self, name: str) -> Grid:
        (a, c), (d, e) = self.z.as_matrix, self.b.as_matrix
        rows, columns = max(a, d), max(c, e)
        self._added: dict[tuple[int, int], tuple[tuple[int, int], tuple[int, int]]] = {}
        made: list[list[Value]] = []
        flat = len(self.z.shape) == len(self.b.shape) == 1
        for r in range(rows):
            made.append([])
            for column in range(columns):
                one, other = self.z.stretched(r, column), self.b.stretched(r, column)
                self._added[(column, 0) if flat else (r, column)] = one, other
                made[-1].append(self.z.rows[one[0]][one[1]] + self.b.rows[other[0]][other[1]])
        return Grid("y", name, (columns,) if flat else (rows, columns), made[0] if flat else made)

    def _what_slipped(self) -> tuple[str, list[list[float]] | None]:
        """What broadcasting hides, in words, and the numbers that were meant where they can be compared."""
        z, b, y = self.z.shape, self.b.shape, self.y.shape
        meant = (z[0],) if len(z) == 1 else (z[0], 1)
        if y != z:
            said = (
                f"Nothing is refused: lined up from the right, {z} and {b} are both stretched, and the result has "
                f"shape {y}, not {z}. Every number of W·{self.x.name} meets every number of b. "
                f"What is meant is b of shape {meant}."
            )
            return said, None
        if len(z) == 2 and len(b) == 1 and b[0] > 1:
            said = (
                f"Nothing is refused: lined up from the right, {b} becomes a row, and {z} has as many columns. So "
                "b[1] is added to sample 1 of every output, not to output 1 of every sample. "
                f"What is meant is b of shape {meant}."
            )
            return said, [[value.data + self.b.rows[0][i].data for value in row] for i, row in enumerate(self.z.rows)]
        return "", None

    def _weigh(self, arriving: Any) -> list[list[Value]]:
        """The loss: each number of y times the gradient that shall arrive there."""
        rows, columns = len(self.y.rows), len(self.y.rows[0])
        if arriving is None:
            weights = [[_ARRIVING[r * columns + c] for c in range(columns)] for r in range(rows)]
        else:
            shape, given = read_array("arriving", arriving)
            if shape != self.y.shape:
                raise ValueError(f"arriving must have the shape of {self.y.name}, {self.y.shape} (got {shape})")
            weights = [[g] for g in given] if len(shape) == 1 else given
        parts = [[y * g for y, g in zip(*both, strict=True)] for both in zip(self.y.rows, weights, strict=True)]
        every = [part for row in parts for part in row]
        for part in every:
            part.label = "part of L"
        self.loss = total(every)
        self.loss.label = "L"
        return parts

    def _read_gradients(self, function: Callable[..., Any]) -> None:
        """Read every gradient, and every contribution to it, from the trace of the loss."""
        self.loss.backward()
        traced = trace_any(self.loss, None, {}, function)
        values = graph_values(self.loss)
        ends = {id(y): self.y.place(r, c) for r, row in enumerate(self.y.rows) for c, y in enumerate(row)}
        self._grads = {id(value): traced.grad[i] for i, value in enumerate(values)}
        self._shares: dict[int, list[dict[str, Any]]] = {}
        for edge, amount, before, after in traced.contributions:
            source, user = values[traced.sources[edge]], id(values[traced.targets[edge]])
            through, *pair = self._from.get(user, (ends.get(user),))
            factor = next((place for place in pair if self._value(place) is not source), None)
            if through:
                told = {"amount": tag_number(amount), "before": tag_number(before), "after": tag_number(after)}
                self._shares.setdefault(id(source), []).append({"through": through, "factor": factor, **told})

    def _value(self, place: Place) -> Value:
        key, r, c = place
        value: Value = getattr(self, key).rows[r][c]
        return value

    def tables(self) -> dict[str, Any]:
        """All that the page shows, as plain data."""
        return {
            grid.key: {
                "name": grid.name, "shape": str(grid.shape),
                "cells": [[self._cell(grid, r, c) for c in range(len(row))] for r, row in enumerate(grid.rows)],
            }
            for grid in (self.W, self.x, self.z, self.b, self.y)
        }  # fmt: skip

    def _cell(self, grid: Grid, r: int, c: int) -> dict[str, Any]:
        value = grid.rows[r][c]
        told = {"name": grid.label(r, c), "data": tag_number(value.data), "grad": tag_number(self._grads[id(value)])}
        told["shares"] = [] if grid is self.y else self._shares[id(value)]
        if grid is self.z:
            terms = value.inputs if id(value) not in self._from else (value,)
            told["terms"] = [{"of": self._from[id(term)][1:], "amount": tag_number(term.data)} for term in terms]
        if grid is self.y:
            one, other = self._added[r, c]
            told["terms"] = [{"of": [self.z.place(*one)]}, {"of": [self.b.place(*other)]}]
            if self.meant is not None and self.meant[r][c] != value.data:
                told["meant"] = tag_number(self.meant[r][c])
        return told


def read_array(name: str, given: Any) -> tuple[Shape, list[Any]]:
    """The shape of a list of numbers, or of rows of them, and its numbers as floats.

    Raises:
        TypeError: If it is neither.
        ValueError: If its rows differ in length, it is too large, or a number is not finite.
    """
    listed = given.tolist() if hasattr(given, "tolist") else given
    if not isinstance(listed, list | tuple):
        raise TypeError(f"{name} must be a list of numbers, or of rows of them (got {given!r:.60})")
    deep = [isinstance(row, list | tuple) for row in listed]
    lengths = sorted({len(row) for row in listed if isinstance(row, list | tuple)})
    if any(deep) and (not all(deep) or len(lengths) > 1):
        raise ValueError(f"{name} must have rows of one length (got {given!r:.80})")
    shape = (len(listed), *lengths)
    if not all(1 <= size <= MOST for size in shape):
        raise ValueError(f"{name} must have 1 to {MOST} rows and columns (got shape {shape})")

    def number(x: Any) -> float:
        read = as_float(x, f"a number of {name}")
        if not math.isfinite(read):
            raise ValueError(f"{name} must hold finite numbers (got {read!r})")
        return read

    return shape, [[number(x) for x in row] if lengths else number(row) for row in listed]


def _require_shapes(w: Shape, x: Shape, b: Shape) -> None:
    """Raises ValueError, with both shapes, if W and x or W·x and b do not fit."""
    if len(w) != 2:
        raise ValueError(f"W must have rows and columns (got shape {w}); one row is [[1, 2, 3]]")
    if w[1] != x[0]:
        raise ValueError(f"W must have as many columns as x has rows (got W of shape {w} and x of shape {x})")
    z = (w[0], *x[1:])
    if b not in ((w[0],), (w[0], 1)):
        raise ValueError(
            f"b must have one number for each of the {w[0]} rows of W, as shape {(w[0],)} or {(w[0], 1)} "
            f"(got b of shape {b} and W·x of shape {z})"
        )
    if len(b) == 1 and len(z) == 2 and 1 not in (z[1], b[0]) and z[1] != b[0]:
        raise ValueError(
            f"W·x and b must have shapes that fit from the right (got {z} and {b}: {z[1]} columns meet {b[0]}); give "
            f"b the shape {(w[0], 1)}"
        )
