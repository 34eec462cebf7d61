"""The same training step written for each of the peers that bench_compile.py measures.

The step: mean hinge loss plus an L2 penalty of a multilayer perceptron with relu, its gradients, and one step of
plain gradient descent. Each maker takes the layers' sizes, the weights and the samples, and returns a function that
takes one step and returns the loss before it. Weights come neuron by neuron: its weights, then its bias.
"""

import contextlib
import ctypes
import random
import shutil
import subprocess
import tempfile
from functools import reduce
from itertools import pairwise
from operator import mul
from pathlib import Path

import numpy as np

PENALTY, RATE = 1e-4, 1e-6  # so slow that the last step timed does the same work as the first


def weights(sizes, seed=7):
    rng = random.Random(seed)
    bound = [1.0 / fan_in**0.5 for fan_in in sizes[:-1]]
    return [
        0.0 if i == fan_in else rng.uniform(-b, b)
        for (fan_in, out), b in zip(pairwise(sizes), bound, strict=True)
        for _ in range(out)
        for i in range(fan_in + 1)
    ]


class MicroValue:
    """A scalar in microgpt's style: slots, the local derivatives as numbers, a recursive topological sort."""

    __slots__ = ("_children", "_local_grads", "data", "grad")

    def __init__(self, data, children=(), local_grads=(), label=""):
        self.data, self.grad, self._children, self._local_grads = data, 0.0, children, local_grads

    def __add__(self, other):
        other = other if isinstance(other, MicroValue) else MicroValue(other)
        return MicroValue(self.data + other.data, (self, other), (1, 1))

    def __mul__(self, other):
        other = other if isinstance(other, MicroValue) else MicroValue(other)
        return MicroValue(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, n):
        return MicroValue(self.data**n, (self,), (n * self.data ** (n - 1),))

    def log(self):
        return MicroValue(float(np.log(self.data)), (self,), (1 / self.data,))

    def exp(self):
        out = float(np.exp(self.data))
        return MicroValue(out, (self,), (out,))

    def relu(self):
        return MicroValue(max(0.0, self.data), (self,), (float(self.data > 0),))

    def max(self, other):
        return self if self.data >= other.data else other

    def detach(self):
        return MicroValue(self.data)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return other + (-self)

    def __truediv__(self, other):
        return self * other**-1

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        order, seen = [], set()

        def build(v):
            if v not in seen:
                seen.add(v)
                for child in v._children:
                    build(child)
                order.append(v)

        build(self)
        self.grad = 1.0
        for v in reversed(order):
            for child, local in zip(v._children, v._local_grads, strict=True):
                child.grad += local * v.grad


@contextlib.contextmanager
def micro_values():
    """Within it, the program of microgradviz.gpt runs on `MicroValue`."""
    from microgradviz.engine import value as engine
    from microgradviz.gpt import model as gpt
    from microgradviz.train import losses

    for module in (gpt, losses):
        module.Value, module.total = MicroValue, sum
    try:
        yield
    finally:
        for module in (gpt, losses):
            module.Value, module.total = engine.Value, engine.total


def neurons(sizes, parameters):
    """The parameters as layers of neurons: each a list of weights and a bias."""
    rest = iter(parameters)
    return [[([next(rest) for _ in range(fan_in)], next(rest)) for _ in range(out)] for fan_in, out in pairwise(sizes)]


def score(layers, x, add=sum):
    for number, layer in enumerate(layers):
        x = [add([b, *map(mul, w, x)]) for w, b in layer]
        x = x if number == len(layers) - 1 else [a.relu() for a in x]
    return x[0]


def by_scalars(value, add):
    def make(sizes, start, points, labels):
        parameters = [value(w) for w in start]
        layers = neurons(sizes, parameters)

        def step():
            samples = zip(points, labels, strict=True)
            losses = [(1 + -y * score(layers, [value(v) for v in x], add)).relu() for x, y in samples]
            loss = add(losses) * (1.0 / len(labels)) + PENALTY * add([p * p for p in parameters])
            for p in parameters:
                p.grad = 0.0
            loss.backward()
            for p in parameters:
                p.data -= RATE * p.grad
            return loss.data

        return step

    return make


def micrograd(*arguments):
    from micrograd.engine import Value

    return by_scalars(Value, lambda terms: reduce(lambda a, b: a + b, terms))(*arguments)


def microgpt(*arguments):
    return by_scalars(MicroValue, lambda terms: reduce(lambda a, b: a + b, terms))(*arguments)


def engine(*arguments):
    from microgradviz import Value, total

    return by_scalars(Value, total)(*arguments)


