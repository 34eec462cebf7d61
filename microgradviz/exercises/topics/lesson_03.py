"""Lesson 03: a neuron found with a pencil, what moves what, and the update."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import ask_for_entries, draw_several_cases, judge_numbers, probes, random_numbers
from .lesson_00 import NO_NUMBER_YET
from .lesson_02 import TURNED_SIGN, entry_rows

_MOMENTS = ((1, "w.data"), (1, "w.grad"), (2, "w.data"), (2, "w.grad"), (2, "y.data"))
_NEURON = {"x1": -2.0, "w1": 0.5, "x2": 3.0, "w2": 1.5, "b": -2.8068528194400547}


def _update_arguments(rng: Random, count: int) -> Inputs:
    return {"args": [random_numbers(rng, count), random_numbers(rng, count), rng.choice([0.2, 0.05, 0.01])]}


def _with_a_zero(rng: Random) -> Inputs:
    inputs = _update_arguments(rng, 3)
    inputs["args"][1][rng.randrange(3)] = 0.0
    return inputs


EXERCISES = (
    Exercise(
        name="neuron_by_hand",
        lesson="03",
        title="A whole neuron",
        prompt="""\
**o = tanh(n), n = x1 · w1 + x2 · w2 + b** with x1 = {x1}, w1 = {w1}, x2 = {x2}, w2 = {w2} and b = −2.8068528194400547, so
that n = 0.6931 and o = 0.6. What are the gradients of o? Four digits are enough.""",
        given=_NEURON,
        stub='neuron_by_hand = {"x1": None, "w1": None, "x2": None, "w2": None, "b": None}\n',
        stub_sentence=NO_NUMBER_YET,
        solution="""\
import math

n = x1 * w1 + x2 * w2 + b
o = math.tanh(n)
through = 1 - o * o
neuron_by_hand = {"x1": through * w1, "w1": through * x1, "x2": through * w2, "w2": through * x2, "b": through}
""",
        needs=("engine",),
        hints=(
            "First tanh, whose local derivative is 1 − o²: here 1 − 0.6 · 0.6. That is n's gradient.",
            "n is a sum, and plus copies. Each product then swaps.",
        ),
        rows=entry_rows("x1 w1 x2 w2 b", "o = tanh(x1 * w1 + x2 * w2 + b)", "x1w1 x2w2 x1w1x2w2 n", 1e-3),
        wrong_parts={
            "through = 1 - o * o": {
                "through = 1": "Those are the rates of n. Nothing has passed through tanh yet: multiply by 1 − o².",
                "through = -(1 - o * o)": TURNED_SIGN,
                "through = 1 - n * n": "tanh's rule uses its *output* o, not its input n.",
                "through = 1 - o": "Square o: the rule is 1 − o².",
                "through = o": "That multiplies by o itself. The local derivative of tanh is 1 − o².",
                "through = -o * o": "1 − o² is multiplied, not o² alone.",
                "through = o * o": "That multiplies by o². The local derivative of tanh is 1 − o².",
                "through = 1 + o * o": "The square is taken *away* from 1: the rule is 1 − o².",
                "through = (1 - o * o) * b": "b's own value plays no part: it is only added.",
            },
            '"b": through}': {
                '"b": b}': "That is the value of b. Its gradient is all that arrives at the sum.",
                '"b": through * b}': "b is only added, so its own value plays no part in its gradient.",
                '"b": 1}': "1 is the rate of n with b. Multiply it by what arrives at n.",
            },
            'through * w1, "w1": through * x1, "x2": through * w2, "w2": through * x2': {
                'through * x1, "w1": through * w1, "x2": through * x2, "w2": through * w2': "Times swaps: an input's gradient holds its weight, and a weight's holds its input.",
                'through * abs(w1), "w1": through * abs(x1), "x2": through * abs(w2), "w2": through * abs(x2)': "A sign got lost on the way: times swaps the other number *with its sign*.",
            },
        },
    ),
    Exercise(
        name="what_moved",
        lesson="03",
        title="What moved?",
        prompt="""\
w = {w}, x = {x}, **y = w · x**, all of them values. Two lines run, one after the other:

```python
y.backward()
w.data -= 0.1 * w.grad
```

