"""What was reached, noted in my_milestones.json beside my_engine.py, and shown: a page, all pages, a table.

What stands in the file is somebody's text: what cannot be drawn as a page is left out, and a file that is none of ours
is never written over.
"""

from __future__ import annotations

import json
from contextlib import suppress
from html import escape
from textwrap import wrap
from typing import Any, NamedTuple

from ...tracing import cut_text, number_text
from ...views import Still, picture_of_success
from ..advice import write_whole_file
from .goals import GOALS
from .storing import engine_path

FILE, FORMAT, VERSION = "my_milestones.json", "microgradviz-milestones", 1
_LARGEST = 200_000  # bytes of the file
_TEXTS = ("lesson", "what", "how_well", "engine", "date")

_session: dict[str, Reached] = {}


class Reached(NamedTuple):
    """A milestone that was reached: only what its page shows.

    Attributes:
        lesson: The lesson's number.
        what: What was learned.
        how_well: How many answers are right, in words.
        loss: The last one.
        steps: How many there were.
        seconds: How long they took.
        engine: Whose engine it was, and what of it is lent, in words.
        date: The day.
        curve: Losses, from the first to the last, thinned out.
        plane: The answers over the plane, as `picture_of_success` takes them.
        dots: Some of the points that it was asked about, each with the sign that is right.
        made: Names that it makes up, where it was asked about names in place of points.
    """

    lesson: str
    what: str
    how_well: str
    loss: float
    steps: int
    seconds: float
    engine: str
    date: str
    curve: list[float]
    plane: list[str]
    dots: list[list[float]]
    made: tuple[str, ...] = ()

    def in_words(self) -> str:
        """What was reached, in a sentence."""
        return (
            f"Milestone {self.lesson}, {self.what}: {self.how_well}. Last loss {number_text(self.loss)} after "
            f"{self.steps} steps, {self._seconds()} s, on {self.date}: {self.engine}."
        )

    def page(self) -> Still:
        """The page to frame: `.page().save("and.svg")`."""
        lines = [self.how_well, f"{self.steps} steps in {self._seconds()} s, on {self.date}", *wrap(self.engine, 60)]
        title = f"{self.what}, {GOALS[self.lesson].by}"
        return picture_of_success(title, lines, self.curve, self.steps, self.plane, self.dots, self.made)

    def row(self) -> tuple[str, ...]:
        """The same for a table."""
        numbers = (number_text(self.loss), str(self.steps), self._seconds())
        return (self.lesson, self.what, self.how_well, *numbers, self.engine, self.date)

    def _seconds(self) -> str:
        return f"{self.seconds:.{1 if self.seconds >= 1 else 2}f}"


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

    def _repr_html_(self) -> str:
        picture = self.reached.page().to_img() if self.reached else ""
        return f"{picture}<p>{escape(self.said)}</p>"


class Milestones:
    """Pages of what was reached, which show themselves.

    Attributes:
        pages: What is noted of each, in the order of the lessons.
        sentence: What else is to be said, such as that there is none.
    """

    def __init__(self) -> None:
        found, sentence = load_reached()
        self.pages = [found[lesson] for lesson in sorted(found)]
        self.sentence = sentence or ("" if found else "No milestone is reached yet: the first is in lesson 10.")

    def __repr__(self) -> str:
        return "\n".join([*(one.in_words() for one in self.pages), *filter(None, [self.sentence])])

    def _repr_html_(self) -> str:
        return f"{self._pages_html()}<p>{escape(self.sentence)}</p>"

    def _pages_html(self) -> str:
        return "".join(one.page().to_img() for one in self.pages)


class Ledger(Milestones):
    """The same as a table."""

    def _pages_html(self) -> str:
        head = ("lesson", "what", "result", "loss", "steps", "seconds", "engine", "date")
        rows = ["".join(f"<th>{name}</th>" for name in head)]
        rows += ["".join(f"<td>{escape(text)}</td>" for text in one.row()) for one in self.pages]
        return f"<table><tr>{'</tr><tr>'.join(rows)}</tr></table>" if self.pages else ""


def milestones() -> Milestones:
    """The pages of all milestones that you have reached, in the order of the lessons.

    Example:
        >>> import os; os.environ["MICROGRADVIZ_ENGINES"] = ""
        >>> milestones()
        No milestone is reached yet: the first is in lesson 10.
    """
    return Milestones()


def ledger() -> Ledger:
    """What each milestone reached, as a table: how well, loss of the last step, steps, seconds, whose engine, date.

    Example:
        >>> import os; os.environ["MICROGRADVIZ_ENGINES"] = ""
        >>> ledger()
        No milestone is reached yet: the first is in lesson 10.
    """
    return Ledger()


def load_reached() -> tuple[dict[str, Reached], str]:
    """All milestones that were reached, by lesson; and a sentence if the file could not be read, else ""."""
    at = engine_path()
    if at is None or not at.with_name(FILE).exists():
        return dict(_session), ""
    with suppress(Exception), at.with_name(FILE).open("rb") as file:
        kept = json.loads(file.read(_LARGEST))
        if (kept["format"], kept["version"]) == (FORMAT, VERSION):
            found = [_read(entry) for entry in kept["milestones"]]
            return {**{one.lesson: one for one in found if one}, **_session}, ""
    return dict(_session), f"{FILE} is left alone, for it is no file of milestones; this session's are kept in memory."


def store_reached(new: Reached) -> str:
    """Keep a milestone, the newest of its lesson; a sentence if it could not be stored, else ""."""
    _session[new.lesson] = new
    at = engine_path()
    if at is None:
        return ""
    everything, sentence = load_reached()
    if sentence:
        return sentence
    entries = [everything[lesson]._asdict() for lesson in sorted(everything)]
    text = json.dumps({"format": FORMAT, "version": VERSION, "milestones": entries}, indent=1) + "\n"
    try:
        at.parent.stat()  # a folder that is gone is not made again
        write_whole_file(at.with_name(FILE), text)
    except OSError as error:
        return f"It is kept in memory only ({error.strerror or error}: {at.with_name(FILE)})."
    return ""


def _read(entry: Any) -> Reached | None:
    """An entry of the file as a milestone; None if it is none that can be shown."""
    with suppress(Exception):
        texts = {key: cut_text(entry[key], 200) for key in _TEXTS}
        made = tuple(cut_text(name, 20) for name in entry.get("made", ()))
        one = Reached(**{**entry, **texts, "made": made})
        one.row()
        one.page()
        return one
    return None
