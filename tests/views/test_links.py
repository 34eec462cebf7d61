"""A link holds an expression and its numbers, and gives them back."""

import re
import time

import pytest
from hypothesis import given, settings, strategies as st
from kit.random_expressions import expressions

from microgradviz import MLP, Value, link, trace
from microgradviz.addresses import site_address
from microgradviz.views import read_link

START = f"{site_address()}play/#"


@pytest.mark.parametrize(
    ("expr", "leaves", "part"),
    [
        ("tanh(x1*w1 + b)", {"x1": 2, "w1": -3, "b": 6.88}, "tanh(x1*w1+b)&x1=2&w1=-3&b=6.88"),
        ("d = a * b; d + d", {"a": 2, "b": -3}, "d=a*b;d+d&a=2&b=-3"),
        ("chain", {"a": 1e-7}, "f=(a+b)*c&a=1e-07&b=-3&c=10"),
        ("a", {"a": float("inf")}, "a&a=inf"),
        ("√a² ÷ |b|", {"a": -0.0, "b": float("nan")}, "sqrt(a)**2/abs(b)&a=-0&b=nan"),
        ("ŷ * 1e30", {"ŷ": 1e30}, "%C5%B7*1e30&%C5%B7=1e30"),
    ],
)
def test_a_link_is_the_expression_and_its_numbers(expr: str, leaves: dict[str, float], part: str) -> None:
    assert link(expr, leaves=leaves) == START + part


def test_a_diamond_of_values_is_one_link_with_the_names_of_variables() -> None:
    a, b = Value(2.0), Value(-3.0)
    d = a * b
    assert link(d + d) == f"{START}d=a*b;d+d&a=2&b=-3"


@settings(max_examples=100)
@given(expressions(most=8))
def test_whatever_fits_in_a_link_comes_back_with_its_gradients(root: Value) -> None:
    t = trace(root)
    text, numbers = read_link(link(t))
    again = trace(text, leaves=numbers)
    assert (again.op, again.sources, repr(again.data)) == (t.op, t.sources, repr(t.data))
    assert repr(again.gradients()) == repr(t.gradients())


def test_a_link_of_too_many_letters_is_refused_with_another_way() -> None:
    net = MLP(3, [4, 4, 4, 1])([1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match=r"^link must have at most 2,000 letters \(got .*; to_html\(expression, "):
        link(net)
    with pytest.raises(ValueError, match=r"\(got 'cube'\); to_html\(expression, 'graph.html'\) makes a file"):
        link(Value(2.0, (Value(1.0),), "cube"))


@pytest.mark.parametrize(
    ("given", "text", "numbers"),
    [
        ("#a*b&a=2&b=-3", "a*b", {"a": 2, "b": -3}),
        (f"{START}a*b&a=2", "a*b", {"a": 2}),
        ("a%2Ab%20%2B%20c&a=2%2E5&", "a*b + c", {"a": 2.5}),
        ("o%20=%20tanh(n)&n=1e3", "o = tanh(n)", {"n": 1000}),
        ("", "", {}),
        ("%F0%9D%92%82&%F0%9D%92%82=1", "𝒂", {"a": 1}),
        ("<script>&a=1", "<script>", {"a": 1}),
    ],
)
def test_a_link_is_read_however_it_was_passed_on(given: str, text: str, numbers: dict[str, float]) -> None:
    assert read_link(given) == (text, numbers)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("a%2&a=1", "link must be whole, each % with a letter's code behind it (got '%2'); copy it once more"),
        ("a%zz", "link must be whole, each % with a letter's code behind it (got '%zz')"),
        ("%ff%fe&a=1", "link must be whole"),
        ("a&b", "link must go on as name=number behind each & (got 'b')"),
        ("a&=2", "link must go on as name=number behind each & (got '=2')"),
        ("a&a=1&a=2", "link must give each name one number (got a twice)"),
        ("a&a=two", "a must be a number, such as 2, -0.5 or 1e-3 (got 'two')"),
        ("a&a=%3Cscript%3E", "a must be a number, such as 2, -0.5 or 1e-3 (got '<script>')"),
        ("a&a=-1e400", "a must fit into a double, which ends at 1.8e308 (got -1e400); for ∞ give a=inf"),
        ("a" * 1_000_000, "link must have at most 8,000 letters (got 1,000,000)"),
    ],
)
def test_a_link_that_is_none_is_refused_at_once(given: str, says: str) -> None:
    start = time.perf_counter()
    with pytest.raises(ValueError, match="^" + re.escape(says)):
        read_link(given)
    assert time.perf_counter() - start < 0.5


@given(st.text(max_size=60))
def test_any_letters_are_a_link_or_a_sentence(given: str) -> None:
    try:
        text, numbers = read_link(given)
    except ValueError:
        return
    assert isinstance(text, str)
    assert all(type(x) is float for x in numbers.values())
