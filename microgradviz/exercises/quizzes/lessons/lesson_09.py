"""Quick questions of lesson 09: what a test of gradients sees, and what it does not."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "kink_measured",
        "At 0 your engine says that relu has the slope 0. Nudged to both sides, you measure something else. Who is wrong?",
        (
            Option(
                "The engine: a measurement shows what is really there.",
                "What is really there: slope 0 on the left, 1 on the right, and none at 0. The 0.5 is their mean.",
            ),
            Option(
                "The measurement: its nudge is too large.",
                "Make h as small as you like: one foot stays left of the kink, the other right of it.",
            ),
            Option(
                "Neither: at a kink there is no slope to find.",
                reason="0, 1 and all between are used by good engines. Test beside the kink, not on it.",
            ),
        ),
    ),
    Choice(
        "hiding_point",
        "The tanh above has the rate 1 − out, where 1 − out² is right. At which x does a gradient check see nothing?",
        (
            Option(
                "x = 0.5, where the numbers are small.",
                "There it says 0.54, and 0.79 is right. Small numbers hide nothing.",
            ),
            Option(
                "x = 0",
                reason="There out is 0, and so is its square: both rates are 1. Test at points where nothing is equal by chance.",
            ),
            Option(
                "x = −0.5, for a square does not ask for the sign.",
                "The square does not, but out itself does: it says 1.46, and 0.79 is right.",
            ),
            Option(
                "At none: a wrong rule is wrong everywhere.",
                "A wrong rule may be right at single points. Where is 1 − out the same as 1 − out²?",
            ),
        ),
    ),
    Number(
        "allowed_error",
        "A measured slope is 2,000,000. You allow a relative error of 1e-4. How far off may a claim be?",
        200,
        {
            0.0001: "That is what an absolute error of 1e-4 would allow. Relative: times the size of the slope.",
            2000: "1e-4 is a ten-thousandth: 2,000,000 divided by 10,000.",
            20: "1e-4 is a ten-thousandth: 2,000,000 divided by 10,000.",
        },
        "1e-4 × 2,000,000. Rounding grows with the numbers, so what is allowed must grow too.",
    ),
    Choice(
        "believes_itself",
        "An engine computes 5 − a as a − 5, and gives a the gradient 1. You nudge a in this very engine. What do you find?",
        (
            Option(
                "A slope of −1, which unmasks it.",
                "You nudge its own wrong function, a − 5. That rises with a, by 1.",
            ),
            Option(
                "A slope of 1: all seems well.",
                reason="Gradient and function agree, but it is the wrong function. Compare the data with plain numbers.",
            ),
            Option("0, for 5 is a constant.", "The 5 is, a is not."),
        ),
    ),
    Choice(
        "why_tuple",
        "In your engine _prev is a tuple. What would go wrong with the set {self, other}?",
        (
            Option(
                "The gradient of a + a: a would get only one contribution.",
                "The closure adds to self and to other, whatever is in _prev. The gradient would be right.",
            ),
            Option(
                "a + a would remember one input, and a − b might turn round: pictures and tests that read _prev suffer.",
                reason="A set holds each value once and in no order. backward() would not mind, all who read the graph would.",
            ),
            Option(
                "topological_order would list a twice.",
                "It looks into seen first. With a set, too, each value comes once.",
            ),
        ),
    ),
)
