"""A wrong answer that nobody foresaw gets a sentence that is true of its numbers, and none that tells a right one."""

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from microgradviz import Value
from microgradviz.exercises import check
from microgradviz.exercises.judge import marking
from microgradviz.exercises.judge.probe_table import probe_of
from microgradviz.exercises.judge.probes import entries_by_hand
from microgradviz.exercises.quizzes.lessons import find_question
from microgradviz.exercises.topics import EXERCISES
from microgradviz.tracing import number_text

BY_HAND = [e.name for e in EXERCISES.values() if all(probe_of(row) is entries_by_hand for row in e.rows)]


def said_by_rule(name: str, answer: Any) -> str:
    """What is said of an answer to an exercise of which no wrong answer is known."""
    e = replace(EXERCISES[name], wrong_parts={}, wrong_answers=())
    return marking.name_mistake(e, "check", marking.run_answer(e, e.bind(answer), "check"))


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("sum_times_by_hand", {"a": 5}, "a: the size is right; look at the sign"),
        ("neuron_by_hand", {"x1": 0.3, "w1": -1.3}, "x1: 0.3 is rounded too early."),
        ("vanishing_by_hand", {"chain": 1.5e-5}, "chain: 1.5e−5 is rounded too early."),
        ("sum_times_by_hand", {"a": -20}, "In −20 the value of a is a factor."),
        ("l_by_hand", {"a": 6}, "a: 6 is b + f. Rates along a path multiply"),
        ("diamond_by_hand", {"a": 16}, "a: 16 is off by a factor of 2."),
        ("late_share", {"x": 0}, "x: something arrives there"),
    ],
)
def test_what_is_true_of_a_number_is_said(name: str, change: dict[str, float], said: str) -> None:
    e = EXERCISES[name]
    assert said_by_rule(name, e.load(e.solution) | change).startswith(said)


def test_a_tiny_number_that_is_wrong_is_not_called_right_but_for_its_sign() -> None:
    answer = {"chain": 0.25**7, "tanh": 0, "wide": 0.25**8}
    assert "the size is right" not in said_by_rule("vanishing_by_hand", answer)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("neuron_by_hand", {"x1": 0.2598, "w1": -1.0391, "x2": 0.7793, "w2": 1.5586, "b": 0.5195}, "tanh's rule uses"),
        ("what_moved", {"w.grad after line 1": 1, "w.grad after line 2": 1}, "w.grad after line 1: 1 is y's own"),
        ("l_by_hand", {"a": 4, "b": -1, "c": 1, "f": 2}, "You stopped at d"),
    ],
)
def test_a_known_mistake_is_known_with_four_digits_and_beside_another_one(
    name: str, change: dict[str, float], said: str
) -> None:
    e = EXERCISES[name]
    sentence = marking.name_mistake(e, "check", marking.run_answer(e, e.bind(e.load(e.solution) | change), "check"))
    assert sentence.startswith(said)


def test_names_without_quotes_are_told() -> None:
    a, b, c = (Value(x) for x in (5.0, -2.0, 4.0))
    assert "must stand in quotes (got a Value" in str(check("first_gradients", {a: -2, b: 5, c: 1}).rows[0].note)


def test_where_a_rule_runs_its_mistake_is_named_though_elsewhere_it_stops_with_an_error() -> None:
    e = EXERCISES["add_values"]
    unwrapped = e.load("def add(self, other):\n    self.data = self.data + other.data\n    return self\n")
    said = marking.name_mistake(e, "check", marking.run_answer(e, e.bind(unwrapped), "check"))
    assert said.startswith("`self` itself is changed")


@pytest.mark.parametrize("name", BY_HAND)
def test_no_rule_tells_a_right_number(name: str) -> None:
    e = EXERCISES[name]
    right: dict[str, float] = e.load(e.solution)
    for key, x in right.items():
        for wrong in (-x, 2 * x, x / 2, x * e.given.get(key, 3.0), e.given.get(key, 3.0), 0.0, round(x, 1), x + 0.5):
            if not math.isclose(wrong, x, rel_tol=1e-3):
                said = said_by_rule(name, right | {key: wrong})
                assert number_text(x) not in re.findall(r"−?\d+(?:\.\d+)?", said) or number_text(x) in e.text(), said


