"""From numbers to points: what an answer gave, held against what the solution gives for the same inputs.

Nothing here runs an answer. It gets outcomes, as plain data, and trusts none of them: a number passes only if it
is a float and is known to be near enough, so that nan or a wrong count never passes by accident.
"""

from __future__ import annotations

import ast
import builtins
import math
from functools import lru_cache
from typing import Any, NamedTuple

from ..base import Inputs, Judge
from .node_places import program_numbers
from .probe_files import PROBE_FILES
from .probes import as_sentence

_DEEPEST, _LARGEST = 5, 1e9  # of what is said in what is said, and of its numbers
_LONGEST = 60  # letters of a word of the answer's own
_ONE_MISTAKE = ("RecursionError", "OverflowError")  # kinds of errors that say all, whatever their text


class Outcome(NamedTuple):
    """What an answer gave for one case: numbers, or the kind of an error and its text."""

    numbers: tuple[float, ...] = ()
    error: str = ""
    text: str = ""

    @classmethod
    def read(cls, found: Any) -> Outcome:
        """The outcome in what `probes.run_probe` returned; an error if that is anything but a list of floats.

        What is said of it is made of words that stand in the probes' files, of Python's names, and of numbers; all
        others are the answer's own, and “quoted”.
        """
        if not isinstance(found, dict):
            return cls(error="ValueError", text="no outcome came back")
        numbers = found.get("numbers")
        if isinstance(numbers, list) and {*map(type, numbers)} <= {float}:
            return cls(tuple(numbers))
        if "unfit" in found:
            return cls(error="UnfitAnswer", text=_spoken(found["unfit"]))
        error, text, place = found.get("error"), found.get("text"), found.get("in")
        if isinstance(error, str) and error:
            kind = error if error in _python_names() else _quote(error[:40])
            said = _quote(text[:200]) if isinstance(text, str) and text else ""
            return cls(error=kind, text=f"{said}, in {_spoken(place)}" if place else said)
        return cls(error="ValueError", text="what came back is not a list of floats")


def _quote(text: str) -> str:
    """An answer's words, so that nobody takes them for the grader's."""
    return "“" + text.translate({ord("“"): '"', ord("”"): '"'}) + "”"


def _spoken(said: Any, depth: int = 0) -> str:
    """What a probe says, as text; what it cannot have said is quoted."""
    if type(said) in (int, float) and abs(said) < _LARGEST:
        return as_sentence(said)
    if isinstance(said, str) and (said in _words_of_probes() or _is_letter(said)):
        return said
    if isinstance(said, list) and said and isinstance(said[0], str) and depth < _DEEPEST:
        sentence, *words = said
        if sentence in _words_of_probes() and sentence.count("{}") == len(words):
            return str(sentence).format(*(_spoken(x, depth + 1) for x in words))
        said = sentence
    return _quote(said[:_LONGEST] if isinstance(said, str) else "…")


def _is_letter(word: str) -> bool:
    return len(word) == 1 and "a" <= word <= "z"


