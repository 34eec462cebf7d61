"""Nets with wide layers, for bench_compile.py: the mean cross-entropy of random samples and its gradients.

Each maker takes the layers' sizes, the weights neuron by neuron (its weights, then its bias), samples and targets, and
returns a function that takes one step and returns the loss. Nothing is updated.
"""

import gc
import sys
import time
from itertools import pairwise

import numpy as np
from peers import matrices, neurons, outputs, torch_outputs, weights
from timing import shortest

CASES = (((784, 64, 10), 32), ((784, 64, 10), 256), ((64, 128, 128, 10), 100), ((64, 128, 128, 10), 1000))


def compiled(sizes, start, x, y):
    from microgradviz import Value, compile, total
    from microgradviz.train import cross_entropy

    parameters = [Value(w) for w in start]
    layers = neurons(sizes, parameters)

    def loss(h, y):
        for number, layer in enumerate(layers):
            h = [total([b, *(w * a for w, a in zip(ws, h, strict=True))]) for ws, b in layer]
            h = h if number == len(layers) - 1 else [a.relu() for a in h]
        return cross_entropy(h, y)

    step = compile(loss, parameters, backend="llvm")
    return lambda: step(x, y)


def numpy_by_hand(sizes, start, x, y):
    layers = matrices(sizes, start)

    def step():
        h, kept = outputs(layers, x)
        h = h - h.max(axis=1, keepdims=True)
        powers = np.exp(h)
        whole = powers.sum(axis=1, keepdims=True)
        loss = (np.log(whole)[:, 0] - (h * y).sum(axis=1)).mean()
        grad = (powers / whole - y) / len(x)
        grads = []
        for number in range(len(layers) - 1, -1, -1):
            w, _ = layers[number]
            grads.append((grad.T @ kept[number], grad.sum(axis=0)))
            if number:
                grad = (grad @ w) * (kept[number] > 0)
        return float(loss)

    return step


def torch_eager(sizes, start, x, y):
    import torch

    x, y = torch.tensor(x), torch.tensor(y)
    layers = [[torch.tensor(m, requires_grad=True) for m in layer] for layer in matrices(sizes, start)]

    def step():
        h = torch_outputs(layers, x)
        loss = torch.nn.functional.cross_entropy(h, y)
        for m in (m for layer in layers for m in layer):
            m.grad = None
        loss.backward()
        return loss.item()

    return step


PEERS = {
    "compile, llvm": compiled,
    "NumPy by hand": numpy_by_hand,
    "PyTorch, eager": torch_eager,
}


def measure(patience):
    """{(sizes, batch): {peer: (seconds of processor time to the first result, seconds a step)}}"""
    found = {}
    for sizes, batch in CASES:
        rng = np.random.default_rng(0)
        x = rng.normal(size=(batch, sizes[0]))
        y = np.eye(sizes[-1])[rng.integers(0, sizes[-1], batch)]
        firsts, losses, steps = {}, {}, {}
        for name, make in PEERS.items():
            gc.collect()
            began = time.process_time()
            try:
                steps[name] = make(sizes, weights(sizes), x, y)
            except ImportError as error:
                print(f"  {name} is left out: {error}", file=sys.stderr)
                continue
            losses[name] = steps[name]()
            firsts[name] = time.process_time() - began
        assert np.allclose(list(losses.values()), losses["NumPy by hand"], rtol=1e-9), losses
        found[sizes, batch] = {name: (firsts[name], s) for name, s in shortest(steps, patience).items()}
    return found


def flops(sizes, batch):
    """Multiplications and additions in a step's matrix products; the samples themselves take no gradient."""
    products = [a * b for a, b in pairwise(sizes)]
    return 2 * batch * (3 * sum(products) - products[0])
