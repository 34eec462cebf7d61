"""gradcheck and compare_with_torch: what they report, what they refuse, and that they notice."""

import math
import sys
from typing import Any

import pytest

from microgradviz import compare_with_torch, define_op, gradcheck, total
from microgradviz.engine import Value, value as engine
from microgradviz.installed import install_line
from microgradviz.verify import GradCheck, TorchComparison
from microgradviz.verify.report import SHOWN, align_columns, same_number

inf, nan = math.inf, math.nan


class Learner:
    """A small engine of the usual kind, with a closure for each value; `wrong` plants the classic mistake."""

    wrong = False

    def __init__(self, data: float, inputs: tuple["Learner", ...] = ()) -> None:
        self.data, self.grad, self.inputs = data, 0.0, inputs
        self.push: Any = lambda: None

    def __mul__(self, other: "Learner") -> "Learner":
        out = Learner(self.data * other.data, (self, other))

        def push() -> None:
            if self.wrong:
                self.grad = other.data * out.grad
                other.grad = self.data * out.grad
            else:
                self.grad += other.data * out.grad
                other.grad += self.data * out.grad

        out.push = push
        return out

    def log(self) -> "Learner":
        out = Learner(math.log(self.data), (self,))

        def push() -> None:
            self.grad += out.grad / self.data

        out.push = push
        return out

    def backward(self) -> None:
        order: list[Learner] = []

        def visit(v: Learner) -> None:
            if v not in order:
                for x in v.inputs:
                    visit(x)
                order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            v.push()


# ---------------------------------------------------------------- gradcheck


def test_a_report_is_true_and_has_its_figures() -> None:
    report = gradcheck(lambda a, b: a * b + b.tanh(), [2.0, -0.5])
    assert isinstance(report, GradCheck)
    assert report
    a, b = report.rows
    assert (a.name, a.x, a.grad, a.ok, a.note) == ("a", 2.0, -0.5, True, "")
    assert (b.name, b.x, b.grad) == ("b", -0.5, 2 + 1 - math.tanh(-0.5) ** 2)
    assert b.slope == pytest.approx(b.grad, rel=1e-10)
    assert b.error < 1e-10


def test_a_report_prints_as_an_aligned_table() -> None:
    report = gradcheck(lambda alpha, b: alpha * b, [2.0, -3.0])
    lines = repr(report).splitlines()
    assert lines[0] == "gradcheck: the gradients agree with the measured slopes (2 of 2)"
    assert lines[1] == "  input  at  gradient  measured slope  relative error  ok"
    assert lines[2].startswith("  alpha  2   -3        -3")
    assert len({line.index("yes") for line in lines[2:]}) == 1


def test_a_wrong_gradient_is_told_in_words_and_figures() -> None:
    Learner.wrong = True
    try:
        report = gradcheck(lambda a: a * a, [3.0], value=Learner)
    finally:
        Learner.wrong = False
    assert not report
    assert report.title == (
        "gradcheck: 1 of 1 gradients disagree with the measured slopes: "
        "a.grad is 3, but nudging a changes the result 6 times as much"
    )
    assert "NO" in repr(report)
    assert gradcheck(lambda a: a * a, [3.0], value=Learner)


def test_inputs_may_be_given_by_name() -> None:
    report = gradcheck(lambda *, b, a: a / b, {"a": 1.0, "b": 4.0})
    assert [(row.name, row.grad) for row in report.rows] == [("a", 0.25), ("b", -0.0625)]


def test_names_come_from_the_function_or_are_counted() -> None:
    def names(*args: Any, **kwargs: Any) -> list[str]:
        return [row.name for row in gradcheck(*args, **kwargs).rows]

    assert names(lambda height, width: height * width, [1.0, 2.0]) == ["height", "width"]
    assert names(lambda *xs: total(xs), [1.0, 2.0]) == ["x1", "x2"]
    assert names(Value.tanh, [0.5]) == ["self"]


