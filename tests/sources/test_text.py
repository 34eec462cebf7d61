"""Expressions written as text: read and pointed at where they are wrong, never run."""

import math
import re
import sys
import time

import pytest
from hypothesis import assume, given, settings, strategies as st
from kit.random_expressions import expressions

from microgradviz import Trace, Value, draw_dot, play, to_html, topological_order, trace
from microgradviz.engine import BUILT_IN, OPS
from microgradviz.sources import text_reader
from microgradviz.sources.presets import PRESETS

FUNCTIONS = ", ".join(sorted(name for name in BUILT_IN if OPS[name].in_text))


def named(label, value):
    value.label = label
    return value


ARITHMETIC = "text must be arithmetic over numbers and names"
STAR = "text must have a * where it multiplies (got none)"
EXPRESSION = "text must be an expression, such as 'a * b + c'"


@pytest.mark.parametrize(
    ("text", "leaves", "same"),
    [
        ("a + b", {"a": 2, "b": -3}, lambda a, b: a + b),
        ("a - b", {"a": 2, "b": -3}, lambda a, b: a - b),
        ("a * b / a", {"a": 2, "b": -3}, lambda a, b: a * b / a),
        ("-a", {"a": 2}, lambda a: -a),
        ("+a", {"a": 2}, lambda a: +a),
        ("a ** 2", {"a": 3}, lambda a: a**2),
        ("a ** -1", {"a": 3}, lambda a: a**-1),
        ("a ** (1/2)", {"a": 3}, lambda a: a**0.5),
        ("2 ** a", {"a": 3}, lambda a: 2**a),
        ("a ** b", {"a": 3, "b": 2}, lambda a, b: a**b),
        ("-a ** 2", {"a": 3}, lambda a: -(a**2)),
        ("a*a*a", {"a": 3}, lambda a: a * a * a),
        ("2*(a + 1)", {"a": 3}, lambda a: 2 * (a + 1)),
        ("-3 * a", {"a": 2}, lambda a: -3 * a),
        ("1.5e-3 * a", {"a": 2}, lambda a: 1.5e-3 * a),
        ("tanh(a) + exp(a)", {"a": 0.5}, lambda a: a.tanh() + a.exp()),
        ("log(a) + sqrt(a)", {"a": 0.5}, lambda a: a.log() + a.sqrt()),
        ("sin(a) + cos(a)", {"a": 0.5}, lambda a: a.sin() + a.cos()),
        ("relu(a) + sigmoid(a)", {"a": 0.5}, lambda a: a.relu() + a.sigmoid()),
        ("softplus(a) + abs(a)", {"a": 0.5}, lambda a: a.softplus() + abs(a)),
        ("max(a, b) * min(a, 1)", {"a": 0.5, "b": 2}, lambda a, b: a.max(b) * a.min(1)),
        ("leaky_relu(a) + leaky_relu(a, 0.2)", {"a": -1}, lambda a: a.leaky_relu() + a.leaky_relu(0.2)),
        ("silu(a) + gelu(a)", {"a": -1}, lambda a: a.silu() + a.gelu()),
        ("elu(a) + elu(a, 0.5)", {"a": -1}, lambda a: a.elu() + a.elu(0.5)),
        ("größe * 2", {"größe": 4}, lambda größe: größe * 2),
        ("(a +\n b)", {"a": 2, "b": -3}, lambda a, b: a + b),
        ("a + b  # a note", {"a": 2, "b": -3}, lambda a, b: a + b),
        ("  a * 2 ", {"a": 2}, lambda a: a * 2),
        ("a * 2;", {"a": 2}, lambda a: a * 2),
        ("d = a * b; d + d", {"a": 2, "b": -3}, lambda a, b: (lambda d: d + d)(named("d", a * b))),
        ("d = a * b\n\ny = d × d", {"a": 2, "b": -3}, lambda a, b: (lambda d: named("y", d * d))(named("d", a * b))),
        ("k = 3; a * k + k", {"a": 2}, lambda a: (lambda k: a * k + k)(Value(3.0, label="k"))),
        ("n = 2; a ** n", {"a": 3}, lambda a: a ** Value(2.0, label="n")),
    ],
)
def test_a_text_is_what_the_same_python_would_give(text, leaves, same):
    values = {name: Value(x, label=name) for name, x in leaves.items()}
    assert trace(text, **leaves) == trace(same(**values))


def test_a_text_may_call_what_has_no_operator():
    listed = FUNCTIONS.split(", ")
    assert {"abs", "cos", "exp", "leaky_relu", "log", "max", "min", "pow", "relu", "sigmoid", "sin"} <= {*listed}
    assert {"softplus", "sqrt", "tanh", "total"} <= {*listed}
    assert not {"add", "sub", "mul", "div", "neg", "pow_n"} & {*listed}


