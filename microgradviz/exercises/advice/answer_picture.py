"""The picture of an answer that is not right yet: the learner's own graph, at the first place where it goes wrong.

The player's own words about a fault name the right number, which `check` must not: here it gets other words. Where the
answer is an engine, which no number gives away, the right numbers stand on the cards beside the wrong ones.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Any, NamedTuple

from ...sources import trace
from ...tracing import Fault, Trace, contributions_per_step, count_operations, number_text, value_names
from ...views import Player, play
from ..base import Exercise, Inputs, MakeGraph, Row
from ..judge import Mark, Outcome, case_graphs, marking
from ..learner_code import run_guarded
from .explain import index_of_first_wrong, why_wrong

_MOST_OPERATIONS = 300  # a larger picture explains nothing
_SECONDS = 4.0  # for a graph and its picture


class _Case(NamedTuple):
    """A case that failed: its row, its inputs, what the answer gave and what the solution gives."""

    row: Row
    inputs: Inputs
    outcome: Outcome
    expected: Outcome

    @property
    def first_wrong(self) -> int:
        """The place of its first wrong number."""
        return index_of_first_wrong(self.outcome, self.expected)


def draw_answer(exercise: Exercise, answer: Any, seed: str | int, marks: list[Mark | None]) -> Player | None:
    """A player of the first failing case whose graph shows what is wrong, else of the first that has a graph.

    Returns:
        None if no failing case has a graph, or the answer does not get that far.
    """
    cases, expected = exercise.cases(seed), marking.solution_outcomes(exercise, seed)
    failing = [
        _Case(row, {**cases[i][mark.case], "given": exercise.given}, mark.outcome, expected[i][mark.case])
        for i, (row, mark) in enumerate(zip(exercise.rows, marks, strict=True))
        if mark and mark.case is not None and mark.outcome is not None and row.graph is not None
        if mark.outcome.error != "OutOfTime"
    ]
    given = [x for row in cases for inputs in row for x in (*inputs.get("leaves", ()), inputs.get("before", 0.0))]
    right = {
        number_text(x) for row in expected for outcome in row for x in outcome.numbers if not float(x).is_integer()
    }.difference(map(number_text, given))
    arriving = [case for case in failing if "arriving" in case.inputs]
    found: list[tuple[Player, _Case]] = []
    drawn = [(x, x.row.graph) for x in failing if x.row.graph]
    for case, make in [*drawn, *((x, case_graphs.graph_with_arrivals) for x in arriving)]:
        player = run_guarded(lambda: _player_of(answer, case, make, failing), _SECONDS).value  # noqa: B023 (called at once)
        told = "" if player is None else " ".join(fault["text"] for fault in player.scene["faults"])
        if player is not None and (not found or not right & set(re.findall(r"[−\d.]*\d(?:e−?\d+)?", told))):
            if told or player.scene.get("by_hand"):
                return player  # a later case only if no right number stands in what it tells
            found.append((player, case))  # an answer that does not work has no graph
    return _marked_at_case(exercise, *found[0]) if found else None


def _marked_at_case(exercise: Exercise, player: Player, case: _Case) -> Player:
    """The picture of a case in whose graph nothing shows, marked where the case's first wrong number stands."""
    text = why_wrong(exercise, case.row, case.inputs, case.outcome, case.expected)
    at, leaves = case.first_wrong, len(case.inputs.get("leaves", ()))
    named = {name: int(i) for i, name in player.trace["label"].items()}
    root = len(player.trace["op"]) - 1
    node = named.get("abcdefgh"[at], root) if 0 <= at < leaves else root
    player.scene = {**player.scene, "faults": [Fault("not right", text, node=node)._asdict()]}
    return player


def _player_of(answer: Any, case: _Case, make: MakeGraph, failing: list[_Case]) -> Player:
    graph, fault = make(answer, case.inputs, case.first_wrong)
    if isinstance(fault, list):
        return _player_at_fault(graph, *fault)
    if fault and fault.kind in case_graphs.BY_HAND:  # one picture for all that were found by hand
        others = [other for other in failing if other.row.graph is make]
        marks = [make(answer, other.inputs, other.first_wrong)[1] for other in others]
        return _player_by_hand(graph, [mark for mark in marks if isinstance(mark, Fault)])
    return _player_at_fault(graph, fault)


