"""Random expressions over every row of the table of operations, and how exactly their numbers can be known."""

import itertools
import math
from typing import Any

from hypothesis import strategies as st

from microgradviz.engine import BUILT_IN as NAMES, FUNCTIONS, OPS, Op, Value, apply, topological_order
from microgradviz.engine.ieee import Double
from microgradviz.engine.ops import with_doubles

UNIT = 2.0**-52  # one unit in the last place of 1.0
BUILT_IN = tuple(OPS[name] for name in NAMES)
SMOOTH = tuple(op for op in BUILT_IN if not op.kinks)

NUMBERS = st.one_of(
    st.floats(-3, 3, allow_nan=False),
    st.sampled_from([0.0, 1.0, -1.0, 2.0, 0.5, -0.5]),
    st.floats(-1e3, 1e3, allow_nan=False),
)
TAME = st.floats(0.25, 2.5).map(lambda x: round(x, 6))
CONSTANTS: dict[str, list[tuple[float, ...]]] = {
    op.name: sorted({sample[len(op.locals) :] for sample in op.samples}) for op in BUILT_IN if op.params
} | {"pow_n": [(n,) for n in (2.0, 3.0, -1.0, 0.0, 1.0, 0.5, -2.0, 1.5)]}
# Operations with an operator, so that a plain number may stand on either side of it.
OPERATORS: dict[str, Any] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "pow": lambda x, y: x**y,
}


@st.composite
def expressions(draw: Any, ops: tuple[Op, ...] = BUILT_IN, numbers: Any = NUMBERS, most: int = 12) -> Value:
    """The result of up to `most` operations. Any earlier value may be used again, and plain numbers stand in."""
    pool = [Value(x) for x in draw(st.lists(numbers, min_size=1, max_size=4))]
    for op in draw(st.lists(st.sampled_from(ops), min_size=1, max_size=most)):
        pool.append(grown(draw, op, pool, numbers))
    return pool[-1]


def grown(draw: Any, op: Op, pool: list[Value], numbers: Any) -> Value:
    """One more operation on values of the pool, the latest ones most likely."""

    def one() -> Value:
        return pool[-1 - min(draw(st.integers(0, 5)), draw(st.integers(0, 5))) % len(pool)]

    if op.arity is None:
        return apply(op, [one() for _ in range(draw(st.integers(1, 4)))])
    if op.params:
        return apply(op.bind(*draw(st.sampled_from(CONSTANTS[op.name]))), [one()])
    if op.arity == 1:
        return apply(op, [one()])
    if op.name in OPERATORS and draw(st.booleans()):
        number = draw(numbers)
        return OPERATORS[op.name](number, one()) if draw(st.booleans()) else OPERATORS[op.name](one(), number)
    return apply(op, [one(), one()])


def error_bounds(root: Value) -> dict[Value, tuple[float, float]]:
    """How far the data and the grad of each value may be from another library's, in doubles: (data, grad).

    Two libraries that both compute every operation to a few units in the last place may still differ in the result,
    by as much as the expression magnifies such differences: that is its condition. This is a running error bound, as
    in Wilkinson's analysis. Forward: the inputs of an operation are known up to some distance, so its value and its
    local derivatives are evaluated at the corners of that box, and what they vary there, plus a few units of rounding,
    is the distance at which they are known in turn. A branch (relu at 0, a tie of max) inside the box shows as a jump
    at one of the corners. Backward: the errors of grad × local derivative are summed along the edges. A local
    derivative may itself be a difference such as 1 - out × out, so its rounding is taken relative to 1 at least.

    Numbers that are not finite have no distance: where one turns up, or a bound itself overflows, the bound is inf.
    """
    order = topological_order(root)
    data: dict[Value, float] = {}
    slopes: dict[Value, list[float]] = {}
    for v in order:
        data[v], slopes[v] = _forward(v, [data[x] for x in v.inputs])
    grad = dict.fromkeys(order, 0.0)
    for v in reversed(order):
        for x, slope, apart in zip(v.inputs, v.locals or (), slopes[v], strict=True):
            amount = v.grad * slope
            grad[x] += abs(v.grad) * apart + grad[v] * (abs(slope) + apart) + 4 * UNIT * (abs(amount) + abs(x.grad))
    return {v: (_finite(data[v]), _finite(grad[v])) for v in order}


_FUNCTIONS_OFF: list[Any] = [
    {name: lambda *xs, f=f, off=off: Double(f(*xs) * off) for name, (_, f) in FUNCTIONS.items()}
    for off in (1.0, 1 + 2 * UNIT, 1 - 2 * UNIT)
]
_OFF: dict[Any, Any] = {}


def wobble(op: Op, *inputs: float) -> tuple[float, tuple[float, ...]]:
    """How far value and local derivatives move if each exp, tanh … inside is two units off in its last place.

    Two libraries differ by as much; where a formula then subtracts, as in 1 + tanh(x), it is no longer the last place.
    """

    if not any("(" in text for text in (op.formula, *op.locals)):
        return 0.0, (0.0,) * len(op.locals)  # it calls nothing

    given = *inputs, *op.constants.values()
    key = op.formula, op.locals
    if key not in _OFF:
        _OFF[key] = [with_doubles(op.compiled(functions)) for functions in _FUNCTIONS_OFF]
    (out, slopes), *others = [run(*given) for run in _OFF[key]]
    apart, slopes_apart = 0.0, [0.0] * len(slopes)
    for there, slopes_there in others:
        apart = _wider(apart, there, out)
        slopes_apart = [_wider(a, s, own) for a, s, own in zip(slopes_apart, slopes_there, slopes, strict=True)]
    return apart, tuple(slopes_apart)


def _finite(bound: float) -> float:
    return bound if bound < 1e300 else math.inf  # and nan, which compares false


def _forward(v: Value, distances: list[float]) -> tuple[float, list[float]]:
    if not v.inputs or v.op is None:
        return 0.0, []
    assert v.locals is not None
    if v.op.arity is None:
        sizes = itertools.accumulate(abs(x.data) for x in v.inputs)
        return sum(distances) + UNIT * sum(sizes), [0.0] * len(v.inputs)
    boxes = []
    for x, distance in zip(v.inputs, distances, strict=True):
        half = distance + 2 * UNIT * abs(x.data)
        boxes.append((x.data - half, x.data, x.data + half))
    apart, slopes_apart = 0.0, [0.0] * len(v.locals)
    for corner in itertools.product(*boxes):
        out, slopes = v.op.run_ieee(*corner)
        apart = _wider(apart, out, v.data)
        slopes_apart = [_wider(a, s, own) for a, s, own in zip(slopes_apart, slopes, v.locals, strict=True)]
    if not all(map(math.isfinite, distances)):  # an input may be anything, and the ends do not tell what lies between
        slopes_apart = [math.inf if a else 0.0 for a in slopes_apart]
    inner, inner_slopes = wobble(v.op, *[x.data for x in v.inputs])
    rounding = [4 * UNIT * max(1.0, abs(s)) + w for s, w in zip(v.locals, inner_slopes, strict=True)]
    return apart + 4 * UNIT * abs(v.data) + inner + 5e-324, [a + r for a, r in zip(slopes_apart, rounding, strict=True)]


def _wider(distance: float, number: float, own: float) -> float:
    further = abs(number - own)
    return max(distance, further) if further == further else math.inf
