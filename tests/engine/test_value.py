"""The engine: gradients, what it refuses, what it remembers, what it leaves behind."""

import copy
import gc
import itertools
import math
import operator
import pickle
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from kit import random_expressions as strategies
from kit.sweeps import sweep

from microgradviz.engine import (
    Group,
    Value,
    backprop,
    context,
    define_op,
    group,
    no_grad,
    operations_in_order,
    record_lines,
    topological_order,
    total,
    value as engine,
)
from microgradviz.nn import MLP

inf, nan = math.inf, math.nan


def chain(length: int) -> tuple[Value, Value]:
    """x and x + 1 + 1 + ..."""
    x = out = Value(1.0)
    for _ in range(length):
        out = out + 1.0
    return x, out


def values_alive() -> int:
    return sum(type(thing) is Value for thing in gc.get_objects())


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Without Python's cyclic collector: what is freed, is freed by reference count."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def own_op() -> Iterator[Callable[..., Any]]:
    """define_op, whose operations are forgotten after the test."""
    before = dict(engine.OPS)
    yield define_op
    engine.OPS.clear()
    engine.OPS.update(before)


# ---------------------------------------------------------------- gradients


def test_the_readme_expression_of_micrograd_gives_its_numbers() -> None:
    a = Value(-4.0)
    b = Value(2.0)
    c = a + b
    d = a * b + b**3
    c += c + 1
    c += 1 + c + (-a)
    d += d * 2 + (b + a).relu()
    d += 3 * d + (b - a).relu()
    e = c - d
    f = e**2
    g = f / 2.0
    g += 10.0 / f
    assert f"{g.data:.4f}" == "24.7041"
    g.backward()
    assert f"{a.grad:.4f}" == "138.8338"
    assert f"{b.grad:.4f}" == "645.5773"


@pytest.mark.parametrize(
    ("function", "out", "grads"),
    [
        (lambda a, b: a + b, -1.0, (1.0, 1.0)),
        (lambda a, b: a - b, 5.0, (1.0, -1.0)),
        (lambda a, b: a * b, -6.0, (-3.0, 2.0)),
        (lambda a, b: b / a, -1.5, (0.75, 0.5)),
        (lambda a, b: -a + +b, -5.0, (-1.0, 1.0)),
        (lambda a, b: abs(b) + 0 * a, 3.0, (0.0, -1.0)),
        (lambda a, b: b**2 + a**-1, 9.5, (-0.25, -6.0)),
        (lambda a, b: a**b, 0.125, (-0.1875, 0.125 * math.log(2))),
        (lambda a, b: 2**a + b, 1.0, (4 * math.log(2), 1.0)),
        (lambda a, b: 1 - a + (6 / a) + b * 1, -1.0, (-2.5, 1.0)),
        (lambda a, b: a.max(b) + a.min(0), 2.0, (1.0, 0.0)),
        (lambda a, b: a.max(5).min(b), -3.0, (0.0, 1.0)),
        (lambda a, b: b.leaky_relu(0.5) + a.leaky_relu(), 0.5, (1.0, 0.5)),
        (lambda a, b: total([a, b, 4, a]), 5.0, (2.0, 1.0)),
        (lambda a, b: sum([a, b, 4, a]), 5.0, (2.0, 1.0)),
    ],
)
def test_operators_and_their_gradients(function: Any, out: float, grads: tuple[float, float]) -> None:
    a, b = Value(2.0), Value(-3.0)
    result = function(a, b)
    result.backward()
    assert result.data == pytest.approx(out, rel=1e-15)
    assert (a.grad, b.grad) == pytest.approx(grads, rel=1e-15)


@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "sin", "cos", "tanh"])
def test_functions_give_what_math_gives(name: str) -> None:
    assert getattr(Value(0.7), name)().data == getattr(math, name)(0.7)


