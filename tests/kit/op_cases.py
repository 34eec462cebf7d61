"""Every row of the table of operations with inputs to try, and what the engine and PyTorch give for them."""

import itertools
import math
from typing import Any

from microgradviz.engine import OPS, Op, Value, apply, ops
from microgradviz.verify.twin import _replay

inf, nan = math.inf, math.nan


BUILT_IN = [OPS[name] for name in ops.BUILT_IN]
IN_TORCH = [op for op in BUILT_IN if op.torch]  # the others are compared with PyTorch by their formulas alone


EDGES = (0.0, -0.0, 1.0, -1.0, 0.5, 20.0, 1000.0, -1000.0, 1e-300, -1e-300, 1e300, -1e300, inf, -inf, nan)


CONSTANTS = {op.name: sorted({sample[len(op.locals) :] for sample in op.samples}) for op in BUILT_IN if op.params} | {
    "pow_n": [(n,) for n in (2.0, 3.0, 1.0, 0.0, -1.0, -2.0, 0.5, -0.5, 2.5, 101.0)],
    "leaky_relu": [(0.01,), (0.2,), (0.0,)],
}


def split(op: Op, sample: tuple[float, ...]) -> tuple[Op, tuple[float, ...]]:
    """The row with the constants of a sample bound, and the inputs of the sample."""
    if not op.params:
        return op, sample
    count = len(op.locals)
    return op.bind(*sample[count:]), sample[:count]


SAMPLES = [split(op, sample) for op in BUILT_IN for sample in op.samples]


AT_EDGES = [
    (op.bind(*constants) if constants else op, inputs)
    for op in BUILT_IN
    for constants in CONSTANTS.get(op.name, [()])
    for inputs in itertools.product(EDGES if op.arity == 1 else (*EDGES, -2.0, 3.0), repeat=op.arity or 3)
    if op.arity is not None or inputs[0] in (1.0, inf)
]


def within_ulps(ours: float, theirs: float, ulps: float = 4) -> bool:
    """Whether two doubles are the same but for a few units in the last place; nan is nan, and -0 is 0."""
    if math.isfinite(ours) and math.isfinite(theirs):
        return abs(ours - theirs) <= ulps * math.ulp(max(abs(ours), abs(theirs)))
    return ours == theirs or (ours != ours and theirs != theirs)


def by_engine(op: Op, inputs: tuple[float, ...]) -> tuple[float, ...]:
    out = apply(op, [Value(x) for x in inputs])
    assert out.locals is not None
    return out.data, *out.locals


def by_torch(torch: Any, op: Op, inputs: tuple[float, ...]) -> tuple[float, ...]:
    leaves: list[tuple[Op | None, list[int], float]] = [(None, [], x) for x in inputs]
    *xs, out = _replay([*leaves, (op, list(range(len(inputs))), math.nan)], torch)
    slopes = torch.autograd.grad(out, xs, allow_unused=True)
    return out.item(), *[0.0 if slope is None else slope.item() for slope in slopes]
