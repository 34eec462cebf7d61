"""Quick questions of lesson 17: starts that are too equal, too small, too large, and units that are asleep."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "zero_means",
        "With all zeros each of the 17 gradients is exactly 0, and the loss is 1. What do you know, and why?",
        (
            Option(
                "The network is at its minimum: downhill is nowhere.",
                "XOR can be learned to a loss of nearly 0. A gradient looks at one parameter at a time, and only right here.",
            ),
            Option(
                "The engine has lost the gradients.",
                "A gradient check would agree with it: nudge any one of the 17, and the loss does not change at first.",
            ),
            Option(
                "Here the slope is 0 for each parameter alone. That may be a bottom, a top, or a pass between two hills.",
                reason="A slope says nothing of what two parameters do when they move together.",
            ),
            Option(
                "It needs more steps.",
                "A step is the rate times the gradient. A thousand times 0 is 0.",
            ),
        ),
    ),
    Number(
        "how_many_kinds",
        "A network 3-5-1, tanh throughout: all weights 0.2, all biases 0. Its three inputs are all different. How many different numbers can there be among its 26 gradients?",
        6,
        {
            26: "The five hidden units are alike, so their gradients are, too.",
            4: "That was XOR, whose two inputs may change places. Here the three inputs are different, and so are their weights' gradients.",
            5: "Three inputs, each with a kind of weight, and the hidden biases: four. What is there at the output?",
            3: "Those are the weights that come from the three inputs. Biases and the output are missing.",
            21: "The five units are alike: what one of them has, the others repeat.",
            2: "Weights from three different inputs get three different gradients.",
        },
        "One for each input, one for the hidden biases, one for the weights at the output, and one for its bias.",
    ),
    Number(
        "spread_of_a_sum",
        "A unit has 100 inputs of size 1, each with a random sign. Its weights have mean 0 and spread 0.3. What is the spread of its sum?",
        3,
        {
            30: "So it would be if all products had the same sign. They cancel in part: the *squares* add up.",
            9: "That is the mean square, 100 · 0.09. The spread is its root.",
            0.3: "That is the spread of one product. A hundred of them are added.",
            0.03: "Divided by the root of 100. A sum of more numbers spreads more, not less.",
            0.003: "That divides by 100. A sum of more numbers spreads more, not less.",
        },
        "√100 · 0.3: the squares add up, 100 · 0.09 = 9, and the root of it is 3. For tanh that is far out.",
    ),
    Choice(
        "all_asleep",
        "In a network 2-8-8-1 all eight relu units of the *second* layer are asleep. Which parameters get a gradient that is not 0, and why?",
        (
            Option(
                "Those of the first layer: its units are awake.",
                "On the way back everything must pass the second layer, and its gates are closed.",
            ),
            Option(
                "Only the output's bias: each other path ends at a closed gate, or is multiplied by an output of 0.",
                reason="So the network answers one and the same number for every point, and can only choose which.",
            ),
            Option(
                "The output's weights and its bias: they come after the closed gates.",
                "The gradient of a weight at the output is multiplied by the output of its unit, and that is 0.",
            ),
            Option("None at all.", "The output's bias has a path of its own, past all gates."),
        ),
    ),
)
