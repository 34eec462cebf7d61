"""Lesson 07: a sort, and backward()."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import (
    TWENTY_DOUBLINGS,
    by_backpropagation,
    case_graphs,
    draw_programs,
    judge_order,
    probes,
    random_numbers,
    random_shaped_programs,
    twenty_doublings,
)
from ..stages import find_method
from .broken_engines import BASE, ENGINE, FIND, engine_row, guarded, used_early_and_late, used_twice
from .engine_text import BACKWARD

_ORDER_THAT_LASTS = """\
def topological_order(root, DEFAULTS):
    if root not in seen:
        seen.add(root)
        for x in root._prev:
            topological_order(x, order, seen)
        order.append(root)
    return order
"""

LEVEL_BY_LEVEL = """\
def NAME(root):
    order, seen, waiting = [], set(), [root]
    while waiting:
        v = waiting.pop(0)
        if v not in seen:
            seen.add(v)
            order.append(v)
            waiting.extend(v._prev)
    return order[::-1]
"""

_VISIT = """\
def backward(self):
    def visit(v):
        VISIT

    self.grad = 1.0
    visit(self)


Value.backward = backward
"""

_SENDING = """\
def repair_recursion(root):
    \"\"\"Fill in the grad of every value behind root.\"\"\"

    def send(v, gradient):
        v.grad = gradient
        if v._op:
            x, y = v._prev
            send(x, gradient * (1.0 if v._op == "+" else y.data))
            send(y, gradient * (1.0 if v._op == "+" else x.data))

    send(root, 1.0)
"""


_LEVEL_BY_LEVEL = """\
def repair_recursion(root):
    root.grad = 1.0
    queue, seen = [root], set()
    for v in queue:
        if v in seen or not v._op:
            continue
        seen.add(v)
        x, y = v._prev
        x.grad += v.grad * (1.0 if v._op == "+" else y.data)
        y.grad += v.grad * (1.0 if v._op == "+" else x.data)
        queue += [x, y]
"""


def _sending_once(write: str, *, add_first: bool = False) -> str:
    """The recursion that visits each value once: writes what it gets at every visit, or at the first alone."""
    look = ["        if v in seen:", "            return", "        seen.add(v)"]
    lines = [f"        {write}", *look] if add_first else [*look, f"        {write}"]
    text = _SENDING.replace("        v.grad = gradient", "\n".join(lines))
    return text.replace("    def send", "    seen = set()\n\n    def send")


EQUAL_NUMBERS: Inputs = {"leaves": [2.0, 2.0], "steps": [["+", 0, 1], ["*", 0, 1], ["+", 2, 3]]}


def random_graphs(rng: Random) -> list[Inputs]:
    return [
        *random_shaped_programs(rng, "diamond", "again", "ladder", "fork", "detour"),
        *draw_programs(3, "+*", 8)(rng),
    ]


def _graphs_with_tanh(rng: Random) -> list[Inputs]:
    leaves = random_numbers(rng, 2, -1.5, 1.5)
    return [*random_graphs(rng), {"leaves": leaves, "steps": [["+", 0, 1], ["tanh", 2, 2], ["*", 3, 0], ["*", 4, 2]]}]


_RECURSIVE = """
    def backward(self):
        self.grad = 1.0
        self.pass_on()

    def pass_on(self):
        self._backward()
        for v in self._prev:
            v.pass_on()
"""

_ENGINE_THAT_RECURSES = (BASE + _RECURSIVE).replace("Value", "Engine")  # which leaves a notebook's own Value alone


EXERCISES = (
    Exercise(
        name="topological_order",
        lesson="07",
        title="Inputs first",
        prompt="""\
