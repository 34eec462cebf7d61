"""Quick questions of lesson 14: the loop in PyTorch, whose gradients are wanted, and last digits that differ."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

_LOOP = """\
for step in range(200):
    loss = ((model(X) - Y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()"""
_LINES = _LOOP.splitlines()

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "whose_gradient",
        "x = torch.tensor(3.0), w = torch.tensor(2.0, requires_grad=True), y = w * x. After y.backward(), what is in x.grad, and why?",
        (
            Option(
                "2, for times swaps.",
                "That is what your engine would put there. Here nobody has asked for x's gradient.",
            ),
            Option(
                "0, for x is data and must not move.",
                "0 would say that a nudge of x changes nothing, and it does. Nothing was computed here.",
            ),
            Option(
                "None, for gradients are computed only where requires_grad asks for them.",
                reason="Samples need no gradients, and to leave them out saves time. Your engine works them out for every leaf, and nobody uses them.",
            ),
            Option(
                "3, the number itself.",
                "That is x's data. grad is another number, and here there is none.",
            ),
        ),
    ),
    Number(
        "linear_parameters",
        "How many parameters has `torch.nn.Linear(3, 5)`?",
        20,
        {
            15: "Those are the weights. Each of the five neurons has a bias, too.",
            8: "3 and 5 are multiplied: each of the five neurons has a weight for each of the three inputs.",
            18: "A bias belongs to a neuron, and there are five: one for each output.",
            16: "Each of the five neurons has a bias of its own, not all of them one.",
        },
        "Five neurons with three weights and a bias each: 5 · (3 + 1).",
    ),
    Arrange(
        "torch_loop",
        "Put a training loop in PyTorch in order. Three lines do not belong.",
        _LOOP,
        {
            "    model.backward()": "the gradients are those of the loss: it is the loss that goes back.",
            "    loss.step()": "the loss moves nothing. The optimizer has the parameters, and moves them.",
            "    loss = model(X) - Y": "those are the differences, one a sample: a loss is one number.",
        },
        also=(
            "\n".join((_LINES[0], _LINES[2], _LINES[1], _LINES[3], _LINES[4])),
            "\n".join((_LINES[0], _LINES[1], _LINES[3], _LINES[4], _LINES[2])),
        ),
        mistakes={
            (
                _LINES[3],
                _LINES[2],
                _LINES[4],
            ): "The gradients that backward has just filled are set to 0 before the step has used them: nothing moves.",
            (_LINES[4], _LINES[3]): "The step goes by the gradients, and backward has not brought them yet.",
            (_LINES[3], _LINES[1]): "There is no loss yet from which to go back.",
        },
        reason="As in lesson 10: zero_grad stands anywhere between the update and the next backward pass.",
    ),
    Choice(
        "last_digits",
        "Two programs compute 0.1 + 0.2 + 0.3. One gets 0.6, the other 0.6000000000000001. Why?",
        (
            Option(
                "One of them has a bug.",
                "Both have added correctly, as well as 16 digits can. Which two numbers did each add first?",
            ),
            Option(
                "They added in another order, and each sum is rounded to about 16 digits.",
                reason="(0.1 + 0.2) + 0.3 rounds at other places than 0.1 + (0.2 + 0.3). PyTorch adds products in blocks, you add them from left to right.",
            ),
            Option(
                "One of them computes in single precision.",
                "Then the difference would be in the eighth digit, not in the sixteenth.",
            ),
            Option(
                "One of them is random.",
                "Run again, each gives its own number again. What is different is the way there.",
            ),
        ),
    ),
    Choice(
        "same_loss_same_engine",
        "Both engines have the same losses over 200 steps, but for the last digits. What does that show, and what not?",
        (
            Option(
                "That every operation of my engine is right.",
                "It shows it of those that this network uses: +, ×, tanh and a square. A wrong exp would not be noticed.",
            ),
            Option(
                "That +, ×, tanh, powers, the sum and the update are right at the numbers that came by; of other operations it says nothing.",
                reason="A wrong gradient would lead to other parameters, and these to another loss, in the second step at the latest.",
            ),
            Option(
                "Nothing: two programs may have the same bug.",
                "They were written by people who do not know each other, in different ways. The same slip twice is unlikely, so it shows much.",
            ),
        ),
    ),
)
