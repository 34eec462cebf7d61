"""Quick questions of lesson 03: tanh, a neuron, and the update that backward() does not make."""

from __future__ import annotations

from ....engine import Value
from ..questions import Arrange, Choice, Click, Number, Option


def _neuron() -> Value:
    """The neuron of the lesson, with its names."""
    numbers = {"x1": 2.0, "w1": -3.0, "x2": 0.0, "w2": 1.0, "b": 6.8813735870195432}
    x1, w1, x2, w2, b = (Value(x, label=name) for name, x in numbers.items())
    x1w1, x2w2 = x1 * w1, x2 * w2
    s = x1w1 + x2w2
    n = s + b
    o = n.tanh()
    for value, name in ((x1w1, "x1w1"), (x2w2, "x2w2"), (s, "s"), (n, "n"), (o, "o")):
        value.label = name
    return o


QUESTIONS = (
    Number(
        "tanh_rate",
        "o = tanh(n), and o is −0.9. What is the local derivative of tanh here?",
        0.19,
        {
            1.81: "The square of −0.9 is +0.81, and it is taken away from 1.",
            0.81: "That is o². The rule is 1 − o².",
            1.9: "That is 1 − o. Square o first: 1 − o².",
            0.1: "Square o first: the rule is 1 − o².",
            -0.9: "That is o itself. The rule is 1 − o².",
        },
        "1 − 0.81. The sign of o plays no part.",
    ),
    Choice(
        "far_out",
        "n is 5, so o = tanh(n) is 0.9999. The gradient arriving is 10. What does n get, and why?",
        (
            Option(
                "About 10, because o is about 1", "It is not o that is multiplied but the local derivative, 1 − o²."
            ),
            Option(
                "About 0.002, because tanh is flat there",
                reason="10 × (1 − 0.9999²) is about 0.002: hardly anything gets through.",
            ),
            Option(
                "Exactly 0, because 5 is outside −1 … 1",
                "It is the output that stays within −1 … 1. Far out tanh is nearly flat, but not quite.",
            ),
            Option("50, because times swaps", "tanh is no product. Its local derivative is 1 − o²."),
        ),
    ),
    Click(
        "silenced",
        "x2 is 0. Click on the value whose gradient is 0 because of that.",
        _neuron(),
        "w2",
        {
            "x2": "Times swaps: x2's gradient holds w2, which is 1. It is 0.5 · 1.",
            "x2w2": "Plus copies: x2w2 gets all that arrives at the sum, 0.5.",
            "w1": "w1's gradient holds x1, which is 2. x2 plays no part in it.",
            "x1": "x1's gradient holds w1, which is −3. x2 plays no part in it.",
            "b": "b is added: it gets all that arrives at the sum, 0.5.",
        },
        "Times swaps: w2's gradient is 0.5 · x2. While x2 is 0, a nudge of w2 moves nothing.",
    ),
    Choice(
        "is_it_finished",
        "So w2's gradient is 0. Is w2 as good as it can be, and why?",
        (
            Option(
                "Yes, because a gradient of 0 says that there is nothing to improve",
                "It says that a nudge of w2 moves nothing now. That is no praise for w2.",
            ),
            Option(
                "No, because 0 only says that w2 plays no part while x2 is 0",
                reason="With another x2 it may matter much.",
            ),
            Option("No, because a gradient is never really 0", "This one is: 0.5 · x2 with x2 = 0 is exactly 0."),
            Option("Yes, because w2 is 1 already", "The value of w2 plays no part in its own gradient."),
        ),
    ),
    Choice(
        "backward_moves",
        "o.backward() has run. What has changed, and why?",
        (
            Option(
                "The weights took a step, because that is how a neuron learns",
                "backward() finds gradients. The step is an update, a line of its own.",
            ),
            Option(
                "Only the grads, because backward() computes rates and moves nothing",
                reason="No data changes: neither the weights' nor o's.",
            ),
            Option(
                "o fell a little, because gradients point downhill",
                "No data has changed. And a gradient points to where o rises.",
            ),
            Option(
                "The weights and then o, because o follows its weights",
                "Nothing follows by itself: o changes when it is played forward again.",
            ),
        ),
    ),
    Number(
        "one_step",
        "w is −2 and its gradient is −4. What is w after one update with the learning rate 0.1?",
        -1.6,
        {
            -2.4: "That goes along the gradient. An update goes against it: −2 − 0.1 · (−4).",
            2: "That is a step of a whole gradient: multiply it by 0.1.",
            -6: "That adds a whole gradient. It is multiplied by 0.1, and taken away.",
            0.4: "That is the step alone: add it to w.",
            -0.4: "That is 0.1 times the gradient. It is taken away from w.",
            -2: "Nothing moved? The update does: −2 − 0.1 · (−4).",
        },
        "−2 − 0.1 · (−4) = −2 + 0.4.",
    ),
    Arrange(
        "four_steps",
        "Three rounds that bring o down, step by step. Put the lines in order and indent them; two do not belong.",
        (
            "for step in range(3):",
            "    o = (x * w).tanh()",
            "    w.grad = 0.0",
            "    o.backward()",
            "    w.data -= 0.1 * w.grad",
        ),
        {
            "w.data += 0.1 * w.grad": "that steps along the gradient, and o would rise.",
            "w.grad -= 0.1 * w.data": "it is data that moves, by its grad; not the other way round.",
        },
        (
            (
                "for step in range(3):",
                "    w.grad = 0.0",
                "    o = (x * w).tanh()",
                "    o.backward()",
                "    w.data -= 0.1 * w.grad",
            ),
            (
                "for step in range(3):",
                "    o = (x * w).tanh()",
                "    o.backward()",
                "    w.data -= 0.1 * w.grad",
                "    w.grad = 0.0",
            ),
        ),
        "Forward, grads to 0, backward, update. The grads may be set to 0 at any place outside backward and update.",
    ),
)
