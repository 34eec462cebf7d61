"""What a learner predicted, as the page reports it: rows of the types below, about the play as it is now."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple, TypedDict

from ...tracing import Trace, contributions_per_step, forward_steps

_NONE = type(None)
_TYPES: dict[str, tuple[type, ...]] = {
    "step": (int,), "kind": (str,), "node": (int,), "edge": (int, _NONE), "given": (int, float, str, _NONE),
    "right": (bool,), "shown": (bool,), "tries": (int,), "mistake": (str, _NONE),
}  # fmt: skip


class Answer(TypedDict):
    """The answer to one question; `node` is the value asked about, `edge` the one that brings its gradient.

    JSON has no nan and no infinity: where one was `given`, it is a text, as float() reads it.
    """

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
        if not isinstance(row, dict) or any(type(row.get(name)) not in types for name, types in _TYPES.items()):
            continue
        kept: Any = {name: row[name] for name in _TYPES}
        if (kept["node"], kept["edge"]) in places.get((kept["kind"], kept["step"]), ()):
            kept["right"] = kept["right"] and not kept["shown"] and kept["given"] is not None
            answers[kept["kind"], kept["step"], kept["node"], kept["edge"]] = kept
    return list(answers.values())


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
