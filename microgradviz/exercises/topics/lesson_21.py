"""Lesson 21: a number that carries its rate, a forward pass of rates, and derivatives of derivatives."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import ask_for_entries, probes, random_number, random_numbers
from .lesson_00 import NO_NUMBER_YET

_DUAL = """\
class Dual:
    def __init__(self, data, rate=0.0):
        self.data = data
        self.rate = rate

    def __add__(self, other):
        return Dual(self.data + other.data, self.rate + other.rate)

    def __mul__(self, other):
        return Dual(self.data * other.data, self.rate * other.data + self.data * other.rate)
"""
_SUM = "return Dual(self.data + other.data, self.rate + other.rate)"
_PRODUCT = "return Dual(self.data * other.data, self.rate * other.data + self.data * other.rate)"
_CARRY = """\
def carry_forward(inputs, slopes, along):
    rates = [0.0] * len(inputs)
    rates[along] = 1.0
    for i in range(len(inputs)):
        for j, slope in zip(inputs[i], slopes[i]):
            rates[i] += slope * rates[j]
    return rates
"""
_BACKWARD = _CARRY.replace("in range(len(inputs))", "in reversed(range(len(inputs)))").replace(
    "rates[i] += slope * rates[j]", "rates[j] += slope * rates[i]"
)
_ONE_WAY = ([[], [], [0, 1], [], [2, 3]], [[], [], [], [1, 0], [2], [3, 4]])
_SEVERAL_WAYS = (
    [[], [], [0, 0], [2, 1], [3, 2]],
    [[], [0], [], [1, 0], [3, 1], [4, 2]],
    [[], [], [1, 0], [2, 0], [2, 3], [4, 4]],
)


def _duals(rng: Random, op: str) -> list[Inputs]:
    """Both move, then only one, as when a rate is carried from a leaf; then large ones, whose nudges get lost."""
    made = [random_numbers(rng, 4) for _ in range(2)]
    pairs = [(x[:2], x[2:]) for x in made] + [([made[0][2], made[1][0]], [made[1][3], 0.0])]
    pairs += [([1e5 * abs(data), abs(rate)], [1e5 * abs(rate), abs(data)]) for data, rate, *_ in made]
    return [{"made": [*pair], "attributes": ["data", "rate"], "op": op} for pair in pairs]


def _graphs(rng: Random, shapes: tuple[list[list[int]], ...]) -> list[Inputs]:
    """Graphs of these shapes, with random local derivatives, along each of their leaves."""
    return [
        {"args": [inputs, [[random_number(rng) for _ in places] for places in inputs], along]}
        for inputs in shapes
        for along, places in enumerate(inputs)
        if not places
    ]


def _places(rng: Random) -> list[Inputs]:
    """Uphill and downhill, of a slope that grows and of one that falls."""
    signs = [(u, v) for u in (1, -1) for v in (1, -1)]
    drawn = [random_numbers(rng, 3) for _ in signs]
    return [{"args": [x, u * abs(y), v * abs(z)]} for (x, y, z), (u, v) in zip(drawn, signs, strict=True)]


EXERCISES = (
    Exercise(
        name="dual",
        lesson="21",
        title="A number that carries its rate",
        prompt="""\
Finish `Dual`. It holds a number and how fast that number changes along one leaf. `a + b` and `a * b` are *new* Duals, with
data and rate of the result; a and b stay as they are.""",
        answer="Dual",
        stub="""\
class Dual:
    def __init__(self, data, rate=0.0):
        self.data = data
        self.rate = rate

    def __add__(self, other):
        return Dual(self.data, self.rate)

    def __mul__(self, other):
        return Dual(self.data, self.rate)
