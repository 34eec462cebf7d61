"""Two more peers of bench_compile.py, for an optional run (--jax): the same step by compilers of tensor programs.

They are large and take seconds to compile, so neither the tests nor the usual run ask for them.
"""

import os

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import numpy as np
from peers import PENALTY, RATE, matrices


def jax_jit(sizes, start, points, labels):
    try:
        import jax
    except ImportError:
        raise ImportError("JAX must be installed for this peer: pip install jax") from None
    jax.config.update("jax_enable_x64", True)
    x, y = jax.numpy.array(points), jax.numpy.array(labels)
    layers = [tuple(map(jax.numpy.array, layer)) for layer in matrices(sizes, start)]

    def loss(layers, x, y):
        h = x
        for number, (w, b) in enumerate(layers):
            h = h @ w.T + b
            if number < len(layers) - 1:
                h = jax.nn.relu(h)
        penalty = sum((w * w).sum() + (b * b).sum() for w, b in layers)
        return jax.nn.relu(1 - y * h[:, 0]).mean() + PENALTY * penalty

    @jax.jit
    def one(layers, x, y):
        found, grads = jax.value_and_grad(loss)(layers, x, y)
        return found, jax.tree.map(lambda p, g: p - RATE * g, layers, grads)

    def step():
        nonlocal layers
        found, layers = one(layers, x, y)
        return float(found)

    return step


def torch_compile(sizes, start, points, labels):
    try:
        import torch
    except ImportError:
        raise ImportError(
            "PyTorch must be installed for this peer: pip install torch --index-url https://download.pytorch.org/whl/cpu"
        ) from None
    x, y = (torch.tensor(np.array(a), dtype=torch.float64) for a in (points, labels))
    layers = [[torch.tensor(m, requires_grad=True) for m in layer] for layer in matrices(sizes, start)]
    parameters = [m for layer in layers for m in layer]

    @torch.compile(dynamic=False)
    def loss(x, y):
        h = x
        for number, (w, b) in enumerate(layers):
            h = torch.nn.functional.linear(h, w, b)
            if number < len(layers) - 1:
                h = h.relu()
        return (1 - y * h[:, 0]).relu().mean() + PENALTY * sum((p * p).sum() for p in parameters)

    def step():
        found = loss(x, y)
        for p in parameters:
            p.grad = None
        found.backward()
        with torch.no_grad():
            for p in parameters:
                p -= RATE * p.grad
        return found.item()

    return step


COMPILER_PEERS = {"JAX, jit": jax_jit, "PyTorch, compile": torch_compile}
