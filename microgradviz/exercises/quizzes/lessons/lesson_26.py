"""Quick questions of lesson 26: shares of one total, the root of the width, and what a weight does not say."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "who_loses",
        "b's key moves toward the query. Nothing else is touched. What becomes of a's score and of a's weight, and why?",
        (
            Option(
                "Both fall, for b takes from a.",
                "a's score is a's key times the query. Has either moved?",
            ),
            Option(
                "The score stays, the weight falls: a's exp is divided by a larger total.",
                reason="Scores know nothing of each other. They meet in the total, and nowhere else.",
            ),
            Option(
                "Neither changes: b's key is b's.",
                "a's score does not. But what is exp of it divided by?",
            ),
        ),
    ),
    Arrange(
        "head_lines",
        "One head, in plain lists. Put the lines in order; two of them belong to nobody.",
        """\
scores = [dot(query, key) / math.sqrt(width) for key in keys]
exps = [math.exp(score) for score in scores]
weights = [e / sum(exps) for e in exps]
output = mix(weights, values)
""",
        {
            "output = mix(weights, keys)": "keys have done their part in the scores; what is mixed is the values.",
            "exps = [math.exp(score) for score in weights]": "exp is taken of scores, and weights come of it.",
        },
        reason="Scores, exps, shares of their sum, and the sum of values by these shares.",
    ),
    Number(
        "root_of_100",
        "Queries and keys have 100 numbers each, all of them random and of size about 1. Of what size are their dot products, about?",
        10,
        {
            100: "So large are they only if all hundred products have one sign. Theirs are random, and most of the sum goes away.",
            1: "That is the size of a single product. A hundred of them are added.",
            0: "Their mean is about 0. How far from it do they lie?",
            50: "Signs are random: a sum of n such products grows like √n.",
            1000: "A hundred products of size 1 reach 100 at most, or little more. With random signs it is less.",
        },
        "About √100. Divided by √width, scores keep their size, however wide the letters are.",
    ),
    Choice(
        "query_of_zero",
        "The query is (0, 0). What are the weights, and which gradients do the keys get?",
        (
            Option(
                "Equal weights; every key gets gradient 0, for it is a share of the query.",
                reason="All scores are 0. A key's gradient is its score's, times the query over √width.",
            ),
            Option(
                "No weights at all: there is nothing to ask.",
                "All scores are 0. And exp(0) is 1, for each letter.",
            ),
            Option(
                "Equal weights, and gradients that are equal, too, but not 0.",
                "What does the local derivative from a score to a key hold? Look at the formula of a score.",
            ),
        ),
    ),
    Choice(
        "what_a_weight_says",
        "In a trained model the weight of one letter is 0.9. A friend: “So the model answers as it does because of this letter.” What can be said, and why?",
        (
            Option(
                "Just that: nine tenths of the answer are due to it.",
                "Its value may be near zero, or what comes later may undo it. What is 0.9 multiplied by?",
            ),
            Option(
                "That nine tenths of its value are in this sum. What the answer hangs on is another question.",
                reason="The value may be small, and more follows after the sum. A weight is a number on the way, no reason.",
            ),
            Option(
                "Nothing at all: weights are random.",
                "They are computed, and exactly: but what from, and what for?",
            ),
        ),
    ),
)