def test_a_value_used_twice_gets_both_contributions() -> None:
    a = Value(3.0)
    (a + a).backward()
    assert a.grad == 2.0
    a = Value(3.0)
    (a * a).backward()
    assert a.grad == 6.0


def test_a_diamond_sums_over_both_paths() -> None:
    a = Value(2.0)
    b = a * 3
    c, d = b + 1, b * b
    e = c * d
    e.backward()
    assert (c.grad, d.grad, b.grad, a.grad) == (36.0, 7.0, 36.0 + 7 * 12, 360.0)


def test_a_long_way_and_a_short_way_are_visited_in_the_right_order() -> None:
    a = Value(1.5)
    b = a * 2
    (((b + 1) * 2 + b) * b + b).backward()  # (3b + 2)b + b = 3b² + 3b; by a: (6b + 3)·2
    assert a.grad == 42.0


def test_backward_twice_gives_the_same_inner_gradients_and_doubles_the_leaves() -> None:
    x = Value(3.0)
    y = x**3
    z = y * 1.0
    for round in (1, 2, 3):
        z.backward()
        assert (y.grad, x.grad) == (1.0, 27.0 * round)
    z.zero_grad()
    assert (z.grad, y.grad, x.grad) == (0.0, 0.0, 0.0)
    z.backward()
    assert x.grad == 27.0


def test_leaves_accumulate_over_different_results() -> None:
    a = Value(2.0)
    b = a * 3
    (b + 1).backward()
    (b * b).backward()
    assert a.grad == 3.0 + 36.0


def test_backward_on_an_inner_value_leaves_what_comes_after_it_alone() -> None:
    a = Value(2.0)
    b = a * 3
    c = b * 5
    c.backward()
    a.grad = 0.0
    b.backward()
    assert (a.grad, b.grad, c.grad) == (3.0, 1.0, 1.0)


def test_backward_on_a_leaf_gives_it_gradient_one() -> None:
    a = Value(2.0)
    a.backward()
    assert a.grad == 1.0
    assert list(backprop(a)) == []
    assert a.grad == 2.0


def test_backward_uses_the_slopes_of_the_forward_pass_when_a_leaf_has_changed_since() -> None:
    a, b = Value(2.0), Value(5.0)
    c = a * b
    a.data = 100.0
    c.backward()
    assert b.grad == 2.0


@sweep(few=300, many=3000)
def test_the_generator_does_the_same_arithmetic_as_backward_bit_for_bit(examples: int) -> None:
    @settings(max_examples=examples)
    @given(strategies.expressions())
    def check(root: Value) -> None:
        twin = copy.deepcopy(root)
        twin.backward()
        for user, slot, before, after in backprop(root):
            x, slope = user.inputs[slot], user.locals[slot]  # type: ignore[index]
            assert repr(after) == repr(x.grad) == repr(before + user.grad * slope)
        ours = [repr((v.data, v.grad)) for v in topological_order(root)]
        assert ours == [repr((v.data, v.grad)) for v in topological_order(twin)]

    check()


def test_the_contributions_are_yielded_one_by_one() -> None:
    a, b = Value(2.0), Value(-3.0)
    f = a * b + a
    steps = backprop(f)
    user, slot, before, after = next(steps)
    assert (user, slot, before, after) == (f, 0, 0.0, 1.0)
    assert (a.grad, b.grad) == (0.0, 0.0)
    assert [(u.op.name, s) for u, s, _, _ in steps] == [("add", 1), ("mul", 0), ("mul", 1)]  # type: ignore[union-attr]
    assert (a.grad, b.grad) == (-2.0, 2.0)


# ---------------------------------------------------------------- what is not finite travels


