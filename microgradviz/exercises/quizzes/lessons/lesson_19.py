"""Quick questions of lesson 19: momentum, Adam, and what is left to the gradients."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "valley_arrow",
        "The gradient at the start is −30 for w and −11 for b; the lowest point is 1 to the right and 3 up. Which way does a first step go, and why?",
        (
            Option(
                "Towards the lowest point, if the rate is right: that is where a gradient points.",
                "A rate makes a step longer or shorter. It never turns it, and (30, 11) is not the way to (1, 3).",
            ),
            Option(
                "Straight across the lines of equal loss, far more to the right than up: a gradient knows only how steep it is right here.",
                reason="Steepest is not the same as towards the lowest point; in a round bowl alone the two agree.",
            ),
            Option(
                "More up than to the right, for b has further to go.",
                "A gradient does not know how far it is. Per unit, w changes the loss more: it is multiplied by x.",
            ),
        ),
    ),
    Number(
        "fading",
        "The gradient is 2 at every step, β = 0.9. The first velocity is 2. What is the second?",
        3.8,
        {
            2: "That is the gradient alone. What has remained of the old velocity?",
            1.8: "That is what remains of the old velocity. The new gradient is added to it.",
            4: "Nothing has faded: β · velocity, then the gradient.",
            3.6: "β belongs to the old velocity alone; the gradient counts in full.",
            2.9: "β belongs to the old velocity, and that is 2.",
            2.2: "What remains is β · 2, not (1 − β) · 2.",
        },
        "0.9 · 2 + 2.",
    ),
    Number(
        "as_far",
        "And if the gradient stays 2 for ever: how many times as long as plain descent's steps, at the same rate, do they get?",
        10,
        {
            0.9: "Each new velocity has a full gradient in it, and what remains of all before. So it is more than one gradient.",
            1.9: "That is the second step. The velocity goes on growing: 2, 3.8, 5.42 …",
            9: "At rest it holds v = 0.9 · v + 2. Solve that for v, and divide by 2.",
            20: "That is the velocity itself. How many times the gradient is it?",
            100: "Where it grows no more, v = 0.9 · v + 2 holds. Solve that.",
        },
        "v = 0.9 · v + 2 gives v = 20: ten times the gradient, 1 / (1 − β). So momentum wants a smaller rate.",
    ),
    Choice(
        "beta_one",
        "You have put β to 1. Which fault of lesson 10 does the very same, and why?",
        (
            Option(
                "A rate that is too large: each step lands too far beyond.",
                "That swings wider and wider. This swing stays as wide as it is, and a smaller rate does not end it.",
            ),
            Option(
                "A wrong sign in the update: it goes uphill.",
                "It would leave the valley, and never come back.",
            ),
            Option(
                "A forgotten zero_grad: then grad holds the sum of all gradients so far, as a velocity with β = 1 does.",
                reason="A ball without friction, once by accident, once on purpose. β below 1 is the friction.",
            ),
        ),
    ),
    Arrange(
        "velocity_place",
        "Momentum in a training loop. Put the lines in order; two do not belong.",
        "\n".join(
            (
                "velocity = 0.0",
                "for step in range(100):",
                "    loss = (w * x - y) ** 2",
                "    w.grad = 0.0",
                "    loss.backward()",
                "    velocity = 0.9 * velocity + w.grad",
                "    w.data -= 0.02 * velocity",
            )
        ),
        {
            "    velocity = w.grad": "that forgets all gradients but the newest: plain descent.",
            "w.data -= 0.02 * w.grad": "the step is made of the velocity, which has the gradient in it.",
        },
        also=(
            "\n".join(
                (
                    "velocity = 0.0",
                    "for step in range(100):",
                    "    w.grad = 0.0",
                    "    loss = (w * x - y) ** 2",
                    "    loss.backward()",
                    "    velocity = 0.9 * velocity + w.grad",
                    "    w.data -= 0.02 * velocity",
                )
            ),
            "\n".join(
                (
                    "velocity = 0.0",
                    "for step in range(100):",
                    "    loss = (w * x - y) ** 2",
                    "    loss.backward()",
                    "    velocity = 0.9 * velocity + w.grad",
                    "    w.data -= 0.02 * velocity",
                    "    w.grad = 0.0",
                )
            ),
            "\n".join(
                (
                    "velocity = 0.0",
                    "for step in range(100):",
                    "    loss = (w * x - y) ** 2",
                    "    loss.backward()",
                    "    velocity = 0.9 * velocity + w.grad",
                    "    w.grad = 0.0",
                    "    w.data -= 0.02 * velocity",
                )
            ),
        ),
        reason="The gradient is forgotten in every step, the velocity never: it begins once, above the loop.",
    ),
    Number(
        "adam_first",
        "Adam at the rate 0.02, in its first step: m and v were 0, the gradient is 500. How far does the parameter move? (ε is so small that it does not count.)",
        0.02,
        {
            10: "That is plain descent, the rate times 500. Adam divides m by √v.",
            0.0632: "That is without the corrections. At step 1, m is divided by 0.1, and v by 0.001.",
            0.632: "m is corrected, v is not: it is divided by 0.001.",
            0.002: "v is corrected, m is not: it is divided by 0.1.",
            0.00004: "The root is missing: v follows the *square* of the gradient.",
            500: "That is the gradient. Divide it by √v, then take the rate times that.",
            1: "That is m divided by √v. The rate is still to come.",
            0: "m is 50 after this step, not 0: the mean is taken first, then the step.",
        },
        "m / √v = 500 / 500 = 1 after the corrections, whatever the gradient: the first step is as long as the rate.",
    ),
    Choice(
        "same_gradients",
        "Three rules, one start, three different first steps. What did `backward()` do differently in the three runs?",
        (
            Option(
                "With momentum it added the gradients of the steps before.",
                "The gradients were set to 0 in each step. What adds up is the velocity, which the rule keeps beside the graph.",
            ),
            Option(
                "With Adam it divided each gradient by its size.",
                "The division stands in your `adam_step`, which gets the gradient when the backward pass is over.",
            ),
            Option(
                "Nothing: the same graph gives the same gradients. Only what is made of them differs.",
                reason="Backpropagation finds gradients. Gradient descent, momentum and Adam are three things to do with them.",
            ),
        ),
    ),
    Choice(
        "adam_rate",
        "Adam divides by how large the gradients have been. Why does it need a rate all the same?",
        (
            Option(
                "What remains is about 1 or less, for any loss. How far a parameter should go for that, only the rate says.",
                reason="A loss times 1,000 changes nothing for Adam. A rate times 1,000 changes all.",
            ),
            Option(
                "It does not: 0.001, which most libraries begin with, is right everywhere.",
                "In the valley, at 0.001, sixty steps hardly left the start.",
            ),
            Option(
                "Only for the first steps, until the corrections have faded.",
                "The rate counts in every step: at 10 it still swings after sixty.",
            ),
        ),
    ),
)