Write `topological_order(root)`: the list of root and all it was computed from, each value *once* and *after* its inputs,
which are in `v._prev`. Several orders may be right. Each call must begin with an empty list.""",
        stub='''\
def topological_order(root):
    """All values behind root, each after its inputs; root comes last."""
    return [root]
''',
        solution=find_method("07", "topological_order").text,
        hints=(
            "A function that calls itself: first visit all inputs, then append the value itself.",
            "Keep a set of the values you have seen, or a value that is used twice comes twice.",
            "`order.append(v)` stands after the loop over `v._prev`.",
        ),
        rows=(
            Row(
                "one operation",
                1,
                lambda rng: [{"leaves": random_numbers(rng, 2), "steps": [["*", 0, 1]]} for _ in range(4)],
                probe=probes.node_order,
                judge=judge_order,
            ),
            Row(
                "values used twice",
                2,
                lambda rng: [*random_graphs(rng), EQUAL_NUMBERS],
                probe=probes.node_order,
                judge=judge_order,
                graph=case_graphs.order_graph,
            ),
        ),
        wrong_parts={
            "return order": {
                "return order[:-1]": "The result itself is missing: root belongs at the end.",
                "return order[::-1]": "This is the order for going backward. Turn it round: inputs come first.",
                "print(order)": "It returns nothing: end with `return order`.",
            },
            "            seen.add(v)\n": {
                "": "A value that is used twice is listed twice: remember what you have seen."
            },
            "            order.append(v)\n\n": {
                "            order.append(v.data)\n\n": "The list is to hold the values themselves: `order.append(v)`, not their numbers."
            },
            "            for x in v._prev:\n                visit(x)\n            order.append(v)": {
                "            order.append(v)\n            for x in v._prev:\n                visit(x)": "That is the order turned round: append a value *after* its inputs were visited, not before."
            },
            "            order.append(v)": {
                "            if v._prev:\n                order.append(v)": "Only values made by operations are listed: those that were given belong there too."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Values that are not of this graph are in the list. Are they copies? Or of an earlier graph: outside the function, or behind = in its first line, a list is made once, not at each call.",
                source=_ORDER_THAT_LASTS.replace("DEFAULTS", "order=[], seen=set()"),
                recognise=lambda cases, outcomes: any(-1.0 in outcome.numbers for row in outcomes for outcome in row),
            ),
            WrongAnswer(
                "It lists nothing. Is `visit(root)` called? If it is: a set that is made outside the function, or in its first line, still holds what an earlier call has seen. Make it inside.",
                source=_ORDER_THAT_LASTS.replace("DEFAULTS", "order=None, seen=set()").replace(
                    "    if root", "    order = [] if order is None else order\n    if root"
                ),
            ),
            WrongAnswer(
                "You listed values as you met them, level by level, and turned that round. With values used twice an input can come after its user.",
                source=LEVEL_BY_LEVEL.replace("NAME", "topological_order"),
            ),
            WrongAnswer(
                "You list each value when you meet it, before its inputs, and turned that round. With values used twice an input can come after its user: append *behind* the loop over the inputs, and turn nothing round.",
                source="""\
def topological_order(root):
    order, seen = [], set()

    def visit(v):
        if v not in seen:
            seen.add(v)
            order.append(v)
            for x in v._prev:
                visit(x)

    visit(root)
    return order[::-1]
""",
            ),
            WrongAnswer(
                "root stands there twice: `visit(root)` has listed it already.",
                edits={"    return order": "    order.append(root)\n    return order"},
            ),
            WrongAnswer(
                "Two values may hold the same number, and then only one of them is listed: keep the values in `seen`, not their data.",
                edits={"v not in seen": "v.data not in seen", "seen.add(v)": "seen.add(v.data)"},
            ),
        ),
    ),
    Exercise(
        name="backward",
        lesson="07",
        title="backward(), at last",
        prompt="""\
