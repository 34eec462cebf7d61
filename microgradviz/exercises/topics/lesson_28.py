"""Lesson 28: how large a GPT is, what it must foretell, and which letter surprised it most."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import draw_several_cases


def _name(rng: Random, length: int, context: int) -> Inputs:
    return {"args": [rng.sample(range(1, 27), length), context]}


def _looked_at(rng: Random, letters: int, places: int) -> Inputs:
    """Shares for what comes at each place, and what came."""
    rows = [[rng.uniform(0.1, 2.0) ** 2 for _ in range(letters)] for _ in range(places)]
    shares = [[round(x / sum(row), 4) for x in row] for row in rows]
    return {"args": [shares, [rng.randrange(letters) for _ in range(places)]]}


_SIZE = """\
def gpt_size(letters, context, width):
    rows = 2 * letters + context
    squares = 4 * width * width
    network = 2 * 4 * width * width
    return rows * width + squares + network
"""
_SHIFTED = """\
def letters_and_targets(name, context):
    numbers = [0, *name, 0]
    letters = numbers[:-1][:context]
    targets = numbers[1:][:context]
    return letters, targets
"""

EXERCISES = (
    Exercise(
        name="gpt_size",
        lesson="28",
        title="How large is it?",
        prompt="""\
A GPT of one block has the tables above, and no biases. Write `gpt_size(letters, context, width)`: how many numbers they hold
together, for an alphabet of `letters` signs, at most `context` of them read at once, and `width` numbers for each.""",
        docstring="How many parameters a GPT of one block has.",
        solution=_SIZE,
        hints=(
            "Three tables have rows of `width`: one row a sign, one row a place, one row a sign to score by.",
            "query, key, value and mix have `width` rows of `width` numbers.",
            "widen has 4 · width rows of width, narrow has width rows of 4 · width: 4 · width² each.",
        ),
        rows=(
            Row(
                "small ones",
                1,
                draw_several_cases(3, lambda rng: {"args": [rng.randint(3, 9), rng.randint(2, 7), rng.randint(2, 4)]}),
            ),
            Row(
                "larger ones",
                2,
                draw_several_cases(
                    3, lambda rng: {"args": [rng.randint(30, 90), rng.randint(20, 60), rng.randint(20, 48)]}
                ),
            ),
        ),
        wrong_parts={
            "rows = 2 * letters + context": {
                "rows = letters + context": "Two tables have a row for each sign: the one that is read from, and the one that scores.",
                "rows = 2 * letters": "The places are missing: each of the `context` places has a row, too.",
                "rows = 2 * letters * context": "Places and signs have tables of their own: their rows add up.",
                "rows = 2 * letters + 2 * context": "There is one table of places: nothing scores places at the end.",
                "rows = 2 * letters + 16": "16 places are this lesson's GPT. How many there are stands in `context`.",
                "rows = context": "The signs are missing: a table to read from, and one to score by.",
            },
            "squares = 4 * width * width": {
                "squares = 3 * width * width": "query, key, value and mix are four.",
                "squares = 4 * width": "Each of the four has `width` rows of `width` numbers.",
                "squares = 4 * 4 * width * width": "Heads need no tables of their own: each takes its part of the width.",
                "squares = width * width": "There are four of them: query, key, value and mix.",
            },
            "network = 2 * 4 * width * width": {
                "network = 4 * width * width": "4 · width² are missing. query, key, value and mix have so many, and widen and narrow so many *each*.",
                "network = 2 * width * width": "The network in the block is four times as wide in its middle.",
                "network = 2 * 4 * width": "widen has 4 · width rows *of width numbers*; narrow as many.",
                "network = 2 * 4 * width * 4 * width": "Only one side of widen and of narrow is four times as long.",
                "network = 2 * 4 * width * width + 5 * width": "There are no biases here.",
                "network = 0": "widen and narrow are missing.",
            },
            "rows * width": {
                "rows": "Each of these rows holds `width` numbers.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Signs, places and width all multiplied: they belong to different tables, which add up.",
                source="def gpt_size(letters, context, width):\n    return letters * context * width\n",
            ),
            WrongAnswer(
                "That is the size of this lesson's GPT, and it is asked for others: compute it from all three numbers.",
                source="def gpt_size(letters, context, width):\n    return 4192\n",
            ),
        ),
    ),
    Exercise(
        name="repair_targets",
        lesson="28",
        title="A loss of almost nothing",
        prompt="""\