@pytest.mark.parametrize(
    ("fn", "x", "left", "right"),
    [
        (lambda x: x.relu(), 0.0, "0", "1"),
        (abs, 0.0, "-1", "1"),
        (lambda x: x.max(2), 2.0, "0", "1"),
        (lambda x: (x - 3).leaky_relu(0.2) * 10, 3.0, "2", "10"),
    ],
)
def test_a_kink_is_named_and_any_slope_between_is_right(fn: Any, x: float, left: str, right: str) -> None:
    report = gradcheck(fn, [x])
    assert report, report
    assert report.rows[0].note == f"a kink: slope {left} on the left, {right} on the right"


def test_a_gradient_outside_a_kink_is_wrong() -> None:
    fn = lambda x: x.relu() + (x.detach() - x)  # noqa: E731 (the detached x is not nudged away: it moves as well)
    report = gradcheck(fn, [0.0])
    assert not report
    assert "kink" in report.title


@pytest.mark.parametrize("x", [1e-7, -1e-7, 1e-4, -0.02])
def test_a_kink_nearby_does_not_disturb(x: float) -> None:
    report = gradcheck(lambda x: x.relu() * 3, [x])
    assert report
    assert report.rows[0].note == ""
    assert report.rows[0].slope == pytest.approx(3.0 if x > 0 else 0.0, rel=1e-6)


@pytest.mark.parametrize(
    ("fn", "x"),
    [
        (lambda x: x.log(), 1e-6),
        (lambda x: x.log(), 1e-300),
        (lambda x: x.sqrt(), 1e-9),
        (lambda x: 1 / x, 1e-5),
        (lambda x: x**2, 1e100),
        (lambda x: x * 1e-200, 3.0),
        (lambda x: x + 1e6, 1.0),
        (lambda x: (x * 1e4).sin(), 0.3),
        (lambda x: (x * 1e5).exp(), 0.0003),
        (lambda x: x.cos(), math.pi),
        (lambda x: x**5, 0.0),
        (lambda x: x**2, 0.0),
        (lambda x: x.tanh(), 1000.0),
        (lambda x: x.sigmoid(), -30.0),
        (lambda x: x * 0, 2.0),
    ],
)
def test_right_gradients_pass_at_all_scales(fn: Any, x: float) -> None:
    report = gradcheck(fn, [x])
    assert report, report


@pytest.mark.parametrize(
    ("fn", "x", "ok", "note"),
    [
        (lambda x: x.exp(), 1000.0, False, "nothing to measure: not finite here"),
        (lambda x: x * 2, inf, False, "nothing to measure: not finite here"),
        (lambda x: x.sin(), nan, True, "nothing to measure: not finite here"),
        (lambda x: x.log(), 0.0, False, "nothing to measure: not finite here"),
        (lambda x: x.sqrt(), 0.0, True, "measured on the right only: not finite on the other side"),
        (lambda x: (2 - x).sqrt(), 2.0, True, "measured on the left only: not finite on the other side"),
        (lambda x: x**1.5, 0.0, True, "measured on the right only: not finite on the other side"),
    ],
)
def test_what_is_not_finite_is_shown_and_judged(fn: Any, x: float, ok: bool, note: str) -> None:
    report = gradcheck(fn, [x])
    assert (bool(report), report.rows[0].note) == (ok, note), report
    assert repr(report)


def test_an_error_of_the_other_engine_beside_the_point_counts_as_not_finite() -> None:
    report = gradcheck(lambda x: x.log(), [1e-6], value=Learner)
    assert report, report


def test_parameters_that_the_function_uses_besides_its_inputs_keep_their_grads() -> None:
    w = Value(3.0)
    w.grad = 7.0
    assert gradcheck(lambda x: x * w, [2.0])
    assert w.grad == 7.0


def test_a_tolerance_may_be_given() -> None:
    slightly_off = lambda x: x * 1.0001 - x.detach() * 0.0001  # noqa: E731
    assert not gradcheck(slightly_off, [2.0])
    assert gradcheck(slightly_off, [2.0], rel_tol=1e-3)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((Value(3.0), [1.0]), "fn must be a function of Values .got Value Value"),
        ((lambda x: 3.0, [1.0]), "fn must return a Value .got float 3.0."),
        ((lambda x: [x], [1.0]), "fn must return a Value .got list"),
        ((lambda x: x.data, [1.0]), "fn must return a Value .got float"),
        ((lambda x: x, 1.0), "inputs must be a list or dict of numbers .got float 1.0."),
        ((lambda x: x, ["1"]), "input x must be a real number .got str '1'."),
        ((lambda x: x, {"x": None}), "input x must be a real number .got NoneType None."),
        ((lambda x: x, [Value(1.0)]), "input x must be a plain number .*; use .data for its number"),
        ((lambda x: x, [2j]), "input x must be a real number .got complex"),
    ],
)
def test_gradcheck_refuses_what_it_cannot_check(arguments: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=f"^{sentence}"):
        gradcheck(*arguments)