What is `w.data` after the first line, and `w.grad`? And after the second line, what are `w.data`, `w.grad` and `y.data`?""",
        given={"w": 3.0, "x": -4.0},
        stub="""\
what_moved = {
    "w.data after line 1": None,
    "w.grad after line 1": None,
    "w.data after line 2": None,
    "w.grad after line 2": None,
    "y.data after line 2": None,
}
""",
        stub_sentence=NO_NUMBER_YET,
        solution="""\
moved = w - 0.1 * x
what_moved = {
    "w.data after line 1": w,
    "w.grad after line 1": x,
    "w.data after line 2": moved,
    "w.grad after line 2": x,
    "y.data after line 2": w * x,
}
""",
        needs=("engine",),
        hints=(
            "Read line 1 alone: which of data and grad does backward() write?",
            "Line 2 writes one number. Which one? Everything else stays as it was.",
            "y was computed when y = w · x ran. Has anything computed it again?",
        ),
        rows=tuple(
            Row(key, 1, ask_for_entries([key]), probe=probes.entries_by_hand, judge=judge_numbers())
            for key in (f"{name} after line {k}" for k, name in _MOMENTS)
        ),
        wrong_parts={
            '"w.data after line 1": w,': {
                '"w.data after line 1": moved,': "`backward()` fills in gradients and moves no weight: only line 2 writes `w.data`.",
                '"w.data after line 1": w + x,': "`backward()` writes the gradient into `w.grad`. It does not add it to `w.data`.",
                '"w.data after line 1": x,': "The gradient goes into `w.grad`; `w.data` is the weight itself.",
            },
            '"w.grad after line 1": x,': {
                '"w.grad after line 1": w,': "Times swaps: w's gradient is the other factor.",
                '"w.grad after line 1": w * x,': "That is y's own value. w's gradient is how fast y changes with w: times swaps.",
                '"w.grad after line 1": 1,': "1 is y's own gradient. On the way back to w it is multiplied: times swaps.",
                '"w.grad after line 1": 0,': "A grad is 0 before `backward()`. Line 1 has filled it in.",
                '"w.grad after line 1": 0.1 * x,': "The rate 0.1 belongs to the update; a gradient knows nothing of it.",
            },
            "moved = w - 0.1 * x": {
                "moved = w + 0.1 * x": "The update steps *against* the gradient: it is a minus, and minus times minus is plus.",
                "moved = w - x": "You took a whole gradient for a step: multiply it by 0.1.",
                "moved = w": "Line 2 is where w moves: it takes 0.1 times the gradient away.",
                "moved = w - 0.1": "The step is 0.1 *times the gradient*.",
            },
            '"w.grad after line 2": x,': {
                '"w.grad after line 2": 0,': "Line 2 reads `w.grad`, and leaves it as it is. Nobody has set it to 0.",
                '"w.grad after line 2": 2 * x,': "Only `backward()` adds to a grad. Line 2 reads `w.grad`, and leaves it as it is.",
                '"w.grad after line 2": moved,': "Line 2 writes `w.data`. `w.grad` is only read.",
            },
            '"y.data after line 2": w * x,': {
                '"y.data after line 2": moved * x,': "y does not follow by itself: until `y = w * x` is played forward again, it keeps its old number.",
                '"y.data after line 2": w * x - 0.1,': "Line 2 writes `w.data` and nothing else, so y keeps its number.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "`backward()` moves no weight, so w takes one step and not two.",
                edits={
                    '"w.data after line 1": w,': '"w.data after line 1": moved,',
                    '"w.data after line 2": moved,': '"w.data after line 2": moved - 0.1 * x,',
                },
            ),
            WrongAnswer(
                "Two things: `backward()` moves no weight, so w takes one step and not two; and y keeps its old number.",
                edits={
                    '"w.data after line 1": w,': '"w.data after line 1": moved,',
                    '"w.data after line 2": moved,': '"w.data after line 2": moved - 0.1 * x,',
                    '"y.data after line 2": w * x,': '"y.data after line 2": moved * x,',
                },
            ),
            WrongAnswer(
                "Times swaps: w's gradient is the other factor. Line 2 then takes 0.1 times that away.",
                edits={'line 1": x,': 'line 1": w,', 'line 2": x,': 'line 2": w,', "w - 0.1 * x": "w - 0.1 * w"},
            ),
            WrongAnswer(
                "w's gradient is x, *with its sign*. Line 2 then takes 0.1 times that away.",
                edits={'line 1": x,': 'line 1": -x,', 'line 2": x,': 'line 2": -x,', "w - 0.1 * x": "w + 0.1 * x"},
            ),
            WrongAnswer(
                "A grad is 0 *before* `backward()`. Line 1 fills it in, and so line 2 has something to take away.",
                edits={'line 1": x,': 'line 1": 0,', 'line 2": x,': 'line 2": 0,', "w - 0.1 * x": "w"},
            ),
            WrongAnswer(
                "Two things: `backward()` moves no weight, and y keeps its number until it is played forward again.",
                edits={
                    '"w.data after line 1": w,': '"w.data after line 1": moved,',
                    '"y.data after line 2": w * x,': '"y.data after line 2": moved * x,',
                },
            ),
            WrongAnswer(
                "Two things: a step goes *against* the gradient, and y keeps its number until it is played forward again.",
                edits={
                    "moved = w - 0.1 * x": "moved = w + 0.1 * x",
                    '"y.data after line 2": w * x,': '"y.data after line 2": moved * x,',
                },
            ),
        ),
    ),
    Exercise(
        name="one_update",
        lesson="03",
        title="One update, written",
        prompt="""\
