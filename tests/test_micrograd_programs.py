"""Programs written for micrograd and its relatives run on this engine, with nothing but the import changed."""

import copy
import math
import random
import sys
from types import ModuleType
from typing import Any

import pytest

from microgradviz import nn
from microgradviz.engine import Value, define_op, value as engine
from microgradviz.exercises.stages import engine_source


@pytest.fixture
def as_micrograd(monkeypatch: pytest.MonkeyPatch) -> None:
    """`import micrograd.engine` and `micrograd.nn` give our modules."""
    package = ModuleType("micrograd")
    package.__path__ = []  # type: ignore[attr-defined]
    package.engine, package.nn = engine, nn  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "micrograd", package)
    monkeypatch.setitem(sys.modules, "micrograd.engine", engine)
    monkeypatch.setitem(sys.modules, "micrograd.nn", nn)


# ---------------------------------------------------------------- the two expressions of micrograd's own tests


def relu(x: Any) -> Any:
    return x.relu()


def sanity(x: Any) -> Any:
    z = 2 * x + 2 + x
    q = relu(z) + z * x
    h = relu(z * z)
    return h + q + q * x


def more_operations(a: Any, b: Any) -> Any:
    c = a + b
    d = a * b + b**3
    c = c + (c + 1)
    c = c + (1 + c + -a)
    d = d + (d * 2 + relu(b + a))
    d = d + (3 * d + relu(b - a))
    e = c - d
    f = e**2
    g = f / 2.0
    return g + 10.0 / f


def engine_of_the_course() -> Any:
    """The class that a learner has at the end of lesson 08."""
    space: dict[str, Any] = {}
    exec(engine_source("08"), space)
    return space["Value"]


@pytest.mark.parametrize("make", [Value, engine_of_the_course()], ids=["ours", "the learner's"])
@pytest.mark.parametrize(("expression", "inputs"), [(sanity, (-4.0,)), (more_operations, (-4.0, 2.0))])
def test_micrograds_test_expressions_are_pytorchs_doubles_bit_for_bit(
    require_torch: Any, as_micrograd: None, make: Any, expression: Any, inputs: tuple[float, ...]
) -> None:
    from micrograd.engine import Value as TheirName

    assert TheirName is Value
    ours = [make(x) for x in inputs]
    out = expression(*ours)
    out.backward()
    theirs = [require_torch.tensor(x, dtype=require_torch.float64, requires_grad=True) for x in inputs]
    result = expression(*theirs)
    result.backward()
    assert out.data == result.item()
    assert [v.grad for v in ours] == [t.grad.item() for t in theirs]


def test_inner_gradients_are_there_after_backward(as_micrograd: None) -> None:
    x, y = Value(3.0), Value(4.0)
    p = x * y
    q = p + x
    out = q * p
    out.backward()
    assert (q.grad, p.grad) == (12.0, 15.0 + 12.0)
    assert (x.grad, y.grad) == (27.0 * 4 + 12.0, 27.0 * 3)


def test_the_training_loop_of_micrograds_demo_runs(as_micrograd: None) -> None:
    from micrograd.engine import Value as V
    from micrograd.nn import MLP

    random.seed(1337)
    model = MLP(2, [4, 1])
    xs = [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]
    ys = [1, 1, -1, -1]
    losses = []
    for _ in range(20):
        scores = list(map(model, [list(map(V, x)) for x in xs]))
        hinge = [(1 + -y * score).relu() for y, score in zip(ys, scores, strict=True)]
        loss = sum(hinge) * (1.0 / len(hinge)) + 1e-4 * sum(p * p for p in model.parameters())
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= 0.1 * p.grad
        losses.append(loss.data)
    assert losses[-1] < losses[0]


# ---------------------------------------------------------------- the picture of the course, drawn from _prev and _op


def test_the_walk_of_the_courses_drawing_cell_works() -> None:
    def trace(root: Any) -> tuple[set[Any], set[Any]]:
        nodes, edges = set(), set()

        def build(v: Any) -> None:
            if v not in nodes:
                nodes.add(v)
                for child in v._prev:
                    edges.add((child, v))
                    build(child)

        build(root)
        return nodes, edges

    a, b, c = Value(2.0, label="a"), Value(-3.0, label="b"), Value(10.0, label="c")
    d = a * b + c
    nodes, edges = trace(d)
    assert (len(nodes), len(edges)) == (5, 4)
    assert sorted(n._op for n in nodes) == ["", "", "", "*", "+"]
    assert f"{{ {a.label} | data {a.data:.4f} | grad {a.grad:.4f} }}" == "{ a | data 2.0000 | grad 0.0000 }"


