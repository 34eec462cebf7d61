"""Quick questions of lesson 05: what a `_backward` knows, when it runs, and why it must add."""

from __future__ import annotations

from ....engine import Value
from ..questions import Arrange, Choice, Click, Number, Option, Question

_MUL = """\
def mul(self, other):
    other = other if isinstance(other, Value) else Value(other)
    data = self.data * other.data  # compute
    out = Value(data, (self, other), "*")  # remember the inputs
    def _backward():
        d_self, d_other = other.data, self.data  # local derivative
        self.grad += d_self * out.grad  # add to grad
        other.grad += d_other * out.grad
    out._backward = _backward
    return out"""


def _named_graph() -> Value:
    """L of lesson 02, with names on all that is computed."""
    a, b, c, f = (Value(x, label=name) for name, x in (("a", 2.0), ("b", -3.0), ("c", 10.0), ("f", -2.0)))
    e = a * b
    d = e + c
    out = d * f
    e.label, d.label, out.label = "e", "d", "L"
    return out


QUESTIONS: tuple[Question, ...] = (
    Arrange(
        "mul_in_order",
        "Put `mul` together. Four of these lines do not belong.",
        _MUL,
        {
            "d_self, d_other = self.data, other.data  # local derivative": "times swaps: when self grows by 1, the product grows by other.",
            "self.grad = d_self * out.grad  # add to grad": "`=` throws away what has arrived before.",
            "other.grad += d_other * out.data": "out.data is the number that was computed; what arrives is out.grad.",
            "out._backward = _backward()": "the brackets call it on the spot, before anything has arrived. Store the function itself.",
        },
        reason="Compute, remember the inputs, local derivative, add to grad: these four come in every operation.",
        any_order=True,
    ),
    Choice(
        "when_it_runs",
        "`c = a + b` has run. Has the line `self.grad += …` inside add's `_backward` run, too?",
        (
            Option(
                "Yes: it is a part of add, and add has run.",
                "add has only made the function `_backward`. Its lines wait until somebody calls it.",
            ),
            Option(
                "Yes, but with out.grad = 0, so nothing happened.",
                "That would be `_backward()`, with brackets. `out._backward = _backward` stores it and calls nothing.",
            ),
            Option(
                "No: it runs when somebody calls c._backward().",
                reason="Forward, the function is made and put away. By the time it is called, c.grad has arrived.",
            ),
        ),
    ),
    Choice(
        "what_it_remembers",
        "`_backward` is called without any argument. How does it know whose grads to change, and why is it never mistaken?",
        (
            Option(
                "It is a closure: it remembers the self, other and out of the very call that made it.",
                reason="Each run of add makes a `_backward` of its own, with its own three names.",
            ),
            Option(
                "It looks for the names a and b in the notebook.",
                "The names in the notebook may mean something else by then. It looks at self and other, which it found where it was made.",
            ),
            Option(
                "All sums share one `_backward`, and it takes the latest sum.",
                "`def _backward` runs anew at each sum and makes a new function each time.",
            ),
        ),
    ),
    Number(
        "added_to_a",
        "`c = a + b` with b = 7, and c.grad is 5. By how much does a.grad grow when c._backward() is called?",
        5,
        {
            1: "1 is the local derivative. The contribution is what arrives times that.",
            7: "7 is b's number, and plus does not look at it.",
            35: "That is times's rule: 5 × 7. The local derivative of plus is 1.",
            12: "Gradient arriving times local derivative; nothing is added but the contribution.",
        },
        "5 × 1.",
    ),
    Click(
        "whose_turn",
        "L's `_backward` has been called. Click the value whose `_backward` must be called next.",
        _named_graph(),
        "d",
        {
            "e": "Nothing has arrived at e yet: it would pass on 0.",
            "f": "f was given: no operation made it, and its `_backward` does nothing.",
            "L": "L has passed on. Called again, it would add everything a second time.",
        },
        "d has its gradient from L, and e and c wait for theirs.",
    ),
    Choice(
        "where_it_shows",
        "Somebody writes `=` for `+=` in every operation. On L everything is right. Where does it go wrong, and why?",
        (
            Option(
                "With large graphs: there is more to go wrong.",
                "A chain of a thousand operations comes out right, if each value is used once. Look for a second contribution.",
            ),
            Option(
                "Wherever a value is used more than once: the later contribution replaces the earlier one.",
                reason="In L each value has one user, so there is nothing to lose. That it runs does not make it right.",
            ),
            Option(
                "With negative numbers: `=` loses the sign.",
                "`=` stores a number as it is. It forgets what stood there before.",
            ),
        ),
    ),
    Choice(
        "nine_or_six",
        "On d = (a + 1) · (3a), `=` leaves in a.grad what came through a + 1, or what came through 3a. What decides which?",
        (
            Option(
                "Which of the two `_backward` is called last: its contribution is left.",
                reason="Through a + 1 come 6, through 3a come 9. Neither is right: they add up to 15.",
            ),
            Option("The larger one is left.", "`=` compares nothing. It keeps what is stored last."),
            Option(
                "Which of the two was computed last.",
                "Computing stores no gradient. What counts is the order of the way back.",
            ),
        ),
    ),
    Number(
        "four_edges",
        "y = 2·w + 5·w + w·w at w = 4: one value in three operations. What is w.grad?",
        15,
        {
            11: "w·w counts twice: w stands on both of its edges, and each brings 4.",
            8: "That is what w·w brings. The other two products bring something as well.",
            7: "That is 2 + 5. w·w brings something as well.",
            4: "That is one edge. How many lead from w?",
            44: "That is y itself.",
        },
        "2 + 5 + 4 + 4: four edges, four contributions.",
    ),
)
