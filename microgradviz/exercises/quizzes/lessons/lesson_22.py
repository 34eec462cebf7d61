"""Quick questions of lesson 22: rows and columns, three gradients, a batch, and what broadcasting hides."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

_LOOPS = ("for j in range(len(X[0])):", "for i in range(len(W)):")
_BIAS = ("        db[i] += G[i][j]",)
_INNER = ("            dW[i][k] += G[i][j] * X[k][j]", "            dX[k][j] += G[i][j] * W[i][k]")
_ORDERS = tuple(
    (outer, f"    {inner}", *before, "        for k in range(len(X)):", *lines, *after)
    for outer, inner in (_LOOPS, _LOOPS[::-1])
    for lines in (_INNER, _INNER[::-1])
    for before, after in ((_BIAS, ()), ((), _BIAS))
)

QUESTIONS: tuple[Question, ...] = (
    Number(
        "how_many_columns",
        "A layer with 5 inputs and 3 neurons, as a matrix W. How many columns has W?",
        5,
        {
            3: "3 is the number of rows: a row is a neuron.",
            15: "That is how many numbers W holds. A row of them belongs to one neuron; how long is it?",
            6: "The biases stand apart, in b: W holds the weights alone.",
            18: "That is how many parameters the layer has. A row of W is one neuron's weights; how long is it?",
        },
        "A row is a neuron, a column an input. The shape of W is (3, 5): what comes out, then what goes in.",
    ),
    Choice(
        "why_columns",
        "x[0] gets a sum over *column* 0 of W. Why a column, when forward each sum went along a row?",
        (
            Option(
                "Because on the way back everything is turned round.",
                "Nothing is turned for its own sake: b and W keep their shapes. Ask where x[0] was used.",
            ),
            Option(
                "Because a row belongs to one neuron, but x[0] was used by all neurons, in each by the weight that stands in column 0.",
                reason="The users of x[0] are all the neurons, and each sends its contribution through its own W[i][0].",
            ),
            Option(
                "Because x has as many numbers as W has columns, and else it would not fit.",
                "That is so. But for a square W rows would fit, too, and be wrong.",
            ),
        ),
    ),
    Arrange(
        "backward_of_a_batch",
        "The backward pass of Y = W·X + b for all samples, dW, dX and db being 0 everywhere. Put the lines in order; three do not belong.",
        _ORDERS[0],
        {
            "        db[i] = G[i][j]": "that keeps the last sample's contribution alone.",
            "            dW[i][k] += G[i][j] * W[i][k]": "times swaps: a weight gets its input.",
            "            dX[k][j] = G[i][j] * W[i][k]": "that keeps the last neuron's contribution alone.",
        },
        also=_ORDERS[1:],
        reason="j is the sample, i the neuron, k the input. Read one line: that is a contribution along one edge.",
    ),
    Number(
        "three_copies",
        "b[0] was stretched over three samples, and −1, 4 and 0.5 arrive at its copies. What is its gradient?",
        3.5,
        {
            -1: "That is the first copy alone. All three send what they got.",
            0.5: "That is the last copy alone: `+=`.",
            3.5 / 3: "Contributions are added; nobody divides by how many there are.",
            -2: "They are added, not multiplied.",
            5.5: "−1 is below 0: −1 + 4 + 0.5.",
        },
        "−1 + 4 + 0.5. One number, three users, three contributions.",
    ),
    Choice(
        "shape_of_dw",
        "W has shape (2, 3), and there are 100 samples. Which shape has the gradient of W, and why?",
        (
            Option(
                "(100, 2, 3): each sample has its own gradients.",
                "Each sample has its own contributions. But it is one and the same W that gets them.",
            ),
            Option(
                "(2, 3): each weight is one number, and the contributions of all samples are added in it.",
                reason="A gradient always has the shape of what it is a gradient of.",
            ),
            Option(
                "(2, 100): a row for each neuron, a column for each sample.",
                "That is the shape of what arrives, G. Which shape has what is to be moved?",
            ),
        ),
    ),
    Choice(
        "check_is_blind",
        "W·X has shape (2, 2), and a flat b slips in as a row. Somebody holds all gradients against measured slopes (lesson 09). What does that find, and why?",
        (
            Option(
                "It finds that b's gradients are wrong: they go to the wrong bias.",
                "They go where b was added. Nudge b[0]: what changes is column 0, and that is what its gradient says.",
            ),
            Option(
                "Nothing: the gradients are right, for what is computed. Only it is not what was meant.",
                reason="A gradient check compares a function with itself. What was meant is found by one sample alone: it must give what it gives among others.",
            ),
            Option(
                "It stops, for the shapes do not fit.",
                "They do fit: that is why the slip is silent.",
            ),
        ),
    ),
    Number(
        "how_many_numbers",
        "Four predictions in shape (4,), minus four targets in shape (4, 1). How many numbers come out?",
        16,
        {
            4: "That is what was meant. (4,) is lined up from the right, as a row of 4; a row and a column, both are stretched.",
            8: "They are not put one behind the other: each of one meets each of the other.",
            1: "Nothing is added up by a minus. A row of 4 and a column of 4: both are stretched.",
        },
        "(4,) counts as (1, 4), and with (4, 1) both become (4, 4): the trap of lesson 14b.",
    ),
)
