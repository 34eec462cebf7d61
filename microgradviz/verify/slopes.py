"""gradcheck: compare what backward says with what nudging an input shows."""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine import Value, as_float, topological_order
from .report import Report, same_number, verdict_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

EPSILON = sys.float_info.epsilon
STEP = 2.0**-13  # of the order where rounding and curvature cost the extrapolated difference the same


class SlopeRow(NamedTuple):
    """One input: its gradient beside its measured slope.

    Attributes:
        name: Of the input.
        x: Its number.
        grad: d result / d input, from backward.
        slope: d result / d input, from nudging.
        error: |grad - slope| relative to the larger of the two, or to what can be measured, if that is more.
        ok: Whether the two agree.
        note: What is special at this place, such as a kink; else empty.
    """

    name: str
    x: float
    grad: float
    slope: float
    error: float
    ok: bool
    note: str


class GradCheck(Report):
    """The report of `gradcheck`; true if every gradient agrees with its measured slope. `rows` are `SlopeRow`s."""

    headings = ("input", "at", "gradient", "measured slope", "relative error", "ok", "note")
    rows: tuple[SlopeRow, ...]

    def cells(self, row: SlopeRow) -> tuple[str, ...]:
        """The texts of one row."""
        error = f"{row.error:.1e}" if row.error else "0"
        return row.name, f"{row.x:.6g}", f"{row.grad:.7g}", f"{row.slope:.7g}", error, verdict_text(row.ok), row.note


class MeasuredSlope(NamedTuple):
    """A slope as seen from outside: from low to high at a kink, else both are the slope; give or take `noise`."""

    low: float
    high: float
    noise: float
    note: str = ""


def gradcheck(
    fn: Callable[..., Any],
    inputs: Sequence[float] | Mapping[str, float],
    *,
    rel_tol: float = 1e-6,
    value: Callable[[float], Any] = Value,
) -> GradCheck:
    """Check the gradients of a function by nudging each input a little to both sides.

    At a kink, such as relu at 0, any gradient between the slopes of the two sides is right. Where the function or a
    gradient is not finite nothing can be measured: the row is ok only if both numbers are the same (nan is nan).

    Args:
        fn: Takes Values, returns a Value. It is called once for the gradients and a few times for each input.
        inputs: Numbers, for the arguments of fn in order; or a dict, for its keyword arguments.
        rel_tol: The largest relative error that is ok.
        value: Makes a value from a number: another engine's class, with `data`, `grad` and `backward()`.

    Returns:
        A report that is true if all is well, prints as a table, and has its figures in `rows`.

    Raises:
        TypeError: If fn is not a function, does not return a value, or an input is not a number.

    Example:
        >>> report = gradcheck(lambda a, b: a * b + a, [2.0, -3.0])
        >>> bool(report), [row.grad for row in report.rows]
        (True, [-2.0, 2.0])
    """
    if not callable(fn):
        raise TypeError(f"fn must be a function of Values (got {type(fn).__name__} {fn!r}); write lambda a: ...")
    if not hasattr(inputs, "__iter__"):
        raise TypeError(f"inputs must be a list or dict of numbers (got {type(inputs).__name__} {inputs!r})")
    keys = list(inputs) if isinstance(inputs, Mapping) else None
    numbers = list(inputs.values()) if isinstance(inputs, Mapping) else list(inputs)
    labels = keys or _parameters(fn, len(numbers))
    xs = [as_float(x, f"input {name}") for x, name in zip(numbers, labels, strict=True)]

    def evaluate(points: Sequence[float]) -> tuple[Any, list[Any]]:
        values = [value(x) for x in points]
        out = fn(**dict(zip(keys, values, strict=True))) if keys is not None else fn(*values)
        if not (hasattr(out, "data") and callable(getattr(out, "backward", None))):
            if hasattr(out, "data") and value is not Value:
                raise TypeError(
                    f"value must make numbers with backward() (got {type(out).__name__}); write backward() first"
                )
            raise TypeError(f"fn must return a Value (got {type(out).__name__} {out!r})")
        return out, values

    def nudged(slot: int, x: float) -> float:
        try:
            out, _ = evaluate([*xs[:slot], x, *xs[slot + 1 :]])
        except (ArithmeticError, ValueError):  # another engine's log of a negative number
            return math.nan
        return as_float(out.data, "data of the result of fn")

    out, values = evaluate(xs)
    bystanders = [(v, v.grad) for v in topological_order(out)] if isinstance(out, Value) else []
    out.backward()
    grads = [as_float(v.grad, f"grad of {name}") for v, name in zip(values, labels, strict=True)]
    for v, grad in bystanders:  # parameters that fn uses besides its inputs keep the grads they had
        v.grad = grad

    rows = []
    for slot, (name, x, grad) in enumerate(zip(labels, xs, grads, strict=True)):
        measured = _measure(lambda x, slot=slot: nudged(slot, x), x, rel_tol)  # type: ignore[misc]
        rows.append(_judged(name, x, grad, measured, rel_tol))
    return GradCheck(rows, _title(rows))


