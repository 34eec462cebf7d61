"""The samples of a run: read from lists or arrays, checked, and packed for the page."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterable, Sequence
from typing import Any

from ...engine import as_float, short_repr

MOST_NUMBERS = 4_000_000  # 32 MB


class Samples:
    """Samples and their targets, row by row.

    Attributes:
        x: Every input, as floats.
        y: Every target; one column if they are numbers.
        names: Of the inputs.
        target_names: Of the targets.
        lists_inputs: Whether a sample is a list of numbers; a model is called with a number if not.
        lists_targets: Whether a target is a list of numbers.
    """

    def __init__(self, X: Any, y: Any, held: tuple[Any, Any] | None = None) -> None:
        (self.x, self.lists_inputs), (self.y, self.lists_targets) = _read(X, "X"), _read(y, "y")
        if not self.x:
            raise ValueError("X must hold one sample at least (got none)")
        if len(self.x) != len(self.y):
            raise ValueError(f"X and y must be of one length (got {len(self.x)} and {len(self.y)})")
        apart = held or ([], [])
        self.held_x, self.held_y = _read(apart[0], "held-out X")[0], _read(apart[1], "held-out y")[0]
        if len(self.held_x) != len(self.held_y):
            raise ValueError(f"held must be an X and a y of one length (got {len(self.held_x)} and {len(self.held_y)})")
        for row in (*self.x, *self.held_x):
            if len(row) != self.columns:
                raise ValueError(f"every row of X must have {self.columns} numbers, as the first (got {len(row)})")
        for row in (*self.y, *self.held_y):
            if len(row) != self.targets:
                raise ValueError(f"every target must have {self.targets} numbers, as the first (got {len(row)})")
        if self.count * (self.columns + self.targets) > MOST_NUMBERS:
            raise ValueError(f"X must have at most {MOST_NUMBERS:,} numbers to be sent to a page; give fewer samples")
        self.names = [f"x{j + 1}" for j in range(self.columns)] if self.columns > 1 else ["x"]
        self.target_names = [f"y{j + 1}" for j in range(self.targets)] if self.targets > 1 else ["y"]

    @property
    def count(self) -> int:
        """How many samples there are to train on."""
        return len(self.x)

    @property
    def columns(self) -> int:
        """How many inputs a sample has."""
        return len(self.x[0])

    @property
    def targets(self) -> int:
        """How many numbers a target has."""
        return len(self.y[0])

    def row(self, k: int, *, held: bool = False) -> tuple[list[float], list[float]]:
        """A sample and its target."""
        return (self.held_x[k], self.held_y[k]) if held else (self.x[k], self.y[k])

    def tell_classes(self, count: int) -> None:
        """Targets that are numbers of classes become lists of probabilities, 1 for the class, 0 for the others.

        Raises:
            ValueError: If there is no such class.
        """
        for row in (*self.y, *self.held_y):
            if row[0] not in range(count):
                raise ValueError(f"a class must be 0 to {count - 1}, one of the model's outputs (got {row[0]:g})")
            row[:] = [float(row[0] == k) for k in range(count)]
        self.target_names = [f"y{k + 1}" for k in range(count)]
        self.lists_targets = True

    def given(self, row: Sequence[Any]) -> Any:
        """The inputs of a sample, as a model is called with them."""
        return list(row) if self.lists_inputs else row[0]

    def two_unequal(self) -> tuple[int, int]:
        """Two samples that differ in as many columns as can be; the same one twice if there is no other."""
        first = (self.x[0], self.y[0])

        def unlike(k: int) -> int:
            return sum(
                a != b for one, two in zip(first, self.row(k), strict=True) for a, b in zip(one, two, strict=True)
            )

        return 0, max(range(self.count), key=unlike)

    @property
    def kind(self) -> str:
        """How targets are to be read: "signs" (±1), "classes" (0 or 1, of one or of several outputs), or "numbers"."""
        found = {x for row in self.y for x in row}
        if found <= {-1.0, 1.0}:
            return "signs"
        return "classes" if found <= {0.0, 1.0} else "numbers"

    def to_page(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "X": pack(_flat(self.x)), "y": pack(_flat(self.y)),
            "heldX": pack(_flat(self.held_x)), "heldY": pack(_flat(self.held_y)),
            "columns": self.columns, "targets": self.targets, "samples": self.count, "held": len(self.held_x),
            "names": self.names, "kind": self.kind,
        }  # fmt: skip


def pack(numbers: Iterable[float]) -> str:
    """Numbers as base64 of doubles, lowest byte first, for the page's `unpack`."""
    listed = list(numbers)
    return base64.b64encode(struct.pack(f"<{len(listed)}d", *listed)).decode()


def unpack(text: str) -> list[float]:
    """Numbers as the page packed them."""
    data = base64.b64decode(text)
    return list(struct.unpack(f"<{len(data) // 8}d", data))


def _flat(rows: Sequence[Sequence[float]]) -> list[float]:
    return [x for row in rows for x in row]


def _read(given: Any, what: str) -> tuple[list[list[float]], bool]:
    """The rows, and whether they were given as lists of numbers."""
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise TypeError(f"{what} must be a list of samples (got {short_repr(given)})")
    rows = list(given.tolist() if hasattr(given, "tolist") else given)
    return [_row(row, what) for row in rows], not rows or _is_list(rows[0])


def _row(row: Any, what: str) -> list[float]:
    return [as_float(getattr(x, "data", x), f"a number of {what}") for x in (row if _is_list(row) else [row])]


def _is_list(row: Any) -> bool:
    return isinstance(row, Iterable) and not isinstance(row, str)
