"""Lesson 15: engines and a loop that are broken. Find the fault, then mend it."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import (
    draw_programs,
    probes,
    random_number,
    random_numbers,
    random_shaped_programs,
)
from .broken_engines import ENGINE, FIND, engine_row, guarded, used_early_and_late, used_twice
from .lesson_10 import TRAIN

_ENGINE_THAT_STORES = (
    ENGINE.replace(
        'out = Value(self.data * other.data, (self, other), "*")',
        'x, y = self.data, other.data\n        out = Value(x * y, (self, other), "*")',
    )
    .replace("other.data * out.grad", "y * out.grad")
    .replace("self.data * out.grad", "x * out.grad")
)

_ENGINE_THAT_ASSIGNS = (
    ENGINE.replace("+= out.grad", "= out.grad")
    .replace("+= other.data", "= other.data")
    .replace("+= self.data", "= self.data")
)

_TRAIN_WITHOUT_ZERO = TRAIN.replace("        for p in parameters:\n            p.grad = 0.0\n", "")


def _changed_leaves(rng: Random) -> list[Inputs]:
    return [
        {**inputs, "changed": random_number(rng)}
        for inputs in random_shaped_programs(rng, "diamond", "again", "square")
    ]


def _moved_leaves(rng: Random) -> list[Inputs]:
    return [{**inputs, "moved": 1.0} for inputs in random_shaped_programs(rng, "diamond", "square")]


def _changed_leaves_of_programs(rng: Random) -> list[Inputs]:
    return [{**inputs, "changed": random_number(rng)} for inputs in draw_programs(3, "+**")(rng)]


def _line_fits(rng: Random) -> list[Inputs]:
    return [
        {
            "w": random_number(rng),
            "b": random_number(rng),
            "xs": random_numbers(rng, 3),
            "ys": random_numbers(rng, 3),
            "steps": steps,
            "rate": 0.05,
        }
        for steps in (2, 4)
    ]


EXERCISES = (
    Exercise(
        name="broken_sums",
        lesson="15",
        title="The lost contribution",
        prompt=f"{FIND} `a + b` and `a * b` get the right gradients, yet `a + a` gets 1 and `a * a` gets a.",
        answer="Value",
        stub=_ENGINE_THAT_ASSIGNS,
        stub_sentence="The engine does as it did. Play `a * a` and watch what happens to the first contribution when the second one comes.",
        solution=ENGINE,
        hints=(
            "What does a.grad hold before the second contribution arrives, and what after?",
            "`=` forgets what was there.",
        ),
        rows=guarded(
            engine_row("a * a, a + a and the diamond", 2, used_twice),
            engine_row("values used early and late", 1, used_early_and_late),
        ),
        wrong_parts={
            "+= out.grad": {"= out.grad": "`*` is mended, but `+` still loses contributions."},
            "other.grad +=": {
                "other.grad =": "One of the two lines is mended: other's needs the same, for one value can be both."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "`+` is mended, but `*` still loses contributions.",
                edits={"+= other.data": "= other.data", "+= self.data": "= self.data"},
            ),
            WrongAnswer(
                "`+` is mended; in `*` one of the two lines still loses contributions.",
                edits={"other.grad += self.data": "other.grad = self.data"},
            ),
            WrongAnswer(
                "The rules of `*` have changed: `a * b` was right before, and only `=` was the fault.",
                edits={
                    "+= other.data": "+= mine",
                    "+= self.data": "+= other.data",
                    "+= mine": "+= self.data",
                },
            ),
            WrongAnswer(
                "A special case for one value used twice is not enough: contributions come from other operations, too.",
                source=_ENGINE_THAT_ASSIGNS.replace("= out.grad", "= out.grad * (2 if self is other else 1)")
                .replace("= other.data * out.grad", "= other.data * out.grad * (2 if self is other else 1)")
                .replace("= self.data * out.grad", "= self.data * out.grad * (2 if self is other else 1)"),
            ),
            WrongAnswer(
                "The gradients are set back to 0 as soon as they are passed on: a, b and all others must keep theirs.",
                edits={"            v._backward()": "            v._backward()\n            v.grad = 0.0"},
            ),
        ),
    ),
    Exercise(
        name="broken_training",
        lesson="15",
        title="The loop that never forgets",
        prompt="""\
