"""Quick questions of lesson 09b: what a test of engines catches, and whom it must not refuse."""

from __future__ import annotations

from ..questions import Arrange, Choice, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "slips_through",
        "Your only test is f = (a·b + 3)·c, at three good points. Which wrong engine slips through, and why?",
        (
            Option(
                "The one whose × gives each input's local derivative to the other: the numbers may be equal by chance.",
                "Not at three good points: a gets a's number where it should get b's.",
            ),
            Option(
                "The one that writes = for +=: each value is used once.",
                reason="With one contribution each, = and += do the same. A value must be used twice, and the operation be the second "
                "to send to it: in a·b + a first + sends to a, then ×; in (b + a)·a first ×, then +.",
            ),
            Option(
                "The one whose backward() starts at the inputs: f is short.",
                "Even here a and b would get 0, for nothing has arrived at a·b when its turn comes.",
            ),
        ),
    ),
    Arrange(
        "check_in_order",
        "Put a test of one function f(a, b) together: first the numbers, then the gradients, by `slopes_agree`, which is your "
        "gradient_check of lesson 09. Two lines do not belong.",
        """\
def right_for(Value, f, x, y):
    a, b = Value(x), Value(y)
    out = f(a, b)
    if abs(out.data - f(x, y)) > 1e-9:
        return False
    out.backward()
    return slopes_agree(f, [x, y], [a.grad, b.grad])
""",
        {
            "if out.data != f(x, y):": "two right ways to compute may differ in the last digit. Allow a little.",
            "a.grad, b.grad = 1.0, 1.0": "backward() itself begins with the 1, at out. The others begin at 0.",
        },
        also=(
            """\
def right_for(Value, f, x, y):
    a, b = Value(x), Value(y)
    out = f(a, b)
    out.backward()
    if abs(out.data - f(x, y)) > 1e-9:
        return False
    return slopes_agree(f, [x, y], [a.grad, b.grad])
""",
        ),
        reason="f gets Values for the claims and plain numbers for the measuring: who is tested does not measure.",
    ),
    Choice(
        "right_refused",
        "A test asks whether out._prev holds a and b. It refuses an engine whose gradients are all right. Who is wrong?",
        (
            Option(
                "The engine: it must have _prev, like ours.",
                "Others call it something else, or keep pairs of input and local derivative. What counts is what comes out.",
            ),
            Option(
                "The test: it looks at how the engine is built, not at what it does.",
                reason="A test that refuses right engines will be switched off, and then it catches nothing.",
            ),
            Option(
                "Neither: to be on the safe side a test may refuse too much.",
                "Then every good change of an engine is refused, too.",
            ),
        ),
    ),
)
