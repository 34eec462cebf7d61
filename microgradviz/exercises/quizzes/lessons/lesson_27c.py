"""Quick questions of lesson 27c: which rows to compare, what shares are, and which differences count."""

from __future__ import annotations

from ..questions import Arrange, Choice, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "rows_that_stay",
        "Somebody writes `range(5)` in `no_peeking`: all five rows of `.anna` and `.anno` are compared. What becomes of the gate, and why?",
        (
            Option(
                "It gets stricter, and better: more is compared.",
                "To which letter does the fifth row belong? Is it the same in both?",
            ),
            Option(
                "It refuses right GPTs: the fifth row belongs to the letter that was changed.",
                reason="What comes after a is not what comes after o. Such a row must differ.",
            ),
            Option(
                "Nothing changes: the fifth row is the same, too.",
                "The fifth letter is a in one of them, and o in the other. It sees itself.",
            ),
        ),
    ),
    Arrange(
        "shares_in_order",
        "A gate for weights: each letter takes something from itself and from every letter before it, and all of that adds up to 1. Put the lines in order; two do not belong.",
        """\
def fair_shares(model):
    for table in model.weights(".anna"):
        for i, row in enumerate(table):
            if abs(sum(row) - 1) > 1e-12 or min(row[: i + 1]) <= 0:
                return False
    return True
""",
        {
            "if sum(row) != 1 or min(row[: i + 1]) <= 0:": "shares such as 1/3 are rounded, and their sum may miss 1 in its last digit.",
            "if abs(sum(row) - 1) > 1e-12 or min(row) <= 0:": "from letters that come later a right GPT takes 0.",
        },
        reason="One bad row is enough for False. True is for who has gone through all tables and all rows.",
    ),
    Choice(
        "how_small_counts",
        "In a gate for the order a friend asks whether a score moves by more than 0.1. What does his gate say of a right GPT that is fresh, and why?",
        (
            Option(
                "False: it refuses it, though the order matters there. It matters by thousandths, seldom by more.",
                reason="What is equal by its making is equal but for rounding, some 1e-16. Anything above 1e-12 was computed from something else.",
            ),
            Option(
                "True: the order matters, and so the scores differ.",
                "They do. But by how much, as you have just seen?",
            ),
            Option(
                "It depends on the seed, and that is fine: such a model has learned nothing.",
                "A gate asks whether it is built right, and it is. Who trains it wants to know that before.",
            ),
        ),
    ),
    Choice(
        "nan_differs",
        "All scores of a model are nan. What does a gate say of it that returns `not same(one, other)`, and why?",
        (
            Option(
                "It stops: nan is no number.",
                "nan is a float, and computing with it never stops. What is abs(nan − nan) <= 1e-12?",
            ),
            Option(
                "False, for nan and nan are the same.",
                "nan − nan is nan. Is nan <= 1e-12 True?",
            ),
            Option(
                "True: with nan each `<=` is False, so nothing is ever the same.",
                reason="A gate that waits for a difference lets nan pass. It takes another gate to see it.",
            ),
        ),
    ),
)
