"""Lessons 10 to 13: losses, the loop, and two small things to learn."""

from __future__ import annotations

from random import Random

from .. import graphs, probes
from ..base import Exercise, Row, WrongAnswer
from ..judging import Outcome, judge_signs
from ..probes import Inputs
from ..random_inputs import DrawCases, draw_several_cases, random_moons, random_number, random_numbers

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
_XOR = """\
from microgradviz import MLP


def train_xor(xs, ys):
    model = MLP(2, [6, 1], activation="tanh", init="xavier", seed=3)
    for step in range(120):
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= 0.3 * p.grad
    return model
"""
_MOONS = """\
from microgradviz import MLP


def train_moons(xs, ys):
    model = MLP(2, [8, 1], activation="tanh", init="xavier", seed=1)
    velocity = [0.0 for p in model.parameters()]
    for step in range(150):
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)
        model.zero_grad()
        loss.backward()
        for i, p in enumerate(model.parameters()):
            velocity[i] = 0.9 * velocity[i] + p.grad
            p.data -= 0.1 * velocity[i]
    return model
"""


def _pairs(rng: Random) -> Inputs:
    count = rng.choice([2, 4, 5])
    return {"args": [random_numbers(rng, count), random_numbers(rng, count)]}


def _hinges(rng: Random) -> Inputs:
    near = random_numbers(rng, rng.choice([1, 2, 4]), -0.9, 0.9)
    scores = [*near, random_number(rng, 1.2, 3), -random_number(rng, 1.2, 3)]
    return {"args": [scores, [-1.0, *(rng.choice([-1.0, 1.0]) for _ in near[1:]), 1.0, 1.0]]}


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


def _xor(rng: Random, flip: bool) -> Inputs:
    xs = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]
    labels = [x * y if flip else -x * y for x, y in xs]
    near = [[round(x + rng.uniform(-0.05, 0.05), 3), round(y + rng.uniform(-0.05, 0.05), 3)] for x, y in xs]
    return {"xs": xs, "ys": labels, "looked_at": near, "labels": labels}


def _moons(rng: Random) -> list[Inputs]:
    turn, upper = rng.choice([-1, 1]) * rng.uniform(0.4, 0.6), rng.choice([-1.0, 1.0])
    xs, ys = random_moons(rng, 40, 0.05, turn, upper)
    looked_at, labels = random_moons(rng, 100, 0.05, turn, upper)
    return [{"xs": xs, "ys": ys, "looked_at": looked_at, "labels": labels}]


def _sign_row(text: str, points: int, draw: DrawCases, share: float, seconds: float) -> Row:
    return Row(text, points, draw, probe=probes.predictions, judge=judge_signs(share), seconds=seconds, reference=False)


def _all_numbers(outcomes: list[list[Outcome]]) -> list[tuple[float, ...]]:
    return [outcome.numbers for row in outcomes for outcome in row]