def test_the_result_may_be_named():
    t = trace("y = tanh(x1*w1 + b)", x1=2, w1=-3, b=6.88)
    assert t.label == {0: "x1", 1: "w1", 3: "b", 5: "y"}


def test_parts_have_their_names_and_are_computed_once():
    t = trace("b = a + 1; c = 3 * a; d = b * c", a=2)
    diamond = trace("diamond")
    assert (t.op, t.sources, t.label, t.data) == (diamond.op, diamond.sources, diamond.label, diamond.data)


def test_a_single_name_or_number_is_a_graph_of_one_value():
    assert trace("a", a=2).data == trace("2").data == [2.0]


@pytest.mark.parametrize(
    ("text", "sentence", "column"),
    [
        ("tahn(a)", f"text must call only {FUNCTIONS} (got 'tahn'); did you mean tanh?", 0),
        ("1 + ReLU(a)", f"text must call only {FUNCTIONS} (got 'ReLU'); did you mean relu?", 4),
        ("a + print(a)", f"text must call only {FUNCTIONS} (got 'print')", 4),
        ("ln(a)", f"text must call only {FUNCTIONS} (got 'ln'); did you mean log?", 0),
        ("2 + sum(a, a)", f"text must call only {FUNCTIONS} (got 'sum'); did you mean total?", 4),
        ("a(a + 1)", f"text must call only {FUNCTIONS} (got 'a'); to multiply, write a*(…)", 0),
        ("1 + 2a", f"{STAR}; write 2*a", 4),
        ("y = 3a² + 2", f"{STAR}; write 3*a", 4),
        ("d = .5 a; d", f"{STAR}; write .5*a", 4),
        ("2(a + 1)", f"{STAR}; write 2*(…)", 0),
        ("(a + 1)(a − 1)", f"{STAR}; write (…)*(…)", 6),
        ("sin(a) cos(a)", f"{STAR}; write (…)*cos", 5),
        ("1 + sin 2a", "text must have brackets for a function (got none); write sin(2a)", 4),
        ("2a +", f"{EXPRESSION} (got invalid decimal literal)", 0),
        ("a " * 30, f"{EXPRESSION} (got invalid syntax)", 2),
        ("0,5 * a", f"{ARITHMETIC} (got several values); a decimal has a point, 0.5", 0),
        ("a * w1", "w1 must be given a number: trace(text, w1=…)", 4),
        ("limit * 2", "limit must be given a number: trace(text, leaves={'limit': …}), because limit is also an option "
                      "of trace", 0),
        ("exp + 1", "exp is a function; write exp(…)", 0),
        ("1 + a.data", f"{ARITHMETIC} (got an attribute)", 4),
        ("a.tanh()", "text must call functions by their names (got an attribute); write tanh(…)", 0),
        ("tanh(x=a)", "tanh must be given its inputs without names (got x)", 5),
        ("tanh(**a)", "tanh must be given its inputs without names (got None)", 5),
        ("tanh(*a)", f"{ARITHMETIC} (got a star)", 5),
        ("'a' + a", f"{ARITHMETIC} (got a string)", 0),
        ("f'{a}'", f"{ARITHMETIC} (got a string)", 0),
        ("a + (a < 2)", f"{ARITHMETIC} (got a comparison)", 5),
        ("lambda: a", f"{ARITHMETIC} (got a lambda)", 0),
        ("(lambda: a)()", "text must call functions by their names (got a lambda)", 1),
        ("a if a else a", f"{ARITHMETIC} (got an if)", 0),
        ("[a for a in a]", f"{ARITHMETIC} (got a loop)", 0),
        ("a and a", f"{ARITHMETIC} (got and / or)", 0),
        ("a[0]", f"{ARITHMETIC} (got an index)", 0),
        ("a, a", f"{ARITHMETIC} (got several values)", 0),
        ("{a}", f"{ARITHMETIC} (got set)", 0),
        ("not a", f"{ARITHMETIC} (got a not or ~)", 0),
        ("a + 1j", f"{ARITHMETIC} (got 1j)", 4),
        ("a * True", f"{ARITHMETIC} (got True)", 4),
        ("a % 2", "text must compute with + - * / ** only (got %)", 4),
        ("2 × a² ÷ tahn(b)", f"text must call only {FUNCTIONS} (got 'tahn'); did you mean tanh?", 9),
        ("√a ×", f"{EXPRESSION} (got invalid syntax)", 4),
        ("a | b", "text must compute with + - * / ** only (got |)", 4),
        ("a // 2", "text must compute with + - * / ** only (got //)", 5),
        ("abs(a, 2)", "abs must be given 1 input(s) (got 2)", 0),
        ("a + max(a)", "max must be given 2 input(s) (got 1)", 4),
        ("add(a, a)", f"text must call only {FUNCTIONS} (got 'add')", 0),
        ("leaky_relu(a, 1, 1)", "leaky_relu must be given 1 input(s) (got 3)", 0),
        ("leaky_relu(a, a)", "the slope of leaky_relu must be a plain number", 14),
        ("a = a * 2", "the result must have a name of its own (got 'a', which is also a leaf)", 4),
        ("y = z = a", f"{EXPRESSION} (got more than one =)", 0),
        ("a += 1", f"{EXPRESSION} (got an assignment)", 0),
        ("import os", f"{EXPRESSION} (got a statement)", 0),
        ("a; a", "what stands before the result must have a name, as in 'd = a * b; d + d'", 0),
        ("d = a*2; a", "each part must be used by what follows (got 'd', which is not)", 0),
        ("d = a*2; d = d+1; d", "a name must be given to one part (got a second 'd')", 9),
        ("d = d+1; d", "a part must have a name of its own (got 'd', which is also a leaf)", 4),
        ("c = 2*d; d = a; c*d", "each part must stand before it is used (got 'd')", 6),
        ("d = a*2; d % 2", "text must compute with + - * / ** only (got %)", 13),
        ("d = a*2; y = z = d", f"{EXPRESSION} (got more than one =)", 9),
        ("a * ", f"{EXPRESSION} (got invalid syntax)", 3),
        ("tanh(a", f"{EXPRESSION} (got '(' was never closed)", 4),
        ("ä.é", f"{ARITHMETIC} (got an attribute)", 0),
        ("ß*ä.é", f"{ARITHMETIC} (got an attribute)", 2),
        ("a * 0x" + "f" * 400, "a number must fit in a double", 4),
    ],
)  # fmt: skip
def test_an_error_is_a_sentence_and_a_caret(text, sentence, column):
    whole = f"{sentence}\n    {text.strip()[:60]}\n    {' ' * column}^"
    with pytest.raises(ValueError, match=f"^{re.escape(whole)}$"):
        trace(text, **({"a": 2} if "a" in text else {}))


