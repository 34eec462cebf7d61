"""Lesson 27: a masked head by hand, masked attention in plain lists, and a mean through which the future leaks."""

from __future__ import annotations

from functools import partial
from math import exp
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import ask_for_entries, judge_numbers, probes, random_numbers, zeros
from .lesson_00 import NO_NUMBER_YET
from .lesson_26 import queries_keys_values
from .slips import slip

_BY_HAND = {"output a": 10.0, "weight a for b": 0.2, "output b": 18.0, "c.grad": 0.0}
_SOFTMAX_AGAIN = exp(1) / (exp(1) + exp(4))
_SCORES = "scores = [sum(q * k for q, k in zip(query, key)) / math.sqrt(len(query)) for key in keys[: t + 1]]"
_WEIGHTS = "weights = [e / sum(exps) for e in exps]"
_MIXED = "[sum(w * value[c] for w, value in zip(weights, values)) for c in range(len(values[0]))]"
_MASKED = f"""\
import math


def attend_masked(queries, keys, values):
    outputs = []
    for t, query in enumerate(queries):
        {_SCORES}
        exps = [math.exp(s) for s in scores]
        {_WEIGHTS}
        outputs.append({_MIXED})
    return outputs
"""
_EXPS = "exps = [math.exp(s) for s in scores]"
_NO_MASK = {"keys[: t + 1]": "keys"}
_CENTRED = """\
import math


def attend_centred(queries, keys, values):
    width = len(values[0])
    outputs = []
    for t, query in enumerate(queries):
        mean = [sum(value[c] for value in values[: t + 1]) / (t + 1) for c in range(width)]
        scores = [sum(q * k for q, k in zip(query, key)) / math.sqrt(len(query)) for key in keys[: t + 1]]
        exps = [math.exp(s) for s in scores]
        weights = [e / sum(exps) for e in exps]
        outputs.append([sum(w * (value[c] - mean[c]) for w, value in zip(weights, values)) for c in range(width)])
    return outputs
"""
_MEAN = "        mean = [sum(value[c] for value in values[: t + 1]) / (t + 1) for c in range(width)]\n"
_LEAKING = _CENTRED.replace(_MEAN, "").replace(
    "    outputs = []\n",
    "    mean = [sum(value[c] for value in values) / len(values) for c in range(width)]\n    outputs = []\n",
)


_by_hand = partial(slip, "masked_by_hand", _BY_HAND)


def _narrow_values_and_a_loud_end(rng: Random) -> list[Inputs]:
    """Three letters with values of another width than the keys; the last key is what the first query looks for."""
    queries, keys = ([random_numbers(rng, 3, -1.5, 1.5) for _ in range(3)] for _ in range(2))
    queries[0], keys[-1] = [6.0, 5.0, 0.0], [8.0, 8.0, 0.0]  # a score of 51
    return [{"args": [queries, keys, [random_numbers(rng, 2, -1.5, 1.5) for _ in range(3)]], "like": zeros(3, 2)}]