@lru_cache(maxsize=1)
def _words_of_probes() -> frozenset[str]:
    """The texts that stand in the probes' files, and the names that Python has for its own."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in PROBE_FILES.values()]
    found = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    texts = {text for text in found if isinstance(text, str)}
    return frozenset(texts | _python_names() | {"function", "NoneType", "generator", "Value"})


@lru_cache(maxsize=1)
def _python_names() -> frozenset[str]:
    return frozenset(name for name, x in vars(builtins).items() if isinstance(x, type))


def out_of_time(seconds: float) -> Outcome:
    """The outcome of a case that took longer than it may, in s."""
    return Outcome(error="OutOfTime", text=f"stopped after {seconds:g} seconds: it loops forever, or needs more time")


class Mark(NamedTuple):
    """The points that one row earned; if it failed, the number of its first wrong case and what that gave."""

    earned: int
    case: int | None = None
    outcome: Outcome | None = None


def nearly_equal(x: float, y: float, tolerance: float) -> bool:
    """Whether x is y but for rounding, relative to y where that is above 1; nan equals nan only, infinity itself only.

    Example:
        >>> nan, inf = float("nan"), float("inf")
        >>> nearly_equal(0.1 + 0.2, 0.3, 1e-9), nearly_equal(nan, 0.3, 1e-9), nearly_equal(nan, nan, 1e-9)
        (True, False, True)
        >>> nearly_equal(5.0, inf, 1e-9), nearly_equal(inf, 5.0, 1e-9), nearly_equal(-inf, -inf, 1e-9)
        (False, False, True)
    """
    if x == y or (math.isnan(x) and math.isnan(y)):
        return True
    return abs(x - y) <= tolerance * max(1.0, abs(y)) and math.isfinite(y)


def judge_numbers(tolerance: float = 1e-9) -> Judge:
    """The judge who asks for as many numbers as the solution gives, each nearly equal to its own."""

    def judge(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
        return len(found) == len(expected) and all(
            nearly_equal(x, y, tolerance) for x, y in zip(found, expected, strict=True)
        )

    return judge


def judge_order(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
    """Whether an order is topological: every value once, after its inputs; there may be many such orders."""
    leaves = len(inputs["leaves"])
    if sorted(found) != sorted(expected):
        return False
    place = {int(i): k for k, i in enumerate(found)}
    return all(
        place[x] < place[leaves + i]
        for i, (_, *operands) in enumerate(inputs["steps"])
        for x in operands
        if isinstance(x, int) and leaves + i in place
    )


def judge_backward_order(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
    """Whether an order is one of a backward pass: every value once, after all its users."""
    return judge_order(inputs, found[::-1], expected)


def judge_wide_graph(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
    """Whether the gradients of a wide program's leaves are right, or those of all its values; they are above 0.

    They are worked out here, in one sweep back, which takes a tenth of the time that the solution takes with numbers
    that count.
    """
    leaves, steps, data = len(inputs["leaves"]), inputs["steps"], program_numbers(inputs)
    grads = [0.0] * (len(data) - 1) + [1.0]
    for place in range(len(data) - 1, leaves - 1, -1):
        op, i, j = steps[place - leaves]
        grads[i] += grads[place] * (1.0 if op == "+" else data[j])
        grads[j] += grads[place] * (1.0 if op == "+" else data[i])
    return len(found) in (leaves, len(data)) and all(abs(x - y) <= 1e-9 * y for x, y in zip(found, grads, strict=False))


def judge_signs(share: float, middle: float = 0.0) -> Judge:
    """The judge of classifiers: at least this share of the points is put on the right side of the middle."""

    def judge(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
        labels = inputs["labels"]
        hits = sum((y - middle) * (label - middle) > 0 for y, label in zip(found, labels, strict=False))
        return len(found) == len(labels) and hits >= share * len(labels)

    return judge


def mark_row(points: int, judge: Judge, cases: list[Inputs], outcomes: list[Outcome], expected: list[Outcome]) -> Mark:
    """The mark of one row: its points if every case passes, else 0 and the first case that does not."""
    for k, inputs in enumerate(cases):
        found = outcomes[k] if k < len(outcomes) else Outcome(error="ValueError", text="no outcome came back")
        if found.error or not judge(inputs, list(found.numbers), list(expected[k].numbers)):
            return Mark(0, k, found)
    return Mark(points)


def same_mistake(x: Outcome, y: Outcome, *, rounded: bool = False) -> bool:
    """Whether two outcomes may come from the same mistake: the same numbers or the same error.

    Args:
        x: One outcome.
        y: The other one.
        rounded: Whether numbers are the same to four digits, as where somebody wrote them down.
    """
    if x.error or y.error:
        return x.error == y.error and (x.text == y.text or x.error in _ONE_MISTAKE)
    return len(x.numbers) == len(y.numbers) and all(
        nearly_equal(a, b, 1e-7) or (rounded and math.isclose(a, b, rel_tol=5e-4))
        for a, b in zip(x.numbers, y.numbers, strict=True)
    )
