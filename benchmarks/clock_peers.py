"""The GPT of `microgradviz.gpt`, trained in four ways, each in a process of its own.

    python benchmarks/clock_peers.py "NumPy by hand" 1000     a line for each step: its loss, and when it was known

All start from the same weights and take the same names in the same order, with the same Adam; bench_clock.py checks
that they have the same losses. Times are those of a clock that all processes share.
"""

import itertools
import random
import sys
import time
from pathlib import Path

WIDTH, HEADS, CONTEXT, LETTERS = 16, 4, 16, 27
SHAPES = {
    "letter": (LETTERS, WIDTH),
    "position": (CONTEXT, WIDTH),
    "query": (WIDTH, WIDTH),
    "key": (WIDTH, WIDTH),
    "value": (WIDTH, WIDTH),
    "mix": (WIDTH, WIDTH),
    "widen": (4 * WIDTH, WIDTH),
    "narrow": (WIDTH, 4 * WIDTH),
    "score": (LETTERS, WIDTH),
}
LR, FIRST, SECOND, EPS = 0.01, 0.85, 0.99, 1e-8
NAMES = Path(__file__).parents[1] / "microgradviz" / "gpt" / "names.txt"


def weights(seed=1):
    """The weights that GPT(seed=1) has, as a list of rows for each matrix."""
    rng = random.Random(seed)
    return {name: [[rng.gauss(0, 0.08) for _ in range(n)] for _ in range(m)] for name, (m, n) in SHAPES.items()}


def samples():
    """The letters of each name by number, and those that come next, in the order of `train_gpt`."""
    names = NAMES.read_text(encoding="ascii").split()
    random.Random(0).shuffle(names)
    for name in itertools.cycle(names):
        numbers = [0, *(ord(letter) - ord("a") + 1 for letter in name), 0]
        yield numbers[:-1][:CONTEXT], numbers[1:][:CONTEXT]


def ours(steps):
    from microgradviz.gpt import GPT, first_names, train_gpt

    yield from train_gpt(GPT(seed=1), first_names(), steps=steps)


def microgpt(steps):
    """Scalars in plain Python: microgpt's Value, its loop over the parameters, and the forward pass of our GPT."""
    from peers import MicroValue, micro_values

    from microgradviz.gpt import GPT

    with micro_values():
        model = GPT(seed=1)
        parameters = model.parameters()
        means, squares = [0.0] * len(parameters), [0.0] * len(parameters)
        assert type(parameters[0]) is MicroValue
        for step, sample in zip(range(steps), samples(), strict=False):
            loss = model.loss(*sample)
            loss.backward()
            for i, p in enumerate(parameters):
                means[i] = FIRST * means[i] + (1 - FIRST) * p.grad
                squares[i] = SECOND * squares[i] + (1 - SECOND) * p.grad**2
                mean, square = means[i] / (1 - FIRST ** (step + 1)), squares[i] / (1 - SECOND ** (step + 1))
                p.data -= LR * (1 - step / steps) * mean / (square**0.5 + EPS)
                p.grad = 0.0
            yield loss.data


def torch_eager(steps):
    import torch
    from torch.nn import functional

    torch.set_num_threads(1)
    p = {name: torch.tensor(rows, dtype=torch.float64, requires_grad=True) for name, rows in weights().items()}
    optimizer = torch.optim.Adam(p.values(), LR, (FIRST, SECOND), EPS)

    def norm(x):
        return x * (x.square().mean(1, keepdim=True) + 1e-5) ** -0.5

    def by_heads(x):
        return x.view(len(x), HEADS, -1).transpose(0, 1)

    for step, (tokens, targets) in zip(range(steps), samples(), strict=False):
        x = norm(p["letter"][tokens] + p["position"][: len(tokens)])
        h = norm(x)
        query, key, value = (by_heads(h @ p[name].T) for name in ("query", "key", "value"))
        heard = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + heard.transpose(0, 1).reshape(x.shape) @ p["mix"].T
        x = x + (norm(x) @ p["widen"].T).relu() @ p["narrow"].T
        loss = functional.cross_entropy(x @ p["score"].T, torch.tensor(targets))
        optimizer.zero_grad()
        loss.backward()
        optimizer.param_groups[0]["lr"] = LR * (1 - step / steps)
        optimizer.step()
        yield loss.item()


