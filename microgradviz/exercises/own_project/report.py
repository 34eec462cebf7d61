"""The checklist of a project: what was done is looked at, line by line, and becomes a report on one page."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from ...tracing import number_text
from ...views import picture_of_losses
from .tables import Table

Row = Sequence[float]
Says = tuple["bool | None", str]  # yes, no, or None for not yet; and what is said
_NOT_YET: Says = (None, "")
_SPLIT_FIRST: Says = (None, "split first")
_IS_NONE = " is None: random.shuffle(rows) shuffles the list itself and returns nothing, so it stands alone in its line"
_NEAR = 0.02  # of a mean or a spread, and relative of a number that was worked out
_BETTER, _WORSE = 0.99, 1.01  # times the baseline: who answers the mean differs by rounding, and has learned nothing
_RAN_AWAY = 100  # times the first loss
_STYLE = "font-family:system-ui,sans-serif;max-width:44em;margin:2em auto;padding:0 1em;line-height:1.5"


@dataclass(frozen=True)
class Report:
    """The page of a project, which shows itself; true if every line is checked off.

    Attributes:
        title: What it is about.
        about: The table, in words.
        lines: Of each check what it is, whether it is done (None: not yet), and what is said.
        curve: The loss, as it was noted.
        every: How many steps lie between two notes.
    """

    title: str
    about: str
    lines: tuple[tuple[str, bool | None, str], ...]
    curve: tuple[float, ...] = ()
    every: int = 1

    def __bool__(self) -> bool:
        return all(done for _, done, _ in self.lines)

    def __repr__(self) -> str:
        marks = {True: "yes", False: "NO ", None: "–  "}
        listed = [f"  {marks[done]} {what}{f': {said}' if said else ''}" for what, done, said in self.lines]
        return "\n".join([f"{self.title}. {self.about}", *listed, self._sum()])

    def _sum(self) -> str:
        done = sum(bool(ok) for _, ok, _ in self.lines)
        return f"{done} of {len(self.lines)} done." + (" A report that you may show." if self else "")

    def _repr_html_(self) -> str:
        marks = {True: "✓ yes", False: "✗ no", None: "not yet"}
        cell = '<td style="text-align:left">'
        rows = "".join(
            f"<tr>{cell}{marks[done]}</td>{cell}{escape(what)}</td>{cell}{escape(said)}</td></tr>"
            for what, done, said in self.lines
        )
        points = [(float(k * self.every), loss) for k, loss in enumerate(self.curve)]
        picture = picture_of_losses({"training": points}).to_img() if points else ""
        return (
            f"<h3>{escape(self.title)}</h3><p>{escape(self.about)}</p><table>{rows}</table>{picture}"
            f"<p>{escape(self._sum())}</p>"
        )

    def save(self, path: str | Path) -> Path:
        """Write it as a page of its own, which any browser opens; the path."""
        page = (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(self.title)}</title>'
            '<meta name="color-scheme" content="light dark"><style>img{max-width:100%;height:auto}</style>'
            f'<body style="{_STYLE}">{self._repr_html_()}</body></html>'
        )
        where = Path(path)
        where.write_text(page, encoding="utf-8")
        return where


def project(
    table: Table,
    title: str = "",
    *,
    train: Sequence[int] | None = (),
    held: Sequence[int] | None = (),
    scale: Callable[[Row], Row] | None = None,
    baseline: float | None = None,
    first_loss: float | None = None,
    losses: Sequence[float] = (),
    every: int = 1,
    model: Callable[[Row], Any] | None = None,
) -> Report:
    """Check a project line by line; what is not given yet is left open.

    Args:
        table: What `read_table` returned.
        title: What the report is called; "A project" if left out.
        train: The numbers of the rows to train on.
        held: The numbers of the rows that are held out.
        scale: The inputs of a row as the table has them -> as the network gets them.
        baseline: What always answering the mean target of the training rows costs on the held-out rows, as mean
            squared error.
        first_loss: What you predicted for the first loss, before training.
        losses: The losses of the training, as numbers, the first one from before any update.
        every: How many steps lie between two of them.
        model: The inputs of a row as the table has them -> the answer, in the target's own unit.

    Returns:
        The report; `report.save("report.html")` makes a page of it.

    Example:
        >>> from microgradviz import read_table
        >>> print(project(read_table("planets"), train=range(7), held=range(7, 10)).lines[0][2])
        7 rows to train on, 3 held out, but in the table's order: shuffle first
    """
    if not isinstance(table, Table):
        raise TypeError(f"table must be what read_table returned (got {type(table).__name__})")
    missing = [name for name, part in (("train", train), ("held", held)) if part is None]
    rows = [[] if part is None else list(part) for part in (train, held)]
    misfit = f"{missing[0]}{_IS_NONE}" if missing else _misfit(table, *rows)
    checks: list[tuple[str, Says]] = [("Split", (False, misfit) if misfit else _split(table, *rows))]
    usable = all(rows) and not misfit
    predicted = None if first_loss is None or not len(losses) else (first_loss, losses[0])
    for what, given, check in (
        ("Scaled by the training part alone", scale, _scaled),
        ("A baseline", baseline, _baseline),
        ("The first loss was predicted", predicted, _first_loss),
        ("The held-out score", model and (model, losses), _score),
    ):
        left = _NOT_YET if given is None else _SPLIT_FIRST
        checks.append((what, left if given is None or not usable else _guarded(check, table, *rows, given)))
    curve = tuple(float(x) for x in losses)
    return Report(title or "A project", repr(table), tuple((what, *said) for what, said in checks), curve, every)


def _guarded(check: Callable[..., Says], *given: Any) -> Says:
    """What a check says; what a learner's function raises becomes a sentence."""
    try:
        return check(*given)
    except Exception as error:
        return False, f"it raised {type(error).__name__}: {error}"


