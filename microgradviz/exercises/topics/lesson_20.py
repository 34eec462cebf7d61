"""Lesson 20: a sort without recursion."""

from __future__ import annotations

from ..base import Exercise, Row, WrongAnswer
from ..judge import (
    addition_chain,
    draw_fixed_cases,
    judge_order,
    probes,
)
from .engine_text import ORDER
from .lesson_07 import EQUAL_NUMBERS, LEVEL_BY_LEVEL, random_graphs

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


EXERCISES = (
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
            Row(
                "values used twice",
                2,
                lambda rng: [*random_graphs(rng), EQUAL_NUMBERS],
                probe=probes.node_order_without_recursion,
                judge=judge_order,
            ),
            Row(
                "a chain of 2,500 operations",
                1,
                draw_fixed_cases(addition_chain(2500)),
                probe=probes.node_order_without_recursion,
                judge=judge_order,
            ),
        ),
        wrong_parts={
            "stack.append((v, True))": {
                "order.append(v)": "That lists a value when it is first met. Wait until its inputs are in the list."
            },
            "seen.add(v)": {"pass": "Values that are used twice come twice: remember what you have seen."},
            "return order": {
                "return order[::-1]": "That is the wrong way round: inputs come first, and root last.",
                "return order[:-1]": "root itself is missing: it comes last.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "You turned round the order in which values were taken off the stack; with values used twice that is not a topological order.",
                source="""\
def iterative_order(root):
    order, seen, stack = [], set(), [root]
    while stack:
        v = stack.pop()
        if v not in seen:
            seen.add(v)
            order.append(v)
            stack.extend(v._prev)
    return order[::-1]
""",
            ),
            WrongAnswer(
                "Two values may hold the same number: remember the values themselves, not their data.",
                edits={"v not in seen": "v.data not in seen", "seen.add(v)": "seen.add(v.data)"},
            ),
            WrongAnswer(
                "It is right, but still recursive: a deep chain is too much for it.",
                source=ORDER.replace("topological_order", "iterative_order"),
            ),
            WrongAnswer(
                "You turned round the order in which values were met. With values used twice that is not a topological order.",
                source=LEVEL_BY_LEVEL.replace("NAME", "iterative_order"),
            ),
            WrongAnswer(
                "A higher limit puts the end off, it does not remove it, and at some depth Python itself breaks down: sort without recursion.",
                source="import sys\n\n\n"
                + ORDER.replace(
                    "topological_order(root):\n", "iterative_order(root):\n    sys.setrecursionlimit(100_000)\n"
                ),
            ),
        ),
    ),
)
