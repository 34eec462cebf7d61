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


def _momentum(rng: Random) -> Inputs:
    return {"args": [*random_numbers(rng, 3), 0.1, rng.choice([0.9, 0.5])]}


def _adam(rng: Random, step: int) -> Inputs:
    m, v = (0.0, 0.0) if step == 1 else (random_number(rng), abs(random_number(rng)))
    return {"args": [random_number(rng), random_number(rng), m, v, step]}


def _chain(rng: Random) -> Inputs:
    return {"args": [random_number(rng, -1, 1), random_numbers(rng, rng.randint(2, 5), -1.5, 1.5)]}


def _gradients(rng: Random, length: float) -> Inputs:
    drawn = random_numbers(rng, 4)
    norm = math.sqrt(sum(g * g for g in drawn))
    return {"args": [drawn, round(norm * length, 3)]}


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
                '{"sigmoid": 2.5, "tanh": 10.0}': "Ten times 0.25 is a sum. Along a path rates multiply.",
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
                "gradient *= w * 0.25": "That is the quarter of the best case for every layer. Most sigmoids do not stand at their steepest.",
            },
            "        x = 1 / (1 + math.exp(-w * x))\n        gradient *= w * x * (1 - x)": {
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
            Row("short ones are left alone", 1, lambda rng: [_gradients(rng, length) for length in (1.5, 1.2, 0.5)]),
        ),
        wrong_parts={
            "length = math.sqrt(sum(g * g for g in grads))": {
                "length = sum(abs(g) for g in grads)": "The length is the root of the sum of squares, not the sum of the sizes.",
                "length = sum(g * g for g in grads)": "The root is missing: length² is not the length.",
            },
            "g * most / length": {
                "g / length": "They come out with length 1: multiply by most.",
                "max(-most, min(most, g))": "Cutting each gradient by itself turns the direction: scale all by the same factor.",
            },
            "    if length <= most:\n        return grads\n": {"": "Short ones are stretched: only scale down."},
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
            Row("drawn logits", 1, draw_several_cases(3, _logits)),
            Row(
                "logits of 1000 and −1000",
                1,
                _far_logits,
            ),
        ),
        wrong_parts={
            "top = max(logits)": {
                "top = 0": "Right for small logits, but exp(1000) overflows: take the largest from all of them first.",
                "top = min(logits)": "Where logits lie far apart, some exps still overflow: take the *largest* from all of them, not the smallest or the mean.",
            },
            "e / total": {"e": "They must sum to 1: divide by the sum of all exps, not by the largest."},
            "math.exp(z - top)": {
                "z": "Dividing the logits by their sum is no softmax: exp comes first, so that all is positive."
            },
        },
        wrong_answers=(
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
            Row("drawn logits", 1, draw_several_cases(4, _classified)),
            Row("logits of 1000", 1, _far_classified),
        ),
        wrong_parts={
            "top = max(logits)": {
                "top = 0.0": "Right for small logits, but exp(1000) overflows: take the largest out of the sum."
            },
            "return top + ": {"return ": "`top` was taken out of the sum and not put back."},
            "return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]": {
                "return logits[target] - top - math.log(sum(math.exp(z - top) for z in logits))": "The sign is turned round: a loss is large when the model is wrong.",
                "return -math.log(math.exp(logits[target] - top) / sum(math.exp(z - top) for z in logits))": "A softmax first and a log after: for logits of 1000 the probability is 0, and log(0) has no answer.",
            },
            "- logits[target]": {"- top": "That is −log of the largest probability, not of the target's."},
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
        rows=(Row("drawn steps", 2, draw_several_cases(4, _momentum)),),
        wrong_parts={
            "x - rate * velocity, velocity": {
                "x - rate * grad, velocity": "That is plain descent: the velocity plays no part in the step.",
                "x + rate * velocity, velocity": "Uphill: subtract.",
            },
            "velocity = beta * velocity + grad": {
                "velocity = beta * (velocity + grad)": "beta belongs to the old velocity alone; the gradient counts in full.",
                "velocity = velocity + grad": "The old velocity must fade: multiply it by beta.",
                "velocity = beta * velocity + (1 - beta) * grad": "That is an average, with (1 − beta) · grad. Here the gradient counts in full.",
            },
            "    velocity = beta * velocity + grad\n    return x - rate * velocity, velocity": {
                "    return x - rate * velocity, beta * velocity + grad": "x moves with the old velocity: use the new one."
            },
        },
        wrong_answers=(
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
            Row("the first step", 1, draw_several_cases(2, lambda rng: _adam(rng, 1))),
            Row("later steps", 2, draw_several_cases(4, lambda rng: _adam(rng, rng.randint(2, 20)))),
        ),
        wrong_parts={
            "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), m, v": {
                "x - 0.01 * m_hat / (v_hat + 1e-8), m, v": "The root is missing: divide by √v̂.",
                "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), m_hat, v_hat": "The corrected m and v are returned; return the running ones, or they are corrected twice.",
                "x + 0.01 * m_hat / (v_hat**0.5 + 1e-8), m, v": "Uphill: subtract.",
            },
            "grad**2": {"abs(grad)": "v follows the *square* of the gradient."},
            "**step": {"**(step + 1)": "`step` begins at 1, and the correction uses step itself, not step + 1."},
        },
        wrong_answers=(
            WrongAnswer(
                "The correction is missing: in the first steps m and v are far too small.",
                edits={"m / (1 - 0.9**step)": "m", "v / (1 - 0.999**step)": "v"},
            ),
        ),
    ),
)
