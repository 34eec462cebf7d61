"""Lesson 26: a weight by hand, attention in plain lists, and one that shares out in the wrong direction."""

from __future__ import annotations

from functools import partial
from math import exp
from random import Random

from ..base import Exercise, Inputs, Row
from ..judge import ask_for_entries, judge_numbers, probes, random_numbers, zeros
from .lesson_00 import NO_NUMBER_YET
from .slips import slip

_E = (exp(2), exp(0), exp(-1))
_BY_HAND = {"score a": 2.0, "weight b": _E[1] / sum(_E), "output": (_E[0] + 10 * _E[1] - 4 * _E[2]) / sum(_E)}
_ATTEND = """\
import math


def attend(query, keys, values):
    scores = [sum(q * k for q, k in zip(query, key)) / math.sqrt(len(query)) for key in keys]
    exps = [math.exp(s) for s in scores]
    weights = [e / sum(exps) for e in exps]
    return [sum(w * value[c] for w, value in zip(weights, values)) for c in range(len(values[0]))]
"""
_MIX = "[sum(w * value[c] for w, value in zip(weights, values)) for c in range(len(values[0]))]"
_ALL = """\
import math


def attend_all(queries, keys, values):
    exps = []
    for query in queries:
        dots = [sum(q * k for q, k in zip(query, key)) for key in keys]
        exps.append([math.exp(dot / math.sqrt(len(query))) for dot in dots])
    outputs = []
    for i in range(len(queries)):
        total = sum(exps[i])
        weights = [e / total for e in exps[i]]
        outputs.append([sum(w * value[c] for w, value in zip(weights, values)) for c in range(len(values[0]))])
    return outputs
"""
_DOWNWARD = _ALL.replace(
    "        total = sum(exps[i])\n        weights = [e / total for e in exps[i]]\n",
    "        totals = [sum(row[j] for row in exps) for j in range(len(keys))]\n"
    "        weights = [e / total for e, total in zip(exps[i], totals)]\n",
)


_by_hand = partial(slip, "weight_by_hand", _BY_HAND)


def _arrows(rng: Random, letters: int, width: int) -> list[list[float]]:
    return [random_numbers(rng, width, -1.5, 1.5) for _ in range(letters)]


def _heads(rng: Random, sizes: tuple[tuple[int, int, int], ...]) -> list[Inputs]:
    """One query, and keys and values of so many letters: the width of the keys, then that of the values."""
    return [
        {"args": [_arrows(rng, 1, w)[0], _arrows(rng, n, w), _arrows(rng, n, v)], "like": [0] * v} for n, w, v in sizes
    ]


def queries_keys_values(rng: Random, sizes: tuple[tuple[int, int], ...]) -> list[Inputs]:
    """For each size, so many letters and so wide, a query, a key and a value of each letter."""
    return [{"args": [_arrows(rng, n, w) for _ in range(3)], "like": zeros(n, w)} for n, w in sizes]


