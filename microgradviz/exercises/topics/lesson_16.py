"""Lesson 16: gradients that vanish, and those that are small for another reason."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from ..base import Exercise, Inputs, Judge, Row, WrongAnswer
from ..judge import (
    Outcome,
    ask_for_entries,
    draw_fixed_cases,
    probes,
    random_number,
    random_numbers,
)

_IMPORT_MATH = "import math\n\n\n"
_BY_HAND = '{"chain": 0.25**8, "tanh": 1.0, "wide": 0.75**8}'
_REASONS = ["no path", "input is 0", "asleep", "saturated"]
_ZEROS = '"saturated", "input is 0", "asleep"'
_FINDINGS = ["vanishing", "done", "saturated", "none of these"]
_FOUND = '"done", "vanishing", "none of these", "saturated"'


def _chains(rng: Random) -> list[Inputs]:
    """Chains of layers whose gradients are in turn above 0 and below."""
    found = []
    for sign in (1, -1, 1, -1):
        ws = random_numbers(rng, rng.randint(2, 5), -1.5, 1.5)
        ws[0] *= sign if math.prod(ws) > 0 else -sign
        found.append({"args": [random_number(rng, -1, 1), ws]})
    return found


def _to_three_digits(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
    return bool(found) and abs(found[0] - expected[0]) <= 5e-3 * expected[0]


def _entry_row(name: str) -> Row:
    return Row(name, 1, ask_for_entries([name]), probe=probes.entries_by_hand, judge=_to_three_digits)


def _same_name(at: int) -> Judge:
    def judge(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
        return len(found) == len(expected) and found[at] == expected[at]

    return judge


def _name_rows(names: Sequence[str], asked: Sequence[str]) -> tuple[Row, ...]:
    """A point for each name in a list."""
    drawn = draw_fixed_cases({"names": [*names], "leaves": [], "steps": []})
    return tuple(
        Row(what, 1, drawn, probe=probes.names_in_order, judge=_same_name(at)) for at, what in enumerate(asked)
    )


def _taken_for(names: Sequence[str], right: str, at: int, name: str, sentence: str) -> WrongAnswer:
    """The sentence for who gives this name at this place, whatever stands at the others."""
    entries = right.split(", ")
    instead = [*entries[:at], f'"{name}"', *entries[at + 1 :]]

    def gave(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
        said = [names[int(x)] for x in outcomes[0][0].numbers]
        return len(said) == len(entries) and said[at] == name

    return WrongAnswer(sentence, edits={right: ", ".join(instead)}, recognise=gave)


def _too_few(names: Sequence[str], right: str, sentence: str) -> WrongAnswer:
    entries = right.split(", ")
    return WrongAnswer(
        sentence,
        edits={right: ", ".join(entries[:-1])},
        recognise=lambda cases, outcomes: len(outcomes[0][0].numbers) not in (0, len(entries)),
    )


def _all_alike(names: Sequence[str], right: str, name: str, sentence: str) -> WrongAnswer:
    entries = right.split(", ")
    return WrongAnswer(
        sentence,
        edits={right: ", ".join([f'"{name}"'] * len(entries))},
        recognise=lambda cases, outcomes: [*outcomes[0][0].numbers] == [float(names.index(name))] * len(entries),
    )


EXERCISES = (
    Exercise(
        name="chain_gradient",
        lesson="16",
        title="What is left for x",
        prompt="""\
x goes through sigmoid(w · x), the result through sigmoid(w′ · …), and so on for each weight in `ws`. `chain_gradient(x, ws)` shall give
the gradient of the last output with respect to x. Whoever wrote this one thought that a sigmoid always passes on a quarter. Repair it:
each layer has a factor of its own.""",
        stub="def chain_gradient(x, ws):\n    gradient = 1.0\n    for w in ws:\n        gradient *= 0.25\n    return gradient\n",
        stub_sentence="It does as it did: a quarter for each layer, whatever x and the weights are. What is each layer's own factor, w·σ′?",
        solution=_IMPORT_MATH
        + """\
def chain_gradient(x, ws):
    gradient = 1.0
    for w in ws:
        x = 1 / (1 + math.exp(-w * x))
        gradient *= w * x * (1 - x)
    return gradient
