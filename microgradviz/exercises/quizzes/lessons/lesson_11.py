"""Quick questions of lesson 11: neurons, layers, networks, and who is trained."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Arrange(
        "neuron_in_order",
        "Put the neuron's call together: the sum of weight times input, the bias, tanh. Three lines do not belong.",
        """\
def __call__(self, x):
    z = self.b
    for wi, xi in zip(self.w, x):
        z = z + wi * xi
    return z.tanh()""",
        {
            "self.b = self.b + wi * xi": "then the bias itself would change with every call.",
            "z = wi * xi": "that forgets what was summed so far, the bias included.",
            "return z.data": "a plain number comes back, which no gradient passes.",
        },
        mistakes={
            (
                "for wi, xi in zip(self.w, x):",
                "z = self.b",
            ): "In the loop that would forget, with each product, what was summed before.",
        },
        reason="It begins with the bias, adds a product for each input, and squashes once, at the end.",
    ),
    Choice(
        "why_random",
        "Why do the weights begin at random numbers, and not all at 0.5?",
        (
            Option(
                "Because 0.5 is too large to begin with.",
                "Some of the random ones are larger. What would four neurons do that begin alike?",
            ),
            Option(
                "Neurons of a layer that begin alike get the same gradients, and stay alike for ever.",
                reason="Same weights, same inputs, same output, and so the same step. Four of them would be one.",
            ),
            Option(
                "Because a gradient can only move a number that is random.",
                "A gradient moves any number. But which way would it move four that are equal?",
            ),
        ),
    ),
    Number(
        "one_layer",
        "Layer(3, 4): four neurons with three inputs each. How many parameters does it have?",
        16,
        {
            12: "Those are the weights. Each neuron has a bias, too.",
            13: "One bias for each neuron, not one for the layer.",
            15: "That counts a bias for each input. It is the neurons that have one.",
            7: "Each of the four neurons has a weight for each of the three inputs.",
            4: "Those are the neurons. Each has weights, and a bias.",
        },
        "Four neurons with three weights and a bias each.",
    ),
    Choice(
        "wrong_length",
        "A neuron with three weights is called with a list of two numbers; its call goes through zip, as above. What happens, and why?",
        (
            Option(
                "An error: three weights need three inputs.",
                "Nothing in these lines asks for that. Where does zip stop?",
            ),
            Option(
                "It runs: zip stops where the shorter list ends, and the third weight plays no part.",
                reason="So a wrong size is silent here. The third weight's gradient stays 0: a place to look.",
            ),
            Option(
                "It runs: the missing input counts as 1.",
                "There is no third product at all. Where does zip stop?",
            ),
        ),
    ),
    Number(
        "forward_passes",
        "2-4-4-1 has 37 parameters. You nudge each to both sides, by +h and by −h. How many forward passes is that?",
        74,
        {
            37: "That is one for each parameter. Here each is nudged twice.",
            38: "That is nudging by +h alone, with one pass without a nudge.",
            75: "To both sides, no pass without a nudge is needed: the two are compared with each other.",
            76: "Twice 38 counts two passes without a nudge. To both sides, none is needed.",
            1: "One pass tells one output. Every nudge needs a pass of its own.",
        },
        "Two for each of the 37. One forward and one backward pass find the same.",
    ),
    Choice(
        "data_leaf",
        "x is a Value as well, and backward() has brought it a gradient. Now the update runs over model.parameters(). What becomes of x, and why?",
        (
            Option(
                "It moves a little: all that has a gradient is trained.",
                "A gradient only says what a nudge would do. Which Values does the loop of the update reach?",
            ),
            Option(
                "It stays: it has a gradient, but parameters() does not list it.",
                reason="To have a gradient is one thing, to be moved another. What is trained is what the update goes through.",
            ),
            Option(
                "It stays, for the gradient of data is 0.",
                "It was 3.6 in the first round above: a nudge of x would change the loss, and its gradient says how.",
            ),
        ),
    ),
)
