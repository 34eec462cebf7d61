"""The trace: its columns and views, its way through JSON, and the backward pass that follows from it."""

import copy
import json
import math

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st
from kit.random_expressions import expressions

from microgradviz import (
    MLP,
    Neuron,
    Trace,
    Value,
    backprop,
    define_op,
    group,
    record_lines,
    topological_order,
    total,
    trace,
)
from microgradviz.tracing.columns import Contribution, Edge, Node
from microgradviz.tracing.trace import SCHEMA

VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
NUMBERS = st.one_of(
    st.floats(-3, 3), st.sampled_from([0.0, -0.0, 1.0, -1.0, 1e308, -1e308, 5e-324, math.nan, math.inf, -math.inf])
)


def same(x, y):
    """Equal bit for bit: nan is nan, and -0.0 is not 0.0."""
    if x is None or y is None:
        return x is y
    return (x != x and y != y) or (x == y and math.copysign(1, x) == math.copysign(1, y))


def neuron():
    x1, x2 = Value(2.0), Value(0.0)
    w1, w2 = Value(-3.0), Value(1.0)
    b = Value(6.8813735870195432)
    out = (x1 * w1 + x2 * w2 + b).tanh()
    return out, trace(out)


# ---------------------------------------------------------------- columns and views


def test_the_columns_of_a_small_expression():
    a, b = Value(2.0), Value(-3.0)
    f = a * b + a
    f.backward()
    assert trace(f).to_dict() == {
        "format": "microgradviz-trace",
        "version": 1,
        "op": ["", "", "mul", "add"],
        "data": [2.0, -3.0, -6.0, -4.0],
        "grad": [-2.0, 2.0, 1.0, 1.0],
        "label": {"0": "a", "1": "b", "3": "f"},
        "params": {},
        "group": [-1, -1, -1, -1],
        "groups": [],
        "line": {},
        "from": [0, 1, 2, 0],
        "to": [2, 2, 3, 3],
        "slot": [0, 1, 0, 1],
        "local": [-3.0, 2.0, 1.0, 1.0],
        "order": [3, 2],
        "seed": 1.0,
        "observed": [],
        "root": 3,
        "engine": "microgradviz",
        "note": "",
    }


def test_views_are_made_of_the_columns():
    a, b = Value(2.0), Value(-3.0)
    t = trace(a * b)
    assert t.nodes[0] == Node(id=0, op="", label="a", data=2.0, grad=0.0, group=-1)
    assert t.nodes[-1].op == "mul"
    assert t.edges[1] == Edge(id=1, source=1, target=2, slot=1, local=2.0)
    assert t.contributions == [Contribution(0, -3.0, 0.0, -3.0), Contribution(1, 2.0, 0.0, 2.0)]
    assert [n.label for n in t.nodes[:2]] == ["a", "b"]
    assert [e.id for e in t.edges] == [0, 1]
    assert (len(t), len(t.nodes), len(t.edges)) == (3, 3, 2)
    assert repr(t) == "Trace(3 values, 2 edges, root=2)"
    assert repr(t.edges[:1]) == repr([t.edges[0]])


@pytest.mark.parametrize("index", [3, -4, 10**30])
def test_a_view_ends_where_its_columns_end(index):
    t = trace(Value(1.0) + 2)
    with pytest.raises(IndexError):
        t.nodes[index]


def test_a_value_used_twice_has_two_edges():
    a = Value(3.0)
    t = trace(a * a)
    assert (t.sources, t.targets, t.slot) == ([0, 0], [1, 1], [0, 1])
    assert [c.after for c in t.contributions] == [3.0, 6.0]


def test_a_single_leaf_is_a_trace_without_contributions():
    a = Value(3.0)
    t = trace(a)
    assert (t.op, t.order, t.contributions, t.faults) == ([""], [], [], [])
    assert t.gradients() == [None]


def test_a_trace_is_its_own_trace():
    _, t = neuron()
    assert trace(t) is t


def test_tracing_changes_nothing():
    out, _ = neuron()
    out.backward()
    before = [(v.data, v.grad, v.label, v.inputs, v.locals) for v in topological_order(out)]
    trace(out)
    assert [(v.data, v.grad, v.label, v.inputs, v.locals) for v in topological_order(out)] == before


