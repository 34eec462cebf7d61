"""Lesson 20: a sort without recursion, and a backward pass on numbers alone."""

from __future__ import annotations

from random import Random
from typing import Any

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import (
    addition_chain,
    draw_fixed_cases,
    judge_order,
    probes,
    random_number,
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
_BACK = """\
def back_through(inputs, slopes):
    grads = [0.0] * len(inputs)
    grads[-1] = 1.0
    for i in reversed(range(len(inputs))):
        for j, slope in zip(inputs[i], slopes[i]):
            grads[j] += slope * grads[i]
    return grads
"""
_CLEAR = """\
        for i in range(len(inputs)):
            if inputs[i]:
                grads[i] = 0.0
"""
_AGAIN = f"""\
def back_again(inputs, slopes, times):
    grads = [0.0] * len(inputs)
    for _ in range(times):
{_CLEAR}        grads[-1] = 1.0
        for i in reversed(range(len(inputs))):
            for j, slope in zip(inputs[i], slopes[i]):
                grads[j] += slope * grads[i]
    return grads
"""
_USED_ONCE = ([[], [], [], [0, 1], [3, 2]], [[], [], [0, 1], [2], [], [3, 4]])
_USED_TWICE = (
    [[], [], [0, 0], [2, 1], [3, 2]],
    [[], [0], [0, 1], [1, 2], [3, 1]],
    [[], [], [1, 0], [2, 0], [2, 3], [4, 4]],
)


def _graphs(rng: Random, shapes: tuple[list[list[int]], ...], *times: int) -> list[Inputs]:
    """Graphs of these shapes, with random local derivatives."""
    return [
        {"args": [inputs, [[random_number(rng) for _ in places] for places in inputs], *times]} for inputs in shapes
    ]


def _lists_twice(drawn: list[list[Inputs]], outcomes: list[list[Any]]) -> bool:
    """Whether an order has one of the graph's values more than once."""
    orders = [[place for place in came.numbers if place >= 0] for came in outcomes[0]]
    return any(len({*order}) < len(order) for order in orders)


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
        stub_sentence="Only root is in the list. Behind it are its inputs, and theirs: all of them must come before it.",
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
                "Some values are listed twice. What waits may lie in your list several times: at its turn, look whether it is in the order already.",
                edits={"seen.add(v)": "pass"},
                recognise=_lists_twice,
            ),
            WrongAnswer(
                "Nothing is listed. If you mark the values themselves: marks stay, and a second call on the same graph meets them. Keep a set.",
                source="def iterative_order(root):\n    return []\n",
            ),
            WrongAnswer(
                "You turned round the order in which values were met. With values used twice that is not a topological order.",
                source=LEVEL_BY_LEVEL.replace("NAME", "iterative_order"),
            ),
            WrongAnswer(
                "It still calls itself, and a deep chain is too much for that. A higher limit only puts the end off, and at some depth Python itself breaks down: sort without recursion.",
                source=ORDER.replace("topological_order", "iterative_order"),
            ),
        ),
    ),
    Exercise(
        name="back_through",
        lesson="20",
        title="A backward pass on numbers",
        prompt="""\
Write `back_through(inputs, slopes)`. A graph is given as two lists, its values sorted, the result last: `inputs[i]` are the places of value
i's inputs (empty for a leaf), `slopes[i]` its local derivatives, one for each input, in the same order. Return the list of all gradients.""",
        stub='''\
def back_through(inputs, slopes):
    """The gradient of the last value with respect to each."""
    grads = [0.0] * len(inputs)
    grads[-1] = 1.0
    return grads
''',
        stub_sentence="Only the result has its gradient yet. Begin with it, at the last place: value i gives, and the places in inputs[i] get, by `+=`.",
        solution=_BACK,
        hints=(
            "Two loops: over the places, from the last to the first; and in it over the inputs of value i.",
            "`zip(inputs[i], slopes[i])` gives a place and its slope together.",
            "What is added at place j is slope · grads[i].",
        ),
        rows=(
            Row("values used once", 1, lambda rng: _graphs(rng, _USED_ONCE)),
            Row("values used twice", 2, lambda rng: _graphs(rng, _USED_TWICE)),
        ),
        wrong_parts={
            "grads[j] += slope * grads[i]": {
                "grads[j] = slope * grads[i]": "A value that is used twice keeps the last contribution alone: `+=`.",
                "grads[j] += slope": "That is the local derivative alone: a contribution is the gradient arriving times the local derivative.",
                "grads[j] += grads[i]": "The local derivative is missing: slope · grads[i].",
                "grads[j] += slopes[i][0] * grads[i]": "Each input has a slope of its own: not the first one for all.",
                "grads[j] += slope + grads[i]": "Rates multiply along a path: slope · grads[i].",
                "grads[j] -= slope * grads[i]": "Contributions are added; the minus belongs to the update.",
            },
            "reversed(range(len(inputs)))": {
                "range(len(inputs))": "Only the result has passed on what it had. Go through all places, the last one first, and let `return` stand behind both loops.",
            },
            "    grads[-1] = 1.0\n": {"": "The result's own gradient must be 1 before anything is passed on."},
            "    grads = [0.0] * len(inputs)\n": {
                "    grads = [1.0] * len(inputs)\n": "All begin at 1: only the result does, the others at 0."
            },
            "return grads": {
                "return grads[::-1]": "The list is the wrong way round: grads[i] belongs to value i.",
                "return grads[0]": "Only the first gradient comes back: return the whole list.",
                "return grads[:-1]": "The result's own gradient is missing at the end of the list.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The slopes stand in the order of the inputs: the first one belongs to the first input.",
                edits={"zip(inputs[i], slopes[i])": "zip(inputs[i], reversed(slopes[i]))"},
            ),
            WrongAnswer(
                "`index` finds the first of two equal places, so that both get the first one's slope: count along with zip.",
                edits={
                    "j, slope in zip(inputs[i], slopes[i])": "j in inputs[i]",
                    "+= slope": "+= slopes[i][inputs[i].index(j)]",
                },
            ),
            WrongAnswer(
                "An input that is used twice by one value stands there twice, and gets two contributions: keep both.",
                edits={"zip(inputs[i], slopes[i])": "dict(zip(inputs[i], slopes[i])).items()"},
            ),
        ),
    ),
    Exercise(
        name="back_again",
        lesson="20",
        title="Again on the same graph",
        prompt="""\
This function is broken. It goes back through one graph `times` times, and what it means to do is what PyTorch does: a leaf's gradients add
up, so that after n passes it has n times its gradient. But what has been left inside the graph by one pass is passed on again by the
next. Mend it: in the end leaves have added up, all others have what one pass gives.""",
        stub=_AGAIN.replace(_CLEAR, ""),
        stub_sentence="It does as it did. When the second pass begins, what is still in the gradients of values that were computed?",
        solution=_AGAIN,
        hints=(
            "A leaf has no inputs: `inputs[i]` is empty.",
            "Before each pass, set to 0 what lies inside the graph, and leave the leaves alone.",
            "The result must have its 1 *after* that.",
        ),
        rows=(
            Row("two passes", 2, lambda rng: _graphs(rng, _USED_TWICE, 2)),
            Row("five passes", 1, lambda rng: _graphs(rng, (*_USED_ONCE, *_USED_TWICE), 5)),
        ),
        wrong_parts={
            "            if inputs[i]:\n                grads[i] = 0.0\n": {
                "            grads[i] = 0.0\n": "What comes back is a single pass: leaves, too, begin at 0 each time. Their gradients are to add up.",
                "            if not inputs[i]:\n                grads[i] = 0.0\n": "The two kinds are swapped: leaves lose theirs, and what lies inside is passed on again.",
            },
            f"{_CLEAR}        grads[-1] = 1.0\n": {
                f"        grads[-1] = 1.0\n{_CLEAR}": "All is 0 in the end, the result's own gradient, too: nothing may wipe out its 1 before the pass.",
                f"{_CLEAR}        grads[-1] += 1.0\n        grads[0] = 0.0\n": "The first leaf begins at 0 in each pass: all leaves are to add up.",
                "        grads[-1] += 1.0\n": "The result's own gradient grows to 2 now. It is 1 in each pass; what must be wiped out lies before it.",
                "        for i in inputs[-1]:\n            if inputs[i]:\n                grads[i] = 0.0\n        grads[-1] = 1.0\n": "Only the result's own inputs are set to 0: whatever lies inside the graph must be.",
            },
            "grads[j] += slope * grads[i]": {
                "grads[j] = slope * grads[i]": "With `=` a value that is used twice keeps its last contribution alone, in one pass already."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "To divide at the end does not help: what was passed on in the second pass was old and new together.",
                edits={_CLEAR: "", "return grads": "return [g / times if j else g for g, j in zip(grads, inputs)]"},
            ),
            WrongAnswer(
                "`=` for what lies inside keeps its last contribution alone: set it to 0 before each pass, and add.",
                edits={_CLEAR: "", "grads[j] +=": "grads[j] = (grads[j] if not inputs[j] else 0.0) +"},
            ),
            WrongAnswer(
                "What lies inside is 0 in the end: set it to 0 *before* each pass, not after.",
                edits={_CLEAR: "", "    return grads\n": f"{_CLEAR}    return grads\n"},
            ),
            WrongAnswer(
                "Inside, too, the gradients have been multiplied: only leaves add up.",
                source="""\
def back_again(inputs, slopes, times):
    grads = [0.0] * len(inputs)
    grads[-1] = 1.0
    for i in reversed(range(len(inputs))):
        for j, slope in zip(inputs[i], slopes[i]):
            grads[j] += slope * grads[i]
    return [times * grad for grad in grads]
""",
            ),
        ),
    ),
)