This training loop is broken: its losses fall at first, then rise or swing. `parameters` is a list of Values, `loss_of()` computes
the loss anew. Find the fault and mend it.""",
        answer="train",
        needs=("engine",),
        stub=_TRAIN_WITHOUT_ZERO,
        stub_sentence="The loop does as it did (clearing the gradients once, before it, does not help). Print one parameter's grad in every step and compare it with the slope of that step's loss.",
        solution=TRAIN,
        hints=(
            "`backward()` *adds* to what is in a leaf's grad. What is in it when the second step begins?",
            "Set every parameter's grad to 0 before backward().",
        ),
        rows=(Row("losses and parameters after a few steps", 3, _line_fits, probe=probes.losses_and_parameters),),
        wrong_parts={
            "p.grad = 0.0": {"p.data = 0.0": "It is the grad that must be set to 0, not the data."},
            "p.data -=": {"p.data +=": "The parameters go uphill now: subtract the gradient."},
            "            p.grad = 0.0\n": {
                "            pass\n        p.grad = 0.0\n": "Only the last parameter's grad is set to 0: that line belongs inside the loop."
            },
            "        for p in parameters:\n            p.grad = 0.0\n        loss.backward()\n": {
                "        loss.backward()\n        for p in parameters:\n            p.grad = 0.0\n": "Nothing moves. Are the gradients set to 0 *before* backward(), which fills them, and is it p.data that changes?",
            },
            "losses.append(loss.data)": {
                "losses.append(loss)": "The list holds Values now, with their whole graphs: it was right, loss.data."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The loss is built once, before the loop. Each step needs a graph of its own: `loss_of()` belongs inside.",
                source=TRAIN.replace(
                    "    for step in range(steps):\n        loss = loss_of()\n",
                    "    loss = loss_of()\n    for step in range(steps):\n",
                ),
            ),
            WrongAnswer(
                "`backward()` runs twice in a step: the second pass sends on again what the first has left in the graph.",
                source=TRAIN.replace("loss.backward()\n", "loss.backward()\n        loss.backward()\n"),
            ),
            WrongAnswer(
                "A smaller rate only puts the trouble off: the gradients still carry those of all steps before.",
                source=_TRAIN_WITHOUT_ZERO.replace("rate * p.grad", "0.1 * rate * p.grad"),
            ),
            WrongAnswer(
                "Uphill is no cure: the step was right, and the fault is in what grad holds.",
                source=_TRAIN_WITHOUT_ZERO.replace("p.data -=", "p.data +="),
            ),
            WrongAnswer(
                "Shrinking steps only put the trouble off: the gradients still carry those of all steps before.",
                source=_TRAIN_WITHOUT_ZERO.replace("rate * p.grad", "rate * p.grad / (step + 1)"),
            ),
        ),
    ),
    Exercise(
        name="broken_memory",
        lesson="15",
        title="Numbers that moved",
        prompt=f"""\
{FIND} Somebody changes `a.data`, or that of both inputs, after the forward pass and before `backward()`. The gradients should be
those of the numbers that were *used*; this engine takes the new ones.""",
        answer="Value",
        stub=ENGINE,
        stub_sentence="The engine does as it did. When does `_backward` look at other.data: when the product is made, or later?",
        solution=_ENGINE_THAT_STORES,
        hints=(
            "The closure reads other.data when it *runs*.",
            "Keep the numbers at forward time: x, y = self.data, other.data.",
        ),
        rows=guarded(
            engine_row("data changed before backward()", 2, lambda rng: [*_changed_leaves(rng), *_moved_leaves(rng)]),
            engine_row("the same in random expressions", 1, _changed_leaves_of_programs),
        ),
        wrong_parts={
            "y * out.grad": {"other.data * out.grad": "One of the two numbers is kept, the other is still read late."},
            "x * out.grad": {
                "self.data * out.grad": "One of the two numbers is kept, the other is still read late: self's."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The number is kept when a value is made. A parameter's data changes between steps: keep what stands in it when the product is made.",
                edits={
                    "        self._backward = lambda: None": "        self.first = data\n        self._backward = lambda: None",
                    "y * out.grad": "other.first * out.grad",
                    "x * out.grad": "self.first * out.grad",
                },
            ),
            WrongAnswer(
                "out.data / self.data divides by the *new* number: keep the old ones when the product is made.",
                edits={
                    "y * out.grad": "out.data / self.data * out.grad",
                    "x * out.grad": "out.data / other.data * out.grad",
                },
            ),
            WrongAnswer(
                "Contributions are lost now: `+=`, not `=`, as it was.",
                edits={"self.grad += y": "self.grad = y", "other.grad += x": "other.grad = x"},
            ),
            WrongAnswer(
                "The copies get the gradients, and a and b get none: keep the numbers, and leave self and other as they are.",
                edits={
                    "        x, y = self.data, other.data": "        self, other = Value(self.data), Value(other.data)\n        x, y = self.data, other.data"
                },
            ),
            WrongAnswer(
                "Both numbers are kept, but used the wrong way round: times swaps.",
                edits={"y * out.grad": "z * out.grad", "x * out.grad": "y * out.grad", "z * out.grad": "x * out.grad"},
            ),
        ),
    ),
)