def _parameters(fn: Callable[..., Any], count: int) -> list[str]:
    try:
        found = [p.name for p in inspect.signature(fn).parameters.values() if p.kind <= p.POSITIONAL_OR_KEYWORD]
    except (TypeError, ValueError):
        found = []
    return found[:count] if len(found) >= count else [f"x{i + 1}" for i in range(count)]


def _steps(x: float) -> Iterator[float]:
    step = STEP * max(1.0, abs(x))
    for _ in range(6):
        yield step
        step /= 16
    if 0 < STEP * abs(x) < step:
        yield STEP * abs(x)


def _measure(f: Callable[[float], float], x: float, rel_tol: float) -> MeasuredSlope:
    # Two central differences, one with half the step of the other; their Richardson extrapolation is the slope. If
    # they are too far apart, or the slopes left and right of x are, the place is looked at more closely.
    middle = f(x)
    if not (math.isfinite(x) and math.isfinite(middle)):
        return MeasuredSlope(math.nan, math.nan, 0.0, "nothing to measure: not finite here")
    best: MeasuredSlope | None = None
    kink: MeasuredSlope | None = None
    left = right = wide_left = wide_right = math.nan
    for step in _steps(x):
        points = [x - step, x - step / 2, x + step / 2, x + step]
        a, b, c, d = (f(p) for p in points)
        noise = 16 * EPSILON * max(map(abs, (a, b, middle, c, d))) / step
        left, right = (middle - b) / (x - points[1]), (c - middle) / (points[2] - x)
        wide_left, wide_right = (middle - a) / (x - points[0]), (d - middle) / (points[3] - x)
        wide, narrow = (d - a) / (points[3] - points[0]), (c - b) / (points[2] - points[1])
        if not (math.isfinite(wide) and math.isfinite(narrow)):
            continue
        gap, wide_gap = right - left, wide_right - wide_left
        bent = abs(gap) > 0.75 * abs(wide_gap) and abs(gap) > 1e-3 * max(abs(left), abs(right)) + 2 * noise
        note = f"a kink: slope {left:.4g} on the left, {right:.4g} on the right"
        kink = MeasuredSlope(min(left, right), max(left, right), noise, note) if bent else None
        slope, apart = narrow + (narrow - wide) / 3, abs(narrow - wide)
        sure = apart <= 0.3 * math.sqrt(rel_tol) * abs(slope) + noise
        if sure and not bent:
            return MeasuredSlope(slope, slope, noise)
        if best is None or apart + noise < best.noise:
            best = MeasuredSlope(slope, slope, apart + noise)
    if kink or best:
        return kink or best  # type: ignore[return-value]
    for side, slope, wide in (("left", left, wide_left), ("right", right, wide_right)):
        if math.isfinite(slope):
            if abs(slope) > 1.2 * abs(wide):  # still growing at the smallest step, as that of sqrt at 0
                slope = math.copysign(math.inf, slope)
            noise = 4 * abs(slope - wide) + 16 * EPSILON * abs(middle) / step
            return MeasuredSlope(slope, slope, noise, f"measured on the {side} only: not finite on the other side")
    return MeasuredSlope(math.nan, math.nan, 0.0, "nothing to measure: not finite nearby")


def _judged(name: str, x: float, grad: float, measured: MeasuredSlope, rel_tol: float) -> SlopeRow:
    low, high, noise, note = measured
    slope = min(max(grad, low), high) if low < high else low
    if math.isfinite(grad) and math.isfinite(slope):
        scale = max(abs(grad), abs(slope), noise / rel_tol)
        error = abs(grad - slope) / scale if grad != slope else 0.0
    else:
        error = 0.0 if same_number(grad, slope) else math.inf
    return SlopeRow(name, x, grad, slope, error, error <= rel_tol, note)


def _title(rows: Sequence[SlopeRow]) -> str:
    wrong = [row for row in rows if not row.ok]
    if not wrong:
        return f"gradcheck: the gradients agree with the measured slopes ({len(rows)} of {len(rows)})"
    first = wrong[0]
    fact = first.note or f"nudging {first.name} changes the result {first.slope:.6g} times as much"
    return (
        f"gradcheck: {len(wrong)} of {len(rows)} gradients disagree with the measured slopes: "
        f"{first.name}.grad is {first.grad:.6g}, but {fact}"
    )
