"""Formulas written by users: only arithmetic gets through."""

import math

import pytest

from microgradviz.engine import OPS, make_op
from microgradviz.engine.formulas import require_formula

ARITHMETIC = [
    "x",
    "-x + 2 * x / 3 - 1e-3",
    "+x",
    "pow(x, 3)",
    "exp(-abs(x)) + log1p(x) * sqrt(x) - sin(x) / cos(x) + tanh(x) + log(x)",
    "x if x > 0 else 0.0",
    "1 if 0 < x <= 1 and x != 0.5 or not x == 2 else -1",
    "(x\n + 1)",
]

NOT_ARITHMETIC = [
    ("", "must be Python arithmetic"),
    ("x +", "must be Python arithmetic"),
    ("x = 1", "must be Python arithmetic"),
    ("x\0", "must be Python arithmetic"),
    ("(" * 500 + "x" + ")" * 500, "must be Python arithmetic"),
    ("1" * 5000, "must be Python arithmetic"),
    (None, "must be Python arithmetic"),
    ("x ** 2", r"must write powers as pow\(x, n\)"),
    ("x % 2", "must be arithmetic"),
    ("x // 2", "must be arithmetic"),
    ("[x]", "must be arithmetic"),
    ("x[0]", "must be arithmetic"),
    ("x.real", "must be arithmetic"),
    ("x, x", "must be arithmetic"),
    ("lambda: x", "must be arithmetic|must use only"),
    ("(y := x)", "must be arithmetic"),
    ("f'{x}'", "must be arithmetic"),
    ("[z for z in x]", "must be arithmetic|must use only"),
    ("exp(*x)", "must be arithmetic"),
    ("exp(x=x)", "must call only"),
    ("eval(x)", "must call only"),
    ("__import__('os')", "must call only"),
    ("exp.__call__(x)", "must call only"),
    ("exp(x)(x)", "must call only"),
    ("'x'", "must contain only numbers and names"),
    ("True", "must contain only numbers and names"),
    ("1j", "must contain only numbers and names"),
    ("...", "must contain only numbers and names"),
    ("y", "must use only x"),
    ("exp", "must use only x"),
    ("__builtins__", "must use only x"),
    ("x # comment", "must not contain a comment"),
    ("exp(x, x)", r"must give exp 1 input\(s\)"),
    ("pow(x)", r"must give pow 2 input\(s\)"),
    ("exp()", r"must give exp 1 input\(s\)"),
]


@pytest.mark.parametrize("formula", ARITHMETIC)
def test_arithmetic_gets_through(formula: str) -> None:
    require_formula(formula, ["x"])


@pytest.mark.parametrize(("formula", "sentence"), NOT_ARITHMETIC, ids=lambda text: repr(text)[:20])
def test_anything_else_is_refused_with_the_piece_to_blame(formula: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^formula {sentence}"):
        require_formula(formula, ["x"])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "must be a Python identifier"),
        ("two words", "must be a Python identifier"),
        ("lambda", "must be a Python identifier"),
        ("<script>", "must be a Python identifier"),
        (3, "must be a Python identifier"),
        ("tanh", "must not be that of a built-in operation"),
        ("total", "must not be that of a built-in operation"),
    ],
)
def test_a_name_must_be_free_and_an_identifier(name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^name {sentence}"):
        make_op(name, "x", ["1"])


@pytest.mark.parametrize("derivatives", ["1", [], ["1", "1", "1"]])
def test_there_must_be_one_derivative_for_each_input(derivatives: list[str]) -> None:
    with pytest.raises(ValueError, match=r"^derivatives must be a list of one or two formulas"):
        make_op("f", "x", derivatives)


def test_a_formula_may_only_use_the_inputs_that_have_a_derivative() -> None:
    with pytest.raises(ValueError, match=r"must use only x .got 'y'"):
        make_op("f", "x * y", ["y"], register=False)


def test_only_a_derivative_may_use_out() -> None:
    with pytest.raises(ValueError, match=r"must use only x"):
        make_op("f", "out", ["1"], register=False)
    assert make_op("f", "exp(x)", ["out"], register=False).run(0.0) == (1.0, (1.0,))


def test_the_texts_for_pictures_have_defaults() -> None:
    op = make_op("swish", "x / (1 + exp(-x))", ["1 / (1 + exp(-x)) * (1 + x - out)"], register=False)
    assert (op.name, op.symbol, op.notation) == ("swish", "swish", "swish(x)")
    assert op.latex == r"\mathrm{swish}(x)"
    two = make_op("mean", "(x + y) / 2", ["0.5", "0.5"], notation="½(x + y)", latex="m", register=False)
    assert (two.notation, two.latex, two.arity) == ("½(x + y)", "m", 2)


def test_an_operation_that_is_not_registered_stays_out_of_the_table() -> None:
    make_op("secret", "x", ["1"], register=False)
    assert "secret" not in OPS


def test_a_formula_of_the_user_answers_by_ieee_too() -> None:
    op = make_op("f", "1 / (0.0 if x <= 0 else x)", ["-out / x"], register=False)
    assert op.run_ieee(2.0) == (0.5, (-0.25,))
    assert op.run_ieee(0.0)[0] == op.run_ieee(-2.0)[0] == math.inf
    assert make_op("h", "0 if x <= 0 else x", ["1 / out"], register=False).run_ieee(-2.0) == (0.0, (math.inf,))
    both = make_op("k", "(x > 0) / (x > 0)", ["+x / +x"], register=False)
    assert all(map(math.isnan, (both.run_ieee(0.0)[0], *both.run_ieee(0.0)[1])))
    plus = make_op("g", "+x / y", ["1 / y", "-out / y"], register=False)
    assert plus.run_ieee(1.0, 0.0) == (math.inf, (math.inf, -math.inf))