def test_in_a_long_line_the_place_is_shown():
    with pytest.raises(ValueError, match="did you mean sin") as caught:
        trace("a + " * 1000 + "sinn(a)" + " + a" * 1000, a=1)
    _, shown, caret = str(caught.value).split("\n")
    assert len(shown) == 64
    assert shown[caret.index("^") :].startswith("sinn(a)")


def test_in_a_text_of_several_lines_the_line_is_shown():
    with pytest.raises(ValueError, match=r"\n    \+ a\.b\)\n      \^$"):
        trace("(a\n+ a.b)", a=1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", r"\(got ''\)"),
        ("   # nothing", "such as 'a"),
        ("a\0b", "null bytes|invalid"),
        ("\ud800", "surrogates"),
        ("a" * 10_001, "at most 10,000 characters"),
        ("a + " * 250_000 + "a", r"at most 10,000 characters \(got 1,000,001\)"),
        ("-" * 9_000 + "a", "shorter, or nested less deeply"),
        ("(" * 4_000 + "a" + ")" * 4_000, "nested"),
        ("a**" * 3_000 + "a", "shorter, or nested less deeply"),
        ("tanh(" * 1_500 + "a" + ")" * 1_500, "nested"),
        ("9" * 5_000, "double|4300 digits"),
    ],
)
def test_what_cannot_be_read_is_refused_at_once(text, says):
    start = time.perf_counter()
    with pytest.raises(ValueError, match=says):
        trace(text, a=1)
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("-" * 401 + "a", "at most 400 operations in one part"),
        ("a**" * 401 + "a", "at most 400 operations in one part"),
        ("(" * 81 + "a" + ")" * 81, "nested less deeply; give parts names"),
        ("", "must be an expression"),
    ],
)
def test_in_a_browser_what_would_end_python_is_refused(text, says, monkeypatch):
    monkeypatch.setattr(text_reader, "IN_BROWSER", True)
    with pytest.raises(ValueError, match=says):
        trace(text, a=1)
    part = "+".join(["a"] * 400)
    assert trace(f"d = {part}; d*d", a=1).data[-1] == 160_000


def test_huge_exponents_are_infinity_at_once():
    start = time.perf_counter()
    assert trace("2**10**10").data[-1] == trace("a ** 9 ** 9 ** 9", a=2).data[-1] == float("inf")
    assert time.perf_counter() - start < 1