@pytest.mark.parametrize("thing", [3, None, [1.0], Value, object()])
def test_something_else_is_refused_in_one_sentence(thing):
    with pytest.raises(TypeError, match=r"^expression must be a Value, a Trace, or an object with data.*\(got "):
        trace(thing)


@pytest.mark.parametrize("column", ["data", "grad"])
@pytest.mark.parametrize("wrong", ["2.0", None, 1j, [1.0], 10**400])
def test_garbage_in_a_value_is_named(column, wrong):
    a = Value(1.0)
    f = a + 1
    setattr(a, column, wrong)
    with pytest.raises(TypeError, match=rf"^{column} of a Value must"):
        trace(f)


def test_the_limit_counts_operations():
    a = Value(1.0)
    f = a + 1 + 2 + 3
    assert len(trace(f, limit=3)) == 7
    with pytest.raises(ValueError, match=r"^the graph must have at most 2 operations \(it has more\)"):
        trace(f, limit=2)


def test_traces_are_equal_when_their_columns_are():
    one, other = neuron()[1], neuron()[1]
    assert one == other
    other.data[0] = 2.5
    assert one != other
    assert one != "a trace"
    with pytest.raises(TypeError):
        hash(one)


# ---------------------------------------------------------------- JSON


@settings(max_examples=100)
@given(expressions(numbers=NUMBERS))
def test_every_trace_goes_through_json_and_fits_the_schema(expression):
    expression.backward()
    t = trace(expression)
    text = t.to_json()
    back = Trace.from_json(text)
    assert back == t
    assert back.to_json() == text
    for name in ("data", "grad", "local"):
        assert all(map(same, getattr(back, name), getattr(t, name)))
    VALIDATOR.validate(json.loads(text))
    VALIDATOR.validate(t.to_dict())
    json.loads(text, parse_constant=lambda word: pytest.fail(f"a bare {word} in JSON"))
    assert all(isinstance(fault.text, str) for fault in back.faults)


@pytest.mark.parametrize("x", [math.nan, math.inf, -math.inf, -0.0, 5e-324, 0.1, 1.7976931348623157e308])
def test_a_number_comes_back_as_it_went(x):
    a = Value(x)
    back = Trace.from_json(trace(a * 1).to_json())
    assert same(back.data[0], x)
    assert same(back.local[1], x)


@pytest.mark.parametrize(
    "label", ["<script>alert(1)</script>", "{a|b}", "\"'\\", "line\nbreak", "\0", "🙂", "x" * 10_000, "‮rtl", " "]
)
def test_any_label_comes_back_as_it_went(label):
    t = trace(Value(1.0, label=label) + 1)
    assert Trace.from_json(t.to_json()).label[0] == label
    assert Trace.from_json(t.to_json(indent=2)) == t
    assert Trace.from_json(t.to_json().encode()) == t


@pytest.mark.parametrize(
    ("column", "wrong"),
    [
        ("version", 2), ("version", True), ("format", "other"), ("more", 1),
        ("op", []), ("op", [1, ""]), ("root", -1), ("root", 1.5), ("from", [-1]), ("order", [True]), ("seed", None),
        ("data", ["1"]), ("data", [None]), ("data", [{"$f": "nan"}]), ("data", [{"$f": "NaN", "x": 1}]),
        ("label", {"01": "a"}), ("label", {"-1": "a"}), ("label", {"²": "a"}), ("label", {"0": 1}), ("label", []),
        ("params", {"0": {"n": "2"}}), ("group", [-2]), ("groups", [["a"]]), ("groups", [["a", -1, 0]]),
        ("line", {"0": ["f.py"]}), ("line", {"0": ["f.py", -1]}), ("observed", [[0, 1.0]]),
        ("engine", "jax"), ("note", None),
    ],
)  # fmt: skip
def test_the_schema_refuses(column, wrong):
    columns = {**trace(Value(1.0) * 2).to_dict(), column: wrong}
    assert not VALIDATOR.is_valid(columns)


@pytest.mark.parametrize("column", list(trace(Value(1.0)).to_dict()))
def test_the_schema_wants_every_column(column):
    columns = trace(Value(1.0) * 2).to_dict()
    del columns[column]
    assert not VALIDATOR.is_valid(columns)


