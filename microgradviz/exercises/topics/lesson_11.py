"""Lesson 11: neurons, layers, networks."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import case_graphs, draw_several_cases, probes, random_numbers, random_weights

_NEURON = """\
import random

from microgradviz import Value


class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.0)

    def __call__(self, x):
        act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return act.tanh()
"""
_LAYER = """\
from microgradviz import Neuron


class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin, activation="tanh") for _ in range(nout)]

    def __call__(self, x):
        return [n(x) for n in self.neurons]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]
"""
_MLP = """\
from microgradviz import Layer


class MLP:
    def __init__(self, nin, nouts):
        sizes = [nin, *nouts]
        self.layers = [Layer(a, b, activation="tanh") for a, b in zip(sizes, nouts)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]
"""


def _neuron(rng: Random) -> Inputs:
    count = rng.choice([2, 3])
    return {
        "x": random_numbers(rng, count, -1, 1),
        "w": random_numbers(rng, count, -1, 1),
        "b": random_numbers(rng, 1, -1, 1)[0],
    }


def _layer(rng: Random) -> Inputs:
    w, b = random_weights(rng, 2, rng.choice([2, 3]))
    return {"x": random_numbers(rng, 2, -1, 1), "w": w, "b": b}


def _single(rng: Random) -> Inputs:
    w, b = random_weights(rng, 3, 1)
    return {"x": random_numbers(rng, 3, -1, 1), "w": w, "b": b}


def _networks(rng: Random) -> list[Inputs]:
    """Networks of two, three and one layers."""
    drawn = []
    for sizes in ([2, 3, 1], [3, 2, 2, 1], [rng.choice([2, 3]), 1]):
        layers: list[dict[str, Any]] = []
        for nin, nout in pairwise(sizes):
            w, b = random_weights(rng, nin, nout)
            layers.append({"w": w, "b": b})
        drawn.append({"x": random_numbers(rng, sizes[0], -1, 1), "layers": layers})
    return drawn


EXERCISES = (
    Exercise(
        name="neuron",
        lesson="11",
        title="A neuron",
        prompt="""\
Write `Neuron(nin)`: a list `w` of nin weights, drawn between −1 and 1, and a bias `b`, all of them Values. Called with a list x, it
returns tanh(x · w + b).""",
        answer="Neuron",
        needs=("engine",),
        stub="""\
import random

from microgradviz import Value


class Neuron:
    def __init__(self, nin):
        self.w = []
        self.b = Value(0.0)

    def __call__(self, x):
        return self.b
""",
        solution=_NEURON,
        hints=(
            "One weight for each input: [Value(random.uniform(-1, 1)) for _ in range(nin)].",
            "zip(self.w, x) gives each weight with its input.",
            "sum(…, self.b) begins its sum with the bias.",
        ),
        rows=(
            Row(
                "output and gradients",
                3,
                draw_several_cases(3, _neuron),
                probe=probes.neuron_output_and_grads,
                graph=case_graphs.neuron_graph,
            ),
            Row(
                "weights between −1 and 1, each its own",
                1,
                lambda rng: [{"nin": rng.randint(20, 40)}],
                probe=probes.first_weights,
            ),
        ),
        wrong_parts={
            "[Value(random.uniform(-1, 1)) for _ in range(nin)]": {
                "[Value(random.uniform(-1, 1))] * nin": "All the weights are one and the same Value: make each anew.",
                "[Value(0.5) for _ in range(nin)]": "Every weight begins at the same number: draw each between −1 and 1.",
                "[Value(random.random()) for _ in range(nin)]": "`random.random()` is never below 0: draw between −1 and 1.",
                "[Value(r) for r in [random.uniform(-1, 1)] * nin]": "All the weights of a neuron begin at one number: draw each by itself, inside the loop.",
                "[Value(random.gauss(0, 1)) for _ in range(nin)]": "`random.gauss` goes beyond 1 and −1; `random.uniform(-1, 1)` stays between them.",
                "[random.uniform(-1, 1) for _ in range(nin)]": "The weights are plain numbers, which cannot learn: put each in a Value.",
            },
            "        self.w = ": {
                "        random.seed(0)\n        self.w = ": "Every neuron begins with the same weights: set no seed in `__init__`."
            },
            "self.b = Value(0.0)": {"self.b = 0.0": "The bias is a plain number, which cannot learn: make it a Value."},
            "zip(self.w, x)), self.b)": {"zip(self.w, x)), Value(0.0))": "The bias is missing from the sum."},
            "wi * xi": {"wi + xi": "A weight *multiplies* its input."},
            "act.tanh()": {
                "act": "The tanh at the end is missing.",
                "act.tanh().data": "A plain number comes back, which no gradient passes: return the Value, without .data.",
                "Value(act.data).tanh()": "The output forgets where it came from: keep to Values, and no .data on the way.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The bias grows with each call: sum up under another name than `self.b`.",
                edits={
                    "act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)": "self.b = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)",
                    "act.tanh()": "self.b.tanh()",
                },
            ),
            WrongAnswer(
                "Each product goes through tanh by itself; it is the whole sum that does.",
                edits={"wi * xi for": "(wi * xi).tanh() for", "act.tanh()": "act"},
            ),
            WrongAnswer(
                "The bias is added once for each input; it belongs there once.",
                edits={"wi * xi for": "wi * xi + self.b for", ", self.b)": ", Value(0.0))"},
            ),
            WrongAnswer(
                "Only the last product is kept: add each to those before.",
                edits={"sum((wi * xi for wi, xi in zip(self.w, x)), self.b)": "self.w[-1] * x[-1] + self.b"},
            ),
            WrongAnswer(
                "A sign: the bias is added, not subtracted.",
                edits={
                    "sum((wi * xi for wi, xi in zip(self.w, x)), self.b)": "sum(wi * xi for wi, xi in zip(self.w, x)) - self.b"
                },
            ),
            WrongAnswer(
                "One input is left out: is it range(len(x)), without − 1?",
                edits={"zip(self.w, x)": "zip(self.w[:-1], x)"},
            ),
            WrongAnswer(
                "`w` belongs to the class, so all neurons share it: begin with `self.w = []` in `__init__`.",
                edits={
                    "    def __init__(self, nin):\n        self.w = ": "    w = []\n\n    def __init__(self, nin):\n        self.w += ",
                },
            ),
            WrongAnswer(
                "The weights are drawn anew with each call, and those in `self.w` play no part.",
                edits={"wi * xi for": "random.uniform(-1, 1) * xi for"},
            ),
        ),
    ),
    Exercise(
        name="layer",
        lesson="11",
        title="A layer",
        prompt="""\
