"""Quick questions of lesson 08b: what overflows, sigmoid in order, and gates."""

from __future__ import annotations

from microgradviz.engine import Value

from ..questions import Arrange, Choice, Click, Option, Question

_SIGMOID = """\
def sigmoid(self):
    small = math.exp(-abs(self.data))
    data = (1.0 if self.data > 0 else small) / (1 + small)
    out = Value(data, (self,), "sigmoid")
    def _backward():
        d_self = out.data * (1 - out.data)
        self.grad += d_self * out.grad
    out._backward = _backward
    return out"""


def _shut_neuron() -> Value:
    """A relu whose input is negative, with names."""
    w, x, b = Value(0.5, label="w"), Value(2.0, label="x"), Value(-5.0, label="b")
    product = w * x
    total = product + b
    out = total.relu()
    product.label, total.label, out.label = "product", "total", "out"
    return out


QUESTIONS: tuple[Question, ...] = (
    Arrange(
        "sigmoid_in_order",
        "sigmoid is 1 / (1 + e⁻ˣ). Put its method together, so that nothing overflows. Three lines do not belong.",
        _SIGMOID,
        {
            "d_self = self.data * (1 - self.data)": "sigmoid's rule uses its output; this uses the input.",
            "d_self = 1 - out.data**2": "that is the rule of tanh.",
            "self.grad = d_self * out.grad": "= throws away what has arrived before.",
        },
        any_order=True,
        reason="e to the power −|x| is never more than 1, so nothing overflows, neither at 1000 nor at −1000.",
    ),
    Choice(
        "why_overflow",
        "tanh(1000) is 1, and one of the two ways fails there. Why?",
        (
            Option(
                "The result is too large for a float.",
                "The result is 1. Look at what is computed on the way to it.",
            ),
            Option(
                "A number on the way is too large, though the result is not.",
                reason="e²⁰⁰⁰ is no float. math.tanh gets to the same result without such a number: that is what stable means.",
            ),
            Option(
                "Its gradient is too large.",
                "It failed in the forward pass, before any gradient. And the slope of tanh there is 0.",
            ),
            Option(
                "Each of its operations rounds, and the errors add up.",
                "Rounding costs a last digit or two, as at 0.8. Here one number could not be represented at all.",
            ),
        ),
    ),
    Click(
        "gate_shut",
        "1 arrives at out, and w gets 0. Click on the edge where the gradient is stopped.",
        _shut_neuron(),
        "total -> out",
        {
            "w -> product": "The local derivative here is x = 2, so it would get through, if anything came.",
            "product -> total": "Plus copies what arrives. But what arrives here?",
            "b -> total": "Plus copies what arrives, to b as well. But what arrives at total?",
            "x -> product": "This edge leads to x. And nothing had arrived at the product.",
            "out": "1 arrives here. Click on an edge: what does relu multiply it by?",
            "total": "Nearly: this is the negative number that shuts the gate. Which edge is the gate?",
        },
        "total is −4, so relu's local derivative is 0, and 1 × 0 = 0. All behind it gets nothing.",
    ),
    Choice(
        "zero_gradient",
        "In the dead neuron, miss is 9, and the gradients of w and b are 0. Is it finished, and why?",
        (
            Option(
                "Yes: a gradient of 0 means that nothing can be improved.",
                "miss is 9, and it could be 0: with b = 2 the output is 3. The gradient only speaks of small nudges.",
            ),
            Option(
                "No: a small nudge changes nothing, and yet a long way off it would be better.",
                reason="A gradient says how fast the result changes here. Flat is not lowest.",
            ),
            Option(
                "No: a few more updates will do it.",
                "Each update subtracts the rate times 0. It can go on for ever and not move.",
            ),
            Option(
                "No: backward() has forgotten them.",
                "They were visited, and got a contribution: −6 × 0 × 2 for w. It is 0.",
            ),
        ),
    ),
    Choice(
        "nudged_maximum",
        "m = max(a, b) at a = 4 and b = 9. a grows by 0.1. How much does m change, and why?",
        (
            Option("By 0.1, for a went into it.", "m is b, as long as b is larger, whatever a does."),
            Option("By 0.05: they share.", "max does not mix, it chooses. m is 9, and stays 9."),
            Option(
                "Not at all: only the larger one gets through, so a's gradient is 0.",
                reason="max is a gate for two: gradient 1 for the larger, 0 for the other.",
            ),
            Option("By −0.1, for a − b is negative.", "relu(a − b) is 0 before and after. m stays 9."),
        ),
    ),
)
