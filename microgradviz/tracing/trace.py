"""Trace: everything that happened in an expression, forward and backward, as plain data.

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

For "torch" a tensor of several numbers is one value: data, grad and observed are norms, and its local is null; nan
stands for a number that torch does not keep.

A *contribution* is what one edge adds to a gradient. All of them follow from order, local and observed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, overload

from ..engine import real
from .faults import Fault, find
from .words import row

FORMAT = "microgradviz-trace"
VERSION = 1
SCHEMA = Path(__file__).with_name("trace.schema.json")

T = TypeVar("T")


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


class View(Sequence[T]):
    """A sequence of rows made from columns when asked for."""

    def __init__(self, count: int, make: Any) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._make(i) for i in range(*index.indices(self._count))]
        if not -self._count <= index < self._count:
            raise IndexError(f"index must be below {self._count} (got {index})")
        made: T = self._make(index % self._count)
        return made

    def __repr__(self) -> str:
        return repr(list(self))


class Trace:
    """An expression and its backward pass; see the head of this file for the columns.

    `from` is a word of Python, so the edges' columns are `sources` and `targets` here.

    Example:
        >>> from microgradviz import Value, trace
        >>> a = Value(3.0)
        >>> t = trace(a * a)
        >>> [c.after for c in t.contributions]
        [3.0, 6.0]
        >>> Trace.from_json(t.to_json()) == t
        True
    """

    __slots__ = (
        "data", "engine", "grad", "group", "groups", "label", "line", "local", "note", "observed", "op", "order",
        "params", "root", "seed", "slot", "sources", "targets",
    )  # fmt: skip

    def __init__(
        self,
        *,
        op: list[str],
        data: list[float],
        grad: list[float | None],
        label: dict[int, str],
        params: dict[int, dict[str, float]],
        group: list[int],
        groups: list[tuple[str, int]],
        line: dict[int, tuple[str, int]],
        sources: list[int],
        targets: list[int],
        slot: list[int],
        local: list[float | None],
        order: list[int],
        seed: float = 1.0,
        observed: list[tuple[int, float, float]] | None = None,
        root: int | None = None,
        engine: str = "microgradviz",
        note: str = "",
    ) -> None:
        self.op, self.data, self.grad, self.label, self.params = op, data, grad, label, params
        self.group, self.groups, self.line = group, groups, line
        self.sources, self.targets, self.slot, self.local = sources, targets, slot, local
        self.order, self.seed, self.observed = order, seed, observed or []
        self.root = len(op) - 1 if root is None else root
        self.engine, self.note = engine, note

    def __len__(self) -> int:
        return len(self.op)

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, Trace) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Trace({len(self.op)} values, {len(self.sources)} edges, root={self.root})"

    @property
    def nodes(self) -> View[Node]:
        """The values, in topological order."""
        return View(
            len(self.op),
            lambda i: Node(i, self.op[i], self.label.get(i, ""), self.data[i], self.grad[i], self.group[i]),
        )

    @property
    def edges(self) -> View[Edge]:
        """The uses of values, those of one user together and in the order of its inputs."""
        return View(
            len(self.sources),
            lambda e: Edge(e, self.sources[e], self.targets[e], self.slot[e], self.local[e]),
        )

    @property
    def contributions(self) -> list[Contribution]:
        """What a backward pass from zero adds, in order, and how it went where the engine did otherwise."""
        return list(self.replay_backward())

    @property
    def faults(self) -> list[Fault]:
        """What is wrong, in words, each with its value or edge."""
        return find(self)

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
                    before, after = seen[k]
                grads[source] = after
                yield Contribution(e, amount, before, after)
                k += 1

    def gradients(self) -> list[float | None]:
        """Every value's gradient after a backward pass from zero; None where none arrives."""
        grads: list[float | None] = [None] * len(self.op)
        if self.order:
            grads[self.root] = self.seed
        for c in self.replay_backward():
            grads[self.sources[c.edge]] = c.after
        return grads

    def first_edges(self) -> list[int]:
        """Where each value's own edges begin: those of value i are first[i] … first[i + 1] - 1."""
        counts = [0] * (len(self.op) + 1)
        for target in self.targets:
            counts[target + 1] += 1
        for i in range(len(self.op)):
            counts[i + 1] += counts[i]
        return counts

    def replay(self, **leaves: float) -> Trace:
        """The same expression at other numbers: a new trace with everything computed again.

        Args:
            **leaves: New data for the leaves of these labels.

        Raises:
            ValueError: If there is no leaf of that label, or an operation is not in the table.
            TypeError: If the new data is not a real number.

        Example:
            >>> from microgradviz import Value, trace
            >>> a, b = Value(3.0), Value(2.0)
            >>> trace(a * b).replay(a=5).data
            [5.0, 2.0, 10.0]
        """
        return self.at({self._leaf(label): real(new, f"leaf {label}") for label, new in leaves.items()})

    def at(self, numbers: Mapping[int, float]) -> Trace:
        """The same, with new data for leaves that are told by their numbers in the trace.

        Raises:
            ValueError: If an operation is not in the table.
        """
        data, local = list(self.data), list(self.local)
        for i, new in numbers.items():
            data[i] = new
        first = self.first_edges()
        for i, op in enumerate(self.op):
            if not op:
                continue
            edges = range(first[i], first[i + 1])
            constants = self.params.get(i, {})
            known = row(op, len(edges), constants)
            if known is None:
                raise ValueError(f"operation must be in the table to be computed again (got {op!r})")
            data[i], slopes = known.run_ieee(
                *(data[self.sources[e]] for e in edges), *(constants[name] for name in known.params)
            )
            for e, slope in zip(edges, slopes, strict=True):
                local[e] = slope
        columns = {name: getattr(self, name) for name in self.__slots__}
        new_trace = Trace(**{**columns, "data": data, "local": local, "observed": []})
        new_trace.grad = new_trace.gradients()
        return new_trace

    def _leaf(self, label: str) -> int:
        found = [i for i, text in self.label.items() if text == label and not self.op[i]]
        if len(found) != 1:
            known = ", ".join(sorted({text for i, text in self.label.items() if not self.op[i]})) or "none"
            came = f"{label!r}, which {len(found)} leaves are called" if found else repr(label)
            raise ValueError(f"leaf must be the label of one of {known} (got {came})")
        return found[0]

    def to_dict(self) -> dict[str, Any]:
        """The format as plain data, ready for JSON: no bare NaN, keys as text."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "op": list(self.op),
            "data": [tagged(x) for x in self.data],
            "grad": [tagged(x) for x in self.grad],
            "label": {str(i): text for i, text in self.label.items()},
            "params": {str(i): {k: tagged(x) for k, x in p.items()} for i, p in self.params.items()},
            "group": list(self.group),
            "groups": [[name, parent] for name, parent in self.groups],
            "line": {str(i): [file, number] for i, (file, number) in self.line.items()},
            "from": list(self.sources),
            "to": list(self.targets),
            "slot": list(self.slot),
            "local": [tagged(x) for x in self.local],
            "order": list(self.order),
            "seed": tagged(self.seed),
            "observed": [[k, tagged(before), tagged(after)] for k, before, after in self.observed],
            "root": self.root,
            "engine": self.engine,
            "note": self.note,
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """The format as JSON text; `from_json` reads it back exactly."""
        separators = (",", ":") if indent is None else None
        return json.dumps(self.to_dict(), allow_nan=False, indent=indent, separators=separators)

    @classmethod
    def from_json(cls, text: str | bytes) -> Trace:
        """Read what `to_json` wrote.

        Raises:
            ValueError: If the text is not a trace of this version, with what must hold and what came.

        Example:
            >>> Trace.from_json('{"format": "microgradviz-trace", "version": 7}')
            Traceback (most recent call last):
            ValueError: version must be 1 (got 7); a newer microgradviz may read it
        """
        try:
            columns = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"a trace must be whole JSON text (got {len(text):,} characters: {error})") from None
        except TypeError:
            raise ValueError(
                f"a trace must be JSON text (got {type(text).__name__}); from_dict reads plain data"
            ) from None
        return cls.from_dict(columns)

    @classmethod
    def from_dict(cls, columns: Any) -> Trace:
        """Read what `to_dict` gave; raises as `from_json`."""
        from .read_json import read

        return Trace(**read(columns))


def tagged(x: float | None) -> Any:
    """A number as it travels: one that is not finite wears a tag, for JSON has no word for it."""
    if x is None or -math.inf < x < math.inf:
        return x
    return {"$f": "NaN" if x != x else "Infinity" if x > 0 else "-Infinity"}