def test_the_schema_is_a_schema_and_describes_every_column():
    jsonschema.Draft202012Validator.check_schema(VALIDATOR.schema)
    assert set(VALIDATOR.schema["properties"]) == set(VALIDATOR.schema["required"]) == set(neuron()[1].to_dict())
    assert all("description" in column for column in VALIDATOR.schema["properties"].values())


# ---------------------------------------------------------------- the backward pass


@settings(max_examples=200)
@given(expressions(numbers=NUMBERS))
def test_contributions_are_those_of_backprop_bit_for_bit(expression):
    t = trace(expression)
    for v in topological_order(expression):
        v.grad = 0.0
    index = {v: i for i, v in enumerate(topological_order(expression))}
    steps = list(backprop(expression))
    assert len(steps) == len(t.contributions)
    for (user, slot, before, after), c in zip(steps, t.contributions, strict=True):
        edge = t.edges[c.edge]
        assert (edge.target, edge.slot, edge.source) == (index[user], slot, index[user.inputs[slot]])
        assert same(c.before, before)
        assert same(c.after, after)
    for v, grad in zip(index, t.gradients(), strict=True):
        assert same(v.grad, grad if grad is not None else 0.0)


def test_the_gradients_of_the_neuron():
    _, t = neuron()
    found = {t.label[i]: round(g, 6) for i, g in enumerate(t.gradients()) if i in t.label}
    assert found == {"x1": -1.5, "w1": 1.0, "x2": 0.5, "w2": 0.0, "b": 0.5, "out": 1.0}


def test_without_accumulation_the_last_contribution_stays():
    a = Value(3.0)
    t = trace(a * a)
    assert [c.after for c in t.replay_backward(accumulate=False)] == [3.0, 3.0]
    assert [c.before for c in t.replay_backward(accumulate=False)] == [0.0, 3.0]
    assert t.gradients() == [6.0, 1.0]


def test_a_derivative_that_nobody_knows_gives_nan():
    t = trace(Value(1.0, (Value(2.0), Value(3.0)), "swish"))
    assert t.local == [None, None]
    assert t.op[-1] == "swish"
    assert all(math.isnan(c.amount) for c in t.contributions)
    assert Trace.from_json(t.to_json()) == t


# ---------------------------------------------------------------- replay


def test_replay_computes_everything_again():
    a, b = Value(3.0), Value(2.0)
    f = (a * b).tanh() ** 2 + a.leaky_relu(0.1)
    t = trace(f).replay(a=-0.5, b=1)
    a, b = Value(-0.5), Value(1.0)
    f = (a * b).tanh() ** 2 + a.leaky_relu(0.1)
    f.backward()
    fresh = trace(f)
    assert (t.data, t.local, t.gradients()) == (fresh.data, fresh.local, fresh.gradients())
    assert t.grad[:2] == [a.grad, b.grad]
    assert t.faults == []


@given(expressions(numbers=NUMBERS))
def test_replay_without_change_changes_nothing(expression):
    t = trace(expression)
    again = t.replay()
    assert all(map(same, again.data, t.data))
    assert all(map(same, again.local, t.local))


def test_replay_leaves_the_first_trace_alone():
    a = Value(3.0)
    t = trace(a * a)
    before = t.to_json()
    t.replay(a=7)
    assert t.to_json() == before


def test_replay_refuses_a_label_that_two_leaves_share():
    f = Value(3.0, label="w") * Value(2.0, label="w")
    with pytest.raises(
        ValueError, match=r"^leaf must be the label of one of w \(got 'w', which 2 leaves are called\)$"
    ):
        trace(f).replay(w=1.0)


def test_a_label_with_half_a_character_travels():
    t = trace(Value(3.0, label="a\ud800"))
    assert Trace.from_json(t.to_json().encode("utf-8")) == t


@pytest.mark.parametrize(
    ("leaves", "error", "sentence"),
    [
        ({"z": 1.0}, ValueError, r"^leaf must be the label of one of a, b \(got 'z'\)$"),
        ({"f": 1.0}, ValueError, r"^leaf must be the label of one of a, b \(got 'f'\)$"),
        ({"a": "1"}, TypeError, r"^leaf a must be a real number \(got str '1'\)$"),
        ({"a": 1j}, TypeError, r"^leaf a must be a real number"),
    ],
)
def test_replay_refuses(leaves, error, sentence):
    a, b = Value(3.0), Value(2.0)
    f = a * b
    with pytest.raises(error, match=sentence):
        trace(f).replay(**leaves)


