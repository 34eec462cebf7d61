"""Lesson 23: a graph as a program, forward, backward, and over many samples."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import Outcome, probes, random_number, random_numbers

# Programs over the places of two or three numbers; some use a place twice.
_ONCE: list[tuple[int, list[list[Any]]]] = [
    (3, [["*", 0, 1], ["+", 3, 2], ["tanh", 4]]),
    (3, [["+", 1, 2], ["tanh", 3], ["*", 4, 0]]),
]
_TWICE: list[tuple[int, list[list[Any]]]] = [
    (2, [["*", 0, 1], ["tanh", 2], ["+", 3, 0], ["*", 4, 3]]),
    (2, [["+", 0, 1], ["*", 2, 2], ["+", 3, 3]]),
]
_ON_SAMPLES = [["*", 0, 2], ["+", 4, 1], ["*", 5, 3], ["+", 6, 5]]  # parameters 0 and 1, a sample's numbers 2 and 3


def _run(program: list[list[Any]], numbers: list[float]) -> list[float]:
    """The numbers in all places, for those that end in one after a run."""
    found = list(numbers)
    for op, *places in program:
        a, b = found[places[0]], found[places[-1]]
        found.append(a + b if op == "+" else a * b if op == "*" else math.tanh(a))
    return found


def _far_up(rng: Random) -> list[Inputs]:
    """Three of usual size; and one of sizes at which a nudge is lost for a and c, and too large for b."""
    near = [random_numbers(rng, 3, -1.4, 1.4) for _ in range(4)]
    a, b, c = near.pop()
    return [{"args": args} for args in [*near, [1e3 * a, 1e-3 * b, 1e3 * c]]]


def _by_input_of_tanh(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether 1 − u · u stands in the gradient of a or of b, whatever else is wrong."""
    found = []
    for inputs, came in zip(cases[0], outcomes[0], strict=False):
        a, b, _ = inputs["args"]
        local = 1 - (a * b) ** 2
        ways = zip(came.numbers[1:3], (math.tanh(a * b) + a * b * local, a * a * local), strict=False)
        found.append([math.isclose(x, y, rel_tol=1e-7) for x, y in ways])
    return all(map(any, found))


def _start(rng: Random, shapes: list[tuple[int, list[list[Any]]]]) -> list[Inputs]:
    return [{"args": [program, random_numbers(rng, count, -1.4, 1.4)]} for count, program in shapes]


def _after(rng: Random, shapes: list[tuple[int, list[list[Any]]]]) -> list[Inputs]:
    return [{"args": [program, _run(program, random_numbers(rng, count, -1.4, 1.4))]} for count, program in shapes]


def _samples(rng: Random, count: int) -> Inputs:
    samples = [[random_number(rng), random_number(rng)] for _ in range(count)]
    return {"args": [_ON_SAMPLES, random_numbers(rng, 2), samples]}


_BATCH = """\
def batch_gradients(program, params, samples):
    totals = [0.0] * len(params)
    for sample in samples:
        numbers = [*params, *sample]
        first = len(numbers)
        for op, i, j in program:
            numbers.append(numbers[i] + numbers[j] if op == "+" else numbers[i] * numbers[j])
        grads = [0.0] * len(numbers)
        grads[-1] = 1.0
        for place in range(len(numbers) - 1, first - 1, -1):
            op, i, j = program[place - first]
            grads[i] += grads[place] * (1.0 if op == "+" else numbers[j])
            grads[j] += grads[place] * (1.0 if op == "+" else numbers[i])
        for p in range(len(params)):
            totals[p] += grads[p]
    return [total / len(samples) for total in totals]
"""
_KEPT = """\
def batch_gradients(program, params, samples):
    grads = [0.0] * (len(params) + len(samples[0]) + len(program))
    for sample in samples:
        numbers = [*params, *sample]
        first = len(numbers)
        for op, i, j in program:
            numbers.append(numbers[i] + numbers[j] if op == "+" else numbers[i] * numbers[j])
        grads[-1] = 1.0
        for place in range(len(numbers) - 1, first - 1, -1):
            op, i, j = program[place - first]
            grads[i] += grads[place] * (1.0 if op == "+" else numbers[j])
            grads[j] += grads[place] * (1.0 if op == "+" else numbers[i])
    return [grad / len(samples) for grad in grads[: len(params)]]
"""
_BACK = """\
def program_gradients(program, numbers):
    first = len(numbers) - len(program)
    grads = [0.0] * len(numbers)
    grads[-1] = 1.0
    for place in range(len(numbers) - 1, first - 1, -1):
        op, *inputs = program[place - first]
        if op == "+":
            i, j = inputs
            grads[i] += grads[place]
            grads[j] += grads[place]
        elif op == "*":
            i, j = inputs
            grads[i] += grads[place] * numbers[j]
            grads[j] += grads[place] * numbers[i]
        else:
            (i,) = inputs
            grads[i] += grads[place] * (1 - numbers[place] ** 2)
    return grads
"""

