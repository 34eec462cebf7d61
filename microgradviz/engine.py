"""Value: a number that remembers how it was computed, and can say how a result depends on it.

Every operation stores its inputs and, computed on the spot, its local derivatives. Backward is then one loop over
the values in topological order, adding (gradient arriving) × (local derivative) into each input.

There is no cyclic garbage: a value refers to its inputs and nothing refers back, so a graph is freed the moment the
last reference to its result goes. (An engine that keeps a `_backward` closure in each value leaves the whole graph to
Python's cyclic collector, which then takes most of the time of a training step.)
"""

from __future__ import annotations

import sys
import threading
from functools import lru_cache
from numbers import Real

from .ops import OPS, Op

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType
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
        locals: d self / d input for each input, computed when self was.
        op: The row of the table of operations that made this value; None for a leaf.
        label: The name given to it.
        group: The group it was made in (such as a neuron), or None.
        line: Where it was made, as (file, line number), if lines were being recorded.

    Raises:
        TypeError: If data is not a real number.

    Example:
        >>> a, b = Value(2.0), Value(-3.0)
        >>> c = a * b + a ** 2
        >>> c.backward()
        >>> c.data, a.grad, b.grad
        (-2.0, 1.0, 2.0)
    """

    __slots__ = ("data", "grad", "group", "inputs", "label", "line", "locals", "op")
    __array_ufunc__ = None  # NumPy then leaves `array * value` to us, and we refuse it

    def __init__(self, data: float, _children: Iterable[Value] = (), _op: str = "", label: str = "") -> None:
        self.data: float = data if data.__class__ is float else real(data, "data of a Value")
        self.grad: float = 0.0
        self.inputs: tuple[Value, ...] = tuple(_children) if _children else ()
        self.locals: tuple[float, ...] | None = None if self.inputs else ()
        self.op: Op | None = _handmade(_op) if self.inputs else None
        self.label = label
        self.group: Group | None = current_group
        self.line: tuple[str, int] | None = None

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
        return apply1(bound("pow_n", real(other, "exponent of **")), self)

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
        return apply1(bound("leaky_relu", real(slope, "slope of leaky_relu")), self)

    def softplus(self) -> Value:
        """log(1 + exp(self)), a smooth relu; self itself above 20, as in PyTorch."""
        return apply1(_SOFTPLUS, self)

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
        return self.data < (other.data if isinstance(other, Value) else other)

    def __le__(self, other: Value | float) -> bool:
        return self.data <= (other.data if isinstance(other, Value) else other)

    def __gt__(self, other: Value | float) -> bool:
        return self.data > (other.data if isinstance(other, Value) else other)

    def __ge__(self, other: Value | float) -> bool:
        return self.data >= (other.data if isinstance(other, Value) else other)

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
            grad, inputs, slopes = value.grad, value.inputs, value.locals
            if slopes is None:
                raise TypeError(_no_slopes(value))
            if len(inputs) == 2:  # the commonest case, unrolled: a tenth of a training step
                x, y = inputs
                dx, dy = slopes
                x.grad += grad * dx
                y.grad += grad * dy
            else:
                for x, dx in zip(inputs, slopes):  # noqa: B905 (strict costs time; both come from one operation)
                    x.grad += grad * dx

    def zero_grad(self) -> None:
        """Set `grad` to 0 here and in every value that self was computed from."""
        for value in topological_order(self):
            value.grad = 0.0

    def __deepcopy__(self, memo: dict[int, Any]) -> Value:
        for value in topological_order(self):
            if id(value) not in memo:
                memo[id(value)] = _with_inputs(value, tuple(memo[id(x)] for x in value.inputs))
        copied: Value = memo[id(self)]
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        # Columns, not nested objects: the pickler's recursion would stop at a depth of a few hundred values. Leaves
        # go in as themselves, so that parameters stay shared with whatever else is in the same pickle.
        if not self.inputs:
            return _leaf, (self.data, self.grad, self.label, self.group, self.line)
        order = topological_order(self)
        index = {value: i for i, value in enumerate(order)}
        rows = [
            v if not v.inputs else (_op_key(v), v.data, v.grad, v.label, v.group, v.line,
                                    tuple(index[x] for x in v.inputs), v.locals)
            for v in order
        ]  # fmt: skip
        return _rebuild, (rows,)


class Group:
    """A named part of the graph, such as a layer or a neuron, inside another one or at the top."""

    __slots__ = ("name", "parent")

    def __init__(self, name: str, parent: Group | None = None) -> None:
        self.name, self.parent = name, parent

    def __repr__(self) -> str:
        return f"Group({self.name!r})" if self.parent is None else f"Group({self.name!r}, {self.parent!r})"


class group:
    """Values made inside `with group("layer 1"):` belong together in pictures and traces.

    Groups nest. They carry no meaning for the arithmetic.

    Example:
        >>> with group("hidden"):
        ...     h = Value(2.0) * 3
        >>> h.group.name
        'hidden'
    """

    __slots__ = ("_before", "name")

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> Group:
        global current_group
        self._before = current_group
        current_group = inner = Group(self.name, current_group)
        return inner

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        global current_group
        current_group = self._before


class _Mode:
    """A context manager that counts, for each thread, how often it is entered."""

    def __init__(self) -> None:
        self.here = threading.local()

    def __call__(self) -> _Mode:
        return self

    def on(self) -> bool:
        return bool(getattr(self.here, "depth", 0))

    def __enter__(self) -> None:
        global _modes
        _modes += 1
        self.here.depth = getattr(self.here, "depth", 0) + 1

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        global _modes
        _modes -= 1
        self.here.depth -= 1


class _NoGrad(_Mode):
    """`with no_grad():` operations give leaves: numbers without a past, as in PyTorch. Only this thread is affected.

    Example:
        >>> a = Value(2.0)
        >>> with no_grad():
        ...     b = a * 3
        >>> b.data, b.inputs
        (6.0, ())
    """


class _RecordLines(_Mode):
    """`with record_lines():` each operation notes the file and line of the code that asked for it, in `.line`.

    It costs about a quarter of the engine's speed, so it is off unless asked for.
    """


no_grad = _NoGrad()
record_lines = _RecordLines()
_modes = 0  # how many no_grad and record_lines are open in all threads: one cheap test on the fast path
current_group: Group | None = None


# One operation. These four functions are the whole forward pass.


def apply1(op: Op, x: Value) -> Value:
    """The result of an operation with one input."""
    try:
        data, slopes = op.run(x.data)
    except (ArithmeticError, ValueError, TypeError):
        data, slopes = _careful(op, (x,))
    if data.__class__ is not float:
        data, slopes = _careful(op, (x,))
    out: Value = _new(Value)
    out.data = data
    out.grad = 0.0
    out.inputs = (x,)
    out.locals = slopes
    out.op = op
    out.label = ""
    out.group = current_group
    out.line = None
    if _modes:
        _by_mode(out)
    return out


def apply2(op: Op, x: Value, y: Value | float) -> Value:
    """The result of an operation with two inputs; a plain number becomes a constant."""
    if y.__class__ is not Value:
        y = _constant(y, op)
    try:
        data, slopes = op.run(x.data, y.data)
    except (ArithmeticError, ValueError, TypeError):
        data, slopes = _careful(op, (x, y))
    if data.__class__ is not float:
        data, slopes = _careful(op, (x, y))
    out: Value = _new(Value)
    out.data = data
    out.grad = 0.0
    out.inputs = (x, y)
    out.locals = slopes
    out.op = op
    out.label = ""
    out.group = current_group
    out.line = None
    if _modes:
        _by_mode(out)
    return out


def apply(op: Op, inputs: Iterable[Value | float]) -> Value:
    """The result of an operation with any number of inputs."""
    values: tuple[Value, ...] = tuple(inputs)  # type: ignore[arg-type]
    if {*map(type, values)} != _ONLY_VALUES:
        values = tuple([_constant(x, op) for x in values])
    try:
        data, slopes = op.run(*[x.data for x in values])
    except (ArithmeticError, ValueError, TypeError):
        data, slopes = _careful(op, values)
    if data.__class__ is not float:
        data, slopes = _careful(op, values)
    out: Value = _new(Value)
    out.data, out.grad, out.inputs, out.locals, out.op = data, 0.0, values, slopes, op
    out.label, out.group, out.line = "", current_group, None
    if _modes:
        _by_mode(out)
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
) -> Any:
    """Add an operation of your own: a function of one or two values, known to backward, pictures and pickles.

    Args:
        name: What to call it, a Python identifier. Defining it again replaces it; built-in operations stay.
        formula: The value, as arithmetic over x (and y) and the functions exp, log, log1p, sqrt, sin, cos, tanh,
            pow(x, n), abs.
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


