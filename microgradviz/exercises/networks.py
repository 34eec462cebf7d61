"""The networks of lesson 11: the course's own texts of Neuron, Layer and MLP, on any engine named Value.

From them come the solutions of lesson 11, and what `mine` puts in place of what a learner has not written yet.
Nothing here comes from `microgradviz.nn`.
"""

from __future__ import annotations

NEURON = """\
class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.0)

    def __call__(self, x):
        z = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return z.tanh()

    def parameters(self):
        return [*self.w, self.b]
"""
LAYER = """\
class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x):
        return [n(x) for n in self.neurons]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]
"""
MLP = """\
class MLP:
    def __init__(self, nin, nouts):
        sizes = [nin, *nouts]
        self.layers = [Layer(a, b) for a, b in zip(sizes, nouts)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]
"""
NETWORK = {"Neuron": NEURON, "Layer": LAYER, "MLP": MLP}  # each builds on the one before
NETWORK_TEXT = "\n\n".join(["import random\n", *NETWORK.values()])