def _misfit(table: Table, train: list[int], held: list[int]) -> str:
    """Why the two parts cannot be worked with; "" if they can, be they well cut or not."""
    rows, both = range(len(table.y)), [*train, *held]
    if strange := [i for i in both if i not in rows]:
        return f"train and held must be numbers of rows, 0 to {rows[-1]} (got {strange[0]!r:.40})"
    if twice := {*train} & {*held}:
        return f"row {min(twice)} is in both parts: what is held out must not be trained on"
    return "a row is listed twice: take each once" if len(set(both)) < len(both) else ""


def _split(table: Table, train: list[int], held: list[int]) -> Says:
    if not train and not held:
        return _NOT_YET
    rows, both = len(table.y), [*train, *held]
    counts = f"{len(train)} rows to train on, {len(held)} held out"
    if not rows <= 10 * len(held) or len(held) > len(train):
        return False, f"{counts}: hold out a tenth at least, and train on half at least"
    if sorted(both) == both and len(both) == rows:
        return False, f"{counts}, but in the table's order: shuffle first"
    if len(both) < rows:
        counts += f"; row {min({*range(rows)} - {*both})} is in neither part: is that on purpose?"
    return True, counts + ("; with so few, the score is much by luck" if len(held) < 10 else "")


def _scaled(table: Table, train: list[int], held: list[int], scale: Callable[[Row], Row]) -> Says:
    given = [scale(table.X[i]) for i in train]
    if any(len(row) != len(table.columns) for row in given):
        return False, f"scale must return {len(table.columns)} numbers, one for each column (got {len(given[0])})"
    everywhere = [*given, *(scale(table.X[i]) for i in held)]
    for j, name in enumerate(table.columns):
        column, whole = [float(row[j]) for row in given], [float(row[j]) for row in everywhere]
        if len(set(column)) > 1 and not _is_standard(column):
            if _is_standard(whole):
                return False, f"mean and spread of {name} are those of all rows: the held-out ones leak"
            found = f"mean {number_text(round(fmean(column), 9) + 0.0)}, spread {number_text(pstdev(column))}"
            said = f"in the training part {name} must come out with mean 0 and spread 1 (got {found})"
            return False, said + _slip_of_scaling(
                [[row[j] for row in (table.X[i] for i in part)] for part in (train, held)], column
            )
    return True, "in the training part each column has mean 0 and spread 1"


