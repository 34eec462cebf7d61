"""What a learner predicted, as the page reports it: read with care, for a page can send anything."""

from __future__ import annotations

from collections.abc import Collection
from math import isfinite
from typing import Any, NamedTuple, TypedDict

from ...tracing import Trace, contributions_per_step, forward_steps

_TAGGED = ("nan", "inf", "-inf")  # as float() reads them; JSON has no such numbers
_LONGEST_MISTAKE = 60  # letters


class Answer(TypedDict):
    """The answer to one question; `node` is the value asked about, `edge` the one that brings its gradient."""

    step: int
    kind: str
    node: int
    edge: int | None
    given: float | str | None
    right: bool
    shown: bool
    tries: int
    mistake: str | None


class Score(NamedTuple):
    """How many questions were right at the first try, of how many that were tried."""

    right: int
    asked: int


def read_answers(given: object, trace: Trace, by: str, folded: Collection[int]) -> list[Answer]:
    """The answers among what a page sent: those to a question of this play, each once, the last of its kind."""
    if not isinstance(given, list | tuple) or not given:
        return []
    places = _places(trace, by, folded)
    answers: dict[tuple[object, ...], Answer] = {}
    for row in given:
        answer = _answer(row)
        if answer and (answer["node"], answer["edge"]) in places.get((answer["kind"], answer["step"]), ()):
            key = (answer["kind"], answer["step"], answer["node"], answer["edge"])
            answers.pop(key, None)
            answers[key] = answer
    return list(answers.values())


def _answer(row: object) -> Answer | None:
    if not isinstance(row, dict):
        return None
    numbers: list[Any] = [row.get(name) for name in ("step", "node", "edge", "tries")]
    step, node, edge, tries = numbers
    if not (_is_count(step) and _is_count(node) and _is_count(tries) and (edge is None or _is_count(edge))):
        return None
    given, kind, mistake = row.get("given"), row.get("kind"), row.get("mistake")
    if not (isinstance(kind, str) and (given is None or _is_number(given))):
        return None
    right, shown = row.get("right") is True, row.get("shown") is True
    return Answer(
        step=step,
        kind=kind,
        node=node,
        edge=edge,
        given=given,
        right=right and not shown and given is not None,
        shown=shown,
        tries=tries,
        mistake=mistake[:_LONGEST_MISTAKE] if isinstance(mistake, str) and mistake.isprintable() else None,
    )


def _is_count(x: Any) -> bool:
    return type(x) is int and 0 <= x < 10**9


def _is_number(x: Any) -> bool:
    return x in _TAGGED if isinstance(x, str) else type(x) is int or (type(x) is float and isfinite(x))


def _places(trace: Trace, by: str, folded: Collection[int]) -> dict[tuple[str, int], set[tuple[int, int | None]]]:
    """What is asked at each step, by kind: pairs of value and edge."""
    places: dict[tuple[str, int], set[tuple[int, int | None]]] = {}
    computed = forward_steps(trace, by)
    for step, nodes in enumerate(computed, 1):
        places["data", step] = {(node, None) for node in nodes}
    first = trace.first_edges()
    sent = [e for i in trace.order for e in range(first[i], first[i + 1])]
    begin = 0
    for step, count in enumerate(contributions_per_step(trace, by, folded), len(computed) + 1):
        found: set[tuple[int, int | None]] = {(trace.sources[e], e) for e in sent[begin : begin + count]}
        places["local", step] = places["grad", step] = found
        begin += count
    return places