# The graph behind a result.


def topological_order(root: Value, *, limit: int | None = None) -> list[Value]:
    """All values that root was computed from, each after its inputs, a leaf just before its first use; root is last.

    Args:
        root: The result.
        limit: Give up as soon as there are more values made by operations than this.

    Raises:
        ValueError: If there are more than `limit`.

    Example:
        >>> a = Value(2.0, label="a")
        >>> [v.label or v._op for v in topological_order(a * a + 1)]
        ['a', '*', '', '+']
    """
    order: list[Value] = []
    seen: set[Value] = set()
    for value in operations_in_order(root, limit=limit):
        for x in value.inputs:
            if not x.inputs and x not in seen:
                seen.add(x)
                order.append(x)
        order.append(value)
    return order


def operations_in_order(root: Value, *, limit: int | None = None) -> list[Value]:
    """`topological_order` without the leaves, which have nothing to pass on: all that backward needs.

    Depth-first, like the recursive sort of the lessons, but without recursion: a chain of a million values works.
    """
    order: list[Value] = []
    seen = {root}
    started: list[Value] = [root]  # values whose inputs are not all in order yet, outermost first
    rest: list[Iterator[Value]] = []  # what remains to be looked at of the inputs of each but the last
    inputs = iter(root.inputs)  # what remains of the last one's
    while True:
        for x in inputs:
            if x.inputs and x not in seen:
                seen.add(x)
                for z in x.inputs:
                    if z.inputs and z not in seen:
                        break
                else:
                    order.append(x)
                    continue
                started.append(x)
                rest.append(inputs)
                inputs = iter(x.inputs)
                break
        else:
            order.append(started.pop())
            if not started:
                return order
            inputs = rest.pop()
        if limit is not None and len(seen) > limit:
            raise ValueError(
                f"the graph must have at most {limit:,} operations (it has more); "
                "take a smaller part, such as the loss of one sample"
            )


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
        if user.locals is None:
            raise TypeError(_no_slopes(user))
        for slot, (x, slope) in enumerate(zip(user.inputs, user.locals, strict=True)):
            before = x.grad
            x.grad = before + user.grad * slope
            yield user, slot, before, x.grad