""",
        stub_sentence="What comes back is what stands left of the sign, unchanged: `other` has data and a rate, too.",
        solution=_DUAL,
        hints=(
            "The data of the result is what it always was: a sum, a product.",
            "Each input brings its rate times its local derivative, and the two amounts are added.",
            "In a · b the local derivative of a is b's data, and that of b is a's data.",
        ),
        rows=(
            Row("a + b", 1, lambda rng: _duals(rng, "+"), probe=probes.attributes_and_result),
            Row("a * b", 2, lambda rng: _duals(rng, "*"), probe=probes.attributes_and_result),
        ),
        wrong_parts={
            _PRODUCT: {
                "return Dual(self.data * other.data, self.rate * other.rate)": "The rates are multiplied with each other. Each input brings its own rate times its own local derivative, and what they bring is added.",
                "return Dual(self.data * other.data, self.rate + other.rate)": "That is the rate of a sum. In a product each rate is multiplied by its local derivative: the other one's data.",
                "return Dual(self.data * other.data, self.rate * self.data + other.data * other.rate)": "Each rate is multiplied by its own data. In a product the local derivative of one is the data of the *other*.",
                "return Dual(self.data * other.data, self.rate * other.data)": "Only `self` brings something: `other` may move, too.",
                "return Dual(self.data * other.data, self.data * other.rate)": "Only `other` brings something: `self` may move, too.",
                "return Dual(self.data * other.data, self.rate * other.data * self.data * other.rate)": "Amounts that come together are added, not multiplied.",
                "return Dual(self.data * other.data, self.rate * other.data - self.data * other.rate)": "Both amounts are added: there is no minus in a product.",
                "return Dual(self.data * other.data, other.data + self.data)": "Those are the local derivatives alone: each must be multiplied by the rate of its input.",
                "return Dual(self.data * other.data, self.rate * other.data + self.data * other.rate + self.rate * other.rate)": "The last part, rate times rate, is too much: a rate is for the smallest of changes, and their product is smaller still.",
                "return Dual(self.rate * other.data + self.data * other.rate, self.data * other.data)": "In `a * b` data and rate are swapped: the data comes first.",
                "Dual(self.data * other.data, self.rate * other.data + self.data * other.rate)": "`a * b` hands nothing over: write `return`.",
                "return Dual(self.data * other.data)": "A product keeps its data here, and its rate is lost: give Dual both.",
                "return Dual(self.data + other.data, self.rate * other.data + self.data * other.rate)": "The rate of `a * b` is right; its data is a sum.",
                "self.rate = self.rate * other.data + self.data * other.rate\n        self.data *= other.data\n        return self": "`a * b` changes a: leave both as they are, and return a *new* Dual.",
            },
            _SUM: {
                "return Dual(self.data + other.data, self.rate)": "In a sum `other` brings its rate, too.",
                "return Dual(self.data + other.data, self.rate * other.rate)": "In a sum both local derivatives are 1: the rates are added.",
                "return Dual(self.data + other.data, self.rate * other.data + self.data * other.rate)": "That is the rate of a product. In a sum both local derivatives are 1.",
                "return Dual(self.data + other.data)": "A sum keeps its data here, and its rate is lost: give Dual both.",
                "return Dual(self.data + other.data, 1.0)": "1 is the local derivative of either input; the rate of the sum is what both bring.",
                "return self.data + other.data, self.rate + other.rate": "`a + b` is a pair of numbers here. Make a Dual of them: `Dual(…, …)`.",
                "self.data += other.data\n        self.rate += other.rate\n        return self": "`a + b` changes a: leave both as they are, and return a *new* Dual.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Both change a: leave a and b as they are, and return a *new* Dual.",
                edits={
                    _SUM: "self.data += other.data\n        self.rate += other.rate\n        return self",
                    _PRODUCT: "self.rate = self.rate * other.data + self.data * other.rate\n        self.data *= other.data\n        return self",
                },
            ),
            WrongAnswer(
                "Both change a, and the product its data first: the rate of a product asks for the old data. Leave a and b as they are, and return a *new* Dual.",
                edits={
                    _SUM: "self.data += other.data\n        self.rate += other.rate\n        return self",
                    _PRODUCT: "self.data *= other.data\n        self.rate = self.rate * other.data + self.data * other.rate\n        return self",
                },
            ),
        ),
    ),
    Exercise(
        name="carry_forward",
        lesson="21",
        title="From back to front",
        prompt="""\
