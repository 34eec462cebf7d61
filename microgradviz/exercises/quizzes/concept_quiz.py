"""concept_test: the questions about concepts as a quiz whose marks come at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from ..advice import store_answers
from .concepts import CONCEPTS, Concept
from .questions import LETTERS, Question
from .widget import Quiz

_TITLE = {"before": "Twelve questions, before you begin", "after": "Twelve questions, at the end"}
_INTRO = {
    "before": "Choose what seems right, or “I don't know”. Afterwards each question names the lesson that answers it.",
    "after": "The same questions again. Afterwards each shows its right answer, and why it is right.",
}
_LETTERS = LETTERS[: len(CONCEPTS[0].choices)]


class ConceptTest(Quiz):
    """The concept test. The page does not know what is right.

    Attributes:
        when: "before" or "after".
        answers: {name of the question: number of the option}.
        handed_in: Counts up when the learner hands in.
        said: What came of it: {"text": …, "items": [{"name", "ok", "text"}, …]}; without "ok" where it is not told.
    """

    needs_kernel = frozenset({"handed_in"})

    handed_in = traitlets.Int(0, help="page -> python").tag(sync=True)
    said = traitlets.Dict(help="python -> page").tag(sync=True)

    def __init__(self, when: str) -> None:
        self.when = when
        super().__init__(CONCEPTS, _TITLE[when], _INTRO[when])
        self.observe(lambda _: self.hand_in(), names=["handed_in"])

    def read_answer(self, question: Question, answer: Any) -> Any:
        """An answer as it came: what is right stays here."""
        question.mark(answer)
        return answer

    def store(self, name: str, answer: Any) -> None:
        """Nothing is stored before it is handed in."""

    def hand_in(self) -> None:
        """Mark the answers and keep them beside the notebook."""
        trouble = store_answers(self.when, self.answers)
        if self.when == "before":
            text = "Noted, thank you. The course has the answers."
            items = [{"name": q.name, "text": f"Lesson {q.lesson} answers it."} for q in CONCEPTS]
        else:
            text = f"{self.score[0]} of {len(CONCEPTS)} are right."
            items = [self._remark(question) for question in CONCEPTS]
        self.said = {"text": f"{text} {trouble}".strip(), "items": items}

    def _remark(self, question: Concept) -> dict[str, Any]:
        """What is said of an answer after the course; of "I don't know" not that it is wrong."""
        given = self.answers.get(question.name, len(question.options))
        ok, text = question.mark(given)
        return {"name": question.name, "text": text, **({"ok": ok} if given < len(question.options) else {})}

    @property
    def score(self) -> tuple[int, int]:
        """How many questions are right, of how many there are."""
        return sum(self.answers.get(q.name) == q.right for q in CONCEPTS), len(CONCEPTS)

    def __repr__(self) -> str:
        if self.said:
            remarks = [f"{remark['name']}: {remark['text']}" for remark in self.said["items"]]
            return "\n".join([self.title, self.said["text"], *remarks])
        lines = [self.title, ""]
        for number, question in enumerate(CONCEPTS, 1):
            lines += [f"{number}. {question.question}", *question.in_words()]
        how = f'To answer without buttons: concept_test("{self.when}", "{"abcd" * 3}"), a letter for each question.'
        return "\n".join([*lines, "", how])


def concept_test(when: str = "before", answers: str | Mapping[str, int] | None = None) -> ConceptTest:
    """The concept test: twelve questions, once before the course and once after it.

    The answers are kept beside the notebook, as all progress is.

    Args:
        when: "before" or "after"; only after it are you told what is right.
        answers: The answers, to hand in at once where there are no buttons: a letter for each question, as "bcda…",
            with e for "I don't know", or {name of the question: number of the option}.

    Returns:
        The test, a widget; in plain text where there is no front end.

    Raises:
        ValueError: If when is neither, or answers are not twelve letters from a to e.

    Example:
        >>> print(str(concept_test("before")).splitlines()[0])
        Twelve questions, before you begin
    """
    if when not in _TITLE:
        raise ValueError(f"when must be 'before' or 'after' (got {when!r})")
    test = ConceptTest(when)
    if answers is not None:
        test.answers = _by_letter(answers) if isinstance(answers, str) else dict(answers)
        test.hand_in()
    return test


def _by_letter(answers: str) -> dict[str, int]:
    letters = "".join(answers.lower().split())
    if len(letters) != len(CONCEPTS) or set(letters) - set(_LETTERS):
        raise ValueError(f"answers must be {len(CONCEPTS)} letters from a to {_LETTERS[-1]} (got {answers[:40]!r})")
    return {question.name: _LETTERS.index(c) for question, c in zip(CONCEPTS, letters, strict=True)}
