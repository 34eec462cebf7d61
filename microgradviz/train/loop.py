"""fit: the loop that trains a compiled step."""

from __future__ import annotations

import random

from .optimizers import Optimizer, require_whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def fit(
    step: Any, *arrays: Any, optimizer: Optimizer, steps: int, batch: int | None = None, seed: int = 0
) -> Iterator[float]:
    """Train a compiled step; yields each loss, so that a run can be watched, and stopped at any time.

    However it ends, the parameters are written back to their Values.

    Args:
        step: What `microgradviz.compile` returned.
        *arrays: All samples, as for the step itself.
        optimizer: Changes the step's parameters: one made for this step, such as `SGD(step)`.
        steps: How many steps to take.
        batch: How many samples to draw for each step, without putting any back; None for all of them.
        seed: Seed of the drawing; a run that continues another with the same seed draws the same samples again.

    Raises:
        TypeError: If step is not a compiled step.
        ValueError: If the optimizer is that of something else, steps or batch is not a whole number, or there are fewer
            samples than batch.

    Example:
        >>> from microgradviz import SGD, Value, compile
        >>> w = Value(0.0)
        >>> step = compile(lambda x, y: (w * x - y) ** 2, [w], backend="python")
        >>> for loss in fit(step, [1.0, 2.0], [2.0, 4.0], optimizer=SGD(step, lr=0.1), steps=50):
        ...     if loss < 1e-6:
        ...         break
        >>> round(w.data, 2)
        2.0
    """
    if not hasattr(step, "sync"):
        raise TypeError(f"step must be what microgradviz.compile returned (got {type(step).__name__})")
    if not hasattr(optimizer, "step") or getattr(optimizer, "of", step) is not step:
        got = "one of something else" if hasattr(optimizer, "step") else repr(optimizer)
        raise ValueError(f"optimizer must be one of this very step, such as SGD(step) (got {got})")
    require_whole_number(steps, "steps", 0)
    if batch is not None:
        require_whole_number(batch, "batch", 1)
        counts = {len(a) for a in arrays}
        if len(counts) != 1 or batch > min(counts):
            found = " and ".join(map(str, sorted(counts))) or "none"
            raise ValueError(f"arrays must have one row for each sample, and {batch} of them for a batch (got {found})")
    rng = random.Random(seed)
    try:
        for _ in range(steps):
            chosen = arrays
            if batch is not None:
                rows = rng.sample(range(len(arrays[0])), batch)
                chosen = tuple(a[rows] if hasattr(a, "dtype") else [a[i] for i in rows] for a in arrays)
            loss = step(*chosen)
            optimizer.step()
            yield loss
    finally:
        step.sync()
