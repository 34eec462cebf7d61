"""Lesson 25: what a network reads, which rows of a table it moves, and what must be held out."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import probes, random_number, zeros


def _name(rng: Random, length: int) -> list[int]:
    """A name of different letters, as numbers."""
    return rng.sample(range(1, 27), length)


def _read(rng: Random, *shapes: tuple[int, int]) -> list[Inputs]:
    return [{"args": [_name(rng, length), back], "like": zeros(length + 1, back + 1)} for length, back in shapes]


def _arriving(rng: Random, *letters: list[int], count: int = 5, width: int = 2) -> list[Inputs]:
    """Of `count` letters some, and for each place its gradients."""
    return [
        {"args": [read, [[random_number(rng) for _ in range(width)] for _ in read], count], "like": zeros(count, width)}
        for read in letters
    ]


def _names(rng: Random, *shapes: tuple[int, int]) -> list[Inputs]:
    """Names of several lengths, and how many to count until the next one that is held out."""
    return [{"args": [[_name(rng, 2 + k % 3) for k in range(count)], every]} for count, every in shapes]


_SPLIT = """\
def pairs_of(name):
    return [[before, after] for before, after in zip([0, *name], [*name, 0])]


def split(names, every):
    train, held_out = [], []
    for number, name in enumerate(names):
        (train if number % every else held_out).extend(pairs_of(name))
    return train, held_out
"""
_CHOOSE = "(train if number % every else held_out).extend(pairs_of(name))"
_LEAK = """\
def pairs_of(name):
    return [[before, after] for before, after in zip([0, *name], [*name, 0])]


def split(names, every):
    train, held_out = [], []
    pairs = [pair for name in names for pair in pairs_of(name)]
    for number, pair in enumerate(pairs):
        (train if number % every else held_out).append(pair)
    return train, held_out
"""

EXERCISES = (
    Exercise(
        name="windows",
        lesson="25",
        title="What the network reads",
        prompt="""\
`name` is a list of letters as numbers, 1 to 26; 0 is the dot. Write `windows(name, back)`: for each place where something must be foretold,
a list of the `back` letters before it and, as the last number, the one that comes there. Where there are too few letters before it, dots
stand in front. After the last letter comes a dot. For [5, 8] and back = 3: [[0, 0, 0, 5], [0, 0, 5, 8], [0, 5, 8, 0]].""",
        docstring="For each letter, and for the dot at the end: those before it, and it.",
        solution="""\
def windows(name, back):
    signs = [0] * back + name + [0]
    return [signs[i : i + back + 1] for i in range(len(name) + 1)]
""",
        hints=(
            "Put `back` dots in front of the name, and one behind it.",
            "A name of five letters has six windows: one for each letter, one for the dot.",
            "signs[i : i + back + 1] are back + 1 numbers, from place i on.",
        ),
        rows=(
            Row("three letters back", 2, lambda rng: _read(rng, (2, 3), (4, 3), (7, 3)), probe=probes.returned_lists),
            Row("one, two, four", 1, lambda rng: _read(rng, (3, 1), (5, 2), (3, 4)), probe=probes.returned_lists),
        ),
        wrong_parts={
            "[0] * back + name + [0]": {
                "[0] * back + name": "The end is missing: after the last letter comes the dot, and that must be foretold, too.",
                "[0] + name + [0]": "One dot in front is enough for one letter back only: there must be `back` of them.",
                "[0] * 3 + name + [0]": "Three dots, whatever `back` is: right for three letters back alone.",
                "name[:back] + name + [0]": "In front of the first letter stand dots, not letters of the name.",
            },
            "range(len(name) + 1)": {
                "range(len(name))": "One is missing: after the last letter the dot must be foretold, too.",
                "range(1, len(name) + 1)": "The first window is missing: only dots, and the first letter.",
                "range(len(name) + 2)": "One too many: after the dot at the end nothing is foretold.",
            },
            "signs[i : i + back + 1]": {
                "signs[i : i + back]": "The number to foretell is missing: `back` letters and one more.",
                "signs[i : i + back + 1][::-1]": "The order is turned round: the letter just before stands just before the last number.",
                "[signs[i + back], *signs[i : i + back]]": "What is to be foretold stands last, behind the letters before it.",
                "[*signs[i : i + back][::-1], signs[i + back]]": "The letters before stand in their order: the one just before comes last of them.",
                "signs[i : i + 4]": "Four numbers, whatever `back` is: right for three letters back alone.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Only windows without dots in front: a network must foretell the first letters, too.",
                source="""\