""",
        needs=("engine",),
        hints=(
            "Each layer contributes w times sigmoid's slope.",
            "The slope uses the output: s · (1 − s).",
            "Go through the layers once: compute the output, multiply by its factor, and let the output be the next x.",
        ),
        rows=(Row("a few layers", 3, _chains),),
        wrong_parts={
            "gradient *= w * x * (1 - x)": {
                "gradient *= x * (1 - x)": "The weights are missing: each layer multiplies by its weight as well.",
                "gradient *= w": "That is the product of the weights; each also has sigmoid's slope with it.",
                "gradient += w * x * (1 - x)": "Rates along a path multiply; yours are added.",
                "gradient = w * x * (1 - x)": "Only the last factor is kept: `*=` goes on multiplying, `=` forgets what was there.",
                "gradient *= w * (1 - x)": "sigmoid's slope is s · (1 − s): the first s is missing.",
                "gradient *= w * (1 - x * x)": "1 − s² is tanh's slope; sigmoid's is s · (1 − s).",
                "gradient *= w * 0.25": "That is the quarter of the best case for every layer. Most sigmoids do not stand at their steepest.",
                "gradient *= abs(w) * x * (1 - x)": "The sizes are right, the sign is not: a negative weight turns it round.",
            },
            "gradient = 1.0": {"gradient = 0.0": "0 times anything stays 0: a product begins with 1."},
            "return gradient": {"return x": "That is the last output; asked is its gradient."},
            "in ws:": {
                "in ws[:-1]:": "A factor is missing: each weight has one, the last as well.",
                "in ws[1:]:": "A factor is missing: each weight has one, the first as well.",
                "in ws[:1]:": "Only the first layer counts: does the `return` stand inside the loop?",
                "in reversed(ws):": "The weights are used from the last to the first; x meets the first one first.",
            },
            "math.exp(-w * x)": {
                "math.exp(w * x)": "sigmoid is 1 / (1 + exp(−z)): the minus is missing.",
                "math.exp(-x)": "The weight is missing inside: sigmoid(w · x).",
            },
            "        x = 1 / (1 + math.exp(-w * x))\n        gradient *= w * x * (1 - x)": {
                "        x = math.tanh(w * x)\n        gradient *= w * (1 - x * x)": "That is a chain of tanh; here it is sigmoid.",
                "        s = 1 / (1 + math.exp(-w * x))\n        gradient *= x * s * (1 - s)\n        x = s": "That is the slope with respect to the *weight*; the one with respect to x has the factor w.",
                "        gradient *= w * x * (1 - x)\n        x = 1 / (1 + math.exp(-w * x))": "The slope is taken at the input; it uses the output of the sigmoid.",
                "        z = w * x\n        x = 1 / (1 + math.exp(-z))\n        gradient *= w * z * (1 - z)": "The slope is taken at the sum; it uses the output of the sigmoid.",
                "        x = 1 / (1 + math.exp(-w * x))\n    for w in ws:\n        gradient *= w * x * (1 - x)": "Every layer is given the last output; each one's slope comes from an output of its own.",
                "        s = 1 / (1 + math.exp(-w * x))\n        gradient *= w * s * (1 - s)": "Every layer is given the first x; each one's input is the output of the layer before.",
            },
        },
    ),
    Exercise(
        name="vanishing_by_hand",
        lesson="16",
        title="At the very best",
        prompt="""\
