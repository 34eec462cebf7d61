"""The concept test: twelve questions, taken before the course and after it. Behind each wrong option a misconception."""

from __future__ import annotations

from typing import NamedTuple


class Option(NamedTuple):
    """A possible answer; `misconception` is empty for the right one."""

    text: str
    misconception: str = ""


class Item(NamedTuple):
    """A question.

    Attributes:
        name: What results call it.
        about: The idea in a few words, for the picture of a class.
        lesson: Where it is explained.
        question: The question.
        options: Four answers, one of them right.
    """

    name: str
    about: str
    lesson: str
    question: str
    options: tuple[Option, ...]

    @property
    def right(self) -> int:
        """The number of the right option."""
        return next(i for i, option in enumerate(self.options) if not option.misconception)


ITEMS: tuple[Item, ...] = (
    Item(
        "rate", "a gradient is a rate", "01",
        "The gradient of the loss with respect to w is 3. w grows by 0.01. What happens to the loss?",
        (
            Option("It grows by 3.", "The gradient is taken for the change itself, not for the change per 1."),
            Option("It grows by about 0.03."),
            Option("It becomes 3.", "The gradient is taken for the new value of the loss."),
            Option("It falls by about 0.03.", "A gradient is thought to point downhill."),
        ),
    ),
    Item(
        "zero", "gradient 0 is not “finished”", "02",
        "After a backward pass a weight's gradient is 0. What does that tell you?",
        (
            Option("The weight has learned all it can.", "Gradient 0 is taken to mean: finished."),
            Option("The weight's value must be 0.", "A gradient is confused with the value it belongs to."),
            Option("For this input, a tiny nudge of the weight does not change the loss."),
            Option("There is a bug: gradients are never 0.", "A true zero is taken for an error."),
        ),
    ),
    Item(
        "sum", "contributions add", "02",
        "y = a · a at a = 3. Along each of the two edges from a, 3 arrives. What is a's gradient?",
        (
            Option("9, because rates multiply.", "Rates multiply along a path; here they are multiplied across paths."),
            Option("3, because the second replaces the first.", "= and += are thought to be the same."),
            Option("3, the mean of both.", "Contributions are thought to be averaged."),
            Option("6, because contributions add."),
        ),
    ),
    Item(
        "plus", "plus copies", "02",
        "s = a + b with a = 2 and b = 100. A gradient of 5 arrives at s. What do a and b get?",
        (
            Option("5 each."),
            Option("2.5 each.", "Plus is thought to share the gradient out."),
            Option("b gets more, because it is larger.", "Plus is thought to look at the values."),
            Option("a gets 100 · 5, b gets 2 · 5.", "The rule of times is used for plus."),
        ),
    ),
    Item(
        "order", "why the order is reversed", "05",
        "The engine sorts the values so that inputs come first. Why does backward() then go through that list reversed?",
        (
            Option("It saves memory.", "The order is taken for a matter of efficiency."),
            Option("A value may pass its gradient on only when all of it has arrived from its users."),
            Option("Habit: any order gives the same sums.", "Post-order without reversal is thought to work as well."),
            Option("So that each value is visited once.", "Visiting once is thought to be enough, whatever the order."),
        ),
    ),
    Item(
        "accumulate", "when gradients add, and when not", "05",
        "Where must gradients add up, and where must they begin again from 0?",
        (
            Option("Add within one backward pass; begin again before the next training step."),
            Option("Always begin again, in every _backward too.", "Accumulation is taken for a bug, so that = would do."),
            Option("Always add: more gradient means faster learning.", "Gradients left over are thought to help."),
            Option("It makes no difference, if the rate is small.", "The rate is thought to absorb stale gradients."),
        ),
    ),
    Item(
        "exp", "some rules use the output", "07",
        "out = exp(x). What is its local derivative, in the terms of the picture?",
        (
            Option("x, the input.", "exp's derivative is thought to use the input."),
            Option("x · exp(x − 1), as for powers.", "The rule of powers is used for exp."),
            Option("out, the output itself."),
            Option("1 / x.", "The rule of log is used for exp."),
        ),
    ),
    Item(
        "training", "backprop is not gradient descent", "10",
        "What does backpropagation do to the weights of a network?",
        (
            Option("It moves each a little downhill.", "Backprop is taken for gradient descent."),
            Option("Nothing: it computes gradients, and the update is a step of its own."),
            Option("It sets them to their best values.", "Backprop is thought to solve for the weights."),
            Option("It sends the error back and shares it out among them.",
                   "Backprop is thought to share out the error itself, not to multiply rates."),
        ),
    ),
    Item(
        "data", "data leaves are not trained", "09",
        "A neuron computes tanh(w · x + b); x is a number from the data set. After backward(), x has a gradient of −1.5. What now?",
        (
            Option("The training step moves x too.", "Data leaves are thought to be trained."),
            Option("It is a bug: only parameters have gradients.", "Gradients are thought to exist for parameters only."),
            Option("x was used wrongly, or its gradient would be 0.", "A leaf that is not trained is thought to get gradient 0."),
            Option("It is right, and the update leaves it alone, because x is no parameter."),
        ),
    ),
    Item(
        "saturation", "a big error, a tiny gradient", "13",
        "A sigmoid gives 0.9999 where the target is 0; the loss is the squared error. What about the gradient of its weight?",
        (
            Option("It is very large, because the error is.", "A big error is thought to give a big gradient."),
            Option("It is tiny, because a saturated sigmoid hardly moves."),
            Option("It is exactly 0, so learning is impossible.", "Saturation is taken for a true zero."),
            Option("Its size depends on the learning rate.", "The learning rate is thought to be part of the gradient."),
        ),
    ),
    Item(
        "step", "how large a step may be", "10",
        "The gradient of the loss by w is 40. One training step with rate 0.1 moves w by −4. Must the loss fall?",
        (
            Option("Yes: the gradient always points the right way.", "A gradient is thought to hold for steps of any length."),
            Option("Yes, by 160.", "The slope is thought to stay the same all the way."),
            Option("Not necessarily: the slope holds near w, and 4 may be too far."),
            Option("No: subtracting a gradient makes the loss grow.", "The sign of the update is thought to be uphill."),
        ),
    ),
    Item(
        "one_sweep", "one sweep, all gradients", "02",
        "A network has a million weights and one loss. How many backward passes give all the gradients?",
        (
            Option("A million: one for each weight.", "Backprop is thought to work like nudging, weight by weight."),
            Option("One for each layer.", "Each layer is thought to need a pass of its own."),
            Option("As many as there are training samples.", "Samples, not the graph, are thought to count the passes."),
            Option("One."),
        ),
    ),
)  # fmt: skip


class Answer(NamedTuple):
    """What was chosen for an item: right or not, and the misconception behind it."""

    item: Item
    chosen: int | None

    @property
    def ok(self) -> bool:
        """Whether it is right."""
        return self.chosen == self.item.right

    @property
    def misconception(self) -> str:
        """What the choice points to; empty if it is right, or nothing was chosen."""
        return "" if self.chosen is None else self.item.options[self.chosen].misconception


def mark_answers(answers: dict[str, int]) -> list[Answer]:
    """The answers in order; an item without a valid choice was not answered.

    Example:
        >>> [a.ok for a in mark_answers({"rate": 1, "zero": 0})[:3]]
        [True, False, False]
    """
    found = []
    for item in ITEMS:
        chosen = answers.get(item.name)
        valid = type(chosen) is int and 0 <= chosen < len(item.options)
        found.append(Answer(item, chosen if valid else None))
    return found


def option_letter(i: int) -> str:
    """The letter of an option."""
    return "abcd"[i]
