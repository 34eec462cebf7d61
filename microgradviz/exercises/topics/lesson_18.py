"""Lesson 18: classification."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import draw_several_cases, random_numbers


def _logits(rng: Random) -> Inputs:
    return {"args": [random_numbers(rng, 3)]}


def _classified(rng: Random) -> Inputs:
    return {"args": [random_numbers(rng, 3), rng.randrange(3)]}


def _far_classified(rng: Random) -> list[Inputs]:
    x, y, near, far = random_numbers(rng, 4)
    return [{"args": [[1000.0 + far, near], 1]}, {"args": [[1000.0 + x, 1000.0 + y], 0]}]


def _far_logits(rng: Random) -> list[Inputs]:
    """All large, all small, and both at once, where only the largest may be taken from all."""
    all_far = [[far + x for x in random_numbers(rng, 3)] for far in (1000.0, -1000.0)]
    x, y, z = random_numbers(rng, 3)
    return [{"args": [logits]} for logits in (*all_far, [1000.0 + x, -1000.0 + y, -1000.0 + z])]


EXERCISES = (
    Exercise(
        name="softmax",
        lesson="18",
        title="Softmax",
        prompt="""\
Write `softmax(logits)`: the list exp(z) / Σ exp(z). It must stand logits of 1000: taking the largest logit from all of them first
changes nothing, except that nothing overflows.""",
        docstring="Positive numbers that sum to 1.",
        solution="""\
import math


def softmax(logits):
    top = max(logits)
    exps = [math.exp(z - top) for z in logits]
    total = sum(exps)
    return [e / total for e in exps]
""",
        hints=(
            "exp of each, divided by the sum of all.",
            "exp(1000) overflows; exp(1000 − 1000) is 1.",
            "top = max(logits), then exp(z − top).",
        ),
        rows=(
            Row("random logits", 1, draw_several_cases(3, _logits)),
            Row(
                "logits of 1000 and −1000",
                1,
                _far_logits,
            ),
        ),
        wrong_parts={
            "top = max(logits)": {
                "top = 0": "Right for small logits, but exp(1000) overflows: take the largest from all of them first.",
                "top = 1000": "Taking 1000 from all of them helps those near 1000 only: it is the largest that goes, whatever it is.",
                "top = min(logits)": "Where logits lie far apart, some exps still overflow: take the *largest* from all of them, not the smallest or the mean.",
            },
            "e / total": {
                "e": "They must sum to 1: divide by the sum of all exps, not by the largest.",
                "e / len(exps)": "Divide by the sum of the exps, not by how many there are.",
                "math.log(e / total)": "A log too many: softmax is the probabilities themselves.",
                "round(e / total, 2)": "Do not round: the numbers are used further on.",
            },
            "return [e / total for e in exps]": {
                "return exps.index(max(exps))": "That is the place of the largest; asked are the probabilities of all.",
                "return [float(z == top) for z in logits]": "That is a 1 for the largest and 0 for the others; softmax is soft, exp(z) / Σ exp(z).",
                "return [exps[0] / total]": "Only the first comes back: does the `return` stand inside the loop?",
            },
            "total = sum(exps)": {
                "total = sum(math.exp(z) for z in logits)": "The largest is taken out above the fraction bar only: take it out of the sum as well."
            },
            "    return [e / total for e in exps]": {
                "    total, found = 0.0, []\n    for e in exps:\n        total += e\n        found.append(e / total)\n    return found": "You divide by the sum so far: first sum up all, then divide."
            },
            "math.exp(z - top)": {
                "math.exp(top - z)": "The sign is turned round: the largest logit gets the smallest probability.",
                "math.exp(z / top)": "Dividing by the largest changes the result: it is subtracted, z − top.",
                "2 ** (z - top)": "That has base 2; softmax has exp.",
                "z": "Dividing the logits by their sum is no softmax: exp comes first, so that all is positive.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "`exp(z) - top` takes it from the result: it belongs inside, exp(z − top).",
                edits={"math.exp(z - top)": "math.exp(z) - top"},
            ),
            WrongAnswer(
                "Each is squeezed by itself, by sigmoid: softmax shares 1 among all of them.",
                edits={"math.exp(z - top)": "1 / (1 + math.exp(-z))", "e / total": "e"},
            ),
            WrongAnswer(
                "`remove` takes the largest off the list. Subtract it from each: z − max(logits).",
                edits={"    top = max(logits)\n": "    top = 0\n    logits.remove(max(logits))\n"},
            ),
            WrongAnswer(
                "You divide by the sum of the logits; divide by the sum of their exps.",
                edits={"top = max(logits)": "top = 0", "sum(exps)": "sum(logits)"},
            ),
        ),
    ),
    Exercise(
        name="cross_entropy",
        lesson="18",
        title="Cross-entropy, the stable way",
        prompt="""\
Write `cross_entropy(logits, target)`: −log of the softmax of logits at the index `target`. It must stand logits of 1000:
log Σ exp(z) − z_target, with the largest logit taken out of the sum.""",
        docstring="How surprised the model is by the target.",
        solution="""\
import math


def cross_entropy(logits, target):
    top = max(logits)
    return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]
""",
        hints=(
            "−log(exp(z_t) / Σ exp(z)) = log Σ exp(z) − z_t.",
            "log Σ exp(z) = top + log Σ exp(z − top), with top the largest.",
        ),
        rows=(
            Row("random logits", 1, draw_several_cases(4, _classified)),
            Row("logits of 1000", 1, _far_classified),
        ),
        wrong_parts={
            "top = max(logits)": {
                "top = 0.0": "Right for small logits, but exp(1000) overflows: take the largest out of the sum.",
                "top = min(logits)": "Where logits lie far apart it still overflows: take out the *largest*.",
            },
            "return top + ": {"return ": "`top` was taken out of the sum and not put back."},
            "math.log(sum": {
                "math.log10(sum": "That is the logarithm to base 10: math.log is the natural one.",
            },
            "return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]": {
                "return math.exp(logits[target] - top) / sum(math.exp(z - top) for z in logits)": "That is the probability itself; the loss is −log of it.",
                "return -math.log(1e-12 + math.exp(logits[target] - top) / sum(math.exp(z - top) for z in logits))": "A small number inside the log keeps it from failing, and makes it wrong where the probability is tiny: log Σ exp(z) − z_target has no such place.",
                "return (top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]) / math.log(2)": "That is in bits, to base 2: math.log is the natural logarithm.",
                "return math.log(sum(math.exp(min(z, 700)) for z in logits)) - min(logits[target], 700)": "Cutting large logits off changes the result: take the largest from all instead.",
                "return -math.log(logits[target])": "That is −log of the logit; first come exp and the sum.",
                "return logits[target] - top - math.log(sum(math.exp(z - top) for z in logits))": "The sign is turned round: a loss is large when the model is wrong.",
                "return -math.log(math.exp(logits[target] - top) / sum(math.exp(z - top) for z in logits))": "A softmax first and a log after: for logits of 1000 the probability is 0, and log(0) has no answer.",
            },
            "- logits[target]": {
                "+ logits[target]": "A sign is wrong: z_target is subtracted.",
                "- target": "The target is an index: subtract logits[target].",
                "- logits[target - 1]": "Python counts from 0, and so does target: logits[target].",
                "- logits[0]": "That is the loss of the first class, whatever the target is: use logits[target].",
                "- (logits[target] - top)": "`top` is taken out twice: log Σ exp(z − top) + top − z_target.",
                "- sum(logits) / len(logits)": "That is the mean over all classes; only the target counts.",
                "- top": "That is −log of the largest probability, not of the target's.",
            },
        },
    ),
)