Here is lesson 20's pass on two lists, with another beginning: it is to carry *rates* forward now, from the leaf at place `along`, whose
rate is 1. It is broken, for the rest still goes backward. Mend it: return the rates of all values. (The values are sorted, `inputs[i]` are
the places of value i's inputs, `slopes[i]` its local derivatives.)""",
        stub=_BACKWARD,
        stub_sentence="Only the leaf has a rate, and nobody gets anything from it. From which end do rates come, who gives, and who gets?",
        solution=_CARRY,
        hints=(
            "A value can have its rate only when its inputs have theirs. In which order do they stand?",
            "Going forward, the inputs give and value i gets.",
            "Two changes: the order of the places, and who gets from whom.",
        ),
        rows=(
            Row("one way to the result", 1, lambda rng: _graphs(rng, _ONE_WAY)),
            Row("several ways", 2, lambda rng: _graphs(rng, _SEVERAL_WAYS)),
        ),
        wrong_parts={
            "for i in range(len(inputs))": {
                "for i in reversed(range(len(inputs)))": "Each value asks its inputs for their rates before they have them: begin at the first place.",
            },
            "rates[i] += slope * rates[j]": {
                "rates[i] = slope * rates[j]": "Where several inputs bring something, the last one alone counts: `+=`.",
                "rates[i] += rates[j]": "The local derivative is missing: each input brings slope times its rate.",
                "rates[i] += slope": "What an input brings is its local derivative times its *own* rate, rates[j], which need not be 1.",
                "rates[i] += slope + rates[j]": "Along a way rates multiply: slope · rates[j].",
                "rates[i] -= slope * rates[j]": "What the inputs bring is added.",
                "rates[i] += slopes[i][0] * rates[j]": "Each input has a slope of its own: not the first one for all.",
            },
            "rates = [0.0] * len(inputs)": {
                "rates = [1.0] * len(inputs)": "All begin at 1: only the leaf at place `along` does, the others at 0."
            },
            "rates[along] = 1.0": {
                "rates[-1] = 1.0": "The 1 belongs to the leaf at place `along`: it changes as fast as itself.",
                "rates[0] = 1.0": "Always along the first leaf: the 1 belongs to place `along`.",
            },
            "return rates": {
                "return rates[-1]": "Only the result's rate comes back: return the whole list.",
                "return rates[::-1]": "The list is the wrong way round: rates[i] belongs to value i.",
                "return rates[along]": "That is the leaf's own rate, 1: return the whole list.",
            },
        },
    ),
    Exercise(
        name="second_by_hand",
        lesson="21",
        title="Derivatives of derivatives",
        prompt="""\
**f = a³ · b + b²** with a = {a}, b = {b}. Find three second derivatives, as numbers: by a and once more by a ("a, a"), first by
a and then by b ("a, b"), by b and once more by b ("b, b").""",
        given={"a": 4.0, "b": -3.0},
        stub='second_by_hand = {"a, a": None, "a, b": None, "b, b": None}\n',
        solution='second_by_hand = {"a, a": 6 * a * b, "a, b": 3 * a**2, "b, b": 2}\n',
        needs=("engine",),
        hints=(
            "First find ∂f/∂a and ∂f/∂b, as formulas, not as numbers.",
            "∂f/∂a is 3a² · b. While a changes, b is a number; while b changes, 3a² is.",
            "∂f/∂b is a³ + 2b. While b changes, a³ holds still.",
        ),
        rows=tuple(
            Row(f"the second derivative by {key}", 1, ask_for_entries([key]), probe=probes.entries_by_hand)
            for key in ("a, a", "a, b", "b, b")
        ),
        wrong_parts={
            '"a, a": 6 * a * b': {
                '"a, a": 3 * a**2 * b': "The first number is the first derivative still: differentiate 3a² · b once more by a.",
                '"a, a": 6 * a': "By a twice: b is lost. It is a number that stays in front.",
                '"a, a": 3 * a * b': "The derivative of a² is 2a, so a 2 is missing in the first number.",
                '"a, a": -6 * a * b': "The sign of the first number is turned round: b is a factor of it, sign and all.",
                '"a, a": 6 * b': "An a is missing in the first number: 3a² · b is differentiated once more, not twice.",
                '"a, a": (3 * a**2 * b) ** 2': "A second derivative is not the square of the first: differentiate 3a² · b once more.",
            },
            '"a, b": 3 * a**2': {
                '"a, b": 3 * a**2 * b': "The second number is ∂f/∂a still: how fast does that change with b?",
                '"a, b": 0': "b holds still while a changes, and then it is b's turn: how fast does 3a² · b change with b?",
                '"a, b": a**3': "a³ is the derivative by b of the first part alone, and a has not had its turn.",
                '"a, b": a**3 + 2 * b': "The second number is ∂f/∂b: differentiate by a first, and what comes of that by b.",
                '"a, b": 3 * a**2 * b * (a**3 + 2 * b)': "The two first derivatives are not multiplied: differentiate one after the other.",
                '"a, b": 3 * a**2 + 2': "b² does not depend on a, so nothing of it is left once you have differentiated by a.",
                '"a, b": 6 * a': "By a, then by b: the second time it is b that changes, and a² holds still.",
            },
            '"b, b": 2': {
                '"b, b": 2 * b': "The last number is half done: the derivative of b² is 2b, and that of 2b?",
                '"b, b": a**3 + 2 * b': "The last number is the first derivative still: differentiate a³ + 2b once more by b.",
                '"b, b": a**3 + 2': "a³ is a number while b changes: its derivative is 0.",
                '"b, b": 0': "2b is left after the first time, and that still changes with b.",
            },
        },
        stub_sentence=NO_NUMBER_YET,
    ),
    Exercise(
        name="newton_step",
        lesson="21",
        title="To where the slope is 0",
        prompt="""\
At x a curve has the slope `slope`, and that changes by `bend` for each 1 that x grows (the second derivative). Write
`newton_step(x, slope, bend)`: the x at which the slope would be 0 if it went on changing at that rate.""",
        stub='''\
def newton_step(x, slope, bend):
    """Where the slope would be 0."""
    return x
''',
        stub_sentence="x stays where it is. By how much must it change, so that the slope loses all it has?",
        solution="""\
def newton_step(x, slope, bend):
    return x - slope / bend
""",
        hints=(
            "A slope of 10 that changes by 2 for each 1: after how far is it 0, and to which side?",
            "If x changes by s, the slope becomes slope + bend · s. That is to be 0.",
        ),
        rows=(Row("random places", 2, _places),),
        wrong_parts={
            "x - slope / bend": {
                "x + slope / bend": "That goes to the other side: slope + bend · s is to be 0, so s is negative where both are positive.",
                "x - slope * bend": "Multiplied: the faster the slope changes, the *shorter* the way to where it is 0.",
                "x + slope * bend": "Multiplied, and to the other side: the faster the slope changes, the *shorter* the way.",
                "x - bend / slope": "Upside down: the way is as many times 1 as bend goes into slope.",
                "-slope / bend": "That is the way to go: it begins at x.",
                "slope / bend": "That is how far to go, and it begins at x: to which side?",
                "x - slope": "How far depends on `bend`, too: how fast does the slope change?",
                "x - bend": "How far depends on `slope`, too: how much of it must go?",
                "x - 0.1 * slope": "That is a step of gradient descent, with a rate of your own: here `bend` says how far.",
                "x - 0.1 * slope / bend": "All the way: no learning rate is needed here.",
                "(x - slope) / bend": "x is divided, too: only the slope is.",
                "x - slope / abs(bend)": "Where bend is negative the slope is 0 on the other side: keep its sign.",
                "x - abs(slope / bend)": "Which way it goes depends on the signs: keep them.",
                "x - slope // bend": "`//` leaves out what stands behind the point: divide by `/`.",
                "slope + bend * x": "That is the slope after x grew by x. Ask for which way it is 0.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "It is shown and not handed over: write `return`.",
                "def newton_step(x, slope, bend):\n    print(x - slope / bend)\n",
            ),
        ),
    ),
)