def _same_to_both(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    first, *others = ([y > 0 for y in numbers] for numbers in _all_numbers(outcomes))
    return len(first) == 4 and all(first == other for other in others) and not _runs_away(drawn, outcomes)


def _some_signs_are_wrong(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether both tasks got an answer, and neither only wrong ones."""
    said = _all_numbers(outcomes)
    pairs = [zip(numbers, row[0]["labels"], strict=False) for row, numbers in zip(drawn, said, strict=True)]
    return all(len(numbers) == 4 for numbers in said) and all(any(y * t > 0 for y, t in row) for row in pairs)


def _lies_in_a_plane(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether what is said at the four points lies in a plane, as the heights of a sloping roof do."""
    return all(
        len(said) == 4
        and max(said) > min(said)
        and abs(_off_plane(row[0]["looked_at"], said)) < 1e-6 * max(map(abs, said)) + 1e-9
        for row, said in zip(drawn, _all_numbers(outcomes), strict=True)
    )


def _off_plane(points: list[list[float]], heights: tuple[float, ...]) -> float:
    """How far the fourth height is from the plane through the other three."""
    (x0, y0), *others = points
    (x1, y1), (x2, y2), (x3, y3) = ((x - x0, y - y0) for x, y in others)
    h1, h2, h3 = (h - heights[0] for h in heights[1:])
    area = x1 * y2 - x2 * y1
    return h3 - ((h1 * y2 - h2 * y1) * x3 + (x1 * h2 - x2 * h1) * y3) / area


def _runs_away(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    return any(not abs(y) < 1e3 for numbers_said in _all_numbers(outcomes) for y in numbers_said)


def _share_of_right_signs(drawn: list[list[Inputs]], outcomes: list[list[Outcome]]) -> float:
    labels, said = drawn[0][0]["labels"], _all_numbers(outcomes)[0]
    return sum((y > 0) == (label > 0) for y, label in zip(said, labels, strict=False)) / len(labels) if said else -1.0


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
                graph=graphs.function_graph,
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
        name="hinge",
        lesson="13",
        title="Hinge loss",
        prompt="Write `hinge(scores, labels)`: the mean of max(0, 1 − label · score), with labels 1 or −1. Scores and labels are plain numbers.",
        docstring="The mean hinge loss.",
        solution="""\
def hinge(scores, labels):
    return sum(max(0.0, 1 - y * s) for s, y in zip(scores, labels)) / len(labels)
""",
        hints=(
            "label · score is positive where the sign is right.",
            "Where it is above 1 there is nothing to pay: that is the max.",
        ),
        rows=(Row("random scores and labels", 2, draw_several_cases(4, _hinges)),),
        wrong_parts={
            "max(0.0, 1 - y * s)": {
                "1 - y * s": "Who is right by a wide margin pays nothing, but gets nothing back either: max(0, …), for each score by itself.",
                "max(0.0, -y * s)": "The margin is missing: 1 − label · score.",
                "max(0.0, 1 + y * s)": "The sign is turned round: being right must cost less.",
                "min(0.0, 1 - y * s)": "min takes the smaller of the two: it is max that leaves nothing below 0.",
                "max(0.0, (1 - y) * s)": "`*` comes first: 1 − label · score, without brackets round 1 − label.",
                "abs(1 - y * s)": "A wide margin costs nothing: max(0, …), not abs.",
                "max(0.0, y * s - 1)": "The sign is turned round: it is 1 − label · score.",
                "(1 - y * s if y * s < 0 else 0.0)": "Who is right by less than 1 pays as well: everything below the margin of 1 counts.",
                "max(0.0, y - s)": "That is a difference. A score counts by its sign: label · score.",
                "max(0.0, 1 - y * s) ** 2": "Nothing is squared here.",
                "max(0.0, 1 - s)": "The label is missing: a score of 2 is fine for label 1 and bad for label −1.",
            },
            " / len(labels)": {
                "": "That is the sum; divide by how many there are.",
                " / 5": "That divides by 5, however many there are: len(labels) counts them.",
                " / sum(y * s < 1 for s, y in zip(scores, labels))": "The mean is over all: who pays nothing is counted as well.",
            },
            "zip(scores, labels))": {
                "list(zip(scores, labels))[:-1])": "The last one is missing: is it range(len(scores)), without − 1?",
                "list(zip(scores, labels))[1:])": "The first one is missing: a list begins at 0.",
            },
            "sum(max(0.0, 1 - y * s) for s, y in zip(scores, labels)) / len(labels)": {
                "[max(0.0, 1 - y * s) for s, y in zip(scores, labels)]": "Those are the losses, one by one; asked is their mean, one number.",
                "max(0.0, 1 - labels[-1] * scores[-1]) / len(labels)": "Only the last score counts: `+=` adds up, `=` forgets what was there.",
                "max(0.0, 1 - labels[0] * scores[0]) / len(labels)": "Only the first score counts: does the `return` stand inside the loop?",
            },
        },
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
        name="xor",
        lesson="12",
        title="XOR",
        prompt="""\
Write `train_xor(xs, ys)`: make a model, train it on the four points xs and labels ys (1 or −1), and return it. Called with a point,
it must answer with the right sign. It is tried on XOR and on its opposite, at points *near* the four, which it has not seen. Keep
it under a few seconds.""",
        answer="train_xor",
        needs=("engine", "nn"),
        stub="""\
from microgradviz import MLP


def train_xor(xs, ys):
    model = MLP(2, [1], seed=1)
    return None
""",
        solution=_XOR,
        hints=(
            "One neuron cannot do it: a straight line does not part XOR. Use a hidden layer of at least three, with tanh.",
            "The loop is the one of the exercise before. A rate of 0.3 and some hundred steps will do.",
            "If it is stuck, try another seed: some starts fail, and that is not your fault.",
        ),
        rows=(
            _sign_row("XOR", 2, lambda rng: [_xor(rng, False)], 1.0, seconds=10),
            _sign_row("its opposite", 1, lambda rng: [_xor(rng, True)], 1.0, seconds=10),
        ),
        wrong_answers=(
            WrongAnswer(
                "The numbers run away. Is every gradient set to 0 in each step, and subtracted? Then try a smaller rate.",
                edits={"p.data -=": "p.data +=", "range(120)": "range(40)"},
                recognise=_runs_away,
            ),
            WrongAnswer(
                "Its four answers lie in one plane, and XOR needs a bend. Is there a hidden layer with tanh or relu, and are its weights large enough to bend?",
                edits={"[6, 1]": "[1]"},
                recognise=_lies_in_a_plane,
            ),
            WrongAnswer(
                "XOR and its opposite get the same four signs: does it learn from the labels, with an update in each step, and can it answer for points that it has not seen?",
                edits={"p.data -= 0.3 * p.grad": "pass"},
                recognise=_same_to_both,
            ),
            WrongAnswer(
                "Only some of the signs are right. Perhaps it needs more steps, a wider hidden layer or another seed, for some starts fail.",
                edits={"range(120)": "range(2)"},
                recognise=_some_signs_are_wrong,
            ),
        ),
    ),
    Exercise(
        name="moons",
        lesson="13",
        title="Two moons",
        prompt="""\
Write `train_moons(xs, ys)`: train a model on 40 points of two half moons, labels 1 or −1, and return it. At least 95 of 100 *new*
points must get the right sign. Whatever learns from the 40 points may stand in; a network is what this lesson is about. Keep it under
twenty seconds.""",
        answer="train_moons",
        needs=("engine", "nn"),
        stub="""\
from microgradviz import MLP


def train_moons(xs, ys):
    model = MLP(2, [1], seed=1)
    return None
""",
        solution=_MOONS,
        hints=(
            "A hidden layer of eight with tanh can bend far enough.",
            "Momentum gets there in 150 steps at a rate of 0.1: velocity = 0.9 * velocity + grad.",
        ),
        rows=(_sign_row("95 of 100 new points", 3, _moons, 0.95, seconds=20),),
        wrong_answers=(
            WrongAnswer(
                "The numbers run away. Is every gradient set to 0 in each step, and subtracted? Then try a smaller rate.",
                edits={"p.data -=": "p.data +="},
                recognise=_runs_away,
            ),
            WrongAnswer(
                "Between three quarters and 95 % is what a straight line can do: use a hidden layer with tanh, or train longer.",
                edits={"[8, 1]": "[1]"},
                recognise=lambda drawn, outcomes: 0.75 <= _share_of_right_signs(drawn, outcomes) < 0.95,
            ),
            WrongAnswer(
                "Nearly every sign is turned round: above 0 means label 1, below it −1.",
                edits={"    return model": "    return lambda x: -model(x)"},
                # below 0 there is no answer
                recognise=lambda drawn, outcomes: 0 <= _share_of_right_signs(drawn, outcomes) < 0.25,
            ),
            WrongAnswer(
                "That is hardly better than tossing a coin: does the update reach every parameter and go downhill, and does it answer for points that it has not seen?",
                edits={"    return model": "    return lambda x: 1.0"},
                recognise=lambda drawn, outcomes: 0.25 <= _share_of_right_signs(drawn, outcomes) < 0.75,
            ),
        ),
    ),
)