All weights are 1, and every unit stands where it is steepest. What is the gradient of the last output with respect to an input, after
**eight** layers? `"chain"`: one sigmoid a layer. `"tanh"`: one tanh a layer. `"wide"`: three inputs, three sigmoids a layer, and the
output is the sum of the last three. (To three digits.)""",
        stub='vanishing_by_hand = {"chain": None, "tanh": None, "wide": None}\n',
        solution=f"vanishing_by_hand = {_BY_HAND}\n",
        needs=("engine",),
        hints=(
            "Rates along a path multiply, and paths add.",
            "At its steepest sigmoid has the slope 0.25, and tanh the slope 1.",
            "In the wide one each layer has three ways in: its factor is three times that of the chain.",
        ),
        rows=tuple(map(_entry_row, ["chain", "tanh", "wide"])),
        wrong_parts={
            _BY_HAND: {
                '{"chain": 2.0, "tanh": 8.0, "wide": 6.0}': "Eight times the slope is a sum. Along a path rates multiply.",
                '{"chain": 0.25**7, "tanh": 1.0, "wide": 0.75**7}': "That is one factor too few: there are eight layers.",
                '{"chain": 0.25**10, "tanh": 1.0, "wide": 0.75**10}': "That would be ten layers; here there are eight.",
                '{"chain": 0.25**8, "tanh": 1.0, "wide": 0.25**8}': "The wide one has more than one path: all of them add up.",
                '{"chain": 0.25**8, "tanh": 1.0, "wide": 3 * 0.25**8}': "Three paths would be those of a single layer. In the wide one they branch again in each layer.",
                '{"chain": 0.25**8, "tanh": 1.0, "wide": 0.25**24}': "More units are more paths, which add; they are no further factors on one path.",
                '{"chain": 0.25**8, "tanh": 1.0, "wide": 3**8}': "The paths are counted; each of them has a rate of 0.25 to the eighth.",
                '{"chain": 0.25**8, "tanh": 1.0, "wide": 3 * 0.75**8}': "That is three times too much: from *one* input three ways lead into each of eight layers, and then one to the sum.",
                '{"chain": 0.25**8, "tanh": 1.0, "wide": 0.75**8 / 3}': "That ends at one unit of the last layer; the output is the sum of all three.",
                '{"chain": 0.75**8, "tanh": 1.0, "wide": 0.25**8}': "The two with sigmoids are swapped: the chain is the one with a single path.",
                '{"chain": 0.25, "tanh": 1.0, "wide": 0.75}': "That is one layer; eight of them have a factor each.",
                '{"chain": 0.25 / 8, "tanh": 0.125, "wide": 0.75 / 8}': "An eighth of the slope is no product. Along a path rates multiply, eight times.",
                '{"chain": 4.0**8, "tanh": 1.0, "wide": (4 / 3) ** 8}': "That is how much *smaller* it becomes; asked is the gradient itself.",
                '{"chain": 0.25**8, "tanh": 0.0, "wide": 0.75**8}': "tanh's slope is 1 where it is steepest: what is 1 · 1 · … eight times?",
                '{"chain": 0.25**8, "tanh": 0.25**8, "wide": 0.75**8}': "A quarter is sigmoid's best slope. What is tanh's, at 0?",
                '{"chain": 0.5**8, "tanh": 1.0, "wide": 1.5**8}': "A half is sigmoid's output where it is steepest; its slope there is a quarter.",
                '{"chain": 0.25**8, "tanh": 1.0, "wide": 1.0}': "Exactly 1 is what four units a layer give; here there are three.",
                '{"chain": 0.25**8, "tanh": 1.0, "wide": 0.75}': "That is the factor of one layer of the wide one; there are eight.",
                '{"chain": 1.5e-5, "tanh": 1.0, "wide": 0.1}': "The chain's is small, but neither 0 nor a round number: three digits of it, please.",
            },
        },
    ),
    Exercise(
        name="three_zeros",
        lesson="16",
        title="Three zeros, three reasons",
        prompt="""\
This model sees x1 = 1.5 and x2 = 0:

`y = sigmoid(u1 * x1 + 0.5) + tanh(u2 * x2 - 0.3) + relu(u3 * x1 + 0.4)`

With u1 = 40, u2 = 0.7 and u3 = −2 the gradients of u1, u2 and u3 are exactly 0, each for a reason of its own. Write the list of the three
reasons, in that order. Choose among `"no path"`, `"input is 0"`, `"asleep"` and `"saturated"`.""",
        stub='three_zeros = ["", "", ""]\n',
        stub_sentence="There are quotes with nothing between them: write a reason into each pair.",
        solution=f"three_zeros = [{_ZEROS}]\n",
        needs=("engine",),
        hints=(
            "The gradient of a weight is a product: what arrives, the slope of its unit, and the input. Which of them is 0?",
            "Work out the three sums first: 60.5, −0.3 and −2.6.",
            "A ReLU sleeps where its sum is below 0; a sigmoid is saturated far out, on either side.",
        ),
        rows=_name_rows(_REASONS, ["u1", "u2", "u3"]),
        wrong_answers=(
            _too_few(_REASONS, _ZEROS, "Three reasons are asked for, one each for u1, u2, u3."),
            _all_alike(
                _REASONS,
                _ZEROS,
                "no path",
                "All three stand in y, so a path leads from each: what is 0 is a factor on it.",
            ),
            _all_alike(
                _REASONS,
                _ZEROS,
                "saturated",
                "Only one of the three sums lies far out where a squashing function is flat.",
            ),
            _taken_for(
                _REASONS, _ZEROS, 0, "no path", "u1 stands in y: there is a path. How steep is a sigmoid at 60.5?"
            ),
            _taken_for(
                _REASONS,
                _ZEROS,
                0,
                "input is 0",
                "u1 is multiplied by x1, which is 1.5. What is 0 is the slope of its unit.",
            ),
            _taken_for(
                _REASONS, _ZEROS, 0, "asleep", "Only a ReLU sleeps. u1's unit is a sigmoid, and its sum is 60.5."
            ),
            _taken_for(_REASONS, _ZEROS, 1, "no path", "u2 stands in y: there is a path. By what is u2 multiplied?"),
            _taken_for(
                _REASONS,
                _ZEROS,
                1,
                "saturated",
                "The sum of u2's unit is −0.3: there tanh is steep. By what is u2 multiplied?",
            ),
            _taken_for(
                _REASONS, _ZEROS, 1, "asleep", "Only a ReLU sleeps, and u2's unit is a tanh. By what is u2 multiplied?"
            ),
            _taken_for(
                _REASONS,
                _ZEROS,
                2,
                "no path",
                "u3 stands in y: there is a path. What does a ReLU pass on if its sum is −2.6?",
            ),
            _taken_for(
                _REASONS,
                _ZEROS,
                2,
                "input is 0",
                "u3 is multiplied by x1, which is 1.5. What is 0 is the slope of its unit.",
            ),
            _taken_for(
                _REASONS,
                _ZEROS,
                2,
                "saturated",
                "A ReLU is flat only below 0, and there from the first step on: the word for that is another.",
            ),
        ),
    ),
    Exercise(
        name="vanishing_or_done",
        lesson="16",
        title="Vanishing, or done?",
        prompt="""\
