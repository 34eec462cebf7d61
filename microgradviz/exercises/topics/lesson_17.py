"""Lesson 17: where weights begin, and units that are asleep."""

from __future__ import annotations

import math
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import Outcome, ask_for_entries, probes, random_number
from .lesson_00 import NO_NUMBER_YET

_ALIKE = {"A": 1, "B": 1, "C": 4, "D": 4, "E": 2, "F": 3}


def _told(outcomes: list[list[Outcome]]) -> list[float]:
    """What was told of A to F; fewer than six if an entry is missing."""
    return [x for row in outcomes for outcome in row for x in outcome.numbers]


def _miscounted(letter: str, count: int, sentence: str) -> WrongAnswer:
    """The sentence for who counts so many units in this network, whatever is told of the others."""
    row, at = divmod("ABCDEF".index(letter), 3)
    return WrongAnswer(
        sentence,
        edits={f'"{letter}": {_ALIKE[letter]}': f'"{letter}": {count}'},
        recognise=lambda cases, outcomes: outcomes[row][0].numbers[at : at + 1] in ([count], (count,)),
    )


def _outputs_of_a_layer(rng: Random) -> list[Inputs]:
    """Outputs, a row for each sample: two units asleep; a sample with nothing but 0; a faint one; one sample; all asleep."""

    def some() -> float:
        return abs(random_number(rng))

    a, b = rng.sample(range(2), 2)
    mixed = [[0.0, some(), 0.0, 0.0], [0.0, 0.0, some(), 0.0], [0.0, some(), some(), 0.0]]
    dark = [[some(), 0.0, some()], [0.0, 0.0, 0.0], [some(), 0.0, 0.0], [0.0, 0.0, some()]]
    faint = [[0.0, 0.0, some()], [[0.004, 0.0], [0.0, 0.004]][a] + [0.0]]
    lone = [[some(), 0.0, 0.0, some(), 0.0]]
    return [{"args": [rows]} for rows in (mixed, dark, faint, lone, [[0.0] * 3 for _ in range(2 + b)])]


