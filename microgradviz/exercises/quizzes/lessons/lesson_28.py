"""Quick questions of lesson 28: who sees whom, a GPT twice as wide, and what an equal gradient proves."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "where_is_the_mask",
        "`read` has no mask at all. Can the second letter be mixed from the fifth, and why?",
        (
            Option(
                "Yes: without a mask each letter sees all others.",
                "All that are *in `past`*. What stands there when the second letter asks?",
            ),
            Option(
                "No: when it asks, `past` holds itself and what came before. The fifth is not read yet.",
                reason="Reading in order is a mask by itself. One is needed where all letters are worked out at once.",
            ),
            Option(
                "No, for its weight for the fifth is trained to 0.",
                "Nothing is trained that forbids it. Is there a weight for the fifth at all?",
            ),
        ),
    ),
    Number(
        "twice_as_wide",
        "The same 27 signs and 16 places, but width 32. How many parameters?",
        14528,
        {
            8384: "Twice as many would be right if every table grew in one direction alone. query, key, value, mix, widen and narrow grow in both.",
            16768: "Four times as many would be right if every table grew in both directions. Those of signs and places grow in one.",
            13664: "The signs have two tables: one to read from, one to score by.",
            14016: "The places are missing: 16 rows of 32.",
            6336: "widen and narrow have 4 · 32² each.",
            10432: "widen and narrow are two tables, of 4 · 32² each.",
        },
        "(27 + 16 + 27) · 32 + 12 · 32² = 2,240 + 12,288. The first part is twice what it was, the second four times.",
    ),
    Choice(
        "what_equal_proves",
        "Your engine and the compiled step agree on all gradients of a name, to 1e-9. What is proved, and what is not?",
        (
            Option(
                "The GPT is right: two witnesses say the same.",
                "Both were given one function. If it looked into the future, they would agree as well.",
            ),
            Option(
                "Both differentiate the same function rightly, on this name. Whether that function is a good GPT, they cannot say.",
                reason="One page of code, two engines: a fault on the page is in both. For that there are lesson 27c's tests.",
            ),
            Option(
                "Nothing: equal numbers can be chance.",
                "Thousands of numbers, to nine digits and more? A wrong rule of one operation would reach nearly all of them.",
            ),
        ),
    ),
    Choice(
        "below_its_training",
        "The last hundred names that were trained on have a mean loss of 2.26; the held-out ones 2.24. Lower than in training: is there a leak, and why (not)?",
        (
            Option(
                "Yes: what was never seen cannot be foretold better.",
                "How often had each of those hundred been seen, before its loss was noted?",
            ),
            Option(
                "No: each name was met once, and its loss noted *before* the step. So those hundred were new, too; a hundred names are few.",
                reason="In the first pass over the data every name is a held-out one. A gap can open only from the second on.",
            ),
            Option(
                "No: held-out names are shorter.",
                "Every tenth of a list by the alphabet: why should they be?",
            ),
        ),
    ),
    Arrange(
        "a_step_of_the_gpt",
        "One step of its training. Put the lines in order; two of them belong to nobody.",
        """\
letters, targets = encode(name)
loss = step([letters], [targets])
adam.lr = rate * (1 - k / count)
adam.step()
""",
        {
            "loss = step([letters], [letters])": "then it is to say what it has just read.",
            "adam.lr = adam.lr * (1 - k / count)": "so the rate shrinks again and again, by far too much.",
        },
        also=(
            "letters, targets = encode(name)\nadam.lr = rate * (1 - k / count)\nloss = step([letters], [targets])\nadam.step()",
            "adam.lr = rate * (1 - k / count)\nletters, targets = encode(name)\nloss = step([letters], [targets])\nadam.step()",
        ),
        reason="The name's numbers, then loss and gradients, then the step; its rate at any time before it.",
    ),
)
