"""Value: a number that remembers how it was computed, and can say how a result depends on it.

Every operation stores its inputs and, computed on the spot, its local derivatives. Backward is then one loop over
the values in topological order, adding (gradient arriving) × (local derivative) into each input.

There is no cyclic garbage: a value refers to its inputs and nothing refers back, so a graph is freed the moment the
last reference to its result goes. (An engine that keeps a `_backward` closure in each value leaves the whole graph to
Python's cyclic collector, which then takes most of the time of a training step.) The collector also takes time for
every container it looks through, garbage or not; so the local derivatives, `dx` and `dy`, are plain numbers.
"""

from __future__ import annotations

from numbers import Real

from . import context
from .context import Group, no_grad, record_lines
from .copying import copy_graph, reduce_leaf
from .numpy_calls import apply_ufunc
from .ops import OPS, Op, bind_op, op_without_formula
from .order import operations_in_order, topological_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any


class Value:
    """A scalar with a gradient.

    Args:
        data: The number; anything real is stored as a float.
        _children: Inputs, as micrograd spells them; for use by engines that extend this one.
        _op: The symbol of the operation that made this value; empty for a leaf.
        label: The name shown in pictures; without one, pictures use the name of the caller's variable.

    Attributes:
        data: The number.
        grad: d result / d self, after `result.backward()`.
        inputs: The values this one was computed from, in order; a + a has two.
        dx: d self / d input, computed when self was: by the first input, or by each of a `total`; None if not known.
        dy: The same by the second input.
        locals: The same as a tuple, with one number for each input.
        op: The row of the table of operations that made this value; None for a leaf.
        label: The name given to it.
        group: The group it was made in (such as a neuron), or None.
        line: Where it was made, as (file, line number), if lines were being recorded.

    A value takes attributes of your own too, such as an optimiser's `p.momentum`; copies and pickles keep them.

    Raises:
        TypeError: If data is not a real number.

    Example:
        >>> a, b = Value(2.0), Value(-3.0)
        >>> c = a * b + a ** 2
        >>> c.backward()
        >>> c.data, a.grad, b.grad
        (-2.0, 1.0, 2.0)
    """

    __slots__ = ("__dict__", "data", "dx", "dy", "grad", "group", "inputs", "label", "line", "op")

    def __init__(self, data: float, _children: Iterable[Value] = (), _op: str = "", label: str = "") -> None:
        self.data: float = data if data.__class__ is float else as_float(data, "data of a Value")
        self.grad: float = 0.0
        self.inputs: tuple[Value, ...] = tuple(_children) if _children else ()
        self.dx: float | None = None
        self.dy: float = 0.0
        self.op: Op | None = op_without_formula(_op) if self.inputs else None
        self.label = label
        self.group: Group | None = context.current_group
        self.line: tuple[str, int] | None = None

    @property
    def locals(self) -> tuple[float, ...] | None:
        """d self / d input for each input; None if the value was made by hand."""
        count = len(self.inputs)
        if self.dx is None:
            return None if count else ()
        return (self.dx, self.dy) if count == 2 else (self.dx,) * count

    @property
    def _prev(self) -> tuple[Value, ...]:
        """The inputs, under micrograd's name."""
        return self.inputs

    @property
    def _op(self) -> str:
        """The symbol of the operation, under micrograd's name."""
        return self.op.symbol if self.op else ""

    @property
    def _backward(self) -> Any:
        raise AttributeError(f"{self!r} has no _backward: its local derivatives are numbers, in .locals")

    @_backward.setter
    def _backward(self, function: Any) -> None:
        raise AttributeError(
            "_backward must not be assigned: this engine stores local derivatives as numbers; to add an operation "
            "write microgradviz.define_op('cube', 'x * x * x', ['3 * x * x'])"
        )

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return apply_ufunc(self, ufunc, method, inputs, options)

    # Arithmetic. The comment says which expression calls the method.

    def __add__(self, other: Value | float) -> Value:  # self + other
        return apply2(_ADD, self, other)

    def __radd__(self, other: float) -> Value:  # other + self
        return apply2(_ADD, _constant(other, _ADD), self)

    def __sub__(self, other: Value | float) -> Value:  # self - other
        return apply2(_SUB, self, other)

    def __rsub__(self, other: float) -> Value:  # other - self
        return apply2(_SUB, _constant(other, _SUB), self)

    def __mul__(self, other: Value | float) -> Value:  # self * other
        return apply2(_MUL, self, other)

    def __rmul__(self, other: float) -> Value:  # other * self
        return apply2(_MUL, _constant(other, _MUL), self)

    def __truediv__(self, other: Value | float) -> Value:  # self / other
        return apply2(_DIV, self, other)

    def __rtruediv__(self, other: float) -> Value:  # other / self
        return apply2(_DIV, _constant(other, _DIV), self)

    def __neg__(self) -> Value:  # -self
        return apply1(_NEG, self)

    def __pos__(self) -> Value:  # +self
        return self

    def __abs__(self) -> Value:  # abs(self)
        return apply1(_ABS, self)

    def __pow__(self, other: Value | float) -> Value:  # self ** other
        if isinstance(other, Value):
            return apply2(_POW, self, other)
        return apply1(bind_op("pow_n", as_float(other, "exponent of **")), self)

    def __rpow__(self, other: float) -> Value:  # other ** self
        return apply2(_POW, _constant(other, _POW), self)

    def exp(self) -> Value:
        """e to the power self."""
        return apply1(_EXP, self)

    def log(self) -> Value:
        """Natural logarithm; -inf at 0, nan below."""
        return apply1(_LOG, self)

    def sqrt(self) -> Value:
        """Square root; nan below 0."""
        return apply1(_SQRT, self)

    def sin(self) -> Value:
        """Sine of self in radians."""
        return apply1(_SIN, self)

    def cos(self) -> Value:
        """Cosine of self in radians."""
        return apply1(_COS, self)

    def tanh(self) -> Value:
        """Hyperbolic tangent: squashes into -1..1."""
        return apply1(_TANH, self)

    def sigmoid(self) -> Value:
        """1 / (1 + exp(-self)): squashes into 0..1."""
        return apply1(_SIGMOID, self)

    def relu(self) -> Value:
        """self where positive, else 0; slope 0 at 0, as in PyTorch and micrograd."""
        return apply1(_RELU, self)

    def leaky_relu(self, slope: float = 0.01) -> Value:
        """self where positive, else slope * self."""
        return apply1(bind_op("leaky_relu", as_float(slope, "slope of leaky_relu")), self)

    def softplus(self) -> Value:
        """log(1 + exp(self)), a smooth relu; self itself above 20, as in PyTorch."""
        return apply1(_SOFTPLUS, self)

    def silu(self) -> Value:
        """self * sigmoid(self), a smooth relu; also called swish."""
        return apply1(OPS["silu"], self)

    def gelu(self) -> Value:
        """self times the normal distribution function, as PyTorch's gelu with approximate="tanh"."""
        return apply1(OPS["gelu"], self)

    def elu(self, alpha: float = 1.0) -> Value:
        """self where positive, else alpha * (exp(self) - 1); the slope at 0 is alpha."""
        return apply1(bind_op("elu", as_float(alpha, "alpha of elu")), self)

    def max(self, other: Value | float) -> Value:
        """The larger of the two; equal ones share the gradient in halves; nan wins."""
        return apply2(_MAX, self, other)

    def min(self, other: Value | float) -> Value:
        """The smaller of the two; equal ones share the gradient in halves; nan wins."""
        return apply2(_MIN, self, other)

    def detach(self) -> Value:
        """A new leaf with the same number, from which no gradient flows back to self."""
        return Value(self.data, label=self.label)

    # Comparisons look at data. == stays identity, so that values can live in sets and dicts.

    def __lt__(self, other: Value | float) -> bool:
        return self.data < _compared(other)

    def __le__(self, other: Value | float) -> bool:
        return self.data <= _compared(other)

    def __gt__(self, other: Value | float) -> bool:
        return self.data > _compared(other)

    def __ge__(self, other: Value | float) -> bool:
        return self.data >= _compared(other)

    def __float__(self) -> float:
        return float(self.data)

    def __format__(self, spec: str) -> str:
        return format(self.data, spec) if spec else repr(self)

    def __repr__(self) -> str:
        return f"Value(data={self.data}, grad={self.grad})"

    def backward(self) -> None:
        """Fill in `grad` of every value that self was computed from: d self / d value.

        Values made by an operation start again from 0, so calling it twice is right; leaves accumulate over calls,
        as in PyTorch, until `zero_grad`. The local derivatives used are those of the forward pass.

        Raises:
            TypeError: If a value was made by hand, with inputs but without local derivatives.
        """
        if not self.inputs:
            self.grad += 1.0
            return
        order = operations_in_order(self)
        for value in order:
            value.grad = 0.0
        self.grad = 1.0
        for value in reversed(order):
            grad, inputs, dx = value.grad, value.inputs, value.dx
            if dx is None:
                raise TypeError(no_slopes(value))
            if len(inputs) == 2:
                x, y = inputs
                x.grad += grad * dx
                y.grad += grad * value.dy
            else:
                contribution = grad * dx
                for x in inputs:
                    x.grad += contribution

    def zero_grad(self) -> None:
        """Set `grad` to 0 here and in every value that self was computed from."""
        for value in topological_order(self):
            value.grad = 0.0

    def __deepcopy__(self, memo: dict[int, Any]) -> Value:
        out: Value = copy_graph(self, memo)
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_leaf(self)