def compiled(backend):
    def make(sizes, start, points, labels):
        from microgradviz import SGD, Value, compile, total
        from microgradviz.train import hinge

        parameters = [Value(w) for w in start]
        layers = neurons(sizes, parameters)

        def loss(x, y):
            return hinge(score(layers, x, total), y) + PENALTY * total([p * p for p in parameters])

        step = compile(loss, parameters, backend=backend)
        optimizer = SGD(step, RATE)
        x, y = (points, labels) if backend == "python" else (np.array(points), np.array(labels))

        def one():
            loss = step(x, y)
            optimizer.step()
            return loss

        return one

    return make


def whole_graph(sizes, start, points, labels):
    """All samples in one graph, as micrograd does it, as machine code."""
    from microgradviz import SGD, Value, compile, total

    parameters = [Value(w) for w in start]
    layers = neurons(sizes, parameters)

    def loss():
        samples = zip(points, labels, strict=True)
        losses = [(1 + -y * score(layers, [Value(v) for v in x], total)).relu() for x, y in samples]
        return total(losses) * (1.0 / len(labels)) + PENALTY * total([p * p for p in parameters])

    step = compile(loss, parameters, backend="llvm")
    optimizer = SGD(step, RATE)

    def one():
        loss = step()
        optimizer.step()
        return loss

    return one


def matrices(sizes, start):
    """The weights as matrices (out, in) and biases."""
    layers = neurons(sizes, start)
    return [(np.array([w for w, _ in layer]), np.array([b for _, b in layer])) for layer in layers]


def outputs(layers, x):
    """What the layers give, ReLU between them, and the inputs of each."""
    kept, h = [], x
    for number, (w, b) in enumerate(layers):
        kept.append(h)
        h = h @ w.T + b
        if number < len(layers) - 1:
            h = np.maximum(h, 0.0)
    return h, kept


def numpy_by_hand(sizes, start, points, labels):
    layers, x, y = matrices(sizes, start), np.array(points), np.array(labels)

    def step():
        h, kept = outputs(layers, x)
        margin = 1 - y * h[:, 0]
        loss = np.maximum(margin, 0.0).mean() + PENALTY * sum((w * w).sum() + (b * b).sum() for w, b in layers)
        grad = np.where(margin > 0, -y / len(y), 0.0)[:, None]
        for number in range(len(layers) - 1, -1, -1):
            w, b = layers[number]
            grad_w, grad_b = grad.T @ kept[number] + 2 * PENALTY * w, grad.sum(axis=0) + 2 * PENALTY * b
            if number:
                grad = (grad @ w) * (kept[number] > 0)
            w -= RATE * grad_w
            b -= RATE * grad_b
        return loss

    return step


def torch_outputs(layers, x):
    """What the layers give, ReLU between them, by PyTorch."""
    import torch

    for number, (w, b) in enumerate(layers):
        x = torch.nn.functional.linear(x, w, b)
        if number < len(layers) - 1:
            x = x.relu()
    return x


def torch_eager(sizes, start, points, labels):
    import torch

    x, y = (torch.tensor(a, dtype=torch.float64) for a in (points, labels))
    layers = [[torch.tensor(m, requires_grad=True) for m in layer] for layer in matrices(sizes, start)]
    parameters = [m for layer in layers for m in layer]

    def step():
        h = torch_outputs(layers, x)
        loss = (1 - y * h[:, 0]).relu().mean() + PENALTY * sum((p * p).sum() for p in parameters)
        for p in parameters:
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p in parameters:
                p -= RATE * p.grad
        return loss.item()

    return step


def c_by_hand(sizes, start, points, labels):
    if not (compiler := shutil.which("cc")):
        return None
    folder = Path(tempfile.mkdtemp())
    inner = sizes[1]
    source = Path(__file__).with_name("peer.c")
    command = [compiler, "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", f"-DIN={sizes[0]}", f"-DH={inner}"]
    subprocess.run([*command, str(source), "-o", str(folder / "peer.so"), "-lm"], check=True)
    function = ctypes.CDLL(str(folder / "peer.so")).step
    function.restype = ctypes.c_double
    shutil.rmtree(folder)
    p, x, y = np.array(start), np.array(points), np.array(labels)
    arguments = [ctypes.c_void_p(a.ctypes.data) for a in (p, x, y)]
    count, penalty, rate = ctypes.c_long(len(y)), ctypes.c_double(PENALTY), ctypes.c_double(RATE)

    def step():
        return function(*arguments, count, penalty, rate)

    step.keep = p, x, y
    return step


PEERS = {
    "micrograd": micrograd,
    "microgpt's style": microgpt,
    "our engine": engine,
    "compile, python": compiled("python"),
    "compile, numpy": compiled("numpy"),
    "compile, llvm": compiled("llvm"),
    "whole graph, llvm": whole_graph,
    "NumPy by hand": numpy_by_hand,
    "PyTorch, eager": torch_eager,
    "C by hand": c_by_hand,
}