# ---------------------------------------------------------------- exercises and small libraries built on micrograd


def test_the_softmax_exercise_of_the_course_gives_its_gradients() -> None:
    def softmax(logits: list[Any]) -> list[Any]:
        counts = [logit.exp() for logit in logits]
        denominator = sum(counts)
        return [c / denominator for c in counts]

    logits = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]
    probabilities = softmax(logits)
    loss = -probabilities[3].log()
    loss.backward()
    assert loss.data == pytest.approx(2.1755153626167147, rel=1e-14)
    expected = [0.041772570515350445, 0.8390245074625319, 0.005653302662216329, -0.8864503806400986]
    assert [v.grad for v in logits] == pytest.approx(expected, rel=1e-13)


def test_the_functions_that_forks_of_micrograd_add_are_there() -> None:
    x = Value(0.5)
    for name, value, slope in (
        ("tanh", math.tanh(0.5), 1 - math.tanh(0.5) ** 2),
        ("exp", math.exp(0.5), math.exp(0.5)),
        ("log", math.log(0.5), 2.0),
        ("sigmoid", 1 / (1 + math.exp(-0.5)), 0.2350037122015945),
    ):
        x.grad = 0.0
        out = getattr(x, name)()
        out.backward()
        assert (out.data, x.grad) == pytest.approx((value, slope), rel=1e-15)
    assert abs(Value(-2.0)).data == 2.0
    assert (2**x).data == pytest.approx(math.sqrt(2), rel=1e-15)


def test_the_usual_tests_of_a_small_value_class_hold() -> None:
    v = Value(3, label="v")
    assert (v.data, v.grad, v.label) == (3.0, 0.0, "v")
    for out, expected in (
        (v + 2, 5),
        (2 + v, 5),
        (v - 2, 1),
        (2 - v, -1),
        (v * 2, 6),
        (2 * v, 6),
        (v / 2, 1.5),
        (2 / v, 2 / 3),
        (v**2, 9),
        (-v, -3),
        (sum([v, v]), 6),
    ):
        assert out.data == expected
    a = Value(2.0)
    b = Value(3.0)
    c = a * b + a
    c.backward()
    assert (a.grad, b.grad) == (4.0, 2.0)


def test_a_neuron_of_the_first_lecture_gives_its_numbers() -> None:
    x1, x2, w1, w2 = Value(2.0), Value(0.0), Value(-3.0), Value(1.0)
    b = Value(6.8813735870195432)
    n = x1 * w1 + x2 * w2 + b
    e = (2 * n).exp()
    for o in (n.tanh(), (e - 1) / (e + 1)):
        for leaf in (x1, x2, w1, w2):
            leaf.grad = 0.0
        o.backward()
        assert o.data == pytest.approx(0.7071067811865477, rel=1e-14)
        assert (x1.grad, w1.grad, x2.grad, w2.grad) == pytest.approx((-1.5, 1.0, 0.5, 0.0), rel=1e-13)


class LocalGradValue(Value):
    """A subclass that renames: what a short program with another spelling needs."""

    __slots__ = ()

    def ReLu(self) -> Value:
        return self.relu()


def test_a_subclass_takes_part_in_expressions() -> None:
    a = LocalGradValue(2.0)
    out = a.ReLu() * 3 + 1 - a
    out.backward()
    assert (out.data, a.grad) == (5.0, 2.0)
    assert copy.deepcopy(a).data == 2.0


def test_where_micrograd_assigns_backward_we_have_define_op() -> None:
    before = dict(engine.OPS)
    try:
        cube = define_op("cube", "x * x * x", ["3 * x * x"])
        a = Value(2.0)
        cube(a).backward()
        assert a.grad == 12.0
    finally:
        engine.OPS.clear()
        engine.OPS.update(before)


# ---------------------------------------------------------------- what goes silently wrong there is right here


def test_backward_twice_through_shared_inner_values_is_right() -> None:
    micrograd = pytest.importorskip("micrograd.engine", reason="micrograd is not installed: pip install micrograd")
    grads = []
    for make in (micrograd.Value, Value):
        x = make(3.0)
        y = x * 1.0 * x * x
        y.backward()
        x.grad = 0.0
        y.backward()
        grads.append(x.grad)
    assert grads[0] != 27.0
    assert grads[1] == 27.0


def test_a_deep_copy_of_a_graph_has_gradients() -> None:
    x = Value(3.0)
    y, again = copy.deepcopy((x**3, x))
    y.backward()
    assert again.grad == 27.0