# One operation. These four functions are the whole forward pass.


def apply1(op: Op, x: Value) -> Value:
    """The result of an operation with one input."""
    if context.modes:
        return _by_mode(op, (x,))
    try:
        data, (dx,) = op.run(x.data)
    except (ArithmeticError, ValueError, TypeError):
        data, (dx,) = _careful(op, (x,))
    if data.__class__ is not float:
        data, (dx,) = _careful(op, (x,))
    out: Value = _new(Value)
    out.data = data
    out.grad = 0.0
    out.inputs = (x,)
    out.dx = out.dy = dx
    out.op = op
    out.label = ""
    out.group = context.current_group
    out.line = None
    return out


def apply2(op: Op, x: Value, y: Value | float) -> Value:
    """The result of an operation with two inputs; a plain number becomes a constant."""
    if context.modes:
        return _by_mode(op, (x, y))
    if y.__class__ is not Value:
        y = _constant(y, op)
    try:
        data, (dx, dy) = op.run(x.data, y.data)
    except (ArithmeticError, ValueError, TypeError):
        data, (dx, dy) = _careful(op, (x, y))
    if data.__class__ is not float:
        data, (dx, dy) = _careful(op, (x, y))
    out: Value = _new(Value)
    out.data = data
    out.grad = 0.0
    out.inputs = (x, y)
    out.dx = dx
    out.dy = dy
    out.op = op
    out.label = ""
    out.group = context.current_group
    out.line = None
    return out


