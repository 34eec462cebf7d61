"""Lessons 07 to 09: the engine's own parts: order, backward, and how to check them."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from .. import graphs, probes
from ..base import Exercise, Row, WrongAnswer, backpropagation_rows
from ..judging import judge_order
from ..probes import Inputs
from ..random_inputs import (
    addition_chain,
    draw_fixed_cases,
    draw_programs,
    random_numbers,
    random_shaped_programs,
)

_CLASS = """\
class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, set(_children), _op
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
{add}

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
{mul}

        out._backward = _backward
        return out
"""


def _class(add: str, mul: str) -> str:
    return _CLASS.format(
        **{name: "\n".join(" " * 12 + line for line in text.split("; ")) for name, text in (("add", add), ("mul", mul))}
    )


ENGINE_CLASS = _class(
    "self.grad += out.grad; other.grad += out.grad",
    "self.grad += other.data * out.grad; other.grad += self.data * out.grad",
)


def _claims(rng: Random, faults: list[Any]) -> list[Inputs]:
    """A claim for each of these faults, in an order that nobody knows beforehand."""
    found = []
    for fault in rng.sample(faults, len(faults)):
        p, q, x, y = random_numbers(rng, 4, 0.5, 1.5)
        right = [2 * p * x * y, p * x * x + q * math.cos(y)]
        if fault == "sign":
            claimed = [-right[0], right[1]]
        elif fault == "second":
            claimed = [right[0], p * x * x]
        else:
            claimed = [right[0] + float(fault), right[1]]
        found.append({"coefficients": [p, q], "at": [x, y], "claimed": claimed})
    return found


_ORDER = """\
def topological_order(root):
    order, seen = [], set()

    def visit(v):
        if v not in seen:
            seen.add(v)
            for x in v._prev:
                visit(x)
            order.append(v)

    visit(root)
    return order
