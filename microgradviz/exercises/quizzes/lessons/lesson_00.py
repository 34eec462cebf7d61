"""Quick questions of lesson 00: what a gradient says, on d = a · b + c."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Number(
        "b_gradient",
        "What will b's gradient be?",
        2,
        {
            -3: "−3 is a's gradient, and b's own value. How fast does a · b change when b grows?",
            -2: "When b grows, −3 becomes −2.9, and a · b grows too: the gradient is positive.",
            1: "1 would be right if b were added, as c is. But b is multiplied by a.",
            -6: "−6 is the product a · b. How much does it grow for each 1 that b grows?",
            0.2: "That is the change of d for a nudge of 0.1. The gradient is the change for each 1.",
        },
        "Each 1 that b grows adds one more a to the product. Now press Next for the fifth time.",
    ),
    Choice(
        "b_why",
        "Why that number?",
        (
            Option(
                "The gradients of d and e are added.",
                "Along a path rates multiply: e's gradient, 1, times the rate on b's edge.",
            ),
            Option(
                "b is multiplied by a.",
                reason="In a product, how fast it changes with one factor is the value of the other factor.",
            ),
            Option(
                "b is negative, so the sign turns round.",
                "b's own value plays no part in b's gradient: at b = 3 it is the same.",
            ),
            Option("b is the second input.", "The order of the factors plays no part: a · b is b · a."),
        ),
    ),
    Number(
        "nudge_b",
        "b grows from −3 to −2.9. Going by its gradient, what is d then? (It was 4.)",
        4.2,
        {
            6: "The gradient is a rate: 2 for each 1 that b grows. Here b grows by 0.1 only.",
            0.2: "That is the change of d. And d itself?",
            3.8: "The gradient of b is positive: when b grows, d rises.",
            2: "That is the gradient. By how much does d change, and where does it end?",
            3.7: "That is what a nudge of a does. b's gradient is 2.",
        },
        "0.1 × 2 = 0.2, and 4 + 0.2 = 4.2. Exactly: 2 · (−2.9) + 10 = 4.2.",
    ),
    Choice(
        "nudge_c",
        "c's gradient is 1, and c grows by 0.01. What does d do, and why?",
        (
            Option(
                "It grows by 1, for that is the gradient.",
                "A gradient is no change: it is the change for each 1 of the nudge.",
            ),
            Option("It becomes 1.", "A gradient says nothing about the value of d, only about how fast it changes."),
            Option("It grows by 0.01, for a gradient is a rate.", reason="1 for each 1, so 0.01 for 0.01."),
            Option("Nothing: 0.01 is too little.", "Every nudge counts, in proportion: 0.01 × 1."),
        ),
    ),
    Choice(
        "which_changed",
        "You made a 4 instead of 2. Which of the gradients of a, b and c changed, and why?",
        (
            Option(
                "a's, because a changed.",
                "How fast d changes with a is decided by b, which a is multiplied by. b is still −3.",
            ),
            Option("All three, because d changed.", "Gradients are about how fast d changes, not about what d is."),
            Option("None: they belong to the expression, whatever its numbers.", "Look again: b's edge shows × 4 now."),
            Option(
                "b's, because b is multiplied by a.",
                reason="The rate on b's edge is the value of a. a's is the value of b, c's is 1.",
            ),
        ),
    ),
)