def numpy_by_hand(steps):
    import numpy as np

    start = weights()
    flat = np.concatenate([np.ravel(rows) for rows in start.values()])
    grads, mean, square = (np.zeros_like(flat) for _ in range(3))
    ends = np.cumsum([m * n for m, n in SHAPES.values()])[:-1]
    p, g = (
        {name: part.reshape(SHAPES[name]) for name, part in zip(SHAPES, np.split(a, ends), strict=True)}
        for a in (flat, grads)
    )

    def norm(x):
        scale = ((x * x).mean(axis=1, keepdims=True) + 1e-5) ** -0.5
        return x * scale, scale

    def norm_back(grad, x, scale):
        return grad * scale - x * scale**3 * (grad * x).mean(axis=1, keepdims=True)

    def by_heads(x):
        return x.reshape(len(x), HEADS, -1).swapaxes(0, 1)

    def by_letters(x):
        return x.swapaxes(0, 1).reshape(x.shape[1], WIDTH)

    for step, (tokens, targets) in zip(range(steps), samples(), strict=False):
        count = len(tokens)
        read = p["letter"][tokens] + p["position"][:count]
        x, scale_read = norm(read)
        h, scale_x = norm(x)
        query, key, value = (by_heads(h @ p[name].T) for name in ("query", "key", "value"))
        shrink = query.shape[-1] ** -0.5
        scores = query @ key.swapaxes(1, 2) * shrink + np.triu(np.full((count, count), -np.inf), 1)
        looks = np.exp(scores - scores.max(axis=2, keepdims=True))
        looks /= looks.sum(axis=2, keepdims=True)
        heard = by_letters(looks @ value)
        between = x + heard @ p["mix"].T
        calm, scale_between = norm(between)
        wide = np.maximum(calm @ p["widen"].T, 0.0)
        last = between + wide @ p["narrow"].T
        logits = last @ p["score"].T
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        places = np.arange(count), targets
        loss = -np.log(chances[places]).mean()

        grad = chances
        grad[places] -= 1.0
        grad /= count
        g["score"][:] = grad.T @ last
        grad_last = grad @ p["score"]
        g["narrow"][:] = grad_last.T @ wide
        grad_wide = (grad_last @ p["narrow"]) * (wide > 0)
        g["widen"][:] = grad_wide.T @ calm
        grad_between = grad_last + norm_back(grad_wide @ p["widen"], between, scale_between)
        g["mix"][:] = grad_between.T @ heard
        grad_heard = by_heads(grad_between @ p["mix"])
        grad_looks = grad_heard @ value.swapaxes(1, 2)
        grad_scores = looks * (grad_looks - (grad_looks * looks).sum(axis=2, keepdims=True)) * shrink
        parts = {
            "query": by_letters(grad_scores @ key),
            "key": by_letters(grad_scores.swapaxes(1, 2) @ query),
            "value": by_letters(looks.swapaxes(1, 2) @ grad_heard),
        }
        for name, part in parts.items():
            g[name][:] = part.T @ h
        grad_x = grad_between + norm_back(sum(part @ p[name] for name, part in parts.items()), x, scale_x)
        grad_read = norm_back(grad_x, read, scale_read)
        g["letter"][:] = g["position"][:] = 0.0
        np.add.at(g["letter"], tokens, grad_read)
        g["position"][:count] = grad_read

        mean[:] = FIRST * mean + (1 - FIRST) * grads
        square[:] = SECOND * square + (1 - SECOND) * grads * grads
        steady = np.sqrt(square / (1 - SECOND ** (step + 1))) + EPS
        flat -= LR * (1 - step / steps) * (mean / (1 - FIRST ** (step + 1))) / steady
        yield float(loss)


CLOCK_PEERS = {
    "microgpt's style": microgpt,
    "PyTorch, eager": torch_eager,
    "NumPy by hand": numpy_by_hand,
    "microgradviz": ours,
}

if __name__ == "__main__":
    for found in CLOCK_PEERS[sys.argv[1]](int(sys.argv[2])):
        print(found, time.monotonic(), flush=True)