@pytest.mark.parametrize(
    ("function", "out", "grad"),
    [
        (lambda x: x.exp(), inf, inf),
        (lambda x: x * 1e308, inf, 1e308),
        (lambda x: 1 / (x - 1000), inf, -inf),
        (lambda x: (x - 1000).log(), -inf, inf),
        (lambda x: (-x).log(), nan, -0.001 * -1),
        (lambda x: (-x) ** 0.5, nan, nan),
        (lambda x: x + inf, inf, 1.0),
        (lambda x: x * nan, nan, nan),
        (lambda x: (x * inf - inf).tanh(), nan, nan),
        (lambda x: (x - 1000) ** 0, 1.0, 0.0),
    ],
)
def test_overflow_and_undefined_results_travel_as_in_ieee_arithmetic(function: Any, out: float, grad: float) -> None:
    x = Value(1000.0)
    result = function(x)
    result.backward()
    assert repr(result.data) == repr(out)
    assert repr(x.grad) == repr(grad)


# ---------------------------------------------------------------- what is refused


HUGE = 10**400
NOT_NUMBERS = [
    ("3", "real number .got str '3'"),
    (None, "real number .got NoneType None"),
    (2j, "real number .got complex 2j"),
    ([1.0], r"real number .got list \[1.0\].; work on its elements one by one"),
    (Decimal(1), "real number .got Decimal"),
    (HUGE, "fit in a double .got an integer of 1329 bits"),
    (Fraction(HUGE), "fit in a double"),
]


@pytest.mark.parametrize(("thing", "sentence"), NOT_NUMBERS, ids=lambda thing: type(thing).__name__)
def test_only_real_numbers_become_values(thing: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=f"^data of a Value must (be a )?{sentence}"):
        Value(thing)


@pytest.mark.parametrize(("thing", "sentence"), NOT_NUMBERS, ids=lambda thing: type(thing).__name__)
@pytest.mark.parametrize(
    ("name", "operation"),
    [
        ("operand of add", lambda a, b: a + b),
        ("operand of add", lambda a, b: b + a),
        ("operand of sub", lambda a, b: a - b),
        ("operand of sub", lambda a, b: b - a),
        ("operand of mul", lambda a, b: a * b),
        ("operand of mul", lambda a, b: b * a),
        ("operand of div", lambda a, b: a / b),
        ("operand of div", lambda a, b: b / a),
        ("exponent of \\*\\*", lambda a, b: a**b),
        ("operand of pow", Value.__rpow__),  # b ** a would ask a Fraction first
        ("operand of max", lambda a, b: a.max(b)),
        ("operand of min", lambda a, b: a.min(b)),
        ("slope of leaky_relu", lambda a, b: a.leaky_relu(b)),
        ("operand of total", lambda a, b: total([a, b])),
    ],
)
def test_an_operand_that_is_not_a_number_is_named_with_its_operation(
    name: str, operation: Any, thing: Any, sentence: str
) -> None:
    with pytest.raises(TypeError, match=f"^{name} must (be a )?{sentence}"):
        operation(Value(2.0), thing)


def test_a_value_of_a_value_is_refused() -> None:
    with pytest.raises(TypeError, match=r"data of a Value must be a plain number .*; use .data for its number"):
        Value(Value(1.0))  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [True, 3, Fraction(3, 2)])
def test_every_real_number_is_stored_as_a_float(number: Any) -> None:
    assert type(Value(number).data) is float
    assert (Value(1.0) + number).data == 1 + float(number)


@pytest.mark.parametrize(
    "garbage", ["3", None, 2j, [1.0, 2.0], HUGE, Fraction(HUGE)], ids=lambda thing: type(thing).__name__
)
@pytest.mark.parametrize(
    ("name", "operation"),
    [
        ("1 ('p') of mul", lambda p: p * 2),
        ("2 ('p') of add", lambda p: 2 + p),
        ("1 ('p') of tanh", lambda p: p.tanh()),
        ("1 ('p') of relu", lambda p: p.relu()),
        ("1 ('p') of max", lambda p: p.max(1)),
        ("1 ('p') of pow_n", lambda p: p**2),
        ("2 ('p') of total", lambda p: total([1, p])),
        ("1 ('p') of neg", lambda p: -p),
    ],
)
def test_garbage_assigned_to_data_is_found_by_the_next_operation(name: str, operation: Any, garbage: Any) -> None:
    p = Value(1.0, label="p")
    p.data = garbage
    with pytest.raises(TypeError) as error:
        operation(p)
    assert str(error.value).startswith(f"data of operand {name} must ")