Somebody trained on what this function makes: soon the loss was nearly 0, yet every name that it made up was empty. `name` is a
list of numbers, 1 to 26; 0 is the dot. Return two lists, equally long: what is read, at most `context` of it, and for each what
comes next. Mend it.""",
        answer="letters_and_targets",
        stub=_SHIFTED.replace("targets = numbers[1:]", "targets = numbers[:-1]"),
        stub_sentence="What is to be foretold is still what has just been read: so after a dot it says dot. What comes next?",
        solution=_SHIFTED,
        hints=(
            "Which letter may the model look at when it foretells number k? And which one is it to say?",
            "Both lists come from `numbers`; one is a place ahead of the other.",
            "`numbers[1:]`, cut to `context`.",
        ),
        rows=(
            Row("names that fit", 2, lambda rng: [_name(rng, 4, 9), _name(rng, 7, 8), _name(rng, 1, 5)]),
            Row("names that are cut", 1, lambda rng: [_name(rng, 6, 4), _name(rng, 8, 8), _name(rng, 5, 1)]),
        ),
        wrong_parts={
            "targets = numbers[1:][:context]": {
                "targets = numbers[1:]": "What comes next is right, but not cut: a long name then has more of it than is read.",
                "targets = numbers[2:][:context]": "That is two places ahead: the first letter is never foretold.",
                "targets = [*name][:context]": "The dot behind the name is to be foretold, too: else no name ever ends.",
                "targets = [0, *numbers[:-1]][:context]": "Shifted the other way: those are the letters that came *before*.",
                "targets = letters[1:] + [0]": "Right for names that fit. One that is cut does not end there: what comes next is its next letter.",
                "targets = numbers[1 : context]": "One is missing at the end of a name that is cut: shift first, then cut.",
                "targets = letters[1:]": "The last one that is read has nothing to foretell: the lists must be equally long.",
                "targets = letters[::-1]": "Turned round: what comes next is one place on, not the end first.",
                "targets = numbers[:context]": "That still begins with the dot that is read first.",
            },
            "letters = numbers[:-1][:context]": {
                "letters = numbers[1:][:context]": "Now both are shifted, and equal again: leave what is read as it was.",
                "letters = [*name][:context]": "The dot that begins a name is to be read, too: it is what the first letter comes after.",
                "letters = numbers[:context]": "The last dot is read as well, and nothing comes after it.",
            },
            "return letters, targets": {
                "return targets, letters": "The other way round: first what is read, then what comes next.",
                "return letters": "Only what is read comes back: return both lists.",
                "return targets": "Only what comes next is returned: return both lists.",
                "return [[a, b] for a, b in zip(letters, targets)]": "Pairs come back. Asked are two lists: what is read, and what comes next.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "One is ahead of the other, which is right. But `context` is what is read at most: cut both lists.",
                source=_SHIFTED.replace("[:context]", ""),
            ),
            WrongAnswer(
                "The name is cut before its dots are put on: it is read a place too far, and seems to end where it is cut.",
                source=_SHIFTED.replace("[:context]", "").replace("*name", "*name[:context]"),
            ),
            WrongAnswer(
                "Cut first, then shifted: so each list lacks one. Shift first, then cut.",
                source=_SHIFTED.replace("[:context]", "").replace("0]\n", "0][:context]\n"),
            ),
            WrongAnswer(
                "The dot that begins a name is missing: after it comes the first letter.",
                source=_SHIFTED.replace("[0, *name, 0]", "[*name, 0]"),
            ),
        ),
    ),
    Exercise(
        name="most_surprising",
        lesson="28",
        title="The letter that surprised it most",
        prompt="""\
A model has read a name. `shares[k]` is the list of shares that it gave to what comes at place k; `targets[k]` says which one came. Write
`most_surprising(shares, targets)`: return the place where its loss was largest, counted from 0, and that loss.""",
        docstring="The place of the largest loss, and that loss.",
        solution="""\
import math


def most_surprising(shares, targets):
    losses = [-math.log(row[target]) for row, target in zip(shares, targets)]
    place = losses.index(max(losses))
    return place, losses[place]
""",
        hints=(
            "The loss at place k is −log of the share that it gave to what came: `shares[k][targets[k]]`.",
            "Make the list of all losses first.",
            "`losses.index(max(losses))` is the place of the largest.",
        ),
        rows=(
            Row("four signs", 1, lambda rng: [_looked_at(rng, 4, places) for places in (1, 3, 5)]),
            Row("27 signs", 2, lambda rng: [_looked_at(rng, 27, places) for places in (4, 6, 9)]),
        ),
        wrong_parts={
            "-math.log(row[target])": {
                "math.log(row[target])": "The log of a share is negative: without the minus the largest is the *least* surprising.",
                "row[target]": "A large share is no surprise: the loss is −log of it.",
                "1 - row[target]": "The place is right, but the loss is −log of the share.",
                "1 / row[target]": "The place is right, but the loss is −log of the share: log of this.",
                "-math.log(min(row))": "That is what the least likely sign would have cost. Take the share of what *came*.",
                "-math.log(max(row))": "That is how sure it was of its favourite. Take the share of what *came*.",
                "-math.log2(row[target])": "The place is right, but the loss takes the natural log: `math.log`.",
                "-math.log10(row[target])": "The place is right, but that is the log to base 10: the loss takes `math.log`.",
                "-row[target] * math.log(row[target])": "Multiplied by its share once more: the loss is −log of the share alone.",
                "-math.log(row[-1])": "Always the last sign's share: take that of what came, row[target].",
                "-math.log(row[0])": "Always the dot's share: take that of what came, row[target].",
            },
            "place = losses.index(max(losses))": {
                "place = losses.index(min(losses))": "That is where it was surprised *least*.",
                "place = 0": "Not always the first: which loss is the largest?",
                "place = len(losses) - 1": "Not always the last: which loss is the largest?",
            },
            "return place, losses[place]": {
                "return place": "The place alone comes back: return the loss there, too.",
                "return losses[place]": "The loss alone comes back: return its place before it.",
                "return losses[place], place": "The other way round: the place first, then the loss.",
                "return place, -losses[place]": "The place is right, and so is the size. The loss is −log: above 0.",
                "return place + 1, losses[place]": "Places are counted from 0.",
                "return place, sum(losses)": "That is the loss of all places together.",
                "return place, sum(losses) / len(losses)": "That is the mean loss. Asked is the largest.",
                "return targets[place], losses[place]": "That is which sign came there. Asked is the place.",
                "return place, shares[place][targets[place]]": "The place is right, but that is the share: the loss is −log of it.",
                "return losses": "All losses come back. Which is the largest, and where?",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Turned round: `shares[k]` belongs to place k, and `targets[k]` says which share of it to take.",
                source="""\
import math


def most_surprising(shares, targets):
    losses = [-math.log(shares[target][k]) for k, target in enumerate(targets)]
    return losses.index(max(losses)), max(losses)
""",
            ),
        ),
    ),
)
