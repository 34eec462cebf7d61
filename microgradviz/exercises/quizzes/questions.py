"""The kinds of questions: a choice, a number, a click on a picture, lines to put in order. Each marks its answers."""

from __future__ import annotations

import math
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...sources import trace
from ...tracing import Trace, cut_text, tag_number, value_names
from ...views import play_data
from .line_orders import every_order

Says = tuple[bool, str]  # whether an answer is right, and what is said of it
INDENT = "    "
LETTERS = "abcdefghij"  # of options
_CLOSE = 5e-4  # relative: half a unit of the fourth digit, as in predictions
_NOTHING = 1e-12


class Option(NamedTuple):
    """A possible answer; `misconception` is empty for the right one, which has a `reason`.

    Where its question has a picture, a wrong one `claims` what leaves would get: {"a": 5}.
    """

    text: str
    misconception: str = ""
    reason: str = ""
    claims: Mapping[str, float] | None = None


@dataclass
class Question(ABC):
    """What all kinds have.

    Attributes:
        name: What results call it.
        question: The question.
    """

    name: str
    question: str

    @property
    def kind(self) -> str:
        """What the page calls this kind."""
        return type(self).__name__.lower()

    @abstractmethod
    def mark(self, given: Any) -> Says:
        """Whether an answer, as it comes from the page, is right, and what is said of it.

        Raises:
            ValueError: If it is no answer to this question.
        """

    @abstractmethod
    def read(self, text: str) -> Any:
        """An answer as the page would send it, from what a person types.

        Raises:
            ValueError: If it is no answer to this question.
        """

    @abstractmethod
    def for_page(self) -> dict[str, Any]:
        """All that the page needs, as plain data."""

    @abstractmethod
    def in_words(self) -> list[str]:
        """The question as lines of text, with how to answer it."""


@dataclass
class Choice(Question):
    """One of several options.

    Attributes:
        options: The options.
        on: An expression with its numbers, in whose picture is played what a wrong option claims.

    Example:
        >>> options = Option("6", reason="3 + 3."), Option("3", "= stands for +=.")
        >>> Choice("sum", "a·a at a = 3: what is a.grad?", options).mark(1)
        (False, '= stands for +=.')
    """

    options: tuple[Option, ...]
    on: Any = None

    def __post_init__(self) -> None:
        leaves = self._leaves()
        for option in self.options:
            if option.claims and not (option.misconception and option.claims.keys() <= leaves.keys()):
                raise ValueError(
                    f"claims of question {self.name!r} must be of a wrong option, about leaves of its picture "
                    f"({', '.join(leaves) or 'there is none'}; got {dict(option.claims)})"
                )
        right = [option for option in self.options if not option.misconception]
        if len(self.options) < 2 or len(right) != 1:
            raise ValueError(
                f"question {self.name!r} must have two options at least, one of them without a misconception, the "
                f"right one (got {len(self.options)}, {len(right)} of them right)"
            )

    def _leaves(self) -> dict[str, int]:
        """The leaves of the picture, by name."""
        found = trace(self.on) if self.on is not None else None
        return {name: i for i, name in found.label.items() if not found.op[i]} if found else {}

    @property
    def right(self) -> int:
        """The number of the right option."""
        return next(i for i, option in enumerate(self.options) if not option.misconception)

    @property
    def choices(self) -> list[str]:
        """All that may be chosen."""
        return [option.text for option in self.options]

    def require_choice(self, given: Any) -> int:
        """The number of what was chosen; ValueError if it is none."""
        if type(given) is not int or not 0 <= given < len(self.choices):
            raise ValueError(f"an answer to {self.name!r} must be the number of an option (got {given!r})")
        return given

    def mark(self, given: Any) -> Says:
        option = self.options[self.require_choice(given)]
        return not option.misconception, option.misconception or option.reason

    def read(self, text: str) -> int:
        letters = LETTERS[: len(self.choices)]
        if len(text) != 1 or text.lower() not in letters:
            raise ValueError(f"an answer to {self.name!r} must be a letter from a to {letters[-1]} (got {text!r})")
        return letters.index(text.lower())

    def for_page(self) -> dict[str, Any]:
        page = {"options": self.choices, "says": [self.mark(k) for k in range(len(self.choices))]}
        if self.on is None:
            return page
        leaves = self._leaves()
        claims = [o.claims and {str(leaves[name]): x for name, x in o.claims.items()} for o in self.options]
        return {**page, "picture": play_data(trace(self.on)), "claims": claims}

    def in_words(self) -> list[str]:
        return [f"   {letter}) {text}" for letter, text in zip(LETTERS, self.choices, strict=False)]


