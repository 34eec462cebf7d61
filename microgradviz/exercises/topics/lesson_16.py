"""Lesson 16: gradients that vanish."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row
from ..judge import ask_for_entries, draw_several_cases, probes, random_number, random_numbers


def _chain(rng: Random) -> Inputs:
    return {"args": [random_number(rng, -1, 1), random_numbers(rng, rng.randint(2, 5), -1.5, 1.5)]}


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
)
