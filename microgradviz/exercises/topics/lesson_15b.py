"""Lesson 15b: a rule and a model that are broken. Find the fault, then mend it."""

from __future__ import annotations

from random import Random
from typing import Any

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import case_graphs, probes, random_number, random_numbers, random_weights
from .broken_engines import BASE, FIND, SORTED, engine_row, guarded

_TANH = """
    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t * t) * out.grad

        out._backward = _backward
        return out
"""

_ENGINE_WITH_TANH = "import math\n\n\n" + BASE + _TANH + SORTED

_MODEL = """\
from microgradviz import Value


class Model:
    def __init__(self):
        self.w1, self.b1, self.w2, self.b2 = Value(0.5), Value(0.1), Value(-0.3), Value(0.2)

    def __call__(self, x):
        hidden = (self.w1 * x + self.b1).tanh()
        return self.w2 * hidden + self.b2

    def parameters(self):
        return [self.w1, self.b1, self.w2, self.b2]
"""

_MODEL_WITH_CUT = _MODEL.replace("return self.w2 * hidden", "return self.w2 * Value(hidden.data)")


def _tanh_programs(rng: Random) -> list[Inputs]:
    return [
        {"leaves": random_numbers(rng, 2, -1.5, 1.5), "steps": [["*", 0, 1], ["tanh", 2, 2], *more]}
        for more in _STEPS_AFTER_TANH
    ]


_STEPS_AFTER_TANH: tuple[list[list[Any]], ...] = ([], [["*", 3, 0]], [["+", 3, 2], ["tanh", 4, 4]])


def _model_cases(rng: Random) -> list[Inputs]:
    return [{"x": random_number(rng, -1.5, 1.5), "weights": random_weights(rng, 4, 1)[0][0]} for _ in range(3)]


EXERCISES = (
    Exercise(
        name="broken_tanh",
        lesson="15b",
        title="A rule that is nearly right",
        prompt=f"{FIND} `+` and `*` are fine. `tanh` gives the right numbers forward and wrong ones backward.",
        answer="Value",
        stub=_ENGINE_WITH_TANH.replace("(1 - t * t)", "(1 - t)"),
        stub_sentence="The engine does as it did. Nudge: tanh at 0.5 and at 0.501. Is the slope what this engine says?",
        solution=_ENGINE_WITH_TANH,
        hints=(
            "Run a gradient check on tanh alone.",
            "The slope is 1 at 0, and the same at −x and x. Is this one?",
            "1 − t²",
        ),
        rows=guarded(engine_row("tanh alone and in expressions", 3, _tanh_programs)),
        wrong_parts={
            "self.grad += (1 - t * t) * out.grad": {
                "self.grad += (1 - self.data * self.data) * out.grad": "The rule uses the output t, not the input.",
                "self.grad += (t * (1 - t)) * out.grad": "That is sigmoid's rule: at 0 it gives 0, and there tanh is steepest.",
                "self.grad += 1 - t * t * out.grad": "A bracket is missing: × comes before −, so that only t² is multiplied by out.grad.",
                "self.grad += (1 - t * t)": "The gradient arriving is missing: multiply by out.grad.",
                "self.grad = (1 - t * t) * out.grad": "A contribution is added: += instead of =.",
                "self.grad += (1 - t * t) * out.data": "That is multiplied by the result, out.data; it is the gradient arriving that is wanted, out.grad.",
                "self.grad += (1 - t) ** 2 * out.grad": "The square belongs to t alone: 1 − t², not (1 − t)².",
                "self.grad += (1 + t * t) * out.grad": "A sign is wrong: with + the slope would be largest far out, where tanh is flat.",
                "self.grad += (t * t - 1) * out.grad": "The sign is turned round: tanh rises everywhere.",
                "self.grad += (1 - math.tanh(t) ** 2) * out.grad": "t is tanh of the input already: here it is taken twice.",
                "self.grad += 1 / math.cosh(self.data) * out.grad": "Nearly: 1 / cosh has to be squared.",
            },
        },
    ),
    Exercise(
        name="broken_wire",
        lesson="15b",
        title="The parameter that cannot hear",
        prompt="""\
In this model two parameters never learn: their gradients stay 0, whatever the input. Is that a true zero, or is a wire cut?
Find the fault and mend it. `parameters()` must go on returning w1, b1, w2, b2, in that order.""",
        answer="Model",
        needs=("engine", "nn"),
        stub=_MODEL_WITH_CUT,
        stub_sentence="The model does as it did. Play its output: which parameters have a path to it?",
        solution=_MODEL,
        hints=(
            "Draw the graph of the output and look for w1.",
            "`Value(hidden.data)` is a *new* leaf that has forgotten where its number came from.",
        ),
        rows=(
            Row(
                "output and gradients",
                3,
                _model_cases,
                probe=probes.model_output_and_grads,
                graph=case_graphs.model_graph,
            ),
        ),
        wrong_parts={
            "hidden = (self.w1 * x + self.b1).tanh()": {
                "hidden = (self.w1 * x + self.b1)": "The wire is whole, but the tanh has gone: the output is a different one now.",
                "hidden = (self.w1 * x + self.b1.data).tanh()": "w1 hears again, but b1 is still cut off.",
                "hidden = (Value(self.w1.data) * x + self.b1).tanh()": "b1 hears again, but w1 is still cut off.",
            },
            "self.w2 * hidden": {
                "self.w2 * hidden.tanh()": "hidden goes through tanh twice now.",
                "hidden": "w2 has gone from the output.",
            },
            "hidden + self.b2": {"hidden": "b2 has gone from the output."},
            "[self.w1, self.b1, self.w2, self.b2]": {
                "[self.w2, self.b2, self.w1, self.b1]": "The order of the parameters has changed: w1, b1, w2, b2."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Leaving the deaf ones out of parameters() hides the fault: all four must be there, and learn.",
                edits={"self.w2 * hidden": "self.w2 * Value(hidden.data)", "[self.w1, self.b1, ": "["},
            ),
        ),
    ),
)
