"""Quick questions of lesson 08: a quotient, and whether a rule uses the input or the output."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Number(
        "quotient_gradient",
        "out = a / b at a = 8 and b = 4. What is b's gradient?",
        -0.5,
        {
            0.5: "The sign: when b grows, a / b gets smaller.",
            0.25: "That is a's gradient, 1 / b. And b's?",
            -2: "That is −a / b. By the power's rule there is one more division by b: b⁻¹ changes at −1 · b⁻².",
            2: "That is the value of a / b. How fast does it change with b?",
            -0.0625: "That is how fast b⁻¹ changes. The gradient arriving there is a, and it is multiplied.",
        },
        "8 arrives at b⁻¹, whose local derivative is −1 · 4⁻² = −1/16. 8 × −1/16 = −0.5: school's −a/b².",
    ),
    Choice(
        "slope_of_exp",
        "Guess first: out = exp(x), x = 2, so out = 7.389. What is the local derivative, and why?",
        (
            Option(
                "2, for the rule needs x.",
                "Then exp would be flat at x = 0. But exp(0.1) is 1.105: it rises there by about 1 for each 1.",
            ),
            Option(
                "14.78, for the exponent comes to the front.",
                "That is the rule of powers, where the exponent stays as it is. Here x itself is the exponent.",
            ),
            Option(
                "7.389, for exp grows as fast as it is large.",
                reason="The derivative of eˣ is eˣ: the output itself, which is there already.",
            ),
            Option("1, as for plus.", "1 is right at x = 0 alone. Further right exp is steeper and steeper."),
        ),
    ),
)