def _player_by_hand(graph: Trace, faults: list[Fault]) -> Player:
    """The forward pass, every wrong gradient marked, and nothing that tells a right one."""
    player = play(graph, step=count_operations(graph))
    marked = [fault._asdict() for fault in faults]
    player.scene = {**player.scene, "by_hand": True, "faults": marked, "beside": None}
    return player


def _player_at_fault(graph: Any, fault: Fault | None, *others: Fault) -> Player:
    shown = graph if isinstance(graph, Trace) else trace(graph, limit=_MOST_OPERATIONS)
    marked = fault or next((hide_right_number(shown, f) for f in shown.faults if f.kind != "stale gradient"), None)
    player = play(shown)
    beside = None if fault else player.scene.get("beside")  # what the graph itself points at is no engine's fault
    player.scene = {**player.scene, "faults": [x._asdict() for x in (marked, *others) if x], "beside": beside}
    folded = set(player.scene.get("fold", {"nodes": []})["nodes"])
    if marked and (marked.node if marked.edge is None else shown.sources[marked.edge]) in folded:
        player.constants, folded = True, set()  # for it must be seen
    player.step = _step_of_fault(shown, marked, folded)
    return player


def hide_right_number(shown: Trace, fault: Fault) -> Fault:
    """The fault in words that do not name the right number, which the player's own do."""
    named = value_names(shown)
    if fault.kind == "wrong data" and fault.node is not None:
        text = f"{named[fault.node]} is {number_text(shown.data[fault.node])}: is that what its operation gives?"
    elif fault.kind == "wrong local derivative" and fault.edge is not None:
        source, user = named[shown.sources[fault.edge]], named[shown.targets[fault.edge]]
        ends = shown.sources[fault.edge], shown.targets[fault.edge]
        twice = [x for x, both in enumerate(zip(shown.sources, shown.targets, strict=True)) if both == ends]
        total = number_text(sum(shown.local[x] or 0.0 for x in twice))
        beside = [shown.local[x] for x, target in enumerate(shown.targets) if target == ends[1]]
        text = (
            f"{user} passes nothing on: nothing arrives at {'its inputs' if len(beside) > 1 else 'its input'}."
            if not any(beside)
            else f"{source} is an input of {user} {len(twice)} times, and in all your engine uses {total}. "
            f"Nudge {source} and see how fast {user} really changes."
            if len(twice) > 1
            else f"Along {source} → {user} your engine uses × {number_text(shown.local[fault.edge])}. "
            f"Nudge {source} and see how fast {user} really changes."
        )
    elif fault.kind in ("lost contribution", "wrong contribution") and fault.edge is not None:
        text = _contribution_text(shown, fault.edge, named)
    else:
        return fault
    return fault._replace(text=text)


def _contribution_text(shown: Trace, edge: int, named: list[str]) -> str:
    source, user = named[shown.sources[edge]], named[shown.targets[edge]]
    c = next(c for c in shown.contributions if c.edge == edge)
    return (
        f"{source}.grad was {number_text(c.before)} when {number_text(c.amount)} arrived from {user}, "
        f"and afterwards it was {number_text(c.after)}."
    )


def _step_of_fault(shown: Trace, fault: Fault | None, folded: set[int]) -> int:
    """The step at which the fault shows: the end of the forward pass if it shows nowhere."""
    forward = count_operations(shown)
    if fault is None or not shown.order:
        return forward
    if fault.edge is not None:
        first = next((k for k, c in enumerate(shown.contributions) if c.edge == fault.edge), None)
        if first is not None:
            ends = list(accumulate(contributions_per_step(shown, "contribution", folded)))
            return forward + 1 + min(bisect_right(ends, first), len(ends) - 1)
    return forward
