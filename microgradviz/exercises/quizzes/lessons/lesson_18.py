"""Quick questions of lesson 18: shares, what cross-entropy counts, and p − y."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "one_number_for_three",
        "Three kinds of points, numbered 0, 1 and 2. Somebody trains *one* score, by squared error, with these numbers as targets. What goes wrong, and why?",
        (
            Option(
                "Nothing: three targets are three targets.",
                "Walk from a point of kind 0 to one of kind 2: the score goes from 0 to 2. What does it say on the way?",
            ),
            Option(
                "Between the regions of 0 and 2 the score passes 1, so a strip there is called kind 1.",
                reason="Numbers have an order, kinds have none. So each kind gets a score of its own.",
            ),
            Option("A score cannot reach 2.", "One that comes out of no tanh may be any number."),
            Option(
                "Squared error cannot be computed for three kinds.",
                "It can, and it falls. It falls towards something that was not meant.",
            ),
        ),
    ),
    Number(
        "equal_scores",
        "Four scores, all of them 2.5. What share does softmax give to each?",
        0.25,
        {
            2.5: "That is the score. A share is its exp, divided by the sum of all exps.",
            0.625: "That is 2.5 / 4. The exps are divided by their sum: four equal exps.",
            1.0: "The shares add up to 1: all four together.",
            0.0: "Shares are positive: exp is never 0.",
            12.1825: "That is exp(2.5). Divide it by the sum of four such numbers.",
        },
        "Four equal exps share 1 equally, whatever they are.",
    ),
    Number(
        "first_of_two",
        "A network for *two* kinds begins with all scores at 0. What is its first cross-entropy, to four digits?",
        0.6931,
        {
            0.5: "That is the share of the right class. The loss is −log of it.",
            -0.6931: "log(1/2) is below 0. The loss is −log.",
            0.3010: "That is the logarithm to base 10: `math.log` is the natural one.",
            0.0: "0 would be the loss of who gives the right class the share 1. Equal scores give it 1/2.",
            1.0986: "That is log 3, for three classes. Here there are two.",
            1.3863: "That is for four classes, or two samples: one sample, two classes.",
        },
        "−log(1/2) = log 2. Whatever the points are: who begins elsewhere has a fault, or begins with unequal scores.",
    ),
    Choice(
        "same_count",
        "Two networks get 95 of 100 right. The mean cross-entropy of one is 0.15, of the other 0.60. Why may that be?",
        (
            Option(
                "It cannot be: who makes the same mistakes has the same loss.",
                "The count asks only which share is the largest. The loss asks how large the right one is.",
            ),
            Option(
                "The second may be unsure everywhere, or very sure in its five mistakes.",
                reason="A right share of 0.55 costs 0.6. Five shares of 0.00001 cost 11.5 each, which is 0.58 over a hundred.",
            ),
            Option(
                "The second has made fewer steps, and that alone.",
                "Perhaps it has. But many steps can make a network *more* sure, in its mistakes too.",
            ),
        ),
    ),
    Number(
        "pull_of_a_share",
        "One sample. A *wrong* class has the share 0.7. What is the gradient at its score?",
        0.7,
        {
            -0.3: "That would be so if it were the right class: 0.7 − 1.",
            -0.7: "The size is right. Raising the score of a wrong class raises the loss.",
            0.3: "y is 0 for a wrong class: p − 0.",
            0.21: "0.7 · 0.3 is the slope of its share with its score. Behind it stands the log, and together they give p − y.",
            1.0: "It would be 1 if its share were 1, as wrong as can be.",
        },
        "p − y with y = 0: the more it takes, the harder it is pushed down.",
    ),
    Choice(
        "sum_of_pulls",
        "What do the gradients at *all* scores of one sample add up to, and why?",
        (
            Option("To the loss.", "The loss is −log of one share. The gradients are the shares, with 1 less at one of them."),
            Option("To 1, for the shares do.", "The shares do. But at the right class 1 is subtracted."),
            Option(
                "To 0: adding the same to all scores changes nothing.",
                reason="The shares add up to 1, and y does. What pushes one score up is what pushes the others down.",
            ),
            Option("To something else for each sample.", "p is different for each sample. But p always adds up to 1, and so does y."),
        ),
    ),
    Number(
        "floor_of_two",
        "*Two* classes, and softmax is applied twice. How low can the loss become, to four digits?",
        0.3133,
        {
            0.0: "For that a score must run away from the others. Here what goes in as scores lies between 0 and 1.",
            0.5514: "That is the floor for three classes, log(e + 2) − 1.",
            0.6931: "That is for equal shares. At best what goes in as scores is 1 and 0.",
            1.3133: "That is the *highest*: 1 at the wrong class. Put the 1 at the right one.",
            0.7311: "That is the share at best. The loss is −log of it.",
            0.2689: "That is the other class's share at best. The loss is −log of the right one's.",
        },
        "At best 1 and 0 go in as scores: log(e + 1) − 1.",
    ),
)  # fmt: skip