@pytest.mark.parametrize(
    ("slope", "said"),
    [
        (lambda f, x, h: (f(x) - f(x + h)) / h, "All numbers are right but for their sign"),
        (lambda f, x, h: abs(f(x + h) - f(x)) / h, "The size is right, and the sign is lost"),
        (lambda f, x, h: round((f(x + h) - f(x)) / h, 2), "The numbers are rounded."),
        (lambda f, x, h: 0.5, "It gives 0.5 whatever it is asked"),
        (lambda f, x, h: 3 * (f(x + h) - f(x)) / h, "All numbers are off by one and the same factor, 3."),
        (lambda f, x, h: 1.0003 * (f(x + h) - f(x)) / h, "Nearly: only later digits differ."),
    ],
)
def test_what_is_true_of_all_numbers_of_a_function_is_said(slope: Callable[..., float], said: str) -> None:
    assert said_by_rule("numeric_slope", slope).startswith(said)


def test_a_factor_that_is_another_in_another_row_is_not_called_one() -> None:
    e = EXERCISES["count_gradients"]
    equal = e.load(e.solution.replace("n * e / sum(exps) - count", "n / len(row) - count"))
    assert "factor" not in said_by_rule(e.name, equal)
    assert said_by_rule(e.name, lambda *given: [[3 * x for x in row] for row in e.load(e.solution)(*given)]).startswith(
        "All numbers are off by one and the same factor, 3."
    )


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_no_finite_number_is_no_factor(number: float) -> None:
    assert "factor" not in said_by_rule("numeric_slope", lambda f, x, h: number * (f(x + h) - f(x)) / h)


def test_an_input_at_which_nothing_arrives_is_named() -> None:
    e = EXERCISES["mul_rule"]
    wrong = e.solution.replace("other.grad += d_other", "self.grad += d_other")
    assert said_by_rule(e.name, e.load(wrong)).startswith("Nothing arrives at b:")


def test_where_no_rule_is_written_none_is_blamed() -> None:
    e = EXERCISES["division"]
    own = "def truediv(self, other):\n    return self * (1 / getattr(other, 'data', other))\n"
    wrong = e.load(f"{own}\nValue.__truediv__ = truediv\n")
    assert said_by_rule(e.name, wrong).startswith("Nothing arrives at b: what you return must be made of the Value")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "data = (1.0 if self.data > 0 else small) / (1 + small)",
            "data = 1 / 1 + math.exp(-self.data)",
            "At a = −0.78 it",
        ),
        (
            "out.data * (1 - out.data)",
            "out.data + 2 * (1 - out.data)",
            "At a = 0.64, where 0.53 arrives, your rule adds",
        ),
    ],
)
def test_what_is_computed_is_spoken_of_before_the_rule(old: str, new: str, said: str) -> None:
    e = EXERCISES["sigmoid_rule"]
    assert said_by_rule(e.name, e.load(e.solution.replace(old, new))).startswith(said)


@pytest.mark.parametrize(
    ("allowed", "said"),
    [
        (lambda error, slope: error < 1e-12, "Some right gradients are refused."),
        (lambda error, slope: error < 0.015, "Some wrong gradients pass."),
    ],
)
def test_claims_that_are_judged_wrongly_in_one_way_are_told_so(
    allowed: Callable[[float, float], bool], said: str
) -> None:
    def gradient_check(f: Any, xs: list[float], grads: list[float], h: float = 1e-5) -> bool:
        x, y = xs
        slopes = (f(x + h, y) - f(x - h, y)) / (2 * h), (f(x, y + h) - f(x, y - h)) / (2 * h)
        return all(allowed(abs(p - q) / max(1, abs(p)), p) for p, q in zip(slopes, grads, strict=True))

    assert said_by_rule("gradient_check", gradient_check).startswith(said)


