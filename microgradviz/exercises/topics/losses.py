"""Lessons 16 to 19: depth, classification, and better steps."""

from __future__ import annotations

import math
from random import Random

from .. import probes
from ..base import Exercise, Row, WrongAnswer
from ..probes import Inputs
from ..random_inputs import ask_for_entries, draw_several_cases, random_number, random_numbers


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


def _momentum(rng: Random) -> list[Inputs]:
    rates, betas = rng.sample([0.1, 0.02, 0.3, 0.5], 4), rng.sample([0.9, 0.5, 0.8, 0.95], 4)
    return [{"args": [*random_numbers(rng, 3), rate, beta]} for rate, beta in zip(rates, betas, strict=True)]


def _adam(rng: Random, step: int) -> Inputs:
    m, v = (0.0, 0.0) if step == 1 else (random_number(rng), abs(random_number(rng)))
    return {"args": [random_number(rng), random_number(rng), m, v, step]}


def _first_steps(rng: Random) -> list[Inputs]:
    """One of a usual gradient, and one of a gradient so small that it matters where ε stands."""
    first, tiny = _adam(rng, 1), _adam(rng, 1)
    tiny["args"][1] *= 1e-6
    return [first, tiny]


def _chain(rng: Random) -> Inputs:
    return {"args": [random_number(rng, -1, 1), random_numbers(rng, rng.randint(2, 5), -1.5, 1.5)]}


def _gradients(rng: Random, length: float) -> Inputs:
    drawn = random_numbers(rng, 4)
    norm = math.sqrt(sum(g * g for g in drawn))
    return {"args": [drawn, round(norm * length, 3)]}


def _short_ones(rng: Random) -> list[Inputs]:
    """Two that are short enough, one that is not, and one of length 0."""
    return [
        *(_gradients(rng, length) for length in (1.5, 1.2, 0.5)),
        {"args": [[0.0, 0.0], random_number(rng, 0.3, 2)]},
    ]


