"""Lesson 18: classification."""

from __future__ import annotations

import math
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import Outcome, ask_for_entries, draw_several_cases, probes, random_numbers
from .lesson_00 import NO_NUMBER_YET


def _logits(rng: Random) -> Inputs:
    return {"args": [random_numbers(rng, 3)]}


def _classified(rng: Random) -> Inputs:
    return {"args": [random_numbers(rng, 3), rng.randrange(3)]}


def _far_classified(rng: Random) -> list[Inputs]:
    """All large, all small, far apart, and one class alone."""
    x, y, near, far = random_numbers(rng, 4)
    cases = [[1000.0 + far, near], 1], [[1000.0 + x, 1000.0 + y], 0], [[-1000.0 + x, -1000.0 + y], 0], [[near], 0]
    return [{"args": [*case]} for case in cases]


def _far_logits(rng: Random) -> list[Inputs]:
    """All large, all small, both at once, where only the largest may be taken from all, and one class alone."""
    all_far = [[far + x for x in random_numbers(rng, 3)] for far in (1000.0, -1000.0)]
    x, y, z = random_numbers(rng, 3)
    return [{"args": [logits]} for logits in (*all_far, [1000.0 + x, -1000.0 + y, -1000.0 + z], [x])]


def _linear(rng: Random, size: float) -> list[Inputs]:
    """Weights of three classes, two or three points, and their classes; scores of about that size."""
    cases = []
    for count in (2, 3):
        w = [[round(size * x, 2) for x in random_numbers(rng, 2)] for _ in range(3)]
        cases.append({"args": [w, [random_numbers(rng, 2) for _ in range(count)], rng.sample(range(3), count)]})
    return cases


_SHARES_BY_HAND = ("z0", "z2"), ("by exp", "straight"), ("z1",)
_EXPS = {"e0": 3.0, "e1": 1.0, "e2": 6.0}
_RIGHT = {"z0": 0.3, "by exp": 0.1, "straight": -1.0, "z1": -0.9, "z2": 0.6}


def _said(outcomes: list[list[Outcome]]) -> dict[str, float]:
    """What was found by hand, as far as there are numbers."""
    rows = zip(_SHARES_BY_HAND, outcomes, strict=True)
    return {key: x for keys, row in rows for key, x in zip(keys, row[0].numbers, strict=False)}


def _by_hand(sentence: str, **wrong: float) -> WrongAnswer:
    """The sentence for who is mistaken in these entries, whatever is said of the others."""
    instead = {key.replace("_", " "): x for key, x in wrong.items()}
    return WrongAnswer(
        sentence,
        source=f"p_minus_y = {_RIGHT | instead}\n",
        recognise=lambda cases, outcomes: all(
            key in _said(outcomes) and abs(_said(outcomes)[key] - x) < 1e-3 for key, x in instead.items()
        ),
    )


def _in_proportion(said: dict[str, float]) -> bool:
    """Whether the shares are right but for one factor."""
    shares = [said.get(key, 0.0) / _RIGHT[key] for key in ("z0", "by exp", "z2")]
    return max(shares) - min(shares) < 1e-3 < abs(shares[0] - 1) and shares[0] > 0


def _carried_on(said: dict[str, float]) -> bool:
    """Whether z1 is made of the contributions as they were found, one of which is wrong."""
    own = said.get("by exp", math.nan) + said.get("straight", math.nan)
    return abs(said.get("z1", math.nan) - own) < 1e-3 < abs(own - _RIGHT["z1"])


def _sum_is_not_0(said: dict[str, float]) -> bool:
    return {"z0", "z1", "z2"} <= {*said} and abs(said["z0"] + said["z1"] + said["z2"]) > 1e-2