Write `one_update(numbers, grads, rate)`. It gets the numbers of some weights as a list, their gradients in the same order, and
a learning rate, and returns a list: each number after its step. (`for x, g in zip(numbers, grads):` goes through both
lists at once.)""",
        docstring="The numbers after one step against their gradients.",
        solution="""\
def one_update(numbers, grads, rate):
    moved = []
    for x, g in zip(numbers, grads):
        moved.append(x - rate * g)
    return moved
""",
        hints=(
            "For one weight it was `w.data -= 0.1 * w.grad`. What stands here for 0.1, for `w.data`, for `w.grad`?",
            "Begin with an empty list, and append a number for each pair.",
            "moved.append(x - rate * g)",
        ),
        rows=(
            Row("two weights", 1, draw_several_cases(2, lambda rng: _update_arguments(rng, 2))),
            Row("several weights, one with gradient 0", 1, draw_several_cases(2, _with_a_zero)),
        ),
        wrong_parts={
            "moved.append(x - rate * g)": {
                "moved.append(x + rate * g)": "A step goes *against* the gradient: minus.",
                "moved.append(x - 0.1 * g)": "The rate is not always 0.1: use the one that the function is given.",
                "moved.append(x - g)": "That is a step of a whole gradient: multiply it by the rate.",
                "moved.append(rate * g)": "That is the size of the step; the new number is the old one minus it.",
                "moved.append(-rate * g)": "That is the step alone: add it to the number.",
                "moved.append(x - rate)": "Every number moves by the same there. The step is the rate *times its own gradient*.",
                "moved.append(round(x - rate * g, 2))": "Return the numbers as they are: rounded, they are no longer exact.",
                "moved.append(x - g / rate)": "The gradient is *multiplied* by the rate, not divided.",
                "moved.append(x - rate * x)": "The step is the rate times the *gradient*, which is g there.",
                "moved.append(x * (1 - rate * g))": "The step is taken away from the number; it does not multiply it.",
                "moved.append((x - g) * rate)": "Only the gradient is multiplied by the rate: x − rate · g needs no brackets.",
                "moved.append((x - rate) * g)": "The brackets take the rate away from the number. What is taken away is the rate *times* the gradient.",
                "moved.append(g - rate * x)": "The two lists changed places: the number moves, by its gradient.",
            },
            "    return moved": {
                "        return moved": "The return stands inside the loop, so it ends after the first weight: indent it less.",
                "    return moved[-1]": "Only the last number is handed back: collect all of them in a list.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "`numbers` is unchanged: in the loop x is only a name for each of its numbers. Append x − rate · g to a list of your own.",
                source="""\
def one_update(numbers, grads, rate):
    for x, g in zip(numbers, grads):
        x -= rate * g
    return numbers
""",
            ),
        ),
    ),
)
