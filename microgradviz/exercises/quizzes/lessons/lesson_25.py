"""Quick questions of lesson 25: rows of a table, what moves them, and what a held-out loss is held against."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "row_or_product",
        "To take row 3 of a table, one may also multiply: a list with a 1 at place 3 and zeros elsewhere, times the table. What is the same, and what is not?",
        (
            Option(
                "The numbers are the same; the gradients are not, for zeros block them.",
                "A zero blocks the gradient of *its* row, and that row was not read: 0 is right for it.",
            ),
            Option(
                "Numbers and gradients are the same: rows times 0 add nothing, and get nothing. Only the work is more.",
                reason="So taking a row is a layer like any other, with weights that are trained. One only spares oneself the zeros.",
            ),
            Option(
                "Nothing is the same: a product makes a new value of all rows.",
                "It adds up all rows, each times its number. All but one of these numbers are 0.",
            ),
        ),
    ),
    Number(
        "numbers_of_names",
        "Width 5, *four* letters back, 10 hidden units with tanh, 27 scores. How many parameters has this network?",
        642,
        {
            1047: "The table is one for all places: 27 · 5, not four of them.",
            605: "The biases are missing: 10 of the hidden units, 27 of the scores.",
            492: "Each hidden unit reads four letters: 4 · 5 = 20 numbers, and has a bias.",
            507: "The table itself is trained, too: 27 rows of 5.",
            615: "The scores have biases, too: 27.",
            632: "The hidden units have biases, too: 10.",
        },
        "27 · 5 + 10 · (20 + 1) + 27 · (10 + 1) = 135 + 210 + 297.",
    ),
    Choice(
        "which_rows_move",
        "A minibatch has five samples; none of them reads an x. What happens to the row of x in this step, and why?",
        (
            Option(
                "It stays: it was not read, so no path leads from it to the loss.",
                reason="Its gradient is 0. So rows of rare letters learn in few of the steps.",
            ),
            Option(
                "It moves a little: all parameters move in each step.",
                "Each moves by the rate times its gradient. What is the gradient of a number that the loss does not use?",
            ),
            Option(
                "It moves the other way: x did not come, so it is pushed down.",
                "The *score* of x is pushed down, by p − y, and so the weights of that score move. The row of x is what is read where x came before.",
            ),
        ),
    ),
    Choice(
        "what_it_beats",
        "Your network ends at 2.55 on held-out names. What does that say?",
        (
            Option(
                "That it has learned much: it began at 3.30.",
                "It began at equal shares. Counting how often each letter comes, whatever stands before it, gives 2.8 already.",
            ),
            Option(
                "It is better than counted letters (2.8), but not than counted pairs (2.35): so far it makes little of three letters.",
                reason="A loss says something beside what a simple count gets *on the same names*.",
            ),
            Option(
                "Nothing: the loss on the names that it was trained on is what counts.",
                "That one may fall while it learns them by heart (lesson 13b).",
            ),
        ),
    ),
    Choice(
        "two_gaps",
        "After long training, network A has 2.15 on its own names and 2.20 on held-out ones; network B has 1.70 and 2.45. Which would you take, and what would you do with B?",
        (
            Option("B: its loss is lower.", "On names that it knows. A name that it makes up is none of these."),
            Option(
                "A. B learns by heart: fewer parameters, fewer steps, or more names.",
                reason="What is asked for are names that are not in the list. On these A is better by 0.25.",
            ),
            Option(
                "A. B needs more steps, until its held-out loss is as low as the other one.",
                "More steps make the gap wider: it has learned its own names far too well already.",
            ),
        ),
    ),
)  # fmt: skip
