"""Lesson 10: losses, and the loop that lowers them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import (
    Outcome,
    case_graphs,
    draw_several_cases,
    judge_signs,
    probes,
    random_number,
    random_numbers,
)

TRAIN = """\
def train(parameters, loss_of, steps, rate):
    losses = []
    for step in range(steps):
        loss = loss_of()
        for p in parameters:
            p.grad = 0.0
        loss.backward()
        for p in parameters:
            p.data -= rate * p.grad
        losses.append(loss.data)
    return losses
"""


def _pairs(rng: Random) -> Inputs:
    count = rng.choice([2, 4, 5])
    return {"args": [random_numbers(rng, count), random_numbers(rng, count)]}


def _parameters(rng: Random) -> list[Inputs]:
    drawn = [{"data": random_numbers(rng, count), "grad": random_numbers(rng, count)} for count in (3, 5)]
    return [*drawn, {"data": random_numbers(rng, 3), "grad": [float("inf"), 0.0, -0.5]}]


def _line_fit(rng: Random) -> Inputs:
    return {
        "w": random_number(rng), "b": random_number(rng), "xs": random_numbers(rng, 3), "ys": random_numbers(rng, 3),
        "steps": rng.choice([2, 3, 5]), "rate": rng.choice([0.05, 0.02]), "left": random_number(rng),
    }  # fmt: skip


def _line_fits(rng: Random) -> list[Inputs]:
    """Three lines that are far off, and one that nearly fits already."""
    w, b, *xs = random_numbers(rng, 5)
    near = {"w": w, "b": b, "xs": xs, "ys": [w * x + b + 0.01 for x in xs], "steps": 3, "rate": 0.05}
    return [*(_line_fit(rng) for _ in range(3)), near]


_CORNERS = [(x1, x2) for x1 in (-1, 1) for x2 in (-1, 1)]
_GATES = {
    "AND": [-1.0, -1.0, -1.0, 1.0],
    "OR": [-1.0, 1.0, 1.0, 1.0],
    "NAND": [1.0, 1.0, 1.0, -1.0],
    "XOR": [-1.0, 1.0, 1.0, -1.0],
}


def _gate_row(gate: str, share: float, text: str) -> Row:
    labels = _GATES[gate]
    return Row(
        text, 1, lambda rng: [{"args": [gate], "labels": labels}],
        probe=probes.sums_at_corners, judge=judge_signs(share),
    )  # fmt: skip


def _sums(outcomes: list[list[Outcome]]) -> dict[str, tuple[float, ...]]:
    """The sums at the corners, of each gate that got some."""
    return {gate: row[0].numbers for gate, row in zip(_GATES, outcomes, strict=False) if len(row[0].numbers) == 4}


def _right(gate: str, sums: Iterable[float]) -> int:
    return sum(x * y > 0 for x, y in zip(sums, _GATES[gate], strict=True))


def _is_turned_round(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    found = _sums(outcomes)
    return len(found) == 4 and all(_right(gate, sums) == 0 for gate, sums in found.items() if gate != "XOR")


def _is_of_0_and_1(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether a gate that is wrong here would be right for inputs 0 and 1."""
    for gate, (low, up, along, _) in _sums(outcomes).items():
        w1, w2 = (along - low) / 2, (up - low) / 2
        b = low + w1 + w2
        others = [w1 * (x1 > 0) + w2 * (x2 > 0) + b for x1, x2 in _CORNERS]
        if gate != "XOR" and _right(gate, _sums(outcomes)[gate]) < 4 == _right(gate, others):
            return True
    return False


