"""Tables of numbers: from a CSV file, or one of three small ones whose source is known."""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

FEWEST_ROWS, MOST_ROWS = 10, 5000
_SEED = 1337
_PLANETS = {  # distance from the Sun in astronomical units, period in years; rounded as in any table of planets
    "Mercury": (0.387, 0.241), "Venus": (0.723, 0.615), "Earth": (1.0, 1.0), "Mars": (1.524, 1.881),
    "Ceres": (2.77, 4.60), "Jupiter": (5.203, 11.86), "Saturn": (9.58, 29.45), "Uranus": (19.2, 84.0),
    "Neptune": (30.1, 164.8), "Pluto": (39.5, 248.0),
}  # fmt: skip


class Table(NamedTuple):
    """A table of numbers, one column of which is to be predicted.

    Attributes:
        name: What it is called.
        about: Where its numbers come from.
        columns: The names of the inputs.
        target: The name of what is to be predicted.
        X: The inputs, row by row.
        y: The targets.
    """

    name: str
    about: str
    columns: list[str]
    target: str
    X: list[list[float]]
    y: list[float]

    def __repr__(self) -> str:
        return f"{self.name}: {len(self.y)} rows, {', '.join(self.columns)} → {self.target}. {self.about}"


def _planets() -> Table:
    numbers = list(_PLANETS.values())
    about = "Distance from the Sun in astronomical units, period in years; eight planets and two dwarf planets."
    return Table("planets", about, ["distance"], "period", [[a] for a, _ in numbers], [t for _, t in numbers])


def _pendulum() -> Table:
    """A pendulum's period for its length and its swing, by the first terms of the series."""
    rng, X, y = random.Random(_SEED), [], []
    for _ in range(80):
        length, swing = round(rng.uniform(0.2, 2.0), 2), round(rng.uniform(5, 80))
        angle = math.radians(swing)
        period = 2 * math.pi * math.sqrt(length / 9.81) * (1 + angle**2 / 16 + 11 * angle**4 / 3072)
        X.append([length, float(swing)])
        y.append(round(period + rng.gauss(0, 0.02), 3))
    about = "Length in m, swing to one side in degrees, period in s: computed by a formula, with noise added."
    return Table("pendulum", about, ["length", "swing"], "period", X, y)


def _triangles() -> Table:
    """Whether the largest angle of a triangle is below 90 degrees: 1, or −1."""
    rng = random.Random(_SEED)
    X: list[list[float]] = []
    y: list[float] = []
    while len(y) < 120:
        sides = [round(rng.uniform(1, 9), 1) for _ in range(3)]
        short, middle, long = sorted(sides)
        if short + middle > long and y.count(1.0 if short**2 + middle**2 > long**2 else -1.0) < 60:
            X.append(sides)
            y.append(1.0 if short**2 + middle**2 > long**2 else -1.0)
    about = "Three sides; 1 if all angles are below 90 degrees, else −1: computed."
    return Table("triangles", about, ["a", "b", "c"], "acute", X, y)


_SMALL = {"planets": _planets, "pendulum": _pendulum, "triangles": _triangles}


def read_table(source: str | Path, target: str = "") -> Table:
    """A table of numbers: a CSV file whose first line names its columns, or "planets", "pendulum" or "triangles".

    Args:
        source: The file, or the name of a small table that comes with the course.
        target: The name of the column to be predicted; the last one if left out.

    Returns:
        The table, with inputs `X` and targets `y`.

    Raises:
        ValueError: If the file is no table of numbers; it says in which line.

    Example:
        >>> table = read_table("planets")
        >>> table.X[2], table.y[2]
        ([1.0], 1.0)
    """
    if str(source) in _SMALL:
        made = _SMALL[str(source)]()
        if target not in ("", made.target):
            raise ValueError(f"target of the table {made.name} must be {made.target!r} (got {target!r}); leave it out")
        return made
    path = Path(source)
    if not path.is_file():
        known = ", ".join(_SMALL)
        raise ValueError(f"source must be a CSV file that is there, or one of {known} (got {str(source)!r})")
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return _read(path.name, file, target)
    except (UnicodeDecodeError, csv.Error):
        raise ValueError(f"{path.name} must be a text file, saved as CSV in UTF-8; save it so once more") from None


def _read(name: str, file: Iterator[str], target: str) -> Table:
    first = next(file, "")
    mark = max(",;\t", key=first.count)
    names = [column.strip() for column in next(csv.reader([first], delimiter=mark), [])]
    _check_names(name, names)
    target = target or names[-1]
    if target not in names:
        raise ValueError(f"target must be one of the columns {', '.join(names)} (got {target!r})")
    rows = []
    for line, cells in enumerate(islice(csv.reader(file, delimiter=mark), MOST_ROWS + 1), start=2):
        if any(cell.strip() for cell in cells):
            rows.append(_numbers(name, line, names, cells, comma=mark != ","))
    if len(rows) > MOST_ROWS:
        raise ValueError(f"{name} must have at most {MOST_ROWS:,} rows (it has more); keep some, taken at random")
    if len(rows) < FEWEST_ROWS:
        raise ValueError(f"{name} must have at least {FEWEST_ROWS} rows below its names (got {len(rows)}); add some")
    at = names.index(target)
    y = [row.pop(at) for row in rows]
    if len(set(y)) == 1:
        raise ValueError(f"the target {target} must not be the same in every row (it is {y[0]:g}); take another column")
    return Table(name, "Your own.", [column for column in names if column != target], target, rows, y)


def _check_names(name: str, names: list[str]) -> None:
    if len(names) < 2:
        raise ValueError(f"{name} must have two columns at least, parted by commas (got {len(names)})")
    if all(_number(column, comma=True) is not None for column in names):
        raise ValueError(f"the first line of {name} must name the columns (got numbers: {', '.join(names)[:60]})")
    if len(set(names)) < len(names) or "" in names:
        raise ValueError(f"each column of {name} must have a name of its own (got {', '.join(names)[:60]})")


def _numbers(name: str, line: int, names: list[str], cells: list[str], *, comma: bool) -> list[float]:
    if len(cells) != len(names):
        raise ValueError(f"line {line} of {name} must have {len(names)} entries, as the first (got {len(cells)})")
    found = []
    for column, cell in zip(names, cells, strict=True):
        number = _number(cell, comma=comma)
        if number is None:
            what = f"got {cell.strip()[:20]!r}; make it a number, or leave the column out" if cell.strip() else (
                "it is empty; fill the gap or leave the line out"
            )  # fmt: skip
            raise ValueError(f"line {line} of {name} must have a number for {column} ({what})")
        found.append(number)
    return found


def _number(text: str, *, comma: bool) -> float | None:
    """The number, where `comma` one with a decimal comma, too; None if it is none, or not finite."""
    try:
        x = float(text.strip().replace(",", ".") if comma else text)
    except ValueError:
        return None
    return x if math.isfinite(x) and "_" not in text else None