EXERCISES = (
    Exercise(
        name="weight_by_hand",
        lesson="26",
        title="One weight, by hand",
        prompt="""\
Three letters, width 4. The query is (3, −1, 2, 0). The keys: a (2, 1, −0.5, 4), b (0, 2, 1, 1), c (0, 2, 0, 7). Their values are single
numbers: a has 1, b has 10, c has −4. Find a's score, b's weight, and the output, to three decimals. You may let Python compute:
`math.exp(2)`.""",
        stub='weight_by_hand = {"score a": None, "weight b": None, "output": None}\n',
        stub_sentence=NO_NUMBER_YET,
        needs=("engine",),
        solution="""\
import math

exps = [math.exp(dot / 2) for dot in (4, 0, -2)]
weights = [e / sum(exps) for e in exps]
weight_by_hand = {"score a": 2, "weight b": weights[1], "output": weights[0] * 1 + weights[1] * 10 + weights[2] * -4}
""",
        hints=(
            "The dot products are 4, 0 and −2. Which root belongs to width 4?",
            "exp of each score, then the total of the three. b's score is 0; what is exp(0)?",
            "The output is the sum of three products: each weight times its value.",
        ),
        rows=tuple(
            Row(key, 1, ask_for_entries([key]), probe=probes.entries_by_hand, judge=judge_numbers(1e-3))
            for key in _BY_HAND
        ),
        wrong_answers=(
            _by_hand("a's score is the dot product still: divide it by √4.", "score a", 4),
            _by_hand("a's dot product is divided by the width, 4; it is to be divided by its root.", "score a", 1),
            _by_hand("a's dot product is divided by √2. The width is 4 here: √4.", "score a", 4 / 2**0.5),
            _by_hand("In a's dot product two of the products are negative: −1 · 1 and 2 · (−0.5).", "score a", 3),
            _by_hand("That is exp of a's score.", "score a", _E[0]),
            _by_hand("b's score is 0, but exp(0) is 1: b gets a share of the total.", "weight b", 0),
            _by_hand("exp(0) is 1, and that is b's part of the total. Divide it by the total.", "weight b", 1),
            _by_hand("Shares are equal only where scores are. Take exp of each score.", "weight b", 1 / 3),
            _by_hand("These are dot products in exp: divide them by √4 first.", "weight b", 1 / (exp(4) + 1 + exp(-2))),
            _by_hand("The dot products are divided by 4, not by √4.", "weight b", 1 / (exp(1) + 1 + exp(-0.5))),
            _by_hand("That is a's weight.", "weight b", _E[0] / sum(_E)),
            _by_hand("That is c's weight.", "weight b", _E[2] / sum(_E)),
            _by_hand("c is missing in the total: its score is negative, its exp is not.", "weight b", 1 / (_E[0] + 1)),
            _by_hand("That is the total, upside down: b's exp stands above it.", "weight b", sum(_E)),
            _by_hand("That is the plain mean of the values: each counts by its weight.", "output", 7 / 3),
            _by_hand("That is the plain sum of the values: each counts by its weight.", "output", 7),
            _by_hand("The largest weight does not take all: the other values are in the mix, too.", "output", 1),
            _by_hand("The values are multiplied by scores: take the weights.", "output", 6),
            _by_hand("The values are multiplied by exps: divide by the total.", "output", _BY_HAND["output"] * sum(_E)),
            _by_hand("c's value is −4: its share is taken away.", "output", (_E[0] + 10 * _E[1] + 4 * _E[2]) / sum(_E)),
            _by_hand("That is b's part of the output alone.", "output", 10 * _E[1] / sum(_E)),
            _by_hand("c's share is missing.", "output", (_E[0] + 10 * _E[1]) / sum(_E)),
        ),
    ),
    Exercise(
        name="attend",
        lesson="26",
        title="Attention in plain lists",
        prompt="""\
Write `attend(query, keys, values)` with plain numbers and lists: `query` is a list of numbers, `keys` holds such a list for each letter, and
so does `values`, whose lists may have another length. Return the output, a list: scores by dot products over √width, weights by softmax,
and the values mixed. (The scores are small here: exp needs no help.)""",
        stub="""\
import math


def attend(query, keys, values):
    scores = [sum(q * k for q, k in zip(query, key)) for key in keys]
    return scores
""",
        stub_sentence="Those are the dot products. Still to come: √width, the softmax, and the values.",
        solution=_ATTEND,
        hints=(
            "The width is `len(query)`. Divide each dot product by its root.",
            "The softmax: exp of each score, divided by the sum of all exps.",
            "Place c of the output: the sum of weight · value[c], over all letters.",
        ),
        rows=(
            Row("one letter", 1, lambda rng: _heads(rng, ((1, 2, 2), (1, 3, 3))), probe=probes.returned_lists),
            Row(
                "several letters",
                2,
                lambda rng: _heads(rng, ((2, 2, 2), (3, 4, 4), (4, 3, 2))),
                probe=probes.returned_lists,
            ),
        ),
        wrong_parts={
            " / math.sqrt(len(query))": {
                "": "Right but for √width: each dot product is divided by it.",
                " / len(query)": "Each score is divided by the width; it is to be divided by the *root* of it.",
                " * math.sqrt(len(query))": "Multiplied by √width: divide by it.",
                " / math.sqrt(len(keys))": "That is the root of how many letters there are. The width is how many numbers a query has.",
                " / math.sqrt(len(values[0]))": "That is the root of the values' width. A score is made of query and key: it is the root of theirs.",
                " / math.sqrt(2)": "The width is not 2 for every query: it is `len(query)`.",
            },
            "weights = [e / sum(exps) for e in exps]": {
                "weights = exps": "The exps are not shares yet: divide each by the sum of all.",
                "weights = [s / sum(scores) for s in scores]": "Shares of the scores themselves: take exp first, for scores can be negative.",
                "weights = [1 / len(keys) for key in keys]": "Every letter gets the same share, whatever its key.",
                "weights = [float(s == max(scores)) for s in scores]": "The largest score takes all: softmax is soft.",
                "weights = [1 / (1 + math.exp(-s)) for s in scores]": "Each score is squeezed by itself, by sigmoid: softmax shares 1 among all of them.",
                "weights = [e / max(exps) for e in exps]": "Divided by the largest exp, the weights add up to more than 1: divide by their sum.",
            },
            _MIX: {
                "weights": "Those are the weights. The output mixes the values by them.",
                "[sum(w * key[c] for w, key in zip(weights, keys)) for c in range(len(values[0]))]": "The *keys* are mixed: they have done their part in the scores. Mix the values.",
                "[sum(s * value[c] for s, value in zip(scores, values)) for c in range(len(values[0]))]": "The values are multiplied by scores: take the weights.",
                "[sum(w * value[c] for w, value in zip(weights, values)) / len(values) for c in range(len(values[0]))]": "Divided by how many letters there are, too: the weights add up to 1 already.",
                "sum(w * x for w, value in zip(weights, values) for x in value)": "Both places are added into one number: the output is a list, place by place.",
                "[sum(value[c] for value in values) for c in range(len(values[0]))]": "The values are added up without their weights.",
                "[sum(w * x for w, x in zip(weights, column)) for column in zip(*keys)]": "The *keys* are mixed, all of their numbers: they have done their part in the scores. Mix the values.",
                "[sum(w * value[c] for w, value in zip(weights, values)) for c in range(len(query))]": "The output is as long as a *value*, which may be shorter than the query: `range(len(values[0]))`.",
                "[[sum(w * value[c] for w, value in zip(weights, values))] for c in range(len(values[0]))]": "The output is one list of numbers, with no lists in it.",
                "[[w * x for x in value] for w, value in zip(weights, values)]": "Each value is multiplied by its weight, which is right. Now add them up, place by place.",
            },
        },
    ),
    Exercise(
        name="repair_attention",
        lesson="26",
        title="Shares that do not add up",
        prompt="""\
Here every letter has its query: `attend_all` returns an output for each. It runs, and for one letter it is right. But some outputs
lie farther out than any value, which no mean can do. Find the fault and mend it.""",
        answer="attend_all",
        stub=_DOWNWARD,
        stub_sentence="Look at one query, i. What do its weights add up to? And over whom does `totals` add?",
        solution=_ALL,
        hints=(
            "Row i of `exps` belongs to query i. Among whom must its weights share out 1?",
            "`totals` adds down a column: one key, all queries. A query shares out among the keys of its own row.",
            "One total for each query: `sum(exps[i])`.",
        ),
        rows=(
            Row("two letters", 1, lambda rng: queries_keys_values(rng, ((2, 2), (2, 3))), probe=probes.returned_lists),
            Row(
                "several letters",
                2,
                lambda rng: queries_keys_values(rng, ((3, 2), (4, 3))),
                probe=probes.returned_lists,
            ),
        ),
        wrong_parts={
            "total = sum(exps[i])": {
                "total = sum(sum(row) for row in exps)": "One total for all queries: then each query has only a part of 1 to share out.",
                "total = sum(row[i] for row in exps)": "That is the sum of column i: what key i gets from all queries. Query i has row i.",
                "total = max(exps[i])": "Divided by the largest, the weights add up to more than 1.",
                "total = len(exps[i])": "Divided by how many there are: that is no total of exps.",
                "total = sum(exps[0])": "Always the total of the first query: each has one of its own.",
                "total = exps[i][i]": "That is what a letter has for itself alone: the total is over all keys.",
            },
            "outputs.append([": {
                "outputs.extend([": "The outputs come in one list of numbers. Each letter has an output of its own, a list.",
            },
            "weights = [e / total for e in exps[i]]": {
                "weights = [row[i] / total for row in exps]": "The total is right. But what it divides is column i: query i has row i.",
                "columns = [sum(column) for column in zip(*exps)]\n        weights = [e / column for e, column in zip(exps[i], columns)]\n        weights = [w / sum(weights) for w in weights]": "They add up to 1 now, but each was divided by another total before, its column's. Divide by the total of query i's own row, and by nothing else.",
                "weights = [1 / len(keys) for key in keys]": "The weights add up to 1 now, but every key has the same.",
                "weights = exps[i]": "Nothing is divided any more: the exps of a row are to become shares.",
            },
        },
    ),
)
