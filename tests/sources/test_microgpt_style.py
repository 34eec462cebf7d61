"""Engines in microgpt's style."""

import math

import pytest

from microgradviz import Value as Ours, draw_dot, play, to_html, trace
from microgradviz.engine import BUILT_IN, OPS


class Value:
    """As in microgpt: inputs and local derivatives are stored, operations have no names."""

    __slots__ = ("_children", "_local_grads", "data", "grad")

    def __init__(self, data, children=(), local_grads=()):
        self.data = data
        self.grad = 0
        self._children = children
        self._local_grads = local_grads

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, other):
        return Value(self.data**other, (self,), (other * self.data ** (other - 1),))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def exp(self):
        return Value(math.exp(self.data), (self,), (math.exp(self.data),))

    def relu(self):
        return Value(max(0, self.data), (self,), (float(self.data > 0),))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other**-1

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for child in v._children:
                    build(child)
                topo.append(v)

        build(self)
        self.grad = 1
        for v in reversed(topo):
            for child, local in zip(v._children, v._local_grads, strict=True):
                child.grad += local * v.grad


def expression(value):
    a, b, c = value(2.0), value(-3.0), value(10.0)
    d = (a * b + c).exp()
    return (d * d + a.relu()).log() * b**2 - a / c, (a, b, c)


def test_the_numbers_are_those_of_the_same_expression_in_our_engine():
    result, leaves = expression(Value)
    t = trace(result)
    ours, same = expression(Ours)
    ours.backward()
    assert t.data[t.root] == pytest.approx(ours.data, rel=1e-12)
    arrived = [t.gradients()[i] for i, label in t.label.items() if label.startswith("leaves[")]
    assert len(leaves) == 3
    assert arrived == pytest.approx([v.grad for v in same], rel=1e-12)
    assert t.faults == []


def test_stored_gradients_are_read_and_nothing_is_changed():
    a, b = Value(2.0), Value(-3.0)
    c = a * b + a
    c.backward()
    t = trace(c)
    assert [(n.label, n.data, n.grad) for n in t.nodes] == [
        ("a", 2, -2), ("b", -3, 2), ("", -6, 1), ("c", -4, 1)
    ]  # fmt: skip
    assert [x.grad for x in (a, b, c)] == [-2, 2, 1]
    assert t.gradients() == [-2, 2, 1, 1]
    assert (t.engine, t.note, t.faults) == ("observed", "", [])


def test_a_value_used_twice_has_two_edges():
    a = Value(3.0)
    assert [c.after for c in trace(a * a).contributions] == [3, 6]


@pytest.mark.parametrize(
    ("make", "op"),
    [
        (lambda a, b: a + b, "add"),
        (lambda a, b: a * b, "mul"),
        (lambda a, b: a.exp(), "exp"),
        (lambda a, b: a.log(), "log"),
        (lambda a, b: (b * 1).relu(), "relu"),
        (lambda a, b: a**3, "pow_n"),
        (lambda a, b: a**-1, "pow_n"),
        (lambda a, b: a.relu(), "f"),  # so is abs at 2
        (lambda a, b: a**1, "f"),  # so is relu
        (lambda a, b: Value(7.0, (a,), (5.0,)), "f"),
        (lambda a, b: Value(7.0, (a, b, a), (5.0, 1.0, 2.0)), "f"),
        (lambda a, b: Value(-1.0, (a, b), (1.0, 2.0)), "f"),  # the value of a sum, but not its local derivatives
    ],
)
def test_an_operation_is_named_only_where_the_numbers_leave_no_doubt(make, op):
    assert trace(make(Value(2.0), Value(-3.0))).op[-1] == op


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_name_that_is_given_is_never_wrong(name):
    op = OPS[name]
    for sample in op.samples:
        inputs, constants = (sample, ()) if op.arity is None else (sample[: op.arity], sample[op.arity :])
        out, slopes = op.run_ieee(*inputs, *constants)
        t = trace(Value(out, tuple(map(Value, inputs)), slopes))
        assert t.op[-1] in (name, "f") or (name, t.op[-1]) in {("total", "add")}
        assert t.faults == []


def test_numbers_changed_after_the_forward_pass_leave_the_stored_ones():
    a = Value(2.0)
    b = a * a
    a.data = 5.0
    t = trace(b)
    assert (t.op[-1], t.local, t.faults) == ("f", [2.0, 2.0], [])


@pytest.mark.parametrize("show", [trace, play, draw_dot, to_html])
def test_all_four_take_it(show):
    assert show(Value(2.0) * 3)


def test_a_deep_graph_and_the_limit():
    a = Value(1.0)
    for _ in range(20_000):
        a = a + 1
    assert len(trace(a)) == 40_001
    with pytest.raises(ValueError, match="at most 100 operations"):
        trace(a, limit=100)


@pytest.mark.parametrize(
    ("children", "slopes", "error", "says"),
    [
        ((Value(1.0),), (), TypeError, r"one number for each of _children \(got 0 for 1 in Value"),
        ((3.0,), (1.0,), TypeError, r"every input must have data, _children and _local_grads \(got float 3.0\)"),
        (3, (), TypeError, r"^_children and _local_grads must be tuples"),
        ((Value(1.0),), None, TypeError, r"^_children and _local_grads must be tuples"),
        ((Value("1"),), (1.0,), TypeError, r"^data must be a real number \(got str '1'\)"),
        ((Value(1.0),), ("1",), TypeError, r"^a local derivative must be a real number \(got str '1'\)"),
    ],
)
def test_a_half_built_value_is_a_sentence(children, slopes, error, says):
    with pytest.raises(error, match=says):
        trace(Value(2.0, children, slopes))


def test_a_cycle_is_named():
    a = Value(1.0)
    b = a * 2
    a._children, a._local_grads = (b,), (1.0,)
    with pytest.raises(ValueError, match="must not have a cycle"):
        trace(b)


def test_a_class_is_no_value():
    with pytest.raises(TypeError, match="expression must be a Value"):
        trace(type("Engine", (), {"data": 1, "_children": (), "_local_grads": ()}))