def apply(op: Op, inputs: Iterable[Value | float], *, plainly: bool = False) -> Value:
    """The result of an operation with any number of inputs; `plainly`, whatever mode is on."""
    values: tuple[Value, ...] = tuple(inputs)  # type: ignore[arg-type]
    if context.modes and not plainly:
        return _by_mode(op, values)
    numbers = [x.data for x in values if x.__class__ is Value]
    if len(numbers) < len(values):
        values = tuple([_constant(x, op) for x in values])
        numbers = [x.data for x in values]
    try:
        data, slopes = op.run(*numbers)
    except (ArithmeticError, ValueError, TypeError):
        data, slopes = _careful(op, values)
    if data.__class__ is not float:
        data, slopes = _careful(op, values)
    out: Value = _new(Value)
    out.data, out.grad, out.inputs = data, 0.0, values
    out.dx, out.dy, out.op = (slopes[0], slopes[-1], op) if values else (None, 0.0, None)
    out.label, out.group, out.line = "", context.current_group, None
    return out


def total(values: Iterable[Value | float]) -> Value:
    """The sum of any number of values as one operation, added from left to right.

    A neuron with 16 inputs is then 18 values instead of 33, and the picture shows one Σ instead of a staircase.

    Example:
        >>> total([Value(1.0), Value(2.0), 3]).data
        6.0
    """
    return apply(_TOTAL, values)


def define_op(
    name: str, formula: str, derivatives: list[str] | tuple[str, ...], *, notation: str = "", latex: str = ""
) -> Callable[..., Value]:
    """Add an operation of your own: a function of one or two values, known to backward and to pictures.

    Args:
        name: What to call it, a Python identifier. Defining it again replaces it; built-in operations stay.
        formula: The value, as arithmetic over x (and y) and the functions exp, expm1, log, log1p, sqrt, sin,
            cos, tanh, pow(x, n), abs.
        derivatives: The local derivative by each input, in the same language; `out` is the value.
        notation: How pictures write it; name(x) if empty.
        latex: How formulas write it.

    Returns:
        A function of as many values as there are derivatives.

    Raises:
        ValueError: If the name is taken by a built-in operation, or a text is not such a formula.

    Example:
        >>> cube = define_op("cube", "x * x * x", ["3 * x * x"])
        >>> a = Value(2.0)
        >>> cube(a).backward()
        >>> a.grad
        12.0
    """
    from .formulas import make_op  # ast takes long to import, and few need it

    op = make_op(name, formula, derivatives, notation=notation, latex=latex)

    def operation(*inputs: Value | float) -> Value:
        if len(inputs) != op.arity:
            raise TypeError(f"{name} takes {op.arity} value(s) (got {len(inputs)})")
        return apply(op, inputs)

    operation.__name__ = operation.__qualname__ = name
    operation.__doc__ = f"{op.notation}: {op.formula}"
    return operation


