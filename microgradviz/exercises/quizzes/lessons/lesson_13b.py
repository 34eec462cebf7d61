"""Quick questions of lesson 13b: held-out points, what overfitting is, and what was chosen by luck."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "all_right",
        "A network gives the right sign at all of its 16 training points. What do you know about new points?",
        (
            Option(
                "It will be right there, too: it has learned the moons.",
                "It may have learned 16 points by heart. A list of them would be as right, and know nothing.",
            ),
            Option(
                "Nothing yet: one must look at points that it was not trained on.",
                reason="Being right where one was trained says that one fits. Whether one has learned, only others can say.",
            ),
            Option(
                "It will be wrong there, for no network is always right.",
                "That is not known either. Look at points that were kept from it.",
            ),
        ),
    ),
    Choice(
        "which_network",
        "Network 1: loss 0.05 on the training points, 1.1 on held-out ones. Network 2: 0.45 and 0.32. Which do you take, and why?",
        (
            Option("1: a training loss of 0.05 is hard to beat.", "It was paid for at all other points. You will meet those."),
            Option(
                "2: what counts is the loss where it was not trained.",
                reason="The training loss may well be higher: it does not follow the noise any more.",
            ),
            Option(
                "Neither: in 2 the held-out loss is lower than the training loss, so something leaks.",
                "That can be chance: held-out points may happen to be the easier ones. A leak would have to be shown.",
            ),
        ),
    ),
    Number(
        "first_loss",
        "A network begins with the score 0 for every point. Its targets are 3, −1, 2 and 0. What will its first mean squared error be?",
        3.5,
        {
            1.0: "1 is the mean of the targets. Square each difference from 0 first.",
            0.0: "The scores are 0, the targets are not: each has an error.",
            14.0: "That is the sum of the squares: divide by 4.",
            1.5: "That is the mean of the sizes: square them first.",
            14 / 3: "Four targets: the last one, 0, counts as well.",
            6.0: "That is the sum of the sizes. Square each, and divide by 4.",
            2.5: "That is how far they are from their own mean. The first answer is 0, not 1.",
            3.0: "9, 1, 4 and 0: add them up, and divide by 4.",
        },
        "(9 + 1 + 4 + 0) / 4. If the first loss that you see is another one, look for the fault before you train.",
    ),
    Arrange(
        "split_in_order",
        "Put it in order: two parts, scaled, and nothing leaks. Two lines do not belong.",
        """\
def two_parts(rows):
    rows = random.sample(rows, len(rows))
    cut = len(rows) * 3 // 4
    train, held = rows[:cut], rows[cut:]
    mean, spread = mean_and_spread(train)
    return scale(train, mean, spread), scale(held, mean, spread)
""",
        {
            "mean, spread = mean_and_spread(rows)": "the held-out rows would have a say in mean and spread.",
            "train, held = rows[:cut], rows": "then the training rows would be held out as well.",
        },
        also=(
            """\
def two_parts(rows):
    cut = len(rows) * 3 // 4
    rows = random.sample(rows, len(rows))
    train, held = rows[:cut], rows[cut:]
    mean, spread = mean_and_spread(train)
    return scale(train, mean, spread), scale(held, mean, spread)
""",
        ),
        mistakes={
            ("train, held = rows[:cut], rows[cut:]", "rows = random.sample(rows, len(rows))"): "Many a table is sorted: if it is cut before it is shuffled, the two parts are of different kinds.",
            ("mean, spread = mean_and_spread(train)", "train, held = rows[:cut], rows[cut:]"): "The mean of train is asked for before there is a train.",
        },
        reason="Shuffled first, for a table is often sorted; then cut; and only then is anything computed, from the first part.",
    ),
    Choice(
        "best_of_twenty",
        "You tried 20 settings, took the one with the best held-out score, 96 %, and now meet new points. What will its score be there, most likely?",
        (
            Option("96 %: that was held out.", "It was, until 20 settings were compared by it. The best of 20 was partly lucky."),
            Option("More: it was the best setting.", "The best setting it may be; its 96 % had luck in it, and luck stays behind."),
            Option(
                "Less: its 96 % were partly luck, and it was chosen for them.",
                reason="Whatever chooses is no longer held out. Keep a third part for the very last look.",
            ),
        ),
    ),
    Choice(
        "not_training",
        "The loss begins where you predicted it, and stays there, step by step exactly the same. What do you look at first?",
        (
            Option("The number of steps: it needs more of them.", "A hundred steps of nothing are nothing. It does not move at all."),
            Option(
                "Whether the parameters that are updated are those of the network that is asked.",
                reason="Exactly the same means that nothing moves: another model's parameters, a missing update, a rate of 0, a gradient of 0.",
            ),
            Option("The rate: it must be too large.", "Too large makes it jump. This one stands still."),
            Option("The samples: there are too few of them.", "Few samples are quickly fitted. This loss does not fall at all."),
        ),
    ),
)  # fmt: skip
