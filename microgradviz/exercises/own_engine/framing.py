"""What was reached, to be looked at: a page, all pages, a table."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TypeVar

from ...tracing import number_text
from ...views import Still, picture_of_success
from .goals import GOALS
from .reached_pages import Reached, load_reached


class Milestone:
    """How a milestone went, which shows itself; true if it was reached.

    Attributes:
        said: What came out, in a sentence.
        reached: What is noted of it; None if it was not reached.
    """

    def __init__(self, said: str, reached: Reached | None = None) -> None:
        self.said, self.reached = said, reached

    def __bool__(self) -> bool:
        return self.reached is not None

    def __repr__(self) -> str:
        return self.said

    def page(self) -> Still:
        """The page to frame: `milestone(...).page().save("and.svg")`.

        Raises:
            ValueError: If the milestone was not reached.
        """
        if self.reached is None:
            raise ValueError("a milestone must be reached to have a page (this one is not yet); run it once more")
        return page_of(self.reached)

    def _repr_html_(self) -> str:
        picture = self.page().to_img() if self.reached else ""
        return f"{picture}<p>{escape(self.said)}</p>"


class Milestones:
    """Pages of what was reached, which show themselves.

    Attributes:
        pages: What is noted of each, in the order of the lessons.
        sentence: What else is to be said, such as that there is none.
    """

    def __init__(self) -> None:
        self.pages: list[Reached] = []
        self.sentence = ""

    def __repr__(self) -> str:
        return "\n".join([*(in_words(one) for one in self.pages), *filter(None, [self.sentence])])

    def _repr_html_(self) -> str:
        return "".join(page_of(one).to_img() for one in self.pages) + (
            f"<p>{escape(self.sentence)}</p>" if self.sentence else ""
        )


class Ledger(Milestones):
    """The same as a table."""

    _HEAD = ("lesson", "what", "result", "loss", "steps", "seconds", "engine", "date")

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (r.lesson, r.what, r.how_well, number_text(r.loss), str(r.steps), _seconds(r), r.engine, r.date)
            for r in self.pages
        ]

    def __repr__(self) -> str:
        rows = [self._HEAD, *self._rows()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows] if self.pages else []
        return "\n".join([*lines, *filter(None, [self.sentence])])

    def _repr_html_(self) -> str:
        if not self.pages:
            return super()._repr_html_()
        cells = ["".join(f"<td>{escape(text)}</td>" for text in row) for row in self._rows()]
        head = "".join(f"<th>{name}</th>" for name in self._HEAD)
        return f"<table><tr>{head}</tr><tr>{'</tr><tr>'.join(cells)}</tr></table><p>{escape(self.sentence)}</p>"


_Shown = TypeVar("_Shown", bound=Milestones)


def milestones() -> Milestones:
    """The pages of all milestones that you have reached, in the order of the lessons.

    Example:
        >>> import os; os.environ["MICROGRADVIZ_ENGINES"] = ""
        >>> milestones()
        No milestone is reached yet: the first is in lesson 10.
    """
    return _all(Milestones())


def ledger() -> Ledger:
    """What each milestone reached, as a table: how well, loss of the last step, steps, seconds, whose engine, date.

    Example:
        >>> import os; os.environ["MICROGRADVIZ_ENGINES"] = ""
        >>> ledger()
        No milestone is reached yet: the first is in lesson 10.
    """
    return _all(Ledger())


def _all(shown: _Shown) -> _Shown:
    found, sentence = load_reached()
    shown.pages = [found[lesson] for lesson in sorted(found) if lesson in GOALS]
    shown.sentence = sentence or ("" if shown.pages else "No milestone is reached yet: the first is in lesson 10.")
    return shown


def in_words(one: Reached) -> str:
    """What was reached, in a sentence."""
    return (
        f"Milestone {one.lesson}, {one.what}: {one.how_well}. Last loss {number_text(one.loss)} after {one.steps} "
        f"steps, {_seconds(one)} s, on {one.date}: {one.engine}."
    )


def page_of(one: Reached) -> Still:
    """The page of what was reached."""
    lines = [one.how_well, f"{one.steps} steps in {_seconds(one)} s, on {one.date}", *wrap(one.engine, 60)]
    title = f"{one.what}, {GOALS[one.lesson].by}"
    return picture_of_success(title, lines, one.curve, one.steps, one.plane, one.dots, one.made)


def _seconds(one: Reached) -> str:
    return f"{one.seconds:.{1 if one.seconds >= 1 else 2}f}"