@dataclass
class Number(Question):
    """A number to type: 0.5, 1/2 and 0,5 are the same.

    Attributes:
        answer: The right number; four digits of it are enough.
        mistakes: What wrong numbers say: {9: "Rates multiply along one path; across paths they add."}.
        reason: Said of the right one.
    """

    answer: float
    mistakes: Mapping[float, str] = field(default_factory=dict)
    reason: str = ""

    def __post_init__(self) -> None:
        if type(self.answer) not in (int, float) or math.isnan(self.answer):
            raise ValueError(f"the answer to {self.name!r} must be a number (got {self.answer!r})")
        for wrong in self.mistakes:
            if is_close(wrong, self.answer):
                raise ValueError(f"mistakes of {self.name!r} must be wrong numbers (got {wrong!r}, the answer itself)")

    def mark(self, given: Any) -> Says:
        if isinstance(given, str) and given in ("nan", "inf", "-inf"):
            given = float(given)
        if type(given) not in (int, float):
            raise ValueError(f"an answer to {self.name!r} must be a number (got {given!r})")
        if is_close(given, self.answer):
            return True, self.reason
        return False, next((text for wrong, text in self._all_mistakes() if is_close(given, wrong)), "Not yet.")

    def _all_mistakes(self) -> list[tuple[float, str]]:
        """The mistakes, what is true of any number (too few digits, a sign, a factor of 2, upside down), and then the
        mistakes once more, rounded to three digits."""
        x = float(self.answer)
        slips = [(-x, _SIGN), (2 * x, _TWICE), (x / 2, _HALF), (1 / x if x else x, _UPSIDE_DOWN)]
        if not x.is_integer():
            slips = [*((float(f"{x:.{digits}g}"), _TOO_FEW) for digits in (3, 2)), *slips]
        rounded = ((float(f"{wrong:.3g}"), wrong, text) for wrong, text in self.mistakes.items())
        return [
            *self.mistakes.items(),
            *((wrong, f"Not yet. {text}") for wrong, text in slips if not is_close(wrong, x) and math.isfinite(x)),
            *((short, text) for short, wrong, text in rounded if not is_close(short, wrong) and not is_close(short, x)),
        ]

    def read(self, text: str) -> float:
        plain = re.sub(r"[\s_]", "", text).replace("−", "-").replace("∞", "inf")
        plain = plain if _THOUSANDS.search(plain) else plain.replace(",", ".")
        above, slash, below = plain.partition("/")
        try:
            return float(above) / float(below) if slash else float(above)
        except (ValueError, ZeroDivisionError):
            said = f"an answer to {self.name!r} must be a number such as 0.5, 1/2 or 14000 (got {text!r})"
            raise ValueError(said) from None

    def for_page(self) -> dict[str, Any]:
        return {
            "answer": tag_number(float(self.answer)),
            "mistakes": [[tag_number(float(wrong)), text] for wrong, text in self._all_mistakes()],
            "reason": self.reason,
        }

    def in_words(self) -> list[str]:
        return ["   a number"]