def _judge_weights(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
    """A judge of drawn weights: mean and deviation may differ from what is asked by a share of that, as chance has it."""
    asked_for = math.sqrt(2 / inputs["args"][0])
    return (
        len(found) == len(expected)
        and found[2] == expected[2]
        and abs(found[0]) <= 0.1 * asked_for
        and abs(found[1] - asked_for) <= 0.08 * asked_for
        and abs(found[3] - 0.683) <= 0.035  # the share of a normal distribution within its deviation
    )


_IMPORT_MATH = "import math\n\n\n"

EXERCISES = (
    Exercise(
        name="vanishing_by_hand",
        lesson="16",
        title="Ten sigmoids in a row",
        prompt="""\
A value goes through ten sigmoids, one after another, with weights 1. sigmoid's slope is at most 0.25. What is the *largest* factor by
which a gradient can come through all ten? And through ten tanh, whose slope is at most 1? (To three digits.)""",
        stub='vanishing_by_hand = {"sigmoid": None, "tanh": None}\n',
        solution='vanishing_by_hand = {"sigmoid": 0.25**10, "tanh": 1.0}\n',
        needs=("engine",),
        hints=("Rates along a path multiply.", "0.25 · 0.25 · … ten times."),
        rows=(
            Row(
                "sigmoid",
                1,
                ask_for_entries(["sigmoid"]),
                probe=probes.entries_by_hand,
                judge=lambda i, found, expected: bool(found) and abs(found[0] - expected[0]) <= 5e-3 * expected[0],
            ),
            Row("tanh", 1, ask_for_entries(["tanh"]), probe=probes.entries_by_hand),
        ),
        wrong_parts={
            '{"sigmoid": 0.25**10, "tanh": 1.0}': {
                '{"sigmoid": 2.5, "tanh": 10.0}': "Ten times the slope is a sum. Along a path rates multiply.",
                '{"sigmoid": 0.25**9, "tanh": 1.0}': "That is one factor too few: there are ten sigmoids.",
                '{"sigmoid": 1e-6, "tanh": 1.0}': "It is a little less than a millionth. Three digits of it, please.",
                '{"sigmoid": 0.25 / 10, "tanh": 0.1}': "A tenth of the slope is no product. Along a path rates multiply, ten times.",
                '{"sigmoid": 4.0**10, "tanh": 1.0}': "That is how much *smaller* it becomes; asked is the factor itself.",
                '{"sigmoid": 1.0, "tanh": 0.25**10}': "The two are swapped: tanh is the one whose slope may be 1.",
                '{"sigmoid": 0.25**10, "tanh": 0.0}': "tanh's slope is *at most* 1: what is 1 · 1 · … ten times?",
                '{"sigmoid": 1e-7, "tanh": 1.0}': "0.25 to the tenth is small, but neither 0 nor 1e-7: it is nearly a millionth. Three digits of it, please.",
                '{"sigmoid": 0.25, "tanh": 1.0}': "One sigmoid takes a quarter; ten of them take a quarter each.",
                '{"sigmoid": 0.5**10, "tanh": 1.0}': "A factor of one half is too kind: sigmoid's slope is at most a quarter.",
            },
        },
    ),
    Exercise(
        name="chain_gradient",
        lesson="16",
        title="What is left at the bottom",
        prompt="""\
x goes through sigmoid(w · x), the result through sigmoid(w′ · …), and so on for each weight in `ws`. Write
`chain_gradient(x, ws)`: the gradient of the last output with respect to x. One factor for each layer.""",
        docstring="How much of a gradient gets from the top to x.",
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
            "Go up once, multiplying as you go.",
        ),
        rows=(Row("a few layers", 2, draw_several_cases(4, _chain)),),
        wrong_parts={
            "gradient *= w * x * (1 - x)": {
                "gradient *= x * (1 - x)": "The weights are missing: each layer multiplies by its weight as well.",
                "gradient *= w": "That is the product of the weights; each also has sigmoid's slope with it.",
                "gradient += w * x * (1 - x)": "Rates along a path multiply; yours are added.",
                "gradient = w * x * (1 - x)": "Only the last factor is kept: `*=` goes on multiplying, `=` forgets what was there.",
                "gradient *= w * (1 - x)": "sigmoid's slope is s · (1 − s): the first s is missing.",
                "gradient *= w * (1 - x * x)": "1 − s² is tanh's slope; sigmoid's is s · (1 − s).",
                "gradient *= w * 0.25": "That is the quarter of the best case for every layer. Most sigmoids do not stand at their steepest.",
            },
            "gradient = 1.0": {"gradient = 0.0": "0 times anything stays 0: a product begins with 1."},
            "return gradient": {"return x": "That is the last output; asked is its gradient."},
            "in ws:": {
                "in ws[:-1]:": "A factor is missing: each weight has one, the last as well.",
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
                "        s = 1 / (1 + math.exp(-w * x))\n        gradient *= w * s * (1 - s)": "Every layer is given the first x; what goes up is the output of the layer below.",
            },
        },
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
                probe=probes.mean_and_deviation,
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
                "abs(random.gauss(0, math.sqrt(2 / nin)))": "All are positive: abs moves the mean away from 0.",
                "random.uniform(-1, 1)": "That is drawn evenly, and nin plays no part: random.gauss, with the root of 2 / nin.",
                "random.gauss(0, math.sqrt(2 / 10))": "nin is given: use it, not a number of your own.",
                "(random.seed(0), random.gauss(0, math.sqrt(2 / nin)))[1]": "Each call sets the same seed, so all the weights are one number.",
                "math.sqrt(6 / nin) * random.uniform(-1, 1)": "Mean and spread are right, but these are drawn evenly: a normal distribution has most of them near 0.",
            },
        },
    ),
    Exercise(
        name="clip_grad_norm",
        lesson="17",
        title="Not too long",
        prompt="""\
Write `clip_grad_norm(grads, most)`: if the length of the list of gradients, the root of the sum of their squares, is above `most`,
return them all scaled down to that length; else return them as they are.""",
        docstring="The gradients, at most that long.",
        solution="""\
import math


def clip_grad_norm(grads, most):
    length = math.sqrt(sum(g * g for g in grads))
    if length <= most:
        return grads
    return [g * most / length for g in grads]
""",
        hints=("First the length: math.sqrt of the sum of squares.", "Scaling by most / length keeps the direction."),
        rows=(
            Row("long ones are scaled", 1, draw_several_cases(3, lambda rng: _gradients(rng, rng.choice([0.3, 0.7])))),
            Row("short ones are left alone", 1, _short_ones),
        ),
        wrong_parts={
            "length = math.sqrt(sum(g * g for g in grads))": {
                "length = sum(abs(g) for g in grads)": "The length is the root of the sum of squares, not the sum of the sizes.",
                "length = sum(g * g for g in grads)": "The root is missing: length² is not the length.",
                "length = max(abs(g) for g in grads)": "That is the largest entry; the length of the list is the root of the sum of squares.",
                "length = len(grads)": "len counts the entries; the length is the root of the sum of their squares.",
                "length = math.sqrt(sum(g * g for g in grads) / len(grads))": "That takes the mean of the squares; the length has their sum.",
            },
            "g * most / length": {
                "g / length": "They come out with length 1: multiply by most.",
                "g / most": "Dividing by most does not give that length: multiply by most / length.",
                "g * length / most": "The fraction is upside down: most / length is the one below 1.",
                "abs(g) * most / length": "The signs are lost: scaling keeps them.",
                "g": "Nothing is scaled. Is `most` what the length is compared with, and does a new list come back? (`g = …` in a loop changes none.)",
                "max(-most, min(most, g))": "Cutting each gradient by itself turns the direction: scale all by the same factor.",
            },
            "    if length <= most:\n        return grads\n": {"": "Short ones are stretched: only scale down."},
            "length <= most": {"length >= most": "The condition is turned round: it is the long ones that are scaled."},
            "    return [g * most / length for g in grads]": {
                "    return [g * 5 / length for g in grads]": "`most` is given: use it, not a number of your own.",
                "    for i, g in enumerate(grads):\n        length = math.sqrt(sum(g * g for g in grads))\n        grads[i] = g * most / length\n    return grads": "The length is computed anew while the list changes: once, before the loop.",
            },
        },
    ),
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
    Exercise(
        name="momentum",
        lesson="19",
        title="A ball that rolls",
        prompt="""\
Write `momentum_step(x, grad, velocity, rate, beta)`: the new velocity is beta · velocity + grad, and x moves by rate times that, downhill.
Return the new x and the new velocity.""",
        answer="momentum_step",
        stub='''\
def momentum_step(x, grad, velocity, rate, beta):
    """One step of gradient descent with momentum."""
    return x, velocity
''',
        solution="""\
def momentum_step(x, grad, velocity, rate, beta):
    velocity = beta * velocity + grad
    return x - rate * velocity, velocity
""",
        hints=(
            "First the velocity, then x with the *new* velocity.",
            "x loses rate times the new velocity; return both.",
        ),
        rows=(Row("random steps", 2, _momentum),),
        wrong_parts={
            "x - rate * velocity, velocity": {
                "x - rate * grad, velocity": "That is plain descent: the velocity plays no part in the step.",
                "x + rate * velocity, velocity": "Uphill: subtract.",
                "x - velocity, velocity": "The rate is missing: x moves by rate times the velocity.",
                "x - 0.1 * velocity, velocity": "The rate is given: use `rate`, not a number of your own.",
                "x - rate * velocity": "Only x comes back: return the velocity, too, for the next step needs it.",
                "velocity, x - rate * velocity": "The two are swapped: first the new x, then the velocity.",
                "-rate * velocity, velocity": "That is the step alone: it is added to x.",
            },
            "velocity = beta * velocity + grad": {
                "velocity = beta * (velocity + grad)": "beta belongs to the old velocity alone; the gradient counts in full.",
                "velocity = velocity + beta * grad": "beta belongs to the old velocity, not to the gradient.",
                "velocity = 0.9 * velocity + grad": "beta is given: use `beta`, not a number of your own.",
                "velocity += beta * velocity + grad": "`+=` adds the old velocity once more: `=`.",
                "velocity = beta * velocity - grad": "The gradient is added to the velocity; the minus comes when x moves.",
                "velocity = velocity + grad": "The old velocity must fade: multiply it by beta.",
                "velocity = beta * velocity + (1 - beta) * grad": "That is an average, with (1 − beta) · grad. Here the gradient counts in full.",
            },
            "    velocity = beta * velocity + grad\n    return x - rate * velocity, velocity": {
                "    return x - rate * velocity, beta * velocity + grad": "x moves with the old velocity: use the new one.",
                "    return x - rate * (beta * velocity + grad), velocity": "The old velocity comes back: return the new one.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The velocity has the other sign: it is beta · velocity + grad, and x moves against it.",
                edits={"velocity + grad": "velocity - grad", "x - rate": "x + rate"},
            ),
            WrongAnswer(
                "The rate is in your velocity. Here the velocity is beta · velocity + grad, and the rate counts when x moves.",
                edits={"+ grad": "+ rate * grad", "x - rate * velocity": "x - velocity"},
            ),
        ),
    ),
    Exercise(
        name="adam",
        lesson="19",
        title="Adam",
        prompt="""\
Write `adam_step(x, grad, m, v, step)` with rate 0.01, β₁ = 0.9, β₂ = 0.999, ε = 1e-8: m and v are running means of the gradient and of its
square; both are corrected, m / (1 − β₁^step) and v / (1 − β₂^step); and x moves by rate · m̂ / (√v̂ + ε). Return x, m, v. The first
step is number 1.""",
        answer="adam_step",
        stub='''\
def adam_step(x, grad, m, v, step):
    """One step of Adam: the new x, m and v."""
    return x, m, v
''',
        solution="""\
def adam_step(x, grad, m, v, step):
    m = 0.9 * m + 0.1 * grad
    v = 0.999 * v + 0.001 * grad**2
    m_hat = m / (1 - 0.9**step)
    v_hat = v / (1 - 0.999**step)
    return x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), m, v
""",
        hints=(
            "m = 0.9 · m + 0.1 · grad, and v likewise with grad².",
            "The corrected ones are used for the step; m and v themselves are returned.",
            "In the very first step x moves by the rate, whatever the size of the gradient.",
        ),
        rows=(
            Row("the first step", 1, _first_steps),
            Row("later steps", 2, draw_several_cases(4, lambda rng: _adam(rng, rng.randint(2, 20)))),
        ),
        wrong_parts={
            "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), m, v": {
                "x - 0.01 * m_hat / (v_hat + 1e-8), m, v": "The root is missing: divide by √v̂.",
                "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), m_hat, v_hat": "The corrected m and v are returned; return the running ones, or they are corrected twice.",
                "x + 0.01 * m_hat / (v_hat**0.5 + 1e-8), m, v": "Uphill: subtract.",
                "x - 0.001 * m_hat / (v_hat**0.5 + 1e-8), m, v": "The rate is 0.01 here.",
                "x - 0.01 * m_hat / (v_hat + 1e-8) ** 0.5, m, v": "ε stands beside the root, not under it: where gradients are tiny that makes all the difference.",
                "x - 0.01 * m_hat / v_hat**0.5 + 1e-8, m, v": "`/` comes before `+`: √v̂ + ε needs brackets.",
                "x - 0.01 * grad / (v_hat**0.5 + 1e-8), m, v": "The step uses the gradient itself: it is m̂ that belongs there.",
                "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8)": "Only x comes back: return m and v, too, for the next step needs them.",
                "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), v, m": "m and v are swapped in what comes back.",
            },
            "0.9 * m + 0.1 * grad": {
                "0.9 * m + grad": "A running mean has the new one with 1 − β: 0.1 · grad.",
                "0.1 * m + 0.9 * grad": "β₁ = 0.9 belongs to the old m, and 0.1 to the new gradient.",
            },
            "    m = 0.9 * m + 0.1 * grad\n    v = 0.999 * v + 0.001 * grad**2\n    m_hat = m / (1 - 0.9**step)\n    v_hat = v / (1 - 0.999**step)\n": {
                "    m_hat = m / (1 - 0.9**step)\n    v_hat = v / (1 - 0.999**step)\n    m = 0.9 * m + 0.1 * grad\n    v = 0.999 * v + 0.001 * grad**2\n": "x moves with the old m and v: first the new means, then the step.",
            },
            "grad**2": {
                "abs(grad)": "v follows the *square* of the gradient.",
            },
            "**step": {"**(step + 1)": "`step` begins at 1, and the correction uses step itself, not step + 1."},
        },
        wrong_answers=(
            WrongAnswer(
                "v has a β of its own: β₂ = 0.999.",
                edits={"0.999 * v + 0.001": "0.9 * v + 0.1", "0.999**step": "0.9**step"},
            ),
            WrongAnswer(
                "β belongs to the old mean, and 1 − β to the new one; here they are swapped.",
                edits={"0.9 * m + 0.1": "0.1 * m + 0.9", "0.999 * v + 0.001": "0.001 * v + 0.999"},
            ),
            WrongAnswer(
                "β to the power of step: `**`, not `*`.",
                edits={"0.9**step": "0.9 * step", "v / (1 - 0.999**step)": "abs(v / (1 - 0.999 * step))"},
            ),
            WrongAnswer(
                "The corrections stay those of step 1: β to the power of step.",
                edits={"0.9**step": "0.9", "0.999**step": "0.999"},
            ),
            WrongAnswer(
                "The power belongs to β alone: 1 − β^step, not (1 − β)^step.",
                edits={"(1 - 0.9**step)": "(1 - 0.9) ** step", "(1 - 0.999**step)": "(1 - 0.999) ** step"},
            ),
            WrongAnswer(
                "v follows the *square* of the gradient: without it, v̂ may even be below 0.",
                edits={"grad**2": "grad", "v_hat**0.5": "abs(v_hat) ** 0.5"},
            ),
            WrongAnswer(
                "The means are sums here: 0.1 and 0.001 are missing before the new ones.",
                edits={"0.1 * grad": "grad", "0.001 * grad": "grad"},
            ),
            WrongAnswer(
                "The correction is missing: in the first steps m and v are far too small.",
                edits={"m / (1 - 0.9**step)": "m", "v / (1 - 0.999**step)": "v"},
            ),
        ),
    ),
)