def _slip_of_scaling(parts: list[list[float]], scaled: list[float]) -> str:
    """What was subtracted or divided by in place of mean and spread, if it is one of the common slips."""
    before, everywhere = parts[0], [*parts[0], *parts[1]]
    spread = pstdev(scaled) and pstdev(before) / pstdev(scaled)
    middle = fmean(before) - fmean(scaled) * spread
    if _near(middle, 0, _NEAR) and _near(spread, 1, _NEAR):
        return ""
    if _near(middle, fmean(everywhere), 1e-9):
        return ": that is the mean of all rows, and the held-out ones leak"
    if _near(spread, pstdev(before) ** 2, 1e-9):
        return ": that divides by the mean squared distance, and the spread is its root"
    if _near(spread, 1, 1e-9):
        return ": the mean is taken away; now divide by the spread"
    if _near(spread, max(before) - min(before), 1e-9):
        return ": that divides by largest − smallest, and the spread is another number"
    return ""


def _is_standard(column: list[float]) -> bool:
    return abs(fmean(column)) < _NEAR and abs(pstdev(column) - 1) < _NEAR


def _guessing(table: Table, train: list[int], held: list[int], power: int = 2) -> float:
    """The mean squared error on some rows of who answers the mean target of others; with 1, the mean distance."""
    mean = fmean(table.y[i] for i in train)
    return fmean(abs(table.y[i] - mean) ** power for i in held)


def _baseline(table: Table, train: list[int], held: list[int], given: float) -> Says:
    told = f"always the mean: {number_text(float(given))}"
    right, everything = _guessing(table, train, held), [*train, *held]
    mistakes = (
        (_guessing(table, everything, held), "that is the mean of all rows: the held-out ones leak"),
        (_guessing(table, train, train), "that is the error on the training rows: measure it on the held-out ones"),
        (_guessing(table, held, held), "that is the mean of the held-out rows: take that of the training rows"),
        (math.sqrt(right), "that is the root: the mean squared error is asked for"),
        (right * len(held), "that is the sum: divide by how many are held out"),
        (fmean(table.y[i] for i in train), "that is the mean itself: what does it cost on the held-out rows?"),
        (_guessing(table, train, held, power=1), "that is the mean distance: square each one first"),
    )
    for within in (1e-9, _NEAR):  # a wrong mean may come near the right one: what is met exactly says more
        if _near(given, right, within):
            return True, told
        for wrong, why in mistakes:
            if _near(given, wrong, within):
                return False, why
    return False, f"{told} is not what comes out: mean target of the training rows, squared error on the held-out ones"


def _first_loss(table: Table, train: list[int], held: list[int], given: tuple[float, float]) -> Says:
    predicted, came = map(float, given)
    told = f"predicted {number_text(predicted)}, came {number_text(came)}"
    if not abs(predicted - came) <= 0.2 * max(abs(came), 1e-12):
        return False, f"{told}: more than a fifth apart. What do the first answers give, and what do they cost?"
    return True, told


def _score(
    table: Table, train: list[int], held: list[int], given: tuple[Callable[[Row], Any], Sequence[float]]
) -> Says:
    model, losses = given
    distances = [[_answer(model, table.X[i]) - table.y[i] for i in part] for part in (train, held)]
    seen, score = (fmean(d * d for d in part) for part in distances)  # d * d: ** raises where a number is too large
    guess = _guessing(table, train, held)
    told = f"{number_text(score)} held out, {number_text(seen)} in training; the baseline is {number_text(guess)}"
    told += " (mean squared errors: the target's own unit, squared)"
    if len(losses) and not losses[-1] <= _RAN_AWAY * losses[0]:
        curve = f"from {number_text(float(losses[0]))} to {number_text(float(losses[-1]))}"
        return False, f"{told}: the loss ran away, {curve}. The rate is too large (lesson 10): try a third of it"
    if set(table.y) == {-1.0, 1.0}:
        signs = fmean((_answer(model, table.X[i]) > 0) == (table.y[i] > 0) for i in held)
        told += f"; {100 * signs:.0f} % of the held-out signs are right"
    if score > _WORSE * guess:
        return False, f"{told}: worse than the baseline"
    if not score < _BETTER * guess:
        return False, f"{told}: not even a hundredth better than the baseline"
    return True, told + ("; the gap says that it overfits" if score > 4 * seen and score > 0.1 * guess else "")


def _answer(model: Callable[[Row], Any], row: Row) -> float:
    found = model(list(row))
    return float(getattr(found, "data", found))


def _near(x: float, y: float, within: float) -> bool:
    return abs(float(x) - y) <= within * abs(y) + 1e-12