"""
_ITERATIVE = """\
def iterative_order(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        v, ready = stack.pop()
        if ready:
            order.append(v)
        elif v not in seen:
            seen.add(v)
            stack.append((v, True))
            for x in v._prev:
                stack.append((x, False))
    return order
"""
BACKWARD = _ORDER.replace("topological_order", "backward").replace(
    "    return order\n", "    root.grad = 1.0\n    for v in reversed(order):\n        v._backward()\n"
)


def _graphs(rng: Random) -> list[Inputs]:
    return [*random_shaped_programs(rng, "diamond", "again", "ladder"), *draw_programs(3, "+*", 8)(rng)]


EXERCISES = (
    Exercise(
        name="topological_order",
        lesson="07",
        title="Inputs first",
        prompt="""\
Write `topological_order(root)`: the list of root and all it was computed from, each value *once* and *after* its inputs,
which are in `v._prev`. Several orders may be right.""",
        stub='''\
def topological_order(root):
    """All values behind root, each after its inputs; root comes last."""
    return [root]
''',
        solution=_ORDER,
        hints=(
            "A function that calls itself: first visit all inputs, then append the value itself.",
            "Keep a set of the values you have seen, or a value that is used twice comes twice.",
            "`order.append(v)` stands after the loop over `v._prev`.",
        ),
        rows=(
            Row(
                "one operation",
                1,
                lambda rng: [{"leaves": random_numbers(rng, 2), "steps": [["*", 0, 1]]}],
                probe=probes.node_order,
                judge=judge_order,
            ),
            Row("values used twice", 2, _graphs, probe=probes.node_order, judge=judge_order, graph=graphs.order_graph),
        ),
        wrong_parts={
            "return order": {
                "return order[:-1]": "The result itself is missing: root belongs at the end.",
                "return order[::-1]": "This is the order for going backward. Turn it round: inputs come first.",
            },
            "            seen.add(v)\n": {
                "": "A value that is used twice is listed twice: remember what you have seen."
            },
            "            for x in v._prev:\n                visit(x)\n            order.append(v)": {
                "            order.append(v)\n            for x in v._prev:\n                visit(x)": "That is the order turned round: append a value *after* its inputs were visited, not before."
            },
            "            order.append(v)": {
                "            if v._prev:\n                order.append(v)": "Only values made by operations are listed: the leaves belong there too."
            },
        },
    ),
    Exercise(
        name="backward",
        lesson="07",
        title="backward(), at last",
        prompt="""\
Write `backward(root)`: it sets `root.grad` to 1 and then lets every value behind root pass its gradient on, each *once* and
only when all of it has arrived. Values have `_prev`, their inputs, and `_backward()`, which passes on to these.""",
        stub='''\
def backward(root):
    """Fill in the grad of every value behind root."""
    root.grad = 1.0
''',
        solution=BACKWARD,
        hints=(
            "First the topological order, then through it from the result to the inputs.",
            "`reversed(order)` begins with root.",
            "for v in reversed(order): v._backward()",
        ),
        rows=(
            Row(
                "every value used once",
                1,
                lambda rng: [{"leaves": random_numbers(rng, 3), "steps": [["*", 0, 1], ["+", 3, 2]]}],
                probe=probes.node_grads,
                graph=graphs.backward_graph,
            ),
            Row("values used twice", 2, _graphs, probe=probes.node_grads, graph=graphs.backward_graph),
            *backpropagation_rows(probes.exact_node_grads, probes.leaf_grads_of_wide_graph),
        ),
        wrong_parts={
            "reversed(order)": {
                "order": "Only root's own inputs get anything: the others passed theirs on before it had arrived, or never. Go through *all* of the order, *reversed*."
            },
            "    root.grad = 1.0\n": {
                "": "The result's own gradient must be 1 before the first step: everything is multiplied by it."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Every value's gradient is set to 1 on the way, so what had arrived is lost: only root begins at 1.",
                edits={
                    "    root.grad = 1.0\n": "",
                    "        v._backward()": "        v.grad = 1.0\n        v._backward()",
                },
            ),
            WrongAnswer(
                "A value that is used twice passes its gradient on twice, the first time too early: sort first, then visit each once.",
                source="""\
def backward(root):
    def visit(v):
        v._backward()
        for x in v._prev:
            visit(x)

    root.grad = 1.0
    visit(root)
""",
            ),
            WrongAnswer(
                "Visiting each once is not enough: a value must wait until *all* who use it have passed theirs on. Sort first.",
                source="""\
def backward(root):
    seen = set()

    def visit(v):
        if v not in seen:
            seen.add(v)
            v._backward()
            for x in v._prev:
                visit(x)

    root.grad = 1.0
    visit(root)
""",
            ),
        ),
    ),
    Exercise(
        name="iterative_order",
        lesson="20",
        title="A sort that never runs out",
        prompt="""\
A function that calls itself gives up at a depth of about 1,000. Write `iterative_order(root)`, the topological order *without
recursion*: keep a list of what is still to be done.""",
        stub='''\
def iterative_order(root):
    """All values behind root, each after its inputs, for graphs of any depth."""
    return [root]
''',
        solution=_ITERATIVE,
        hints=(
            "A list as a stack: take the last thing off, put its inputs on.",
            "A value may be appended only when its inputs are done: put it back with a mark, below its inputs.",
            "Entries such as (v, False): not looked into yet, and (v, True): inputs done, append it.",
        ),
        rows=(
            Row("values used twice", 2, _graphs, probe=probes.node_order, judge=judge_order),
            Row(
                "a chain of 2,500 operations",
                1,
                draw_fixed_cases(addition_chain(2500)),
                probe=probes.node_order,
                judge=judge_order,
            ),
        ),
        wrong_parts={
            "stack.append((v, True))": {
                "order.append(v)": "That lists a value when it is first met. Wait until its inputs are in the list."
            },
            "seen.add(v)": {"pass": "Values that are used twice come twice: remember what you have seen."},
        },
        wrong_answers=(
            WrongAnswer(
                "It is right, but still recursive: a deep chain is too much for it.",
                source=_ORDER.replace("topological_order", "iterative_order"),
            ),
            WrongAnswer(
                "You turned round the order in which values were met. With values used twice that is not a topological order.",
                source="""\
def iterative_order(root):
    order, seen, stack = [], set(), [root]
    while stack:
        v = stack.pop(0)
        if v not in seen:
            seen.add(v)
            order.append(v)
            stack.extend(v._prev)
    return order[::-1]
""",
            ),
        ),
    ),
    Exercise(
        name="gradient_check",
        lesson="09",
        title="Never trust a gradient you have not nudged",
        prompt="""\
Write `gradient_check(f, xs, grads)`: True if the claimed gradients `grads` of `f(x, y)` at `xs` agree with slopes that you
measure yourself, to about four digits; else False.""",
        stub='''\
def gradient_check(f, xs, grads):
    """Whether the claimed gradients agree with measured slopes."""
''',
        solution="""\
def gradient_check(f, xs, grads, h=1e-5):
    for i, claimed in enumerate(grads):
        up, down = list(xs), list(xs)
        up[i] += h
        down[i] -= h
        measured = (f(*up) - f(*down)) / (2 * h)
        if abs(measured - claimed) > 1e-4:
            return False
    return True
""",
        hints=(
            "Nudge one input at a time, up and down, and divide by 2h.",
            "h = 1e-5 is a good size: much smaller, and rounding spoils it.",
            "Compare with abs(measured − claimed), and *every* gradient must pass.",
        ),
        rows=(
            Row(
                "right gradients are told from wrong ones",
                1,
                lambda rng: _claims(rng, [0.0] * 5 + [0.01, 0.01, -0.01]),
                probe=probes.gradient_check_verdict,
            ),
            Row(
                "every kind of wrong gradient is found",
                2,
                lambda rng: _claims(rng, [0.0] * 3 + [0.01, -0.01, -0.5, "sign", "second"]),
                probe=probes.gradient_check_verdict,
            ),
        ),
        wrong_parts={
            "if abs(measured - claimed) > 1e-4:": {
                "if claimed - measured > 1e-4:": "A claim that is too large is found, one that is too small is not: compare with abs(…).",
                "if measured - claimed > 1e-4:": "A claim that is too small is found, one that is too large is not: compare with abs(…).",
                "if abs(measured - claimed) > 0.1:": "It is far too lenient: gradients that are off by a hundredth must not pass.",
                "if abs(measured - claimed) != 0:": "Floats are hardly ever exactly equal: allow a small difference.",
            },
            "    return True": {"        return True": "Only the first gradient is looked at."},
            "return False": {"return True": "It says True whatever is claimed."},
        },
        wrong_answers=(
            WrongAnswer(
                "The answer is turned round: True must mean that they agree.",
                edits={"return False": "return None", "return True": "return False", "return None": "return True"},
            ),
        ),
    ),
)