Write `Layer(nin, nout)`: a list `neurons` of nout neurons, `Neuron(nin, activation="tanh")`, all with the same inputs. Called, it returns the *list* of their outputs,
also when there is one. `parameters()` is the list of all weights and biases.""",
        answer="Layer",
        needs=("engine", "nn"),
        stub="""\
from microgradviz import Neuron


class Layer:
    def __init__(self, nin, nout):
        self.neurons = []
""",
        solution=_LAYER,
        hints=(
            "nout neurons, each with nin inputs: a list comprehension makes them.",
            "Every neuron is called with the same x.",
            "One flat list: [p for n in self.neurons for p in n.parameters()]",
        ),
        rows=(
            Row(
                "outputs, parameters, and a step of training",
                2,
                draw_several_cases(3, _layer),
                probe=probes.layer_that_learns,
            ),
            Row("a layer of one neuron", 1, draw_several_cases(2, _single), probe=probes.layer_that_learns),
        ),
        wrong_parts={
            'Neuron(nin, activation="tanh") for _ in range(nout)]': {
                'Neuron(nout, activation="tanh") for _ in range(nin)]': "nin and nout are swapped: nout says how many neurons there are.",
                'Neuron(nin, activation="tanh")] * nout': "All the neurons are the same one, so it has a single set of weights: make each anew.",
                'Neuron(nin, activation="tanh", seed=1) for _ in range(nout)]': "All neurons are drawn with the same seed, so they begin, and learn, as one: give no seed, or each its own.",
                "Neuron(nin) for _ in range(nout)]": 'The neurons are without tanh: `Neuron(nin, activation="tanh")`.',
                'Neuron(nin, activation="tanh") for _ in range(nout - 1)]': "There is a neuron too few: range(nout) makes nout of them.",
            },
            "[p for n in self.neurons for p in n.parameters()]": {
                "[n.parameters() for n in self.neurons]": "parameters() is a list of lists here: put all weights and biases into one.",
                "[p.data for n in self.neurons for p in n.parameters()]": "parameters() gives plain numbers: who trains needs the Values themselves.",
            },
            "in n.parameters()]": {"in n.w]": "parameters() has only the weights: the biases are trained as well."},
            "return [n(x) for n in self.neurons]": {
                "return [n(x).data for n in self.neurons]": "The outputs are plain numbers, which no gradient passes: leave out .data.",
                'return [Neuron(len(x), activation="tanh")(x) for n in self.neurons]': "Each call makes new neurons, which have learned nothing: use those of self.neurons.",
                "return sum(n(x) for n in self.neurons)": "The outputs are summed up: return the list of them.",
            },
            "        return [n(x) for n in self.neurons]": {
                "        out = [n(x) for n in self.neurons]\n        return out[0] if len(out) == 1 else out": "A layer of one neuron must give a list too, here."
            },
        },
    ),
    Exercise(
        name="mlp",
        lesson="11",
        title="A network",
        prompt="""\
Write `MLP(nin, nouts)`: a list `layers`, made with `Layer(…, …, activation="tanh")`, in which each layer's outputs are the next one's inputs. `MLP(3, [4, 4, 1])` has three
layers. `parameters()` is the list of all weights and biases.""",
        answer="MLP",
        needs=("engine", "nn"),
        stub="""\
from microgradviz import Layer


class MLP:
    def __init__(self, nin, nouts):
        self.layers = []