_MEAN_LOSS = """\
import math


def to_shares(scores):
    top = max(scores)
    exps = [math.exp(z - top) for z in scores]
    return [e / sum(exps) for e in exps]


def answer_of(w, x):
    scores = [sum(a * b for a, b in zip(row, x)) for row in w]
    return scores


def mean_loss(w, xs, targets):
    total = 0.0
    for x, target in zip(xs, targets):
        out = answer_of(w, x)
        top = max(out)
        total += top + math.log(sum(math.exp(z - top) for z in out)) - out[target]
    return total / len(xs)
"""
_TWICE = _MEAN_LOSS.replace("return scores", "return to_shares(scores)")
_COST = "top + math.log(sum(math.exp(z - top) for z in out)) - out[target]"


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
                "top = max(0, max(logits) - 700)": "Cutting large logits off is no help: those above it become alike. Take the largest from all of them.",
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
                "return total": "That is the sum, which stands below the fraction bar; asked is a list with a share for each.",
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
                "math.log2(sum": "That is the logarithm to base 2: math.log is the natural one.",
                "math.log10(sum": "That is the logarithm to base 10: math.log is the natural one.",
            },
            "return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]": {
                "return math.exp(logits[target] - top) / sum(math.exp(z - top) for z in logits)": "That is the probability itself; the loss is −log of it.",
                "return -math.log(1e-12 + math.exp(logits[target] - top) / sum(math.exp(z - top) for z in logits))": "A small number inside the log keeps it from failing, and makes it wrong where the probability is tiny: log Σ exp(z) − z_target has no such place.",
                "return (top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]) / math.log(2)": "That is in bits, to base 2: math.log is the natural logarithm.",
                "return math.log(sum(math.exp(min(z, 700)) for z in logits)) - min(logits[target], 700)": "Cutting large logits off changes the result: take the largest from all instead.",
                "return [top + math.log(sum(math.exp(z - top) for z in logits)) - z for z in logits]": "Those are the losses of all classes; only the right one's counts, logits[target].",
                "return 1 - math.exp(logits[target] - top) / sum(math.exp(z - top) for z in logits)": "That is what the share lacks to 1; the loss is −log of the share.",
                "return -math.log(logits[target])": "That is −log of the logit; first come exp and the sum.",
                "return logits[target] - top - math.log(sum(math.exp(z - top) for z in logits))": "The sign is turned round: a loss is large when the model is wrong.",
                "return -math.log(math.exp(logits[target] - top) / sum(math.exp(z - top) for z in logits))": "A softmax first and a log after: for logits of 1000 the probability is 0, and log(0) has no answer.",
            },
            " - logits[target]": {
                "": "z_target is missing: this is the log of the sum alone, whichever class is right."
            },
            "- logits[target]": {
                "+ logits[target]": "A sign is wrong: z_target is subtracted.",
                "- target": "The target is an index: subtract logits[target].",
                "- logits[target - 1]": "Python counts from 0, and so does target: logits[target].",
                "- logits[0]": "That is the loss of the first class, whatever the target is: use logits[target].",
                "- logits[target] - 2 * top": "The sign of `top` is turned round: it was taken out of the sum, and is added again.",
                "- (logits[target] - top)": "`top` is taken out twice: log Σ exp(z − top) + top − z_target.",
                "- sum(logits) / len(logits)": "That is the mean over all classes; only the target counts.",
                "- top": "That is −log of the largest probability, not of the target's.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Right for small logits. But exp(1000) overflows, and exp(−1000) is 0: take the largest from all of them first, and keep the log of the sum.",
                source="""\
import math


def cross_entropy(logits, target):
    return -math.log(math.exp(logits[target]) / sum(math.exp(z) for z in logits))
""",
            ),
        ),
    ),
    Exercise(
        name="p_minus_y",
        lesson="18",
        title="p − y, by hand",
        prompt="""\
Three scores z0, z1, z2, whose exps are {e0}, {e1} and {e2}. Class 1 is the right one, so the loss is log(exp(z0) + exp(z1) + exp(z2)) − z1.
Find the gradient at each score. z1 is used twice: write down both contributions, the one that comes to it `"by exp"`, and the one
that comes `"straight"`.""",
        given=_EXPS,
        stub='p_minus_y = {"z0": None, "by exp": None, "straight": None, "z1": None, "z2": None}\n',
        stub_sentence=NO_NUMBER_YET,
        solution="""\
total = e0 + e1 + e2
p_minus_y = {"z0": e0 / total, "by exp": e1 / total, "straight": -1, "z1": e1 / total - 1, "z2": e2 / total}
""",
        needs=("engine",),
        hints=(
            "From the right: what does the loss send to the log, what the log to the sum, the sum to each exp, and exp to its score?",
            "log's local derivative is 1 / its input; exp's is its own output. Together they make the share.",
            "z1 is subtracted from the loss as well: that contribution is the local derivative of −z1.",
        ),
        rows=tuple(
            Row(text, 1, ask_for_entries(keys), probe=probes.entries_by_hand)
            for keys, text in zip(
                _SHARES_BY_HAND, ("the wrong classes", "the two contributions", "the right class"), strict=True
            )
        ),
        wrong_answers=(
            _by_hand(
                "The local derivative of log is missing: 1 / its input, and its input is the sum of the exps.",
                z0=3,
                z2=6,
            ),
            _by_hand(
                "The signs are turned round: the loss rises with z0 and z2, whose classes are wrong.",
                z0=-0.3,
                z2=-0.6,
            ),
            _by_hand(
                "Only the right class is subtracted from the loss: z0 and z2 have no −1, they have their share.",
                z0=-0.7,
                z2=-0.4,
            ),
            _by_hand("Scores of wrong classes are in the sum, too: whoever raises z0 raises the loss.", z0=0, z2=0),
            _by_hand(
                "Those are shares of equal scores. These have different exps: each divided by the sum of all.",
                z0=0.3333,
                z2=0.3333,
            ),
            _by_hand(
                "Class 1 is the second one, for we count from 0: it is z1 that is subtracted from the loss.",
                z0=-0.7,
                z1=0.1,
            ),
            _by_hand("That is softmax of 3, 1 and 6. These are the exps already: divide each by their sum.", z0=0.0471),
            _by_hand("Two shares are exchanged: each score's own exp stands above the fraction bar.", z0=0.6, z2=0.3),
            _by_hand("z1's exp is 1; z0 and z2 have exps of their own above the fraction bar.", z0=0.1, z2=0.1),
            _by_hand("z1 is *subtracted* from the loss: how fast does −z1 change with z1?", straight=1),
            _by_hand(
                "Straight it comes through −z1 alone. The share arrives by the other way, through exp.",
                straight=-0.9,
            ),
            _by_hand(
                "By exp comes what the log sends, 1 / the sum, times exp's own output. The −1 comes the other way.",
                by_exp=-0.9,
            ),
            _by_hand("At z1 the local derivative of log is missing: it divides by the sum of the exps.", by_exp=1),
            _by_hand("z1 got the contribution by exp alone. It is used twice, and contributions add up.", z1=0.1),
            _by_hand("z1 got the straight contribution alone. It is used twice, and contributions add up.", z1=-1),
            _by_hand(
                "The size at z1 is right. Its sign: raising the score of the right class must *lower* the loss.",
                z1=0.9,
            ),
            _by_hand("What comes along two paths is added, not multiplied.", z1=-0.1),
            _by_hand("The −1 is added to the share: 1 more would raise the loss with the right score.", z1=1.1),
            WrongAnswer(
                "Your three shares stand in the right proportion, but do not sum to 1: divide each exp by the sum of all three.",
                source=f"p_minus_y = {_RIGHT | {'z0': 0.6, 'by exp': 0.2, 'z1': -0.8, 'z2': 1.2}}\n",
                recognise=lambda cases, outcomes: _in_proportion(_said(outcomes)),
            ),
            WrongAnswer(
                "Your z1 is the sum of your two contributions, as it must be. Look at these two again: what comes by exp, and what straight?",
                source=f"p_minus_y = {_RIGHT | {'by exp': 0.25, 'z1': -0.75}}\n",
                recognise=lambda cases, outcomes: _carried_on(_said(outcomes)),
            ),
            WrongAnswer(
                "The three gradients always add up to 0, for adding the same to all scores changes no share: yours do not.",
                source=f"p_minus_y = {_RIGHT | {'z0': 0.41, 'z1': -0.7, 'z2': 0.52}}\n",
                recognise=lambda cases, outcomes: _sum_is_not_0(_said(outcomes)),
            ),
        ),
    ),
    Exercise(
        name="softmax_twice",
        lesson="18",
        title="A classifier that is stuck",
        prompt="""\
This classifier has three classes, a row of weights for each. It puts nearly every sample into the right one, and yet its mean
cross-entropy stays above 0.5514, however far apart the scores are. Find the fault and mend it: `mean_loss` must be right for scores of
±1000, too.""",
        answer="mean_loss",
        stub=_TWICE,
        stub_sentence="It does as it did. Print `answer_of(w, x)` for one sample: are these scores, or something else already?",
        solution=_MEAN_LOSS,
        hints=(
            "What kind of numbers does `answer_of` return, and what kind does cross-entropy ask for?",
            "The line with log and exp in `mean_loss` is cross-entropy of *scores*: it has a softmax inside.",
            "One of the two must go: let `answer_of` return its scores.",
        ),
        rows=(
            Row("scores of usual size", 2, lambda rng: _linear(rng, 1.0)),
            Row("scores of ±1000", 1, lambda rng: _linear(rng, 1000.0)),
        ),
        wrong_parts={
            _COST: {
                "-math.log(to_shares(out)[target])": "One softmax is left, which is right. But a log of a share is left, too: at ±1000 a share is 0, and log(0) has no answer. Let `answer_of` return scores, and keep the form that takes them.",
                "-math.log(to_shares(out)[target] + 1e-12)": "A smallest share keeps the log from failing, and makes it wrong where the share is tiny. Keep the form that takes scores.",
                "1 - to_shares(out)[target]": "That is how much the right share lacks. Cross-entropy is −log of the share.",
                "-to_shares(out)[target]": "The log is missing: cross-entropy is −log of the share.",
                "(1 - to_shares(out)[target]) ** 2": "That is a squared error. Cross-entropy is −log of the share.",
                "math.log(sum(math.exp(z) for z in out)) - out[target]": "One softmax is left, which is right. But exp(1000) overflows: leave `top` where it was.",
                "math.log(sum(math.exp(z - top) for z in out)) - out[target]": "`top` was taken out of the sum, and must be put back.",
            },
            "return scores": {
                "return [math.exp(z - max(scores)) for z in scores]": "Now exps go where scores belong: what softmax does to scores must be done once, and there.",
                "return to_shares(to_shares(scores))": "That is one softmax more, not one fewer.",
                "return [1000 * p for p in to_shares(scores)]": "Stretching the shares hides the floor, and is another loss: hand over the scores themselves.",
                "return [10 * p for p in to_shares(scores)]": "Stretching the shares moves the floor, and is another loss: hand over the scores themselves.",
            },
            "return total / len(xs)": {
                "return total": "One softmax is left, which is right. But that is the sum of the losses: divide by how many there are.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Subtracting the floor moves the curve, and mends nothing: the gradients stay as they were.",
                source=_TWICE.replace("total / len(xs)", "total / len(xs) - 0.5514"),
            ),
            WrongAnswer(
                "That is the share of the right class. The loss is −log of it, worked out from the scores.",
                source=_TWICE.replace(_COST, "out[target]"),
            ),
        ),
    ),
)
