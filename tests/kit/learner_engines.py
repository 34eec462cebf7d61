"""A small zoo of engines as learners write them, each with the mistake in its name.

`Lecture` is right, and is the class of the well-known lecture: a set of inputs, a `_backward` closure for each value,
a recursive topological sort. The others change one thing. `run` evaluates a random expression with any of them.
"""

import math

from hypothesis import strategies as st

from microgradviz import trace


class Half:
    """Operations with their closures, but no backward()."""

    def __init__(self, data, _children=(), _op="", label=""):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._prev = set(_children)
        self._op = _op
        self.label = label

    def value(self, other):
        return other if isinstance(other, Half) else type(self)(other)

    def __add__(self, other):
        other = self.value(other)
        out = type(self)(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += 1.0 * out.grad
            other.grad += 1.0 * out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self.value(other)
        out = type(self)(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, other):
        out = type(self)(self.data**other, (self,), f"**{other}")

        def _backward():
            self.grad += other * self.data ** (other - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = type(self)(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = type(self)(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-self.value(other))

    def __truediv__(self, other):
        return self * self.value(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __repr__(self):
        return f"Value(data={self.data})"

    def sorted(self):
        topo, visited = [], set()

        def build_topo(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev:
                    build_topo(child)
                topo.append(v)

        build_topo(self)
        return topo


class Lecture(Half):
    def backward(self):
        topo = self.sorted()
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


# ---------------------------------------------------------------- half-built


class NoGradYet:
    def __init__(self, data, _children=(), _op=""):
        self.data, self._prev, self._op = data, set(_children), _op

    def __add__(self, other):
        return NoGradYet(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        return NoGradYet(self.data * other.data, (self, other), "*")


class NoClosuresYet(NoGradYet):
    def __init__(self, data, _children=(), _op=""):
        super().__init__(data, _children, _op)
        self.grad = 0.0

    def __mul__(self, other):
        return NoClosuresYet(self.data * other.data, (self, other), "*")


class EmptyBackward(Half):
    def backward(self):
        pass


class GradStartsAsNone(Lecture):
    def __init__(self, data, _children=(), _op="", label=""):
        super().__init__(data, _children, _op, label)
        self.grad = None


# ---------------------------------------------------------------- mistakes in one operation


class AssignsInMul(Lecture):
    def __mul__(self, other):
        other = self.value(other)
        out = type(self)(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad = other.data * out.grad
            other.grad = self.data * out.grad

        out._backward = _backward
        return out


class AssignsInAdd(Lecture):
    def __add__(self, other):
        other = self.value(other)
        out = type(self)(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad = out.grad
            other.grad = out.grad

        out._backward = _backward
        return out


class AssignsOneSideOfMul(Lecture):
    def __mul__(self, other):
        other = self.value(other)
        out = type(self)(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad = other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out


class WrongTanhRule(Lecture):
    def tanh(self):
        t = math.tanh(self.data)
        out = type(self)(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t) * out.grad

        out._backward = _backward
        return out


class WrongTanhData(Lecture):
    def tanh(self):
        out = super().tanh()
        out.data /= 2
        return out


class ForgetsOutGrad(Lecture):
    def __mul__(self, other):
        other = self.value(other)
        out = type(self)(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data
            other.grad += self.data

        out._backward = _backward
        return out


class ForgetsDotData(Lecture):
    def __mul__(self, other):
        other = self.value(other)
        out = type(self)(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other * out.grad

        out._backward = _backward
        return out


class RaisesInTanh(Lecture):
    error: BaseException = ZeroDivisionError("division by zero")

    def tanh(self):
        out = super().tanh()

        def _backward():
            self.grad += 5.0
            raise out.error

        out._backward = _backward
        return out


# ---------------------------------------------------------------- mistakes in backward()


class ForgetsTheSeed(Half):
    def backward(self):
        for node in reversed(self.sorted()):
            node._backward()


class ForgetsReversed(Half):
    def backward(self):
        self.grad = 1.0
        for node in self.sorted():
            node._backward()


class RecursesWithoutOrder(Half):
    def backward(self):
        self.grad = 1.0
        self.recurse()

    def recurse(self):
        self._backward()
        for child in self._prev:
            child.recurse()


class RecursesInClosures(Half):
    """Each `_backward` calls those of its inputs: after both were served, or in between."""

    def __add__(self, other):
        other = self.value(other)
        out = type(self)(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
            self._backward()
            other._backward()

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self.value(other)
        out = type(self)(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            self._backward()
            other.grad += self.data * out.grad
            other._backward()

        out._backward = _backward
        return out

    def backward(self):
        self.grad = 1.0
        self._backward()


class VisitsBreadthFirst(Half):
    def backward(self):
        self.grad = 1.0
        queue, seen = [self], {self}
        for node in queue:
            node._backward()
            queue += [x for x in node._prev if x not in seen]
            seen |= node._prev


class VisitsOnlyTheResult(Half):
    def backward(self):
        self.grad = 1.0
        self._backward()


class SortsWithoutVisited(Half):
    def sorted(self):
        topo = []

        def build_topo(v):
            for child in v._prev:
                build_topo(child)
            topo.append(v)

        build_topo(self)
        return topo

    backward = Lecture.backward


class ZeroesOnTheWay(Half):
    """Clears each value's inputs just before it passes its own gradient on."""

    def backward(self):
        self.grad = 1.0
        for node in reversed(self.sorted()):
            for child in node._prev:
                child.grad = 0.0
            node._backward()


class Fails(Half):
    """backward() visits the result, and then raises `error`."""

    error: BaseException = RuntimeError("not finished yet")

    def backward(self):
        self.grad = 1.0
        self._backward()
        raise self.error


# ---------------------------------------------------------------- right, but built in another way


class TuplePrev(Lecture):
    def __init__(self, data, _children=(), _op="", label=""):
        super().__init__(data, _children, _op, label)
        self._prev = tuple(_children)


class ListPrev(Lecture):
    def __init__(self, data, _children=(), _op="", label=""):
        super().__init__(data, _children, _op, label)
        self._prev = list(_children)


class NativeSub(Lecture):
    """Subtraction and division as operations of their own, from either side."""

    def __sub__(self, other):
        other = self.value(other)
        out = type(self)(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __rsub__(self, other):
        other = self.value(other)
        out = type(self)(other.data - self.data, (other, self), "-")

        def _backward():
            other.grad += out.grad
            self.grad -= out.grad

        out._backward = _backward
        return out


class MethodBackward(Lecture):
    """One `_backward` method for all operations, in place of closures."""

    def __init__(self, data, _children=(), _op="", label=""):
        self.data, self.grad, self._op, self.label = data, 0.0, _op, label
        self._prev = tuple(_children)

    def __add__(self, other):
        return type(self)(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        return type(self)(self.data * other.data, (self, other), "*")

    def _backward(self):
        if self._op == "+":
            for x in self._prev:
                x.grad += self.grad
        elif self._op == "*":
            x, y = self._prev
            x.grad += y.data * self.grad
            y.grad += x.data * self.grad


class MarksVisited(Half):
    """Leaves a mark on each value that it has visited."""

    def backward(self):
        self.grad = 1.0
        for node in reversed(self.sorted()):
            if not getattr(node, "visited", False):
                node.visited = True
                node._backward()


class SkipsZeros(Half):
    def backward(self):
        self.grad = 1.0
        for node in reversed(self.sorted()):
            if node.grad:
                node._backward()


class Slots:
    """No `__dict__`."""

    __slots__ = ("_backward", "_op", "_prev", "data", "grad")

    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0, tuple(_children), _op
        self._backward = None

    def __mul__(self, other):
        out = Slots(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    sorted = Half.sorted

    def backward(self):
        self.grad = 1
        for node in reversed(self.sorted()):
            if node._backward:
                node._backward()


class SlotsUnderADict(Slots):
    """The attributes in slots, and a `__dict__` besides."""


class SlotsWithMethod:
    """`_backward` is a method, and there is no `__dict__` to put another one into."""

    __slots__ = ("_op", "_prev", "data", "grad")

    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, _children, _op

    def __mul__(self, other):
        return type(self)(self.data * other.data, (self, other), "*")

    def _backward(self):
        x, y = self._prev
        x.grad += y.data * self.grad
        y.grad += x.data * self.grad


class ReadOnlyGrad:
    def __init__(self, data, _children=(), _op=""):
        self.data, self._prev, self._op = data, _children, _op
        self._backward = lambda: None

    @property
    def grad(self):
        return 0.5


class ReadOnlyData(Lecture):
    @property
    def data(self):
        return self._number + 0.0

    @data.setter
    def data(self, new):
        if hasattr(self, "_number"):
            raise AttributeError("data cannot be set")
        self._number = new


class BackwardBehindAProperty(Lecture):
    @property
    def _backward(self):
        return self._function

    @_backward.setter
    def _backward(self, function):
        self._function = function


# ---------------------------------------------------------------- random expressions for any of them


OPERATIONS = ("+", "*", "-", "tanh", "exp", "square")


@st.composite
def programs(draw, most=8):
    """Leaves, and steps (operation, index, index), each over what came before it."""
    leaves = draw(st.lists(st.floats(-2, 2).map(lambda x: round(x, 3)), min_size=1, max_size=3))
    steps = []
    for i in range(draw(st.integers(1, most))):
        before = st.integers(max(0, len(leaves) + i - 3), len(leaves) + i - 1)
        steps.append((draw(st.sampled_from(OPERATIONS)), draw(before), draw(before)))
    return leaves, steps


def run(program, make):
    """The result of a program in an engine, and everything that was computed on the way."""
    leaves, steps = program
    values = [make(x) for x in leaves]
    for op, i, j in steps:
        x, y = values[i], values[j]
        if op == "exp" and x.data > 5:
            op = "tanh"  # keeps numbers small
        values.append(
            x + y if op == "+" else
            x * y if op == "*" else
            x - y if op == "-" else
            x**2 if op == "square" else
            getattr(x, op)()
        )  # fmt: skip
    return values[-1], values


def diamond(make):
    """Interior value b is used twice, by c and by d."""
    a = make(2.0)
    b = a + 1.0
    c = b * 3.0
    d = b * c
    return trace(d)


def squared(make):
    a = make(3.0)
    f = a * a
    return trace(f)


def neuron(make):
    w, x = make(0.5), make(0.25)
    n = w * x
    o = n.tanh()
    return trace(o)