def backprop(root: Value) -> Iterator[tuple[Value, int, float, float]]:
    """`root.backward()`, one contribution at a time: the same arithmetic in the same order.

    Yields:
        (user, slot, before, after): `user.inputs[slot].grad` has just gone from before to after, which is
        before + user.grad × user.locals[slot].

    Example:
        >>> a = Value(3.0)
        >>> [(before, after) for user, slot, before, after in backprop(a * a)]
        [(0.0, 3.0), (3.0, 6.0)]
    """
    if not root.inputs:
        root.grad += 1.0
        return
    order = operations_in_order(root)
    for value in order:
        value.grad = 0.0
    root.grad = 1.0
    for user in reversed(order):
        slopes = user.locals
        if slopes is None:
            raise TypeError(no_slopes(user))
        for slot, (x, slope) in enumerate(zip(user.inputs, slopes, strict=True)):
            before = x.grad
            x.grad = before + user.grad * slope
            yield user, slot, before, x.grad


# Helpers off the fast path.


def as_float(number: Any, what: str) -> float:
    """The number as a float.

    Raises:
        TypeError: If it is not a real number.
    """
    if isinstance(number, Real):
        try:
            return float(number)
        except OverflowError:
            bits = getattr(number, "bit_length", None)  # its digits could be too many to print
            got = f"an integer of {bits()} bits" if bits else f"a larger {type(number).__name__}"
            raise TypeError(f"{what} must fit in a double (got {got})") from None
    if isinstance(number, Value):
        hint = "use .data for its number" if type(number) is Value else "it is a Value already"
        raise TypeError(f"{what} must be a plain number (got {number!r}); {hint}")
    hint = ""
    if getattr(number, "shape", None) == ():  # an array or a tensor that holds one number
        hint = "; use .item() for its number"
    elif hasattr(number, "__len__") and not isinstance(number, str):
        hint = "; work on its elements one by one"
    raise TypeError(f"{what} must be a real number (got {short_repr(number)}){hint}")


def short_repr(thing: Any) -> str:
    """What an error says that it got, also where the thing's own `__repr__` is not to be relied upon."""
    try:
        text = f"{type(thing).__name__} {thing!r}"
    except Exception:
        text = type(thing).__name__
    return text if len(text) <= 80 else text[:79] + "…"


def _constant(number: Any, op: Op) -> Value:
    if isinstance(number, Value):
        return number
    return Value(as_float(number, f"operand of {op.name}"))


def _compared(other: Any) -> float:
    return other.data if isinstance(other, Value) else as_float(other, "operand of a comparison")


def _careful(op: Op, inputs: tuple[Value, ...]) -> tuple[float, tuple[float, ...]]:
    numbers = []
    for slot, x in enumerate(inputs):
        name = f" ({x.label!r})" if x.label else ""
        numbers.append(as_float(x.data, f"data of operand {slot + 1}{name} of {op.name}"))
    return op.run_ieee(*numbers)


def _by_mode(op: Op, inputs: tuple[Value | float, ...]) -> Value:
    if record := context.recording.recorder():
        recorded: Value = record(op, inputs)
        return recorded
    out = apply(op, inputs, plainly=True)
    if no_grad.on():
        out.inputs, out.dx, out.op = (), None, None
    if record_lines.on():
        out.line = context.calling_line()
    return out


def no_slopes(value: Value) -> str:
    return (
        f"{value!r} was made by hand with _op={value._op!r}, so its local derivatives are not known; "
        "define the operation with microgradviz.define_op"
    )


_new: Any = object.__new__
_ADD, _SUB, _MUL, _DIV, _NEG, _ABS, _POW = (OPS[n] for n in ("add", "sub", "mul", "div", "neg", "abs", "pow"))
_EXP, _LOG, _SQRT, _SIN, _COS, _TANH = (OPS[n] for n in ("exp", "log", "sqrt", "sin", "cos", "tanh"))
_SIGMOID, _RELU, _SOFTPLUS, _MAX, _MIN, _TOTAL = (
    OPS[n] for n in ("sigmoid", "relu", "softplus", "max", "min", "total")
)
