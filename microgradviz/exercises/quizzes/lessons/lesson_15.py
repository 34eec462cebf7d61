"""Quick questions of lesson 15: four bugs of a training loop, and the marks that they leave."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "which_bug",
        "Losses of a line from another start: 7.50, 3.38, 0.36, 2.15, 6.16, 7.07, 3.85, 1.00, 2.53, 6.50, 7.57. What is wrong, and how do you know?",
        (
            Option(
                "The rate is too large: it explodes.",
                "A rate that is too large makes each loss larger than all before. Here they fall, rise, and fall again.",
            ),
            Option(
                "The gradients are not set to 0: it swings without coming to rest, as a ball without friction does.",
                reason="Each step follows the sum of all gradients so far, and that sum turns round only on the other side.",
            ),
            Option(
                "The engine loses contributions.",
                "Then steps would be too short, or go astray. They would not swing to and fro for ever.",
            ),
            Option(
                "Nothing: it will settle.",
                "Nothing brakes it. After ten steps it is as high as at the start, and goes on.",
            ),
        ),
    ),
    Number(
        "late_reader",
        "c = a · b, a = 2, b = 6. Then a.data = 7, then c.backward(). What does your engine put into b.grad?",
        7,
        {
            2: "That would be right, and an engine that keeps its numbers says so. Yours reads a.data when it runs.",
            6: "That is b itself, and what a gets: times swaps.",
            42: "Nothing multiplies 7 and 6 on the way back: b gets a's number, times what arrives, 1.",
            14: "What arrives at c is 1. b gets a's number once.",
        },
        "a.data at the moment when `_backward` runs. Right would be 2, with which c was made.",
    ),
    Choice(
        "no_change_at_all",
        "A loop prints the loss 9.00 in each step, and the parameters move further and further away. Why does the loss not rise?",
        (
            Option(
                "It has reached its lowest point.",
                "Then the gradients would be 0, and the parameters at rest.",
            ),
            Option(
                "The rate is too small to change it.",
                "The parameters move far. A loss that was computed from them anew would show it.",
            ),
            Option(
                "It was computed once, before the loop. Nobody runs the forward pass again.",
                reason="`backward()` reads the graph, and computes no data. Each step needs a graph of its own.",
            ),
        ),
    ),
    Choice(
        "lucky_bug",
        "With backward() called twice the loss falls faster at the rate 0.05. Shall it stay?",
        (
            Option(
                "Yes: what counts is the loss.",
                "At 0.3 the same loop explodes, where one call is at rest after three steps.",
            ),
            Option(
                "No: it only makes steps longer, by another factor for each parameter. A larger rate does that, and can be seen.",
                reason="How much too much arrives goes by how many values stand between: −52 in place of −7, and −25 in place of −4.",
            ),
            Option(
                "Yes: two passes are more exact than one.",
                "One pass gives the gradient, exactly. The second adds what was counted already.",
            ),
        ),
    ),
    Arrange(
        "whole_loop",
        "Put a loop in order that has none of the four bugs. Two lines do not belong.",
        """\
for step in range(100):
    loss = loss_of(model)
    clear_grads(model)
    loss.backward()
    update(model, 0.05)""",
        {
            "    clear_grads(loss)": "a loss has no parameters(). It is the model's gradients that must begin at 0.",
            "    loss = loss_of(model).data": "that is a plain number, which knows no graph and has no backward().",
        },
        also=(
            """\
for step in range(100):
    clear_grads(model)
    loss = loss_of(model)
    loss.backward()
    update(model, 0.05)""",
            """\
for step in range(100):
    loss = loss_of(model)
    loss.backward()
    update(model, 0.05)
    clear_grads(model)""",
        ),
        reason="A new graph in each step, gradients that begin at 0, one backward pass, and the update after it.",
    ),
)
