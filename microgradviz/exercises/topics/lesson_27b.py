"""Lesson 27b: RMS norm by hand, the network of a block, and a block that forgets what came in."""

from __future__ import annotations

from functools import partial
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import ask_for_entries, judge_numbers, probes, random_numbers
from .lesson_00 import NO_NUMBER_YET
from .slips import slip

_BY_HAND = {"root": 5.0, "second": -0.6, "ten times": -0.6, "handed on": 11.0}
_PART = """\
def network_part(x, widen, narrow):
    root = (sum(a * a for a in x) / len(x) + 1e-5) ** 0.5
    normed = [a / root for a in x]
    wide = [max(0, sum(w * a for w, a in zip(row, normed))) for row in widen]
    added = [sum(w * a for w, a in zip(row, wide)) for row in narrow]
    return [a + b for a, b in zip(x, added)]
"""
_ROOT = "root = (sum(a * a for a in x) / len(x) + 1e-5) ** 0.5"
_WIDE = "wide = [max(0, sum(w * a for w, a in zip(row, normed))) for row in widen]"
_BLOCK = """\
def rms_norm(x):
    root = (sum(a * a for a in x) / len(x) + 1e-5) ** 0.5
    return [a / root for a in x]


def times(matrix, x):
    return [sum(w * a for w, a in zip(row, x)) for row in matrix]


def block_of_one(x, value, widen, narrow):
    normed = rms_norm(x)
    x = [a + b for a, b in zip(x, times(value, normed))]
    normed = rms_norm(x)
    wide = [max(0, a) for a in times(widen, normed)]
    return [a + b for a, b in zip(x, times(narrow, wide))]
"""
_FIRST = "normed = rms_norm(x)\n    x = [a + b for a, b in zip(x, times(value, normed))]"
_SECOND = "    normed = rms_norm(x)\n    wide = [max(0, a) for a in times(widen, normed)]\n"
_OVER_FIRST = "x = rms_norm(x)\n    x = [a + b for a, b in zip(x, times(value, x))]"
_OVER_SECOND = "    x = rms_norm(x)\n    wide = [max(0, a) for a in times(widen, x)]\n"
_FORGETS = _BLOCK.replace(_FIRST, _OVER_FIRST).replace(_SECOND, _OVER_SECOND)


_by_hand = partial(slip, "norm_by_hand", _BY_HAND)


def _matrix(rng: Random, rows: int, columns: int) -> list[list[float]]:
    return [random_numbers(rng, columns) for _ in range(rows)]


def _letters(rng: Random, sizes: tuple[tuple[int, int], ...]) -> list[Inputs]:
    """A letter's numbers, and the two matrices of the network: width, and how wide it becomes."""
    return [{"args": [random_numbers(rng, n), _matrix(rng, m, n), _matrix(rng, n, m)]} for n, m in sizes]


def _with_nothing(rng: Random) -> list[Inputs]:
    """A letter whose numbers are all 0, one whose numbers are so small that 1e-5 counts, and another."""
    small = {"args": [[0.003, -0.004], [[1.5, -1.0], *_matrix(rng, 2, 2)], _matrix(rng, 2, 3)]}  # one unit is not 0
    return [{"args": [[0.0, 0.0], _matrix(rng, 3, 2), _matrix(rng, 2, 3)]}, small, *_letters(rng, ((2, 3),))]


def _blocks(rng: Random, sizes: tuple[tuple[int, int], ...]) -> list[Inputs]:
    """A letter's numbers, and a block's three matrices."""
    return [
        {"args": [random_numbers(rng, n), _matrix(rng, n, n), _matrix(rng, m, n), _matrix(rng, n, m)]} for n, m in sizes
    ]


def _half_empty(rng: Random) -> list[Inputs]:
    """A block whose first half adds zeros, and one whose second half does."""
    first, second = _blocks(rng, ((2, 3), (3, 4)))
    first["args"][1] = [[0.0] * 2 for _ in range(2)]
    second["args"][3] = [[0.0] * 4 for _ in range(3)]
    return [first, second]