def _judge_weights(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
    """A judge of drawn weights: mean and deviation may differ from what is asked by a share of that, as chance has it."""
    asked_for = math.sqrt(2 / inputs["args"][0])
    return (
        len(found) == len(expected)
        and found[2] == expected[2]
        and abs(found[0]) <= 0.1 * asked_for
        and abs(found[1] - asked_for) <= 0.08 * asked_for
        and found[4] >= 0.1 * found[2]
        and found[3] <= 0.035  # numbers that are drawn evenly are 0.057 away, 4,000 normal ones hardly ever 0.025
    )


EXERCISES = (
    Exercise(
        name="same_start",
        lesson="17",
        title="How many units are there?",
        prompt="""\
The network 2-4-1 of this lesson, tanh throughout, XOR, 100 steps at the rate 0.5. Six starts; biases are 0 wherever nothing else is said. How
many *different* hidden units does it have after these steps? (Units are alike if their weights and biases are.) "Random" means: each a number of
its own. A, B and C count together, and so do D, E and F.

| | the start |
|---|---|
| A | all weights and biases are 0 |
| B | all weights are 0.3 |
| C | the weights of the hidden units are all 0.3; those of the output are random |
| D | the weights of the hidden units are random; those of the output are all 0 |
| E | the hidden units 1 and 2 have all weights 0.3, the units 3 and 4 all −0.7; those of the output are all 0.5 |
| F | all are random, only that the hidden unit 2 begins as a copy of unit 1, its weight at the output included |""",
        stub='same_start = {"A": None, "B": None, "C": None, "D": None, "E": None, "F": None}\n',
        stub_sentence=NO_NUMBER_YET,
        solution='same_start = {"A": 1, "B": 1, "C": 4, "D": 4, "E": 2, "F": 3}\n',
        needs=("engine",),
        hints=(
            "Two units stay alike if they begin alike and get the same gradients in every step.",
            "What reaches a hidden unit has passed its weight at the output. Are these weights equal?",
            "In D nothing reaches the hidden units in the first step. And in the second, when the output's weights have moved?",
        ),
        rows=(
            Row("A, B and C", 2, ask_for_entries("ABC"), probe=probes.entries_by_hand),
            Row("D, E and F", 2, ask_for_entries("DEF"), probe=probes.entries_by_hand),
        ),
        wrong_answers=(
            WrongAnswer(
                "Four units are built each time, but units that are alike count as one.",
                source='same_start = {letter: 4 for letter in "ABCDEF"}\n',
                recognise=lambda cases, outcomes: _told(outcomes) == [4.0] * 6,
            ),
            WrongAnswer(
                "Not all of them stay alike: where one weight on a unit's way to the loss differs, so does its gradient.",
                source='same_start = {letter: 1 for letter in "ABCDEF"}\n',
                recognise=lambda cases, outcomes: _told(outcomes) == [1.0] * 6,
            ),
            _miscounted("A", 4, "In A no gradient is anything but 0: the four stay where they began, alike."),
            _miscounted("A", 0, "In A the four units are there, and all alike: that is one unit, four times over."),
            _miscounted("B", 4, "In B the four begin alike and get the same gradients in each step. What should part them?"),
            _miscounted("C", 1, "In C what arrives at each hidden unit has passed its own weight at the output, and these differ."),
            _miscounted("C", 2, "In C all four weights at the output differ, so four different gradients arrive."),
            _miscounted("D", 1, "In D the hidden units begin with different weights: they are never alike."),
            _miscounted("D", 0, "In D the four units are there, and they begin with different weights."),
            _miscounted("E", 4, "In E the units 1 and 2 are alike in all that they have, and so are 3 and 4. What should part the two of a pair?"),
            _miscounted("E", 1, "In E the two pairs begin with different weights, so they are not alike."),
            _miscounted("F", 4, "In F unit 2 is a copy of unit 1, at the output as well: both get the same gradients for ever."),
            _miscounted("F", 2, "In F only two of the four are alike. How many does that leave?"),
        ),
    ),
    Exercise(
        name="initialisation",
        lesson="17",
        title="How large shall weights be?",
        prompt="""\
Write `he_weight(nin)`: one weight for a relu neuron with nin inputs, drawn from a normal distribution (`random.gauss`) around 0 whose
*variance* is 2 / nin. It is called many times, and mean and spread are measured.""",
        answer="he_weight",
        stub='''\
import random


def he_weight(nin):
    """One weight, drawn."""
    return 0.0
''',
        solution="""\
import math
import random


def he_weight(nin):
    return random.gauss(0, math.sqrt(2 / nin))
""",
        hints=("random.gauss(mean, standard deviation)", "The standard deviation is the root of the variance."),
        rows=(
            Row(
                "mean and spread of many weights",
                2,
                lambda rng: [
                    {"args": [rng.randint(3, 6)], "times": 4000},
                    {"args": [rng.randint(30, 80)], "times": 4000},
                ],
                probe=probes.drawn_numbers,
                judge=_judge_weights,
            ),
        ),
        wrong_parts={
            "random.gauss(0, math.sqrt(2 / nin))": {
                "random.gauss(0, 2 / nin)": "That is the variance; gauss wants its root, the standard deviation.",
                "random.gauss(0, math.sqrt(1 / nin))": "The factor 2 is missing: relu lets half of it through, and 2 makes up for that.",
                "random.gauss(0, 1)": "The spread must shrink as inputs become more: divide by nin.",
                "random.gauss(1, math.sqrt(2 / nin))": "The mean is off: weights are drawn around 0.",
                "random.gauss(0, math.sqrt(2) / nin)": "nin belongs under the root: the root of 2 / nin.",
                "random.gauss(0, 2 / math.sqrt(nin))": "The 2 belongs under the root as well: the root of 2 / nin.",
                "random.gauss(0, (2 / nin) ** 2)": "That is the square of the variance; gauss wants its root.",
                "random.gauss(0, math.sqrt(nin / 2))": "The fraction is upside down: the more inputs, the smaller the weights.",
                "random.gauss(math.sqrt(2 / nin), 0)": "All weights are one number, the standard deviation: they are drawn with random.gauss(0, …), the mean first.",
                "[random.gauss(0, math.sqrt(2 / nin)) for _ in range(nin)]": "One weight for each call: `he_weight` is called once for every weight.",
                "abs(random.gauss(0, math.sqrt(2 / nin)))": "All are positive: abs moves the mean away from 0.",
                "random.uniform(-1, 1)": "That is drawn evenly, and nin plays no part: random.gauss, with the root of 2 / nin.",
                "random.gauss(0, math.sqrt(2 / 10))": "nin is given: use it, not a number of your own.",
                "(random.seed(0), random.gauss(0, math.sqrt(2 / nin)))[1]": "Each call sets the same seed, so all the weights are one number.",
                "math.sqrt(2 / nin) * random.uniform(-1, 1)": "Numbers drawn evenly from −1 to 1 have a smaller spread than 1, and are no normal distribution: random.gauss.",
                "math.sqrt(6 / nin) * random.uniform(-1, 1)": "Mean and spread are right, but these are drawn evenly: a normal distribution has most of them near 0.",
            },
        },
    ),
    Exercise(
        name="asleep_units",
        lesson="17",
        title="Who is asleep?",
        prompt="""\
Write `asleep_units(outputs)`: `outputs` has a list for each sample, with the outputs of a layer's relu units in it, plain numbers. How
many of the units are asleep, which means: give exactly 0 for *every* sample?""",
        docstring="How many units give 0 for every sample.",
        solution="""\
def asleep_units(outputs):
    count = 0
    for unit in range(len(outputs[0])):
        if all(row[unit] == 0 for row in outputs):
            count += 1
    return count
""",
        hints=(
            "Go through the units, not through the samples: unit number k is `row[k]` in each row.",
            "For one unit: `all(row[k] == 0 for row in outputs)`.",
            "Count the units for which that is true.",
        ),
        rows=(Row("random layers; one sample; all asleep", 3, _outputs_of_a_layer),),
        wrong_parts={
            "all(row": {
                "any(row": "A unit that gives 0 for *some* sample does what a relu is for. Asleep is who gives 0 for every one.",
            },
            "== 0": {
                "< 0.01": "A faint output is not 0: that unit wakes for one of the samples, and there it has a slope.",
                "> 0": "Those are the units that are awake for every sample.",
                "< 0": "relu never gives less than 0: asleep is who gives exactly 0.",
            },
            "range(len(outputs[0]))": {
                "range(len(outputs))": "len(outputs) is the number of samples; the units are the numbers inside one row.",
                "range(len(outputs[0]) - 1)": "The last unit is left out: range stops before its end.",
                "range(1, len(outputs[0]))": "The first unit is left out: counting begins at 0.",
            },
            "return count": {
                "return count / len(outputs[0])": "That is their share. Asked is how many they are.",
                "return len(outputs[0]) - count": "Those are the units that are awake for at least one sample: it is the others.",
                "return [k for k in range(len(outputs[0])) if all(row[k] == 0 for row in outputs)]": "Those are the places of the sleeping units; asked is how many they are.",
                "return count > 0": "That says whether there are any; asked is how many.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "That counts each 0 in the table. A unit counts once, and only if all of its outputs are 0.",
                source="""\
def asleep_units(outputs):
    return sum(x == 0 for row in outputs for x in row)
""",
            ),
            WrongAnswer(
                "That counts the samples for which no unit answers: rows. A unit is a place in every row.",
                source="""\
def asleep_units(outputs):
    return sum(all(x == 0 for x in row) for row in outputs)
""",
            ),
            WrongAnswer(
                "That looks at the first sample alone. A unit may wake for another one.",
                source="""\
def asleep_units(outputs):
    return sum(x == 0 for x in outputs[0])
""",
            ),
            WrongAnswer(
                "A unit is counted once for each 0 before it first wakes: only after its last sample is it known to be asleep.",
                source="""\
def asleep_units(outputs):
    count = 0
    for unit in range(len(outputs[0])):
        for row in outputs:
            if row[unit] != 0:
                break
            count += 1
    return count
""",
            ),
            WrongAnswer(
                "That looks at the first unit alone. Does the `return` stand inside the loop?",
                edits={"    return count": "        return count"},
            ),
            WrongAnswer(
                "The count is set back to 0 at each unit, so that only the last one is counted: set it before the loop.",
                source="""\
def asleep_units(outputs):
    for unit in range(len(outputs[0])):
        count = 0
        if all(row[unit] == 0 for row in outputs):
            count += 1
    return count
""",
            ),
            WrongAnswer(
                "That looks at the last sample alone. A unit may have been awake for another one.",
                source="""\
def asleep_units(outputs):
    return sum(x == 0 for x in outputs[-1])
""",
            ),
        ),
    ),
)  # fmt: skip