def test_gradcheck_says_that_a_half_written_engine_has_no_backward_yet() -> None:
    class Half:
        def __init__(self, data: float) -> None:
            self.data, self.grad = data, 0.0

    with pytest.raises(TypeError, match=r"^value must make numbers with backward\(\) \(got Half\); write backward"):
        gradcheck(lambda x: x, [1.0], value=Half)


# ---------------------------------------------------------------- compare_with_torch


def test_without_pytorch_the_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError) as error:
        compare_with_torch(Value(1.0))
    assert str(error.value) == (
        f"PyTorch must be installed for compare_with_torch; the CPU build is enough: {install_line('torch')}"
    )


def test_values_and_gradients_agree_and_nothing_is_touched(require_torch: Any) -> None:
    a, b = Value(2.0, label="a"), Value(-3.0)
    f = (a * b + a).tanh() + a**2 + b.leaky_relu(0.2)
    a.grad, b.grad, f.grad = 5.0, 6.0, 7.0
    report = compare_with_torch(f)
    assert isinstance(report, TorchComparison)
    assert report
    assert (a.grad, b.grad, f.grad, f.inputs[0].grad) == (5.0, 6.0, 7.0, 0.0)
    row = report.rows[0]
    assert (row.name, row.title, row.data, row.torch_data) == ("a", "a", 2.0, 2.0)
    assert row.grad == pytest.approx(row.torch_grad, rel=1e-14)
    assert row.difference == abs(row.grad - row.torch_grad)


@pytest.mark.parametrize("x", [9.405, 10.102, 10.257, 19.0, -9.462])
def test_a_saturated_tanh_is_known_to_fifteen_digits_of_one_only(require_torch: Any, x: float) -> None:
    assert compare_with_torch(Value(x).tanh() * 3)  # 1 - out × out is 3e-8 there, and may be off by 1e-16


def test_a_small_slope_that_is_no_difference_is_compared_as_strictly_as_any(require_torch: Any) -> None:
    wrong = define_op("nearly_exp", "exp(x)", ["out * (1 + 1e-6)"])
    try:
        assert not compare_with_torch(wrong(Value(-40.0)).log())
        assert not compare_with_torch(wrong(Value(1.0)).log())
    finally:
        del engine.OPS["nearly_exp"]


def test_the_table_names_values_and_how_they_were_made(require_torch: Any) -> None:
    a, b = Value(2.0, label="a"), Value(-3.0, label="b")
    text = repr(compare_with_torch(total([(a * b).exp() ** 2, a.leaky_relu(0.2).max(b), 4])))
    lines = text.splitlines()
    assert lines[0] == "compare_with_torch: all 9 values and gradients agree with PyTorch's"
    assert lines[1].split() == ["value", "data", "in", "torch", "grad", "in", "torch", "difference", "ok"]
    for title in ("e = a × b", "f = exp(e)", "g = f²", "h = leaky_relu(a)", "j = max(h, b)", "k = g + j + 4"):
        assert title in text


def test_one_value_is_one_in_words(require_torch: Any) -> None:
    said = repr(compare_with_torch(Value(2.0)))
    assert said.startswith("compare_with_torch: the value and its gradient agree with PyTorch's")


def test_a_lone_leaf_and_a_sum_of_one_can_be_compared(require_torch: Any) -> None:
    assert compare_with_torch(Value(2.0))
    a = Value(2.0)
    assert compare_with_torch(total([a]) * a + a)


