"""concept_test: the twelve questions as a widget; as plain text where there is no front end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from ...views import Instrument
from ..advice import store_answers
from .questions import ITEMS, Answer, mark_answers, option_letter

_TITLE = {"before": "Twelve questions, before you begin", "after": "Twelve questions, at the end"}
_INTRO = {
    "before": "Choose what seems right, or “I don't know”. Afterwards each question names the lesson that answers it.",
    "after": "The same questions again. Afterwards each shows its right answer, and why it is right.",
}
_LETTERS = "abcde"  # of the options, and of "I don't know"


class ConceptTest(Instrument):
    """The concept test; its traits are all that page and kernel tell each other. The page does not know what is right.

    Attributes:
        when: "before" or "after".
        answers: {name of the item: number of the option}.
        handed_in: Counts up when the learner hands in.
        said: What came of it: {"text": …, "items": [{"name", "ok", "text"}, …]}; without "ok" where it is not told.
    """

    entry = "instruments/quiz.js"
    needs_kernel = frozenset({"handed_in"})

    title = traitlets.Unicode(help="python -> page").tag(sync=True)
    intro = traitlets.Unicode(help="python -> page").tag(sync=True)
    items: Any = traitlets.List(help="python -> page").tag(sync=True)
    answers = traitlets.Dict(help="page -> python").tag(sync=True)
    handed_in = traitlets.Int(0, help="page -> python").tag(sync=True)
    said = traitlets.Dict(help="python -> page").tag(sync=True)

    def __init__(self, when: str) -> None:
        self.when = when
        items = [{"name": i.name, "question": i.question, "options": i.choices} for i in ITEMS]
        super().__init__(title=_TITLE[when], intro=_INTRO[when], items=items)
        self.observe(self._receive, names=["handed_in"])

    def _receive(self, change: Any) -> None:
        self.hand_in()

    def hand_in(self) -> None:
        """Mark the answers and keep them beside the notebook."""
        found = mark_answers(self.answers)
        chosen = {a.item.name: a.chosen for a in found if a.chosen is not None}
        trouble = store_answers(self.when, chosen)
        if self.when == "before":
            where = [{"name": a.item.name, "text": f"Lesson {a.item.lesson} answers it."} for a in found]
            self.said = {"text": f"Noted, thank you. The course has the answers. {trouble}".strip(), "items": where}
            return
        right = sum(a.ok for a in found)
        notes = [_remark(a) for a in found]
        self.said = {"text": f"{right} of {len(found)} are right. {trouble}".strip(), "items": notes}

    def __repr__(self) -> str:
        if self.said:
            return "\n".join(
                [self.title, self.said["text"], *(f"{n['name']}: {n['text']}" for n in self.said["items"])]
            )
        lines = [self.title, ""]
        for i, item in enumerate(ITEMS):
            lines += [f"{i + 1}. {item.question}"]
            lines += [f"   {option_letter(k)}) {text}" for k, text in enumerate(item.choices)]
        how = f'To answer without buttons: concept_test("{self.when}", "{"abcd" * 3}"), a letter for each question.'
        return "\n".join([*lines, "", how])

    def page_title(self) -> str:
        """What stands over the questions."""
        return self.title


def _remark(answer: Answer) -> dict[str, Any]:
    """What is said of an answer after the course; of "I don't know" not that it is wrong."""
    right = answer.item.options[answer.item.right]
    if answer.ok:
        return {"name": answer.item.name, "ok": True, "text": f"Right. {right.reason}"}
    text = (
        f"{answer.misconception} The right answer: “{right.text}” {right.reason} (Lesson {answer.item.lesson})".strip()
    )
    return {"name": answer.item.name, "text": text, **({"ok": False} if answer.option else {})}


def concept_test(when: str = "before", answers: str | Mapping[str, int] | None = None) -> ConceptTest:
    """The concept test: twelve questions, once before the course and once after it.

    The answers are kept beside the notebook, as all progress is; `class_heat_map` shows those of a class.

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
    if len(letters) != len(ITEMS) or set(letters) - set(_LETTERS):
        raise ValueError(f"answers must be {len(ITEMS)} letters from a to e (got {answers[:40]!r})")
    return {item.name: _LETTERS.index(c) for item, c in zip(ITEMS, letters, strict=True)}
