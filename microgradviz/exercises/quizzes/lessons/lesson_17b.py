"""Quick questions of lesson 17b: gradients that explode, what may be clipped, and a way around each layer."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "in_a_row",
        "Towards the input a network's gradients change by 2.4, 2.1, 0.7 and 2.6. Are they exploding, by the definition of this lesson, and why?",
        (
            Option(
                "Yes: three of the four factors are above 2.",
                "The definition wants three in a row. Here the third is 0.7.",
            ),
            Option(
                "Yes: at the input they are nine times as long.",
                "Nine times is not much, and a length alone is no diagnosis. The definition wants at least twice, at three layers in a row.",
            ),
            Option(
                "No: at no three layers in a row do they grow to twice or more.",
                reason="A word like this is only of use with a definition. The 0.7 ends the row: there the gradient gets shorter.",
            ),
            Option(
                "No: gradients explode only if the loss becomes NaN.",
                "NaN may come of it, or of something else. The word is about the gradients, at one moment.",
            ),
        ),
    ),
    Number(
        "clipped_by_hand",
        "The gradients are 6 and −8. They are clipped to the length 5. What becomes of the first?",
        3,
        {
            5: "So each would be cut by itself. Clipping the length scales both by the same factor.",
            6: "The length is the root of 36 + 64, which is more than 5.",
            0.6: "That is for the length 1. Here it is 5.",
            1.5: "That is halved twice. The length is 10, and is to become 5.",
            1.2: "That divides 6 by 5. The length is 10, and is to become 5: the factor is one half.",
            4: "That would be the size of the second.",
        },
        "The length is 10, so both are halved: 3 and −4. The direction stays.",
    ),
    Number(
        "with_a_way_around",
        "Three layers h → h + f(h), and the slope of each f is 0.1. By how much is a gradient multiplied from end to start (to four digits)?",
        1.331,
        {
            0.001: "That is without the ways around: 0.1 · 0.1 · 0.1.",
            1.001: "That is one way around all three together. Each layer has its own.",
            1.3: "Layers in a row multiply, they do not add.",
            1.1: "That is one layer. There are three.",
            3.3: "Layers in a row multiply, they do not add.",
            1: "The ways around alone give 1. The paths through f add to that.",
        },
        "1.1 · 1.1 · 1.1: in each layer the path around brings 1, the one through f 0.1.",
    ),
    Choice(
        "what_first",
        "Targets are ±1, and the very first loss is 5,000. What do you mend first, and why?",
        (
            Option(
                "I clip the gradients: then it will train.",
                "It may, slowly: it begins far away, and each step is short. The cause is still there.",
            ),
            Option(
                "The start: before any step the answers are already far too large, so the weights are.",
                reason="Predict the first loss. If it is another one, something is wrong before training has begun. Clipping is for what comes later, now and then.",
            ),
            Option(
                "The rate.",
                "No step has been made yet: the rate had no say in the first loss.",
            ),
            Option(
                "I take more samples.",
                "They would have the same loss, on average.",
            ),
        ),
    ),
)