# Helpers off the fast path.


def real(number: Any, what: str) -> float:
    """The number as a float.

    Raises:
        TypeError: If it is not a real number.
    """
    if isinstance(number, Real):
        try:
            return float(number)
        except OverflowError:
            raise TypeError(f"{what} must fit in a double (got an integer of {number.bit_length()} bits)") from None  # type: ignore[attr-defined]
    if isinstance(number, Value):
        raise TypeError(f"{what} must be a plain number (got {number!r}); use .data for its number")
    hint = "; work on its elements one by one" if hasattr(number, "__len__") and not isinstance(number, str) else ""
    raise TypeError(f"{what} must be a real number (got {_short(number)}){hint}")


def _short(thing: Any) -> str:
    text = f"{type(thing).__name__} {thing!r}"
    return text if len(text) <= 80 else text[:79] + "…"


def _constant(number: Any, op: Op) -> Value:
    if isinstance(number, Value):
        return number
    return Value(real(number, f"operand of {op.name}"))


def _careful(op: Op, inputs: tuple[Value, ...]) -> tuple[float, tuple[float, ...]]:
    numbers = []
    for slot, x in enumerate(inputs):
        name = f" ({x.label!r})" if x.label else ""
        numbers.append(real(x.data, f"data of operand {slot + 1}{name} of {op.name}"))
    return op.run_ieee(*numbers)