Four networks, each on four samples: the output is a tanh, the targets are ±1. The table has the mean squared error, and the RMS of
∂loss/∂(sum) in each layer. Write the list of what holds for A, B, C, D: `"vanishing"` (by the definition above), `"done"`,
`"saturated"` (the output unit is), or `"none of these"`.

| | loss | layer 1 | 2 | 3 | 4 | 5 |
|---|---:|---:|---:|---:|---:|---:|
| **A** | 0.001 | 0.0004 | 0.0005 | 0.0005 | 0.0006 | 0.0009 |
| **B** | 0.98 | 0.0008 | 0.003 | 0.02 | 0.09 | 0.4 |
| **C** | 0.70 | 0.04 | 0.1 | 0.12 | 0.3 | 0.3 |
| **D** | 2.00 | 0.0004 | 0.0005 | 0.0005 | 0.0006 | 0.0009 |""",
        stub='vanishing_or_done = ["", "", "", ""]\n',
        stub_sentence="There are quotes with nothing between them: write what holds into each pair.",
        solution=f"vanishing_or_done = [{_FOUND}]\n",
        needs=("engine",),
        hints=(
            "Divide each layer's number by that of the layer after it. How many of these factors in a row are 0.5 or less?",
            "If the factors are near 1 and all numbers are small, little leaves the last layer. The loss tells why.",
            "In A and D the gradients are the same; the losses are not.",
        ),
        rows=_name_rows(_FINDINGS, ["A", "B", "C", "D"]),
        wrong_answers=(
            _too_few(_FINDINGS, _FOUND, "Four names are asked for, one for each network, in the order A, B, C, D."),
            _all_alike(
                _FINDINGS,
                _FOUND,
                "vanishing",
                "Small is not vanishing: the word is about the factor from layer to layer. Divide neighbours.",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                0,
                "vanishing",
                "A's gradients are small, but hardly smaller from layer to layer: 4 ÷ 5, 5 ÷ 5, … And its loss?",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                0,
                "saturated",
                "A's answers are right: its loss is nearly 0. Where nothing is wrong, little has to be sent back.",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                0,
                "none of these",
                "In A the loss is nearly 0, and so are all gradients, in every layer alike. What is left to learn?",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                1,
                "done",
                "B's loss is 0.98: far from done. What happens to the gradient from layer to layer?",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                1,
                "saturated",
                "In B much arrives at the last layer, 0.4, so its output is not flat. What happens on the way on?",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                1,
                "none of these",
                "B's layer 1 has 0.0008, more than A's; but divide neighbours: 0.27, 0.15, 0.22, 0.23.",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                2,
                "vanishing",
                "C falls to half or less twice, 0.4 and 0.4, but not at three layers in a row: between them stands 0.83.",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                2,
                "done",
                "C's loss is 0.70: there is something left to learn, and gradients to learn it by.",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                2,
                "saturated",
                "In C 0.3 arrives at the last layer, so its output is not flat.",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                3,
                "vanishing",
                "D's gradients are small, but hardly smaller from layer to layer: they are small at the last layer already.",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                3,
                "done",
                "D's loss is 2.00: half of its answers are as wrong as can be. Small gradients alone do not say “done”.",
            ),
            _taken_for(
                _FINDINGS,
                _FOUND,
                3,
                "none of these",
                "D has a large loss, and hardly anything leaves its last layer. What may be flat there?",
            ),
        ),
    ),
)