def test_other_numbers_assigned_to_data_work() -> None:
    for number in (3, True, Fraction(1, 2)):
        p = Value(1.0)
        p.data = number  # type: ignore[assignment]
        out = (p * 2 + p**2).relu() / p
        out.backward()
        assert type(out.data) is float
        assert out.data == 2 + float(number)
        assert p.grad == pytest.approx(1.0, rel=1e-15)


def test_a_value_assigned_to_data_is_told_to_give_its_number() -> None:
    p = Value(1.0, label="p")
    p.data = p - 0.1  # type: ignore[assignment]
    with pytest.raises(TypeError, match=r"data of operand 1 \('p'\) of mul must be a plain number .*; use .data for"):
        _ = p * 2


def test_micrograds_way_to_add_an_operation_is_told_ours() -> None:
    with pytest.raises(AttributeError, match=r"_backward must not be assigned: .* microgradviz.define_op\('cube'"):
        Value(2.0)._backward = lambda: None
    with pytest.raises(AttributeError, match=r"has no _backward: its local derivatives are numbers, in .locals"):
        _ = Value(2.0)._backward


def test_a_value_made_by_hand_has_no_slopes_and_says_so() -> None:
    a = Value(2.0)
    b = Value(8.0, (a,), "cube")
    assert (b._prev, b._op, b.locals) == ((a,), "cube", None)
    for run in (b.backward, lambda: list(backprop(b)), (b + 1).backward):
        with pytest.raises(TypeError, match=r"was made by hand with _op='cube'.*define_op"):
            run()
    assert copy.deepcopy(b)._op == "cube"


@pytest.mark.parametrize("other", ["3", None, 1j, [1.0]])
@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_a_comparison_with_anything_but_a_number_is_a_type_error(compare: Any, other: Any) -> None:
    with pytest.raises(TypeError, match=r"^operand of a comparison must be a real number"):
        compare(Value(2.0), other)