def _by_mode(out: Value) -> None:
    if no_grad.on():
        out.inputs, out.locals, out.op = (), (), None
    if record_lines.on():
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename in _OWN_FILES:
            frame = frame.f_back
        out.line = (frame.f_code.co_filename, frame.f_lineno)


@lru_cache(maxsize=256)
def bound(name: str, *constants: float) -> Op:
    """A row of the table with its constants given; the latest few hundred are kept."""
    return OPS[name].bind(*constants)


def _handmade(symbol: str) -> Op:
    op: Op = object.__new__(Op)
    op.name = op.symbol = op.notation = symbol
    op.formula = op.latex = ""
    op.locals, op.samples, op.params, op.constants, op.arity = (), (), (), {}, None
    return op


def _no_slopes(value: Value) -> str:
    return (
        f"{value!r} was made by hand with _op={value._op!r}, so its local derivatives are not known; "
        "define the operation with microgradviz.define_op"
    )


def _with_inputs(value: Value, inputs: tuple[Value, ...]) -> Value:
    out: Value = _new(Value)
    out.data, out.grad, out.inputs, out.locals, out.op = value.data, value.grad, inputs, value.locals, value.op
    out.label, out.group, out.line = value.label, value.group, value.line
    return out


def _op_key(value: Value) -> tuple[str, tuple[float, ...]]:
    assert value.op is not None
    return value.op.name, tuple(value.op.constants.values())


def _leaf(data: float, grad: float, label: str, group: Group | None, line: tuple[str, int] | None) -> Value:
    out = Value(data, label=label)
    out.grad, out.group, out.line = grad, group, line
    return out


def _rebuild(rows: list[Any]) -> Value:
    values: list[Value] = []
    for row in rows:
        if isinstance(row, Value):
            values.append(row)
            continue
        (name, constants), data, grad, label, group, line, inputs, slopes = row
        out: Value = _new(Value)
        out.data, out.grad, out.label, out.group, out.line = data, grad, label, group, line
        out.inputs, out.locals = tuple(values[i] for i in inputs), slopes
        out.op = _named(name, constants, slopes)
        values.append(out)
    return values[-1]


def _named(name: str, constants: tuple[float, ...], slopes: Any) -> Op:
    if slopes is None:
        return _handmade(name)
    if name not in OPS:
        raise ValueError(f"operation {name!r} must be defined before it is unpickled; call define_op first")
    return bound(name, *constants) if constants else OPS[name]


_new: Any = object.__new__
_OWN_FILES = {__file__, __file__.replace("engine.py", "nn.py")}
_ONLY_VALUES = {Value}
_ADD, _SUB, _MUL, _DIV, _NEG, _ABS, _POW = (OPS[n] for n in ("add", "sub", "mul", "div", "neg", "abs", "pow"))
_EXP, _LOG, _SQRT, _SIN, _COS, _TANH = (OPS[n] for n in ("exp", "log", "sqrt", "sin", "cos", "tanh"))
_SIGMOID, _RELU, _SOFTPLUS, _MAX, _MIN, _TOTAL = (
    OPS[n] for n in ("sigmoid", "relu", "softplus", "max", "min", "total")
)
