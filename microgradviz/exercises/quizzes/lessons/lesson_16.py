"""Quick questions of lesson 16: the factor of a layer, paths, saturation, and what vanishing is."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Number(
        "factor_of_layer",
        "A chain of sigmoids. In one layer w = 2, and the sigmoid's output is 0.2. By what does this layer multiply a gradient?",
        0.32,
        {
            0.16: "That is the slope, 0.2 · 0.8. The weight is a factor, too.",
            0.5: "That would be so where the sigmoid is steepest, at the output 0.5. Here its slope is 0.2 · 0.8.",
            0.4: "That is w times the output. The slope of a sigmoid is s · (1 − s).",
            1.6: "That is 2 · 0.8; the slope is s · (1 − s), both of them.",
            2.16: "Along a path rates multiply: weight times slope, not plus.",
            1.92: "1 − s² is the slope of tanh. A sigmoid's is s · (1 − s).",
        },
        "w · s · (1 − s) = 2 · 0.2 · 0.8.",
    ),
    Choice(
        "larger_weights",
        "In the chain w = 4 lets less through than w = 1, though 4 is a larger factor. Why?",
        (
            Option(
                "A rate above 1 is cut off at 1.",
                "Nothing is cut off. Click an edge: 4 stands there, and is multiplied.",
            ),
            Option(
                "The sums lie further out, where the sigmoid is so flat that its slope costs more than 4 times as much.",
                reason="The factor is w · σ′, and w changes both. At the output 0.98 the slope is about 0.02.",
            ),
            Option(
                "Large weights turn the sign of the gradient round at each layer.",
                "Only a negative weight does so, and the size would not care.",
            ),
        ),
    ),
    Choice(
        "bound_of_network",
        "“Ten layers of sigmoids let at most 0.25¹⁰ of a gradient through.” When is that true?",
        (
            Option(
                "Always: 0.25 is the largest slope that a sigmoid has.",
                "It is, of one sigmoid. Between two layers there are weights, too, and more than one path.",
            ),
            Option(
                "In a chain, one unit a layer, with weights from −1 to 1.",
                reason="With larger weights, or with n units a layer and so n ways into each, a layer's factor may be larger than 0.25.",
            ),
            Option(
                "Never: the largest factor is 1.",
                "A chain with w = 1 has no factor above 0.25. You saw it in the picture.",
            ),
            Option(
                "In wide layers, for there it is shared among many units.",
                "Paths add up; nothing is shared out. Four units a layer gave 1.0.",
            ),
        ),
    ),
    Choice(
        "wrong_and_still",
        "A sigmoid answers 0.0001 where 1 is wanted, with squared error. Its weights hardly move. Why?",
        (
            Option(
                "The error is nearly as large as it can be, so there is nothing left to lose.",
                "There is all to win. The gradient asks what a small nudge changes, not how wrong the answer is.",
            ),
            Option(
                "It has found the lowest point: the gradient is nearly 0.",
                "At a lowest point the gradient is 0, but not only there. Here the loss is nearly 1.",
            ),
            Option(
                "The error is multiplied by the slope, and at 0.0001 the sigmoid is nearly flat.",
                reason="2 · error · s · (1 − s): the error is about −1, s · (1 − s) about 0.0001.",
            ),
        ),
    ),
    Choice(
        "which_vanishes",
        "RMS by layer, from layer 1 to layer 5. In which network does the gradient vanish, by the definition, and why there?",
        (
            Option(
                "0.00002, 0.00003, 0.00003, 0.00004, 0.00004: its numbers are the smallest.",
                "They are small, but the factors are 0.67, 1, 0.75 and 1: none is 0.5 or less.",
            ),
            Option(
                "0.02, 0.05, 0.06, 0.2, 0.2: it falls tenfold.",
                "The factors are 0.4, 0.83, 0.3 and 1: two of them are small, but not three in a row.",
            ),
            Option(
                "0.02, 0.1, 0.3, 0.9, 1: three factors in a row are half or less.",
                reason="0.2, 0.33 and 0.33. The word is about the factor, not about the size.",
            ),
        ),
    ),
    Choice(
        "deeper_is_better",
        "With one hidden layer of sigmoids a network gets better, with six it stays where it was. What is the reason?",
        (
            Option(
                "Six layers can draw fewer shapes than one.",
                "They can draw more. They do not learn to, since the first layers hardly get a gradient.",
            ),
            Option(
                "Its first five layers get a gradient that shrinks about fourfold at each of them, so hardly anything but the last one learns.",
                reason="The same six layers with tanh learn well: not depth is at fault, but the factor a layer.",
            ),
            Option(
                "Deep networks want a smaller rate.",
                "A smaller rate makes each update smaller still, and they are too small already.",
            ),
        ),
    ),
)
