"""Lesson 11: neurons, layers, networks."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import case_graphs, draw_several_cases, probes, random_numbers, random_weights
from ..networks import NETWORK

_NEURON = f"import random\n\n\n{NETWORK['Neuron']}"
_BROKEN = """\
class Network:
    def __init__(self, nin, nouts):
        sizes = [nin, *nouts]
        self.layers = [Layer(a, b) for a, b in zip(sizes, nouts)]

    def __call__(self, x):
        for layer in self.layers:
            out = layer(x)
        return out[0] if len(out) == 1 else out

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
    return [*_deep_networks(rng), _network(rng, [rng.choice([2, 3]), 1])]


def _deep_networks(rng: Random) -> list[Inputs]:
    """Networks of two and three layers."""
    return [_network(rng, sizes) for sizes in ([2, 3, 1], [3, 2, 2, 1])]


def _network(rng: Random, sizes: list[int]) -> Inputs:
    layers: list[dict[str, Any]] = []
    for nin, nout in pairwise(sizes):
        w, b = random_weights(rng, nin, nout)
        layers.append({"w": w, "b": b})
    return {"x": random_numbers(rng, sizes[0], -1, 1), "layers": layers}


EXERCISES = (
    Exercise(
        name="neuron",
        lesson="11",
        title="A neuron",
        prompt="""\
Write `Neuron(nin)`: a list `w` of nin weights, random between −1 and 1, and a bias `b`, which begins at 0, all of them Values.
Called with a list x, it returns tanh(w1 · x1 + w2 · x2 + … + b). `parameters()` is the list of all its weights and its bias.""",
        answer="Neuron",
        beside=(),
        stub="""\
import random


class Neuron:
    def __init__(self, nin):
        self.w = []
        self.b = Value(0.0)

    def __call__(self, x):
        return self.b

    def parameters(self):
        return []
""",
        solution=_NEURON,
        hints=(
            "One weight for each input: [Value(random.uniform(-1, 1)) for _ in range(nin)].",
            "zip(self.w, x) gives each weight with its input.",
            "sum(…, self.b) begins its sum with the bias; the tanh comes at the end, once.",
            "One list of all: `[*self.w, self.b]`, or `self.w + [self.b]`.",
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
            Row("its parameters, trained", 1, draw_several_cases(2, _single), probe=probes.neuron_that_learns),
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
            "[*self.w, self.b]": {
                "self.w": "parameters() has only the weights: the bias is trained as well.",
                "self.w.append(self.b)": "parameters() gives None back: is its `return` missing, or does it return what `append` gives, which is None?",
                "self.w + self.b": "A list and a Value cannot be added: put the bias into a list of its own, `self.w + [self.b]`.",
                "[self.w, self.b]": "parameters() holds a list inside a list: `[*self.w, self.b]` is one list of all.",
                "[p.data for p in [*self.w, self.b]]": "parameters() gives plain numbers: who trains needs the Values themselves.",
                "[Value(p.data) for p in [*self.w, self.b]]": "parameters() makes new Values, and who trains those moves nothing: hand over `self.w` and `self.b` themselves.",
            },
            "z.tanh()": {
                "z": "The tanh at the end is missing.",
                "z.sigmoid()": "That is the sigmoid: tanh is asked for.",
                "z.tanh().data": "A plain number comes back, which no gradient passes: return the Value, without .data.",
                "Value(z.data).tanh()": "The output forgets where it came from: keep to Values, and no .data on the way.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The bias grows with each call: sum up under another name than `self.b`.",
                edits={
                    "z = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)": "self.b = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)",
                    "z.tanh()": "self.b.tanh()",
                },
            ),
            WrongAnswer(
                "`append` makes self.w longer with each call of parameters(): make a new list, `[*self.w, self.b]`.",
                edits={"return [*self.w, self.b]": "self.w.append(self.b)\n        return self.w"},
            ),
            WrongAnswer(
                "`return` stands inside the loop, which so ends with the first product: move it out, to the left.",
                edits={
                    "z = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)\n        return z.tanh()": (
                        "return (self.w[0] * x[0] + self.b).tanh()"
                    )
                },
            ),
            WrongAnswer(
                "Each product goes through tanh by itself; it is the whole sum that does.",
                edits={"wi * xi for": "(wi * xi).tanh() for", "z.tanh()": "z"},
            ),
            WrongAnswer(
                "The bias belongs inside: it is added to the sum, and tanh is taken of the whole.",
                edits={", self.b)": ", Value(0.0))", "z.tanh()": "z.tanh() + self.b"},
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
Write `Layer(nin, nout)`: a list `neurons` of nout neurons, `Neuron(nin)` each. Called with a list x, it gives x to every neuron
and returns the *list* of their outputs, also when there is one. `parameters()` is one list of all weights and biases.""",
        answer="Layer",
        beside=("Neuron",),
        stub="""\
class Layer:
    def __init__(self, nin, nout):
        self.neurons = []
""",
        solution=NETWORK["Layer"],
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
            "Neuron(nin) for _ in range(nout)]": {
                "Neuron(nout) for _ in range(nin)]": "nin and nout are swapped: nout says how many neurons there are.",
                "Neuron(nin)] * nout": "All the neurons are the same one, so it has a single set of weights: make each anew.",
                "Neuron(nin) for _ in range(nout - 1)]": "There is a neuron too few: range(nout) makes nout of them.",
            },
            "[p for n in self.neurons for p in n.parameters()]": {
                "[n.parameters() for n in self.neurons]": "parameters() is a list of lists here: put all weights and biases into one.",
                "self.neurons": "parameters() holds the neurons themselves: ask each for its own, `n.parameters()`.",
                "[n.parameters for n in self.neurons]": "`n.parameters` is the method itself: with brackets, `n.parameters()`, it is called.",
                "self.neurons[0].parameters()": "parameters() has those of the first neuron only. Does its `return` stand inside a loop?",
                "[p.data for n in self.neurons for p in n.parameters()]": "parameters() gives plain numbers: who trains needs the Values themselves.",
            },
            "in n.parameters()]": {"in n.w]": "parameters() has only the weights: the biases are trained as well."},
            "return [n(x) for n in self.neurons]": {
                "return [n(x).data for n in self.neurons]": "The outputs are plain numbers, which no gradient passes: leave out .data.",
                "return [Neuron(len(x))(x) for n in self.neurons]": "Each call makes new neurons, which have learned nothing: use those of self.neurons.",
                "return sum(n(x) for n in self.neurons)": "One Value comes back, where each neuron gives one: return the list of all outputs.",
                "return [n(x).tanh() for n in self.neurons]": "tanh is there twice: each neuron has done it already.",
                "return [n(v) for n, v in zip(self.neurons, x)]": "Each neuron gets the whole list x, not one number of it.",
                "for n in self.neurons:\n            x = n(x)\n        return x": "The neurons of a layer stand side by side: each gets x itself, none the output of another.",
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
Write `MLP(nin, nouts)`: a list `layers`, in which each layer's outputs are the next one's inputs; `MLP(3, [4, 4, 1])` has three. Called
with a list x, it returns what the last layer gives: the list, or, if that holds one Value, this Value itself. `parameters()` is one list of all.""",
        answer="MLP",
        beside=("Neuron", "Layer"),
        stub="""\
class MLP:
    def __init__(self, nin, nouts):
        self.layers = []
""",
        solution=NETWORK["MLP"],
        hints=(
            "The sizes are [nin, *nouts]: each layer goes from one to the next.",
            "x = layer(x), layer after layer.",
            "At the end: `return x[0] if len(x) == 1 else x`.",
        ),
        rows=(
            Row("output, parameters, and a step of training", 2, _networks, probe=probes.network_that_learns),
            Row(
                "a network of two outputs",
                1,
                lambda rng: [_network(rng, [2, 3, 2])],
                probe=probes.network_that_learns,
            ),
        ),
        wrong_parts={
            "zip(sizes, nouts)": {
                "zip(sizes, nouts[:-1])": "There is a layer too few: one for each entry of nouts.",
                "zip(sizes, sizes)": "There is a layer too many: one for each entry of nouts, from each size to the *next*.",
                "zip(nouts, sizes)": "A layer has as many neurons as it should have inputs: first comes how many inputs, then how many neurons.",
                "[(sizes[i], sizes[i + 1]) for i in range(len(sizes))]": "An index is past the end: there is one layer fewer than there are sizes.",
            },
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
                "[layer.parameters() for layer in self.layers]": "parameters() is a list of lists here: put all weights and biases into one.",
                "self.layers": "parameters() holds the layers themselves: ask each for its own, `layer.parameters()`.",
                "self.layers[0].parameters()": "parameters() has those of the first layer only. Does its `return` stand inside a loop?",
            },
            "sizes = [nin, *nouts]": {
                "nouts.insert(0, nin)\n        sizes, nouts = nouts, nouts[1:]": "It changes the list nouts, which belongs to the caller: make a new one, `[nin] + nouts`."
            },
            "            x = layer(x)\n        return x[0] if len(x) == 1 else x": {
                "            x = layer(x)\n            return x[0] if len(x) == 1 else x": "`return` stands inside the loop, which so ends with the first layer: move it out, to the left.",
                "            pass\n        return [layer(x) for layer in self.layers]": "Every layer gets x itself, and all their outputs come back: each must get those of the one before.",
                "            y = layer(x)\n        return y[0] if len(y) == 1 else y": "The layers do not hand on: each must get the outputs of the one before, `x = layer(x)`, from the first to the last."
            },
            "x[0] if len(x) == 1 else x": {
                "x": "One output comes back in a list: hand the Value itself over, `x[0]`, if the list holds one.",
                "x[0]": "One Value comes back, even where there are several outputs: then the list itself is asked for.",
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
                    "            x = layer(x)\n        return x[0] if len(x) == 1 else x": "            y = layer(x)\n        return y[0] if len(y) == 1 else y",
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
                "The first layer is missing: its neurons have nin weights each, and a bias.",
                source="""\
def parameter_count(nin, nouts):
    return sum((before + 1) * after for before, after in zip(nouts, nouts[1:]))
""",
            ),
            WrongAnswer(
                "That is made for three layers: with fewer, an index is past the end of nouts.",
                source="""\
def parameter_count(nin, nouts):
    return (nin + 1) * nouts[0] + (nouts[0] + 1) * nouts[1] + (nouts[1] + 1) * nouts[2]
""",
            ),
        ),
    ),
    Exercise(
        name="repair_network",
        lesson="11",
        title="A network that runs and is wrong",
        prompt="""\
This network runs without an error and gives an answer. Yet its first layers never get a gradient. Somebody checked: all parameters are
there, and every layer has the right size. Find the fault and mend it.""",
        answer="Network",
        beside=("Neuron", "Layer"),
        stub=_BROKEN,
        solution=NETWORK["MLP"].replace("class MLP:", "class Network:"),
        hints=(
            "Ask of each layer: which list does it get?",
            "`zip` stops where the shorter list ends, so a list of a wrong length raises no error.",
            "In the loop: what each layer gives is what the next one gets.",
        ),
        rows=(
            Row("output, gradients, and a step of training", 3, _deep_networks, probe=probes.network_that_learns),
        ),
        wrong_parts={
            "        for layer in self.layers:\n            x = layer(x)\n": {
                "        for layer in self.layers:\n            x = [v.data for v in layer(x)]\n        x = [Value(v) for v in x]\n": "Numbers are handed on, and no way leads back through them: hand on the Values.",
                "        for layer in self.layers:\n            out = layer(out)\n": "At the first layer there is no `out` yet: what does it get?",
                "        for layer in self.layers:\n            x = layer(x)[0]\n": "One output alone is handed on: the next layer needs the whole list.",
                "        x = self.layers[0](x)\n        x = self.layers[-1](x)\n": "Only the first and the last layer are asked; a network may have more.",
            },
            "zip(sizes, nouts)": {
                "zip(sizes, sizes)": "The sizes were right: the fault is in what the layers are given.",
            },
            "x[0] if len(x) == 1 else x": {
                "out[0] if len(out) == 1 else out": "`out` is filled nowhere: return what the last layer gave, under the name that it has now.",
                "x": "A list comes back, where the one output is asked for: does every layer take its turn, and is the last line as it was?",
            },
            "for layer in self.layers for p in layer.parameters()": {
                "for p in self.layers[-1].parameters()": "parameters() was right: those of all layers belong there."
            },
        },
        stub_sentence="It does what it did before: what does the second layer get, and what should it get?",
    ),
)  # fmt: skip
