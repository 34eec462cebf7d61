"""Quick questions of lesson 24: pairs of letters, the floor, the first loss, what pulls at a score."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "one_letter_back",
        "Names made from pairs are often odd: `jatthashorienda`. Why does nothing hinder it?",
        (
            Option(
                "There are too few names to count: with more of them it would end in time.",
                "With more names the shares become more exact, and they stay shares of pairs. Each pair in that name is a common one.",
            ),
            Option(
                "Each letter depends on the one before, and on nothing else: how long the name is by now, nobody knows.",
                reason="The table has one row for each letter before. What came earlier has no row.",
            ),
            Option(
                "The random numbers are bad.",
                "Better ones give other odd names. Look at what the choice of a letter depends on.",
            ),
        ),
    ),
    Choice(
        "never_came",
        "In our names l never comes after j. Tomorrow we meet a girl called najla. What loss does the counted table give the pair jl, and why?",
        (
            Option("0: it is not in the table.", "In its place stands a count of 0, so its share is 0. The loss is −log of that."),
            Option(
                "About 3.3, as for any letter that one knows nothing of.",
                "That is the loss of 27 equal shares. But the table claims to know: it says 0.",
            ),
            Option(
                "Without limit: the share is 0, and −log of a share grows without limit as it goes to 0.",
                reason="To count is to be sure. So one often adds 1 to all counts, or learns: softmax never says 0.",
            ),
        ),
    ),
    Choice(
        "why_a_floor",
        "No table of shares has a lower loss than 2.3346 on these names. Why not 0?",
        (
            Option(
                "After one letter several may follow: no share can be 1 for all of them.",
                reason="After q nearly always comes u, that costs little. After a come many. More letters back would help: lesson 25.",
            ),
            Option("Rounding: the logarithms are not exact.", "Rounding changes the 16th digit."),
            Option(
                "Some letters are rare, so their rows are not exact.",
                "For the names that were counted the rows are exact: no other shares fit these names better.",
            ),
        ),
    ),
    Number(
        "first_of_digits",
        "A model learns telephone numbers in the same way: ten digits and a sign for the end. All scores begin at 0. What is its first loss, to four digits?",
        2.3979,
        {
            3.2958: "That is for 27 signs. Here there are eleven.",
            2.3026: "That is for ten. The sign for the end is one that may come, too.",
            1.0414: "That is the logarithm to base 10: `math.log` is the natural one.",
            0.0909: "That is the share of each. The loss is −log of it.",
            11: "That is how many signs there are. Each has the share 1/11, and the loss is −log of it.",
        },
        "log 11: eleven equal shares, whatever the numbers are.",
    ),
    Choice(
        "random_start",
        "A start at random scores costs more than one at zeros: about 3.77 in place of 3.30. Neither knows anything. Why, then?",
        (
            Option("Random scores are larger: so is the loss.", "Add 5 to all scores of a row: nothing changes. It is their differences that count."),
            Option(
                "They claim something: some shares are large, others small, at random. Wrong claims cost more than right ones save.",
                reason="Two letters, equally frequent: shares of 0.5 and 0.5 cost 0.69. Shares of 0.9 and 0.1 cost 0.11 and 2.30, in the mean 1.20. What one gains another loses, and that costs more.",
            ),
            Option("They do only in this run: another seed may begin lower.", "Over many seeds it lies between about 3.45 and 4.1. Equal shares are the best that one can say without looking."),
        ),
    ),
    Number(
        "pull_of_a_count",
        "40 pairs in all; 8 of them are in one row of *four* letters, whose scores are all 0. One of the four came 5 times. What is the gradient of the mean loss at its score?",
        -0.075,
        {
            -3.0: "That is n · p − count: 8/4 − 5. The loss is the mean over all 40 pairs.",
            0.075: "The sign: it came more often than its share says, so its score must rise. The gradient points uphill.",
            -0.375: "That is divided by the 8 of its row. The mean is over all 40.",
            -0.11875: "p comes from each of the row's 8 pairs, not once.",
            0.05: "The count is missing: n · p is what all pairs push, the letter's own 5 pull.",
            -0.125: "The count is there, n · p is missing.",
        },
        "(8 · 1/4 − 5) / 40: it is short of three pairs of forty.",
    ),
    Choice(
        "who_swings",
        "Gradient descent on the whole table, at one rate. If it is too large, the loss jumps to and fro. In whose rows does that begin: those of letters that come often, such as a and e, or rarely, such as q and x?",
        (
            Option(
                "Rare ones: little is known of them.",
                "A row of rare letters gets a small gradient: n / pairs is small. Its steps are short.",
            ),
            Option(
                "Frequent ones: their rows have the steepest bowls, and a step is too long for them first.",
                reason="A row's gradient has the factor n / pairs: 0.13 for a, 0.0015 for q. One rate serves both: what is too large for a is still small for q.",
            ),
            Option("All alike: they share one rate.", "They share the rate, not the gradient. Which rows have the larger ones?"),
        ),
    ),
)  # fmt: skip