Write `backward`: it sets `self.grad` to 1 and then lets every value behind self pass its gradient on with `v._backward()`,
each *once* and only when all of its own gradient has arrived. Your `topological_order` is at hand (`check` brings its own).""",
        method="backward",
        stub='''\
def backward(self):
    """Fill in the grad of every value behind self."""
    self.grad = 1.0


Value.backward = backward
''',
        stub_sentence="Nothing is passed on yet. Is self.grad 1 *before* that, and is `v._backward()` called, with its brackets, for self first and then for *all* values behind it?",
        solution=find_method("07", "backward").cell,
        hints=(
            "First the topological order, then through it from the result to the inputs.",
            "`reversed(order)` begins with self.",
            "for v in reversed(topological_order(self)): v._backward()",
        ),
        rows=by_backpropagation(
            probes.counted_node_grads,
            Row(
                "every value used once",
                1,
                lambda rng: [{"leaves": random_numbers(rng, 3), "steps": [["*", 0, 1], ["+", 3, 2]]} for _ in range(4)],
                probe=probes.node_grads,
                graph=case_graphs.program_graph,
            ),
            Row("values used twice", 2, _graphs_with_tanh, probe=probes.node_grads, graph=case_graphs.program_graph),
            Row(TWENTY_DOUBLINGS, 1, twenty_doublings, probe=probes.node_grads_in_few_writes),
        ),
        wrong_parts={
            "reversed(topological_order(self))": {
                "topological_order(self)": "Only self's own inputs get anything: the others passed theirs on before it had arrived, or never. Go through *all* of the order, *reversed*.",
                "topological_order(self).reverse()": "`reverse()` turns a list round where it stands, and returns None. `reversed(order)` is what a loop can go through.",
            },
            "    self.grad = 1.0\n": {
                "": "The result's own gradient must be 1 before the first step: everything is multiplied by it.",
                "    self.grad = self.data\n": "self.grad is the rate at which self follows itself: 1, whatever its data.",
            },
            "        v._backward()": {
                "        self._backward()": "`self._backward()` lets self pass on again and again, and nobody else: in the loop it is v's turn.",
                "        v.backward()": "`v.backward()` begins anew at every value, and at self again and again: what passes on is `v._backward()`.",
                "        v.grad = 1.0\n        v._backward()": "Every value's gradient is set to 1 on the way, so what had arrived is lost: only self begins at 1.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "self passes on twice: once before the loop, and once in it, for self is in the order, too.",
                edits={"    self.grad = 1.0\n": "    self.grad = 1.0\n    self._backward()\n"},
            ),
            WrongAnswer(
                "`x.backward()` begins anew at each input: it sets that gradient to 1, and what had arrived is lost. Sort first, and call `v._backward()`.",
                source="""\
def backward(self):
    self.grad = 1.0
    self._backward()
    for x in self._prev:
        x.backward()


Value.backward = backward
""",
            ),
            WrongAnswer(
                "Only self and its own inputs pass on: what lies further back gets nothing. All values behind self must have their turn.",
                source="""\
def backward(self):
    self.grad = 1.0
    self._backward()
    for x in self._prev:
        x._backward()


Value.backward = backward
""",
            ),
            WrongAnswer(
                "A value that is used twice passes its gradient on twice, the first time too early: sort first, then visit each once.",
                source=_VISIT.replace("VISIT", "v._backward()\n        for x in v._prev:\n            visit(x)"),
            ),
            WrongAnswer(
                "Visiting each once is not enough: a value must wait until *all* who use it have passed theirs on. Sort first.",
                source=_VISIT.replace(
                    "VISIT",
                    "if v not in seen:\n            seen.add(v)\n            v._backward()\n"
                    "            for x in v._prev:\n                visit(x)",
                ).replace("    def", "    seen = set()\n\n    def"),
            ),
            WrongAnswer(
                "Level by level from the result is not the order: a value can be met early by one user while another one, further off, has not passed its gradient on. Sort first.",
                source="""\
def backward(self):
    self.grad, seen, waiting = 1.0, set(), [self]
    while waiting:
        v = waiting.pop(0)
        if v not in seen:
            seen.add(v)
            v._backward()
            waiting.extend(v._prev)


Value.backward = backward
""",
            ),
        ),
    ),
    Exercise(
        name="repair_recursion",
        lesson="07",
        title="Repair the recursion",
        prompt="""\
