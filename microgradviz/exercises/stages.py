"""The engine that a learner writes, method by method: the course's own texts, and the class at each stage.

A lesson's method is written as a function, in a cell of its own, and put on the class below it:

    def mul(self, other): …


    Value.__mul__ = mul

`METHODS` has these functions in the order in which the lessons bring them; one that comes again is rewritten. From
them come the solutions of the exercises, the class that an answer is put on when it is looked at, and what `mine`
puts in place of what a learner has not written yet. Nothing here comes from `microgradviz.engine`.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from textwrap import indent
from typing import NamedTuple


class Method(NamedTuple):
    """A function of the learner's engine.

    Attributes:
        lesson: The lesson that brings it.
        name: What the class calls it; "" for a function that stands beside the class.
        text: The function as its cell has it, without the line that puts it on the class.
    """

    lesson: str
    name: str
    text: str

    @property
    def function(self) -> str:
        """What the function is called in its cell."""
        return self.text.removeprefix("def ").partition("(")[0]

    @property
    def key(self) -> str:
        """What it is known by: its name on the class, or its own."""
        return self.name or self.function

    @property
    def cell(self) -> str:
        """The text of its cell."""
        return f"{self.text}\n\nValue.{self.name} = {self.function}\n" if self.name else self.text

    def in_class(self) -> str:
        """Its text inside the class, under the class's name for it."""
        return indent(self.text.replace(f"def {self.function}(", f"def {self.name}(", 1), "    ")


def _binary(compute: str, op: str, of_self: str, of_other: str) -> str:
    """The closure of an operation on two values."""
    name = {"+": "add", "*": "mul"}[op]
    return f'''\
def {name}(self, other):
    other = other if isinstance(other, Value) else Value(other)
    data = {compute}  # compute
    out = Value(data, (self, other), "{op}")  # remember the inputs

    def _backward():
        d_self, d_other = {of_self}, {of_other}  # local derivative
        self.grad += d_self * out.grad  # add to grad
        other.grad += d_other * out.grad

    out._backward = _backward
    return out
'''


def _unary(name: str, arguments: str, compute: str, op: str, local: str) -> str:
    """The closure of a function of one value."""
    return f"""\
def {name}({arguments}):
    data = {compute}  # compute
    out = Value(data, (self,), {op})  # remember the inputs

    def _backward():
        d_self = {local}  # local derivative
        self.grad += d_self * out.grad  # add to grad

    out._backward = _backward
    return out
"""


_INIT = """\
def init(self, data, _prev=(), _op=""):
    self.data = data
    self.grad = 0.0
    self._prev = tuple(_prev)
    self._op = _op
"""
_ADD = """\
def add(self, other):
    other = other if isinstance(other, Value) else Value(other)
    return Value(self.data + other.data, (self, other), "+")
"""
_MUL = """\
def mul(self, other):
    other = other if isinstance(other, Value) else Value(other)
    return Value(self.data * other.data, (self, other), "*")
"""
_ORDER = """\
def topological_order(root):
    order, seen = [], set()

    def visit(v):
        if v not in seen:
            seen.add(v)
            for x in v._prev:
                visit(x)
            order.append(v)

    visit(root)
    return order
"""
_BACKWARD = """\
def backward(self):
    self.grad = 1.0
    for v in reversed(topological_order(self)):
        v._backward()
"""
_POWER = _unary("power", "self, n", "self.data**n", 'f"**{n}"', "n * self.data ** (n - 1) if n else 0.0")
# max(0.0, nan) would be 0.0 and hide the nan.
_RELU = _unary("relu", "self", "0.0 if self.data < 0 else self.data", '"relu"', "1.0 if self.data > 0 else 0.0")
# 1 / (1 + exp(-x)) overflows at -1000; exp of a number that is never positive cannot.
_SIGMOID = _unary(
    "sigmoid", "self", "(1.0 if self.data > 0 else small) / (1 + small)", '"sigmoid"', "out.data * (1 - out.data)"
).replace("    data", "    small = math.exp(-abs(self.data))\n    data", 1)
METHODS: tuple[Method, ...] = (
    Method("04", "__init__", _INIT),
    Method("04", "__repr__", 'def show(self):\n    return f"Value(data={self.data}, grad={self.grad})"\n'),
    Method("04", "__add__", _ADD),
    Method("04", "__mul__", _MUL),
    Method("04", "__radd__", "def radd(self, other):\n    return self + other\n"),
    Method("04", "__rmul__", "def rmul(self, other):\n    return self * other\n"),
    Method("04", "__neg__", "def neg(self):\n    return self * -1\n"),
    Method("04", "__sub__", "def sub(self, other):\n    return self + (-other)\n"),
    Method("04", "__rsub__", "def rsub(self, other):\n    return other + (-self)\n"),
    Method("05", "__init__", f"{_INIT}    self._backward = lambda: None\n"),
    Method("05", "__add__", _binary("self.data + other.data", "+", "1.0", "1.0")),
    Method("05", "__mul__", _binary("self.data * other.data", "*", "other.data", "self.data")),
    Method("05", "tanh", _unary("tanh", "self", "math.tanh(self.data)", '"tanh"', "1 - out.data**2")),
    Method("07", "", _ORDER),
    Method("07", "backward", _BACKWARD),
    Method("08", "__pow__", _POWER),
    Method("08", "exp", _unary("exp", "self", "math.exp(self.data)", '"exp"', "out.data")),
    Method("08", "log", _unary("log", "self", "math.log(self.data)", '"log"', "1 / self.data")),
    Method("08", "relu", _RELU),
    Method("08", "sigmoid", _SIGMOID),
    Method("08", "__truediv__", "def truediv(self, other):\n    return self * other**-1\n"),
    Method("08", "__rtruediv__", "def rtruediv(self, other):\n    return other * self**-1\n"),
)
STAGES = tuple(dict.fromkeys(method.lesson for method in METHODS))  # lessons that change the engine


def stage_at(lesson: str) -> str:
    """The stage as a lesson leaves it: its own, or the one before it.

    Raises:
        ValueError: If the lesson comes before the engine.
    """
    found = [stage for stage in STAGES if stage <= lesson]
    if not found:
        raise ValueError(f"lesson must be {STAGES[0]!r} or later, where the engine begins (got {lesson!r})")
    return found[-1]


def stage_methods(stage: str) -> dict[str, Method]:
    """The methods of a stage by their keys, in order; one that was rewritten as it is then."""
    return {method.key: method for method in METHODS if method.lesson <= stage}


def find_method(lesson: str, key: str) -> Method:
    """A method as a lesson writes it; KeyError if it brings none of that name."""
    return {method.key: method for method in METHODS if method.lesson == lesson}[key]


@lru_cache(maxsize=256)
def engine_source(stage: str, without: Collection[str] = frozenset()) -> str:
    """A stage of the engine as Python text: one class, and the functions beside it.

    Args:
        stage: One of `STAGES`.
        without: Keys of methods to leave out.
    """
    methods = [method for key, method in stage_methods(stage).items() if key not in without]
    inside = "\n".join(method.in_class() for method in methods if method.name)
    beside = "".join(f"\n\n{method.text}" for method in methods if not method.name)
    doc = '    """A number that remembers where it came from, and passes gradients back."""\n\n'
    text = f"class Value:\n{doc}{inside}{beside}"
    return f"import math\n\n\n{text}" if "math." in text else text