EXERCISES = (
    Exercise(
        name="masked_by_hand",
        lesson="27",
        title="A masked head, by hand",
        prompt="""\
A masked head reads three letters, a, b and c, in this order. The *exps* of all scores, as they would be without the mask; a row is a query,
a column a key:

| | a | b | c |
|---|---:|---:|---:|
| **a** | 2 | 5 | 1 |
| **b** | 1 | 4 | 3 |
| **c** | 6 | 2 | 2 |

The values are single numbers: 10 of a, 20 of b, −10 of c. With the mask: what is the output at a? Which weight does a have for b's query, and
what is the output at b? And which gradient, `c.grad`, does c's *value* get from the output at b?""",
        stub='masked_by_hand = {"output a": None, "weight a for b": None, "output b": None, "c.grad": None}\n',
        stub_sentence=NO_NUMBER_YET,
        needs=("engine",),
        solution='masked_by_hand = {"output a": 10, "weight a for b": 1 / 5, "output b": 18, "c.grad": 0}\n',
        hints=(
            "Strike out in each row what comes later. What is left shares out 1.",
            "a sees itself alone. In b's row 1 and 4 are left: what is their total?",
            "The output at b: two weights, each times its value. And how much does that sum change if c's value moves?",
        ),
        rows=tuple(
            Row(key, 1, ask_for_entries([key]), probe=probes.entries_by_hand, judge=judge_numbers(1e-3))
            for key in _BY_HAND
        ),
        wrong_answers=(
            _by_hand("That is a's output without a mask: b and c come later than a.", "output a", 110 / 8),
            _by_hand("a's weight is 2/8 there: the exps of b and c are in the total still.", "output a", 2.5),
            _by_hand(
                "The value is multiplied by an exp: divide it by the total, which is that exp alone.", "output a", 20
            ),
            _by_hand("A letter sees itself: the mask leaves out what comes later.", "output a", 0),
            _by_hand("A weight stands there. The output is that weight times a's value.", "output a", 1),
            _by_hand("Divided by 8: c's exp is in the total still. The mask takes it away.", "weight a for b", 1 / 8),
            _by_hand("That is one exp over the other. A weight is an exp over the total.", "weight a for b", 1 / 4),
            _by_hand("b sees two letters, a and itself: their exps share 1.", "weight a for b", 1),
            _by_hand("That is b's own weight.", "weight a for b", 0.8),
            _by_hand("Row and column are swapped: b's query has the second row.", "weight a for b", 5 / 7),
            _by_hand("Row and column are swapped, and c is in the total.", "weight a for b", 5 / 8),
            _by_hand("You read down b's column: 5 and 4. A query is a row.", "weight a for b", 5 / 9),
            _by_hand("Equal shares? The exps in b's row are 1 and 4.", "weight a for b", 1 / 2),
            _by_hand("exp was taken once more: the table holds exps already.", "weight a for b", _SOFTMAX_AGAIN),
            _by_hand("That is the output without a mask: b does not see c.", "output b", 7.5),
            _by_hand("c's part is gone, but its exp is in the total still: divide by 5.", "output b", 90 / 8),
            _by_hand("The values are multiplied by exps: divide by the total of those two.", "output b", 90),
            _by_hand("That is a's value: b sees itself, too.", "output b", 10),
            _by_hand("That is b's value: b sees a, too.", "output b", 20),
            _by_hand("That is the plain mean of both values: each counts by its weight.", "output b", 15),
            _by_hand("The two weights have changed places.", "output b", 12),
            _by_hand("The exps are those of b's column, 5 and 4. b's query is the second row.", "output b", 130 / 9),
            _by_hand("That is c's weight without a mask. How much of c is in b's output?", "c.grad", 3 / 8),
            _by_hand("That is c's exp. The mask has taken it away, with all that hangs on it.", "c.grad", 3),
            _by_hand("With 1 all that c has would go into b's output. Is it in that sum at all?", "c.grad", 1),
            _by_hand("That is a's weight, and what a's value gets. And c's, which b does not see?", "c.grad", 0.2),
            _by_hand("That is b's weight, and what b's value gets. And c's, which b does not see?", "c.grad", 0.8),
            _by_hand("That is c's value. A gradient says how the output moves with it.", "c.grad", -10),
            _by_hand("That is c's share of the output without a mask.", "c.grad", -30 / 8),
        ),
    ),
    Exercise(
        name="attend_masked",
        lesson="27",
        title="Masked attention",
        prompt="""\
Write `attend_masked(queries, keys, values)` with plain lists: each letter has a query, a key and a value, which are lists of numbers. Return
an output for each letter, a list of lists. Letter t takes from the letters up to t, itself included, and from none that comes later. (Scores
are dot products over √width, as in lesson 26.)""",
        docstring="An output for each letter, which has seen none of the later ones.",
        solution=_MASKED,
        hints=(
            "One letter after the other: `for t, query in enumerate(queries)`. Which keys may it see?",
            "`keys[: t + 1]` are those up to t. exps, total and weights are made of these alone.",
            "Then all is as in lesson 26: the values, mixed by the weights. `zip` stops where the shorter list ends.",
        ),
        rows=(
            Row("two letters", 1, lambda rng: queries_keys_values(rng, ((2, 2), (2, 3))), probe=probes.returned_lists),
            Row(
                "several letters",
                2,
                lambda rng: [*queries_keys_values(rng, ((3, 2), (4, 3))), *_narrow_values_and_a_loud_end(rng)],
                probe=probes.returned_lists,
            ),
        ),
        wrong_parts={
            "keys[: t + 1]": {
                "keys": "No mask: every letter sees all others, those to come included.",
                "keys[: t + 2]": "One too many: letter t sees the one that comes next, which is what it shall foretell.",
                "keys[: max(t, 1)]": "A letter sees itself, too: up to t, t included.",
                "keys[:t]": "Letter 0 is given no letter at all. Each letter sees itself, too: up to t, t included.",
                "keys[:1]": "Only the first letter is seen, by all.",
            },
            " / math.sqrt(len(query))": {
                "": "The mask is right. But each dot product is divided by √width.",
                " / math.sqrt(len(values[0]))": "Divided by the root of the values' width: a score is made of query and key, so it is the root of theirs.",
                " / math.sqrt(t + 1)": "Divided by the root of how many letters are seen: it is the root of the width.",
            },
            _WEIGHTS: {
                "weights = exps": "The exps are not shares yet: divide each by their sum.",
                "weights = [1 / (t + 1) for e in exps]": "Every letter that is seen gets the same share, whatever its key.",
                "weights = [float(s == max(scores)) for s in scores]": "The largest score takes all: softmax is soft.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The later weights are dropped after the softmax: their exps are in the total still, so what is left does not add up to 1.",
                edits={**_NO_MASK, _WEIGHTS: "weights = [e / sum(exps) for e in exps][: t + 1]"},
            ),
            WrongAnswer(
                "One output is empty, or missing. Is letter 0 given no letter at all? It sees itself, too: up to t, t included.",
                edits={
                    "keys[: t + 1]": "keys[:t]",
                    _MIXED: "[sum(w * x for w, x in zip(weights, column)) for column in zip(*values[:t])]",
                },
            ),
            WrongAnswer(
                "An index is past the end of its list. Is letter 0 given no letter at all? It sees itself, too: up to t, t included.",
                edits={"keys[: t + 1]": "keys[:t]", "range(len(values[0]))": "range(len(values[:t][0]))"},
            ),
            WrongAnswer(
                "30 less is not left out: a later score that is large enough comes through all the same.",
                edits={
                    **_NO_MASK,
                    _EXPS: "exps = [math.exp(s - 30 * (i > t)) for i, s in enumerate(scores)]",
                },
            ),
            WrongAnswer(
                "A score of 0 hides nothing: exp(0) is 1, and that is in the total.",
                edits={**_NO_MASK, _EXPS: "exps = [math.exp(s if i <= t else 0) for i, s in enumerate(scores)]"},
            ),
            WrongAnswer(
                "The later values are left out. But their exps are 1, for a score of 0, and stand in the total.",
                edits={
                    **_NO_MASK,
                    _EXPS: "exps = [math.exp(s if i <= t else 0) for i, s in enumerate(scores)]",
                    "zip(weights, values)": "zip(weights, values[: t + 1])",
                },
            ),
            WrongAnswer(
                "Queries and keys have changed places: who looks has the query, who is found has the key.",
                edits={"enumerate(queries)": "enumerate(keys)", "keys[: t + 1]": "queries[: t + 1]"},
            ),
            WrongAnswer(
                "That is the first letter's output alone. Does `return` stand inside the loop?",
                edits={"return outputs": "return outputs[:1]"},
            ),
            WrongAnswer(
                "The mask is turned round: each letter sees itself and what comes later.",
                edits={"keys[: t + 1]": "keys[t:]", "zip(weights, values)": "zip(weights, values[t:])"},
            ),
            WrongAnswer(
                "The keys begin at letter t, the values at letter 0: and letter t sees those up to it, not those from it on.",
                edits={"keys[: t + 1]": "keys[t:]"},
            ),
            WrongAnswer(
                "That is one output, of the last letter. Return one for each, in a list.",
                edits={"return outputs": "return outputs[-1]"},
            ),
            WrongAnswer(
                "The keys are mixed: what a letter hands over is its value.",
                edits={"zip(weights, values)": "zip(weights, keys)"},
            ),
            WrongAnswer(
                "The weights are right. Still to come: the values, mixed by them.",
                edits={_MIXED: "weights"},
            ),
        ),
    ),
    Exercise(
        name="repair_leak",
        lesson="27",
        title="A leak that no weight shows",
        prompt="""\
Somebody's head mixes not the values themselves, but how far each lies from their mean. Its mask is right: letter t has weights for the letters
up to t, and for no other. And yet a later letter reaches an earlier output. Find the way it takes, and mend it: in output t every value is
measured from one mean, that of the values 0 to t.""",
        answer="attend_centred",
        stub=_LEAKING,
        stub_sentence="Which lines read values of all letters? What do they hand on to letter 0?",
        solution=_CENTRED,
        hints=(
            "Go back from the first output, line by line: what goes into it, and what goes into that?",
            "`mean` is taken over all values, and every output takes from it.",
            "Work the mean out anew for each t, inside the loop, of `values[: t + 1]`. How many are these?",
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
            _MEAN: {
                "        mean = [0] * width\n": "No leak any more. But the mean is gone, too: each value is to be measured from that of the values seen.",
                "        mean = [sum(value[c] for value in values[: t + 1]) / len(values) for c in range(width)]\n": "The right values are added, but the sum is divided by how many there are in all: t + 1 are seen.",
                "        mean = [sum(value[c] for value in values[:t]) / max(t, 1) for c in range(width)]\n": "Letter t sees its own value, too: it belongs in the mean.",
                "        mean = [sum(value[c] for value in values[: t + 2]) / len(values[: t + 2]) for c in range(width)]\n": "It leaks still: the next letter is in the mean.",
                "        mean = values[t]\n": "That is one value, its own. The mean is over all that letter t sees.",
                "        mean = [sum(key[c] for key in keys[: t + 1]) / (t + 1) for c in range(width)]\n": "That is the mean of the keys: values are measured from the mean of values.",
                "        mean = [sum(value[c] for value in values[: t + 1]) for c in range(width)]\n": "All of the sum of what is seen is taken away: its mean is asked for, once.",
                "        mean = [sum(value[c] for value in values[t:]) / len(values[t:]) for c in range(width)]\n": "That is the mean of what comes from letter t on. Letter t sees those up to it.",
                "        mean = [sum(value[c] for value in values[max(t - 1, 0) : t + 1]) / min(t + 1, 2) for c in range(width)]\n": "That is the mean of the last two alone. Letter t sees all up to it.",
                "        mean = values[0]\n": "That is the first value alone. The mean is over all that letter t sees.",
            },
            "value[c] - mean[c]": {
                "value[c] + mean[c]": "The mean is added: it is to be taken away.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "No leak any more. But each value is measured from a mean of its own: letter t takes one mean, of all that it sees.",
                edits={
                    _MEAN: "",
                    "(value[c] - mean[c]) for w, value in zip(weights, values))": "(values[s][c] - sum(v[c] for v in values[: s + 1]) / (s + 1)) for s, w in enumerate(weights))",
                },
            ),
            WrongAnswer(
                "All outputs are 0: a mixture is measured from itself. The mean is the plain one, in which each value that is seen counts once.",
                edits={
                    _MEAN: "",
                    "        outputs.append": "        mean = [sum(w * v[c] for w, v in zip(weights, values)) for c in range(width)]\n        outputs.append",
                },
            ),
            WrongAnswer(
                "The mean was mended, but the mask is gone: every letter sees all others.",
                edits={"for key in keys[: t + 1]": "for key in keys"},
            ),
        ),
    ),
)