def windows(name, back):
    signs = name + [0]
    return [signs[i : i + back + 1] for i in range(len(signs) - back)]
""",
            ),
            WrongAnswer(
                "Where too few letters stand before, dots must stand in front: each window has back + 1 numbers.",
                source="""\
def windows(name, back):
    signs = name + [0]
    return [signs[max(0, i - back) : i + 1] for i in range(len(signs))]
""",
            ),
            WrongAnswer(
                "Near the beginning `i - back` is below 0, and Python counts that from the end: put dots in front of the name.",
                source="""\
def windows(name, back):
    signs = name + [0]
    return [signs[i - back : i] + [signs[i]] for i in range(len(signs))]
""",
            ),
            WrongAnswer(
                "Near the beginning `i - back` is below 0, and Python counts that from the end. And the dot behind the last letter is missing.",
                source="""\
def windows(name, back):
    return [name[i - back : i] + [name[i]] for i in range(len(name))]
""",
            ),
            WrongAnswer(
                "Only the first window comes back. Does the `return` stand inside the loop?",
                edits={"for i in range(len(name) + 1)": "for i in range(1)"},
            ),
            WrongAnswer(
                "What is to be foretold comes right behind the letters before it; you take the one after that.",
                source="""\
def windows(name, back):
    signs = [0] * back + name + [0]
    return [[*signs[i : i + back], signs[i + back + 1]] for i in range(len(name))]
""",
            ),
            WrongAnswer(
                "One dot too few in front: `back` of them stand before the first letter.",
                edits={"[0] * back": "[0] * (back - 1)"},
            ),
            WrongAnswer(
                "Too many dots behind: after the first dot at the end nothing is foretold any more.",
                edits={"name + [0]": "name + [0] * back", "len(name) + 1": "len(name) + back"},
            ),
            WrongAnswer(
                "All letters so far, and so the windows grow: take the last `back` of them.",
                source="""\
def windows(name, back):
    signs = [0] * back + name + [0]
    return [signs[: i + back + 1] for i in range(len(name) + 1)]
""",
            ),
            WrongAnswer(
                "Each window is one plain list of its own: `back` letters, and behind them the number to foretell.",
                edits={
                    "return [signs[i : i + back + 1] for i in range(len(name) + 1)]": "return [sign for i in range(len(name) + 1) for sign in signs[i : i + back + 1]]"
                },
            ),
            WrongAnswer(
                "Too many windows: there is one for each letter of the name, and one for the dot at its end.",
                edits={"range(len(name) + 1)": "range(len(signs))"},
            ),
            WrongAnswer(
                "Three letters, whatever `back` is: right for three letters back alone.",
                edits={"[0] * back": "[0] * 3", "back + 1": "4"},
            ),
            WrongAnswer(
                "All windows are one and the same list, which changes as you go on: make a new one for each place.",
                source="""\
def windows(name, back):
    found, window = [], [0] * (back + 1)
    for sign in name + [0]:
        window.append(sign)
        window.pop(0)
        found.append(window)
    return found
""",
            ),
            WrongAnswer(
                "All windows are one and the same list, and what is taken out of it later is missing in all: put in a copy, `[*window]`.",
                source="""\
def windows(name, back):
    found, window = [], [0] * back
    for sign in name + [0]:
        window.append(sign)
        found.append(window)
        window.pop(0)
    return found
""",
            ),
            WrongAnswer(
                "Windows are cut side by side: each begins one letter further than the one before, not `back` letters.",
                edits={"signs[i : i + back + 1]": "signs[i * back : i * back + back + 1]"},
            ),
        ),
    ),
    Exercise(
        name="embedding_gradient",
        lesson="25",
        title="Back into the table",
        prompt="""\
A table has `count` rows, a row of numbers for each letter. The network has read the letters in the list `letters`: at place k it took row
letters[k]. Back come the gradients in `arriving`: arriving[k] is the list for place k. Write `embedding_gradient(letters, arriving, count)`:
the gradient of the whole table, a row for each letter.""",
        docstring="The gradients of all rows of the table.",
        solution="""\