@pytest.mark.parametrize("operation", [lambda a: a // 2, lambda a: a % 2, lambda a: a @ a])
def test_an_operation_that_does_not_exist_is_a_type_error(operation: Any) -> None:
    with pytest.raises(TypeError, match=r"not supported|unsupported"):
        operation(Value(2.0))


def test_a_value_takes_attributes_of_ones_own_and_has_no_others() -> None:
    p: Any = Value(1.0)
    p.momentum = 0.5
    p.momentum += 1
    assert (p.momentum, p.data, vars(p)) == (1.5, 1.0, {"momentum": 1.5})
    out: Any = p * 2
    out.color = "red"
    assert out.color == "red"
    with pytest.raises(AttributeError):
        Value(1.0).gard  # type: ignore[attr-defined]  # noqa: B018


# ---------------------------------------------------------------- what it looks like


def test_inputs_and_symbols_read_under_micrograds_names() -> None:
    a = Value(2.0)
    for out, op, inputs in ((a + 1, "+", 2), (a * a, "*", 2), (a**2, "**2", 1), (a**-0.5, "**-0.5", 1)):
        assert (out._op, len(out._prev)) == (op, inputs)
    assert (a.relu()._op, a.tanh()._op, a._op, a._prev) == ("ReLU", "tanh", "", ())
    assert (a * a)._prev == (a, a)


def test_values_compare_by_their_data_and_are_equal_only_to_themselves() -> None:
    a, b = Value(1.0), Value(2.0)
    assert a < b
    assert a <= b
    assert b > a
    assert b >= a
    assert a < 1.5 < b
    assert 0 < a <= 1
    assert not a > a
    assert max(a, b) is b
    assert sorted([b, a]) == [a, b]
    assert a != Value(1.0)
    assert a == a
    assert len({a, b, a}) == 2
    assert not Value(nan) < a


def test_formatting() -> None:
    a = Value(2.5)
    a.grad = -1.0
    assert repr(a) == str(a) == f"{a}" == "Value(data=2.5, grad=-1.0)"
    assert f"{a:.2f}" == "2.50"
    assert f"{a:+08.1f}" == "+00002.5"
    assert float(a) == 2.5


def test_groups_nest_and_end() -> None:
    with group("layer 1") as outer:
        a = Value(1.0)
        with group("neuron 2"):
            b = a + 1
        c = a + 1
    d = a + 1
    assert b.group is not None
    assert (b.group.name, b.group.parent) == ("neuron 2", outer)
    assert (a.group, c.group, d.group) == (outer, outer, None)
    assert repr(b.group) == "Group('neuron 2', Group('layer 1'))"


def test_a_group_ends_when_an_error_leaves_it() -> None:
    with pytest.raises(ZeroDivisionError), group("g"):
        _ = 1 / 0
    assert context.current_group is None
    model = MLP(2, [2, 1])
    with pytest.raises(TypeError):
        model(["a", 1.0])  # type: ignore[list-item]
    assert context.current_group is None


def test_lines_are_recorded_only_when_asked_for() -> None:
    a = Value(1.0)
    b = a + 1
    with record_lines():
        c = a * 2
        line = sys._getframe().f_lineno - 1
        n = MLP(1, [1])([a])
    assert b.line is None
    assert c.line == (__file__, line)
    assert n.line == (__file__, line + 2)


# ---------------------------------------------------------------- leaving the graph


def test_no_grad_gives_leaves() -> None:
    a = Value(2.0)
    with no_grad():
        b = a * 3
        with no_grad():
            c = b.tanh()
        d = total([a, b])
    for leaf in (b, c, d):
        assert (leaf.inputs, leaf.locals, leaf.op, leaf._op) == ((), (), None, "")
    assert b.data == 6.0
    assert len((a * 3).inputs) == 2


def test_no_grad_decorates_a_function() -> None:
    @no_grad()
    def thrice(x: Value, times: int = 3) -> Value:
        """Thrice."""
        return x * times

    a = Value(2.0)
    assert (thrice(a, times=4).data, thrice(a).inputs) == (8.0, ())
    assert thrice.__doc__ == "Thrice."
    assert (a * 3).inputs


def test_no_grad_ends_when_an_error_leaves_it() -> None:
    with pytest.raises(ZeroDivisionError), no_grad():
        _ = 1 / 0
    assert (Value(1.0) + 1).inputs
    assert context.modes == 0


def test_no_grad_affects_its_own_thread_only() -> None:
    inside, done = threading.Event(), threading.Event()
    results: list[int] = []

    def elsewhere() -> None:
        inside.wait(10)
        results.append(len((Value(1.0) + 1).inputs))
        with no_grad():
            results.append(len((Value(1.0) + 1).inputs))
        results.append(len((Value(1.0) + 1).inputs))
        done.set()

    thread = threading.Thread(target=elsewhere)
    thread.start()
    with no_grad():
        inside.set()
        done.wait(10)
        assert (Value(1.0) + 1).inputs == ()
    thread.join()
    assert results == [2, 0, 2]


def test_many_threads_may_enter_and_leave_no_grad() -> None:
    def work() -> None:
        for _ in range(500):
            with no_grad():
                assert (Value(1.0) + 1).inputs == ()
            assert (Value(1.0) + 1).inputs

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert context.modes == 0


def test_detach_cuts_the_graph() -> None:
    a = Value(2.0)
    b = a * 3
    b.label = "b"
    c = b.detach()
    (c * a).backward()
    assert (c.data, c.label, c.inputs) == (6.0, "b", ())
    assert (a.grad, b.grad) == (6.0, 0.0)


# ---------------------------------------------------------------- copies and pickles


def test_a_deep_copy_is_a_working_graph_of_its_own() -> None:
    a = Value(3.0, label="a")
    with group("g"):
        f = a * a + a.tanh() ** 2
    f.backward()
    g, leaf = copy.deepcopy((f, a))
    assert leaf in topological_order(g)
    assert [v.data for v in topological_order(g)] == [v.data for v in topological_order(f)]
    assert [v.grad for v in topological_order(g)] == [v.grad for v in topological_order(f)]
    assert not {*topological_order(g)} & {*topological_order(f)}
    assert (leaf.label, g.group.name, g._op) == ("a", "g", "+")
    leaf.grad = 0.0
    g.backward()
    assert leaf.grad == a.grad


def test_a_deep_copy_keeps_shared_values_shared() -> None:
    a = Value(3.0)
    b = a * 2
    x, y, z = copy.deepcopy([b + 1, b, a])
    assert x.inputs[0] is y
    assert y.inputs[0] is z


def test_copies_keep_attributes_of_ones_own_of_inner_values_too() -> None:
    a: Any = Value(2.0, label="a")
    product: Any = a * 3
    out: Any = product + 1
    a.m, product.color, out.note = 0.25, "red", ["kept"]
    found = copy.deepcopy(out)
    leaf, _, inner, *_ = topological_order(found)
    assert (found.note, inner.color) == (["kept"], "red")
    assert leaf.m == 0.25
    assert found.note is not out.note
    for again in (copy.deepcopy, copy.copy, lambda x: pickle.loads(pickle.dumps(x))):
        assert vars(again(a)) == {"m": 0.25}
        assert vars(again(Value(1.0))) == {}


def test_attributes_may_refer_to_values_of_the_same_graph() -> None:
    a: Any = Value(2.0)
    out: Any = a * 3
    a.user, out.twice = out, [a, out]
    copied = copy.deepcopy(out)
    assert copied.inputs[0].user is copied
    assert copied.twice == [copied.inputs[0], copied]


def test_a_copy_gives_no_value_a_dictionary_that_had_none() -> None:
    import tracemalloc

    graphs = [sum([Value(float(i)) for i in range(1000)], Value(0.0)) for _ in range(2)]
    before = 0
    tracemalloc.start()
    try:
        for graph in graphs:  # Python keeps what the first one needed for the second
            before = tracemalloc.get_traced_memory()[0]
            copy.deepcopy(graph)
            gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 20 * 2001  # an empty dictionary takes 64 bytes or more
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_leaf_is_pickled_whole_and_a_result_as_its_trace(protocol: int) -> None:
    with record_lines(), group("outer"), group("inner"):
        a = Value(3.0, label="a")
        f = a * a
    f.backward()
    b, again = pickle.loads(pickle.dumps([a, a], protocol))
    assert b is again
    assert (b.data, b.grad, b.label, b.line, repr(b.group)) == (3.0, 6.0, "a", a.line, repr(a.group))
    for copied in (lambda: pickle.dumps(f, protocol), lambda: copy.copy(f)):
        with pytest.raises(
            TypeError, match=r"saved as trace\(result\)\.to_json\(\), and copied by copy\.deepcopy \(got"
        ):
            copied()


def test_a_pickled_model_keeps_its_parameters() -> None:
    model = MLP(2, [3, 1], seed=1)
    again = pickle.loads(pickle.dumps(model))
    assert [p.data for p in again.parameters()] == [p.data for p in model.parameters()]
    assert again([1.0, 2.0]).data == model([1.0, 2.0]).data


# ---------------------------------------------------------------- operations of one's own


def test_an_operation_of_ones_own_works_like_the_built_in_ones(own_op: Any) -> None:
    hypot = own_op("hypot", "sqrt(x * x + y * y)", ["x / out", "y / out"], notation="‖x, y‖", latex=r"\|x, y\|")
    a = Value(3.0)
    out = hypot(a, 4)
    out.backward()
    assert (out.data, out._op, out.op.notation, a.grad) == (5.0, "hypot", "‖x, y‖", 0.6)
    assert hypot.__name__ == "hypot"
    assert hypot.__doc__ == "‖x, y‖: sqrt(x * x + y * y)"
    zero = Value(0.0)
    hypot(zero, 0).backward()
    assert math.isnan(zero.grad)
    with pytest.raises(TypeError, match=r"hypot takes 2 value\(s\) \(got 1\)"):
        hypot(a)
    with pytest.raises(TypeError, match=r"operand of hypot must be a real number .got str 'b'"):
        hypot(a, "b")


def test_defining_an_operation_again_replaces_it_for_later_values(own_op: Any) -> None:
    first = own_op("f", "2 * x", ["2"])
    a = Value(1.0)
    before = first(a)
    own_op("f", "3 * x", ["3"])
    before.backward()
    assert a.grad == 2.0


def test_formulas_with_integers_give_floats(own_op: Any) -> None:
    step = own_op("step", "1 if x > 0 else 0", ["0"])
    out = step(Value(2.0))
    assert (out.data, type(out.data)) == (1.0, float)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("not a name", "x", ["1"]), "name must be a Python identifier .got 'not a name'"),
        (("class", "x", ["1"]), "name must be a Python identifier .got 'class'"),
        (("tanh", "x", ["1"]), "name must not be that of a built-in operation .got 'tanh'"),
        (("f", "x", "1"), "derivatives must be a list of one or two formulas .got '1'"),
        (("f", "x", []), "derivatives must be a list"),
        (("f", "__import__('os')", ["1"]), "formula must call only abs, cos"),
        (("f", "x.real", ["1"]), "formula must be arithmetic .got Attribute"),
        (("f", "x ** 2", ["2 * x"]), r"formula must write powers as pow\(x, n\)"),
        (("f", "x +", ["1"]), "formula must be Python arithmetic"),
        (("f", "y", ["1"]), "formula must use only x .got 'y'"),
    ],
)
def test_a_definition_that_cannot_be_is_refused(arguments: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        define_op(*arguments)
    assert "f" not in engine.OPS


# ---------------------------------------------------------------- size


def test_the_order_has_inputs_before_users_and_each_value_once() -> None:
    a, b = Value(1.0), Value(2.0)
    c = a * b
    d = c + a
    e = c * d + d
    order = topological_order(e)
    assert order[-1] is e
    assert len(order) == len({*order}) == 6
    place = {v: i for i, v in enumerate(order)}
    assert all(place[x] < place[v] for v in order for x in v.inputs)
    assert operations_in_order(e) == [v for v in order if v.inputs]
    assert topological_order(a) == [a]


def test_a_limit_stops_the_search_early() -> None:
    _, out = chain(1000)
    assert len(operations_in_order(out, limit=1000)) == 1000
    for walk in (operations_in_order, topological_order):
        with pytest.raises(ValueError, match=r"the graph must have at most 999 operations \(it has more\)"):
            walk(out, limit=999)


@pytest.mark.parametrize("links", [100_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_a_long_chain_works(no_collector: None, links: int) -> None:
    before = values_alive()
    x, out = chain(links)
    out.backward()
    assert (out.data, x.grad) == (links + 1.0, 1.0)
    twin = copy.deepcopy(out)
    assert twin.data == out.data
    del twin
    out.zero_grad()
    assert x.grad == 0.0
    del x, out
    assert values_alive() == before


def test_a_loss_over_4096_samples_works(no_collector: None) -> None:
    model = MLP(2, [4, 1], seed=0)
    before = values_alive()
    loss = sum((1 - model([i / 4096, 0.5])).relu() for i in range(4096)) / 4096
    loss.backward()
    assert all(math.isfinite(p.grad) for p in model.parameters())
    assert any(p.grad for p in model.parameters())
    assert len(topological_order(loss)) > 4096 * 20
    del loss
    assert values_alive() == before


def test_nothing_is_left_for_the_cyclic_collector(no_collector: None) -> None:
    model = MLP(2, [8, 8, 1], activation="tanh", seed=0)
    before = values_alive()
    loss = sum((model([x / 10, -x / 5]) - 1) ** 2 for x in range(10)) + sum(p * p for p in model.parameters())
    loss.backward()
    list(backprop(loss))
    copy.deepcopy(loss)
    loss.zero_grad()
    with no_grad():
        model([1.0, 2.0])
    del loss
    assert values_alive() == before
    assert gc.collect() == 0


def test_the_collector_has_two_objects_a_value_to_look_through(no_collector: None) -> None:
    a = Value(0.5)
    before = len(gc.get_objects())
    products = [a * 2.0 for _ in range(1000)]  # the constants are values too, without inputs
    assert len(gc.get_objects()) - before <= 3 * len(products) + 10


def test_a_value_refers_to_its_inputs_and_nothing_refers_back() -> None:
    class Weak(Value):
        __slots__ = ("__weakref__",)

    a = Value(1.0)
    held = sys.getrefcount(a)
    b = Weak(2.0, (a,), "by hand")
    assert sys.getrefcount(a) == held + 1
    ghost = weakref.ref(b)
    c = a * 2
    c.backward()
    del b, c
    assert ghost() is None
    assert sys.getrefcount(a) == held


def interrupted_everywhere(work: Callable[[], object], files: tuple[str, ...]) -> Iterator[None]:
    """Run work again and again; the n-th time, Ctrl-C comes at the n-th line that it runs in these files."""
    for n in itertools.count():
        left = n

        def trace(frame: Any, event: str, arg: Any) -> Any:
            nonlocal left
            if not frame.f_code.co_filename.endswith(files):
                return None
            if event == "line":
                left -= 1
                if left < 0:
                    raise KeyboardInterrupt
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            work()
        except KeyboardInterrupt:
            sys.settrace(before)
            yield
        else:
            return
        finally:
            sys.settrace(before)


def test_after_ctrl_c_at_any_line_everything_works_as_before() -> None:
    a, b = Value(0.5), Value(-3.0)

    def forward() -> Value:
        with group("g"), no_grad():
            (a * b).tanh()
        with group("h"):
            return (a * b + a).tanh() ** 2 + total([a, b, a]) * 2

    out = forward()
    out.backward()
    right = (a.grad, b.grad)
    machine = ("/engine/value.py", "/engine/order.py", "/engine/copying.py", "/engine/ops.py")
    for work in (out.backward, lambda: [*backprop(out)], out.zero_grad, lambda: copy.deepcopy(out), forward):
        count = 0
        for _ in interrupted_everywhere(work, machine):
            count += 1
            assert context.current_group is None
            assert context.modes == 0
            out.zero_grad()
            out.backward()
            assert (a.grad, b.grad) == right
        assert count > 20
    assert forward().data == out.data


def test_an_error_in_the_middle_of_a_walk_leaves_a_usable_graph() -> None:
    a = Value(2.0)
    f = a * a * a
    steps = backprop(f)
    next(steps)
    steps.close()
    f.zero_grad()
    f.backward()
    assert a.grad == 12.0


def test_a_sum_of_nothing_is_a_leaf() -> None:
    nothing = total([])
    assert (nothing.data, nothing.inputs, nothing.op) == (0.0, (), None)


def test_groups_print_as_code() -> None:
    assert repr(Group("a")) == "Group('a')"
