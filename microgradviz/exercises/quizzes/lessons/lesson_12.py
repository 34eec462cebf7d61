"""Quick questions of lesson 12: XOR trained, small gradients, starts that fail, sum and mean."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

_LOOP = ("def learn(model, rate):", "    while True:")
_FORWARD = "        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)"
_ZERO = ("        for p in model.parameters():", "            p.grad = 0.0")
_BACKWARD = "        loss.backward()"
_UPDATE = ("        for q in model.parameters():", "            q.data -= rate * q.grad")
_YIELD = "        yield loss"

QUESTIONS: tuple[Question, ...] = (
    Number(
        "two_share",
        "Two of the four points are answered rightly, with 0 and 1. The two others share one answer, though one should get 0 "
        "and the other 1. What is the smallest mean squared error that is left?",
        0.125,
        {
            0.25: "That is the error of a single one of them, or the mean if all four share one answer.",
            0.5: "Two errors of ½² are ½ together. The mean is over four points.",
            0.0625: "That would be one error of ½² over four points. There are two.",
            1.0: "That is one answer wholly wrong. What single number is best for a 0 and a 1 together?",
        },
        "½ is best for a 0 and a 1 together: two errors of ¼, and two of 0, over four points: ⅛.",
    ),
    Choice(
        "small_gradients",
        "At epoch 200 the loss is near 0, and so are all gradients. Why are they so small?",
        (
            Option(
                "The derivatives of tanh shrink from layer to layer.",
                "The same layers carried large gradients at the beginning. What has changed at the loss?",
            ),
            Option(
                "The error itself is small, and whatever goes backward is multiplied by it.",
                reason="∂L/∂ŷ is 2 (ŷ − y), and all paths begin there. Here small gradients mean: done.",
            ),
            Option(
                "zero_grad has run once too often.",
                "It sets them to 0 before the backward pass, which fills them anew in each step.",
            ),
        ),
    ),
    Choice(
        "which_start",
        "A 2-2-1 sticks at ⅛, whatever you wait. What helps, and why?",
        (
            Option(
                "A thousand more steps.",
                "The gradients there are 0 but for rounding, so each step moves nothing.",
            ),
            Option(
                "Another start, or a wider hidden layer.",
                reason="The place where it ends depends on where it begins. With four hidden neurons all of a hundred starts arrive.",
            ),
            Option(
                "Another engine: the gradients must be wrong.",
                "They are right, and 0: no small change of a parameter makes the loss smaller there.",
            ),
        ),
    ),
    Choice(
        "relu_at_the_end",
        "Somebody puts a ReLU on the output, too, and 76 of 100 starts fail. Why so many?",
        (
            Option(
                "A ReLU cannot give 1.",
                "It gives any number above 0. What does it do to a sum below 0?",
            ),
            Option(
                "Where the last sum is negative the gate is shut: the answer is 0, and nothing gets back to be learned from.",
                reason="A point whose answer should be 1 and whose gate is shut brings no gradient. Lesson 08b's dead ReLU, at the worst place.",
            ),
            Option(
                "The hidden layer has lost its bend.",
                "It keeps its own. Look at the output, and at what a negative sum becomes there.",
            ),
        ),
    ),
    Choice(
        "sum_or_mean",
        "The loop is changed from the mean to the sum over the four points, and the rate stays 0.5. What happens, and why?",
        (
            Option(
                "Nothing: the best parameters are the same.",
                "The goal is the same, the steps are not: how large are the gradients now?",
            ),
            Option(
                "Each step is four times as long, as if the rate were 2.",
                reason="The sum is four times the mean, and so are all of its gradients.",
            ),
            Option("Each step is a quarter as long.", "A quarter of what? The sum is larger than the mean."),
        ),
    ),
    Arrange(
        "learn_in_order",
        "Put the loop together; at the end of each step it hands the loss out. Three lines do not belong.",
        (*_LOOP, _FORWARD, *_ZERO, _BACKWARD, *_UPDATE, _YIELD),
        {
            "return loss": "that ends the function in its first step.",
            "q.data += rate * q.grad": "that goes uphill: a step is subtracted.",
            "q = q - rate * q.grad": "that makes a new Value under the name q, and the network keeps the old one.",
        },
        also=(
            (*_LOOP, *_ZERO, _FORWARD, _BACKWARD, *_UPDATE, _YIELD),
            (*_LOOP, _FORWARD, _BACKWARD, *_UPDATE, *_ZERO, _YIELD),
        ),
        mistakes={
            (
                _BACKWARD,
                _ZERO[1],
                _UPDATE[1],
            ): "The gradients that backward has just filled are set to 0 before the update has used them: nothing moves.",
            (_UPDATE[1], _BACKWARD): "The update goes by the gradients, and backward has not brought them yet.",
            (_BACKWARD, _FORWARD): "There is no loss yet from which to go back.",
            (
                _YIELD,
                _UPDATE[1],
            ): "At a yield the loop waits: what stands below it runs when the next step is asked for.",
            (_YIELD, _ZERO[1]): "At a yield the loop waits: what stands below it runs when the next step is asked for.",
        },
        reason="The four steps of lesson 10; then the loss is handed out, and the loop waits.",
    ),
)
