"""Quick questions of lesson 02: the chain rule by hand, and contributions that add."""

from __future__ import annotations

from ....engine import Value
from ..questions import Arrange, Choice, Click, Number, Option


def _expression() -> Value:
    """L = (a · b + c) · f, with the names of the lesson."""
    a, b, c, f = (Value(x, label=name) for name, x in {"a": 2.0, "b": -3.0, "c": 10.0, "f": -2.0}.items())
    e = a * b
    d = e + c
    result = d * f
    e.label, d.label, result.label = "e", "d", "L"
    return result


def _sum_times() -> Value:
    """p = s · c with s = a + b, where s has the gradient 10."""
    a, b, c = (Value(x, label=name) for name, x in {"a": 2.0, "b": -3.0, "c": 10.0}.items())
    s = a + b
    p = s * c
    s.label, p.label = "s", "p"
    return p


QUESTIONS = (
    Choice(
        "plus_copies",
        "s = a + b, and s has the gradient 10. What do a and b get, and why?",
        (
            Option(
                "5 each, because they share the 10",
                "Nothing is shared out: a nudge of a alone moves s by all of it.",
                claims={"a": 5, "b": 5},
            ),
            Option(
                "10 each, because a nudge of either moves s just as far",
                reason="Plus copies: its local derivative is 1 on both sides.",
            ),
            Option(
                "10 · b and 10 · a, because each gets the other's value",
                "That is times, which swaps. Plus does not look at the values.",
                claims={"a": -30, "b": 20},
            ),
            Option(
                "11 each, because the rate 1 is added",
                "Along a path rates multiply: 10 × 1.",
                claims={"a": 11, "b": 11},
            ),
        ),
        _sum_times(),
    ),
    Click(
        "asked_once",
        "Both a's and b's gradient are found with the gradient of one value, computed once. Click on it.",
        _expression(),
        "e",
        {
            "L": "L's gradient is 1. It reaches a and b only through what stands between.",
            "d": "d's gradient reaches a and b only by way of e.",
            "c": "c is an input: nothing leads from c back to a or b.",
            "f": "f is an input: nothing leads from f back to a or b.",
            "a": "a is where the way back ends.",
            "b": "b is where the way back ends.",
        },
        "e = a · b has the gradient −2. a gets −2 × b of it, b gets −2 × a.",
    ),
    Arrange(
        "way_back",
        "u = 3 · x, v = u + 1, z = 4 · v. Put the way back in order; two lines do not belong.",
        (
            "z_grad = 1",
            "v_grad = z_grad * 4",
            "u_grad = v_grad * 1",
            "x_grad = u_grad * 3",
        ),
        {
            "v_grad = z_grad * v": "times swaps, so v gets the other factor, which is 4.",
            "x_grad = 4 + 1 + 3": "rates along a path multiply; they do not add.",
        },
        reason="Each line needs the one before it. x_grad is 4 · 1 · 3 = 12.",
    ),
    Number(
        "twice_in_a_sum",
        "z = a + a at a = 5. What is a's gradient?",
        2,
        {
            1: "That is one of two contributions. = would leave it; they add.",
            10: "That is the value of z, or the gradient of a · a. Plus copies 1 along each of the two edges.",
            5: "That is the value of a. Plus does not look at values.",
        },
        "1 + 1. It is the same as 2 · a, so it must be 2.",
    ),
    Number(
        "three_factors",
        "y = a · a · a at a = 2. Three contributions reach a. What is their sum?",
        12,
        {
            4: "That is one of the three contributions. They add.",
            8: "That is the value of y, or only two of the three contributions.",
            6: "That adds a three times. Each contribution is the product of the other two factors, 2 · 2.",
            64: "Contributions of several paths add; they do not multiply.",
        },
        "4 + 4 + 4, for the other two factors are 2 · 2 each time. School says 3a².",
    ),
    Choice(
        "rate_at_inner",
        "u = x + 4, y = u · u, at x = 1. How fast does y change with x, and why?",
        (
            Option(
                "2, because squaring has the rate 2x, and x is 1",
                "It is u that is squared: take the rate of squaring where u is, at 5.",
            ),
            Option(
                "5, because times swaps",
                "That is one contribution. u is used twice in u · u, so there are two of them.",
            ),
            Option(
                "10, because u is 5 and gets 5 + 5, and plus copies it",
                reason="The outer rate at the inner value, 2 · 5, times the inner rate, 1.",
            ),
            Option(
                "25, because y is the product of two functions",
                "25 is the value of y. To put functions inside each other is not to multiply them.",
            ),
        ),
    ),
    Choice(
        "cost_of_nudging",
        "An expression has 1,000 inputs and one result. What do all 1,000 gradients cost, and why?",
        (
            Option(
                "1,000 passes either way, one for each gradient",
                "Nudging does need a pass for each. The way back is shared: one pass finds them all.",
            ),
            Option(
                "One forward and one backward pass, because the way back is shared",
                reason="A value's gradient, once found, serves everything to its left. Nudging would take 1,001 passes.",
            ),
            Option(
                "One forward pass, because the local derivatives are known then",
                "They are known, but still have to be multiplied and added, from right to left.",
            ),
            Option(
                "1,001 backward passes, one for the result too",
                "It is nudging that takes 1,001 passes, forward ones. Going back, one is enough.",
            ),
        ),
    ),
)
