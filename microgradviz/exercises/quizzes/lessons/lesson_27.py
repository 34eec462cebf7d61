"""Quick questions of lesson 27: places, what a mask leaves, a weight of 0 that leaks, heads, and a loss too good."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "two_ns",
        "A head without places and without a mask reads “anna”. How do its outputs at the two n compare, and why?",
        (
            Option(
                "They differ: one n has an a on its left, the other an n.",
                "Where does left stand in a score, in a weight, or in the sum?",
            ),
            Option(
                "They are equal: the same query meets the same keys, and a sum has no order.",
                reason="A letter's numbers make its query. Nothing else differs between the two, until places are added.",
            ),
            Option(
                "They are equal, because each n takes only from the other n.",
                "Every key gets a weight, those of the two a, too.",
            ),
        ),
    ),
    Number(
        "weights_of_five",
        "A word of five letters goes through one masked head. How many weights does it compute in all?",
        15,
        {
            25: "That is without the mask: five queries with five keys each.",
            10: "Each letter sees itself, too.",
            20: "Those with themselves are left out, and no mask is there. The first letter has one weight: its own.",
            5: "That is what the last letter alone has. The others have theirs.",
        },
        "1 + 2 + 3 + 4 + 5: what comes later is not even computed.",
    ),
    Choice(
        "what_heads_cost",
        "A head of width 8 is split in four heads of width 2. Five letters, no mask. What is there more of, and why?",
        (
            Option(
                "Of numbers in queries, keys and values: four times as many.",
                "Each head takes a part of them: how many has a query all in all, before and after?",
            ),
            Option(
                "Of weights: each query has four times as many, for each head shares out a 1 of its own.",
                reason="Queries, keys and values are cut, not copied. Only scores and weights become more.",
            ),
            Option(
                "Of nothing: the parts are put side by side again.",
                "The outputs are. But how many times is a softmax taken for each query?",
            ),
        ),
    ),
    Choice(
        "minus_thirty",
        "Somebody leaves no score out, but takes 30 away from each later one, before exp. The later weights come out at about 1e-13. Does a later letter reach an earlier output, and how would you know?",
        (
            Option(
                "No: a weight of 1e-13 is as good as none, and the table of weights shows it.",
                "For these numbers. What if training makes a later score 30 larger than the others?",
            ),
            Option(
                "Yes: from its score a path leads there. How much comes through hangs on the numbers, and training moves them.",
                reason="No path is a proof for all numbers. A small weight is true of these ones alone.",
            ),
            Option(
                "Yes: 30 is taken away from the earlier scores, too, through the total.",
                "Theirs are not touched. What does hold the later scores still?",
            ),
        ),
    ),
    Choice(
        "too_good",
        "A model of names has the loss 0.02 a letter, on names that it never saw, too. A friend: “Then it is no learning by heart, so it is good.” What do you say, and why?",
        (
            Option(
                "Right: held-out names are the proof.",
                "They are proof against learning by heart. What if the answer stands in what it reads, in every name?",
            ),
            Option(
                "Look for a leak: nobody can foretell names so well, and a leak is there in held-out names, too.",
                reason="Counted pairs reach 2.35. What is better than anybody can be has seen the answer.",
            ),
            Option(
                "It has trained too long: fewer steps would do.",
                "Then the loss on names it never saw would be bad. It is not.",
            ),
        ),
    ),
)
