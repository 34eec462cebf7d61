"""Quick questions of lesson 14b: None and 0, what backward() frees, and shapes that fit too well."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "none_and_zero",
        "After backward() one parameter has grad None, another has 0. Which of the two would training never move, and why?",
        (
            Option(
                "Both: None counts as 0.",
                "None is no number: no path led there, so it stays None for every sample. A 0 may be something else for the next sample.",
            ),
            Option(
                "The one with 0, for it has reached its best place.",
                "A gradient of 0 says only that a nudge changes nothing here. The next sample may say otherwise.",
            ),
            Option(
                "The one with None, for the loss does not rest on it at all, whatever the sample.",
                reason="None: no path. 0: there is a path, and here and now a factor on it is 0.",
            ),
        ),
    ),
    Choice(
        "what_is_freed",
        "(a * 3) * 5 cannot go back a second time, (a + 3) + 5 can. Why?",
        (
            Option(
                "A product is more work, so PyTorch does it once.",
                "Both are one operation. What does each need to know when it goes back?",
            ),
            Option(
                "A product's local derivatives are made of numbers that it saved, and these are freed; a sum's are 1, and need none.",
                reason="To go back through a product one must know its factors. backward() throws them away as soon as they have been used.",
            ),
            Option(
                "The gradient of the sum is 0 the second time.",
                "It is 1 each time, and a.grad becomes 2.",
            ),
            Option(
                "3 and 5 are no tensors.",
                "They are none in the sum either, and it goes back twice.",
            ),
        ),
    ),
    Number(
        "how_many_pairs",
        "predictions has the shape (8, 1), targets (8,). Over how many squares is the loss the mean?",
        64,
        {
            8: "That is what was meant: each with its own target. A column against a row makes each with every one.",
            16: "Not 8 and 8 added: each of the 8 predictions meets all 8 targets.",
            1: "The mean is one number. How many squares was it taken of?",
            9: "Not 8 and 1 added. Each of the 8 predictions meets each of the 8 targets.",
        },
        "8 · 8: every prediction with every target.",
    ),
    Number(
        "best_constant",
        "In the trap each prediction is drawn to all targets at once. Four targets are 3, 3, 3 and −1. Where does every prediction end?",
        2,
        {
            3: "That is the commonest target. The square counts how far off each is: the lowest sum is at their mean.",
            0: "That is the mean of 1 and −1, as many of each. Here there are three 3s.",
            1: "That is the middle between 3 and −1, but there are three 3s.",
            8: "That is their sum: divide by four.",
        },
        "The mean of the targets: (3 + 3 + 3 − 1) / 4. There the slope of the sum of squares is 0.",
    ),
    Choice(
        "loss_fell",
        "A loss falls for some steps, and then it lies still, above 0. What do you look at first, and why?",
        (
            Option(
                "Nothing: it fell, so the program is right, and it needs more steps.",
                "It falls in the trap as well, down to the loss of the best constant. A falling loss proves little.",
            ),
            Option(
                "The rate: it is too small.",
                "Perhaps, later. If all predictions are nearly the same number, no rate helps.",
            ),
            Option(
                "The shapes of predictions and targets, and whether all predictions are the same: it costs one line, and no rate can mend it.",
                reason="print(predictions.shape, targets.shape). And a loss that ends at the spread of the targets is the mark of a constant answer.",
            ),
        ),
    ),
)