EXERCISES = (
    Exercise(
        name="straight_line",
        lesson="23",
        title="A graph as straight lines",
        prompt="""\
Here is a graph: u = a · b, t = tanh(u), out = t · a + c. Write `straight_line(a, b, c)`, its program by hand, as you would have it
made for you: no Value, no loop, just a line of plain numbers for each operation, forward and then back. Return out and the three
gradients: `return out, grad_a, grad_b, grad_c`. (`from math import tanh` stands there already.)""",
        stub='''\
from math import tanh


def straight_line(a, b, c):
    """out, and its gradients for a, b and c."""
''',
        stub_sentence="Nothing comes back yet: hand the result over with `return`.",
        solution="""\
from math import tanh


def straight_line(a, b, c):
    u = a * b
    t = tanh(u)
    out = t * a + c
    grad_c = 1.0
    grad_t = a
    grad_u = grad_t * (1 - t * t)
    grad_a = t + grad_u * b
    grad_b = grad_u * a
    return out, grad_a, grad_b, grad_c
""",
        hints=(
            "Forward is three lines: u, t, out. Back begins with the gradient 1 of out.",
            "Times swaps: t gets a. And tanh multiplies what arrives by 1 − t · t: that is grad_u.",
            "a is used twice: by t · a, which brings t, and by a · b, which brings grad_u · b. Add the two.",
        ),
        rows=(Row("out and three gradients", 3, _far_up, probe=probes.numbers_in_few_calls),),
        wrong_parts={
            "grad_a = t + grad_u * b": {
                "grad_a = t": "a is used twice: what comes back through u = a · b is missing.",
                "grad_a = grad_u * b": "a is used twice: what comes straight from t · a is missing.",
                "grad_a = t * grad_u * b": "Contributions add: what comes along the two ways of a is added, not multiplied.",
                "grad_a = t + grad_u * a": "Times swaps: through u = a · b, a gets grad_u · b.",
            },
            "grad_b = grad_u * a": {
                "grad_b = grad_u * b": "Times swaps: b gets grad_u · a.",
                "grad_b = grad_u": "b is multiplied by a: grad_u is still to be multiplied by a.",
                "grad_b = a": "The way from out to b leads through tanh and through times twice: grad_u · a.",
            },
            "(1 - t * t)": {
                "(1 - tanh(t) ** 2)": "t is the output of tanh already: 1 − t · t.",
                "(t * t)": "The local derivative of tanh is 1 − t · t.",
                "(1 - t)": "The local derivative of tanh is 1 − t · t: the square is missing.",
            },
            "grad_t * (1 - t * t)": {
                "(1 - t * t)": "What arrives at t is a, not 1: multiply by grad_t.",
                "grad_t": "tanh hands on what arrives times its local derivative, 1 − t · t.",
            },
            "grad_c = 1.0": {
                "grad_c = c": "Plus hands on what arrives, and that is 1.",
                "grad_c = 0.0": "c is added to out: a nudge of c moves out as much.",
            },
            "grad_t = a\n": {
                "grad_t = t\n": "Times swaps: t gets a.",
            },
            "out = t * a + c": {
                "out = t * a": "The gradients are right; out itself lacks c.",
                "out = t * (a + c)": "The gradients are right; out is t · a, and then plus c.",
            },
            "return out, grad_a, grad_b, grad_c": {
                "return grad_a, grad_b, grad_c": "out is missing: return out, grad_a, grad_b, grad_c.",
                "return out": "Only out comes back: the three gradients are missing.",
                "return out, grad_c, grad_b, grad_a": "The order is out, grad_a, grad_b, grad_c.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The local derivative of tanh uses its *output*: 1 − t · t.",
                edits={"(1 - t * t)": "(1 - u * u)"},
                recognise=_by_input_of_tanh,
            ),
        ),
    ),
    Exercise(
        name="run_program",
        lesson="23",
        title="Run the program",
        prompt="""\
`numbers` holds the leaves: place 0, place 1, and so on. `program` is a list of instructions, each of which adds one number behind
them: `["+", i, j]` the sum of the numbers in places i and j, `["*", i, j]` their product, `["tanh", i]` the tanh of that in place i.
Write `run_program(program, numbers)`: return a new list of *all* numbers, leaves and results.""",
        stub='''\
from math import tanh


def run_program(program, numbers):
    """The leaves, and behind them one number for each instruction."""
    numbers = list(numbers)
    for op, *places in program:
        pass
    return numbers
''',
        solution="""\
from math import tanh


def run_program(program, numbers):
    numbers = list(numbers)
    for op, *places in program:
        inputs = [numbers[i] for i in places]
        if op == "+":
            numbers.append(inputs[0] + inputs[1])
        elif op == "*":
            numbers.append(inputs[0] * inputs[1])
        else:
            numbers.append(tanh(inputs[0]))
    return numbers
""",
        stub_sentence="So far no instruction is run: the leaves come back as they were.",
        hints=(
            "`places` is a list of two places, or of one for tanh. `numbers[places[0]]` is the first input.",
            "Each instruction appends one number; the next one may already use it.",
            'if op == "+": numbers.append(numbers[places[0]] + numbers[places[1]]), and so on.',
        ),
        rows=(
            Row("each place used once", 1, lambda rng: _start(rng, _ONCE)),
            Row("places used twice", 1, lambda rng: _start(rng, _TWICE)),
            Row("a second run of the same leaves", 1, lambda rng: _start(rng, _ONCE), probe=probes.numbers_of_two_runs),
        ),
        wrong_parts={
            "    numbers = list(numbers)\n": {
                "": "The results stand in the list that you were given, where a second run takes them for leaves: append to a copy, `numbers = list(numbers)`.",
            },
            "inputs = [numbers[i] for i in places]": {
                "inputs = places * 2": "You compute with the places themselves. Look up what stands there: numbers[i].",
                "inputs = [numbers[i] for i in places] if len(places) > 1 else places": "tanh gets the place itself. Look up what stands there: numbers[i].",
                "inputs = [numbers[i - 1] for i in places]": "The first place is 0, so place i is numbers[i].",
                "inputs = numbers[-2:][::-1][: len(places)]": "You take the latest numbers. The instruction says in which places its inputs stand.",
            },
            "numbers.append(tanh(inputs[0]))": {
                "numbers.append(inputs[0])": "The tanh is missing: `tanh(…)` of the number.",
                "pass": "An instruction for tanh adds a number, too.",
                "numbers.append(1 - tanh(inputs[0]) ** 2)": "That is the local derivative of tanh. Forward asks for tanh itself.",
            },
            "inputs[0] + inputs[1]": {
                "inputs[0] * inputs[1]": "`+` multiplies here: take the sum.",
                "inputs[0] + inputs[0]": "Both inputs are the first: the second is in places[1].",
            },
            "inputs[0] * inputs[1]": {"inputs[0] + inputs[1]": "`*` adds here: take the product."},
            "    return numbers": {
                "        return numbers": "`return` stands too far to the right: it ends the function after the first instruction.",
                "    return numbers[-1]": "That is the result alone. Asked are all numbers: backward needs them.",
                "    return numbers[-len(program) :]": "The leaves are missing: return all numbers.",
            },
        },
    ),
    Exercise(
        name="program_gradients",
        lesson="23",
        title="The program, backward",
        prompt="""\
The instructions are those of `run_program`: `["+", i, j]`, `["*", i, j]`, `["tanh", i]`. `numbers` is the list of *all* numbers, as a
run has left it: first the leaves, then one number for each instruction. Write `program_gradients(program, numbers)`: the list of all gradients,
one for each place. The last place has 1.""",
        stub='''\
def program_gradients(program, numbers):
    """The gradient of each place."""
    first = len(numbers) - len(program)  # the place of the first instruction's number
    grads = [0.0] * len(numbers)
    grads[-1] = 1.0
    for place in range(len(numbers) - 1, first - 1, -1):
        pass  # grads[place] is what arrives; program[place - first] says where it goes
    return grads
''',
        stub_sentence="So far only the last place has a gradient: nothing goes back yet.",
        solution=_BACK,
        hints=(
            "What arrives is grads[place]. Where do plus, times and tanh send it, and multiplied by what?",
            "A place may be used twice: `+=`, as in lesson 05.",
            "tanh: grads[inputs[0]] += grads[place] * (1 - numbers[place] ** 2).",
        ),
        rows=(
            Row("each place used once", 2, lambda rng: _after(rng, _ONCE)),
            Row("places used twice", 1, lambda rng: _after(rng, _TWICE)),
        ),
        wrong_parts={
            "(1 - numbers[place] ** 2)": {
                "(1 - numbers[i] ** 2)": "The local derivative of tanh uses its *output*, which stands in numbers[place].",
                "numbers[place]": "That multiplies by tanh itself. Its local derivative is 1 − tanh².",
                "1": "tanh hands on what arrives times its local derivative, 1 − tanh².",
            },
            "+= grads[place] * numbers[j]\n            grads[j] += grads[place] * numbers[i]": {
                "+= grads[place] * numbers[i]\n            grads[j] += grads[place] * numbers[j]": "Times swaps: each of the two gets the *other* number.",
                "+= numbers[j]\n            grads[j] += numbers[i]": "What arrives is missing: multiply by grads[place]. (grads[-1] is always 1.)",
            },
            "            grads[i] += grads[place]\n            grads[j] += grads[place]\n": {
                "            grads[i] += 1\n            grads[j] += 1\n": "Plus hands on what arrives, grads[place], and that is not always 1.",
                "            grads[i] += grads[place] * numbers[i]\n            grads[j] += grads[place] * numbers[j]\n": "Plus hands on what arrives as it is: no number multiplies it.",
                "            grads[i] = grads[place]\n            grads[j] = grads[place]\n": "Plus sets what times adds to: a place may be used by both, so `+=` there, too.",
                "            grads[i] += grads[place]\n": "Plus hands what arrives to both of its inputs, not to the first alone.",
            },
            "            grads[j] += grads[place] * numbers[i]\n": {
                "": "Times sends to both of its inputs, not to the first alone.",
            },
            "range(len(numbers) - 1, first - 1, -1)": {
                "range(first, len(numbers))": "Only the last instruction hands something on. Do you go from the last to the first? And does `return` stand behind the loop?",
                "range(len(numbers) - 1, first, -1)": "The first instruction is left out: range ends before its second number.",
            },
            "    return grads": {
                "    return grads[:first]": "Those are the leaves' gradients. Asked are those of all places.",
                "    return grads[::-1]": "Place 0 comes first: do not turn the list round.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "A place that is used twice gets two contributions: `+=`, not `=`.",
                edits={"] += ": "] = "},
            ),
        ),
    ),
    Exercise(
        name="batch_gradients",
        lesson="23",
        title="One program, many samples",
        prompt="""\
This function is broken. It should run one program of `+` and `*` for every sample, forward and backward, and return the *mean*
gradient of each parameter. The parameters are the first numbers, those of the sample come next. With one sample it is right, with
two it is not. Find the fault and mend it.""",
        stub=_KEPT,
        stub_sentence="So far it is as broken as it was: look at what the second sample finds in grads.",
        solution=_BATCH,
        hints=(
            "Which gradients may stay from one sample to the next, and which must not?",
            "When the second sample goes back, the places in the middle still hold the gradients of the first.",
            "Begin `grads` anew for each sample, and add the parameters' share to a list of its own.",
        ),
        rows=(
            Row("one sample, two, and three", 3, lambda rng: [_samples(rng, count) for count in (1, 2, 3)]),
        ),
        wrong_parts={
            "totals[p] += grads[p]": {
                "totals[p] = grads[p]": "Only the last sample counts: the samples' gradients add up, in a list of their own that no sample clears.",
                "totals[p] += grads[p] / len(samples)": "You divide by the number of samples twice.",
                "totals[p] += grads[-1]": "grads[-1] is that of the result, always 1. Parameter p has grads[p].",
            },
            "        grads = [0.0] * len(numbers)\n        grads[-1] = 1.0\n": {
                "        grads = [1.0] * len(numbers)\n": "Only the result begins with the gradient 1; all others begin with 0.",
            },
            "    return [total / len(samples) for total in totals]": {
                "        return [total / len(samples) for total in totals]": "`return` stands too far to the right: it ends the function after the first sample.",
                "    return totals": "Those are the sums. Asked is the mean: divide by the number of samples.",
                "    return [total / len(samples) for total in grads]": "Those are the last sample's gradients, of all places. Return the parameters' totals.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Now each contribution takes the place of those before: a place that is used twice keeps the last one alone, and so do the samples. `+=` was right.",
                source=_KEPT.replace("+=", "="),
            ),
            WrongAnswer(
                "Those are sums, and the second sample still finds what the first has left in grads. It is the mean that is asked for: `/ len(samples)` was right.",
                source=_KEPT.replace("[grad / len(samples) for grad in", "[grad for grad in"),
            ),
            WrongAnswer(
                "The result's gradient is 1 in each sample, however many came before: `grads[-1] = 1.0` was right. What else is still in grads?",
                source=_KEPT.replace("grads[-1] = 1.0", "grads[-1] += 1.0"),
            ),
            WrongAnswer(
                "You clear the wrong ones: the parameters' gradients are to add up from sample to sample; those behind them must begin anew.",
                source=_KEPT.replace(
                    "        grads[-1] = 1.0\n",
                    "        grads[: len(params)] = [0.0] * len(params)\n        grads[-1] = 1.0\n",
                ),
            ),
        ),
    ),
)  # fmt: skip