This function goes back without a sort: it sends gradients along every path from root. But it writes `v.grad = gradient`, and
in `a + a` a gets 1. Repair it: 2 points for right gradients, 1 more if twenty doublings in a row are no trouble
either. (A value that was given has no `_op`, and its `_prev` is empty.)""",
        stub=_SENDING,
        stub_sentence="It does as it did. Which share is left in `a.grad` when `a + a` has sent two?",
        solution=BACKWARD.replace("backward(root)", "repair_recursion(root)"),
        hints=(
            "Two shares arrive at a. What does `=` do to the first one?",
            "`+=` makes the gradients right. How often is a value visited that lies behind twenty doublings?",
            "For the last point, throw the recursion away: sort, then pass on once each, from the result to the inputs.",
        ),
        rows=by_backpropagation(
            probes.counted_node_grads,
            Row("values used twice", 2, random_graphs, probe=probes.node_grads),
            Row(TWENTY_DOUBLINGS, 1, twenty_doublings, probe=probes.node_grads_in_few_writes),
        ),
        wrong_parts={
            "reversed(order)": {
                "order": "Sorted, but gone through from the inputs: most values pass nothing on. Reverse the order."
            },
            "    root.grad = 1.0\n": {"": "The result's own gradient must be 1 before anything is passed on."},
        },
        wrong_answers=(
            WrongAnswer(
                "The gradients are right now, for only the new share is sent on. But twenty doublings take two million visits: to pass on once each, sort first.",
                source=_SENDING.replace("v.grad = gradient", "v.grad += gradient"),
            ),
            WrongAnswer(
                "Visiting each value once does not repair the sum, with = or with +=: the visit that brings the second share is skipped.",
                source=_sending_once("v.grad = gradient"),
            ),
            WrongAnswer(
                "The shares add up now, but a value that has sent once sends nothing more: a share that comes later stops there.",
                source=_sending_once("v.grad += gradient", add_first=True),
            ),
            WrongAnswer(
                "Level by level from the result is not the order: a value can be met early by one user, and its turn comes before another has sent its part.",
                source=_LEVEL_BY_LEVEL,
            ),
            WrongAnswer(
                "Each visit sends on the whole v.grad, so that what was sent before is sent again: send only the share that is new.",
                source=_SENDING.replace("v.grad = gradient", "v.grad += gradient")
                .replace("(x, gradient *", "(x, v.grad *")
                .replace("(y, gradient *", "(y, v.grad *"),
            ),
        ),
    ),
    Exercise(
        name="broken_order",
        lesson="07",
        title="The hasty messenger",
        prompt=f"{FIND} It works on small expressions. But whenever a value made by an operation is used twice, what lies behind it gets too much. Its + and × are right: look at how it goes back. (The class is called Engine, so that your own stays as it is.)",
        answer="Engine",
        stub=_ENGINE_THAT_RECURSES,
        stub_sentence="The engine does as it did. Play u · (u · a) with u = a · b, and count how often u passes its gradient on.",
        solution=ENGINE.replace("Value", "Engine"),
        hints=(
            "How often does such a value pass its gradient on?",
            "It may pass it on once, when all of it has arrived.",
            "Sort first: inputs before users. Then go through that list backward.",
        ),
        rows=guarded(
            engine_row("values used early and late", 2, used_early_and_late),
            engine_row(
                "a * a, a + a and the diamond, after that",
                1,
                lambda rng: [*used_twice(rng), *random_shaped_programs(rng, "again")],
            ),
        ),
        wrong_parts={
            "reversed(order)": {
                "order": "Only the result's own inputs get anything. Is every value asked to pass on, and if you sort, is the order *reversed*?"
            },
            "                seen.add(v)\n": {"": "Values are still visited more than once: remember which were seen."},
            " += ": {
                " = ": "You made += into = to get rid of what is too much. Now contributions are lost; the visits were the fault."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "With = for +=, what is sent twice counts once, but so does what comes along two paths. The visits are the fault: `+=` is right.",
                source=_ENGINE_THAT_RECURSES.replace(" += ", " = "),
            ),
            WrongAnswer(
                "Each value is visited once now, but some too early: before all of its gradient has arrived.",
                source=BASE.replace("Value", "Engine")
                + """
    def backward(self):
        self.grad = 1.0
        self.pass_on(set())

    def pass_on(self, seen):
        if self not in seen:
            seen.add(self)
            self._backward()
            for v in self._prev:
                v.pass_on(seen)
""",
            ),
        ),
    ),
)