def embedding_gradient(letters, arriving, count):
    grads = [[0.0] * len(arriving[0]) for _ in range(count)]
    for letter, row in zip(letters, arriving):
        for k, grad in enumerate(row):
            grads[letter][k] += grad
    return grads
""",
        hints=(
            "Begin with `count` rows of zeros: a letter that was not read has no part in the loss.",
            "What arrives at place k belongs to row letters[k].",
            "A letter that was read twice is used twice: contributions add up.",
        ),
        rows=(
            Row("each letter once", 1, lambda rng: _arriving(rng, [3, 0, 1], [4, 2, 0]), probe=probes.returned_lists),
            Row(
                "a letter twice",
                2,
                lambda rng: [
                    *_arriving(rng, [0, 0, 4], [1, 1, 1]),
                    *_arriving(rng, [2, 3, 2, 0], [5, 1, 1, 4], count=6, width=3),
                ],
                probe=probes.returned_lists,
            ),
        ),
        wrong_parts={
            "grads[letter][k] += grad": {
                "grads[letter][k] = grad": "A letter that was read twice keeps the last contribution alone: `+=`.",
                "grads[letter][k] -= grad": "The sign: contributions are added. The minus belongs to the update.",
                "grads[letter][k] += grad / letters.count(letter)": "That is the mean of a letter's contributions. They add up, as for any value that is used twice.",
                "grads[letter][k] += grad / len(letters)": "Divided by how many letters were read. Contributions just add up.",
            },
            "[[0.0] * len(arriving[0]) for _ in range(count)]": {
                "[[0.0] * len(arriving[0])] * count": "All rows are one and the same list: `[[0.0] * n] * count` makes one row, and takes it `count` times.",
                "[[1.0] * len(arriving[0]) for _ in range(count)]": "Gradients begin at 0, not at 1.",
                "[[0.0] * len(arriving[0]) for _ in letters]\n    letters = [sorted({*letters}).index(letter) for letter in letters]": "There must be a row for *each* letter of the alphabet, of those that were not read, too: zeros.",
            },
            "return grads": {
                "return [grads[letter] for letter in letters]": "A row for each place comes back. Asked is the table: a row for each letter, 0 to count − 1.",
                "return grads[::-1]": "The rows are the wrong way round: row 0 belongs to letter 0.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "What arrives at place k goes to row letters[k], not to row k.",
                edits={"zip(letters, arriving)": "enumerate(arriving)"},
            ),
            WrongAnswer(
                "The table is a list of rows, one for each letter; each has as many numbers as arrive at one place.",
                edits={"return grads": "return [grad for row in grads for grad in row]"},
            ),
            WrongAnswer(
                "Only letters that were read have a row. The others have one, too: zeros.",
                source="""\
def embedding_gradient(letters, arriving, count):
    grads = {}
    for letter, row in zip(letters, arriving):
        grads[letter] = [a + b for a, b in zip(grads.get(letter, [0.0] * len(row)), row)]
    return [grads[letter] for letter in sorted(grads)]
""",
            ),
            WrongAnswer(
                "`+=` on two lists puts one behind the other: add number to number.",
                edits={"for k, grad in enumerate(row):\n            grads[letter][k] += grad": "grads[letter] += row"},
            ),
            WrongAnswer(
                "A row is as long as the gradients that arrive at one place, not as many as letters were read.",
                edits={"len(arriving[0])": "len(letters)"},
            ),
            WrongAnswer(
                "The numbers of a row are added up. Each number of the table has a gradient of its own.",
                source="""\
def embedding_gradient(letters, arriving, count):
    grads = [0.0] * count
    for letter, row in zip(letters, arriving):
        grads[letter] += sum(row)
    return grads
""",
            ),
            WrongAnswer(
                "What came in comes back: it must be put into the rows of the letters that were read.",
                source="def embedding_gradient(letters, arriving, count):\n    return arriving\n",
            ),
            WrongAnswer(
                "`index` finds the first place of a letter alone. One that was read twice gets both contributions.",
                source="""\
def embedding_gradient(letters, arriving, count):
    zeros = [0.0] * len(arriving[0])
    return [arriving[letters.index(i)] if i in letters else zeros for i in range(count)]
""",
            ),
        ),
    ),
    Exercise(
        name="whole_names",
        lesson="25",
        title="Held out, or only half",
        prompt="""\
