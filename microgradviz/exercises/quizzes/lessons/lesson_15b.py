"""Quick questions of lesson 15b: a cut wire, a wrong sign, and where a NaN was born."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "two_zeros",
        "Two parameters have the gradient 0 for one sample. How do you find out which of them is cut off, and why that way?",
        (
            Option(
                "The larger parameter is the one that learns.",
                "Size says nothing. A large parameter may be cut off, and a tiny one may learn.",
            ),
            Option(
                "Look at other samples, or at the graph: a cut one gets 0 for every sample, for no path leads from it.",
                reason="A true zero is a path with a factor that happens to be 0. Another sample brings another factor.",
            ),
            Option(
                "Neither is: a gradient of 0 means that both are at their best.",
                "It means that a nudge changes nothing here. Behind a cut wire that is so wherever the parameter stands.",
            ),
        ),
    ),
    Number(
        "who_cut_it",
        "y = w2 · Value(h.data) + b2, with h = tanh(w1 · x + b1). How many of the four parameters have a path to y?",
        2,
        {
            4: "Value(h.data) is a new leaf. It has h's number, and not its inputs.",
            3: "b1 stands behind h, beside w1: both are cut off.",
            1: "w2 is multiplied, and b2 is added after the cut: both have a path.",
            0: "w2 and b2 come after the cut. Whoever stands there is heard.",
        },
        "w2 and b2. w1 and b1 stand behind the cut.",
    ),
    Choice(
        "check_finds",
        "Which of these bugs does a gradient check of the engine find?",
        (
            Option(
                "`+=` for `-=` in the update.",
                "The gradients are right; they are only used the wrong way. The check looks at gradients.",
            ),
            Option(
                "A layer whose output nobody uses.",
                "Its gradients are 0, and nudging says 0 as well: they agree.",
            ),
            Option(
                "exp with 1 as its local derivative.",
                reason="There the claimed gradient and the measured slope differ. The others are faults of model and loop.",
            ),
            Option(
                "A loss that is built once, before the loop.",
                "Each gradient is that of the graph that was built. What is missing is a new graph.",
            ),
        ),
    ),
    Choice(
        "tiny_step",
        "The loss rises in every step. Is the rate too large, or the sign wrong? What tells, and why?",
        (
            Option(
                "One step with a tiny rate: with the right sign the loss falls, with the wrong one it rises.",
                reason="The gradient is a rate. What it promises holds for small steps, so there the sign alone decides.",
            ),
            Option(
                "The size of the loss.",
                "Both can make it as large as you like.",
            ),
            Option(
                "More steps: a rate that is too large settles in the end.",
                "Each step lands higher than the one before. Neither of the two settles.",
            ),
        ),
    ),
    Choice(
        "first_nan",
        "Forward: x is finite, u = ∞, v = u − u, y = tanh(v), and the loss is NaN. Where do you look for the cause?",
        (
            Option("At the loss: there it was seen.", "It was the last to get it. Its own operation may be fine."),
            Option("At tanh: it overflows.", "tanh is at most 1. It got NaN, and NaN is what it gives."),
            Option(
                "At what made u: it is the first that is not finite.",
                reason="v is the first NaN, but ∞ − ∞ came of u. Before u all was well.",
            ),
            Option("At the minus, and nowhere else.", "∞ − ∞ has no better answer. How did u become ∞?"),
        ),
    ),
)