@dataclass
class Click(Question):
    """A value or an edge to click on, on a real picture.

    Attributes:
        on: The expression, as `play` takes it; a text or a function must have its numbers, `trace("a*b", a=2, b=3)`.
        right: The name of the value, `"b"`, or of the edge, `"b -> d"`; several if each of them is right.
        mistakes: What other places say, by the same names.
        reason: Said of the right one.
        step: The step of its play that is shown; the end of its forward pass if not given.
    """

    on: Any
    right: str | tuple[str, ...]
    mistakes: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    step: int | None = None
    trace: Trace = field(init=False, repr=False)
    shown: dict[str, Any] = field(init=False, repr=False)
    places: dict[str, list[int]] = field(init=False, repr=False)
    rights: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rights = (self.right,) if isinstance(self.right, str) else tuple(self.right)
        if isinstance(self.on, str) and not self.on.isidentifier():
            raise ValueError(f"question {self.name!r} must be on a text with its numbers: trace({self.on!r}, …)")
        found = trace(self.on)
        self.shown = play_data(found, step=self.step)
        places = _places(found, self.shown["scene"].get("fold", {"nodes": ()})["nodes"])
        for name in (*rights, *self.mistakes):
            if name not in places:
                known = ", ".join(places)
                raise ValueError(f"question {self.name!r} must ask for what is in its picture, {known} (got {name!r})")
        if not rights or set(rights) & self.mistakes.keys():
            raise ValueError(f"question {self.name!r} must have a right place, which is no mistake (got {rights!r})")
        self.trace, self.places, self.rights = found, places, rights

    def mark(self, given: Any) -> Says:
        if not isinstance(given, str) or given not in self.places:
            raise ValueError(f"an answer to {self.name!r} must be one of {', '.join(self.places)} (got {given!r})")
        if given in self.rights:
            return True, self.reason
        return False, self.mistakes.get(given, "Not there.")

    def read(self, text: str) -> str:
        return re.sub(r"\s*->\s*", " -> ", text.strip())

    def for_page(self) -> dict[str, Any]:
        return {**self.shown, "places": self.places, "says": {name: self.mark(name) for name in self.places}}

    def in_words(self) -> list[str]:
        return [f"   one of {', '.join(self.places)}"]


@dataclass
class Arrange(Question):
    """Lines to put in order; their indentation counts.

    Attributes:
        lines: The right lines, one text or one each, indented by four spaces a level.
        distractors: Lines that do not belong, and the misconception behind each.
        also: Other right solutions, each as `lines`.
        any_order: Whether each order is right in which a line stands below what it uses.
        mistakes: Wrong orders, each as some lines from top to bottom, and what it does.
        reason: Said of the right one.
    """

    lines: str | tuple[str, ...]
    distractors: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str | tuple[str, ...], ...] = ()
    reason: str = ""
    any_order: bool = False
    mistakes: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    solutions: tuple[tuple[str, ...], ...] = field(init=False, repr=False)
    pool: list[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        written = [tuple(_lines(text)) for text in (self.lines, *self.also)]
        self.solutions = every_order(written[0]) if self.any_order else tuple(written)
        self.distractors = {line.strip(): why for line, why in self.distractors.items()}
        bare = sorted(line.strip() for line in self.solutions[0])
        if len(bare) < 2 or any(sorted(line.strip() for line in other) != bare for other in self.solutions):
            raise ValueError(f"question {self.name!r} must have the same lines, two at least, in every solution")
        if set(bare) & self.distractors.keys():
            raise ValueError(f"distractors of {self.name!r} must not be lines of its solution")
        self.mistakes = {tuple(line.strip() for line in order): why for order, why in self.mistakes.items()}
        for order in self.mistakes:
            if not set(order) <= set(bare) or any(_stand_so(order, solution) for solution in self.solutions):
                raise ValueError(
                    f"a mistake of {self.name!r} must be lines in an order no solution has (got {order!r})"
                )
        self.pool = [*bare, *self.distractors]
        random.Random(self.name).shuffle(self.pool)
        if self.pool == [line.strip() for line in self.solutions[0]]:
            self.pool.reverse()

    def mark(self, given: Any) -> Says:
        if not isinstance(given, list) or not all(isinstance(line, str) for line in given):
            raise ValueError(f"an answer to {self.name!r} must be lines (got {given!r:.60})")
        return mark_lines(given, self.solutions, self.distractors, self.reason, self.mistakes)

    def read(self, text: str) -> list[str]:
        pool, found = self.pool, []
        for part in text.replace(",", " ").split():
            levels, number = len(part) - len(part.lstrip(">")), part.lstrip(">")
            if not number.isdecimal() or not 1 <= int(number) <= len(pool):
                raise ValueError(
                    f"an answer to {self.name!r} must be numbers of lines from 1 to {len(pool)}, with a > for each "
                    f"level of indentation, such as '1 >3 >2' (got {part!r})"
                )
            found.append(INDENT * levels + pool[int(number) - 1])
        return found

    def for_page(self) -> dict[str, Any]:
        return {
            "pool": self.pool,
            "solutions": [list(solution) for solution in self.solutions],
            "distractors": dict(self.distractors),
            "mistakes": [[list(order), why] for order, why in self.mistakes.items()],
            "reason": self.reason,
        }

    def in_words(self) -> list[str]:
        return [f"   {i}  {line}" for i, line in enumerate(self.pool, 1)]


_TOO_FEW = "It is rounded too early: four digits are asked for."
_THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}(?!\d)")  # 1,000 might be a thousand or one
_SIGN = "The size is right; look at the sign."
_TWICE = "It is twice what is asked for: is something counted two times?"
_HALF = "It is half of what is asked for: is something counted only once?"
_UPSIDE_DOWN = "It is one over what is asked for."


