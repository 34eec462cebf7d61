"""Trace: everything that happened in an expression, as plain data that travels as JSON and can be played anew.

columns.py tells the format.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..engine import as_float
from .columns import Columns
from .faults import Fault, find_faults

FORMAT = "microgradviz-trace"
VERSION = 1
SCHEMA = Path(__file__).with_name("trace.schema.json")


class Trace(Columns):
    """An expression and its backward pass, as plain data: the columns that trace.schema.json describes, as attributes.

    Example:
        >>> from microgradviz import Value, trace
        >>> a = Value(3.0)
        >>> t = trace(a * a)
        >>> [c.after for c in t.contributions]
        [3.0, 6.0]
        >>> Trace.from_json(t.to_json()) == t
        True
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, Trace) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Trace({len(self.op)} values, {len(self.sources)} edges, root={self.root})"

    @property
    def faults(self) -> list[Fault]:
        """What is wrong, in words, each with its value or edge."""
        return find_faults(self)

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
        return self.at({self._leaf(label): as_float(new, f"leaf {label}") for label, new in leaves.items()})

    def at(self, numbers: Mapping[int, float]) -> Trace:
        """The same, with new data for leaves that are told by their numbers in the trace.

        Raises:
            ValueError: If an operation is not in the table.
        """
        data, local = list(self.data), list(self.local)
        for i, new in numbers.items():
            data[i] = new
        first = self.first_edges()
        for i, inputs in enumerate(self.inputs()):
            if not inputs:
                continue
            known = self.operation(i, len(inputs))
            if known is None:
                raise ValueError(f"operation must be in the table to be computed again (got {self.op[i]!r})")
            data[i], local[first[i] : first[i + 1]] = known.run_ieee(*(data[x] for x in inputs))
        columns = {name: getattr(self, name) for name in Columns.__slots__}
        new_trace = Trace(**{**columns, "data": data, "local": local, "observed": [], "unknown": frozenset()})
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
            "data": [tag_number(self.known_data(i)) for i in range(len(self.data))],
            "grad": [tag_number(x) for x in self.grad],
            "label": {str(i): text for i, text in self.label.items()},
            "params": {str(i): {k: tag_number(x) for k, x in p.items()} for i, p in self.params.items()},
            "group": list(self.group),
            "groups": [[name, parent] for name, parent in self.groups],
            "line": {str(i): [file, number] for i, (file, number) in self.line.items()},
            "from": list(self.sources),
            "to": list(self.targets),
            "slot": list(self.slot),
            "local": [tag_number(x) for x in self.local],
            "order": list(self.order),
            "seed": tag_number(self.seed),
            "observed": [[k, tag_number(before), tag_number(after)] for k, before, after in self.observed],
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
        from .read_json import decode_trace_columns

        return Trace(**decode_trace_columns(columns))


def tag_number(x: float | None) -> Any:
    """A number as it travels: one that is not finite wears a tag, for JSON has no word for it."""
    if x is None or -math.inf < x < math.inf:
        return x
    return {"$f": "NaN" if x != x else "Infinity" if x > 0 else "-Infinity"}
