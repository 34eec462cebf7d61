"""An expression written as text, and read again, is the same graph."""

import re

import pytest
from hypothesis import given, settings
from kit.learner_engines import AssignsInMul
from kit.random_expressions import expressions
from kit.sweeps import sweep

from microgradviz import MLP, Trace, Value, define_op, total, trace
from microgradviz.sources import write_text
from microgradviz.sources.presets import PRESETS

nan, inf = float("nan"), float("inf")


def read_again(t: Trace) -> Trace:
    text, leaves = write_text(t)
    return trace(text, leaves={name: t.data[i] for name, i in leaves.items()})


def graph(t: Trace) -> dict[str, object]:
    """All of a trace but the names."""
    columns = {name: getattr(t, name) for name in ("op", "sources", "targets", "slot", "params", "order", "root")}
    return {**columns, "data": repr(t.data), "local": repr(t.local), "grad": repr(t.gradients())}


@sweep(few=200, many=3000)
def test_any_expression_read_again_is_the_same_graph_with_the_same_numbers(examples: int) -> None:
    @settings(max_examples=examples)
    @given(expressions())
    def check(root: Value) -> None:
        assert graph(read_again(trace(root))) == graph(trace(root))

    check()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_read_again_is_itself_with_its_names(name: str) -> None:
    t = trace(name)
    again = read_again(t)
    assert graph(again) == graph(t)
    assert again.label == t.label


a, b, c = Value(2.0, label="a"), Value(-3.0, label="b"), Value(0.5, label="c")


def shared() -> Value:
    d = a * b
    return d + d


def constant_used_twice() -> Value:
    one = Value(1.0)
    return a * one + one


def labelled(label: str, x: float = 1.0) -> Value:
    return Value(x, label=label)


@pytest.mark.parametrize(
    ("_root", "text"),  # _: so that its own name is no label
    [
        (a + b + c, "a + b + c"),
        (a + (b + c), "a + (b + c)"),
        (a - (b - c), "a - (b - c)"),
        (a * (b + c), "a*(b + c)"),
        (a / (b * c), "a/(b*c)"),
        (a * b / c, "a*b/c"),
        (-a * b, "-a*b"),
        (-(a * b), "-(a*b)"),
        (a * -b, "a*-b"),
        (-(a**2), "-a**2"),
        ((-a) ** 2, "(-a)**2"),
        (a**b**c, "a**b**c"),
        ((a**b) ** c, "(a**b)**c"),
        (a ** Value(2.0), "pow(a, 2)"),
        (2**a, "2**a"),
        ((-2) ** a, "(-2)**a"),
        (a**-1.5, "a**-1.5"),
        (a**inf, "a**1e999"),
        (-Value(3.0) + a, "-c + a"),
        (-Value(-3.0) + a, "--3 + a"),
        (Value(nan) * a, "c*a"),
        (a * 1e20 + 1e-7, "a*1e20 + 1e-07"),
        (a * -inf - 0.0, "a*-1e999 - 0"),
        (a + -0.0, "a + -0"),
        (a.tanh() * a.relu(), "tanh(a)*relu(a)"),
        (a.leaky_relu() + a.elu(0.5), "leaky_relu(a, 0.01) + elu(a, 0.5)"),
        (a.max(b).min(c), "min(max(a, b), c)"),
        (total([a, b, 1]), "total(a, b, 1)"),
        (a, "a"),
        (Value(3.0), "3"),
        (shared(), "v = a*b; v + v"),
        (constant_used_twice(), "a*c + c"),
        (labelled("w[0]") * labelled("w[1]"), "w_0*w_1"),
        (labelled("x²") + labelled("x₁"), "x2 + x1"),
        (labelled("L1.n1.w") * labelled("2nd"), "L1_n1_w*v2nd"),
        (labelled("lambda") * labelled("None"), "lambda_*None_"),
        (labelled("w") * labelled("w") + labelled("w_2"), "w*w_2 + w_2_2"),
        (labelled("ŷ") * labelled("größe") * labelled("x·y"), "ŷ*größe*x_y"),
        (labelled("</script>") * labelled("a; import os") * labelled("&%#"), "script*a_import_os*c"),
    ],
)
def test_a_text_is_written_as_a_person_would(_root: Value, text: str) -> None:
    assert write_text(trace(_root)).text == text
    assert graph(read_again(trace(_root))) == graph(trace(_root))


def test_what_is_nested_deeply_becomes_parts() -> None:
    deep = a
    for _ in range(300):
        deep = (deep + b).sin()
    assert graph(read_again(trace(deep))) == graph(trace(deep))


def test_a_network_can_be_written() -> None:
    t = trace(MLP(2, [3, 1])([1.0, 2.0]))
    assert graph(read_again(t)) == graph(t)


def test_the_text_of_a_torch_result_is_its_graph(require_torch) -> None:
    x = require_torch.tensor(2.0, requires_grad=True)
    w = require_torch.tensor(-3.0, requires_grad=True, dtype=require_torch.float64)
    assert write_text(trace((x * w + w).tanh())).text == "tanh(x*w + w)"


def hand_made() -> Value:
    return Value(4.0, (a, b), "cube")


def mistaken() -> AssignsInMul:
    x = AssignsInMul(3.0)
    return x * x


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: define_op("cubed", "x * x * x", ["3 * x * x"])(a), "operations that a text can name"),
        (hand_made, "operations that a text can name, to be written (got 'cube')"),
        (mistaken, "without mistakes, to be written (got this one: "),
        (lambda: a.leaky_relu(nan), "constants that are numbers, to be written (got nan)"),
        (lambda: total([a * i for i in range(1000)]), "at most 1,000 values, to be written (got 2,002)"),
    ],
)
def test_what_a_text_cannot_say_is_refused(make, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        write_text(trace(make()))


def test_a_tensor_of_several_numbers_is_refused(require_torch) -> None:
    w = require_torch.ones(3, requires_grad=True)
    for result in (w * w).sum(), w[0] * 2:
        with pytest.raises(ValueError, match="single numbers"):
            write_text(trace(result))
