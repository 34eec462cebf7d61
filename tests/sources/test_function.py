"""Expressions written as functions of named leaves."""

import functools
import math
import re
import sys

import pytest

from microgradviz import MLP, Value, draw_dot, play, to_html, trace

outside = Value(10.0)


def squares(a, b=3.0):
    left = a * a
    right = b * b
    return left + right


def labels(t):
    return [n.label for n in t.nodes if not n.op]


def test_parameters_become_labelled_leaves():
    t = trace(lambda a, b: (a + b) * outside, a=2, b=-3)
    assert [(n.label, n.data) for n in t.nodes] == [("a", 2), ("b", -3), ("", -1), ("outside", 10), ("", -10)]
    assert t.gradients()[:2] == [10, 10]


def test_local_variables_give_their_names():
    def f(a, b):
        s = a * b
        h = [s + 1, s.tanh()]
        return h[0] + h[1] + outside

    named = {n.label: n.op for n in trace(f, a=2, b=3).nodes if n.label}
    assert named == {"a": "", "b": "", "s": "mul", "h[0]": "add", "h[1]": "tanh", "outside": ""}
    assert not outside.label


def test_names_are_those_of_the_outermost_call_as_it_returns():
    def twice(x, depth=(), again=True):
        inner = x * 2.0
        y = twice(inner, again=False) if again else inner
        return y

    assert [n.label for n in trace(twice, x=1).nodes if n.op] == ["inner", "y"]


def test_a_profiler_at_work_is_left_alone():
    def profile(*_):
        return None

    sys.setprofile(profile)
    try:
        t = trace(lambda a: a * a, a=2)
        assert sys.getprofile() is profile
    finally:
        sys.setprofile(None)
    assert t.data[-1] == 4


def test_nothing_watches_on_after_the_call_whether_it_returns_or_raises():
    trace(squares, a=2)
    assert sys.getprofile() is None

    def fails(a):
        raise LookupError(str(a))

    with pytest.raises(LookupError):
        trace(fails, a=2)
    assert sys.getprofile() is None


def test_a_default_that_is_a_number_makes_a_leaf():
    assert trace(squares, a=2).data[-1] == 13
    assert trace(squares, a=2, b=4).data[-1] == 20


def test_other_defaults_stay_as_they_are():
    def act(a, kind="tanh", really=True):
        return getattr(a, kind)() if really else a

    assert trace(act, a=0.5).op == ["", "tanh"]


def test_the_lines_that_made_each_value_are_recorded():
    t = trace(squares, a=2)
    first = squares.__code__.co_firstlineno
    assert [(t.op[i], line) for i, (file, line) in t.line.items() if file == __file__] == [
        ("mul", first + 1),
        ("mul", first + 2),
        ("add", first + 3),
    ]


def test_parameters_of_every_kind():
    def every(a, /, b, *rest, c, **more):
        return a * b + c + more["d"]

    assert labels(trace(every, a=1, b=2, c=3, d=4)) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("show", [trace, play, draw_dot, to_html])
def test_all_four_take_a_function(show):
    assert show(squares, a=2)
    assert show(squares, leaves={"a": 2})


class Scale:
    def __init__(self, by):
        self.by = by

    def __call__(self, a):
        return a * self.by

    def method(self, a):
        return a * self.by


@pytest.mark.parametrize(
    "thing",
    [Scale(2), Scale(2).method, functools.partial(lambda by, a: a * by, 2)],
    ids=["object", "method", "partial"],
)
def test_anything_that_can_be_called_will_do(thing):
    assert trace(thing, a=3).data[-1] == 6


@pytest.mark.parametrize(
    ("function", "leaves", "sentence"),
    [
        (lambda a, b: a * b, {}, "a must be given a number: trace(function, a=…); and so must b"),
        (squares, {}, "a must be given a number: trace(function, a=…)"),
        (lambda limit: limit, {}, "limit must be given a number: trace(function, leaves={'limit': …}), because limit "
                                  "is also an option of trace"),
        (squares, {"a": 1, "c": 2}, "every leaf must be a parameter of the function (got 'c'); it has a, b"),
        (lambda weight: weight, {"wieght": 1}, "every leaf must be a parameter of the function (got 'wieght'); "
                                               "did you mean weight?"),
        (lambda: outside, {"a": 1}, "every leaf must be a parameter of the function (got 'a'); it has none"),
        (squares, {"a": "2"}, "leaf a must be a real number (got str '2')"),
        (squares, {"a": outside}, "leaf a must be a plain number (got Value(data=10.0, grad=0.0)); use .data for its "
                                  "number"),
        (lambda a: None, {"a": 1}, "function must return one Value (got NoneType None); is a return missing?"),
        (lambda a: [a], {"a": 1}, "function must return one Value (got list [Value(data=1.0, grad=0.0)]); return one "
                                  "of them, or their sum"),
        (lambda a: 3, {"a": 1}, "function must return one Value (got int 3); a plain number has no graph: compute with "
                                "the leaves, and write a.exp() for math.exp(a)"),
        (lambda a: math.exp(a), {"a": 0}, "function must return one Value (got float 1.0); a plain number has no "
                                          "graph: compute with the leaves, and write a.exp() for math.exp(a)"),
        (lambda a: "a", {"a": 1}, "function must return one Value (got str 'a')"),
        (max, {}, "function must have a signature that can be read (got builtin_function_or_method <built-in function "
                  "max>)"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_a_sentence(function, leaves, sentence):
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
        trace(function, **leaves)


def test_leaves_are_a_dict_and_given_once():
    with pytest.raises(TypeError, match=r"^leaves must be a dict of numbers by name, such as .* \(got int 3\)$"):
        trace(squares, leaves=3)
    with pytest.raises(TypeError, match=r"^a must be given once \(got it in leaves and as a keyword\)$"):
        trace(squares, a=2, leaves={"a": 3})


def test_any_name_may_be_a_leaf():
    names = ("expr", "leaves", "limit", "named", "self", "function")
    assert trace("+".join(names), leaves=dict.fromkeys(names, 1)).data[-1] == 6
    assert trace("expr + self", expr=1, self=2).data[-1] == 3


def test_a_module_is_not_its_result():
    with pytest.raises(TypeError, match=r"^expression must be the result of a module, .* \(got the MLP itself\)$"):
        trace(MLP(2, [1]))


def test_a_coroutine_is_no_value():
    async def later(a):
        return a

    with pytest.raises(TypeError, match="must return one Value"):
        trace(later, a=1)


def test_what_the_function_raises_passes_through():
    error = KeyError("mine")

    def fails(a):
        raise error

    with pytest.raises(KeyError) as caught:
        trace(fails, a=1)
    assert caught.value is error
