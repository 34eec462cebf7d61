"""Lesson 08b: sigmoid, which must not overflow, and relu, a gate."""

from __future__ import annotations

from random import Random

from ..base import Inputs, Row
from ..judge import case_graphs, probes, random_number, random_numbers
from .method_exercise import method_exercise


def _on_both_sides(rng: Random) -> list[tuple[float, float]]:
    """Two numbers above 0 and two below it, so that each finds gradients of both signs; and 0 itself."""
    signs = rng.choice([(1, 1, -1, -1), (-1, -1, 1, 1)])
    return [*((sign * abs(random_number(rng)), 0.0) for sign in signs), (0.0, 0.0)]


def _far_out(rng: Random) -> list[Inputs]:
    """Where e to the power of the one or the other is no float any more; and nearer, where the answer is not 0 or 1."""
    far = [sign * random_number(rng, 800, 1000) for sign in (-1, 1)]
    return [{"leaves": [x], "steps": [["sigmoid", 0, 0.0]]} for x in (*far, random_number(rng))]


EXERCISES = (
    method_exercise(
        "sigmoid_rule",
        "sigmoid",
        "sigmoid",
        lesson="08b",
        title="sigmoid",
        says="""\
Write `sigmoid(self)`: 1 / (1 + e⁻ˣ), a number between 0 and 1. Its rule uses the output: output · (1 − output). One point is for
numbers far out: near −1000 and near 1000 nothing may overflow.""",
        docstring="1 / (1 + e to the power of minus self), between 0 and 1.",
        hints=(
            "Look at your `exp`: what it computes and its local derivative change, the other lines stay.",
            "`math.exp(1000)` overflows, and `math.exp(-1000)` is a harmless 0: take e to the power −|x|, in both cases.",
            "`small = math.exp(-abs(self.data))`, and the number is `(1.0 if self.data > 0 else small) / (1 + small)`.",
        ),
        cases=lambda rng: [(x, 0.0) for x in random_numbers(rng, 4)],
        again=lambda rng: [(x, y, 0.0) for x, y in [random_numbers(rng, 2) for _ in range(2)]],
        local="out.data * (1 - out.data)",
        wrong={
            "self.data * (1 - self.data)": "sigmoid's rule uses its *output*; yours uses the input.",
            "1 - out.data**2": "That is the rule of tanh, whose output runs from −1 to 1.",
            "1 - out.data": "One factor is missing: output · (1 − output).",
            "out.data": "That is sigmoid itself. At 0 it is one half, and its slope there is one quarter.",
            "out.data * (out.data - 1)": "The sign: sigmoid rises everywhere.",
            "out.data * (1 - self.data)": "Both factors hold the *output*: output · (1 − output).",
            "math.exp(-self.data)": "That is only a part of what sigmoid computes. Its slope is output · (1 − output).",
        },
        wrong_values={
            "data = (1.0 if self.data > 0 else small) / (1 + small)": {
                "data = 1 / (1 + math.exp(-self.data))": "Right, but for numbers far out: at −1000 this asks for e¹⁰⁰⁰, which no float can hold. e to the power −|x| is never more than 1.",
                "data = math.exp(self.data) / (1 + math.exp(self.data))": "Right, but for numbers far out: at 1000 this asks for e¹⁰⁰⁰, which no float can hold. e to the power −|x| is never more than 1.",
                "data = 1 / (1 + math.exp(self.data))": "The minus is missing: that falls where sigmoid rises.",
                "data = math.tanh(self.data)": "That is tanh, which runs from −1 to 1.",
                "data = 1 / (1 + small)": "With −|x| alone the two sides are alike. Left of 0 the number is small / (1 + small).",
                "data = math.exp(-self.data) / (1 + math.exp(-self.data))": "That is 1 − sigmoid: it falls where sigmoid rises.",
            }
        },
        more_rows=(
            Row(
                "far out, near −1000 and near 1000", 1, _far_out,
                probe=probes.program_data, graph=case_graphs.program_graph,
            ),
        ),
    ),
    method_exercise(
        "relu_rule",
        "relu",
        "relu",
        lesson="08b",
        title="relu, a gate",
        says="""\
Write `relu(self)`: the number itself where it is positive, else 0. It is a gate: what is its local derivative where the gate
is open, and where it is shut? At exactly 0 count it as shut.""",
        docstring="self where it is positive, else 0.",
        hints=(
            "relu is two straight lines: what is the slope of each?",
            "To the right of 0 the output moves as the input does; to the left it does not move at all.",
            "`d_self = 1.0 if self.data > 0 else 0.0`.",
        ),
        cases=_on_both_sides,
        again=lambda rng: [
            (sign * abs(random_number(rng)), other * abs(random_number(rng)), 0.0) for sign in (1, -1) for other in (1, -1)
        ],
        local="1.0 if self.data > 0 else 0.0",
        wrong={
            "1.0 if self.data >= 0 else 0.0": "Nearly: at exactly 0 the gate counts as shut, by convention.",
            "out.data": "That is relu itself. The slope of an open gate is 1, however large the number is.",
            "1.0": "Left of 0 relu is flat: nothing gets through there.",
            "1.0 if self.data > 0 else -1.0": "Left of 0 relu is flat, and flat means slope 0. (−1 would be |x|.)",
            "(self.data > 0) - (self.data < 0)": "That is the sign of x, the slope of |x|. Left of 0 relu is flat: slope 0.",
            "0.0 if self.data > 0 else 1.0": "It is the other way round: the gate is open for positive numbers.",
            "1.0 if out.grad > 0 else 0.0": "The gate is set by the number that went *forward*, not by the gradient that comes back: that may have any sign.",
        },
        wrong_values={
            "data = 0.0 if self.data < 0 else self.data": {
                "data = min(0.0, self.data)": "`min` keeps the smaller of the two, so what is above 0 is lost: relu keeps that, `max`.",
                "data = abs(self.data)": "That is |x|, which turns negative numbers round. relu makes them 0.",
                "data = self.data if self.data > 0 else 1.0": "What does not get through the gate is 0.",
            },
            "self.grad += d_self * out.grad": {
                "if self.data > 0:\n            self.grad = out.grad": "Where the gate is open, `=` throws away what has arrived before: write `+=`.",
                "self.grad = self.grad + out.grad if self.data > 0 else 0.0": "Where the gate is shut nothing is *added*, and what has arrived along other paths stays: leave grad alone there.",
            },
            "return out": {
                "return self if self.data > 0 else out": "An operation makes a *new* Value, also where the number stays the same: return that, not self."
            },
        },
    ),
)  # fmt: skip