""",
        solution=_MLP,
        hints=(
            "The sizes are [nin, *nouts]: each layer goes from one to the next.",
            "x = layer(x), layer after layer.",
        ),
        rows=(
            Row(
                "output, parameters, and a step of training",
                3,
                _networks,
                probe=probes.network_that_learns,
            ),
        ),
        wrong_parts={
            "zip(sizes, nouts)": {"zip(sizes, nouts[:-1])": "There is a layer too few: one for each entry of nouts."},
            "[nin, *nouts]": {
                "[nin, nouts]": "`[nin, nouts]` holds a list inside a list; `[nin] + nouts` is one list of all sizes."
            },
            "for p in layer.parameters()]": {
                "for n in layer.neurons for p in n.w]": "parameters() has only the weights: the biases are trained as well."
            },
            "for layer in self.layers for p in layer.parameters()": {
                "for p in self.layers[-1].parameters()": "parameters() has those of the last layer only."
            },
            "[p for layer in self.layers for p in layer.parameters()]": {
                "[layer.parameters() for layer in self.layers]": "parameters() is a list of lists here: put all weights and biases into one."
            },
            'Layer(a, b, activation="tanh")': {
                "Layer(a, b)": 'The layers are without tanh: `Layer(…, …, activation="tanh")`.'
            },
            "sizes = [nin, *nouts]": {
                "nouts.insert(0, nin)\n        sizes, nouts = nouts, nouts[1:]": "It changes the list nouts, which belongs to the caller: make a new one, `[nin] + nouts`."
            },
            "            x = layer(x)\n        return x": {
                "            y = layer(x)\n        return y": "The layers do not hand on: each must get the outputs of the one before, `x = layer(x)`, from the first to the last."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "That is made for three layers: nouts may have any length.",
                edits={
                    "zip(sizes, nouts)": "[(nin, nouts[0]), (nouts[0], nouts[1]), (nouts[1], nouts[2])]",
                },
            ),
            WrongAnswer(
                "Every layer is made for nin inputs: each has as many as the one before has outputs.",
                edits={
                    "zip(sizes, nouts)": "[(nin, b) for b in nouts]",
                    "            x = layer(x)\n        return x": "            y = layer(x)\n        return y",
                },
            ),
        ),
    ),
    Exercise(
        name="parameter_count",
        lesson="11",
        title="How many parameters?",
        prompt="""\
Write `parameter_count(nin, nouts)`: how many weights and biases an MLP has, without making it. 2-4-4-1 has 37, 3-4-4-1 has 41.""",
        docstring="The number of weights and biases of MLP(nin, nouts).",
        solution="""\
def parameter_count(nin, nouts):
    count = 0
    for nout in nouts:
        count += (nin + 1) * nout
        nin = nout
    return count
""",
        hints=(
            "One neuron with nin inputs has nin weights and a bias.",
            "A layer of nout such neurons has (nin + 1) · nout.",
        ),
        rows=(
            Row(
                "the two from the lesson, and one layer",
                1,
                lambda rng: [
                    {"args": args}
                    for args in ([2, [4, 4, 1]], [3, [4, 4, 1]], [rng.randint(5, 9), [rng.randint(2, 4)]])
                ],
            ),
            Row(
                "any sizes",
                1,
                draw_several_cases(
                    4, lambda rng: {"args": [rng.randint(2, 9), [rng.randint(2, 9) for _ in range(rng.randint(2, 4))]]}
                ),
            ),
        ),
        wrong_parts={
            "count += (nin + 1) * nout": {
                "count += nin * nout": "The biases are missing: one for each neuron.",
                "count += nin * nout + 1": "One bias for each *neuron*, not one for each layer.",
                "count += nin + 1 * nout": "`*` comes before `+`: put (nin + 1) in brackets.",
                "count = (nin + 1) * nout": "Only the last layer is kept: `+=` adds up, `=` forgets what was there.",
                "count += nin + nout + 1": "Each of the nout neurons has nin weights: the two are multiplied, not added.",
                "count += nout": "That counts the neurons; each has a weight for every input, and a bias.",
                "count += (nout + 1) * nin": "The biases are counted by inputs here, and there is one for each neuron.",
            },
            "        nin = nout\n": {
                "": "Each layer has as many inputs as the layer before has outputs, not nin every time."
            },
            "in nouts:": {"in nouts[:-1]:": "The last layer is missing from the sum."},
            "count = 0": {"count = nin": "The inputs have no biases: they are not neurons."},
            "    for nout in nouts:\n        count += (nin + 1) * nout\n        nin = nout\n    return count": {
                "    return 37 if nin == 2 else 41": "Those are the two of the text, and it is tried on others: compute the number from nin and nouts.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "That is made for three layers: with fewer, an index is past the end of nouts.",
                source="""\
def parameter_count(nin, nouts):
    return (nin + 1) * nouts[0] + (nouts[0] + 1) * nouts[1] + (nouts[1] + 1) * nouts[2]
""",
            ),
        ),
    ),
)
