"""`train_gpt` on the engine itself, to compare with."""

import random
from collections.abc import Sequence

from microgradviz.engine import total
from microgradviz.gpt import GPT, encode
from microgradviz.train import Adam


def train_on_engine(model: GPT, names: Sequence[str], *, steps: int, batch: int = 1, seed: int = 0) -> list[float]:
    """The losses of these steps."""
    order = list(names)
    random.Random(seed).shuffle(order)
    samples = [encode(name, model.context) for name in order]
    optimizer = Adam(model.parameters(), 0.01, betas=(0.85, 0.99))
    losses = []
    for number in range(steps):
        chosen = [samples[(number * batch + i) % len(samples)] for i in range(batch)]
        model.zero_grad()
        loss = total([model.loss(tokens, targets) for tokens, targets in chosen]) / batch
        loss.backward()
        losses.append(loss.data)
        optimizer.lr = 0.01 * (1 - number / steps)
        optimizer.step()
    return losses
