"""quiz: questions in a lesson as a widget; as plain text where there is no front end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import escape
from typing import Any

import traitlets

from ...views import Instrument
from ..advice import marked_up, store_question
from .lessons import find_question
from .questions import Click, Question

_HOW = 'To answer without buttons: quiz(…, answers={"%s": "%s"}).'
_SAMPLES = {"choice": "a letter", "number": "a number", "click": "a name", "arrange": "2 >1"}


class Quiz(Instrument):
    """Questions, each marked as soon as it is answered.

    Attributes:
        answers: What was answered last, by the question's name: {"given", "tries", "helped", "ok"}; the kernel marks
            it itself, whatever a page sends.
    """

    entry = "instruments/quiz.js"

    title = traitlets.Unicode(help="python -> page").tag(sync=True)
    intro = traitlets.Unicode(help="python -> page").tag(sync=True)
    items: Any = traitlets.List(help="python -> page").tag(sync=True)
    answers = traitlets.Dict(help="both ways").tag(sync=True)

    def __init__(self, questions: tuple[Question, ...], title: str, intro: str = "") -> None:
        self._questions = {question.name: question for question in questions}
        if any(isinstance(question, Click) or getattr(question, "on", None) is not None for question in questions):
            self.entry = "instruments/picture_quiz.js"  # type: ignore[misc]
        items = [{"name": q.name, "kind": q.kind, "question": q.question, **q.for_page()} for q in questions]
        super().__init__(title=title, intro=intro, items=items)
        self.observe(self._keep, names=["answers"])

    @traitlets.validate("answers")
    def _mark(self, proposal: Any) -> dict[str, Any]:
        """The answers that can be read, marked here."""
        found = {}
        for name, question in self._questions.items():
            with suppress(TypeError, KeyError, ValueError):
                found[name] = self.read_answer(question, proposal["value"][name])
        return found

    def read_answer(self, question: Question, answer: Any) -> Any:
        """An answer as it is kept; a TypeError, KeyError or ValueError if it is none."""
        counts = {key: min(max(int(answer[key]), 0), 999) for key in ("tries", "helped")}
        return {"given": answer["given"], "ok": question.mark(answer["given"])[0], **counts}

    def store(self, name: str, answer: Any) -> None:
        """Keep how a question went."""
        store_question(name, answer["ok"], answer["tries"])

    def _keep(self, change: Any) -> None:
        for name, answer in self.answers.items():
            if answer != change["old"].get(name):
                self.store(name, answer)

    @property
    def score(self) -> tuple[int, int]:
        """How many questions are right, of how many there are."""
        return sum(answer["ok"] for answer in self.answers.values()), len(self._questions)

    def __repr__(self) -> str:
        lines = [self.title] if self.title else []
        for number, question in enumerate(self._questions.values(), 1):
            lines += [f"{number}. {question.question}"]
            answer = self.answers.get(question.name)
            if answer:
                ok, says = question.mark(answer["given"])
                lines += [f"   {'✓' if ok else '✗'} {says}".rstrip()]
            else:
                lines += question.in_words()
        still = next((q for q in self._questions.values() if q.name not in self.answers), None)
        return "\n".join([*lines, *([_HOW % (still.name, _SAMPLES[still.kind])] if still else [])])

    def fallback(self) -> str:
        """The same lines as a page breaks them, where it is narrow."""
        parts = ("<br>\n".join(map(_line_html, part)) for part in _paragraphs(repr(self)))
        return "\n".join(f"<p>{part}</p>" for part in parts)

    def page_title(self) -> str:
        """What stands over the questions."""
        return self.title or "Questions"


def _paragraphs(text: str) -> Iterator[list[str]]:
    """The lines of a title, of each question with what belongs to it, and of what comes after."""
    part: list[str] = []
    for line in text.splitlines():
        if part and not line.startswith(" "):
            yield part
            part = []
        part.append(line)
    yield part


def _line_html(line: str) -> str:
    """A line that begins where it should, whatever is left out; a program in letters of its own."""
    text = line.lstrip()
    indent = "\N{NO-BREAK SPACE}" * (len(line) - len(text))
    return indent + (f"<code>{escape(text)}</code>" if re.match(r" +\d+  ", line) else marked_up(text))


def quiz(*questions: Question | str, title: str = "", answers: Mapping[str, str | float] | None = None) -> Quiz:
    """Questions to answer on the spot: each answer is marked at once, and what is wrong about it is said.

    Args:
        *questions: A `Choice`, a `Number`, a `Click` on a picture, or lines to `Arrange`; or the names of questions of
            the lessons, whose answers stand in the package and not in a cell above.
        title: What stands over them.
        answers: Answers by the question's name, where there are no buttons: a letter for a choice, a number, the
            name of a value or an edge (`"a -> d"`), or numbers of lines with a `>` for each level of indentation.

    Returns:
        The quiz, a widget; in plain text where there is no front end. `answers` and `score` can be read.

    Raises:
        TypeError: If a question is none.
        ValueError: If there is no question, none of that name, two have one name, or an answer cannot be read.

    Example:
        >>> from microgradviz.exercises.quizzes import Number
        >>> sign = Number("sign", "d = a·b + c at b = −3: by how much does d change when a grows by 0.1?", -0.3)
        >>> quiz(sign, answers={"sign": "-3/10"})
        1. d = a·b + c at b = −3: by how much does d change when a grows by 0.1?
           ✓
    """
    asked = tuple(find_question(question) if isinstance(question, str) else question for question in questions)
    for question in asked:
        if not isinstance(question, Question):
            raise TypeError(f"question must be a Choice, Number, Click, Arrange or a name (got {question!r:.60})")
    names = [question.name for question in asked]
    twice = next((name for name in names if names.count(name) > 1), None)
    if not names or twice is not None:
        raise ValueError(
            f"questions must have names of their own (got {f'{twice!r} twice' if names else 'no question'})"
        )
    made = Quiz(asked, title)
    if answers is not None:
        unknown = answers.keys() - set(names)
        if unknown:
            raise ValueError(f"answers must be to {', '.join(names)} (got {', '.join(sorted(unknown))})")
        told = {q.name: q.read(str(answers[q.name])) for q in asked if q.name in answers}
        for question in asked:
            if question.name in told:
                question.mark(told[question.name])  # which refuses what is no answer
        made.answers = {name: {"given": given, "tries": 1, "helped": 0} for name, given in told.items()}
    return made