def test_a_long_sum_works():
    assert trace(" + ".join(["a"] * 500), a=1).data[-1] == 500


def test_every_name_that_is_given_must_be_used():
    with pytest.raises(ValueError, match=r"^every leaf must be used by the text \(got 'q'\); it uses a, b$"):
        trace("a * b", a=1, b=2, q=3)
    with pytest.raises(ValueError, match=r"^every leaf must be used by the text \(got 'a'\); it uses no names$"):
        trace("2 * 3", a=1)


def test_what_is_given_must_be_a_number():
    with pytest.raises(TypeError, match=r"^leaf a must be a real number \(got str '2'\)$"):
        trace("a * 2", a="2")


@pytest.mark.parametrize("show", [trace, play, draw_dot, to_html])
def test_all_four_take_a_text(show):
    assert show("a * b", a=2, b=-3)
    assert show("a * b", a=2, leaves={"b": -3})
    with pytest.raises(ValueError, match=rf"^b must be given a number: {show.__name__}\(text, b=…\)\n"):
        show("a * b", a=2)


def test_a_leaf_called_like_an_option_is_given_in_leaves():
    with pytest.raises(ValueError, match=r"play\(text, leaves=\{'step': …\}\), because step is also an option of play"):
        play("step * 2", step=1)
    player = play("step * 2", step=1, leaves={"step": 4})
    assert (player.step, player.trace["data"]) == (1, [4.0, 2.0, 8.0])


@pytest.mark.parametrize("show", [trace, play, draw_dot, to_html])
def test_leaves_belong_to_a_text_or_a_function(show):
    with pytest.raises(TypeError, match=r"^leaves must be for a preset, text or function \(got 'lvel' for Value"):
        show(Value(1.0) * 2, lvel="full")


def test_nothing_is_executed():
    with pytest.raises(ValueError, match="call functions by their names"):
        trace("__import__('sys').modules.setdefault('microgradviz_was_here', 1)")
    assert "microgradviz_was_here" not in sys.modules


PIECES = st.sampled_from([
    "a", "b", "1", "2.5", "1e9", "1e999", "+", "-", "*", "/", "**", "(", ")", ",", "tanh", "max", "leaky_relu", "exp(",
    "=", "==", ".", "lambda", ":", "[", "]", "'", '"', "\\", "\n", "#", "if", "else", "for", "in", "\0", "é", "𝒂", " ",
    ";", "d", "d =", "open", "__class__", "import", "@", "0x", "_", "j", "{", "}", "f'", "\t", "\x0c", "\ufeff",
    "total(",
])  # fmt: skip


@settings(max_examples=400)
@given(st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=14).map("".join)))
def test_any_text_is_a_trace_or_a_value_error(text):
    assume(text.strip() not in PRESETS)  # a preset has leaves of its own
    for leaves in ({}, {"a": 2.0}, {"a": 2.0, "b": -3.0}):
        try:
            t = trace(text, **leaves)
        except ValueError:
            continue
        assert Trace.from_json(t.to_json()) == t


def written(v, names):
    """One value of an expression as text, with its inputs in brackets."""
    if not v.inputs:
        return names[v]
    inputs = [f"({written(x, names)})" for x in v.inputs]
    if v.op.name == "pow_n":
        return f"{inputs[0]} ** ({v.op.constants['n']!r})"
    inputs += map(repr, v.op.constants.values())
    signs = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "**"}
    if v.op.name in signs:
        return f"{inputs[0]} {signs[v.op.name]} {inputs[1]}"
    return f"-{inputs[0]}" if v.op.name == "neg" else f"{v.op.name}({', '.join(inputs)})"


@settings(max_examples=200)
@given(expressions(most=6))
def test_an_expression_written_down_gives_the_same_numbers(root):
    leaves = [v for v in topological_order(root) if not v.inputs]
    names = {v: f"x{i}" for i, v in enumerate(leaves)}
    text = written(root, names)
    if len(text) > 5_000:
        return
    root.backward()
    t = trace(text, **{name: v.data for v, name in names.items()})
    assert repr(t.data[t.root]) == repr(root.data)
    amounts = [c.amount for c in t.contributions]
    if root.inputs and all(map(math.isfinite, amounts)):
        # A value used twice is written twice, so its gradient arrives in another order: equal but for rounding.
        rounding = 1e-9 * max(map(abs, amounts))
        for i, name in t.label.items():
            v = next(v for v in leaves if names[v] == name)
            assert t.gradients()[i] == pytest.approx(v.grad, rel=1e-6, abs=rounding)
