"""Quick questions of lesson 13c: what a project's numbers are worth."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Number(
        "a_baseline",
        "Training targets: 2, 4, 6. Held-out targets: 5 and 9. A rival answers every row with the mean of the training targets. What is its mean squared error on the held-out ones?",
        13.0,
        {
            4.0: "4 is the training mean itself, or the error of the held-out mean, 7. Asked is what answering 4 costs on 5 and on 9.",
            26.0: "That is the sum of 1 and 25: divide by 2.",
            8 / 3: "That is the error on the training targets. Measure on 5 and 9.",
            9.0: "That is the square of the mean distance, 3. Square each distance first, then take the mean.",
            3.0: "That is the mean distance, of 1 and 5. Square them first.",
            8.24: "5.2 is the mean of all five: the held-out ones must not have a say.",
            3.6056: "That is the root of it. The mean squared error itself is asked for.",
        },
        "The mean is 4; (1 + 25) / 2. A network that does not beat this has learned nothing.",
    ),
    Choice(
        "scaled_first_loss",
        "The targets are scaled to mean 0 and spread 1, and every first answer is 0. What will the first mean squared error be, and why?",
        (
            Option("0: the mean of the targets is 0, too.", "Single targets are not 0, and each difference is squared."),
            Option(
                "1: it is the mean of the squared targets, and that is the spread squared.",
                reason="A first loss far from 1 would tell you that something is not as you think.",
            ),
            Option("It depends on the network.", "Not at the start: whatever its hidden neurons say is multiplied by 0."),
        ),
    ),
    Choice(
        "few_rows",
        "Ten rows, three of them held out. The score is splendid. What would you do before you tell anybody?",
        (
            Option("Nothing: held out is held out.", "Three rows are easily lucky. Another three might tell another story."),
            Option(
                "Shuffle and split anew, several times, and look at all the scores.",
                reason="If they differ much, the split decides, not the network. Tell the whole range.",
            ),
            Option("Hold out one row only, to train on more.", "Then the score rests on a single row: more luck, not less."),
        ),
    ),
    Choice(
        "outside",
        "A network learned pendulums of 0.2 to 2 metres, with a good held-out score. What do you know about one of 30 metres?",
        (
            Option("Its period will be right, too: the score was held out.", "The held-out rows were of 0.2 to 2 metres as well. Nobody has asked it further out."),
            Option("Nothing: a score holds for rows like those that it was measured on.", reason="Out there tanh is flat, and the answer hardly changes any more. A law of physics goes on."),
            Option("It will be a little less precise.", "It may be wrong by any amount: nothing held the network there."),
        ),
    ),
)  # fmt: skip