def test_replay_needs_operations_of_the_table():
    with pytest.raises(ValueError, match=r"^operation must be in the table to be computed again \(got 'swish'\)$"):
        trace(Value(1.0, (Value(2.0),), "swish")).replay()


def test_an_operation_of_ones_own_is_replayed():
    cube = define_op("cube", "x * x * x", ["3 * x * x"])
    a = Value(2.0)
    assert trace(cube(a)).replay(a=3).data == [3.0, 27.0]


# ---------------------------------------------------------------- params, groups, lines


def test_constants_of_operations_are_params():
    t = trace((Value(2.0) ** 3).leaky_relu(0.2))
    assert t.params == {1: {"n": 3.0}, 2: {"slope": 0.2}}


def test_groups_of_a_network_nest():
    model = MLP(2, [3, 1], seed=1)
    t = trace(model([1.0, 2.0]))
    paths = []
    for name, parent in t.groups:
        paths.append((paths[parent] if parent >= 0 else "") + "/" + name)
    assert sorted(paths) == [
        "/sample",
        "/sample/layer 1",
        "/sample/layer 1/neuron 1",
        "/sample/layer 1/neuron 2",
        "/sample/layer 1/neuron 3",
        "/sample/layer 2",
        "/sample/layer 2/neuron 1",
    ]
    for n in t.nodes:
        if n.op:
            assert "neuron" in t.groups[n.group][0]
    assert all(parent < i for i, (_, parent) in enumerate(t.groups))
    inputs = {i for i, label in t.label.items() if label in ("x1", "x2")}
    assert {t.groups[t.group[i]][0] for i in inputs} == {"sample"}
    assert {t.group[i] for i, op in enumerate(t.op) if not op and i in t.label and i not in inputs} == {-1}


def test_a_group_may_be_called_by_a_number():
    with group(3):
        t = trace(Value(2.0) * 3)
    assert t.groups == [("3", -1)]
    assert Trace.from_json(t.to_json()) == t


def test_two_samples_are_two_groups():
    model = MLP(2, [2, 1], seed=1)
    t = trace(total([model([1.0, 2.0]), model([0.5, 2.0])]))
    assert [name for name, parent in t.groups if parent == -1] == ["sample", "sample"]
    assert t.group[t.root] == -1


def test_groups_of_ones_own_nest():
    a = Value(1.0)
    with group("outer"), group("inner"):
        b = a + 1
    t = trace(b + a)
    assert t.groups == [("outer", -1), ("inner", 0)]
    assert t.group == [-1, 1, 1, -1]


def test_a_neuron_names_its_parameters():
    t = trace(Neuron(2, seed=0)([1.0, 2.0]))
    assert set(t.label.values()) >= {"w1", "w2", "b"}


def test_lines_are_recorded_only_when_asked_for():
    a = Value(1.0)
    b = a * 2
    with record_lines():
        c = b + a
        d = c.tanh()
    t = trace(d)
    here = test_lines_are_recorded_only_when_asked_for.__code__
    assert t.line == {3: (here.co_filename, here.co_firstlineno + 4), 4: (here.co_filename, here.co_firstlineno + 5)}
    assert Trace.from_json(t.to_json()) == t
    VALIDATOR.validate(t.to_dict())


def test_a_chain_of_a_hundred_thousand_goes_through_json():
    f = Value(1.0)
    for _ in range(100_000):
        f = -f
    t = trace(f)
    assert Trace.from_json(t.to_json()).data == t.data
    assert t.gradients()[0] == 1.0


def test_a_cycle_is_named():
    a = Value(2.0)
    b = a * 3
    b.inputs = (a, b)
    with pytest.raises(ValueError, match=r"^the graph must not have a cycle \(got one through Value "):
        trace(b)
    with pytest.raises(ValueError, match=r"^the graph must not have a cycle \(got one through Value\(data=6"):
        copy.deepcopy(b)


def test_the_limit_stops_at_many_leaves_of_one_operation_too():
    wide = total([Value(1.0) for _ in range(100)])
    assert len(trace(wide, limit=50)) == 101
    for graph in (wide, trace(wide)):
        with pytest.raises(ValueError, match=r"^the graph must have at most 10 operations \(it has more\); take a"):
            trace(graph, limit=10)
