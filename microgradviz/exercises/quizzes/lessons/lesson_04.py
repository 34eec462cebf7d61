"""Quick questions of lesson 04: what an operation makes, when the graph comes about, who is asked in 2 * a."""

from __future__ import annotations

from ....engine import Value
from ..questions import Arrange, Choice, Click, Number, Option, Question


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
        "add_in_order",
        "Put `add` together. Five of these lines do not belong.",
        """\
def add(self, other):
    other = other if isinstance(other, Value) else Value(other)
    data = self.data + other.data
    out = Value(data, (self, other), "+")
    return out
Value.__add__ = add""",
        {
            "other = Value(other)": "a Value would be wrapped again: a Value inside a Value.",
            "self.data += other.data": "it changes an input. An operation makes something new and leaves its inputs alone.",
            'out = Value(data, (self.data, other.data), "+")': "numbers cannot say what they were made from; keep the Values.",
            "print(out)": "a function that prints hands nothing back: `c = a + b` would be None.",
            "return data": "a plain number has forgotten everything: hand back the new Value.",
        },
        reason="Wrap, compute, remember, hand back. Only the computing and the symbol will differ from + to ×.",
    ),
    Choice(
        "inputs_stay",
        "a is Value(2.0), b is Value(−3.0), and `c = a + b` has run. Then somebody says `a.data = 50.0`. What is c.data?",
        (
            Option(
                "47: c remembers that it is a + b.",
                "It remembers its inputs, but its number was computed once, when the line ran. Nothing computes again.",
            ),
            Option("An error: a is in use.", "Nobody locks an input. The graph does not watch its numbers."),
            Option(
                "−1: c's number was computed when the line ran.",
                reason="c._prev leads to a, whose data is now 50; c.data is what it was. A new forward pass makes new Values.",
            ),
        ),
    ),
    Choice(
        "why_a_tuple",
        "In `a + a`, `_prev` is (a, a). What would go wrong with a set, {a, a}?",
        (
            Option(
                "Nothing: both hold a.",
                "The set holds a once. How many edges lead from a to a + a?",
            ),
            Option(
                "It would hold a only once, and one of the two edges would be lost.",
                reason="a + a has two edges from a. Whoever reads `_prev`, such as the picture, would see one.",
            ),
            Option("A set is slower.", "Speed is no reason here. Count what is in it."),
        ),
    ),
    Click(
        "prev_of_which",
        "Click the value whose `_prev` is (e, c).",
        _named_graph(),
        "d",
        {
            "e": "e is one of the two. `_prev` looks back, from a result to its inputs.",
            "c": "c was simply given: its `_prev` is empty.",
            "L": "L's inputs are d and f.",
            "e -> d": "That edge is one entry of the tuple. Whose tuple is it?",
            "c -> d": "That edge is one entry of the tuple. Whose tuple is it?",
        },
        "Both edges that come into d are its `_prev`.",
    ),
    Choice(
        "what_is_recorded",
        "The loop has run for x = 3. Which of these does the graph hold, and why?",
        (
            Option(
                "Only the operations that ran: two × and one +, for each was recorded as it ran.",
                reason="The graph is the history of this one run. With another x it may have another shape.",
            ),
            Option(
                "The loop, the if and three ×, for so it stands in the program.",
                "A Value records an operation when that operation runs. The loop is Python's, and no Value hears of it.",
            ),
            Option(
                "Only the last operation, for y was overwritten.",
                "Only the name y moved on. The Values before it live on in `_prev`, or L would have had no graph either.",
            ),
        ),
    ),
    Choice(
        "who_is_asked",
        "`a` is a Value. Which call does `2 * a` end in, after the 2 had to pass?",
        (
            Option("mul(2, a)", "mul is a method of Value, so its self is a Value, and 2 is none."),
            Option(
                "rmul(a, 2): self is a, other is 2",
                reason="The reflected method belongs to the right one of the two, which is then self.",
            ),
            Option("rmul(2, a): self is 2, other is a", "The method is a's, so self is a."),
        ),
    ),
    Choice(
        "why_rsub",
        "`radd` may simply say `self + other`. Why may `rsub` not simply say `self - other`?",
        (
            Option(
                "5 − a is not a − 5: with minus it matters who stands in front.",
                reason="In rsub, other is the 5 in front. For + and × the order makes no difference.",
            ),
            Option("Because − is slower than +.", "Both are one line. Try 5 − 2 and 2 − 5."),
            Option(
                "It would call itself for ever.",
                "`self - other` asks sub, with the Value on the left, and works. Its number is the wrong one.",
            ),
        ),
    ),
    Number(
        "operations_of_one_minus_a",
        "Your minus is made of + and ×. How many operations does `1 - a` put into the graph?",
        2,
        {
            1: "There is no operation minus in your class. What does rsub call?",
            3: "One × and one +. Wrapping a number is no operation.",
            4: "The two wrapped numbers, −1 and 1, are inputs, no operations.",
        },
        "a × (−1), and then + 1. Two operations, which both know their inputs.",
    ),
)