EXERCISES = (
    Exercise(
        name="norm_by_hand",
        lesson="27b",
        title="RMS norm by hand",
        prompt="""\
A letter's numbers are (9, −3, 3, 1). Leave the 1e-5 out. `"root"`: the root by which RMS norm divides. `"second"`: what it makes of the
second number. `"ten times"`: what it makes of the second number if they are (90, −30, 30, 10). `"handed on"`: for (9, −3, 3, 1) the network of the block
answers (2, 0, −1, 4); which first number is handed on?""",
        stub='norm_by_hand = {"root": None, "second": None, "ten times": None, "handed on": None}\n',
        stub_sentence=NO_NUMBER_YET,
        needs=("engine",),
        solution="""\
root = ((9**2 + 3**2 + 3**2 + 1**2) / 4) ** 0.5
norm_by_hand = {"root": root, "second": -3 / root, "ten times": -30 / (10 * root), "handed on": 9 + 2}
""",
        hints=(
            "The squares are 81, 9, 9 and 1. Their mean, then its root.",
            "All numbers ten times as large: what becomes of the root?",
            "A way around: what came in, plus what the network makes of it.",
        ),
        rows=tuple(
            Row(key, 1, ask_for_entries([key]), probe=probes.entries_by_hand, judge=judge_numbers(1e-3))
            for key in _BY_HAND
        ),
        wrong_answers=(
            _by_hand("100 is the sum of the squares. Still to come: the mean of the four, and its root.", "root", 100),
            _by_hand("25 is the mean of the squares. Its root is asked for.", "root", 25),
            _by_hand("That is the root of the sum. Take the *mean* of the squares first: divide by 4.", "root", 10),
            _by_hand("That is half of 25. Take its square root: which number times itself is 25?", "root", 12.5),
            _by_hand("That is the mean of the numbers. RMS norm takes the mean of their *squares*.", "root", 2.5),
            _by_hand(
                "That is the mean of the sizes, without signs. Take the mean of the *squares*, then its root.",
                "root",
                4,
            ),
            _by_hand("The square of −3 is 9, not −9: squares have no sign.", "root", (82 / 4) ** 0.5),
            _by_hand("The mean was taken away before squaring. RMS norm squares what is there.", "root", 18.75**0.5),
            _by_hand("The size is right. RMS norm keeps signs: the second number is −3.", "second", 0.6),
            _by_hand("You divided by √100. By the root of the *mean* of the squares, please.", "second", -0.3),
            _by_hand("You divided by the mean of the squares. By its root, please.", "second", -0.12),
            _by_hand("That is multiplied by the root: divide.", "second", -15),
            _by_hand("That is the second number as it came in: divide it by the root.", "second", -3),
            _by_hand("That is upside down: the number stands above, the root below.", "second", -5 / 3),
            _by_hand("You took the mean away. RMS norm takes nothing away; it only divides.", "second", -5.5),
            _by_hand(
                "You took the mean away first. RMS norm takes nothing away; it only divides.",
                "second",
                -5.5 / 18.75**0.5,
            ),
            _by_hand(
                "That is divided by the mean of the sizes. Squares, please, then the mean, then the root.",
                "second",
                -0.75,
            ),
            _by_hand("That is what becomes of the first number.", "second", 1.8),
            _by_hand("The root grows as well, to 50. Divide −30 by that.", "ten times", -6),
            _by_hand("The root grows tenfold, but so does the number.", "ten times", -0.06),
            _by_hand("That is the number as it came in. Which root belongs to these four?", "ten times", -30),
            _by_hand("The size is right; signs are kept.", "ten times", 0.6),
            _by_hand("That is the root now. Divide −30 by it.", "ten times", 50),
            _by_hand(
                "To the *normed* number nothing is added: the way around carries what came in, 9.", "handed on", 3.8
            ),
            _by_hand("That is the network's part alone: it is added to what came in.", "handed on", 2),
            _by_hand("That is what came in. The network's part is added to it.", "handed on", 9),
            _by_hand("They are added, not multiplied.", "handed on", 18),
            _by_hand("Asked is for (9, −3, 3, 1), not for numbers ten times as large.", "handed on", 92),
            _by_hand("That is the second number that is handed on, −3 + 0. The first is asked for.", "handed on", -3),
            _by_hand(
                "That is the normed number, times the network's. It is a plus, and what came in.", "handed on", 3.6
            ),
            _by_hand(
                "The norm stands in front of the network alone. What came in is added as it is: 9.", "handed on", 1.8
            ),
        ),
    ),
    Exercise(
        name="network_part",
        lesson="27b",
        title="The network of a block",
        prompt="""\
Write `network_part(x, widen, narrow)`, with plain numbers. `x` is a letter's list. `widen` is a list of rows, each as long as x: a row's dot product
with the *normed* x is one unit's sum, and relu is taken of it. `narrow` has a row for each number of x, as long as there are units. Return what
the block hands on: x, and the network's part added to it, number by number. In the norm add 1e-5 to the mean before the root is taken.""",
        docstring="What comes in, and the network's part added to it.",
        solution=_PART,
        hints=(
            "First the norm: root = (mean of the squares + 1e-5) ** 0.5, and each number divided by it.",
            "A unit: max(0, sum(w * a for w, a in zip(row, normed))), for each row of widen. Narrow is the same, without relu.",
            "At the end x is needed as it came in: so give the normed list a name of its own.",
        ),
        rows=(
            Row("a letter of zeros, a small one, another", 1, _with_nothing, judge=judge_numbers(1e-3)),
            Row("any letters", 2, lambda rng: _letters(rng, ((1, 4), (3, 5), (4, 8))), judge=judge_numbers(1e-3)),
        ),
        wrong_parts={
            "return [a + b for a, b in zip(x, added)]": {
                "return added": "That is the network's part alone: add it to x. That is the way around.",
                "return [a + b for a, b in zip(normed, added)]": "The network's part is added to the normed list. Add it to x as it came in.",
                "return [a * b for a, b in zip(x, added)]": "x and the network's part are added, not multiplied.",
                "return [*x, *added]": "One list is hung behind the other. Add number to number.",
                "return [(a + b) / 2 for a, b in zip(x, added)]": "A plain sum, no mean: x is handed on whole.",
                "return [a - b for a, b in zip(x, added)]": "The network's part is added, not taken away.",
            },
            _ROOT: {
                "root = (sum(a * a for a in x) + 1e-5) ** 0.5": "That is the root of the *sum* of the squares: divide by how many there are, for the mean.",
                "root = sum(a * a for a in x) / len(x) + 1e-5": "You divide by the mean of the squares: its root is missing.",
                "root = sum(abs(a) for a in x) / len(x) + 1e-5": "That is the mean of the sizes: take the mean of the squares, then its root.",
                "root = (abs(sum(a for a in x) / len(x)) + 1e-5) ** 0.5": "The numbers are to be squared before the mean is taken.",
                "root = (sum(a * a for a in x) / len(x)) ** 0.5 or 1e-9; root = 1 / root": "Each number is multiplied by the root: divide.",
            },
            _WIDE: {
                "wide = [sum(w * a for w, a in zip(row, normed)) for row in widen]": "relu is missing: without it, widening and narrowing are a single matrix.",
                "wide = [max(0, sum(w * a for w, a in zip(row, x))) for row in widen]": "The network is to read the *normed* list; here it reads x itself.",
                "wide = [sum(w * max(0, a) for w, a in zip(row, normed)) for row in widen]": "relu comes after the sum of a unit, not before.",
                "wide = [sum(max(0, w * a) for w, a in zip(row, normed)) for row in widen]": "relu is taken of each product: take it of a unit's sum.",
                "wide = [abs(sum(w * a for w, a in zip(row, normed))) for row in widen]": "That is the size of a sum. relu makes 0 of what is negative.",
            },
            "added = [sum(w * a for w, a in zip(row, wide)) for row in narrow]": {
                "added = [max(0, sum(w * a for w, a in zip(row, wide))) for row in narrow]": "Only widening has a relu. What is added may be negative, too.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The mean is taken away first. RMS norm takes nothing away; it only divides.",
                edits={
                    _ROOT: "mean = sum(x) / len(x)\n    root = (sum((a - mean) ** 2 for a in x) / len(x) + 1e-5) ** 0.5",
                    "a / root for": "(a - mean) / root for",
                },
            ),
            WrongAnswer(
                "A unit is squeezed by tanh. In this network it goes through relu.",
                edits={
                    "[max(0, sum(w * a for w, a in zip(row, normed)))": "[(lambda e: (e - 1) / (e + 1))(2.718281828459045 ** (2 * sum(w * a for w, a in zip(row, normed))))"
                },
            ),
            WrongAnswer(
                "Right where numbers are large. For a letter of zeros the root is 0: add 1e-5 to the mean.",
                edits={" + 1e-5": ""},
            ),
            WrongAnswer(
                "1e-5 stands behind the root. Add it to the mean, before the root is taken: small numbers notice.",
                edits={" + 1e-5) ** 0.5": ") ** 0.5 + 1e-5"},
            ),
            WrongAnswer(
                "A letter of zeros is looked after. But 1e-5 is added to every mean: small numbers notice.",
                edits={" + 1e-5) ** 0.5": ") ** 0.5 or 1.0"},
            ),
            WrongAnswer(
                "The norm stands on the wrong side: take it of what the network reads, not of what it gives.",
                source="""\
def network_part(x, widen, narrow):
    wide = [max(0, sum(w * a for w, a in zip(row, x))) for row in widen]
    added = [sum(w * a for w, a in zip(row, wide)) for row in narrow]
    root = (sum(a * a for a in added) / len(added) + 1e-5) ** 0.5
    return [a + b / root for a, b in zip(x, added)]
""",
            ),
            WrongAnswer(
                "The norm is taken at the very end, of the sum. It belongs in front of the network, and x goes around it.",
                source="""\
def network_part(x, widen, narrow):
    wide = [max(0, sum(w * a for w, a in zip(row, x))) for row in widen]
    added = [sum(w * a for w, a in zip(row, wide)) for row in narrow]
    out = [a + b for a, b in zip(x, added)]
    root = (sum(a * a for a in out) / len(out) + 1e-5) ** 0.5
    return [a / root for a in out]
""",
            ),
            WrongAnswer(
                "That is the normed list. The network is still to come.",
                edits={"return [a + b for a, b in zip(x, added)]": "return normed"},
            ),
            WrongAnswer(
                "Those are the units. Narrow them, and add what came in.",
                edits={"return [a + b for a, b in zip(x, added)]": "return wide"},
            ),
            WrongAnswer(
                "What came in comes back: nothing is added to it.",
                edits={"return [a + b for a, b in zip(x, added)]": "return x"},
            ),
        ),
    ),
    Exercise(
        name="repair_block",
        lesson="27b",
        title="A block that forgets",
        prompt="""\
One letter alone: its attention weight is 1, so attention is just its value, one matrix. This `block_of_one` runs. But
with three matrices of zeros a block must hand x on as it came in, and this one does not. Find the fault, in both halves, and mend it. Each half
must still read the normed list.""",
        answer="block_of_one",
        stub=_FORGETS,
        stub_sentence="What is x after the line `x = rms_norm(x)`? And what is then added to what?",
        solution=_BLOCK,
        hints=(
            "With matrices of zeros each half adds zeros. So what is handed on is what stands on the left of the plus.",
            "The norm is written into x, so the x that came in is gone. That happens twice.",
            "Give the normed list a name of its own: the matrix reads that, the plus takes x.",
        ),
        rows=(
            Row("one matrix of zeros", 1, _half_empty, judge=judge_numbers(1e-3)),
            Row("any matrices", 2, lambda rng: _blocks(rng, ((2, 3), (3, 4), (4, 6))), judge=judge_numbers(1e-3)),
        ),
        wrong_answers=(
            WrongAnswer(
                "The first half is mended; the second still writes the norm into x.", edits={_SECOND: _OVER_SECOND}
            ),
            WrongAnswer(
                "The second half is mended; the first still writes the norm into x.", edits={_FIRST: _OVER_FIRST}
            ),
            WrongAnswer(
                "x is handed on now, but nothing is normed any more: each half must read the normed list.",
                edits={
                    _FIRST: "x = [a + b for a, b in zip(x, times(value, x))]",
                    _SECOND: "    wide = [max(0, a) for a in times(widen, x)]\n",
                },
            ),
            WrongAnswer(
                "In the first half the norm is gone: its matrix must read the normed list.",
                edits={"times(value, normed)": "times(value, x)"},
            ),
            WrongAnswer(
                "In the second half the norm is gone: its matrix must read the normed list.",
                edits={"times(widen, normed)": "times(widen, x)"},
            ),
            WrongAnswer(
                "The second half reads the norm of the x that came in. After the first half x is another list: norm it anew.",
                edits={_SECOND: "    wide = [max(0, a) for a in times(widen, normed)]\n"},
            ),
            WrongAnswer(
                "The second half norms the list that is normed already. After the first half x is another list: norm that.",
                edits={"    normed = rms_norm(x)\n    wide": "    normed = rms_norm(normed)\n    wide"},
            ),
            WrongAnswer(
                "The norm stands behind the matrices now: each half is to *read* the normed list.",
                edits={
                    "times(value, normed)": "rms_norm(times(value, x))",
                    "times(widen, normed)": "times(widen, x)",
                    "zip(x, times(narrow, wide))": "zip(x, rms_norm(times(narrow, wide)))",
                },
            ),
            WrongAnswer(
                "To the x that came in both halves should add: at the end the first half's part is missing.",
                edits={_FIRST: "start = x\n    " + _FIRST, "zip(x, times(narrow": "zip(start, times(narrow"},
            ),
            WrongAnswer(
                "The x that came in is kept, but only the last plus uses it: so what the first half added is lost.",
                edits={
                    _FIRST: "start = x\n    " + _OVER_FIRST,
                    _SECOND: _OVER_SECOND,
                    "zip(x, times(narrow": "zip(start, times(narrow",
                },
            ),
            WrongAnswer(
                "x and the normed list are both added. The plus takes x alone; the matrix reads the normed list.",
                edits={
                    "[a + b for a, b in zip(x, times(value, normed))]": "[a + b + c for a, b, c in zip(x, normed, times(value, normed))]"
                },
            ),
            WrongAnswer(
                "The names are crossed: here the matrices read x, and the plus takes the normed list.",
                edits={
                    "zip(x, times(value, normed))": "zip(normed, times(value, x))",
                    "times(widen, normed)": "times(widen, x)",
                    "zip(x, times(narrow": "zip(normed, times(narrow",
                },
            ),
            WrongAnswer(
                "The norm stands behind the matrices now, on the wrong side: each half is to *read* the normed list.",
                edits={
                    "times(value, normed)": "rms_norm(times(value, x))",
                    "times(widen, normed)": "times(widen, x)",
                },
            ),
            WrongAnswer(
                "The way around is gone: what comes back is the network's part alone.",
                edits={"return [a + b for a, b in zip(x, times(narrow, wide))]": "return times(narrow, wide)"},
            ),
            WrongAnswer(
                "relu is lost in the second half.",
                edits={"[max(0, a) for a in times(widen, normed)]": "times(widen, normed)"},
            ),
            WrongAnswer(
                "The norm is taken of the sum at the end: what is handed on is not normed.",
                edits={
                    "return [a + b for a, b in zip(x, times(narrow, wide))]": "return rms_norm([a + b for a, b in zip(x, times(narrow, wide))])"
                },
            ),
            WrongAnswer(
                "Now x comes back as it came in, whatever the matrices are.",
                edits={_BLOCK.partition("widen, narrow):\n")[2]: "    return x\n"},
            ),
        ),
    ),
)
