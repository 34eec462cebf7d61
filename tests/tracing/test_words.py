"""Numbers, values and operations as a person reads them."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from microgradviz import Trace, Value, total, trace
from microgradviz.engine import find_op
from microgradviz.tracing.words import MINUS, card_titles, expression_text, number_text, value_names

TAGGED = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
CASES = json.loads((Path(__file__).parents[1] / "number_cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("x", "text"), CASES, ids=str)
def test_numbers_are_written_by_the_table(x, text):
    assert number_text(TAGGED[x["$f"]] if isinstance(x, dict) else x) == text


@given(st.floats(-1e308, 1e308))
def test_a_number_reads_back_within_its_four_digits(x):
    back = float(number_text(x).replace(MINUS, "-"))
    assert math.isclose(back, x, rel_tol=0.5001e-3, abs_tol=1e-323)


@given(st.floats(allow_nan=False))
def test_the_opposite_number_differs_by_its_sign_alone(x):
    assert number_text(-abs(x)).removeprefix(MINUS) == number_text(abs(x))


@given(st.floats(min_value=1e-300, max_value=1e300))
def test_no_number_takes_more_than_eleven_characters(x):
    assert len(number_text(x)) <= 11
    assert not number_text(x).endswith(".")


@pytest.mark.parametrize(
    ("op", "inputs", "params", "text"),
    [
        ("add", ["a", "b"], {}, "a + b"),
        ("sub", ["a", "b"], {}, "a − b"),
        ("mul", ["y", "x"], {}, "y × x"),
        ("div", ["a", "a"], {}, "a ÷ a"),
        ("neg", ["a"], {}, "−a"),
        ("tanh", ["n"], {}, "tanh(n)"),
        ("pow_n", ["a"], {"n": 2.0}, "a²"),
        ("pow_n", ["a"], {"n": -1.0}, "a⁻¹"),
        ("pow_n", ["a"], {"n": 12.0}, "a¹²"),
        ("pow_n", ["a"], {"n": 0.5}, "a ^ 0.5"),
        ("pow_n", ["a"], {"n": math.inf}, "a ^ ∞"),
        ("pow_n", ["a"], {"n": math.nan}, "a ^ nan"),
        ("pow_n", ["a"], {"n": 1e20}, "a ^ 1e20"),
        ("pow_n", ["n"], {"n": -1.5}, "n ^ −1.5"),
        ("pow_n", ["a"], {}, "pow_n(a)"),
        ("pow", ["a", "b"], {}, "a ^ b"),
        ("max", ["a", "b"], {}, "max(a, b)"),
        ("total", ["a"], {}, "a"),
        ("total", ["a", "b", "c"], {}, "a + b + c"),
        ("total", ["a", "b", "c", "d"], {}, "Σ of 4"),
        ("total", [], {}, "Σ of 0"),
        ("mul", ["a"], {}, "mul(a)"),
        ("swish", ["a", "b"], {}, "swish(a, b)"),
        ("?", ["a"], {}, "?(a)"),
        ("mul", ["x.y", "\\g<0>"], {}, "x.y × \\g<0>"),
    ],
)
def test_operations_are_written_as_a_person_does(op, inputs, params, text):
    assert expression_text(op, inputs, params) == text


def test_what_several_operations_use_is_no_constant_though_nobody_named_it():
    def used_twice(made):
        return made * Value(1.5, label="a") + made.tanh() + 2

    t = trace(used_twice(Value(0.6)))
    assert [title for title in card_titles(t, value_names(t)) if " = " not in title] == ["leaf", "a", "constant"]


def test_a_row_is_found_only_with_its_inputs_and_constants():
    assert find_op("mul", 2).name == "mul"
    assert find_op("mul", 3) is None
    assert find_op("pow_n", 1) is None
    assert find_op("pow_n", 1, ["n"]).name == "pow_n"
    assert find_op("total", 7).name == "total"
    assert find_op("no such", 1) is None


def test_values_without_a_label_are_numbered_around_the_names_taken():
    t = trace("v2" + " * v2" * 20, v2=2)
    assert value_names(t)[:4] == ["v2", "v1", "v3", "v4"]


@pytest.mark.parametrize(
    ("text", "named", "made"),
    [
        ("a * b + c", "abc", ["e", "f"]),
        ("e * x1 + f", ["e", "x1", "f"], ["g", "h"]),
        ("left * right + a", ["left", "right", "a"], ["v1", "v2"]),
        ("h" + " * h" * 14, "h", [*"efgjkmnpqrstuv"]),
        ("h" + " * h" * 15, "h", [f"v{n}" for n in range(1, 16)]),
    ],
)
def test_among_short_names_results_are_letters_while_there_are_enough(text, named, made):
    t = trace(text, **dict.fromkeys(named, 2))
    assert [name for name, op in zip(value_names(t), t.op, strict=True) if op] == made
    assert set(t.label.values()) == set(named)  # the trace knows only what was given


def test_titles_say_what_each_value_is():
    x, y = Value(2.0, label="x"), Value(-3.0, label="y")
    out = x * -1.5 + y
    out.label = "out"
    t = trace(total([out, out**2, Value(-4.0)]))
    assert card_titles(t, value_names(t)) == [
        "x",
        "constant",
        "e = x × (−1.5)",
        "y",
        "out = e + y",
        "f = out²",
        "constant",
        "g = out + f + (−4)",
    ]


def test_what_cannot_be_seen_changes_no_name():
    a, b = Value(1.0, label="\u202eabc"), Value(2.0, label="d\u200b\u2066e\u2069\ufeff")
    t = trace(a + b)
    assert value_names(t) == ["abc", "de", "v1"]
    assert card_titles(t, value_names(t))[2] == "v1 = abc + de"
    assert value_names(trace(Value(1.0, label="👩‍👩‍👧 می‌خواهم") + 1))[0] == "👩‍👩‍👧 می‌خواهم"  # joints that letters need


def test_labels_are_taken_as_they_are():
    a = Value(1.0, label="<b>{a|b}\n\"'\\")
    t = trace(a + a)
    assert card_titles(t, value_names(t))[1] == f"v1 = {a.label} + {a.label}"
    assert isinstance(t, Trace)