def test_a_measured_slope_is_not_called_wrong_where_it_looks_right() -> None:
    def slope_tanh(x: float) -> float:
        return (math.tanh(x + 1e-4) - math.tanh(x)) / 1e-4

    report = check("slope_tanh", slope_tanh)
    assert report.mistake.startswith("Nearly")
    assert report.rows[1].note.endswith("1 is right in its first digits alone")


@pytest.mark.parametrize("squashed", [lambda x: (x * 0.5).tanh() * 0.5 + 0.5, lambda x: (1 + (-x).exp()) ** -1])
def test_an_operation_made_of_others_is_told_from_a_rule_that_brings_nothing(squashed: Callable[[Any], Any]) -> None:
    assert said_by_rule("sigmoid_rule", squashed).startswith("What you return is made of other operations")
    assert "made of other" not in said_by_rule("sigmoid_rule", lambda x: Value(squashed(x).data))


def test_what_is_the_same_number_in_one_row_alone_is_not_called_constant() -> None:
    def rises_by_whole_steps(step: int, steps: int, rate: float, warm: int) -> float:
        return rate * (step + 1) // warm if step < warm else rate * (steps - step) / (steps - warm)

    assert "whatever it is asked" not in said_by_rule("rate_at", rises_by_whole_steps)


def test_two_numbers_that_happen_to_be_short_are_not_called_rounded() -> None:
    def by_the_sign(x: float, grad: float, m: float, v: float, step: int, rate: float) -> tuple[float, float, float]:
        return x - math.copysign(rate, grad), 0.1 * grad, 0.001 * grad**2  # in the first step right but for ε

    assert "rounded" not in said_by_rule("adam", by_the_sign)


def test_known_mistakes_are_tried_only_as_far_as_they_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Any] = []
    ask_here = marking.ask_here
    monkeypatch.setattr(marking, "ask_here", lambda *asked: tried.append(asked) or ask_here(*asked))
    e = EXERCISES["softmax"]
    outcomes = marking.run_answer(e, lambda logits: [float(k) for k, _ in enumerate(logits)], "another seed")
    marking.name_mistake(e, "another seed", outcomes)
    cases = sum(map(len, e.cases("another seed")))
    assert len(e.wrong) < len(tried) < 2 * len(e.wrong) + 3 * cases  # one case of each, and some of a few


@pytest.mark.parametrize("name", ["add_values", "slope_mul", "l_by_hand", "power_rule", "own_order"])
def test_a_right_answer_gets_no_sentence(name: str) -> None:
    e = EXERCISES[name]
    outcomes = marking.run_answer(e, e.load(e.solution), "check")
    assert marking.name_mistake(e, "check", outcomes) == ""


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("z g k e f h u v", "e stands before its user f"),
        ("z k g f v h e u", "f stands before its user h"),
        ("z k g g h f e u v", "g stands there twice"),
    ],
)
def test_an_order_is_told_where_it_goes_wrong(order: str, said: str) -> None:
    assert check("own_order", order.split()).rows[0].note.endswith(said)


def test_a_sorted_list_is_told_where_it_goes_wrong() -> None:
    def preorder(root: Any) -> list[Any]:
        found: list[Any] = []

        def visit(v: Any) -> None:
            if v not in found:
                found.append(v)
                for x in v._prev:
                    visit(x)

        visit(root)
        return found[::-1]

    report = check("topological_order", preorder)
    assert any("stands before its input" in row.note for row in report.rows)
    told = re.findall(r"\b([a-z]) \(", report.rows[1].note)
    assert set(told) == set(report.player().scene["name"]) - {"a", "b"}, "it is called as in the picture"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (0.5, "The sign:"),
        (-1.0, "Not yet. It is twice"),
        (7.0, "Not yet."),
        (-0.25, "Not yet. It is half"),
    ],
)
def test_a_typed_number_hears_what_is_true_of_it(given: float, said: str) -> None:
    right, text = find_question("quotient_gradient").mark(given)
    assert not right
    assert text.startswith(said)
