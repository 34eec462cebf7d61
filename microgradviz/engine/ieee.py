"""IEEE 754 answers where Python's own arithmetic would raise: overflow is inf, log(0) is -inf, 1/0 is inf.

The engine computes with bare Python floats. Only when that raises does it evaluate the same formula again with
the numbers and functions of this file, which answer as PyTorch's doubles do.
"""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

inf, nan = math.inf, math.nan


def divide(x: float, y: float) -> float:
    """x / y, where a zero divisor gives an infinity of the right sign, or nan for 0/0.

    Example:
        >>> divide(1.0, 0.0), divide(1.0, -0.0), divide(0.0, 0.0)
        (inf, -inf, nan)
    """
    if y != 0:
        return x / y
    if x == 0 or x != x:
        return nan
    return math.copysign(inf, x) * math.copysign(1.0, y)


def power(x: float, y: float) -> float:
    """x to the power y by the rules of C99, annex F.9.4.4: nan for a root of a negative number.

    Example:
        >>> power(-1.0, 0.5), power(0.0, -1.0), power(-10.0, 309.0)
        (nan, inf, -inf)
    """
    odd = y % 2 == 1 if math.isfinite(y) else False
    try:
        return math.pow(x, y)
    except OverflowError:
        return -inf if x < 0 and odd else inf
    except ValueError:
        if x == 0:
            return math.copysign(inf, x) if odd else inf
        return nan


def exp(x: float) -> float:
    """e to the power x; inf where the result is too large for a double."""
    try:
        return math.exp(x)
    except OverflowError:
        return inf


def log(x: float) -> float:
    """Natural logarithm; -inf at 0, nan below."""
    return math.log(x) if not x <= 0 else -inf if x == 0 else nan


def log1p(x: float) -> float:
    """log(1 + x); -inf at -1, nan below."""
    return math.log1p(x) if not x <= -1 else -inf if x == -1 else nan


def expm1(x: float) -> float:
    """exp(x) - 1, exact near 0 too; inf where the result is too large for a double."""
    try:
        return math.expm1(x)
    except OverflowError:
        return inf


def sqrt(x: float) -> float:
    """Square root; nan below 0."""
    return math.sqrt(x) if not x < 0 else nan


def sin(x: float) -> float:
    """Sine of x in radians; nan at an infinity."""
    return math.sin(x) if not math.isinf(x) else nan


def cos(x: float) -> float:
    """Cosine of x in radians; nan at an infinity."""
    return math.cos(x) if not math.isinf(x) else nan


class Double(float):
    """A float whose division never raises, and whose arithmetic stays in this class."""

    __slots__ = ()

    def __neg__(self) -> Double:
        return Double(float.__neg__(self))

    def __add__(self, other: float) -> Double:
        return Double(float.__add__(self, other))

    def __radd__(self, other: float) -> Double:
        return Double(float.__radd__(self, other))

    def __sub__(self, other: float) -> Double:
        return Double(float.__sub__(self, other))

    def __rsub__(self, other: float) -> Double:
        return Double(float.__rsub__(self, other))

    def __mul__(self, other: float) -> Double:
        return Double(float.__mul__(self, other))

    def __rmul__(self, other: float) -> Double:
        return Double(float.__rmul__(self, other))

    def __truediv__(self, other: float) -> Double:
        return Double(divide(float(self), float(other)))

    def __rtruediv__(self, other: float) -> Double:
        return Double(divide(float(other), float(self)))


def returning_double(function: Callable[..., float]) -> Callable[..., Double]:
    """The same function, with a Double as its result."""
    return lambda *inputs: Double(function(*inputs))
