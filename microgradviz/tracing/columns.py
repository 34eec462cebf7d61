"""The columns of a trace: what happened in an expression, forward and backward, and the backward pass that follows.

The format, version 1, in columns (trace.schema.json is the same as a JSON Schema). Values are numbered 0, 1, … in
topological order; a missing number is null, and one that is not finite is {"$f": "NaN"}, "Infinity" or "-Infinity".

    op[]  data[]  grad[]           one entry a value: the operation's name ("" for a leaf), and the numbers it held
    label{}  params{}  line{}      value -> its name, its operation's constants, [file, line] it was made at
    group[]  groups[]              value -> its group or -1; a group is [name, number of the group around it or -1]
    from[]  to[]  slot[]  local[]  one entry an edge: input, user, which input it is, d user / d input
    order[]                        values in the order in which backward made them pass their gradient on
    seed                           the result's own gradient when backward began: 1
    observed[]                     [k, before, after] where the k-th contribution was not before + grad × local
    root                           the result
    engine                         "microgradviz", "observed" for somebody else's engine, watched at work, or "torch"
    note                           what is to be said of it all, such as why there is no backward pass; usually empty

For "torch" a tensor of several numbers is one value: data, grad and observed are norms, and its local is null. A number
that torch does not keep or find is not known, which is not nan: in data it is null, and nan in Python, where `unknown`
tells which; after in observed is null, and None in Python.

A *contribution* is what one edge adds to a gradient. All of them follow from order, local and observed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from ..engine import bind_op, find_op

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine import Op


class Node(NamedTuple):
    """One value of a trace."""

    id: int
    op: str
    label: str
    data: float
    grad: float | None
    group: int


class Edge(NamedTuple):
    """One use of a value: `source` is input number `slot` of `target`."""

    id: int
    source: int
    target: int
    slot: int
    local: float | None


class Contribution(NamedTuple):
    """What one edge added to the gradient of its source: after = before + amount, if nothing is wrong."""

    edge: int
    amount: float
    before: float
    after: float


@dataclass(kw_only=True, slots=True, eq=False, repr=False)
class Columns:
    """The columns, and what follows from them; see the head of this file.

    `from` is a word of Python, so the edges' columns are `sources` and `targets` here.
    """

    op: list[str]
    data: list[float]
    grad: list[float | None]
    label: dict[int, str]
    params: dict[int, dict[str, float]]
    group: list[int]
    groups: list[tuple[str, int]]
    line: dict[int, tuple[str, int]]
    sources: list[int]
    targets: list[int]
    slot: list[int]
    local: list[float | None]
    order: list[int]
    seed: float = 1.0
    observed: list[tuple[int, float, float | None]] = field(default_factory=list)
    root: int = -1
    engine: str = "microgradviz"
    note: str = ""
    unknown: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.root < 0:
            self.root = len(self.op) - 1

    def __len__(self) -> int:
        return len(self.op)

    @property
    def nodes(self) -> list[Node]:
        """The values, in topological order."""
        columns = zip(self.op, self.data, self.grad, self.group, strict=True)
        return [Node(i, op, self.label.get(i, ""), x, grad, group) for i, (op, x, grad, group) in enumerate(columns)]

    @property
    def edges(self) -> list[Edge]:
        """The uses of values, those of one user together and in the order of its inputs."""
        return list(map(Edge, count(), self.sources, self.targets, self.slot, self.local))

    @property
    def contributions(self) -> list[Contribution]:
        """What a backward pass from zero adds, in order, and how it went where the engine did otherwise."""
        return list(self.replay_backward())

    def replay_backward(self, *, accumulate: bool = True) -> Iterator[Contribution]:
        """The contributions one by one; without `accumulate`, as if `=` stood where `+=` belongs."""
        first = self.first_edges()
        grads = [0.0] * len(self.op)
        grads[self.root] = self.seed
        seen = {k: (before, after) for k, before, after in self.observed}
        k = 0
        for user in self.order:
            for e in range(first[user], first[user + 1]):
                local = self.local[e]
                amount = math.nan if local is None else grads[user] * local
                source = self.sources[e]
                before = grads[source]
                after = before + amount if accumulate else amount
                if k in seen and (accumulate or local is None):  # between tensors what was seen is all there is
                    before, told = seen[k]
                    after = math.nan if told is None else told
                grads[source] = after
                yield Contribution(e, amount, before, after)
                k += 1

    def gradients(self) -> list[float | None]:
        """Every value's gradient after a backward pass from zero; None where none arrives, or nobody knows."""
        grads: list[float | None] = [None] * len(self.op)
        if self.order:
            grads[self.root] = self.seed
        nobody = {k for k, _, after in self.observed if after is None}
        for k, c in enumerate(self.replay_backward()):
            grads[self.sources[c.edge]] = None if k in nobody else c.after
        return grads

    def known_data(self, i: int) -> float | None:
        """A value's number, None where it is not known."""
        return None if i in self.unknown else self.data[i]

    def operation(self, i: int, arity: int) -> Op | None:
        """The row of the table that computes a value of so many inputs, its constants given; None if there is none."""
        constants = self.params.get(i, {})
        known = find_op(self.op[i], arity, constants)
        return bind_op(known.name, *(constants[x] for x in known.params)) if known and known.params else known

    def inputs(self) -> list[list[int]]:
        """Of every value those that it was computed from, in order; none of a leaf."""
        first = self.first_edges()
        return [self.sources[first[i] : first[i + 1]] for i in range(len(self.op))]

    def made_of(self, i: int) -> list[int]:
        """The values that a value was computed from, itself the last."""
        inputs, found = self.inputs(), {i}
        for j in range(i, -1, -1):
            if j in found:
                found.update(inputs[j])
        return sorted(found)

    def first_edges(self) -> list[int]:
        """Where each value's own edges begin: those of value i are first[i] … first[i + 1] - 1."""
        counts = [0] * (len(self.op) + 1)
        for target in self.targets:
            counts[target + 1] += 1
        for i in range(len(self.op)):
            counts[i + 1] += counts[i]
        return counts
