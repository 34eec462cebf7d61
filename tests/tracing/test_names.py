"""Names of values come from the variables of the code that asks."""

import types
from types import SimpleNamespace

import pytest
from kit.learner_engines import Lecture

from microgradviz import Neuron, Value, trace

somewhere = Value(1.0)
a = Value(10.0)
many = [object() for _ in range(1_000_000)]


def traced_elsewhere(f):
    return trace(f)


def labels(t):
    """The labels of a trace, by the number each value holds."""
    return {t.data[i]: text for i, text in t.label.items()}


def test_local_names_come_before_global_ones():
    b = a
    assert labels(trace(b + somewhere)) == {10.0: "b", 1.0: "somewhere"}


def test_global_names_are_found_from_inside_a_function():
    assert labels(trace(a + somewhere)) == {10.0: "a", 1.0: "somewhere"}


def test_the_first_binding_wins():
    first = Value(2.0)
    second = first
    third = [first]
    assert labels(trace(first * 3)) == {2.0: "first"}
    assert second is third[0]


def test_a_plain_name_comes_before_a_place_in_a_list():
    xs = [Value(2.0)]
    x = xs[0]
    assert labels(trace(x + 1)) == {2.0: "x"}


def test_names_with_an_underscore_are_hidden():
    _secret = Value(2.0)
    __ = Value(3.0)
    assert labels(trace(_secret + __)) == {}


def test_an_explicit_label_wins():
    x = Value(2.0, label="velocity")
    assert labels(trace(x * 3)) == {2.0: "velocity"}


def test_arguments_of_a_function_are_names():
    def inside(left, right):
        return trace(left * right)

    assert labels(inside(Value(2.0), Value(3.0))) == {2.0: "left", 3.0: "right"}


def test_the_callers_own_frame_counts_and_not_the_one_around_it():
    x = Value(2.0)
    assert labels(traced_elsewhere(x)) == {2.0: "f"}
    assert labels(traced_elsewhere(x + 1)) == {}


def test_names_are_seen_in_a_nested_function():
    x = Value(2.0)

    def inside():
        return trace(x + somewhere)

    assert labels(inside()) == {2.0: "x", 1.0: "somewhere"}


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda x: [x], "w[0]"),
        (lambda x: [None, x], "w[1]"),
        (lambda x: (None, x), "w[1]"),
        (lambda x: {"left": x}, "w['left']"),
        (lambda x: {7: x}, "w[7]"),
        (lambda x: [[None], [None, x]], "w[1][1]"),
        (lambda x: ((), (x,)), "w[1][0]"),
        (lambda x: {"rows": [x]}, "w['rows'][0]"),
        (lambda x: [[[x]]], None),
        (lambda x: {(1, 2): x}, None),
        (lambda x: {x}, None),
        (lambda x: types.SimpleNamespace(x=x), None),
    ],
)
def test_items_are_named_by_their_place(make, name):
    w = make(Value(2.0))
    assert trace(value_in(w) + 1).label == ({0: name} if name else {})


def value_in(w):
    if isinstance(w, Value):
        return w
    if isinstance(w, types.SimpleNamespace):
        return w.x
    return value_in(list(w.values() if isinstance(w, dict) else w)[-1])


def test_a_long_list_does_not_stand_in_the_way():
    x = Value(2.0)
    rows = [many for _ in range(1_000)]
    assert labels(trace(x + 1)) == {2.0: "x"}
    assert len(rows) == 1_000


def test_a_list_that_holds_itself_does_no_harm():
    loop = []
    loop.append(loop)
    x = Value(2.0)
    assert labels(trace(x + 1)) == {2.0: "x"}


def test_objects_that_refuse_comparison_do_no_harm():
    class Refuses:
        __hash__ = None

        def __eq__(self, other):
            raise RuntimeError

        def __bool__(self):
            raise RuntimeError

    odd, more = Refuses(), [Refuses()]
    x = Value(2.0)
    assert labels(trace(x + 1)) == {2.0: "x"}
    assert len(more) == 1 or odd is None


def test_a_notebooks_in_and_out_are_hidden():
    notebook = {"__name__": "__main__", "Value": Value, "trace": trace, "In": [""], "Out": {}}
    notebook["_oh"] = notebook["Out"]
    exec("a = Value(2.0)\nb = a * Value(3.0)", notebook)
    notebook["Out"][1] = notebook["_1"] = notebook["_"] = notebook["b"].inputs[1]
    notebook["In"].append(notebook["b"].inputs[1])
    exec("t = trace(b)", notebook)
    assert notebook["t"].label == {0: "a", 2: "b"}


def test_locals_and_globals_of_an_exec_are_seen():
    globals_, locals_ = {"Value": Value, "trace": trace, "x": Value(1.0)}, {"y": Value(2.0)}
    exec("t = trace(x + y)", globals_, locals_)
    assert labels(locals_["t"]) == {1.0: "x", 2.0: "y"}


def test_weights_of_a_neuron_keep_their_own_names():
    n = Neuron(2, seed=0)
    w = n.w
    assert {"w1", "w2", "b"} <= set(trace(n([1.0, 2.0])).label.values())
    assert len(w) == 2


def stored_square(a):
    """a × a as microgpt's values have it."""
    return SimpleNamespace(data=a.data**2, grad=0, _children=(a, a), _local_grads=(a.data, a.data))


@pytest.mark.parametrize("engine", ["ours", "lecture", "microgpt", "torch"])
def test_a_helpers_parameter_names_its_leaves_but_never_the_result_of_its_caller(engine, request):
    square = stored_square if engine == "microgpt" else lambda a: a * a
    if engine == "torch":
        leaf = request.getfixturevalue("require_torch").tensor(3.0, requires_grad=True)
    elif engine == "microgpt":
        leaf = SimpleNamespace(data=3.0, grad=0, _children=(), _local_grads=())
    else:
        leaf = {"ours": Value, "lecture": Lecture}[engine](3.0)

    def helper(expr):
        return trace(expr)

    def lesson(a):
        return trace(square(a))

    assert helper(square(leaf)).label == {}
    assert lesson(leaf).label == {0: "a"}