def is_close(given: float, wanted: float) -> bool:
    """Whether a typed number is the wanted one, to four digits; whole numbers must be equal."""
    if math.isnan(wanted):
        return math.isnan(given)
    if given == wanted:
        return True
    if math.isinf(wanted) or not math.isfinite(given) or (given == int(given) and wanted == int(wanted)):
        return False
    off = abs(given - wanted)
    return off <= _NOTHING or off < _CLOSE * abs(wanted)


def mark_lines(
    given: list[str],
    solutions: tuple[tuple[str, ...], ...],
    distractors: Mapping[str, str],
    reason: str,
    mistakes: Mapping[tuple[str, ...], str],
) -> Says:
    """Whether lines are one of the solutions; else the first thing that is wrong, told without telling the answer."""
    if tuple(given) in solutions:
        return True, reason
    for number, line in enumerate(given, 1):
        if line.strip() in distractors:
            return False, f"Your line {number} does not belong: {distractors[line.strip()]}"
    bare = [line.strip() for line in given]
    fits = [[line.strip() for line in solution] for solution in solutions]
    right = max(_common(bare, solution) for solution in fits)
    if right < len(given):
        told = (
            f"Up to your line {right} the order is right; line {right + 1} comes at another place."
            if right
            else ("Your line 1 does not come first.")
        )
        return False, " ".join([told, *(why for order, why in mistakes.items() if _stand_so(order, given))][:2])
    near = next(solution for solution, plain in zip(solutions, fits, strict=True) if plain[:right] == bare)
    for number, (line, ought) in enumerate(zip(given, near, strict=False), 1):
        if line != ought:
            return False, f"The order is right so far; your line {number} must be indented {_further(line, ought)}."
    return False, "Right so far; there is more to come."


def _stand_so(order: Iterable[str], lines: Iterable[str]) -> bool:
    """Whether a program has these lines in this order, whatever stands between them."""
    rest = iter([line.strip() for line in lines])
    return all(line in rest for line in order)


def _common(one: list[str], other: list[str]) -> int:
    """How many lines two lists begin with alike."""
    return next((i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))


def _further(line: str, ought: str) -> str:
    return "further" if len(line) < len(ought) else "less"


def _lines(text: str | tuple[str, ...]) -> list[str]:
    lines = text.splitlines() if isinstance(text, str) else list(text)
    return [line.rstrip() for line in lines if line.strip()]


def _places(found: Trace, folded: Collection[int]) -> dict[str, list[int]]:
    """What can be clicked: the names of values, and of edges as "a -> e"; each with the number of value and edge."""
    names = [cut_text(name, 40) for name in value_names(found)]
    places: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        if i not in folded:
            places.setdefault(name, [i, -1])
    for edge, (source, user) in enumerate(zip(found.sources, found.targets, strict=True)):
        if source not in folded:
            places.setdefault(f"{names[source]} -> {names[user]}", [-1, edge])
    return places