def test_operations_of_ones_own_are_compared_through_their_formula(require_torch: Any) -> None:
    before = dict(engine.OPS)
    try:
        good = define_op("half_relu", "x / 2 if x > 0 else 0.0", ["0.5 if x > 0 else 0.0"])
        bad = define_op("cube", "pow(x, 3) * exp(0)", ["2 * x * x"])
        same_again = define_op("same", "x", ["1"])
        mean = define_op("mean", "(x + y) / 2", ["0.5", "0.5"])
        a = Value(2.0)
        assert compare_with_torch(good(a) * good(-a) + same_again(a) * a + mean(a, 3))
        report = compare_with_torch(bad(a))
        assert not report
        assert report.title == "compare_with_torch: 1 of 2 values differ from PyTorch's"
        assert (report.rows[0].grad, report.rows[0].torch_grad, report.rows[0].difference) == (8.0, 12.0, 4.0)
    finally:
        engine.OPS.clear()
        engine.OPS.update(before)


def test_data_that_changed_since_the_forward_pass_shows(require_torch: Any) -> None:
    a = Value(2.0)
    f = a * 3
    a.data = 5.0
    report = compare_with_torch(f)
    assert not report
    assert (report.rows[-1].data, report.rows[-1].torch_data) == (6.0, 15.0)


def test_cancellation_is_no_alarm(require_torch: Any) -> None:
    a = Value(0.1)
    f = (a * 3 - 0.3) * 1e6 + (a.exp() - a.exp())
    assert compare_with_torch(f)


@pytest.mark.parametrize("x", [0.0, 1000.0, -1000.0, inf, nan])
def test_infinities_and_nan_are_compared(require_torch: Any, x: float) -> None:
    a = Value(x)
    assert compare_with_torch(a.exp() + a.log())


def test_the_one_difference_by_design_is_told(require_torch: Any) -> None:
    report = compare_with_torch(Value(0.0).relu().sqrt())
    assert not report
    assert report.title.endswith("; 0 × inf is nan here, where PyTorch may say 0")


def test_a_long_chain_is_compared_and_shown_in_part(require_torch: Any) -> None:
    out = Value(1.0)
    for _ in range(2000):
        out = out * 0.999
    report = compare_with_torch(out)
    assert report
    assert len(report.rows) == 4001
    assert len(repr(report).splitlines()) == SHOWN + 3
    assert repr(report).endswith("… and 3,971 more")


@pytest.mark.parametrize("thing", [3.0, None, "a + b"])
def test_only_a_value_can_be_compared(require_torch: Any, thing: Any) -> None:
    with pytest.raises(TypeError, match=r"expr must be a Value .*; play\(expr, against=True\)"):
        compare_with_torch(thing)


def test_a_value_made_by_hand_cannot_be_compared(require_torch: Any) -> None:
    with pytest.raises(TypeError, match=r"made by hand with _op='mine'"):
        compare_with_torch(Value(1.0, (Value(2.0),), "mine"))


# ---------------------------------------------------------------- both


def test_html_shows_the_same_table_and_escapes_names() -> None:
    report = gradcheck(lambda **x: x["<script>&"] * 2, {"<script>&": 1.0})
    html = report._repr_html_()
    assert "<td>&lt;script&gt;&amp;</td>" in html
    assert "<script" not in html
    assert html.count("<tr>") == 2
    assert html.count("<th>") == 6


def test_a_name_with_line_breaks_stays_on_its_line() -> None:
    report = gradcheck(lambda **x: x["a\nb\t c"] * 2, {"a\nb\t c": 1.0})
    assert len(repr(report).splitlines()) == 3


def test_a_wrong_row_is_shown_however_long_the_table() -> None:
    count = 2 * SHOWN
    report = gradcheck(lambda *xs: total(xs[:-1]) + xs[-1].detach(), [1.0] * count)
    assert not report
    assert f"x{count} " in repr(report)
    assert f"… and {SHOWN} more" in repr(report)
    assert f"… and {SHOWN} more" in report._repr_html_()


def test_a_function_without_inputs_has_nothing_to_disagree_with() -> None:
    report = gradcheck(lambda: Value(1.0) * 2, [])
    assert report
    assert repr(report)
    assert report._repr_html_()


def test_columns_are_straight() -> None:
    assert align_columns([("a", "bcd"), ("efg", "h")]) == ["  a    bcd", "  efg  h"]


def test_nan_is_the_same_as_nan() -> None:
    assert same_number(nan, nan)
    assert same_number(inf, inf)
    assert not same_number(nan, 1.0)
    assert not same_number(inf, -inf)
