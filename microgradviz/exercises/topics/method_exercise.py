"""The exercise of one operation on the learner's engine: what it computes, what it remembers, what it passes back."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import case_graphs, probes, random_number
from ..stages import find_method


def _program(rng: Random, x: float, op: str, n: float) -> Inputs:
    """One operation, and the gradient that arrives at it."""
    return {"leaves": [x], "steps": [[op, 0, n]], "before": 0.0, "arriving": random_number(rng)}


def _used_again(x: float, y: float, op: str, n: float) -> Inputs:
    """op(op(x) + y) · x: x is used twice, and only the results' own inputs lead back to it."""
    return {"leaves": [x, y], "steps": [[op, 0, n], ["+", 2, 1], [op, 3, n], ["*", 4, 0]]}


def method_exercise(
    name: str,
    operation: str,
    method: str,
    *,
    lesson: str = "08",
    title: str,
    says: str,
    docstring: str,
    hints: tuple[str, ...],
    cases: Callable[[Random], list[tuple[float, float]]],
    again: Callable[[Random], list[tuple[float, float, float]]],
    local: str,
    wrong: dict[str, str],
    wrong_values: dict[str, dict[str, str]],
    more_rows: tuple[Row, ...] = (),
) -> Exercise:
    """The exercise of one method: what it computes, what it remembers, and what its `_backward` adds.

    Args:
        name: Of the exercise.
        operation: What the probes call it.
        method: What the class calls it.
        lesson: The lesson that asks for it.
        title: A few words.
        says: The prompt.
        docstring: What the method gives back.
        hints: From a nudge to nearly all.
        cases: Draws (x, n) for one operation; n is 0 where there is none.
        again: Draws (x, y, n) for an expression that uses the operation twice.
        local: The local derivative as the solution has it.
        wrong: Sentence for each wrong local derivative.
        wrong_values: {a part of the solution: {what stands there instead: the sentence}}, beyond the common slips.
        more_rows: Rows beyond those that all of them have.
    """
    found = find_method("08", method)

    def draw(rng: Random, before: bool = False) -> list[Inputs]:
        drawn = [_program(rng, x, operation, n) for x, n in cases(rng)]
        for inputs, sign in zip(drawn, (1, -1) * len(drawn), strict=False):
            inputs["arriving"] = sign * abs(inputs["arriving"])
        kept = [inputs | {"before": random_number(rng)} for inputs in drawn if inputs["leaves"] != [0.0]]
        return kept if before else drawn  # what is asked at 0 is worth one point, not two

    return Exercise(
        name=name,
        lesson=lesson,
        title=title,
        prompt=says,
        answer=found.function,
        method=method,
        docstring=docstring,
        solution=found.cell,
        hints=hints,
        rows=(
            Row("the value that it computes", 1, draw, probe=probes.program_data, graph=case_graphs.program_graph),
            Row("what it adds to its input", 1, draw, probe=probes.closure_grads, graph=case_graphs.program_graph),
            Row(
                "gradients that are there already are kept", 1, lambda rng: draw(rng, True), probe=probes.closure_grads
            ),
            Row(
                "backward() through an expression that uses it twice",
                1,
                lambda rng: [_used_again(x, y, operation, n) for x, y, n in again(rng)],
                probe=probes.value_grads,
                graph=case_graphs.program_graph,
            ),
            *more_rows,
        ),
        wrong_parts={f"d_self = {local}": {f"d_self = {k}": v for k, v in wrong.items()}, **wrong_values},
        wrong_answers=(
            WrongAnswer(
                "`=` throws away what has arrived before. Contributions add: write `+=`.",
                edits={"self.grad += ": "self.grad = "},
            ),
            WrongAnswer(
                "The gradient arriving is missing: the contribution is local derivative × `out.grad`.",
                edits={"d_self * out.grad": "d_self"},
            ),
            WrongAnswer(
                "`out.grad` is what arrives, `out.data` is the number computed: you multiply by the wrong one.",
                edits={"d_self * out.grad": "d_self * out.data"},
            ),
            WrongAnswer(
                "The result remembers no input, so nothing can flow back: give it `(self,)`, a tuple of one.",
                edits={"(self,)": "()"},
            ),
            WrongAnswer(
                "`_prev` takes a tuple, and a tuple of one has a comma: `(self,)`. `(self)` is only self in brackets.",
                edits={"(self,)": "(self)"},
            ),
            WrongAnswer(
                "The rule is written, but the result does not have it: `out._backward = _backward` is missing.",
                edits={"    out._backward = _backward\n": ""},
            ),
            WrongAnswer(
                "`_backward()` with brackets runs at once, when nothing has arrived. Hand over the function: `out._backward = _backward`.",
                edits={"out._backward = _backward": "out._backward = _backward()"},
            ),
            WrongAnswer(
                "A plain number cannot pass anything back: make a `Value` of it, with its inputs, and return that.",
                edits={"return out": "return data"},
            ),
            WrongAnswer(
                "Only add to `self.grad`: `backward()` calls the others, in their order. Called from here too, they pass theirs on more than once.",
                edits={"* out.grad  # add to grad\n": "* out.grad\n        self._backward()\n"},
            ),
            WrongAnswer(
                "`out.grad` is not yours to clear: the picture, and the next who looks, find 0 there.",
                edits={"* out.grad  # add to grad\n": "* out.grad\n        out.grad = 0.0\n"},
            ),
        ),
    )