def _b_outweighs(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    return any(min(sums) > 0 or max(sums) < 0 for sums in _sums(outcomes).values())


def _ends_at_0(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    return any(0 in sums for gate, sums in _sums(outcomes).items() if gate != "XOR" and _right(gate, sums) < 4)


def _finds_no_gate(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    return all(outcome.error == "KeyError" for row in outcomes for outcome in row)


def _gives_and_for_nand(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    found = _sums(outcomes)
    return _right("AND", found.get("AND", [0] * 4)) == 4 == _right("AND", found.get("NAND", [0] * 4))


EXERCISES = (
    Exercise(
        name="mse",
        lesson="10",
        title="Mean squared error",
        prompt="Write `mse(predictions, targets)`: the mean of the squared differences. Use only arithmetic, so that it works on Values too.",
        docstring="The mean squared difference.",
        solution="""\
def mse(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets)) / len(targets)
""",
        hints=("A difference, squared; then the mean of all.", "The mean is the sum divided by len(targets)."),
        needs=("engine",),
        rows=(
            Row(
                "random predictions and targets",
                1,
                draw_several_cases(4, _pairs),
                probe=probes.loss_of_numbers,
                graph=case_graphs.function_graph,
            ),
            Row("the same of Values", 1, draw_several_cases(2, _pairs), probe=probes.loss_and_grads),
        ),
        wrong_parts={
            "return sum((p - t) ** 2 for p, t in zip(predictions, targets)) / len(targets)": {
                "return (sum((p - t) ** 2 for p, t in zip(predictions, targets)) / len(targets)) ** 0.5": "That is the root of it: here we stop before the square root.",
                "return (predictions[-1] - targets[-1]) ** 2 / len(targets)": "Only the last difference counts: `+=` adds up, `=` forgets what was there.",
                "return [(p - t) ** 2 for p, t in zip(predictions, targets)]": "Those are the squares, one by one; asked is their mean, one number.",
                "for p, t in zip(predictions, targets):\n        return (p - t) ** 2 / len(targets)": "Only the first difference counts: does the `return` stand inside the loop?",
            },
            "sum((p - t) ** 2 for p, t in zip(predictions, targets)) / len(targets)": {
                "(sum(p - t for p, t in zip(predictions, targets)) / len(targets)) ** 2": "That squares the mean difference: square first, then take the mean.",
                "sum(p - t for p, t in zip(predictions, targets)) ** 2 / len(targets)": "That squares the sum of the differences: square each of them first.",
            },
            "(p - t) ** 2": {
                "(p - t**2)": "`**` comes before `-`: only the target is squared. The difference needs brackets.",
                "(p**2 - t**2)": "The square belongs to the difference, not to each of the two.",
                "(p + t) ** 2": "A difference is asked for: p − t.",
                "abs(p - t)": "That is the mean of the *absolute* differences: square them instead.",
                "(p - t)": "Without the square, errors up and down cancel.",
                "__import__('math').pow(p - t, 2)": "Of Values a plain number comes back, and the graph ends there: no `math.pow`, no `.data`, no `float`; square with ** 2.",
            },
            "zip(predictions, targets))": {
                "list(zip(predictions, targets))[:-1])": "The last one is missing: is it range(len(predictions)), without − 1?"
            },
            " / len(targets)": {
                " / (2 * len(targets))": "That is half of it: divide by how many there are, and by nothing else.",
                " / (len(targets) - 1)": "Divide by how many there are, not by one less.",
                " / 3": "That divides by 3, however many there are: len(targets) counts them.",
                "": "That is the sum. The mean divides it by how many there are; otherwise the step size depends on the number of samples.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "A new Value comes back, from which no way leads to the predictions: no .data on the way.",
                source="""\
from microgradviz import Value


def mse(predictions, targets):
    numbers = [p.data if isinstance(p, Value) else p for p in predictions]
    return Value(sum((p - t) ** 2 for p, t in zip(numbers, targets)) / len(targets))
""",
            ),
        ),
    ),
    Exercise(
        name="zero_grad",
        lesson="10",
        title="A clean slate",
        prompt="Write `zero_grad(parameters)`: it sets the grad of each Value in the list to 0 and leaves the rest as it is.",
        docstring="Forget what has arrived so far.",
        solution="""\
def zero_grad(parameters):
    for p in parameters:
        p.grad = 0.0
""",
        hints=("A loop with one assignment.", "Which attribute is it, data or grad?"),
        stub_sentence="Nothing changes. (Nor would it with `p = 0.0` in a loop: that gives a new thing the name p.)",
        rows=(
            Row(
                "grads are 0, data is kept",
                1,
                _parameters,
                probe=probes.data_and_grads_after_zeroing,
            ),
        ),
        wrong_parts={
            "p.grad = 0.0": {
                "p.data = p.grad = 0.0": "The grads are right, but what was learned is gone: leave data as it is.",
                "p.grad = 1.0": "0, not 1: only the loss itself begins with 1, in backward().",
                "p.data = 0.0": "That forgets what was *learned*: it is grad that goes to 0, not data.",
                "p.grad = None": "0, not None: the next backward pass adds to it.",
            },
            "in parameters:": {
                "in parameters[:1]:": "Only the first one is cleared.",
                "in parameters[:-1]:": "All but the last are cleared: is it range(len(parameters)), without − 1?",
                "in parameters[:3]:": "Only three are cleared: there may be any number of them.",
            },
        },
    ),
    Exercise(
        name="training_loop",
        lesson="10",
        title="The four steps",
        prompt="""\
Write `train(parameters, loss_of, steps, rate)`. That many times: compute the loss (`loss_of()`), set all gradients to 0, go
backward, and move each parameter by `rate` against its gradient. Return the list of losses, as numbers.""",
        answer="train",
        needs=("engine",),
        stub="""\
def train(parameters, loss_of, steps, rate):
    losses = []
    for step in range(steps):
        pass
    return losses
""",
        solution=TRAIN,
        hints=("Forward, zero, backward, update: four steps, in this order.", "The update: p.data -= rate * p.grad"),
        rows=(Row("losses and parameters", 3, _line_fits, probe=probes.losses_and_parameters),),
        wrong_parts={
            "p.grad = 0.0": {
                "p.data = 0.0": "It is the grad that must be set to 0, not the data.",
                "pass": "The gradients are never set to 0, so every step carries the ones before it.",
            },
            "p.data -= rate * p.grad": {
                "p.data += rate * p.grad": "That goes uphill: the gradient is subtracted.",
                "p.data -= p.grad": "The rate is missing: a step is rate times gradient.",
                "p.data -= 0.1 * p.grad": "The rate is given: use `rate`, not a number of your own.",
                "p.data = -rate * p.grad": "The parameter is replaced by the step; a step is subtracted: `-=`.",
                "p.data -= rate * (1 if p.grad > 0 else -1)": "Only the sign of the gradient counts in your step; its size does, too.",
            },
            "        for p in parameters:\n            p.grad = 0.0\n        loss.backward()\n": {
                "        loss.backward()\n        for p in parameters:\n            p.grad = 0.0\n": "The parameters never move. Is backward() called, *after* the gradients are set to 0, and is it p.data that moves?"
            },
            "    losses = []\n    for step in range(steps):\n": {
                "    for step in range(steps):\n        losses = []\n": "The list is begun anew in each step: `losses = []` belongs above the loop."
            },
            "        for p in parameters:\n            p.grad = 0.0\n        loss.backward()\n        for p in parameters:\n            p.data -= rate * p.grad\n": {
                "        for p in parameters:\n            p.data -= rate * p.grad\n            p.grad = 0.0\n        loss.backward()\n": "The parameters move before backward() has filled their gradients, with those of the step before.",
            },
            "        loss.backward()\n": {
                "": "The parameters never move. Is backward() called at all? It alone fills the gradients.",
            },
            "losses.append(loss.data)": {
                "losses.append(loss)": "The list holds Values, with their whole graphs: keep the numbers, loss.data.",
                "losses.append(loss_of().data)": "The losses are those after each step; asked are those before, with which the step was made.",
            },
            "        losses.append(loss.data)\n    return losses": {
                "    return losses": "The list stays empty: append each step's loss to it.",
                "        losses.append(loss.data)\n    return loss.data": "Only the last loss comes back: return the list of all.",
                "        losses.append(loss.data)\n        return losses": "It ends after the first step: does the `return` stand inside the loop?",
            },
            "range(steps)": {
                "range(steps - 1)": "It makes a step too few: range(steps) counts from 0, steps times.",
                "range(steps + 1)": "It makes a step too many: range(steps) counts from 0, steps times.",
                "range(100)": "The number of steps is given: use `steps`, not a number of your own.",
            },
            "        for p in parameters:\n            p.grad = 0.0\n": {
                "        if loss.data < 0.01:\n            break\n        for p in parameters:\n            p.grad = 0.0\n": "It stops early when the loss is small: make all the steps that are asked for.",
            },
            "    for step in range(steps):\n        loss = loss_of()\n": {
                "    loss = loss_of()\n    for step in range(steps):\n": "The loss is computed once, before the loop: the model has moved since. Compute it anew in each step."
            },
        },
    ),
    Exercise(
        name="gates",
        lesson="10",
        title="Gates by hand",
        prompt="""\
A neuron says yes where w1 · x1 + w2 · x2 + b is above 0, and no where it is below. Its inputs are −1 (no) or 1 (yes). Write
`gate_weights(gate)`, which returns [w1, w2, b] for the name of a gate: `"AND"`, `"OR"` and `"NAND"` (no where both are yes, else yes)
must be right at all four corners. No three numbers do that for `"XOR"`: there three right corners are enough.""",
        answer="gate_weights",
        docstring="The weights and the bias, [w1, w2, b], of a neuron that is this gate.",
        needs=("engine",),
        solution="""\
def gate_weights(gate):
    if gate == "AND":
        return [1, 1, -1]
    if gate == "OR":
        return [1, 1, 1]
    if gate == "NAND":
        return [-1, -1, 1]
    return [1, 1, 1]
""",
        hints=(
            "Begin with w1 = w2 = 1 and b = 0, and write down the sum at the four corners. Which b makes one of them yes, and three no?",
            "The sums without b are −2, 0, 0 and 2. b moves all four up or down together.",
            "Minus in front of all three turns every answer round. And which of your gates agrees with XOR at three corners?",
        ),
        rows=(
            _gate_row("AND", 1.0, "AND"),
            _gate_row("OR", 1.0, "OR"),
            _gate_row("NAND", 1.0, "NAND"),
            _gate_row("XOR", 0.75, "XOR, three of four"),
        ),
        wrong_answers=(
            WrongAnswer(
                "Every sign is turned round: the sum must be above 0 where the answer is yes.",
                edits={"[1, 1, -1]": "[-1, -1, 1.5]", "[1, 1, 1]": "[-1, -1, -1.5]", "[-1, -1, 1]\n": "[1, 1, -1.5]\n"},
                recognise=_is_turned_round,
            ),
            WrongAnswer(
                "No gate is found by the name that is given. Names have capitals here: “AND”, not “and”.",
                source="""\
def gate_weights(gate):
    return {"and": [1, 1, -1], "or": [1, 1, 1], "nand": [-1, -1, 1], "xor": [1, 1, 1]}[gate]
""",
                recognise=_finds_no_gate,
            ),
            WrongAnswer(
                "Where the sum is exactly 0, the neuron says neither yes nor no: let b tip it.",
                edits={"[1, 1, -1]": "[1, 1, 0]"},
                recognise=_ends_at_0,
            ),
            WrongAnswer(
                "b outweighs both weights together: every corner gets the same answer.",
                edits={"[1, 1, -1]": "[1, 1, -5]"},
                recognise=_b_outweighs,
            ),
            WrongAnswer(
                "That would be right for inputs 0 and 1. Here no is −1: where one input is yes and one no they cancel, and b alone decides.",
                edits={"[1, 1, 1]": "[1, 1, -0.5]"},
                recognise=_is_of_0_and_1,
            ),
            WrongAnswer(
                "Your NAND is AND itself. NAND says no where AND says yes, and the other way round.",
                edits={"[-1, -1, 1]": "[1, 1, -1]"},
                recognise=_gives_and_for_nand,
            ),
            WrongAnswer(
                "Two weights alone cannot tip the sum where the inputs differ: the third number is b.",
                edits={"[1, 1, -1]": "[1, 1]", "[1, 1, 1]": "[1, 1]", "[-1, -1, 1]": "[-1, -1]"},
            ),
        ),
    ),
)
