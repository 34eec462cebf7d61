"""Quick questions of lesson 13: where the boundary lies, what hinge pays for, and minibatches."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "on_the_boundary",
        "What is true of every point on the decision boundary?",
        (
            Option("Its loss is 0.", "A score of 0 is not right yet: squared error charges 1 for it, whatever the label. It is the score that is 0 there."),
            Option(
                "Its score is 0: on one side of it scores are positive, on the other negative.",
                reason="The answer is the sign of the score, and a sign changes where the score is 0.",
            ),
            Option("It is a training point.", "The boundary is a line through the whole plane; mostly there is no point on it."),
            Option("The gradient is 0 there.", "Not in general: the score rises from one side to the other."),
        ),
    ),
    Number(
        "hinge_of_a_miss",
        "A point has the label −1 and gets the score 0.6. What does it cost by hinge, max(0, 1 − label · score)?",
        1.6,
        {
            0.4: "label · score is −0.6, and 1 minus that is more than 1.",
            0.0: "It is on the wrong side: that costs more than 1.",
            2.56: "That is the squared error, (0.6 + 1)². Hinge does not square.",
            -0.6: "That is label · score. Hinge is 1 minus that, if it is above 0.",
            0.6: "That is the score. label · score is −0.6, and hinge takes 1 minus that.",
        },
        "1 − (−0.6): who is wrong pays more than 1.",
    ),
    Choice(
        "far_and_right",
        "A point with the label 1 has the score 3. What do squared error and hinge want of it?",
        (
            Option(
                "Squared error pulls it back to 1, by a loss of 4; hinge lets it be.",
                reason="Only the side counts, and hinge knows that. Its gradient goes to points that still need it.",
            ),
            Option("Both let it be: it is right.", "Squared error asks for exactly 1, and (3 − 1)² is 4."),
            Option("Both want it still higher.", "Hinge is 0 from 1 on, and squared error wants exactly 1."),
            Option("Both pull it back to 1.", "max(0, 1 − 3) is 0, and its slope there is 0: hinge pulls at nothing."),
        ),
    ),
    Arrange(
        "batch_in_order",
        "Put a training loop with minibatches together. Three lines do not belong.",
        """\
for step in range(1000):
    batch = random.sample(range(len(X)), 10)
    loss = sum((1 - y[i] * model(X[i])).relu() for i in batch) / 10
    for p in model.parameters():
        p.grad = 0.0
    loss.backward()
    for p in model.parameters():
        p.data -= 0.2 * p.grad
""",
        {
            "batch = range(10)": "these are the same ten points in every step; the others are never seen.",
            "p.data = 0.0": "that forgets what was learned; it is the gradients that begin at 0.",
            "loss = sum((1 - y[i] * model(X[i])).relu() for i in range(len(X))) / len(X)": "that is the loss of all points, ten times the work for one step.",
        },
        also=(
            """\
for step in range(1000):
    for p in model.parameters():
        p.grad = 0.0
    batch = random.sample(range(len(X)), 10)
    loss = sum((1 - y[i] * model(X[i])).relu() for i in batch) / 10
    loss.backward()
    for p in model.parameters():
        p.data -= 0.2 * p.grad
""",
            """\
for step in range(1000):
    batch = random.sample(range(len(X)), 10)
    for p in model.parameters():
        p.grad = 0.0
    loss = sum((1 - y[i] * model(X[i])).relu() for i in batch) / 10
    loss.backward()
    for p in model.parameters():
        p.data -= 0.2 * p.grad
""",
            """\
for step in range(1000):
    batch = random.sample(range(len(X)), 10)
    loss = sum((1 - y[i] * model(X[i])).relu() for i in batch) / 10
    loss.backward()
    for p in model.parameters():
        p.data -= 0.2 * p.grad
    for p in model.parameters():
        p.grad = 0.0
""",
        ),
        mistakes={
            ("loss.backward()", "p.grad = 0.0", "p.data -= 0.2 * p.grad"): "The gradients that backward has just filled are set to 0 before the update has used them: nothing moves.",
            ("p.data -= 0.2 * p.grad", "loss.backward()"): "The update goes by the gradients, and backward has not brought them yet.",
            ("batch = random.sample(range(len(X)), 10)", "for step in range(1000):"): "There ten points are drawn once, and all the steps see the same.",
        },
        reason="The four steps of lesson 10, on ten points that are taken anew each time.",
    ),
    Number(
        "how_many_epochs",
        "400 points, 600 steps with minibatches of 20. How many epochs are that?",
        30.0,
        {
            600.0: "That would be so if each step took all 400 points. A step takes 20.",
            12000.0: "That is how many points were taken in all. An epoch is 400 of them.",
            20.0: "20 is the size, and also how many steps make one epoch. How often do 20 steps go into 600?",
            1.5: "600 / 400 forgets that a step takes 20 points.",
            13.3333: "400 · 20 / 600 is upside down: 600 · 20 points, 400 an epoch.",
        },
        "600 · 20 = 12,000 points, 400 an epoch.",
    ),
    Choice(
        "in_sorted_order",
        "A table has first all points of label −1, then all of label 1. Somebody takes minibatches of 10 in that order. What happens, and why?",
        (
            Option("Nothing: each point is seen once an epoch, all the same.", "Seen it is. But for half an epoch every step says only: lower all scores."),
            Option(
                "It forgets by turns: half an epoch pushes all scores down, the other half up.",
                reason="A minibatch stands for all points only if it is taken at random.",
            ),
            Option("The loss cannot be computed for one label alone.", "It can. It is only the loss of a part that looks different from the whole."),
            Option("It learns faster, for it sees one thing at a time.", "What it learned of one label it pushes away with the other."),
        ),
    ),
)  # fmt: skip