This function is broken. Of the names (lists of numbers) every `every`-th shall be held out, beginning with name number 0, and all pairs of the
others shall be trained on. But as it stands, pairs of *one* name lie on both sides: the network is asked about names that it has half seen.
Mend it: return the pairs of the names that are trained on, and the pairs of those that are held out, each in the order in which they come.""",
        answer="split",
        stub=_LEAK,
        stub_sentence="It does as it did: each single pair is dealt out, so a name lies on both sides. What is to be dealt out?",
        solution=_SPLIT,
        hints=(
            "What must stay together? A whole name.",
            "Go through names, not through pairs: `for number, name in enumerate(names)`.",
            "All pairs of a name at once: `extend(pairs_of(name))`.",
        ),
        rows=(
            Row("every third and fourth", 2, lambda rng: _names(rng, (7, 3), (9, 4)), probe=probes.returned_sides),
            Row("every second and fifth", 1, lambda rng: _names(rng, (5, 2), (11, 5)), probe=probes.returned_sides),
        ),
        wrong_parts={
            _CHOOSE: {
                "(held_out if number % every else train).extend(pairs_of(name))": "The sides are swapped: few are held out, most are trained on.",
                "(train if (number + 1) % every else held_out).extend(pairs_of(name))": "Name number 0 is the first that is held out; here it is the last of the first few.",
                "(train if number >= every else held_out).extend(pairs_of(name))": "The first `every` names are held out. In a list by the alphabet those all begin alike: take every so-manyth.",
                "(train if number >= len(names) // every else held_out).extend(pairs_of(name))": "The first ones of the list are held out. In a list by the alphabet those all begin alike: take every so-manyth.",
                "(train if number < len(names) - len(names) // every else held_out).extend(pairs_of(name))": "The last ones of the list are held out. In a list by the alphabet those all begin alike: take every so-manyth.",
                "(train if len(name) % every else held_out).extend(pairs_of(name))": "Dealt out by the length of a name: then both sides are of different kinds. Take its number in the list.",
                "train.extend(pairs_of(name))\n        if number % every == 0:\n            held_out.extend(pairs_of(name))": "What is held out is trained on as well: it must be left out there.",
                "(train if number % every else held_out).append(name)": "Names come back. Asked are their pairs.",
                "(train if number % 10 else held_out).extend(pairs_of(name))": "Every tenth, whatever `every` is.",
                "(train if number % every else held_out).append(pairs_of(name))": "Each side is one list of pairs; yours has a list for each name. `extend` puts in the pairs themselves.",
            },
            "return train, held_out": {
                "return train + held_out": "Two lists are asked for: the pairs to train on, and those that are held out.",
                "return train": "Only what is trained on comes back: return both lists.",
                "return held_out": "Only what is held out comes back: return both lists.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Pairs of each single name are dealt out: so every name lies on both sides. Deal out names.",
                edits={
                    _CHOOSE: "for k, pair in enumerate(pairs_of(name)):\n            (train if k % every else held_out).append(pair)"
                },
            ),
            WrongAnswer(
                "Only the first pair of each name comes back: all of them, by `extend`.",
                edits={_CHOOSE: "(train if number % every else held_out).append(pairs_of(name)[0])"},
            ),
            WrongAnswer(
                "Pairs are shuffled, or sorted, and dealt out singly: a name still lies on both sides.",
                source=_LEAK.replace("enumerate(pairs)", "enumerate(sorted(pairs))"),
            ),
            WrongAnswer(
                "The first pairs of the list are held out: where the border falls, a name lies on both sides. Deal out names.",
                source=_LEAK.replace("number % every", "number >= len(pairs) // every"),
            ),
            WrongAnswer(
                "Pairs that are alike are trained on once only. A pair of a hundred names must count a hundred times.",
                edits={
                    _CHOOSE: "for pair in pairs_of(name):\n            side = train if number % every else held_out\n            if pair not in side:\n                side.append(pair)"
                },
            ),
            WrongAnswer(
                "Pairs that occur on both sides are taken out of one. They may well occur twice: only a *name* must lie on one side.",
                source=_SPLIT.replace(
                    "    return train, held_out\n",
                    "    return [pair for pair in train if pair not in held_out], held_out\n",
                ),
            ),
        ),
    ),
)
