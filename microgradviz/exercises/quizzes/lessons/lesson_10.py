"""Quick questions of lesson 10: a loss, the loop of four steps, the rate, and what one neuron cannot learn."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

_ZERO, _FORWARD, _BACKWARD = "    w.grad = 0.0", "    loss = (w * x - y) ** 2", "    loss.backward()"
_UPDATE, _LOOP = "    w.data -= 0.1 * w.grad", "for step in range(100):"

QUESTIONS: tuple[Question, ...] = (
    Number(
        "loss_slope",
        "L = ½ (ŷ − 1)². What is ∂L/∂ŷ at the ŷ that the neuron above gives? (Four digits.)",
        -0.5987,
        {
            0.5987: "The size is right. ŷ is too small: if it grows, does the loss rise or fall?",
            0.1792: "That is the loss itself. Asked is how fast it changes as ŷ does.",
            0.3584: "That is (ŷ − 1)². Its derivative brings a 2 down, which ½ takes away: ŷ − 1 is left.",
            -1.1974: "2 (ŷ − 1) would be right without the ½ in front.",
            -0.29935: "The derivative of the square brings a 2 down, which cancels the ½.",
        },
        "ŷ − 1: how far off it is, with its sign. That is why the ½ stands there.",
    ),
    Choice(
        "which_step",
        "The loss is computed, `backward()` has run. Has the neuron learned anything yet?",
        (
            Option(
                "Yes: backward() moves each weight a little against its gradient.",
                "backward() fills grad, and changes no data. Which line changes data?",
            ),
            Option(
                "No: w and b are what they were until the update moves them.",
                reason="Gradients say where to go. The update goes; the next forward pass shows what that was worth.",
            ),
            Option(
                "Yes: the loss is smaller than before.",
                "The loss that was computed stays what it is. A new forward pass with new weights gives a new one.",
            ),
        ),
    ),
    Arrange(
        "zero_grad_place",
        "Put a training loop in order. Two lines do not belong.",
        "\n".join((_LOOP, _FORWARD, _ZERO, _BACKWARD, _UPDATE)),
        {
            "w.data = 0.0": "that forgets what was learned. It is the gradient that must begin anew.",
            "w.data += 0.1 * w.grad": "that goes uphill: a step is subtracted.",
        },
        also=(
            "\n".join((_LOOP, _ZERO, _FORWARD, _BACKWARD, _UPDATE)),
            "\n".join((_LOOP, _FORWARD, _BACKWARD, _UPDATE, _ZERO)),
        ),
        mistakes={
            (
                _BACKWARD,
                _ZERO,
                _UPDATE,
            ): "The gradient that backward has just filled is set to 0 before the update has used it: w never moves.",
            (_UPDATE, _BACKWARD): "The update goes by the gradient, and backward has not brought it yet.",
            (_BACKWARD, _FORWARD): "There is no loss yet from which to go back.",
            (
                _ZERO,
                _LOOP,
            ): "There the gradient is set to 0 once. From the second step on it would be added to that of the step before.",
        },
        reason="Anywhere between the update and the next backward pass is right: there the old gradients serve no more.",
    ),
    Choice(
        "forgotten_zero",
        "Step 2 is forgotten, at the rate 0.05. You have seen what the loss does. Why?",
        (
            Option(
                "The rate is too large for this bowl.",
                "With gradients set to 0, the rate 0.05 goes down at every step, and 0.3 does, too.",
            ),
            Option(
                "The gradients grow without bound.",
                "They turn round as soon as the lowest point is passed: the new ones have the other sign.",
            ),
            Option(
                "All gradients of the way down are still in the sum, and carry it past the lowest point.",
                reason="Like a ball without friction: it runs through the bottom, up the other side, and back, for ever.",
            ),
        ),
    ),
    Choice(
        "rate_three_ways",
        "Three rates: one loss crawls, one is at rest after five steps, one goes 9.00, 12.30, 16.86, 23.11. What happens in the third?",
        (
            Option(
                "Each step goes in the right direction, but so far beyond the lowest point that it lands higher up.",
                reason="The gradient is larger there, so the next step is longer still: it explodes.",
            ),
            Option(
                "Each step goes in the wrong direction.",
                "The sign is right: a hundredth of each step would go down.",
            ),
            Option(
                "The gradients were not set to 0.",
                "They were, by step 2 of the loop. And each loss is 1.37 times the one before, from the first step on.",
            ),
        ),
    ),
    Choice(
        "xor_line",
        "A neuron answers with the sign of w1·x1 + w2·x2 + b. Why can no w1, w2, b answer XOR rightly at all four points?",
        (
            Option(
                "One hundred steps are too few.",
                "Of 100 seeds none succeeds, however long: the loss stops at 1.",
            ),
            Option(
                "The sign changes along one straight line, and no line has both 1s on one side and both −1s on the other.",
                reason="The two 1s lie across from each other, and so do the two −1s: any line that joins one pair cuts the other.",
            ),
            Option(
                "tanh never reaches 1 or −1.",
                "The sign would do, and AND and OR are learned with the same tanh.",
            ),
            Option(
                "The gradients are 0 at the start.",
                "At w1 = w2 = b = 0 they are, but other starts fail as well.",
            ),
        ),
    ),
)
